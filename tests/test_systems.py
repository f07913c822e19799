"""Every installed system keeps the promises of the protocol."""

import os

import pytest

from defilade.systems.registry import load, names
from defilade.testing import check_system

GAMES = 250 if os.environ.get("DEFILADE_NIGHTLY") else 5


@pytest.mark.parametrize("name", names())
def test_the_system_keeps_the_promises_of_the_protocol(name: str) -> None:
    problems = check_system(load(name), games=GAMES)
    assert not problems, "\n".join(problems)
