"""Actions are read as they are written, whatever is in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from defilade.systems.conquest.notation import read_action
from defilade.systems.conquest.terms import Cause
from tests.systems.conquest.boards import MILL, infantry, table

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
