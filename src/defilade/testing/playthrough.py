"""Playthroughs: the transcript of a seeded random game, kept as a golden file.

Knows the protocol and prints what it answers at each step, so that a change of any rule
shows as a difference. Run as a module to write the files of all installed systems.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from defilade.dice import Choose
from defilade.game import Session
from defilade.systems.protocol import System
from defilade.systems.registry import load, names
from defilade.testing.battles import opened_example
from defilade.testing.random_play import random_game

SEED = 1
STEPS = 60


def transcript(system: System, *, seed: int = SEED, steps: int = STEPS) -> str:
    """The whole game in words: surveys, actions, dice, events, a mark of each state."""
    battle, table = opened_example(system)
    lines = [f"{system.title}, {system.example}, seed {seed}", ""]
    before: Session | None = None
    for session in random_game(system, table, battle, seed=seed, steps=steps):
        if before is None:
            lines += _surveys(system, session)
        else:
            lines += _step(system, before, session)
        before = session
    return "\n".join(lines) + "\n"


def _surveys(system: System, session: Session) -> Iterator[str]:
    for piece in system.scene(session.table).pieces:
        yield f"{piece.side or 'nobody'} {piece.id}"
        for view in system.survey(piece.id, session.table):
            cited = " ".join(view.ruling.clauses)
            yield f"  {view.ruling.question!r}"
            yield f"    {view.ruling.verdict.value}: {cited}"


def _step(system: System, before: Session, session: Session) -> Iterator[str]:
    question = before.pending
    if question is None:
        offered = system.actions(before.table)
        action = system.write_action(session.moments[-1].action)
        yield f"> {action}    (one of {len(offered)}: {_digest(map(system.write_action, offered))})"
    elif isinstance(question, Choose):
        body = session.log.bodies[-1]
        yield f"  {question.clause} {question.player} chooses {body!r}"
    else:
        yield f"  {question.clause} {session.log.bodies[-1]!r}"
    if session.pending is None:
        for event in session.events()[len(before.events()) :]:
            yield f"  * {event.clause} {system.wording.event(event.code, event.params)}"
        yield f"  = {_digest([stable(session.table.state)])}"


def stable(value: Any) -> str:
    """A text of a state that is the same in every process: sets in order, unlike in `repr`."""
    if is_dataclass(value) and not isinstance(value, type):
        inner = ", ".join(f"{f.name}={stable(getattr(value, f.name))}" for f in fields(value))
        return f"{type(value).__name__}({inner})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{stable(k)}: {stable(v)}' for k, v in value.items())}}}"
    if isinstance(value, frozenset | set):
        return f"{{{', '.join(sorted(map(stable, value)))}}}"
    if isinstance(value, tuple):
        return f"({', '.join(map(stable, value))})"
    return repr(value)


def _digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:12]


if __name__ == "__main__":
    for name in names():
        path = Path(sys.argv[1]) / f"{name}.txt"
        path.write_text(transcript(load(name)), encoding="utf-8")
        print(path)
