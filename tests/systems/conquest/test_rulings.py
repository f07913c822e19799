"""The five questions: what they answer, and what other readings would."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from enum import Enum
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.dice import Roll, Seeded, play
from defilade.game import Rejection
from defilade.record import Record
from defilade.ruling import Cover, Entry, Firing, Movement, Permission, Question, Reading, Sight
from defilade.systems.conquest.actions import March, Placement, Slide
from defilade.systems.conquest.begin import begin
from defilade.systems.conquest.narrate import changes, opening
from defilade.systems.conquest.options import ArcTest, HouseRules, Obscured
from defilade.systems.conquest.rulings import WAYS, rule, ruled
from defilade.systems.conquest.state import State
from defilade.systems.conquest.steps import Withdrawal
from defilade.systems.conquest.survey import survey
from defilade.systems.conquest.terms import Reroll
from defilade.systems.conquest.turn import ended
from defilade.systems.conquest.wording import WORDING
from defilade.systems.protocol import DetailError
from tests.systems.conquest.boards import MILL, YARD, active, infantry, table

BARN = [[8, 26], [12, 26], [12, 30], [8, 30]]
GUN = {"Volley": 2, "barrage": {"shots": 1, "range": 20}}


def field(**options: Any) -> tuple[State, HouseRules]:
    """Shooters south of a mill that an enemy holds, and an enemy far away beside it."""
    regiments = [
        infantry("R", front_centre=[20, 12], **GUN),
        infantry("In", player="B", location="G"),
        infantry("Far", player="B", front_centre=[32, 27.5], facing_deg=270),
    ]
    return table([{**MILL, "occupant": "In"}], regiments, **options)


def readings(question: Question, **options: Any) -> dict[str, Reading]:
    state, rules = field(**options)
    return {f"{r.option}={r.value}": r for r in rule(question, state, rules).readings}


def test_a_long_volley_tells_what_other_readings_of_obscured_give() -> None:
    """CQ-VOL-11, CQ-VOL-12: 10 Shots, two Stands in full and two with one, come to 5 dice."""
    state, rules = field()
    ruling = rule(Firing("R", "Far"), state, rules)
    assert ruling.number("shots") == 5
    found = readings(Firing("R", "Far"))
    assert found["obscured=hit_on_1"].numbers["shots"] == 10
    assert "obscured_rounding=down" not in found  # an even number halves without a rest


def test_a_reading_taken_by_the_table_is_told_against_the_default() -> None:
    found = readings(Firing("R", "Far"), obscured="hit_on_1")
    assert found["obscured=halve_shots"].numbers["shots"] == 5


def test_a_target_half_in_the_arc_is_unsettled() -> None:
    """CQ-LOS-02."""
    state, rules = field()
    beside = replace(state.regiments["Far"].formation, front=(31.0, 20.0))  # type: ignore[type-var]
    state = state.change("Far", formation=beside)
    ruling = rule(Sight("R", "Far"), state, rules)
    other = rule(Sight("R", "Far"), state, replace(rules, arc_test=ArcTest.WHOLE))
    assert ruling.verdict is not other.verdict
    assert [(r.option, r.value, r.verdict) for r in ruling.readings] == [
        ("arc_test", "whole", other.verdict)
    ]


def test_readings_that_change_nothing_are_not_told() -> None:
    assert readings(Sight("R", "In")) == {}
    assert readings(Entry("R", "G")) == {}
    assert readings(Firing("R", "In", "clash")) == {}


def test_characters_may_be_what_is_too_many() -> None:
    """CQ-OCC-03."""
    regiments = [infantry("R", front_centre=[20, 10], stands=4, character_stands=1)]
    state, rules = table([{**YARD, "capacity": 3}], regiments)
    (reading,) = rule(Entry("R", "G"), state, rules).readings
    assert (reading.option, reading.verdict) == ("character_counts", Permission.ALLOWED)


@pytest.mark.parametrize(
    "question",
    [
        Sight("R", "Nobody"),
        Sight("Nobody", "R"),
        Cover("R", "Nobody"),
        Firing("R", "Nobody"),
        Firing("Nobody", "G"),
        Movement("Nobody"),
        Entry("R", "Nobody"),
        Entry("G", "G"),
    ],
)
def test_a_name_that_is_nobodys_is_no_ruling(question: Question) -> None:
    state, rules = field()
    with pytest.raises(KeyError):
        rule(question, state, rules)


@pytest.mark.parametrize("word", ["occupy", "seeking"])
def test_a_march_to_nowhere_is_no_question(word: str) -> None:
    state, rules = field()
    with pytest.raises(DetailError, match="Nowhere"):
        rule(Movement("R", (), Record(legs="3", **{word: "Nowhere"})), state, rules)


def test_a_question_may_say_what_a_march_seeks() -> None:
    """CQ-MAR-08: within the inch only if it seeks."""
    state, rules = table([MILL], [infantry("R", front_centre=[20, 14])])
    plain = rule(Movement("R", (), Record(legs="3.2")), state, rules)
    seeks = rule(Movement("R", (), Record(legs="3.2", seeking="G")), state, rules)
    assert (plain.verdict, seeks.verdict) == (Permission.REFUSED, Permission.ALLOWED)


def test_who_is_inside_or_dead_enters_nothing_else() -> None:
    """CQ-GAR-05, CQ-REG-01."""
    other = {**YARD, "id": "Yard", "footprint": {"circle": {"centre": [30, 30], "radius": 2}}}
    state, rules = table([{**MILL, "occupant": "R"}, other], [infantry("R", location="G")])
    assert "CQ-GAR-05" in rule(Entry("R", "Yard"), state, rules).clauses
    dead = state.change("R", models=(), location=None)
    assert "CQ-REG-01" in rule(Entry("R", "Yard"), dead, rules).clauses


def test_a_survey_tells_the_odds_of_each_enemy_by_itself() -> None:
    regiments = [
        infantry("R", location="G", stands=5, Clash=2),
        infantry("E1", player="B", front_centre=[20, 17.5]),
        infantry("E2", player="B", front_centre=[20, 22.5], facing_deg=270),
    ]
    state, rules = table([{**MILL, "occupant": "R"}], regiments)
    clashes = [
        v for v in survey("R", state, rules) if v.ruling.question == Firing("R", "E2", "clash")
    ]
    (view,) = clashes
    assert view.prospect is not None
    assert all(m.name.endswith("_E2") for m in view.prospect.measures)


def test_three_players_draw_in_turn() -> None:
    """CQ-TUR-01."""
    regiments = [
        infantry(name, player=name, front_centre=[6 + 10 * k, 10]) for k, name in enumerate("ABC")
    ]
    state, _ = table([], regiments)
    order = []
    for name in "ABC":
        state = ended(active(state, name))
        order.append(state.next_player)
    assert order == ["B", "C", "A"]


def test_a_withdraw_is_a_resolve_test_that_may_be_thrown_again() -> None:
    """CQ-WIT-05, CQ-DIC-03."""
    state, _ = field()
    regiment = state.regiments["In"]
    profile = replace(regiment.profile, rerolls=(Reroll.RESOLVE,))
    asked = Withdrawal(3, 4, replace(regiment, profile=profile)).ask()
    assert isinstance(asked, Roll)
    assert asked.again == (4, 5, 6)
    assert Withdrawal(3, 4, regiment).ask().again == ()


def test_who_breaks_by_leaving_is_told_so() -> None:
    """CQ-LEA-06 against CQ-BRK-01."""
    state, _ = field()
    left = state.change("In", broken=True)
    assert [e.clause for e in changes(state, left)] == ["CQ-LEA-06"]
    lost = state.change("In", broken=True, models=(4, 4))
    assert [e.clause for e in changes(state, lost) if e.code == "broken"] == ["CQ-BRK-01"]


def test_a_placement_is_said_as_it_is_written() -> None:
    assert str(Placement((23.0, 17.5), 270.0, 2)) == "at 23, 17.5 facing 270 files 2"


def test_every_value_of_an_option_is_told_once() -> None:
    state, rules = field(obscured=Obscured.HALVE_SHOTS.value)
    told = [(r.option, r.value) for r in rule(Firing("R", "Far"), state, rules).readings]
    assert len(told) == len(set(told))


QUESTIONS: tuple[Question, ...] = (
    *(Firing(by, at, way) for by, at in permutations(("R", "In", "Far"), 2) for way in WAYS),
    *(Sight(by, at) for by, at in permutations(("R", "In", "Far"), 2)),
    *(Cover(by, at) for by, at in permutations(("R", "In", "Far"), 2)),
    *(Movement(name, (), Record(legs=legs)) for name in ("R", "Far") for legs in ("5", "left 2")),
    *(Movement("R", (), Record(legs="4.7", seeking=place)) for place in ("G", "Barn")),
    *(Entry(name, place) for name in ("R", "In", "Far") for place in ("G", "Barn")),
)


@given(
    st.floats(14.0, 26.0).map(lambda n: round(n, 1)),
    st.floats(10.0, 17.5).map(lambda n: round(n, 1)),
    st.tuples(st.sampled_from([(32, 27.5), (31, 20), (20, 27), (10, 22)]), st.booleans()),
    st.fixed_dictionaries({"obscured_allows_volley": st.booleans()}),
)
@settings(deadline=None, max_examples=20 if os.environ.get("DEFILADE_NIGHTLY") else 2)
def test_every_reading_that_changes_the_verdict_is_told(
    x: float, y: float, far: tuple[tuple[float, float], bool], options: dict[str, Any]
) -> None:
    """By trying every other value of every option."""
    (far_x, far_y), broken = far
    regiments = [
        infantry("R", front_centre=[x, y], broken=broken, character_stands=1, **GUN),
        infantry("In", player="B", location="G", **GUN),
        infantry("Far", player="B", front_centre=[far_x, far_y], facing_deg=250, **GUN),
    ]
    barn = {**YARD, "id": "Barn", "capacity": 3, "footprint": {"polygon": BARN}}
    state, rules = table([{**MILL, "occupant": "In"}, barn], regiments, **options)
    for question in QUESTIONS:
        ruling = rule(question, state, rules)
        told = {(r.option, r.value): (r.verdict, r.numbers) for r in ruling.readings}
        for option in fields(HouseRules):
            now = getattr(rules, option.name)
            flipped = [not now] if isinstance(now, bool) else []
            for value in list(type(now)) if isinstance(now, Enum) else flipped:
                changed: dict[str, Any] = {option.name: value}
                other = ruled(question, state, replace(rules, **changed))
                if other.verdict is not ruling.verdict:
                    given_ = told[option.name, str(value).lower()]
                    assert given_ == (other.verdict, other.numbers)


def test_who_is_too_many_is_told_why_it_halts() -> None:
    """CQ-OCC-09."""
    state, rules = table([MILL], [infantry("R", front_centre=[20, 14], stands=12)])
    action = March("R", (Slide("ahead", None),), "G")
    begun = begin(active(state, "R"), rules, action)
    assert not isinstance(begun, Rejection)
    after, _ = play(begun, Seeded("q"))
    assert [e.code for e in opening(state, action, after)] == ["marched", "halted"]


def test_a_hair_within_the_inch_is_told_as_one() -> None:
    """CQ-MAR-06."""
    state, rules = table([MILL], [infantry("R", front_centre=[20, 14])])
    ruling = rule(Movement("R", (), Record(legs="2.502")), state, rules)
    (reason,) = ruling.against
    assert WORDING.reason(reason).endswith('0.002" short of the inch')
