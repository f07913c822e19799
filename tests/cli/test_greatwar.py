"""Boards in letters, for games that have them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import defilade

from .conftest import Run

BATTLES = Path(defilade.__file__).parent / "battles"


def test_a_hex_battle_is_drawn_in_letters(real: Run) -> None:
    done = real("draw", str(BATTLES / "greatwar.yaml"), "--letters", "--json")
    text = json.loads(done.stdout)["text"]
    assert "vMG1" in text
    assert len(text.splitlines()) == 11


def test_a_game_without_such_boards_says_so(real: Run) -> None:
    done = real("draw", str(BATTLES / "dropfleet.yaml"), "--letters")
    assert done.exit_code == 2
    assert "no boards in letters" in done.stderr


def test_the_board_is_shown_in_play(real: Run) -> None:
    done = real("play", str(BATTLES / "greatwar.yaml"), stdin="board\nquit\n")
    assert "vMG1" in done.stdout


ORDERED = """
system: greatwar
board: |2
    .^MG1 .    .
      .    .vI1 .
units: [{id: MG1, ordered: true}]
"""


@pytest.mark.parametrize("how", [(), ("--json",), ("--sample", "1000", "--seed", "vega")])
def test_outcomes_that_are_no_numbers_have_no_mean(real: Run, how: tuple[str, ...]) -> None:
    """Figures, flags and tokens together are told as shares."""
    Path("two.yaml").write_text(ORDERED.lstrip())
    done = real("odds", "two.yaml", "fire MG1 -> I1", "--exact", *how)
    assert done.exit_code == 0, done.stderr
    if "--json" in how:
        together = json.loads(done.stdout)["measures"][-1]
        assert together["name"] == "figures_flags_tokens"
        assert "mean" not in together
        assert together["outcomes"][0]["value"] == [0, 0, 0]


@pytest.mark.parametrize("words", ["move I1 A2", "move I1 a2", "move I1 1,0"])
def test_hexes_are_named_as_they_are_printed(real: Run, words: str) -> None:
    done = real("ask", str(BATTLES / "greatwar.yaml"), *words.split())
    assert done.stdout.startswith("ALLOWED: I1 moves 1,0")
    assert real("ask", str(BATTLES / "greatwar.yaml"), words).stdout == done.stdout


def test_a_hex_that_is_none_is_told(real: Run) -> None:
    done = real("ask", str(BATTLES / "greatwar.yaml"), "move", "I1", "AA2")
    assert done.exit_code == 2
    assert "'AA2' is no hex here: write its name or Q,R; did you mean A2?" in done.stderr


def test_hexes_are_named_in_pictures_and_in_play(real: Run) -> None:
    drawn = real("draw", str(BATTLES / "greatwar.yaml"), "move", "I1", "A2", "-o", "-")
    assert drawn.exit_code == 0
    done = real("play", str(BATTLES / "greatwar.yaml"), stdin="ask move I1 A2\nquit\n")
    assert "ALLOWED: I1 moves 1,0" in done.stdout
