"""Marching (CQ-MAR): what is allowed keeps its inch all along, by another's measure."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from defilade.systems.conquest.actions import Leg, March, Slide, Wheel
from defilade.systems.conquest.marching import marched, stretch
from tests.systems.conquest.boards import BARN, MILL, YARD, active, ground, infantry, shape, table

legs: st.SearchStrategy[Leg] = st.one_of(
    st.builds(
        Slide,
        st.sampled_from(["ahead", "left", "right", "back"]),
        st.floats(0.1, 6.0).map(lambda n: round(n, 2)),
    ),
    st.builds(
        Wheel,
        st.sampled_from(["left", "right"]),
        st.floats(1.0, 60.0).map(lambda n: round(n, 1)),
    ),
)


@st.composite
def marches(draw: st.DrawFn) -> tuple[list[dict[str, Any]], list[dict[str, Any]], tuple[Leg, ...]]:
    terrain = [draw(st.sampled_from([MILL, YARD, BARN]))]
    x, y = draw(st.sampled_from([(20, 14), (14, 18), (26, 22), (19, 28), (10, 10)]))
    facing = draw(st.sampled_from([0, 45, 90, 180, 270, 300]))
    regiments = [
        infantry("R", front_centre=[x, y], facing_deg=facing, March=draw(st.sampled_from([5, 8]))),
        infantry("E", player="B", front_centre=[27, 12], facing_deg=180),
    ]
    return terrain, regiments, tuple(draw(st.lists(legs, min_size=1, max_size=3)))


BY_THE_MILL = (
    [MILL],
    [
        infantry("R", front_centre=[18.5, 14.7], facing_deg=0, March=8),
        infantry("E", player="B", front_centre=[36, 36], facing_deg=180),
    ],
    (Slide("ahead", 7.0),),
)
"""Starts and ends beyond the inch, and passes within it."""


@given(marches())
@example(BY_THE_MILL)
@settings(deadline=None, max_examples=80)
def test_an_allowed_march_keeps_its_inch_along_the_whole_path(
    given_: tuple[list[dict[str, Any]], list[dict[str, Any]], tuple[Leg, ...]],
) -> None:
    """CQ-MAR-04 to CQ-MAR-07, CQ-MAR-10, CQ-MAR-11."""
    terrain, regiments, path = given_
    state, rules = table(terrain, regiments)
    found = marched(active(state, "R"), rules, March("R", path))
    if found.reasons:
        return
    things = [shape(state.terrain["G"])]
    enemy = state.regiments["E"].formation
    assert enemy is not None
    things.append(ground(enemy))
    for thing in things:
        allowed = min(1.0, ground(found.stretches[0].start).distance(thing)) - 0.01
        for one in found.stretches:
            for k in range(21):
                full = one.leg.degrees if isinstance(one.leg, Wheel) else one.moved
                there = stretch(one.start, one.leg, full * k / 20).end
                assert ground(there).distance(thing) >= allowed


@given(marches())
@settings(deadline=None, max_examples=60)
def test_a_march_costs_no_more_than_its_allowance(
    given_: tuple[list[dict[str, Any]], list[dict[str, Any]], tuple[Leg, ...]],
) -> None:
    """CQ-MAR-01 to CQ-MAR-03."""
    terrain, regiments, path = given_
    state, rules = table(terrain, regiments)
    found = marched(active(state, "R"), rules, March("R", path))
    cost = sum(one.cost for one in found.stretches)
    over = cost > state.regiments["R"].profile.march + 0.001
    cited = {reason.clause for reason in found.reasons}
    assert over is bool(cited & {"CQ-MAR-01", "CQ-MAR-02", "CQ-MAR-03"} - _edge(found))


def _edge(found: Any) -> set[str]:
    """CQ-MAR-01 also holds Regiments on the Battlefield."""
    edge = any(r.code == "off_table" for r in found.reasons)
    far = any(r.code == "too_far" for r in found.reasons)
    return {"CQ-MAR-01"} if edge and not far else set()


@pytest.mark.parametrize("length", [3.5, 4.0, 5.0])
def test_who_seeks_a_feature_and_reaches_it_occupies_it(length: float) -> None:
    """CQ-OCC-05, CQ-MAR-04: never does a March end inside of what it seeks."""
    state, rules = table([MILL], [infantry("R", front_centre=[20, 14])])
    found = marched(active(state, "R"), rules, March("R", (Slide("ahead", length),), seeking="G"))
    assert not found.reasons
    assert found.occupies == "G"
    assert ground(found.end).distance(shape(state.terrain["G"])) < 0.01


def test_who_seeks_a_feature_may_pause_within_the_inch() -> None:
    """CQ-MAR-08."""
    state, rules = table([MILL], [infantry("R", front_centre=[20, 14])])
    found = marched(active(state, "R"), rules, March("R", (Slide("ahead", 3.2),), seeking="G"))
    assert not found.reasons
    assert (found.occupies, found.seeking) == (None, "G")


@given(st.floats(0.1, 9.0), st.integers(-60, 60), st.sampled_from([MILL, YARD, BARN]))
@settings(deadline=None, max_examples=60)
def test_a_march_that_seeks_ends_in_nothing(length: float, turn: int, place: Any) -> None:
    """CQ-MAR-04, CQ-MAR-05."""
    state, rules = table([place], [infantry("R", front_centre=[20, 13], March=9)])
    legs = (Wheel("left" if turn > 0 else "right", abs(turn)), Slide("ahead", round(length, 2)))
    found = marched(active(state, "R"), rules, March("R", legs, seeking="G"))
    if not found.reasons:
        footprint = shape(state.terrain["G"])
        assert all(ground(one.end).intersection(footprint).area < 0.02 for one in found.stretches)


@pytest.mark.parametrize("stands", [11, 12])
def test_who_is_too_many_may_not_seek(stands: int) -> None:
    """CQ-MAR-08, CQ-OCC-02."""
    state, rules = table([MILL], [infantry("R", front_centre=[20, 14], stands=stands)])
    found = marched(active(state, "R"), rules, March("R", (Slide("ahead", 3.2),), seeking="G"))
    assert {reason.clause for reason in found.reasons} == {"CQ-OCC-02"}
