"""Charging (CQ-CHG): where it ends, by another's measure, and the least turn by brute force."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.formations import wheeled
from defilade.systems.conquest.actions import Charge
from defilade.systems.conquest.charging import charged
from tests.systems.conquest.boards import BARN, MILL, YARD, active, ground, infantry, shape, table

places = st.sampled_from([MILL, YARD, BARN])


@given(places, st.floats(14.0, 26.0), st.sampled_from([60, 75, 90, 105, 120]), st.integers(1, 4))
@settings(deadline=None, max_examples=80)
def test_a_charge_ends_in_contact_and_in_nothing(
    place: dict[str, object], x: float, facing: int, files: int
) -> None:
    """CQ-CHG-06, CQ-CHG-08, CQ-CHG-09."""
    regiments = [
        infantry("R", front_centre=[round(x, 2), 9], facing_deg=facing, stands=files, files=files),
        infantry("E", player="B", location="G"),
    ]
    state, rules = table([{**place, "occupant": "E"}], regiments)
    found = charged(active(state, "R"), rules, Charge("R", "G"))
    if found.end is None or found.meets is None:
        return
    footprint = shape(state.terrain["G"])
    here = ground(found.end)
    assert here.distance(footprint) < 0.01
    assert here.intersection(footprint).area < 0.02
    assert found.contact is not None
    for k in range(21):
        between = wheeled(found.meets, found.contact, found.turn * k / 20)
        assert ground(between).intersection(footprint).area < 0.02


@given(st.floats(18.6, 21.4), st.integers(20, 70))
@settings(deadline=None, max_examples=40)
def test_at_a_corner_it_turns_onto_the_nearer_side(x: float, tilt: int) -> None:
    """CQ-CHG-09: a square stood on its corner; its right side rises by `tilt` degrees."""
    angle = math.radians(tilt)
    corner = (20.0, 17.0)
    right = (corner[0] + 4 * math.cos(angle), corner[1] + 4 * math.sin(angle))
    left = (corner[0] - 4 * math.sin(angle), corner[1] + 4 * math.cos(angle))
    top = (right[0] + left[0] - corner[0], right[1] + left[1] - corner[1])
    footprint = {"polygon": [list(p) for p in (corner, right, top, left)]}
    regiments = [
        infantry("R", front_centre=[round(x, 2), 10], stands=3, files=3),
        infantry("E", player="B", location="G"),
    ]
    state, rules = table([{**YARD, "footprint": footprint, "occupant": "E"}], regiments)
    found = charged(active(state, "R"), rules, Charge("R", "G", 0.0))
    wanted = -tilt if tilt <= 45 else 90 - tilt
    if tilt == 45:
        assert abs(found.turn) == 45 or abs(abs(found.turn) - 45) < 0.01
    else:
        assert abs(found.turn - wanted) < 0.01


def test_the_turn_stops_where_another_regiment_would_be_entered() -> None:
    """CQ-CHG-09: the corner that swings out meets a friend that stands beside."""
    footprint = {"polygon": [[20, 17], [23.46, 19], [21.46, 22.46], [18, 20.46]]}
    friend = infantry("F", front_centre=[24.1, 17.3], stands=1, files=1, starting_stands=1)
    regiments = [
        infantry("R", front_centre=[20, 10], stands=6, files=3),
        infantry("E", player="B", location="G"),
    ]
    terrain = [{**YARD, "footprint": footprint, "occupant": "E"}]
    state, rules = table(terrain, regiments)
    alone = charged(active(state, "R"), rules, Charge("R", "G", 0.0))
    state, rules = table(terrain, [*regiments, friend])
    beside = charged(active(state, "R"), rules, Charge("R", "G", 0.0))
    assert abs(alone.turn + 30.0) < 0.1
    assert -30.0 < beside.turn < 0.0
    assert beside.end is not None
    other = state.regiments["F"].formation
    assert other is not None
    assert ground(beside.end).intersection(ground(other)).area < 0.01
    assert ground(beside.end).distance(ground(other)) < 0.01
