"""Jobs that take a session a step on, and that tell where it stands.

Knows sessions and their steps; the words are the system's. The log is kept by the server: a
job gives back the entries that are new.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from defilade.dice import Choose, Roll, Total, WrongFaces
from defilade.dice.wire import question_to_json
from defilade.formats.asking import question_words
from defilade.formats.rulings import events_json
from defilade.game import Event, Log, LogError, Rejection, Session, new_session
from defilade.game.log import Commit, Throw, body_json, header_json
from defilade.server.problems import trouble
from defilade.server.work.answer import Answer, answer
from defilade.server.work.chances import refuse
from defilade.server.work.desk import Desk, engine
from defilade.server.work.pictures import scene_json
from defilade.systems.protocol import System

Asked = Mapping[str, Any]


def begin(asked: Asked, desk: Desk) -> Answer:
    """A new session of a battle, or of a log that goes on where it ends; the server gets its
    header, its entries and its head."""
    session, title = _new(asked, desk)
    if asked["seed"] is not None:
        session = session.seeded(asked["seed"])
    system = desk.systems[session.log.header.system]
    desk.keep(asked["new"], session, title)
    document = view_json(session, title, asked["new"], system)
    pieces = system.scene(session.moments[0].table).pieces
    sides = [each for each in dict.fromkeys(piece.side for piece in pieces) if each]
    header = session.log.header
    more: dict[str, Any] = {"header": header_json(header), "title": title, "sides": sides}
    more["start"] = Log(header).head
    more["seed_at"] = _last_commit(session.log)
    return answer(document, **more, entries=_entries(session.log, 0), head=session.log.head)


def _last_commit(log: Log) -> int | None:
    """The number of the entry that commits to a seed last."""
    commits = (number for number, body in enumerate(log.bodies) if isinstance(body, Commit))
    return max(commits, default=None)


def _new(asked: Asked, desk: Desk) -> tuple[Session, str]:
    if asked.get("log") is not None:
        return desk.folded(asked["log"])
    opened = desk.opened(asked["battle"])
    begun = new_session(opened.system, opened.table, battle=opened.battle, engine=engine())
    return begun, opened.title


def view(asked: Asked, desk: Desk) -> Answer:
    """Where a session stands."""
    session, title = desk.session(asked)
    system = desk.systems[session.log.header.system]
    return answer(view_json(session, title, asked["session"], system))


def events(asked: Asked, desk: Desk) -> Answer:
    """All that happened in a session, in words."""
    session, _ = desk.session(asked)
    system = desk.systems[session.log.header.system]
    found = events_json(session.events(), system=system.name, wording=system.wording)
    return answer(found)


def move(asked: Asked, desk: Desk) -> Answer:
    """One step of a session: act, answer, choose, roll, undo, redo or reveal."""
    before, title = desk.session(asked)
    system = desk.systems[before.log.header.system]
    try:
        after = _after(replace(before, seed=asked["seed"]), asked["step"], system)
    except LogError as error:
        raise trouble("log-broken", f"At entry {error.entry}: {error.why}.") from None
    desk.keep(asked["session"], after, title)
    document = view_json(after, title, asked["session"], system)
    new = _entries(after.log, len(before.log.bodies))
    return answer(document, entries=new, head=after.log.head)


def view_json(session: Session, title: str, session_id: str, system: System) -> dict[str, Any]:
    """Where a session stands: its head, what waits for an answer, what happened last, the table."""
    return {
        "format": "defilade.session",
        "version": 1,
        "id": session_id,
        "system": system.name,
        "title": title,
        "head": session.log.head,
        "entries": len(session.log.bodies),
        "pending": pending_json(session, system),
        "can_undo": bool(session.log.live()),
        "can_redo": bool(session.log.undone()),
        "committed": session.log.open_commitment(),
        "last": _last(session, system),
        "scene": scene_json(replace(system.scene(session.table), title=title)),
    }


def pending_json(session: Session, system: System) -> dict[str, Any] | None:
    """The question that waits: what it is, what it says, and how it may be answered."""
    question = session.pending
    if question is None:
        return None
    says = question_words(question, system.wording)
    if not isinstance(question, Choose):
        run = session.moments[-1].run
        assert run is not None  # a pending question comes from a run
        sides = list(question.die.sides) if question.die.is_named else len(question.die.sides)
        return {**question_to_json(question), "says": says, "needs": run.needs, "sides": sides}
    texts = [str(option) for option in question.options]
    return {
        "ask": "choose",
        "clause": question.clause,
        "player": question.player,
        "kind": question.kind,
        "stage": question.stage,
        "says": says,
        "options": [{"value": text, "says": system.wording.term(text)} for text in texts],
    }


def _after(session: Session, step: Mapping[str, Any], system: System) -> Session:
    match step:
        case {"do": "act", "action": text}:
            _nothing_pending(session)
            after = session.act(text)
            if not isinstance(after, Session):
                refuse(after, system)
            return after
        case {"do": "answer", "faces": faces}:
            return _answered(session, tuple(faces))
        case {"do": "choose", "index": index}:
            return _chosen(session, index)
        case {"do": "roll", "commit": commit}:
            _dice_pending(session)
            assert session.seed is not None  # the server sends it along
            return (session.seeded(session.seed) if commit else session).roll()
        case {"do": "undo", "agreed": agreed, "waiting": waiting}:
            return _undone(session, agreed, waiting)
        case _:
            return _turned(session, step["do"])


def _answered(session: Session, faces: tuple[int | str, ...]) -> Session:
    _dice_pending(session)
    try:
        return session.answer(faces)
    except WrongFaces as error:
        raise trouble("wrong-dice", f"Wanted: {error.wanted}.", wanted=error.wanted) from None


def _chosen(session: Session, index: int) -> Session:
    question = session.pending
    if not isinstance(question, Choose):
        raise trouble("nothing-pending", "No choice is asked for.")
    if index >= len(question.options):
        raise trouble("no-such-option", f"There are {len(question.options)}, counted from 0.")
    return session.choose(index)


def _undone(session: Session, agreed: list[str], waiting: list[str]) -> Session:
    """The last step taken back; dice only where nobody is left who has not agreed."""
    live = session.log.live()
    if live and isinstance(session.log.bodies[live[-1]], Throw) and waiting:
        detail = f"These dice are taken back once {' and '.join(waiting)} agreed."
        raise trouble("both-needed", detail, agreed=agreed, waiting=waiting)
    return _turned(session, "undo")


def _turned(session: Session, do: str) -> Session:
    """A step that needs nothing: undo, redo, reveal."""
    turns = {"undo": session.undo, "redo": session.redo, "reveal": session.reveal}
    after = turns[do]()
    if isinstance(after, Rejection):
        raise trouble(f"nothing-to-{do}")
    return after


def _nothing_pending(session: Session) -> None:
    if session.pending is not None:
        raise trouble("answer-first", clause=session.pending.clause)


def _dice_pending(session: Session) -> None:
    if not isinstance(session.pending, Roll | Total):
        raise trouble("nothing-pending", "No dice are asked for.")


def _last(session: Session, system: System) -> dict[str, Any] | None:
    """The action under way or done last, and what happened in it once it is done."""
    moment = session.moments[-1]
    if moment.action is None:
        return None
    happened: tuple[Event, ...] = ()
    if moment.run is None:
        before = session.moments[-2].table
        happened = system.narrate(before, moment.action, moment.thrown, moment.table)
    found = events_json(happened, system=system.name, wording=system.wording)
    return {
        "action": system.write_action(moment.action),
        "done": moment.run is None,
        "events": found["events"],
    }


def _entries(log: Log, start: int) -> list[dict[str, Any]]:
    """The entries from number `start` on, as `log_json` writes them."""
    new = zip(log.bodies[start:], log.digests[start:], strict=True)
    return [{**body_json(body), "digest": mark} for body, mark in new]
