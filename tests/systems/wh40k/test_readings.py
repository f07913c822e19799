"""What other values of house rules would make of a ruling, asked for by themselves."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from enum import Enum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.formats.battle import read_battle
from defilade.frozen import FrozenMap
from defilade.record import Record
from defilade.ruling import (
    Cover,
    Entry,
    Firing,
    Movement,
    Permission,
    Question,
    Reading,
    Sight,
    Visible,
)
from defilade.systems.protocol import ReadingsApart
from defilade.systems.readings import ruled_in_full
from defilade.systems.wh40k.options import AreaTouch, DistanceIn, HouseRules, SolidGap
from defilade.systems.wh40k.readings import readings_of
from defilade.systems.wh40k.rulings import rule
from defilade.systems.wh40k.state import State
from defilade.systems.wh40k.system import SYSTEM
from defilade.table import Draft, Table
from defilade.testing.battles import opened_example

_, TABLE = opened_example(SYSTEM)
UNITS = sorted(TABLE.state.units)

TWO_ROOMS = """
system: wh40k
size: [36, 24]
turn: 3
sides: [red, blue]
datasheets:
  Trooper: {kw: [INFANTRY], base_mm: 25.4, h: 2.2}
  Flyer: {kw: [INFANTRY], base_mm: 25.4, h: 2.2, weapons: {Torch: {R: 30, A: 1, S: 4, AP: 0, D: 1,
    abilities: [TORRENT]}}}
  Slim: {kw: [INFANTRY], base_mm: 25.3, h: 2.2}
  Giant: {kw: [MONSTER], base_mm: 25.4, h: 2.2, M: 40}
  Machine: {kw: [VEHICLE, MOBILE], base_mm: 25.4, h: 2.2, M: 40}
terrain:
  Wall:
    method: feature
    features:
      wall: {cat: dense, rect: [14, 0, 15, 24], top: 9, gaps: [{y: [11, 13], z: [1, 4.5]}],
        surfaces: [{rect: [14, 0, 15, 24], z: 9}]}
units:
  A: {side: blue, sheet: Flyer, models: {A1: {at: [12, 12], z: 0}}}
  B: {side: blue, sheet: Slim, models: {B1: {at: [9, 12]}}}
  C: {side: red, sheet: Trooper, models: {C1: {at: [6, 12]}}}
  D: {side: red, sheet: Trooper, models: {D1: {at: [%s, 12], z: 0}}}
  Giant: {side: red, sheet: Giant, models: {G1: {at: [15.6, 5]}}}
  Machine: {side: blue, sheet: Machine, models: {M1: {at: [15.6, 20]}}}
