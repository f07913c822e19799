"""Reachable ground: every spot in it can be reached, and nothing outside it by more than a hair."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point

from defilade.record import Record
from defilade.ruling import Mark, Movement, Outline, Permission, Ruling
from defilade.systems.wh40k.plans import plan_for
from defilade.systems.wh40k.reach import Ground, reach
from defilade.systems.wh40k.rulings_moves import movement
from tests.systems.wh40k.benches import area, unit, wall
from tests.systems.wh40k.test_paths import foes, opened, path, table, walls

HAIR = 0.12
"""How much smaller than the truth ground may be drawn: curves with corners, spots for climbs."""

near = st.tuples(st.sampled_from(["INFANTRY", "VEHICLE", "MONSTER"]), st.sampled_from([0.5, 1.0]))


def grounds(given: dict[str, Any], **detail: Any) -> tuple[Ground, ...]:
    """What model A1 can reach."""
    state, rules = opened(given)
    plan = plan_for(Movement("A", (), Record(**detail)), state)
    return reach(state, rules, plan, state.models["A1"])


def asked(given: dict[str, Any], **detail: Any) -> Ruling:
    state, rules = opened(given)
    return movement(Movement("A", (), Record(reach=True, **detail)), state, rules)


@settings(max_examples=10)
@given(walls, foes, near, st.sampled_from(["normal", "advance"]))
def test_ground_is_what_paths_lead_to(drawn: Any, enemies: Any, mover: Any, kind: str) -> None:
    """WH-MV-01, WH-MV-03, WH-ENG-01, WH-END-04: spot by spot the ruling on paths agrees."""
    given = table(drawn, enemies, (*mover, 8))
    given["units"][0]["models"][0]["at"] = (-5.0, 0.0)
    start = path(given, -5.0, 0.0, kind=kind)
    if start.verdict is not Permission.ALLOWED:
        return
    (ground, *_) = grounds(given, kind=kind, roll=2)
    limit = 8 + (2 if kind == "advance" else 0)
    for k in range(14):
        away, turn = limit * math.sqrt((k + 1) / 14) * 1.02, 2.4 * k
        spot = Point(-5 + away * math.cos(turn), away * math.sin(turn))
        verdict = path(given, spot.x, spot.y, kind=kind, roll=2).verdict
        if ground.may_end.buffer(-1e-6).contains(spot):
            assert verdict is Permission.ALLOWED
        elif not ground.may_end.buffer(HAIR).contains(spot):
            assert verdict is not Permission.ALLOWED


def test_open_ground_is_a_disc_cut_by_the_table_and_by_enemies() -> None:
    """WH-MV-01, WH-ENG-01: an inch of base, two of engagement, and the table's edge."""
    given = {"size": [40, 40], "units": [unit("A", "red", (20, 20), M=6)]}
    (open_ground,) = grounds(given)
    assert open_ground.may_end.area == pytest.approx(math.pi * 36, rel=0.01)
    assert open_ground.may_cross.area == pytest.approx(0.0, abs=1e-9)
    given["units"][0]["models"][0]["at"] = (0.5, 20)
    (edge,) = grounds(given)
    assert edge.may_end.area == pytest.approx(math.pi * 18, rel=0.01)
    given["units"].append(unit("E", "blue", (0.5, 26)))
    (beside,) = grounds(given)
    assert not beside.may_end.contains(Point(0.6, 23.1))
    assert beside.may_end.contains(Point(0.6, 22.9))
    assert beside.may_cross.contains(Point(0.6, 23.1))


def test_walls_are_crossed_on_foot_and_not_ended_in() -> None:
    """WH-TMV-02, WH-END-04; WH-TMV-04 for others, who go round."""
    given = {
        "terrain": [area("T", [3, -4, 3.5, 4], wall("W", [3, -4, 3.5, 4], 5))],
        "units": [unit("A", "red", (0, 0), M=8)],
    }
    (foot,) = grounds(given)
    assert foot.may_cross.contains(Point(3.25, 0))
    assert not foot.may_end.contains(Point(3.25, 0))
    assert foot.may_end.contains(Point(4.1, 0))
    given["units"] = [unit("A", "red", (0, 0), kw="VEHICLE", M=8)]
    (round_it,) = grounds(given)
    assert not round_it.may_cross.intersects(Point(3.25, 0))
    assert not round_it.may_end.intersects(Point(4.1, 0))
    assert round_it.may_end.intersects(Point(4.1, 4.6))


