"""A session is what its log says: acting, answering, undoing, saving mid-roll, replaying."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.dice import Choose, Roll, WrongFaces
from defilade.game import (
    Ambiguous,
    LogError,
    NotUnderstood,
    Rejection,
    Session,
    fold,
    log_json,
    new_session,
    read_log,
    replay,
)

from .duel import RULES, START, Standing, Strike

ENGINE = "0.0"


def fresh() -> Session:
    return new_session(RULES, START, battle="{}", engine=ENGINE)


def went(result: object) -> Session:
    assert isinstance(result, Session), result
    return result


def struck(session: Session, faces: tuple[int, ...], spare: int | None = None) -> Session:
    session = went(session.act(f"strike {len(faces)}")).answer(faces)
    return session if spare is None else session.choose(spare)


def reread(session: Session) -> Session:
    log = read_log(json.loads(json.dumps(log_json(session.log))))
    return replay(RULES, START, log, engine=ENGINE)


def test_an_action_asks_and_its_answers_make_the_next_table() -> None:
    session = went(fresh().act("strike 3"))
    assert session.pending == Roll("DU-1", 3, (4,))
    session = session.answer((1, 4, 6))
    assert isinstance(session.pending, Choose)
    assert session.table.state == Standing(5)
    assert session.choose(0).table.state == Standing(3)
    assert session.choose(1).table.state == Standing(4)


def test_an_action_may_be_given_as_a_value() -> None:
    assert went(fresh().act(Strike(2))).log.bodies == went(fresh().act("strike 2")).log.bodies


def test_three_ways_to_fail_leave_the_session_as_it_was() -> None:
    assert isinstance(fresh().act("dance"), NotUnderstood)
    assert isinstance(fresh().act("strike"), Ambiguous)
    beaten = struck(fresh(), (6, 6, 6, 6, 6), 0)
    refused = beaten.act("strike 1")
    assert isinstance(refused, Rejection)
    assert [reason.clause for reason in refused.reasons] == ["DU-0"]


def test_nobody_acts_while_dice_are_asked_for() -> None:
    session = went(fresh().act("strike 1"))
    refused = session.act("strike 1")
    assert isinstance(refused, Rejection)
    assert refused.reasons[0].code == "answer_first"


def test_a_stale_view_is_refused_and_a_fresh_one_is_not() -> None:
    seen = fresh().log.head
    session = struck(fresh(), (1,))
    refused = session.act("strike 1", expected=seen)
    assert isinstance(refused, Rejection)
    assert refused.reasons[0].code == "stale"
    went(session.act("strike 1", expected=session.log.head))


@pytest.mark.parametrize("faces", [(), (1,), (1, 2, 3), (0, 1), (7, 1), ("six", 1)])
def test_faces_that_do_not_fit_change_nothing(faces: tuple[Any, ...]) -> None:
    session = went(fresh().act("strike 2"))
    with pytest.raises(WrongFaces):
        session.answer(faces)


def test_answering_what_was_not_asked_is_refused() -> None:
    with pytest.raises(LogError):
        fresh().answer((1,))
    with pytest.raises(LogError):
        fresh().choose(0)
    asked = struck(fresh(), (6,))
    with pytest.raises(LogError):
        asked.answer((1,))
    with pytest.raises(LogError, match="no option 2"):
        asked.choose(2)
    with pytest.raises(LogError):
        went(fresh().act("strike 1")).choose(0)


def test_undo_takes_back_one_answer_at_a_time_and_redo_does_it_again() -> None:
    session = struck(fresh(), (6, 6), 0)
    back = went(session.undo())
    assert isinstance(back.pending, Choose)
    back = went(went(back.undo()).undo())
    assert back.table == START
    assert back.pending is None
    assert isinstance(back.undo(), Rejection)
    again = went(went(went(back.redo()).redo()).redo())
    assert again.table == session.table
    assert isinstance(again.redo(), Rejection)


def test_the_log_marks_what_was_undone_and_replays_to_the_same_table() -> None:
    session = went(struck(fresh(), (6, 6), 0).undo()).choose(1)
    assert [type(body).__name__ for body in session.log.bodies] == [
        "Act",
        "Throw",
        "Pick",
        "Undo",
        "Pick",
    ]
    assert reread(session).table.state == Standing(4)


def test_something_new_after_an_undo_ends_the_redo() -> None:
    session = went(went(fresh().act("strike 1")).undo())
    session = went(session.act("strike 2"))
    assert isinstance(session.redo(), Rejection)


def test_a_game_saved_mid_roll_goes_on_as_if_nothing_happened() -> None:
    session = struck(fresh(), (6, 6))
    assert reread(session).choose(1).table == session.choose(1).table


def test_events_are_derived_from_the_actions_that_stand() -> None:
    session = struck(struck(fresh(), (6, 1), 0), (6, 6), 0)
    assert [event.params["lost"] for event in session.events()] == [1, 2]
    assert [e.params["lost"] for e in went(session.undo()).events()] == [1]


def test_no_saved_log_shows_a_roll_that_is_still_to_come() -> None:
    session = fresh().seeded("a long and secret seed")
    session = went(session.act("strike 3")).roll()
    text = json.dumps(log_json(session.log))
    assert "secret" not in text
    assert "secret" in json.dumps(log_json(session.reveal().log))


def test_a_revealed_seed_is_checked_against_the_rolls_made_from_it() -> None:
    session = went(fresh().seeded("s").act("strike 3")).roll().reveal()
    assert reread(session).table == session.table
    forged = fresh().seeded("s")
    forged = went(forged.act("strike 3"))
    asked = forged.pending
    assert asked is not None
    true = session.moments[-1]
    faces = true.run.log[0].faces if true.run else true.thrown[0].faces
    other = tuple(6 if face != 6 else 5 for face in faces)
    forged = replace(forged.answer(other, origin="seed"), seed="s").reveal()
    with pytest.raises(LogError, match="do not follow from the seed"):
        reread(forged)


def test_undoing_a_roll_does_not_fish_for_other_dice() -> None:
    session = went(fresh().seeded("s").act("strike 3")).roll()
    again = went(session.undo()).roll()
    assert again.log.bodies[-1] == session.log.bodies[1 + 1]
    other = went(went(went(session.undo()).undo()).act("strike 2")).roll()
    assert reread(other.reveal()).table == other.table


def test_a_game_goes_on_with_the_seed_it_committed_to() -> None:
    session = went(fresh().seeded("s").act("strike 3")).roll()
    loaded = reread(session)
    assert loaded.log.unchecked() == 1
    same, new = loaded.seeded("s"), loaded.seeded("t")
    assert same.log == loaded.log
    assert same.reveal().log.unchecked() == 0
    assert new.log.unchecked() == 1
    assert new.reveal().log.unchecked() == 1


def test_a_seed_that_was_not_committed_to_is_found_out() -> None:
    session = replace(fresh().seeded("one"), seed="two").reveal()
    with pytest.raises(LogError, match="not the one committed to"):
        reread(session)


def test_rolling_without_a_seed_or_a_question_is_an_error() -> None:
    with pytest.raises(LogError, match="no seed"):
        went(fresh().act("strike 1")).roll()
    with pytest.raises(LogError, match="no dice"):
        fresh().seeded("s").roll()
    with pytest.raises(LogError, match="no seed"):
        fresh().reveal()


def test_a_log_of_another_engine_is_folded_but_not_replayed() -> None:
    session = struck(fresh(), (6,), 0)
    assert fold(RULES, START, session.log).table == session.table
    with pytest.raises(LogError, match="engine"):
        replay(RULES, START, session.log, engine="9.9")


def tampered(session: Session, entry: int, **changes: object) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(log_json(session.log)))
    document["entries"][entry].update(changes)
    return document


@pytest.mark.parametrize(
    ("entry", "changes"),
    [
        (0, {"action": "strike 1"}),
        (1, {"faces": [6, 6]}),
        (2, {"index": 1}),
        (1, {"digest": "0"}),
        (1, {"kind": "shout"}),
        (1, {"faces": "66"}),
        (1, {"extra": 1}),
        (2, {"index": True}),
    ],
)
def test_a_log_that_was_tampered_with_is_refused_by_entry(
    entry: int, changes: dict[str, object]
) -> None:
    document = tampered(struck(fresh(), (5, 6), 0), entry, **changes)
    with pytest.raises(LogError) as caught:
        read_log(document)
    assert caught.value.entry == entry


@pytest.mark.parametrize("document", [None, [], {}, {"format": "defilade.log"}, "x"])
def test_what_is_no_log_is_refused(document: object) -> None:
    with pytest.raises(LogError, match=r"not a defilade\.log"):
        read_log(document)


def test_a_log_without_a_roll_it_needs_is_refused_with_the_entry() -> None:
    session = struck(fresh(), (6,), 0)
    cut = fresh().log
    for body in (session.log.bodies[0], session.log.bodies[2]):
        cut = cut.append(body)
    with pytest.raises(LogError, match="log entry 1: DU-1 was asked"):
        fold(RULES, START, cut)


@settings(max_examples=100)
@given(st.data())
def test_any_sequence_of_steps_folds_to_the_state_it_reached(data: st.DataObject) -> None:
    session = fresh().seeded("s")
    for _ in range(data.draw(st.integers(0, 12))):
        step = data.draw(st.sampled_from(["go on", "undo", "redo"]))
        pending = session.pending
        if step == "undo":
            result: object = session.undo()
        elif step == "redo":
            result = session.redo()
        elif isinstance(pending, Choose):
            result = session.choose(data.draw(st.integers(0, len(pending.options) - 1)))
        elif pending is not None:
            result = session.roll()
        else:
            result = session.act(f"strike {data.draw(st.integers(0, 3))}")
        session = result if isinstance(result, Session) else session
    again = reread(session.reveal())
    assert again.table == session.table
    assert again.pending == session.pending
    assert again.log.head == session.reveal().log.head
