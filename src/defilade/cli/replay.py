"""`defilade replay`: fold a log over its battle and check that it leads where it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, Quiet
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from defilade.game import Session
    from defilade.systems.protocol import System

FORMAT = "defilade.replay"


def replay(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A log file; `-` reads stdin.")],
    any_engine: Annotated[
        bool, typer.Option("--any-engine", help="Fold a log of another engine version too.")
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Replay a log: its chain, its rules' version, its revealed seeds and every answer.

    Exit code 0 if it leads where it says, else 3. JSON: `defilade.replay` 1.

    Examples:

      defilade replay game.json

      defilade roll battle.yaml "fire A -> B with w" --log - --quiet | defilade replay -
    """
    from defilade.cli.telling import tell_events

    screen = Screen(as_json=as_json, quiet=quiet)
    session, name = replayed(log, screen, any_engine=any_engine)
    system: Any = session.rules
    screen.emit(_replay_json(session, system))
    tell_events(session.events(), system, screen)
    if session.pending is not None:
        screen.tell(f"  under way: {session.pending.clause} waits for an answer")
    entries, head = len(session.log.bodies), session.log.head
    blind = session.log.unchecked()
    rolled = (
        f"{blind} seeded throws unchecked: their seed was never shown" if blind else "as rolled"
    )
    screen.say(f"{name}: {entries} entries, {rolled}; {head[:16]}", style="green")


def replayed(path: str, screen: Screen, *, any_engine: bool) -> tuple[Session, str]:
    """The session of a log and the name of its file; leaves where it does not hold."""
    from defilade.cli.loading import Installed, engine, read_bytes, reported
    from defilade.dice import DiceError
    from defilade.formats.log import opening, read_log_text
    from defilade.formats.unreadable import UnreadableError
    from defilade.game import LogError
    from defilade.game import replay as again

    data, name = read_bytes(path, screen)
    try:
        log = read_log_text(data, name)
        system, table = opening(log, Installed())
        version = log.header.engine if any_engine else engine()
        return again(system, table, log, engine=version), name
    except UnreadableError as error:
        reported(error.faults, error.source, screen)
    except (LogError, DiceError) as error:
        screen.complain(f"{name}: {error}")
    raise left(Code.FAULTY)


def _replay_json(session: Session, system: System) -> dict[str, Any]:
    from defilade.formats.rulings import events_json

    events = events_json(session.events(), system=system.name, wording=system.wording)
    return {
        "format": FORMAT,
        "version": 1,
        "system": system.name,
        "entries": len(session.log.bodies),
        "unchecked": session.log.unchecked(),
        "pending": session.pending.clause if session.pending else None,
        "log_head": session.log.head,
        "events": events["events"],
    }
