"""Questions: what they count, what they refuse, and that they can be written down."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.dice import (
    D3,
    D6,
    Choose,
    Die,
    Many,
    Repeat,
    Roll,
    Sum,
    Total,
    die_of,
    question_from_json,
    question_to_json,
)
from defilade.values import DiceExpr
from tests.dice.procedures import Fire, Squad

BATTLE = Die("battle", ("soldier", "soldier", "burst", "deadly", "flag", "hq"))

names = st.sampled_from(["dfc.firing.3", "wk.save", "x"])
rolls = st.builds(
    Roll,
    names,
    st.integers(0, 40),
    st.lists(st.integers(1, 7), min_size=1, max_size=3, unique=True).map(
        lambda bands: tuple(sorted(bands))
    ),
    die=st.sampled_from([D6, D3, die_of(8)]),
    again=st.sampled_from([(), (1,), (1, 2)]),
    stage=st.integers(0, 3),
)
symbols = st.builds(
    Roll,
    names,
    st.integers(0, 9),
    st.sampled_from([(("soldier",), ("flag", "hq")), (("burst",),)]),
    die=st.just(BATTLE),
)
totals = st.builds(
    Total,
    names,
    st.builds(DiceExpr, st.integers(0, 9), st.integers(1, 12), st.integers(-3, 3)),
    stage=st.integers(0, 3),
)
choices = st.builds(
    Choose,
    names,
    st.just("red"),
    st.just("target"),
    st.lists(st.integers() | st.text() | st.tuples(st.integers(), st.text()), min_size=1).map(
        tuple
    ),
)
questions = rolls | symbols | totals | choices


@given(questions)
def test_a_question_is_written_and_read_again(question):
    assert eval(repr(question), globals()) == question
    assert pickle.loads(pickle.dumps(question)) == question
    assert question_from_json(json.loads(json.dumps(question_to_json(question)))) == question
    assert hash(question_from_json(question_to_json(question))) == hash(question)


@pytest.mark.parametrize("data", [{}, {"ask": "roll"}, {"ask": "dance"}, {"ask": "roll", "n": 1}])
def test_what_is_no_question_is_refused(data):
    with pytest.raises(ValueError, match="not a question"):
        question_from_json(data)


@given(rolls, st.lists(st.integers(1, 6), max_size=9))
def test_every_die_falls_in_one_band(roll, readings):
    counts = roll.sort(readings)
    assert len(counts) == len(roll.bands) + 1
    assert sum(counts) == len(readings)
    for number, band in enumerate(roll.bands, 1):
        assert sum(counts[number:]) == sum(reading >= band for reading in readings)


def test_named_faces_are_counted_by_name():
    roll = Roll("gw.battle", 5, (("soldier",), ("burst", "deadly")), die=BATTLE)
    assert roll.sort(["soldier", "flag", "deadly", "soldier", "burst"]) == (1, 2, 2)


def test_a_d3_is_thrown_with_six_sides():
    assert [D3.read(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert Total("t", DiceExpr.parse("2D3+1")).add((5, 2)) == 5


def test_a_typed_number_on_a_die_with_names_is_its_face():
    assert BATTLE.read(4) == "deadly"
    assert BATTLE.read("hq") == "hq"


@pytest.mark.parametrize("face", [0, 7, -1, "7", "six", True, 2.5, None])
def test_a_face_the_die_does_not_have_is_refused(face):
    with pytest.raises(ValueError, match="D6 has no face"):
        D6.read(face)


@pytest.mark.parametrize(
    ("bands", "die", "again"),
    [
        ((4, 4), D6, ()),
        ((5, 3), D6, ()),
        ((("soldier",),), D6, ()),
        ((4,), BATTLE, ()),
        ((("soldier",), ("soldier", "flag")), BATTLE, ()),
        ((("dragon",),), BATTLE, ()),
        ((4,), D6, (7,)),
        ((2,), D3, (6,)),
    ],
)
def test_bands_that_do_not_fit_the_die_are_refused(bands, die, again):
    with pytest.raises(ValueError, match="do not fit"):
        Roll("t", 1, bands, die=die, again=again).check()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Roll("t", -1, (4,)),
        lambda: Choose("t", "red", "kind", ()),
        lambda: Many(-1, Fire(1, 3, 3)),
        lambda: Repeat(-1, Fire(1, 3, 3), Squad(1, 1)),
        lambda: Die("none", ()),
        lambda: Die("mixed", (1, "flag")),
    ],
)
def test_questions_without_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=r"\w"):
        wrong()


def test_a_sum_adds_numbers_or_pairs():
    assert Sum(()).add([1, 2, 3]) == 6
    assert Sum(()).add([(1, 2), (3, 4)]) == (4, 6)
    assert Sum((), zero=(0, 0)).add([]) == (0, 0)


def test_every_name_of_the_package_is_listed_and_there():
    from defilade import dice

    assert all(getattr(dice, name) is not None for name in dice.__all__)
    assert len(set(dice.__all__)) == len(dice.__all__)
    public = {name for name, value in vars(dice).items() if not name.startswith("_")}
    modules = {
        "adding",
        "asks",
        "errors",
        "folding",
        "packing",
        "resolve",
        "results",
        "run",
        "sampling",
    }
    modules |= {"sources", "tables", "wire", "annotations", "TYPE_CHECKING", "Any"}
    assert public - modules == set(dice.__all__)
    with pytest.raises(AttributeError, match="no attribute 'dragon'"):
        _ = dice.dragon
