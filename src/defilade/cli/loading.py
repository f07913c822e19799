"""From a path, `-` and options to a checked table, or out with every fault reported.

Knows files and stdin, house rules and waivers given on the command line; no rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from defilade.cli.exits import Code, left
from defilade.cli.screen import Screen
from defilade.systems.registry import load, names

if TYPE_CHECKING:
    from defilade.systems.protocol import System
    from defilade.table import Draft, Fault, Faults, Scene, Source, Table

MOST_BYTES = 64_000_000
"""More than any file that is read; the formats have closer limits of their own."""


class Installed(Mapping[str, Any]):
    """The installed systems by name; each is loaded when it is asked for."""

    def __getitem__(self, name: str) -> System:
        if name not in names():
            raise KeyError(name)
        return load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())


@dataclass(frozen=True, slots=True)
class Opened:
    """A battle that passed its checks, ready to be asked about."""

    system: System
    draft: Draft[Any]
    table: Table[Any]

    @property
    def scene(self) -> Scene:
        """What stands where, under the battle's title or at least the game's."""
        scene = self.system.scene(self.table)
        title = scene.title or getattr(self.draft.battle, "title", "") or self.system.title
        return replace(scene, title=title)

    @property
    def battle(self) -> str:
        """The battle as compact JSON, house rules of the command line included."""
        from defilade.formats.battle import battle_json

        return battle_json(self.draft, self.system)


def engine() -> str:
    """The version of the engine, as logs keep it."""
    from importlib.metadata import version

    return version("defilade")


def read_bytes(path: str, screen: Screen) -> tuple[bytes, str]:
    """The bytes of a file or of stdin, and the name to show for it."""
    try:
        if path == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1), "<stdin>"
        with Path(path).open("rb") as stream:
            return stream.read(MOST_BYTES + 1), path
    except OSError as error:
        screen.complain(f"{path}: {error.strerror or error}")
        raise left(Code.FAULTY) from None


def open_battle(
    path: str,
    screen: Screen,
    *,
    waive: Iterable[str] | None = None,
    options: Iterable[str] | None = None,
) -> Opened:
    """The table of a battle file; leaves with all faults reported if there is none."""
    system, draft = open_draft(path, screen, options=options)
    table = checked(system, draft, screen, waive=waive)
    for fault in table.warnings:
        from defilade.formats.report import report_lines

        for line in report_lines((fault,), draft.source, system.wording):
            screen.note(line)
    return Opened(system, draft, table)


def open_draft(
    path: str, screen: Screen, *, options: Iterable[str] | None = None
) -> tuple[System, Draft[Any]]:
    """The draft of a battle file with the house rules of the command line."""
    from defilade.formats.battle import Unread, read_battle

    given, name = read_bytes(path, screen)
    draft = read_battle(given, name, Installed())
    if isinstance(draft, Unread):
        wording = load(draft.system).wording if draft.system else None
        reported(draft.faults, draft.source, screen, wording=wording)
        raise left(Code.FAULTY)
    system = load(draft.system)
    return system, with_options(draft, system, tuple(options or ()), screen)


def checked(
    system: System, draft: Draft[Any], screen: Screen, *, waive: Iterable[str] | None = None
) -> Table[Any]:
    """The table of a draft; leaves with all faults reported if it does not pass."""
    found: Table[Any] | Faults[Any] = system.check(draft, waive=tuple(waive or ()))
    from defilade.table import Faults

    if isinstance(found, Faults):
        reported(found.faults, draft.source, screen, wording=system.wording)
        raise left(Code.FAULTY)
    return found


def reported(
    faults: Iterable[Fault], source: Source, screen: Screen, *, wording: Any = None
) -> None:
    """Faults on stderr with file, line, column and caret; as JSON, on stdout."""
    from defilade.formats.report import faults_json, report_lines

    faults = tuple(faults)
    if screen.as_json:
        screen.emit(faults_json(faults, source, wording))
        return
    for line in report_lines(faults, source, wording):
        screen.complain(line)


def with_options(
    draft: Draft[Any], system: System, given: tuple[str, ...], screen: Screen
) -> Draft[Any]:
    """The draft with house rules set by `name=value`."""
    if not given:
        return draft
    from defilade.formats.limits import BATTLE
    from defilade.formats.report import message
    from defilade.formats.typed import plain, typed
    from defilade.formats.wording import hint

    values: dict[str, Any] = plain(system.options_type, draft.battle.options)
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name.strip() not in {each.name for each in fields(system.options_type)}:
            known = ", ".join(each.name for each in fields(system.options_type))
            screen.complain(f"--option {text}: write NAME=VALUE; the house rules are {known}")
            raise left(Code.USAGE)
        values[name.strip()] = value.strip()
    made = typed(system.options_type, _texts(values), number=BATTLE.number)
    if isinstance(made, tuple):
        for mistake in made:
            fault = mistake.fault
            screen.complain(f"--option {_path(fault)}: {message(fault)}")
            if helping := hint(fault.code, fault.params):
                screen.complain(f"  {helping}")
        raise left(Code.USAGE)
    return replace(draft, battle=replace(draft.battle, options=made))


def _texts(values: dict[str, Any]) -> dict[str, Any]:
    """JSON values as the texts a file would hold, which is what typing reads."""
    return {name: _text(value) for name, value in values.items()}


def _text(value: Any) -> Any:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case _:
            return value


def _path(fault: Fault) -> str:
    return ".".join(map(str, fault.path)) or "?"