def test_floors_are_ground_of_their_own_height() -> None:
    """WH-VERT-02, WH-END-02, WH-END-03: up counts, and the base may not overhang."""
    box = wall("box", [2, -3, 8, 3], 3, surfaces=[{"rect": [2, -3, 8, 3], "z": 3}])
    given = {"terrain": [area("T", [2, -3, 8, 3], box)], "units": [unit("A", "red", (0, 0), M=7)]}
    low, high = grounds(given)
    assert (low.z, high.z) == (0.0, 3.0)
    assert high.may_end.contains(Point(3.9, 0))
    assert not high.may_end.contains(Point(4.1, 0))
    assert not high.may_end.contains(Point(2.4, 0))
    assert high.may_cross.contains(Point(2.4, 0))
    given["units"] = [unit("A", "red", (0, 0), kw="VEHICLE", M=7)]
    assert [one.z for one in grounds(given)] == [0.0]


def test_whoever_climbs_over_comes_down_with_what_is_left() -> None:
    """WH-TMV-05, WH-VERT-02."""
    given = {
        "terrain": [area("T", [2, -30, 2.5, 30], wall("W", [2, -30, 2.5, 30], 3))],
        "units": [unit("A", "red", (0, 0), kw="VEHICLE", M=11)],
    }
    (ground,) = grounds(given)
    assert ground.may_end.intersects(Point(4.9, 0))
    assert not ground.may_end.intersects(Point(5.1, 0))
    given["units"] = [unit("A", "red", (0, 0), kw="VEHICLE", M=8)]
    (short,) = grounds(given)
    assert not short.may_end.intersects(Point(3.2, 0))


def test_a_charge_ends_engaged_with_its_targets_and_nobody_else() -> None:
    """WH-MV-07."""
    given = {
        "units": [
            unit("A", "red", (0, 0), M=6),
            unit("E", "blue", (7, 0)),
            unit("F", "blue", (7, 5)),
        ]
    }
    (ground,) = grounds(given, kind="charge", roll=6, targets="E")
    assert ground.may_end.contains(Point(5, 0))
    assert not ground.may_end.contains(Point(3, 0))
    assert not ground.may_end.contains(Point(5, 3))
    (either,) = grounds(given, kind="charge", roll=6)
    assert either.may_end.contains(Point(5, 3))


def test_falling_back_leaves_engagement_and_flight_passes_all() -> None:
    """WH-MV-04, WH-TMV-10."""
    enemy = unit("E", "blue", (2.5, 0))
    given = {"units": [unit("A", "red", (0, 0), M=6), enemy]}
    back = asked(given)
    assert (back.verdict, back.numbers["kind"]) == (Permission.ALLOWED, "fall_back")
    (ground,) = grounds(given)
    assert ground.may_end.intersects(Point(5.55, 0))  # round the enemy: 5.9 inches
    assert not ground.may_end.intersects(Point(5.65, 0))
    given["units"][0] = unit("A", "red", (0, 0), kw="INFANTRY FLY", M=8)
    (flown,) = grounds(given, fly=True)
    assert flown.may_end.intersects(Point(5.9, 0))
    assert not flown.may_end.intersects(Point(6.1, 0))
    stuck = asked(given, kind="normal")
    assert stuck.verdict is Permission.REFUSED
    assert "engaged_before" in [reason.code for reason in stuck.against]


def test_a_units_ground_is_that_of_all_its_models() -> None:
    """WH-MV-01: mates make room for each other."""
    given = {"units": [unit("A", "red", (0, 0), (1.5, 0), M=6)]}
    found = asked(given)
    assert found.numbers["models"] == 2
    area_of_two = found.numbers["may_end"]
    assert isinstance(area_of_two, float)
    assert area_of_two > 0.99 * (math.pi * 36 + 1.5 * 12) * 0.99
    ends = [fact for fact in found.facts if fact.code == "may_end"]
    assert ends
    assert all(isinstance(fact.shape, Outline) and fact.mark is Mark.CLEAR for fact in ends)


def test_who_stands_on_dense_ground_may_stay_there_but_not_come_back_to_it() -> None:
    """WH-TMV-07: a MONSTER ends on a dense floor that it did not climb."""
    box = wall("box", [2, -3, 8, 3], 3, surfaces=[{"rect": [2, -3, 8, 3], "z": 3}])
    given = {
        "terrain": [area("T", [2, -3, 8, 3], box)],
        "units": [unit("A", "red", (3, 0, 3), kw="MONSTER", M=5)],
    }
    low, high = grounds(given)
    assert (low.z, high.z) == (0.0, 3.0)
    assert high.may_end.contains(Point(7, 0))
    assert not high.may_end.contains(Point(7.6, 0))
    assert low.may_end.contains(Point(1.1, 0))
    given["units"] = [unit("A", "red", (0, 0), kw="MONSTER", M=12)]
    assert all(one.may_end.is_empty for one in grounds(given) if one.z > 0)