"""


def two_rooms(where: float, **options: Any) -> Table[State]:
    """A long wall with a window from 1 to 4.5 inches; three models in a row on one side of it."""
    draft = read_battle(TWO_ROOMS % where, "test", {"wh40k": SYSTEM})
    assert isinstance(draft, Draft)
    table = SYSTEM.check(draft)
    assert isinstance(table, Table), table
    return replace(table, options=replace(table.options, **options))


def readings(question: Question, table: Table[Any], **options: Any) -> dict[str, Reading]:
    table = replace(table, options=replace(table.options, **options))
    found = ruled_in_full(question, table, SYSTEM)
    return {f"{r.option}={r.value}": r for r in found.readings}


def test_rulings_leave_readings_out_until_they_are_asked_for() -> None:
    assert isinstance(SYSTEM, ReadingsApart)
    question = Sight("Gunners", "Raiders")
    ruling = SYSTEM.rule(question, TABLE)
    assert ruling.readings == ()
    assert all(view.ruling.readings == () for view in SYSTEM.brief("Gunners", TABLE))
    full = ruled_in_full(question, TABLE, SYSTEM)
    assert full.readings
    assert replace(full, readings=()) == ruling


def test_distances_may_be_measured_in_plan() -> None:
    """WH-MEAS-05: the gunners are on a floor three inches up."""
    ruling = SYSTEM.rule(Sight("Gunners", "Raiders"), TABLE)
    plan = readings(Sight("Gunners", "Raiders"), TABLE)["distance=plan"]
    assert float(str(plan.numbers["distance"])) < float(str(ruling.number("distance")))
    back = readings(Sight("Gunners", "Raiders"), TABLE, distance=DistanceIn.PLAN)
    assert back["distance=3d"].numbers["distance"] == ruling.number("distance")


def test_solid_features_may_shorten_detection_or_not() -> None:
    """WH-HID-07."""
    ruling = SYSTEM.rule(Sight("Raiders", "Gunners"), TABLE)
    without = readings(Sight("Raiders", "Gunners"), TABLE)["gone_to_ground=false"]
    assert int(str(without.numbers["seen"])) > int(str(ruling.number("seen")))


def test_a_gap_across_the_solid_height_is_judged_by_point_or_whole() -> None:
    """WH-SOL-03: above three inches the window is open, unless it is shut whole."""
    table = two_rooms(15.5)
    raised = {name: replace(one, z=2.0) for name, one in table.state.models.items()}
    table = table.with_state(replace(table.state, models=FrozenMap(raised)))
    assert SYSTEM.rule(Sight("A", "D"), table).verdict is not Visible.NO
    assert readings(Sight("A", "D"), table)["solid_gap=whole_gap"].verdict is Visible.NO
    whole = readings(Sight("A", "D"), table, solid_gap=SolidGap.WHOLE_GAP)
    assert whole["solid_gap=by_point"].verdict is not Visible.NO


def test_a_base_that_touches_an_area_is_within_it_or_not() -> None:
    """WH-MEAS-06."""
    touches = two_rooms(15.5)
    assert readings(Entry("D", "Wall"), touches)["area_touch=out"].numbers["within"] == 0
    out = readings(Entry("D", "Wall"), touches, area_touch=AreaTouch.OUT)
    assert out["area_touch=in"].numbers["within"] == 1
    assert readings(Entry("D", "Wall"), two_rooms(15.6)) == {}


def test_models_of_third_units_block_a_line_as_wide_as_they_are() -> None:
    """WH-VIS-02, WH-VIS-01."""
    table = two_rooms(18)
    assert SYSTEM.rule(Sight("A", "C"), table).verdict is Visible.NO
    found = {name: one.verdict for name, one in readings(Sight("A", "C"), table).items()}
    assert found.pop("models_block=false") is Visible.FULLY
    assert found == {"los_width_mm=0": Visible.PARTLY}
    thin = readings(Sight("A", "C"), table, los_width_mm=0.0)
    assert thin["los_width_mm=1"].verdict is Visible.NO


OVER = {"Giant": "up 9 to 13.4 5 down 9", "Machine": "up 9 to 13.4 20 down 9"}
ONTO = "up 9 to 14.5 5"


def test_what_climbs_may_be_agreed_otherwise() -> None:
    """WH-TMV-06, WH-TMV-07, WH-TMV-08."""
    table = two_rooms(18)
    over = {name: Movement(name, (), Record(legs=legs)) for name, legs in OVER.items()}
    found = readings(over["Giant"], table)
    assert found["monster_climbs_dense=false"].verdict is Permission.REFUSED
    found = readings(over["Machine"], table)
    assert found["mobile_vertical=none"].verdict is Permission.REFUSED
    onto = Movement("Giant", (), Record(legs=ONTO))
    assert SYSTEM.rule(onto, table).verdict is Permission.REFUSED
    assert readings(onto, table)["climber_ends_on_dense=by_keyword"].verdict is Permission.ALLOWED


def test_ways_and_ground_are_not_looked_for_again() -> None:
    for word in ("reach", "shortest"):
        question = Movement("Walker", ((10.0, 20.0),), Record(**{word: True}))
        assert readings(question, TABLE) == {}


@pytest.mark.parametrize("question", [Sight("Nobody", "Raiders"), Entry("Gunners", "Nowhere")])
def test_who_is_nobody_has_no_readings(question: Question) -> None:
    with pytest.raises(KeyError):
        ruled_in_full(question, TABLE, SYSTEM)


LISTED = {"los_width_mm": (1.0, 0.0)}


def values(name: str, value: object) -> tuple[Any, ...]:
    """Every value of an option; of numbers those of the ledger."""
    match value:
        case bool():
            return (True, False)
        case Enum():
            return tuple(type(value))
        case _:
            return LISTED.get(name, (value,))


@st.composite
def tables(draw: st.DrawFn) -> tuple[State, HouseRules]:
    """The shipped battle, or the one of two rooms, with some of it pushed and other rules."""
    state: State = draw(st.sampled_from([TABLE.state, two_rooms(18).state]))
    for unit in draw(st.lists(st.sampled_from(sorted(state.units)), max_size=2, unique=True)):
        x, y = draw(st.integers(-6, 6)), draw(st.integers(-6, 6))
        models = state.models
        for one in state.alive(unit):
            there = (one.at[0] + x / 2, one.at[1] + y / 2)
            models = models.put(one.id, replace(one, at=there))
        state = replace(state, models=models)
    changed = {}
    for option in fields(HouseRules):
        if draw(st.integers(0, 5)) == 0:
            now = getattr(HouseRules(), option.name)
            changed[option.name] = draw(st.sampled_from(values(option.name, now)))
    return state, HouseRules(**changed)


@st.composite
def questions(draw: st.DrawFn, state: State) -> Question:
    by = draw(st.sampled_from(sorted(state.units)))
    at = draw(st.sampled_from(state.enemies_of(state.units[by].side)))
    model = state.alive(by)[0]
    up = draw(st.sampled_from(["", "up 3 ", "up 9 "]))
    to = f"to {model.at[0] + draw(st.integers(-5, 5))} {model.at[1] + draw(st.integers(-5, 5))}"
    known = [OVER[by], ONTO] if by in OVER else [up + to]
    snap = Record(shooting="snap")
    weapon = draw(st.sampled_from(model.weapons or ("none",)))
    asked: list[Question] = [
        Sight(by, at),
        Cover(by, at),
        Firing(by, at),
        Firing(by, at, weapon, snap),
        Entry(by, draw(st.sampled_from(sorted(state.areas)))),
        Movement(model.id, (), Record(legs=draw(st.sampled_from(known)))),
    ]
    return draw(st.sampled_from(asked))


@given(tables(), st.data())
@settings(deadline=None, max_examples=60 if os.environ.get("DEFILADE_NIGHTLY") else 6)
def test_readings_are_what_all_other_values_of_all_options_change(
    of: tuple[State, HouseRules], data: st.DataObject
) -> None:
    state, rules = of
    question = data.draw(questions(state))
    ruling = rule(question, state, rules)
    expected = set()
    for option in fields(HouseRules):
        now = getattr(rules, option.name)
        for value in values(option.name, now):
            changed: dict[str, Any] = {option.name: value}
            other = rule(question, state, replace(rules, **changed))
            if (other.verdict, other.numbers) == (ruling.verdict, ruling.numbers):
                continue
            if not other.verdict is ruling.verdict is Permission.REFUSED:
                told = f"{value:g}" if isinstance(value, float) else str(value).lower()
                expected.add(Reading(option.name, told, other.verdict, other.numbers))
    assert set(readings_of(ruling, state, rules)) == expected
