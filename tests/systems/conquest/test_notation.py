"""Actions are read as they are written, whatever is in them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.frozen import FrozenMap
from defilade.game import Ambiguous, NotUnderstood
from defilade.systems.conquest.actions import (
    Action,
    Activate,
    Charge,
    Clash,
    End,
    Inspire,
    Leave,
    March,
    NextTurn,
    Placement,
    Rally,
    Reform,
    Slide,
    Suffer,
    TakeAim,
    Volley,
    Wheel,
    Withdraw,
    write_action,
)
from defilade.systems.conquest.battle import Battle, RegimentLine
from defilade.systems.conquest.checks import faults_of
from defilade.systems.conquest.notation import read_action
from defilade.systems.conquest.state import State
from defilade.systems.conquest.terms import Cause
from tests.systems.conquest.boards import MILL, infantry, table


def _with(names: Iterable[str]) -> State:
    """A table with Regiments of these names."""
    return State(regiments=FrozenMap(dict.fromkeys(names, STATE.regiments["Wolves"])))


NAMES = ("Old Guard", "Wolves", "Wolf Riders 2nd")
STATE, _ = table(
    [{**MILL, "id": "Mill"}, {**MILL, "id": "Red Farm"}],
    [infantry(name, front_centre=[5 + 6 * k, 5]) for k, name in enumerate(NAMES)],
)
names = st.sampled_from(NAMES)
places = st.sampled_from(["Mill", "Red Farm"])
lengths = st.floats(0.0, 60.0, allow_subnormal=False)
spots = st.floats(-40.0, 40.0, allow_subnormal=False)
angles = st.floats(0.0, 360.0, allow_subnormal=False)
placements = st.builds(Placement, st.tuples(spots, spots), spots, st.integers(1, 12))
legs = st.one_of(
    st.builds(Slide, st.sampled_from(["ahead", "left", "right", "back"]), st.none() | lengths),
    st.builds(Wheel, st.sampled_from(["left", "right"]), angles),
)
paths = st.lists(legs, min_size=1, max_size=4).map(tuple)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Activate, names),
    st.builds(March, names, paths),
    st.builds(March, names, paths, places),
    st.builds(March, names, paths, st.none(), places),
    st.builds(Leave, names, placements, st.booleans()),
    st.builds(Charge, names, st.one_of(names, places), st.none() | spots),
    st.builds(
        Clash,
        names,
        st.lists(st.tuples(st.integers(1, 9), names), max_size=2).map(tuple),
        st.none() | names,
        st.lists(st.tuples(names, st.integers(0, 40)), max_size=3).map(tuple),
    ),
    st.builds(Volley, names, names, st.lists(st.integers(1, 9), max_size=3).map(tuple)),
    st.builds(Withdraw, names, st.none() | placements),
    st.builds(Reform, names, angles, st.integers(1, 9), st.none() | st.tuples(spots, spots)),
    st.builds(TakeAim, names),
    st.builds(Inspire, names),
    st.builds(Rally, names),
    st.builds(Suffer, names, st.integers(0, 40), st.sampled_from(Cause)),
    st.just(End()),
    st.just(NextTurn()),
)


@given(actions)
def test_what_is_written_is_read(action: Action) -> None:
    if isinstance(action, Charge) and action.wheel == 0.0:
        action = Charge(action.regiment, action.target, 0.0)
    assert read_action(write_action(action), STATE) == action


WORDS = (
    *("Old", "Guard", "at", "2", "by", "with", "fire", "Left", "right", "back", "wheel", "to"),
    *("contact", "stand", "facing", "files", "ahead", "occupy", "seeking", "split", "supporting"),
    *("falling", "in", "full", "3", "2.5", "->", ",", "end", "4th", "activate", "march"),
)
odd_names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)


@given(st.lists(odd_names, min_size=2, max_size=3, unique=True), st.data())
@settings(max_examples=300, deadline=None)
def test_names_that_pass_the_check_are_read_again(given_: list[str], data: st.DataObject) -> None:
    regiments = dict.fromkeys(given_, RegimentLine("A"))
    if any(f.code.startswith("name_") for f in faults_of(Battle(regiments=regiments))):
        return
    state = _with(given_)
    one, other = given_[0], given_[1]
    shot = Volley(one, other, (1, 2, 4))
    fight = Clash(one, ((3, other),), one, ((other, 13), (one, 7)))
    placed = data.draw(placements)
    for action in (
        Activate(one),
        March(one, data.draw(paths)),
        Leave(one, placed, fallback=True),
        Charge(one, other, 20.0),
        Charge(one, other),
        fight,
        shot,
        Volley(one, other),
        Withdraw(one, placed),
        Withdraw(one),
        Reform(one, 180.0, 3, (20.0, 12.0)),
        Suffer(one, 3, Cause.SPELL),
        Rally(one),
    ):
        assert read_action(write_action(action), state) == action


@pytest.mark.parametrize(
    "line",
    [
        "march Wolves {}",
        "march Wolves wheel left {}",
        "reform Wolves facing {} files 2",
        "reform Wolves facing 0 files {}",
        "leave Wolves at {}, 2 facing 0 files 2",
        "suffer Wolves {}",
        "clash Wolves split Wolves {}",
        "clash Wolves stand {} -> Wolves",
        "volley Wolves -> Wolves with {} in full",
        "charge Wolves -> Mill wheel left {}",
    ],
)
@pytest.mark.parametrize("number", ["9" * 5000, "1e999", "nan", "inf", "1e308"])
def test_a_number_that_nobody_can_measure_is_not_understood(line: str, number: str) -> None:
    assert isinstance(read_action(line.format(number), STATE), NotUnderstood)


def test_a_name_may_end_in_a_number_and_be_written_in_any_case() -> None:
    state = _with(("Guard", "Guard 2"))
    assert read_action("march Guard 2", state) == March("Guard", (Slide("ahead", 2.0),))
    assert read_action("march Guard 2 3", state) == March("Guard 2", (Slide("ahead", 3.0),))
    assert read_action("march guard 2 3", state) == March("Guard 2", (Slide("ahead", 3.0),))
    assert read_action("march old guard 5", STATE) == March("Old Guard", (Slide("ahead", 5.0),))
    assert read_action("suffer Guard 2 3", state) == Suffer("Guard 2", 3)


def test_candidates_replace_the_name_and_not_the_verb() -> None:
    found = read_action("march w 5", STATE)
    assert isinstance(found, Ambiguous)
    assert found.candidates == ("march Wolves 5", "march Wolf Riders 2nd 5")
    state = _with(("Axes", "Archers"))
    named = read_action("activate a", state)
    assert isinstance(named, Ambiguous)
    assert named.candidates == ("activate Axes", "activate Archers")


def test_an_unfinished_line_says_what_is_missing_at_its_end() -> None:
    found = read_action("charge Wolves", STATE)
    assert found == NotUnderstood("charge Wolves", 13, ("charge REGIMENT -> TARGET",))
    again = read_action("march Wolves", STATE)
    assert isinstance(again, NotUnderstood)
    assert again.position == 12


def test_who_is_inside_may_be_shot_at_by_the_name_of_the_place() -> None:
    state, _ = table(
        [{**MILL, "id": "Mill", "occupant": "In"}],
        [infantry("In", location="Mill", player="B"), infantry("Out", front_centre=[5, 5])],
    )
    assert read_action("volley Out -> Mill", state) == Volley("Out", "In")


@given(st.text(max_size=60))
def test_no_text_is_a_crash(text: str) -> None:
    read_action(text, STATE)


def test_names_may_be_shortened_while_one_thing_is_meant() -> None:
    assert read_action("activate old", STATE) == Activate("Old Guard")
    found = read_action("activate Wol", STATE)
    assert isinstance(found, Ambiguous)
    assert found.candidates == ("activate Wolves", "activate Wolf Riders 2nd")


@pytest.mark.parametrize(
    ("text", "at"),
    [("march Wolves sideways", 13), ("activate Nobody", 9), ("fly Wolves", 0)],
)
def test_what_is_not_understood_says_where(text: str, at: int) -> None:
    found = read_action(text, STATE)
    assert isinstance(found, NotUnderstood)
    assert found.position == at
    assert found.wanted
