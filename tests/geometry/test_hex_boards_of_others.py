"""Ten boards of a sister game with the number of clear lines its players count, as an oracle.

The boards come from another project's acceptance tests and are not part of this one. They agree
with sight here under both edge rules, so they do not tell the two apart. The sister game differs
in what is not geometry: there infantry reaches 3 hexes (in The Great War 4), and woods, towns,
hedgerows and hills block; that is given here as data.
"""

import json
import os
from pathlib import Path

import pytest

from defilade.geometry.hexes import Board, EdgeRule, SightPolicy, distance, sight

INFANTRY_RANGE = 3
BLOCKING_TERRAIN = set("WTRH")
CELL = 4


def boards():
    beside = Path(__file__).resolve().parents[2].parent / "shared"
    shared = Path(os.environ.get("DEFILADE_SHARED", beside))
    file = shared / "realfiles" / "hex" / "los-boards.json"
    return json.loads(file.read_text(encoding="utf-8"))["cases"] if file.exists() else []


CASES = boards()


def read(rows):
    """Board, blocking terrain, movers and enemies of a drawing with cells four letters wide."""
    board = Board.rows([13 - row % 2 for row in range(len(rows))])
    terrain, movers, enemies = set(), set(), set()
    for number, drawn in enumerate(rows):
        line = drawn.ljust(13 * CELL)
        inner = line.strip("~") if number % 2 else line
        for column in range(13 - number % 2):
            cell = inner[column * CELL : (column + 1) * CELL]
            here = board.named(f"{chr(ord('A') + number)}{column + 1}")
            if cell[0] in BLOCKING_TERRAIN:
                terrain.add(here)
            unit = cell[1:3].strip(" .")
            if unit:
                (movers if unit.isupper() else enemies).add(here)
    return board, terrain, movers, enemies


@pytest.mark.skipif(not CASES, reason="needs DEFILADE_SHARED with realfiles/hex/los-boards.json")
def test_there_are_ten_boards():
    assert len(CASES) == 10


@pytest.mark.parametrize("edge", EdgeRule)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_clear_lines_are_those_that_players_count(case, edge):
    _, terrain, movers, enemies = read(case["rows"])
    assert movers
    assert enemies
    clear = sum(
        distance(mover, enemy) <= INFANTRY_RANGE
        and sight(
            mover, enemy, blocking=terrain | movers | enemies, policy=SightPolicy(edge=edge)
        ).is_open
        for mover in movers
        for enemy in enemies
    )
    assert clear == case["clear_lines"]
