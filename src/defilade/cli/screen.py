"""What a command prints: answers on stdout, everything else on stderr, or JSON and nothing else.

Knows streams, widths, colours and quiet; never what is said. Text from files is printed
without characters that a terminal would act on.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sized
from contextvars import ContextVar
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any, TextIO, TypeVar

T = TypeVar("T")

PATIENCE = 0.5
"""Seconds before a progress bar appears."""


@dataclass(slots=True)
class Told:
    """What one run of a command has said so far: its complaints, and whether a document."""

    complaints: list[str] = field(default_factory=list)
    emitted: bool = False


told: ContextVar[Told | None] = ContextVar("told", default=None)
"""The record of the command under way, where somebody keeps one."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Where a command's words go.

    With `as_json` stdout gets documents only; with `quiet` only answers are printed.
    """

    as_json: bool = False
    quiet: bool = False

    def say(self, text: str = "", *, style: str = "", indent: int = 0) -> None:
        """A line of the answer on stdout; lines after the first are indented by `indent`."""
        if not self.as_json:
            _print(text, sys.stdout, style=style, indent=indent)

    def tell(self, text: str = "", *, style: str = "", indent: int = 0) -> None:
        """A line beside the answer on stdout, which `--quiet` leaves out."""
        if not self.quiet:
            self.say(text, style=style, indent=indent)

    def note(self, text: str, *, style: str = "dim") -> None:
        """A remark on stderr, which `--quiet` leaves out."""
        if not self.quiet:
            _print(text, sys.stderr, style=style, indent=2)

    def complain(self, text: str, *, style: str = "") -> None:
        """Something wrong, on stderr, always."""
        if (record := told.get()) is not None:
            record.complaints.append(text)
        _print(text, sys.stderr, style=style, indent=2)

    def emit(self, document: Mapping[str, Any]) -> None:
        """A JSON document on stdout, if JSON was asked for."""
        if self.as_json:
            if (record := told.get()) is not None:
                record.emitted = True
            sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")

    @property
    def width(self) -> int:
        """Columns to fill."""
        return width_of(sys.stdout) or 80

    @property
    def ascii_only(self) -> bool:
        """Whether stdout cannot print block characters."""
        return not _can_print(sys.stdout, "█▏✓✗")

    def watched(self, items: Iterable[T], *, title: str) -> Iterator[T]:
        """The items, with a bar on a terminal's stderr once they take their time."""
        if self.quiet or not sys.stderr.isatty():
            yield from items
            return
        yield from _bar(items, title)


def _bar(items: Iterable[T], title: str) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import Progress

    begun, shown = time.monotonic(), None
    total = len(items) if isinstance(items, Sized) else None
    progress = Progress(console=Console(stderr=True), transient=True)
    try:
        for number, item in enumerate(items):
            if shown is None and time.monotonic() - begun > PATIENCE:
                progress.start()
                shown = progress.add_task(title, total=total)
            if shown is not None:
                progress.update(shown, completed=number)
            yield item
    finally:
        progress.stop()


def width_of(stream: TextIO) -> int | None:
    """Columns of a terminal or of `COLUMNS`; None where nothing limits a line."""
    if stream.isatty() or os.environ.get("COLUMNS", "").isdecimal():
        return max(shutil.get_terminal_size().columns, 20)
    return None


def _print(text: str, stream: TextIO, *, style: str, indent: int) -> None:
    from defilade.formats.report import visible

    for line in text.split("\n"):
        for part in _wrapped(visible(line), width_of(stream), indent):
            _line(_encodable(part, stream), stream, style)


def _wrapped(line: str, width: int | None, indent: int) -> list[str]:
    if width is None or len(line) <= width:
        return [line]
    lead = len(line) - len(line.lstrip())
    hang = " " * min(lead + indent, width // 2)
    return wrap(
        line.lstrip(),
        width,
        initial_indent=" " * lead,
        subsequent_indent=hang,
        break_on_hyphens=False,
    )


def _line(text: str, stream: TextIO, style: str) -> None:
    if style and (stream.isatty() or os.environ.get("FORCE_COLOR")):
        from rich.console import Console
        from rich.text import Text

        console = Console(file=stream, highlight=False, width=max(len(text), 1) + 1)
        console.print(Text(text, style=style, no_wrap=True), soft_wrap=True)
        return
    stream.write(text + "\n")


def _can_print(stream: TextIO, text: str) -> bool:
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _encodable(text: str, stream: TextIO) -> str:
    if _can_print(stream, text):
        return text
    encoding = getattr(stream, "encoding", None) or "ascii"
    return text.encode(encoding, "replace").decode(encoding)
