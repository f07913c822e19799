"""What other values of house rules would make of a ruling."""

from dataclasses import fields, replace
from enum import Enum
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.ruling import (
    Cover,
    Covered,
    Entry,
    Firing,
    Movement,
    Permission,
    Question,
    Reading,
    Sight,
    Visible,
)
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.options import HouseRules, LosEdge, LosHill
from defilade.systems.greatwar.rulings import rule, ruled
from defilade.systems.greatwar.state import State
from defilade.table import Table
from defilade.testing.battles import opened_example
from tests.systems.greatwar.boards import ready, table

_, TABLE = opened_example(SYSTEM)
UNITS = sorted(TABLE.state.units)
HEXES = sorted(TABLE.state.sites)


def readings(of: Table[State], question: Question, **options: Any) -> list[tuple[str, ...]]:
    """Option, value and verdict of each reading."""
    found = SYSTEM.rule(question, replace(of, options=replace(of.options, **options)))
    return [(r.option, r.value, str(r.verdict)) for r in found.readings]


def test_blockers_left_and_right_of_a_line_along_edges_may_have_to_share_one() -> None:
    """GW-LOS-03."""
    assert SYSTEM.rule(Sight("I3", "I5"), TABLE).verdict is Visible.NO
    assert readings(TABLE, Sight("I3", "I5")) == [("los_edge", "same_edge", "fully")]
    agreed = readings(TABLE, Sight("I3", "I5"), los_edge=LosEdge.SAME_EDGE)
    assert agreed == [("los_edge", "either_edge", "no")]


def test_a_corner_that_touches_a_line_may_be_agreed_to_close_it() -> None:
    """GW-LOS-04."""
    assert SYSTEM.rule(Sight("I3", "I9"), TABLE).verdict is Visible.FULLY
    assert readings(TABLE, Sight("I3", "I9")) == [("los_corner_touch_blocks", "true", "no")]
    agreed = readings(TABLE, Sight("I3", "I9"), los_corner_touch_blocks=True)
    assert agreed == [("los_corner_touch_blocks", "false", "fully")]


def test_a_hill_blocks_beyond_it_or_does_not() -> None:
    """GW-LOS-07."""
    of = ready(table(".^I1 H . .vI2\n  . . . .\n"))
    assert readings(of, Sight("I1", "I2")) == [("los_hill", "none", "fully")]
    assert readings(of, Firing("I1", "I2")) == [("los_hill", "none", "allowed")]
    assert readings(of, Sight("I1", "I2"), los_hill=LosHill.NONE) == [("los_hill", "plateau", "no")]


def test_what_is_refused_for_more_has_no_readings() -> None:
    """GW-LOS-06: out of range, whatever hills do."""
    of = ready(table(".^I1 H . . . .vI2\n  . . . . . .\n"))
    assert "out_of_range" in {r.code for r in SYSTEM.rule(Firing("I1", "I2"), of).against}
    assert readings(of, Firing("I1", "I2")) == []


def test_a_hill_may_protect_only_from_below() -> None:
    """GW-TER-05."""
    of = ready(table("HvI1 . H^I2\n  . . .\n"))
    (reading,) = SYSTEM.rule(Cover("I2", "I1"), of).readings
    assert reading.option == "hill_ranged_only_from_below"
    assert (reading.verdict, reading.numbers["S"]) == (Covered.NO, 0)


def test_a_plain_question_has_one_answer() -> None:
    of = ready(table(".^I1 . .vI2\n  . . .\n"))
    for question in (Sight("I1", "I2"), Cover("I1", "I2"), Firing("I1", "I2"), Movement("I1")):
        assert SYSTEM.rule(question, of).readings == ()


def test_soldiers_in_close_combat_with_a_tank_keep_flags_or_lose_them() -> None:
    """GW-FLAG-06."""
    of = ready(table("TvI1 .^AV1\n  . . .\n"))
    for taken in (True, False):
        found = readings(of, Cover("AV1", "I1"), tank_tankschreck=taken)
        assert ("tank_tankschreck", str(not taken).lower(), "yes") in found


@st.composite
def tables(draw: st.DrawFn) -> tuple[State, HouseRules]:
    """The shipped battle with a few units elsewhere and some house rules changed."""
    state, changed = TABLE.state, {}
    for name in draw(st.lists(st.sampled_from(UNITS), max_size=6, unique=True)):
        here, began = draw(st.sampled_from(HEXES)), draw(st.none() | st.sampled_from(HEXES))
        if state.unit_at(here) is None:
            state = state.change(name, at=here, came_from=began)
    for option in fields(HouseRules):
        value = getattr(HouseRules(), option.name)
        if isinstance(value, bool | Enum) and draw(st.integers(0, 3)) == 0:
            changed[option.name] = draw(st.sampled_from(values(value)))
    return state, HouseRules(**changed)


def values(value: object) -> list[Any]:
    """Every value of an option that has an end of them."""
    match value:
        case bool():
            return [True, False]
        case Enum():
            return list(type(value))
        case _:
            return [value]


@st.composite
def questions(draw: st.DrawFn) -> Question:
    by, other = draw(st.permutations(UNITS))[:2]
    kind = draw(st.integers(0, 4))
    if kind == 0:
        path = draw(st.lists(st.sampled_from(HEXES), max_size=2))
        return Movement(by, tuple((float(here.q), float(here.r)) for here in path))
    if kind == 1:
        board = TABLE.state.field.board
        assert board is not None
        return Entry(by, board.name(draw(st.sampled_from(HEXES))))
    return (Sight, Cover, Firing)[kind - 2](by, other)


@given(tables(), st.lists(questions(), min_size=4, max_size=4))
@settings(deadline=None, max_examples=40)
def test_readings_are_what_all_other_values_of_all_options_change(
    of: tuple[State, HouseRules], asked: list[Question]
) -> None:
    state, rules = of
    for question in asked:
        ruling = rule(state, rules, question)
        assert replace(ruling, readings=()) == ruled(state, rules, question)
        expected = set()
        for option in fields(HouseRules):
            now = getattr(rules, option.name)
            for value in values(now):
                changed: dict[str, Any] = {option.name: value}
                other = ruled(state, replace(rules, **changed), question)
                if (other.verdict, other.numbers) == (ruling.verdict, ruling.numbers):
                    continue
                if not other.verdict is ruling.verdict is Permission.REFUSED:
                    told = str(value).lower()
                    expected.add(Reading(option.name, told, other.verdict, other.numbers))
        assert set(ruling.readings) == expected
        assert len(ruling.readings) == len(expected)
