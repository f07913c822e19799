"""Playing a procedure with real dice: what is asked, in what order, and that it can be stored."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.dice import (
    BrokenLog,
    BudgetSpent,
    Choose,
    DiceShort,
    Die,
    Done,
    Many,
    OpenChoice,
    Repeat,
    Roll,
    Run,
    Seeded,
    Sum,
    Thrown,
    Total,
    Typed,
    WrongFaces,
    commitment,
    faces_of,
    odds,
    play,
    question_from_json,
    question_to_json,
    replayed,
)
from defilade.values import DiceExpr
from tests.dice.procedures import Fire, Gamble, Squad, Wound, by_hand
from tests.dice.test_asks import BATTLE

D3_DAMAGE = DiceExpr(1, 3)

asked_things = st.sampled_from(
    [
        Fire(7, 3, 4),
        Many(6, Fire(1, 3, 4)),
        Sum(((Fire(2, 3, 4), 3), (Wound(4, D3_DAMAGE), 4))),
        Repeat(9, Wound(3, D3_DAMAGE), Squad(4, 2)),
        Many(2, Sum(((Wound(3, D3_DAMAGE), 2), (Roll("t", 1, (4,), again=(1,)), 0)))),
        Many(3, Gamble(2)),
        Roll("t", 9, (4, 6), again=(1, 2)),
        Total("t", DiceExpr.parse("3D6+2")),
        Roll("gw", 6, (("flag",),), die=BATTLE),
    ]
)


def first(choice):
    return choice.options[0]


def questions(run, *answers):
    """The pending questions met on the way, as (clause, number of dice)."""
    met = []
    for given_ in answers:
        met.append((run.pending.clause, run.needs))
        run = run.answer(given_)
    return met, run


# ------------------------------------------------------------------ the order of the rulebook


def test_all_dice_to_hit_are_thrown_together_then_all_saves():
    met, run = questions(Run.start(Many(4, Fire(1, 3, 4))), (1, 3, 4, 6), (3, 5))
    assert met == [("t.lock", 4), ("t.save", 2)]
    assert run.value == 2  # the critical, and the hit whose save of 3 fails


def test_faces_go_to_the_copies_in_the_order_thrown():
    attacks = Repeat(3, Wound(4, D3_DAMAGE), Squad(3, 2))
    met, run = questions(Run.start(attacks), (6, 1, 5), (1, 5))
    assert met == [("t.wound", 3), ("t.damage", 2)]
    assert run.value == Squad(2, 2)  # one wound, then three: the first model only
    both = Total("t.damage", DiceExpr(2, 3), stage=1)
    assert Run.start(attacks).answer((6, 1, 5)).pending == both


def test_copies_that_throw_unlike_numbers_of_the_same_dice_throw_them_together():
    asked = Sum(((Roll("t", 2, (4,)), 1), (Roll("t", 3, (4,)), 2)))
    run = Run.start(asked)
    assert run.pending == Roll("t", 8, (4,))
    assert run.answer((6,) * 8).value == (0, 8)


def test_unlike_questions_come_one_after_another_in_the_order_of_their_parts():
    asked = Sum(((Wound(4, D3_DAMAGE), 2), (Wound(2, D3_DAMAGE), 1)))
    met, run = questions(Run.start(asked), (6, 6), (1,), (2, 6))
    assert met == [("t.wound", 2), ("t.wound", 1), ("t.damage", 2)]
    assert run.value == 1 + 3


@dataclass(frozen=True, slots=True)
class Straight:
    """Skips the wound roll on a six, as lethal hits do; wounds are a stage before saves."""

    staged: bool

    def ask(self):
        return Roll("hit", 1, (4, 6))

    def take(self, got):
        if got[2]:
            return Straight2(self.staged, saving=True)
        return Straight2(self.staged) if got[1] else Done(0)


@dataclass(frozen=True, slots=True)
class Straight2:
    staged: bool
    saving: bool = False

    def ask(self):
        if self.saving:
            return Roll("save", 1, (4,), stage=2 * self.staged)
        return Roll("wound", 1, (4,), stage=1 * self.staged)

    def take(self, got):
        if self.saving:
            return Done(got[0])
        return Straight2(self.staged, saving=True) if got[1] else Done(0)


def test_a_later_stage_waits_for_all_copies():
    met, _ = questions(Run.start(Many(2, Straight(staged=True))), (6, 4), (5,), (1, 1))
    assert met == [("hit", 2), ("wound", 1), ("save", 2)]


def test_the_order_of_throws_does_not_change_the_odds():
    assert by_hand(Many(2, Straight(staged=True))) == by_hand(Many(2, Straight(staged=False)))


def test_dice_thrown_again_are_asked_after_the_rest():
    run = Run.start(Roll("t", 4, (4,), again=(1,))).answer((1, 6, 1, 3))
    assert run.thrown.answer == (3, 1)
    assert run.pending == Roll("t", 2, (4,))
    assert run.answer((1, 5)).value == (2, 2)


def test_what_needs_no_dice_is_asked_of_nobody():
    assert Run.start(Fire(0, 3, 3)).value == 0
    assert Run.start(Total("t", DiceExpr.fixed(3))).value == 3
    assert Run.start(Choose("t", "red", "k", ("only",))).value == "only"
    assert Run.start(Sum(())).value == 0
    assert Run.start(Repeat(0, Fire(1, 3, 3), Squad(1, 1))).value == Squad(1, 1)


def test_choices_of_copies_are_made_one_by_one():
    run = Run.start(Many(2, Gamble(2)))
    met, run = questions(run, 1, 2, (6, 1, 1))
    assert met == [("t.gamble", 0), ("t.gamble", 0), ("t.six", 3)]
    assert run.value == 3


def test_more_dice_than_a_total_can_name_are_thrown_in_parts():
    asked = Many(3, Total("t", DiceExpr(400, 6)))
    met, run = questions(Run.start(asked), (1,) * 800, (2,) * 400)
    assert met == [("t", 800), ("t", 400)]
    assert run.value == 1600


def test_a_procedure_that_never_asks_is_found_out():
    @dataclass(frozen=True)
    class Idle:
        def ask(self):
            return Roll("t", 0, (4,))

        def take(self, got):
            return self

    with pytest.raises(BudgetSpent):
        Run.start(Idle())


# ------------------------------------------------------------------ answers that do not fit


@pytest.mark.parametrize(
    ("given_", "says"),
    [
        ((1, 2), r"given \(1, 2\), wanted 3 of D6 \(1-6\)"),
        ((1, 2, 3, 4), "wanted 3 of D6"),
        ((1, 2, 7), "wanted 3 of D6"),
        ((0, 2, 3), "wanted 3 of D6"),
        ((1, 2, "six"), "wanted 3 of D6"),
        ((1, 2, 2.5), "wanted 3 of D6"),
        ("123", "wanted 3 of D6"),
        (None, "wanted 3 of D6"),
    ],
)
def test_wrong_faces_are_refused_and_change_nothing(given_, says):
    run = Run.start(Fire(3, 3, 3))
    with pytest.raises(WrongFaces, match=says) as caught:
        run.answer(given_)
    assert caught.value.question == run.pending == Fire(3, 3, 3).ask()
    assert run == Run.start(Fire(3, 3, 3))


def test_a_choice_not_offered_is_refused():
    with pytest.raises(WrongFaces, match=r"wanted one of \(1, 2\)"):
        Run.start(Gamble(2)).answer(3)


def test_nothing_can_be_answered_at_the_end_nor_read_before_it():
    run = Run.start(Roll("t", 1, (4,)))
    with pytest.raises(ValueError, match="not done"):
        _ = run.value
    with pytest.raises(WrongFaces, match="the run is done"):
        run.answer((4,)).answer((4,))


# ------------------------------------------------------------------ stored, replayed, typed in


@settings(deadline=None)
@given(asked_things, st.integers(0, 999))
def test_a_log_gives_the_same_run_again(asked, seed):
    value, log = play(asked, Seeded(seed), policy=first)
    run = replayed(asked, log)
    assert (run.value, run.log, run.done, run.pending) == (value, log, True, None)
    assert value in odds(asked, policy=first)


@settings(deadline=None)
@given(asked_things, st.integers(0, 999))
def test_a_run_can_be_stored_after_every_answer(asked, seed):
    source, run = Seeded(seed), Run.start(asked)
    while run.pending is not None:
        stored = pickle.loads(pickle.dumps(run))
        assert stored == run == replayed(asked, run.log)
        assert stored.pending == run.pending
        question = run.pending
        answer = (
            first(question)
            if isinstance(question, Choose)
            else source.faces(question, len(run.log), run.needs)
        )
        assert stored.answer(answer) == run.answer(answer)
        run = run.answer(answer)


@settings(deadline=None)
@given(asked_things, st.integers(0, 999))
def test_faces_typed_in_again_give_the_same_game(asked, seed):
    value, log = play(asked, Seeded(seed), policy=first)
    typed = Typed(" ".join(map(str, faces_of(log))))
    assert play(asked, typed, policy=first) == (value, log)
    assert typed.left == ()


@pytest.mark.parametrize("text", ["4,6,6,1", "4 6 6 1", " 4, 6;6  1 ", "4,6,6,1,", (4, 6, 6, 1)])
def test_dice_are_typed_as_one_likes(text):
    assert Typed(text).left == (4, 6, 6, 1)


def test_names_of_faces_are_typed_too():
    value, _ = play(Roll("gw", 3, (("flag",),), die=BATTLE), Typed("flag soldier 5"))
    assert value == (1, 2)


def test_unused_dice_are_told_and_missing_ones_refused():
    typed = Typed("4 6 6 1 2")
    play(Roll("t", 3, (4,)), typed)
    assert typed.left == (1, 2)
    with pytest.raises(DiceShort, match="needs 3 dice, 2 are left"):
        typed.faces(Roll("t", 3, (4,)), 1, 3)
    assert typed.left == (1, 2)


def test_a_log_that_lacks_a_roll_says_which():
    _, log = play(Many(4, Fire(1, 2, 6)), Typed("4 2 3 4 1 1 1 1"))
    assert len(log) == 2
    with pytest.raises(BrokenLog, match="entry 0"):
        replayed(Many(4, Fire(1, 2, 6)), log[1:])
    assert replayed(Many(4, Fire(1, 2, 6)), log[:1]).pending == log[1].question


@pytest.mark.parametrize(
    "spoil",
    [
        lambda entry: replace(entry, faces=(1, 1, 1)),
        lambda entry: replace(entry, faces=(9, 2, 3, 4)),
        lambda entry: replace(entry, answer=(4, 0, 0)),
        lambda entry: replace(entry, question=Roll("other", 4, (2, 4))),
        lambda entry: Thrown(Gamble(2).ask(), (), 1),
    ],
)
def test_a_spoilt_log_is_refused(spoil):
    _, log = play(Fire(4, 2, 4), Typed("4 2 3 4 6 6"))
    with pytest.raises(BrokenLog, match="entry 0"):
        replayed(Fire(4, 2, 4), (spoil(log[0]), *log[1:]))


def test_a_log_longer_than_the_game_is_refused():
    _, log = play(Roll("t", 1, (4,)), Typed("4"))
    with pytest.raises(BrokenLog, match="entry 1: None is pending"):
        replayed(Roll("t", 1, (4,)), (*log, *log))


def test_play_without_a_policy_reports_the_choice():
    with pytest.raises(OpenChoice):
        play(Gamble(2), Seeded(1))


# ------------------------------------------------------------------ seeds


def test_seeded_faces_are_fixed_for_ever():
    """Logs hold seeds: these faces may never change, on any Python."""
    roll = Roll("t", 8, (4,))
    assert Seeded("blue").faces(roll, 0, 8) == BLUE_0
    assert Seeded("blue").faces(roll, 1, 8) == BLUE_1
    assert commitment("blue") == "16477688c0e00699c6cfa4497a3612d7e83c532062b64b250fed8908128ed548"


BLUE_0 = (4, 5, 4, 4, 3, 5, 1, 6)
BLUE_1 = (3, 5, 1, 5, 5, 3, 3, 2)


def test_what_is_drawn_elsewhere_shifts_nothing():
    roll = Roll("t", 5, (4,))
    fresh = Seeded(7).faces(roll, 3, 5)
    used = Seeded(7)
    used.faces(roll, 0, 100)
    used.faces(roll, 1, 2)
    assert used.faces(roll, 3, 5) == fresh
    assert used.faces(roll, 2, 5) != fresh
    assert Seeded(8).faces(roll, 3, 5) != fresh


@pytest.mark.parametrize("die", [Die("d6", tuple(range(1, 7))), BATTLE])
def test_every_face_comes_up_about_as_often(die):
    bands = (("flag",),) if die.is_named else (4,)
    roll = Roll("t", 60_000, bands, die=die)
    faces = Seeded("even").faces(roll, 0, roll.n)
    for face in set(die.sides):
        share = die.sides.count(face) / 6
        spread = (60_000 * share * (1 - share)) ** 0.5
        assert abs(faces.count(face) - 60_000 * share) < 5 * spread


def test_a_run_shows_no_roll_before_it_is_thrown():
    """A stored run has no seed and no faces but those of its log."""
    run = Run.start(Many(4, Fire(1, 3, 3))).answer((6, 6, 3, 3))
    stored = pickle.dumps(run)
    for seed in range(3):
        answered = run.answer(Seeded(seed).faces(run.pending, len(run.log), run.needs))
        assert answered.log[:1] == run.log
    assert pickle.dumps(run) == stored
    assert "seed" not in repr(run)


def test_what_is_rolled_for_changes_no_odds_and_is_told_of_a_pooled_throw() -> None:
    one, two = Roll("t", 2, (4,), about="Heron"), Roll("t", 3, (4,), about="Anvil")
    assert one == replace(one, about="")
    assert odds(Many(3, one)) == odds(Many(3, replace(one, about="Tern")))
    pending = Run.start(Sum(((one, 2), (two, 1)))).pending
    assert isinstance(pending, Roll)
    assert (pending.n, pending.about) == (7, "Heron, Anvil")
    total = Run.start(Many(2, Total("t", D3_DAMAGE, about="Heron"))).pending
    assert isinstance(total, Total)
    assert total.about == "Heron"
    for question in (one, total):
        again = question_from_json(question_to_json(question))
        assert isinstance(again, Roll | Total)
        assert (again, again.about) == (question, "Heron")
    old = {name: value for name, value in question_to_json(one).items() if name != "about"}
    assert question_from_json(old) == one
