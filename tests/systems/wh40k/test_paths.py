"""Shortest legal paths: what is found is always legal, and no drawn path is shorter."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from defilade.record import Record
from defilade.ruling import Movement, Permission, Ruling
from defilade.systems.wh40k.actions import Move
from defilade.systems.wh40k.begin import plan_of
from defilade.systems.wh40k.floors import mover_of
from defilade.systems.wh40k.movement import Way
from defilade.systems.wh40k.moves import judge_move
from defilade.systems.wh40k.notation import read_action
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.paths import at_least
from defilade.systems.wh40k.rulings_moves import movement
from defilade.systems.wh40k.state import State
from tests.systems.wh40k.benches import BENCH, area, ask, unit, wall

KEYWORDS = ("INFANTRY", "VEHICLE", "MONSTER", "VEHICLE FLY", "MOUNTED MOBILE")

tops = st.sampled_from([1.0, 2.0, 2.5, 4.0])
cats = st.sampled_from(["dense", "dense", "light", "exposed"])
walls = st.lists(
    st.tuples(st.integers(-8, 8), st.integers(-8, 8), st.booleans(), tops, cats), max_size=4
)
foes = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=3, unique=True)
movers = st.tuples(
    st.sampled_from(KEYWORDS), st.sampled_from([0.5, 1.0, 1.5]), st.sampled_from([27, 31, 40])
)


def table(drawn: Any, enemies: Any, mover: tuple[str, float, int], **more: Any) -> dict[str, Any]:
    """Walls, enemies off to the sides, and a unit A of one model at the left."""
    features = []
    for k, (x, y, upright, top, cat) in enumerate(drawn):
        long, wide = (0.25, 2.0) if upright else (2.0, 0.25)
        rect = [x - long, y - wide, x + long, y + wide]
        flat = [{"rect": rect, "z": top}]
        features.append(area(f"T{k}", rect, wall(f"W{k}", rect, top, cat, surfaces=flat)))
    units = [unit("A", "red", (-13.0, 0.0), kw=mover[0], M=mover[2], **{**more, "r": mover[1]})]
    spots = [(float(x), float(y)) for x, y in enemies]
    if spots:
        units.append(unit("E", "blue", *spots))
    return {"terrain": features, "units": units}


def opened(given: dict[str, Any]) -> tuple[State, HouseRules]:
    bench = BENCH.open({"given": given})
    return bench.state, bench.rules


def path(given: dict[str, Any], x: float, y: float, **detail: Any) -> Ruling:
    """The ruling on the shortest way of A to a point."""
    state, rules = opened(given)
    return movement(Movement("A", ((x, y),), Record(shortest=True, **detail)), state, rules)


def drawn_path(given: dict[str, Any], legs: str, **detail: Any) -> Ruling:
    """The ruling on a path as a player writes it."""
    state, rules = opened(given)
    return movement(Movement("A", (), Record(legs=legs, **detail)), state, rules)


def number(ruling: Ruling, name: str) -> float:
    value = ruling.numbers[name]
    assert isinstance(value, float | int)
    return float(value)


@settings(max_examples=25)
@given(walls, foes, movers)
def test_a_path_that_is_found_is_legal_and_its_parts_add_up(
    drawn: Any, enemies: Any, mover: Any
) -> None:
    """WH-VERT-02, WH-MV-01: the ruling on drawn paths judges it, and allows it."""
    given = table(drawn, enemies, mover)
    found = path(given, 13.0, 0.25)
    assert found.verdict in (Permission.ALLOWED, Permission.REFUSED)
    if "legs" not in found.numbers:
        return
    straight = math.hypot(26.0, 0.25)
    cost = number(found, "distance")
    assert cost >= straight - 1e-6
    assert number(found, "at_least") <= cost + 1e-6
    assert number(found, "across") + number(found, "climbing") == pytest.approx(cost)
    assert number(found, "up") + number(found, "down") == pytest.approx(number(found, "climbing"))
    judged = drawn_path(given, str(found.numbers["legs"]))
    assert judged.verdict is found.verdict
    assert number(judged, "distance") == pytest.approx(cost)


@settings(max_examples=20)
@given(walls, foes, movers, st.tuples(st.integers(-10, 10), st.integers(-14, 14)))
def test_no_legal_path_that_somebody_draws_is_shorter(
    drawn: Any, enemies: Any, mover: Any, via: tuple[int, int]
) -> None:
    given = table(drawn, enemies, mover)
    judged = drawn_path(given, f"to {via[0]} {via[1]} to 13 0.25")
    assume(judged.verdict is Permission.ALLOWED)
    found = path(given, 13.0, 0.25)
    assert found.verdict is Permission.ALLOWED
    assert number(found, "distance") <= number(judged, "distance") + 1e-6


@settings(max_examples=12)
@given(walls, foes, movers, st.sampled_from([90, 180, 270]), st.booleans())
def test_paths_turn_and_mirror_with_the_table(
    drawn: Any, enemies: Any, mover: Any, turn: int, mirrored: bool
) -> None:
    def image(x: float, y: float) -> tuple[float, float]:
        for _ in range(turn // 90):
            x, y = -y, x
        return (-x if mirrored else x), y

    given = table(drawn, enemies, mover)
    other = table(
        [(*image(x, y), up != (turn % 180 == 90), top, cat) for x, y, up, top, cat in drawn],
        [image(*spot) for spot in enemies],
        mover,
    )
    x, y = image(-13.0, 0.0)
    other["units"][0]["models"][0]["at"] = (x, y)
    first, second = path(given, 13.0, 0.25), path(other, *image(13.0, 0.25))
    assert first.verdict is second.verdict
    if "distance" in first.numbers:
        assert number(first, "distance") == pytest.approx(number(second, "distance"), abs=1e-3)


@settings(max_examples=12)
@given(walls, foes, movers, walls)
def test_more_walls_never_shorten_a_path(drawn: Any, enemies: Any, mover: Any, more: Any) -> None:
    before = path(table(drawn, enemies, mover), 13.0, 0.25)
    after = path(table([*drawn, *more], enemies, mover), 13.0, 0.25)
    assume("distance" in before.numbers and "distance" in after.numbers)
    assert number(after, "distance") >= number(before, "distance") - 1e-4


def gap_in_a_wall(gap: float) -> dict[str, Any]:
    """A37: a wall 0.05 thin and 60 long with a gap, and a vehicle on a 60 mm base before it."""
    low = wall("low", [10, -30, 10.05, 2], 5)
    high = wall("high", [10, 2 + gap, 10.05, 32], 5)
    return {
        "terrain": [area("T", [10, -30, 10.05, 32], low, high)],
        "units": [unit("A", "red", (6, 0), kw="VEHICLE", M=12, r=30 / 25.4)],
    }


def test_a_gap_is_used_if_the_base_fits_however_thin_the_wall() -> None:
    """WH-TMV-04; nothing is searched on a grid."""
    wide = path(gap_in_a_wall(5.0), 14.0, 0.0)
    assert wide.verdict is Permission.ALLOWED
    assert number(wide, "distance") == pytest.approx(2 * math.hypot(4, 3.18), abs=0.2)
    assert number(wide, "climbing") == 0.0
    exact = path(gap_in_a_wall(60 / 25.4), 14.0, 0.0)
    assert exact.verdict is Permission.ALLOWED
    narrow = path(gap_in_a_wall(60 / 25.4 - 0.001), 14.0, 0.0)
    assert narrow.verdict is Permission.REFUSED
    assert number(narrow, "at_least") == pytest.approx(18.0)
    assert number(narrow, "distance") == pytest.approx(18.0)
    assert number(narrow, "climbing") == pytest.approx(10.0)


def test_a_refusal_names_clause_model_and_amount() -> None:
    """WH-MV-03."""
    found = path(gap_in_a_wall(5.0) | {"units": [unit("A", "red", (6, 0), M=6)]}, 13.3, 0.0)
    (reason,) = found.against
    assert (reason.clause, reason.params["model"]) == ("WH-MV-03", "A1")
    assert reason.params["distance"] == pytest.approx(7.3)
    assert reason.params["over"] == pytest.approx(1.3)


def test_where_no_way_is_found_none_is_denied_without_proof() -> None:
    """A long base might turn and pass where it cannot slide: neither yes nor no."""
    post = [wall("low", [4, -40, 4.5, 0], 6), wall("high", [4, 3, 4.5, 40], 6)]
    given = {
        "terrain": [area("T", [4, -40, 4.5, 40], *post)],
        "units": [unit("A", "red", (0, 1.5), kw="VEHICLE", M=10, oval_mm=[101.6, 50.8])],
    }
    given["units"][0].pop("r")
    given["units"][0]["models"][0]["facing"] = 90
    assert path(given, 9.0, 1.5).verdict is Permission.ALLOWED
    given["units"][0]["models"][0]["facing"] = 0
    assert path(given, 9.0, 1.5).verdict is Permission.UNSETTLED
    given["terrain"][0]["features"][1]["rect"] = [4, 1.9, 4.5, 40]
    assert path(given, 9.0, 1.5).verdict is Permission.REFUSED


def test_a_unit_goes_in_formation_each_model_by_its_own_way() -> None:
    """WH-COH-01, WH-MV-01: mates are passed, ends are judged together."""
    given = {
        "terrain": [area("T", [3, -6, 3.5, 1], wall("W", [3, -6, 3.5, 1], 5))],
        "units": [unit("A", "red", (0, 0), (0, 2), (0, 4), kw="MOUNTED", M=9)],
    }
    found = path(given, 7.0, 0.0)
    assert found.verdict is Permission.ALLOWED
    assert found.numbers["farthest"] == "A1"
    state, rules = opened(given)
    action = read_action(str(found.numbers["action"]), state)
    assert isinstance(action, Move)
    assert [name for name, _ in action.legs] == ["A1", "A2", "A3"]
    assert not judge_move(state, rules, plan_of(state, action)).reasons


def test_what_a_way_passes_and_climbs_is_told() -> None:
    """WH-TMV-01, WH-TMV-02, WH-VERT-02, WH-MV-01."""
    given = {
        "terrain": [
            area("L", [2, -3, 3, 3], wall("fence", [2, -3, 3, 3], 2, "light")),
            area("D", [5, -3, 6, 3], wall("ruin", [5, -3, 6, 3], 6)),
        ],
        "units": [
            unit("A", "red", (0, 0), M=12, r=0.5),
            unit("F", "red", (8, 0)),
        ],
    }
    found = path(given, 10.0, 0.0)
    told = {
        (one.clause, one.params.get("feature", one.params.get("other"))) for one in found.reasons
    }
    assert {("WH-TMV-01", "fence"), ("WH-TMV-02", "ruin"), ("WH-MV-01", "F1")} <= told


def test_a_charge_goes_to_its_target_and_an_advance_reckons_with_a_six() -> None:
    """WH-MV-07, WH-MV-03."""
    given = {"units": [unit("A", "red", (0, 0), M=6), unit("E", "blue", (11, 0))]}
    assert path(given, 8.0, 0.0, kind="charge", targets="E", roll=8).verdict is Permission.ALLOWED
    assert path(given, 8.0, 0.0, kind="charge", targets="E", roll=7).verdict is Permission.REFUSED
    assert path(given, 8.0, 0.0, kind="charge", roll=8).verdict is Permission.REFUSED
    assert path(given, 0.0, 12.0, kind="advance").verdict is Permission.ALLOWED
    assert path(given, 0.0, 12.1, kind="advance").verdict is Permission.REFUSED


@pytest.mark.parametrize("start", [(1.0, 1.0), (0.0, 0.0)])
def test_a_spot_off_the_table_or_taken_is_refused_by_its_clause(start: tuple[float, float]) -> None:
    """WH-MV-01, WH-END-04."""
    given = {"size": [20, 20], "units": [unit("A", "red", start, M=9), unit("F", "red", (5, 5))]}
    off = ask(given, query="reach", unit="A", to=[0.4, 3])
    assert off["refused_by"] == ("WH-MV-01",)
    taken = ask(given, query="reach", unit="A", to=[5, 5.9])
    assert taken["refused_by"] == ("WH-END-04",)


def test_what_every_way_costs_at_least_counts_that_one_may_climb() -> None:
    """WH-VERT-02: round the wall it is longer, over it 5 up and 5 down."""
    given = gap_in_a_wall(0.5)
    state, rules = opened(given)
    model = state.models["A1"]
    mover = mover_of(state, rules, model, Way())
    assert at_least(mover, (14.0, 0.0, 0.0), 500.0) == pytest.approx(18.0)
    on_top = at_least(mover, (14.0, 0.0, 5.0), 500.0)
    assert on_top == pytest.approx(13.0)


def test_a_way_at_a_height_bends_with_the_floor() -> None:
    """WH-VERT-01: from one wing of a block to the other without leaving its top."""
    ring = [[0, 0], [12, 0], [12, 2], [2, 2], [2, 12], [0, 12]]
    block = {"id": "L", "cat": "light", "outline": ring, "top": 3}
    block["surfaces"] = [{"outline": ring, "z": 3}]
    given = {
        "terrain": [{"id": "T", "method": "feature", "outline": ring, "features": [block]}],
        "units": [unit("A", "red", (1, 11, 3), M=17, r=0.5)],
    }
    found = path(given, 11.0, 1.0, height=3)
    assert found.verdict is Permission.ALLOWED
    assert number(found, "climbing") == 0.0
    # The middle may be an inch off the block, so it turns at 3, 3 where the inner corner is 2, 2.
    assert number(found, "distance") == pytest.approx(2 * math.hypot(2, 8))


def test_who_cannot_fly_or_stride_is_refused_outright() -> None:
    """WH-TMV-10, WH-TMV-11."""
    given = {"units": [unit("A", "red", (0, 0), M=6)]}
    for detail, clause in (("fly", "WH-TMV-10"), ("stride", "WH-TMV-11")):
        found = path(given, 3.0, 0.0, **{detail: True})
        assert found.verdict is Permission.REFUSED
        assert found.against[0].clause == clause
