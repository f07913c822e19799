"""A seeded random game of every system goes as its golden transcript says.

A change here is a change of a ruling: it needs a reason in the changelog. The files are
written anew by `make playthroughs`.
"""

from pathlib import Path

import pytest

from defilade.systems.registry import load, names
from defilade.testing import transcript

GOLDEN = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("name", names())
def test_the_game_goes_as_it_went(name: str) -> None:
    kept = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(load(name)) == kept
