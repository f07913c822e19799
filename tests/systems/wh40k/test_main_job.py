"""The main job on what players have: an official layout, two real lists, everything about all.

What a unit sees, what sees it, who has cover and why, and the odds of each weapon; and what is
remembered of one table never answers for another.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from defilade.formats.battle import read_battle
from defilade.ruling import Cover, Firing, Ruling, Sight
from defilade.systems.wh40k import blockers, cover, hiding, measuring, shut, sight
from defilade.systems.wh40k.battle import Battle, UnitLine
from defilade.systems.wh40k.state import State
from defilade.systems.wh40k.system import SYSTEM
from defilade.table import Draft, Table
from tests.cli.conftest import called
from tests.formats.terrain import REAL

FILES = (
    "terrain40k/wh40kdc-1.4.5-terrain.json",
    "terrain40k/wh40kdc-1.4.5-bases.json",
    "rosters/listforge.txt",
    "rosters/houndpack.newrecruit-json.json",
)
LAYOUT = "bm-purge-vs-assets-03"
ARMS = {
    "rifle": {"A": 2, "S": 4, "AP": -1, "D": 1, "R": 30, "BS": "3+"},
    "launcher": {"A": "D6", "S": 9, "AP": -2, "D": "D3", "R": 48, "BS": "4+"},
}
"""No list says what its weapons do: these stand for what a catalogue would add."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The battle that `defilade import` makes of real files, with weapons."""
    if not REAL.exists():
        pytest.skip("the shared material is not here")
    out = tmp_path_factory.mktemp("job") / "battle.yaml"
    files = [str(REAL / name) for name in FILES]
    done = called("import", *files, "--only", LAYOUT, "-o", str(out))
    assert done.exit_code == 0, done.output
    battle = yaml.safe_load(out.read_text())
    for number, line in enumerate(battle["datasheets"].values()):
        line |= {"W": 1 + number % 4, "T": 4 + number % 3, "weapons": ARMS}
    out.write_text(json.dumps(battle))
    return str(out)


@pytest.fixture(scope="module")
def found(path: str) -> dict[str, Any]:
    """What `ask --all --json` prints."""
    picture = Path(path).with_name("lines.svg")
    done = called("ask", path, "--all", "--json", "--quiet", "--draw", str(picture))
    assert done.exit_code == 0, done.output
    document: dict[str, Any] = json.loads(done.stdout)
    assert (document["format"], document["version"]) == ("defilade.surveys", 1)
    return {each["piece"]: each["views"] for each in document["surveys"]}


@pytest.fixture(scope="module")
def battle(path: str) -> Battle:
    draft = read_battle(Path(path).read_bytes(), path, {"wh40k": SYSTEM})
    assert isinstance(draft, Draft), draft
    value = draft.battle
    assert isinstance(value, Battle)
    return value


