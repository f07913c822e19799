"""`defilade play`: a game at the terminal, or played from a script on stdin."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, File, House, PolicyName, Quiet, Seed, Waive
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from defilade.cli.seat import Seat
    from defilade.game import Session

FORMAT = "defilade.play"


def play(
    file: File,
    *,
    seed: Seed = None,
    policy: PolicyName = "default",
    waive: Waive = None,
    option: House = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Play a battle, or go on with a saved log: type `help` for what may be typed.

    Dice are rolled from the seed or typed in as thrown at the table. Lines may come from a
    script: empty ones and those that begin with # are left out, each is shown, and the exit
    code is 1 if one of them led to nothing. JSON: `defilade.play` 1, at the end.

    Examples:

      defilade play battle.yaml

      defilade play game.json

      printf 'list\\nfire A -> B with w\\n4,6,6,1\\n' | defilade play battle.yaml --seed vega
    """
    from defilade.cli.acting import policy_of
    from defilade.cli.files import write_bytes
    from defilade.cli.seat import Seat
    from defilade.cli.throwing import made_seed

    screen = Screen(as_json=as_json, quiet=quiet)
    if file == "-":
        screen.complain("play reads its moves from stdin; give the battle as a file")
        raise left(Code.USAGE)
    made = seed or made_seed()
    session = _opened(file, screen, waive=waive, options=option).seeded(made)
    system: Any = session.rules
    seat = Seat(
        system,
        session,
        screen,
        policy_of(policy, system, screen),
        load=lambda path: _loaded(path, screen).seeded(made),
        write=lambda path, text: write_bytes(path, text.encode(), screen),
    )
    screen.tell(f"{system.title}; seed {made}", style="bold")
    _played(seat)
    ended = seat.session.reveal()
    screen.emit(_game_json(ended, made))
    screen.say(f"seed {made}, log {ended.log.head[:16]}", style="dim")
    if seat.failed and not sys.stdin.isatty():
        raise left(Code.NO)


def _played(seat: Seat) -> None:
    """Feed the seat with lines until it or they end."""
    human = sys.stdin.isatty()
    seat.prompt()
    for line in _lines(human=human):
        text = line.strip()
        if text.startswith("#") or (not text and not human):
            continue
        if not human:
            seat.screen.tell(f"> {text}", style="dim")
        if text:
            seat.take(text)
        elif seat.session.pending is not None:
            seat.take("roll")
        if seat.over:
            return
        seat.prompt()


def _lines(*, human: bool) -> Iterator[str]:
    if human:
        import contextlib

        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  gives the prompt history and editing
        while True:
            try:
                yield input("> ")
            except (EOFError, KeyboardInterrupt):
                return
    else:
        # `yield from` would close stdin together with this generator
        for line in sys.stdin:  # noqa: UP028
            yield line


def _opened(
    path: str, screen: Screen, *, waive: list[str] | None, options: list[str] | None
) -> Session:
    from defilade.cli.loading import engine, open_battle, read_bytes
    from defilade.game import new_session

    data, _ = read_bytes(path, screen)
    if b'"defilade.log"' in data[:400]:
        return _loaded(path, screen)
    opened = open_battle(path, screen, waive=waive, options=options)
    return new_session(opened.system, opened.table, battle=opened.battle, engine=engine())


def _loaded(path: str, screen: Screen) -> Session:
    """The session of a saved log; leaves where it cannot be folded."""
    from defilade.cli.loading import Installed, read_bytes, reported
    from defilade.formats.log import load_session
    from defilade.formats.unreadable import UnreadableError

    data, name = read_bytes(path, screen)
    try:
        session = load_session(data, Installed(), name=name)
    except UnreadableError as error:
        reported(error.faults, error.source, screen)
        raise left(Code.FAULTY) from None
    return replace(session, seed=None)


def _game_json(session: Session, seed: str) -> dict[str, Any]:
    from defilade.formats.rulings import events_json
    from defilade.game import log_json

    system: Any = session.rules
    events = events_json(session.events(), system=system.name, wording=system.wording)
    return {
        "format": FORMAT,
        "version": 1,
        "system": system.name,
        "seed": seed,
        "pending": session.pending.clause if session.pending else None,
        "events": events["events"],
        "log": log_json(session.log),
    }
