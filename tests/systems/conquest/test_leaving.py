"""Leaving Garrison Terrain (CQ-LEA): what the search finds is legal by another's measure."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.game import Rejection
from defilade.geometry.formations import Formation
from defilade.systems.conquest.actions import Leave
from defilade.systems.conquest.aftermath import as_placement, ways_out
from defilade.systems.conquest.begin import begin
from defilade.systems.conquest.leaving import find, nearest, placed
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.state import State
from tests.systems.conquest.boards import (
    BARN,
    MILL,
    YARD,
    active,
    board,
    ground,
    infantry,
    shape,
    stands,
    table,
)

SLACK = 0.01


def referee(state: State, before: Formation, after: Formation, *, limit: float) -> list[str]:
    """Everything wrong with a way out, by shapely and the words of the seed alone."""
    wrong = []
    footprint = shape(state.terrain["G"])
    gaps = [stand.distance(footprint) for stand in stands(before)]
    if min(gaps) > SLACK:
        wrong.append("no Stand touches the edge")
    if max(gaps) > limit + SLACK:
        wrong.append("a Stand is too far away")
    if before.count > 1 and before.files < 2:
        wrong.append("one Stand in front")
    for name, formation in (("before", before), ("after", after)):
        here = ground(formation)
        if not board(state).buffer(SLACK).contains(here):
            wrong.append(f"off the Battlefield {name}")
        if here.intersection(footprint).area > SLACK:
            wrong.append(f"in the feature {name}")
        for other in state.living():
            if other.formation is None:
                continue
            theirs = ground(other.formation)
            if here.intersection(theirs).area > SLACK:
                wrong.append(f"on {other.id} {name}")
            if other.player != "A" and here.distance(theirs) < 1.0 - SLACK:
                wrong.append(f"within the inch of {other.id} {name}")
    end = ground(after).distance(footprint)
    if not 0.0 < end <= 0.05:
        wrong.append(f"nudged to {end}")
    return wrong


@st.composite
def sieges(draw: st.DrawFn) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A garrison and a few Regiments at random around it, none overlapping the feature."""
    terrain = [{**draw(st.sampled_from([MILL, YARD, BARN])), "occupant": "R"}]
    count = draw(st.integers(1, 6))
    march = draw(st.sampled_from([2, 3, 5]))
    regiments = [infantry("R", stands=count, files=None, location="G", March=march)]
    del regiments[0]["files"]
    for k in range(draw(st.integers(0, 4))):
        x, y = draw(st.sampled_from([(20, 14), (14, 20), (26, 20), (20, 26), (26, 26), (14, 13)]))
        dx, dy = draw(st.floats(-1.5, 1.5)), draw(st.floats(-1.5, 1.5))
        facing = draw(st.sampled_from([0, 30, 90, 200]))
        player = draw(st.sampled_from(["A", "B"]))
        regiments.append(
            infantry(
                f"X{k}",
                stands=2,
                player=player,
                front_centre=[round(x + dx, 2), round(y + dy, 2)],
                facing_deg=facing,
            )
        )
    return terrain, regiments


@given(sieges())
@settings(deadline=None, max_examples=30)
def test_every_placement_found_is_legal_by_an_independent_checker(
    siege: tuple[list[dict[str, Any]], list[dict[str, Any]]],
) -> None:
    """CQ-LEA-02 to CQ-LEA-05, CQ-LEA-09, CQ-LEA-10."""
    state, rules = table(*siege)
    regiment, place = state.regiments["R"], state.terrain["G"]
    search = find(state, rules, regiment, place)
    if search.found is None:
        assert search.tried > 0
        return
    done = placed(state, rules, regiment, place, as_placement(search.found))
    assert not done.reasons
    assert done.after is not None
    limit = 2.0 * regiment.profile.march
    assert referee(state, done.before, done.after, limit=limit) == []


