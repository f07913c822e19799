"""Actions are read as they were written, and bad lines say where and what was wanted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.game import Ambiguous, NotUnderstood
from defilade.systems.dropzone.actions import (
    Claim,
    Cross,
    Disembark,
    Embark,
    End,
    Enter,
    Fire,
    Hand,
    Initiation,
    Inside,
    Leave,
    Leg,
    Load,
    Move,
    PutDown,
    React,
    RoundUp,
    Scan,
    Seek,
    Unload,
)
from defilade.systems.dropzone.notation import write_action
from defilade.systems.dropzone.reading import read_action
from defilade.systems.dropzone.shooting import Aim

from .boards import board, box, infantry, tank

GUN = {"name": "Big Gun", "rf": 48, "rc": 48, "acc": "3+", "energy": 7}
TABLE = board(
    scenery=[box("G", 0, 0, 4, 4, "Garrison", objectives=["O"]), box("H", 5, 0, 4, 4, "Garrison")],
    units=[
        infantry("I1", "blue", squad="i", at=[6, 9], weapons=[GUN, {**GUN, "name": "Big Gun 2"}]),
        infantry("I2", "blue", squad="i", at=[6, 8], weapons=[GUN]),
        tank("T", "red", at=[20, 0]),
    ],
)
STATE = TABLE.state

coordinate = st.integers(-9999, 9999).map(lambda n: n / 100)
point = st.tuples(coordinate, coordinate)
unit = st.sampled_from(["I1", "I2", "T"])
squad = st.sampled_from(["i", "T"])
garrison = st.sampled_from(["G", "H"])
place = st.sampled_from(["centre", "N", "E"])
places = st.one_of(
    place.map(lambda p: (("*", p),)),
    st.lists(st.tuples(unit, place), min_size=1, max_size=3, unique_by=lambda t: t[0]).map(tuple),
)
enter = st.builds(Enter, garrison, places)
embark = st.builds(Embark, unit)
legs = st.lists(
    st.builds(
        Leg,
        unit,
        st.lists(point, max_size=3).map(tuple),
        st.one_of(st.none(), st.integers(0, 359).map(float)),
    ),
    max_size=3,
).map(tuple)
some_legs = legs.filter(bool)
spots = st.lists(st.tuples(unit, point), min_size=1, max_size=3).map(tuple)
aims = st.lists(
    st.builds(
        Aim,
        st.sampled_from(["I1"]),
        st.sampled_from(["Big Gun", "Big Gun 2"]),
        st.sampled_from(["T", "G"]),
        st.one_of(st.none(), st.just("N")),
        st.booleans(),
    ),
    min_size=1,
    max_size=3,
).map(tuple)
actions = st.one_of(
    st.builds(Move, squad, legs, st.one_of(st.none(), enter, embark), st.booleans(), st.booleans()),
    st.builds(Leave, squad, spots, st.one_of(st.none(), embark)),
    st.builds(Inside, squad, st.lists(st.tuples(unit, place), min_size=1, max_size=2).map(tuple)),
    st.builds(Cross, squad, garrison, places, st.lists(unit, max_size=2).map(tuple)),
    st.builds(Disembark, squad, unit, some_legs, st.one_of(st.none(), enter)),
    st.builds(Unload, squad, unit, spots, st.one_of(st.none(), enter)),
    st.builds(Load, squad, unit),
    st.builds(Fire, aims),
    aims.map(
        lambda some: React(
            tuple(Aim(a.unit, a.weapon, a.target, a.via, a.combine, True) for a in some)
        )
    ),
    st.builds(Seek, squad, st.just("O"), st.integers(0, 3)),
    st.builds(Scan, unit),
    st.builds(Claim, squad, st.just("O")),
    st.builds(Hand, squad, squad),
    st.builds(PutDown, squad, st.one_of(st.none(), point)),
    st.sampled_from([End(), RoundUp(), Initiation()]),
)


@given(actions)
def test_every_action_is_read_as_it_was_written(action):
    assert read_action(write_action(action), STATE) == action


@given(st.text(max_size=60))
def test_no_text_is_a_crash(text):
    read_action(text, STATE)
    read_action(f"fire {text}", STATE)
    read_action(f"move i: {text}", STATE)


@pytest.mark.parametrize(
    ("text", "position", "wanted"),
    [
        ("march i", 0, "move"),
        ("move x", 5, "i"),
        ("fire I2 -> T with Small", 18, "Big Gun"),
        ("enter", 0, "move"),
        ("leave i", 7, ":"),
        ("move i: I1 3,4 backwards", 15, "the end"),
    ],
)
def test_a_line_not_understood_says_where_and_what_was_wanted(text, position, wanted):
    found = read_action(text, STATE)
    assert isinstance(found, NotUnderstood)
    assert found.position == position
    assert wanted in found.wanted


def test_a_weapon_left_out_is_taken_or_asked_for():
    assert read_action("fire I2 -> T", STATE) == Fire((Aim("I2", "Big Gun", "T"),))
    found = read_action("shoot I1 -> T", STATE)
    assert isinstance(found, Ambiguous)
    assert found.candidates == (
        "shoot I1 -> T with Big Gun",
        "shoot I1 -> T with Big Gun 2",
    )
