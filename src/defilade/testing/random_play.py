"""Random legal play of any system, repeatable from a seed.

Knows sessions and pending questions; chooses without looking at what anything means.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from defilade.dice import Choose
from defilade.game import Session, new_session
from defilade.systems.protocol import System
from defilade.table import Table

TEST_ENGINE = "test"


def random_game(
    system: System, table: Table[Any], battle: str, *, seed: int, steps: int
) -> Iterator[Session]:
    """Sessions one after another: an action begun, a roll made, a choice taken, one a step.

    Ends early when no action is left. Every action offered by `System.actions` that is
    picked must be accepted: a refusal raises `AssertionError`.
    """
    pick = Random(f"{system.name}/{seed}")
    session = new_session(system, table, battle=battle, engine=TEST_ENGINE).seeded(str(seed))
    yield session
    for _ in range(steps):
        question = session.pending
        if question is None:
            offered = system.actions(session.table)
            if not offered:
                return
            action = offered[int(pick.random() * len(offered))]
            begun = session.act(action)
            assert isinstance(begun, Session), f"{system.write_action(action)}: {begun}"
            session = begun
        elif isinstance(question, Choose):
            session = session.choose(int(pick.random() * len(question.options)))
        else:
            session = session.roll()
        yield session
