"""Boards in letters, for games that have them."""

from __future__ import annotations

import json
from pathlib import Path

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