@given(sieges(), st.floats(14.0, 26.0), st.floats(12.0, 28.0), st.integers(0, 23))
@settings(deadline=None, max_examples=60)
def test_a_placement_that_is_allowed_is_legal_by_an_independent_checker(
    siege: tuple[list[dict[str, Any]], list[dict[str, Any]]], x: float, y: float, turn: int
) -> None:
    """Most random placements are refused; none that is not may be wrong."""
    from defilade.systems.conquest.actions import Placement

    state, rules = table(*siege)
    regiment, place = state.regiments["R"], state.terrain["G"]
    wish = Placement((x, y), 15.0 * turn, min(2, regiment.stands))
    done = placed(state, rules, regiment, place, wish)
    if done.after is not None and not done.reasons:
        limit = 2.0 * regiment.profile.march
        assert referee(state, done.before, done.after, limit=limit) == []


def _lane(stands: int, march: int) -> tuple[State, HouseRules]:
    walls = [
        [[6, 6], [17.9, 6], [17.9, 34], [6, 34]],
        [[22.1, 6], [34, 6], [34, 34], [22.1, 34]],
        [[17.9, 22.05], [22.1, 22.05], [22.1, 34], [17.9, 34]],
    ]
    terrain: list[dict[str, Any]] = [{**YARD, "occupant": "R"}]
    terrain += [
        {"id": f"W{k}", "kind": "impassable", "footprint": {"polygon": wall}}
        for k, wall in enumerate(walls)
    ]
    return table(terrain, [infantry("R", stands=stands, location="G", March=march)])


def test_where_only_a_lane_is_open_the_nearest_way_breaks() -> None:
    """CQ-LEA-06, CQ-LEA-07: ten Stands in five rows are 8 inches deep."""
    state, rules = _lane(10, 3)
    regiment, place = state.regiments["R"], state.terrain["G"]
    search = find(state, rules, regiment, place)
    assert search.found is None
    assert search.tried > 10_000
    best = nearest(state, rules, regiment, place)
    assert best.found is not None
    done = placed(state, rules, regiment, place, as_placement(best.found), fallback=True)
    assert not done.reasons
    assert done.broken
    assert done.furthest == pytest.approx(8.0, abs=0.01)
    assert done.after is not None
    assert referee(state, done.before, done.after, limit=8.0) == []


def test_a_fallback_further_than_it_must_be_is_refused() -> None:
    """CQ-LEA-06: as near as possible."""
    state, rules = _lane(4, 1)
    regiment, place = state.regiments["R"], state.terrain["G"]
    from defilade.systems.conquest.actions import Placement

    narrow = placed(state, rules, regiment, place, Placement((20.0, 14.0), 270.0, 2), fallback=True)
    assert [r.clause for r in narrow.reasons] == ["CQ-LEA-08"] or not narrow.reasons
    state, rules = _lane(6, 1)
    regiment, place = state.regiments["R"], state.terrain["G"]
    single = Placement((20.0, 12.0), 270.0, 2)
    assert not placed(state, rules, regiment, place, single, fallback=True).reasons
    off = placed(state, rules, regiment, place, Placement((20.0, 11.0), 270.0, 2), fallback=True)
    assert {"CQ-LEA-02", "CQ-LEA-06"} <= {r.clause for r in off.reasons}


def test_every_way_out_that_is_offered_begins() -> None:
    """CQ-LEA-01, CQ-LEA-11."""
    state, rules = table([{**MILL, "occupant": "R"}], [infantry("R", location="G")])
    ways = ways_out(state, rules, state.regiments["R"])
    assert ways
    for placement in ways:
        begun = begin(active(state, "R"), rules, Leave("R", placement))
        assert not isinstance(begun, Rejection)


def test_a_placement_is_refused_for_everything_that_is_wrong_with_it() -> None:
    """All failed clauses at once, not the first: CQ-LEA-02, CQ-LEA-03, CQ-LEA-04, CQ-LEA-05."""
    from defilade.systems.conquest.actions import Placement

    foe = infantry("E", player="B", front_centre=[4, 12])
    state, rules = table([{**MILL, "occupant": "R"}], [infantry("R", location="G"), foe])
    begun = begin(active(state, "R"), rules, Leave("R", Placement((1.0, 9.0), 0.0, 1)))
    assert isinstance(begun, Rejection)
    found = {reason.clause for reason in begun.reasons}
    assert {"CQ-LEA-02", "CQ-LEA-03", "CQ-LEA-04", "CQ-LEA-05"} <= found