def asked(views: list[dict[str, Any]], kind: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for view in views:
        question = view["ruling"]["question"]
        if question["kind"] == kind:
            yield question["by"], question["at"], view


def test_every_unit_is_told_of_every_enemy(found: dict[str, Any], battle: Battle) -> None:
    standing = {name: line.side for name, line in battle.units.items() if not line.in_reserve}
    assert set(found) == set(standing)
    assert len(standing) >= 8
    for unit, views in found.items():
        enemies = {name for name, side in standing.items() if side != standing[unit]}
        sights = {(by, at) for by, at, _ in asked(views, "sight")}
        assert sights == {pair for e in enemies for pair in ((unit, e), (e, unit))}
        assert {by for by, at, _ in asked(views, "cover") if at == unit} == enemies
        shots = {(at, v["ruling"]["question"]["weapon"]) for _, at, v in asked(views, "firing")}
        assert shots == {(enemy, weapon) for enemy in enemies for weapon in ARMS}


def test_sight_goes_both_ways_but_for_what_is_hidden(found: dict[str, Any]) -> None:
    """WH-OBS-04, WH-VIS-06: a line is a line for both; hiding alone is one-way."""
    verdicts = {
        (by, at): view["ruling"]
        for views in found.values()
        for by, at, view in asked(views, "sight")
    }
    some = [ruling["verdict"] for ruling in verdicts.values()]
    assert "no" in some
    assert set(some) != {"no"}
    for (by, at), ruling in verdicts.items():
        back = verdicts[at, by]
        if (ruling["verdict"] == "no") != (back["verdict"] == "no"):
            blind = ruling if ruling["verdict"] == "no" else back
            clauses = {reason["clause"] for reason in blind["reasons"]}
            assert clauses & {"WH-HID-05", "WH-HID-07", "WH-LONE-01"}, (by, at)


def test_every_shot_has_odds_or_a_clause_against_it(found: dict[str, Any]) -> None:
    allowed = 0
    for views in found.values():
        seen = {at: v["ruling"]["verdict"] for by, at, v in asked(views, "sight")}
        for _, at, view in asked(views, "firing"):
            if view["ruling"]["verdict"] != "allowed":
                against = [r for r in view["ruling"]["reasons"] if r["weight"] == "against"]
                assert against
                continue
            allowed += 1
            assert seen[at] != "no"
            for measure in view["odds"]["measures"]:
                total = sum(row["p"] for row in measure["outcomes"])
                assert total == pytest.approx(1.0)
    assert allowed >= 4


def test_cover_says_why(found: dict[str, Any]) -> None:
    """Each grant of cover cites what gives it, each refusal the model that spoils it."""
    for views in found.values():
        for by, at, view in asked(views, "cover"):
            clauses = [reason["clause"] for reason in view["ruling"]["reasons"]]
            if view["ruling"]["verdict"] == "yes":
                assert {"WH-COV-02", "WH-COV-03", "WH-COV-10"} & set(clauses), (by, at)
            else:
                assert clauses[0] == "WH-COV-01", (by, at)


def test_the_picture_shows_a_line_for_every_pair_that_sees(
    found: dict[str, Any], path: str
) -> None:
    pairs = {
        frozenset((by, at))
        for views in found.values()
        for by, at, view in asked(views, "sight")
        if view["ruling"]["verdict"] != "no"
    }
    drawn = Path(path).with_name("lines.svg").read_text()
    description = drawn.partition("<desc")[2].partition("</desc>")[0]
    assert description.count("line of sight (clear)") == len(pairs) > 0


def test_a_piece_alone_is_told_and_drawn_too(path: str, found: dict[str, Any]) -> None:
    unit = next(iter(found))
    picture = Path(path).with_name("one.svg")
    done = called("ask", path, "survey", unit, "--draw", str(picture), "--quiet")
    assert done.exit_code == 0, done.output
    assert f"What {unit} sees and what sees it" in picture.read_text()
    assert called("ask", path, "--all", "see", "A", "B").exit_code == 2
    assert called("ask", path, "see", unit, unit, "--draw", str(picture)).exit_code == 2


def pushed(battle: Battle, unit: str, inches: float) -> Battle:
    line = battle.units[unit]
    moved = {
        name: replace(model, at=(model.at[0] + inches, model.at[1]))
        for name, model in line.models.items()
        if model.at is not None
    }
    after: UnitLine = replace(line, models=moved)
    return replace(battle, units={**battle.units, unit: after})


def rulings(battle: Battle, pairs: list[tuple[str, str]]) -> list[Ruling]:
    table = SYSTEM.check(Draft("wh40k", battle))
    assert isinstance(table, Table), table
    assert isinstance(table.state, State)
    kinds = (Sight, Cover, Firing)
    return [SYSTEM.rule(kind(by, at), table) for by, at in pairs for kind in kinds]


def forget() -> None:
    """Empty everything that is remembered."""
    for module in (blockers, cover, hiding, measuring, shut, sight):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def test_what_is_remembered_of_one_table_never_answers_for_another(battle: Battle) -> None:
    """A unit pushed to and fro: the same rulings as by a head that has forgotten everything."""
    sides = dict.fromkeys(line.side for line in battle.units.values())
    mine, theirs = ([k for k, v in battle.units.items() if v.side == side] for side in sides)
    pairs = [(mine[0], theirs[0]), (theirs[1], mine[0]), (mine[1], theirs[2])]

    @lru_cache
    def fresh(inches: float) -> list[Ruling]:
        forget()
        return rulings(pushed(battle, mine[0], inches), pairs)

    places = (0.0, 0.75, -1.5)
    expected = [fresh(inches) for inches in places]
    for inches, known in zip((*places, *places), (*expected, *expected), strict=True):
        assert rulings(pushed(battle, mine[0], inches), pairs) == known
