"""`defilade replay`: fold a log over its battle and check that it leads where it says."""

from __future__ import annotations

from typing import Annotated

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, Quiet, Waive
from defilade.cli.screen import Screen

FORMAT = "defilade.replay"


def replay(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A log file; `-` reads stdin.")],
    any_engine: Annotated[
        bool, typer.Option("--any-engine", help="Fold a log of another engine version too.")
    ] = False,
    waive: Waive = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Replay a log: its chain, its rules' version, its revealed seeds and every answer.

    Exit code 0 if it leads where it says, else 3. JSON: `defilade.replay` 1.

    Examples:

      defilade replay game.json

      defilade roll battle.yaml "fire A -> B with w" --log - --quiet | defilade replay -
    """
    from defilade.cli.loading import Installed, engine, read_bytes, reported
    from defilade.cli.telling import tell_events
    from defilade.dice import DiceError
    from defilade.formats.log import opening, read_log_text
    from defilade.formats.rulings import events_json
    from defilade.formats.unreadable import UnreadableError
    from defilade.game import LogError
    from defilade.game import replay as replayed

    screen = Screen(as_json=as_json, quiet=quiet)
    data, name = read_bytes(log, screen)
    try:
        read = read_log_text(data, name)
        system, table = opening(read, Installed(), waive=tuple(waive or ()))
        version = read.header.engine if any_engine else engine()
        session = replayed(system, table, read, engine=version)
    except UnreadableError as error:
        reported(error.faults, error.source, screen)
        raise left(Code.FAULTY) from None
    except (LogError, DiceError) as error:
        screen.complain(f"{name}: {error}")
        raise left(Code.FAULTY) from None
    events = events_json(session.events(), system=system.name, wording=system.wording)
    screen.emit(
        {
            "format": FORMAT,
            "version": 1,
            "system": system.name,
            "entries": len(read.bodies),
            "pending": session.pending.clause if session.pending else None,
            "log_head": read.head,
            "events": events["events"],
        }
    )
    tell_events(session.events(), system, screen)
    if session.pending is not None:
        screen.tell(f"  under way: {session.pending.clause} waits for an answer")
    screen.say(f"{name}: {len(read.bodies)} entries, as rolled; {read.head[:16]}", style="green")
