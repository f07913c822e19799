"""The lines of army lists as text: bullets, counts, points and gear between commas.

Knows how such lines are written by the apps that make them; nothing of units and armies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from defilade.table.army import Gear

_BULLET = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[•◦▪‣*·-])\s+(?P<text>.*\S)\s*\Z")
_POINTS = re.compile(
    r"\s*[(\[]\s*(?P<plus>\+?)\s*(?P<points>\d[\d,. ]*)\s*(?:pts?\.?|points?)\s*[)\]]\s*\Z", re.I
)
_UNIT = re.compile(
    r"(?:(?P<tag>[A-Za-z]{2,10}\d{1,3}):\s+)?(?:(?P<count>\d{1,3})x\s+)?(?P<name>\S.*?)"
    r"\s*[(\[]\s*(?P<points>\d[\d,.]*)\s*(?:pts?\.?|points?)\s*[)\]]\s*(?P<colon>:\s*(?P<gear>.*))?\Z",
    re.I,
)
_COUNT = re.compile(r"(?P<count>\d{1,3})\s?x\s+(?P<name>\S.*)\Z")
_WITH = re.compile(r"(?P<count>\d{1,3}) with (?P<gear>\S.*)\Z")
_RUN_TOGETHER = re.compile(r"(?<=[a-z]{3})(?=[A-Z](?:[a-z]|'[a-z]))")

MOST = 999
"""The greatest number that is read as a count of models or things."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line that says something: what it says, how far in, whether behind a bullet."""

    number: int
    text: str
    indent: int
    bullet: bool


@dataclass(frozen=True, slots=True)
class Head:
    """A line that begins a unit."""

    tag: str
    count: int | None
    name: str
    points: int
    gear: str | None
    """What follows the colon; None without a colon."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something between commas or behind a bullet; `counted` where a number stands before it."""

    name: str
    number: int = 1
    counted: bool = False
    points: int | None = None
    inner: tuple[Item, ...] = ()

    def times(self, number: int) -> Item:
        """The same for several models."""
        return replace(self, number=self.number * number)

    def gear(self) -> Iterator[Gear]:
        """It and what it contains, as gear."""
        yield Gear(self.name, self.number)
        for each in self.inner:
            yield from each.times(self.number).gear()


def lines(text: str) -> Iterator[Line]:
    """The lines that are not blank."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        bullet = _BULLET.match(line)
        if bullet is not None:
            yield Line(number, bullet["text"], len(bullet["indent"].expandtabs(4)), bullet=True)
        else:
            indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
            yield Line(number, line.strip(), indent, bullet=False)


def head(text: str) -> Head | None:
    """The beginning of a unit: a name with points behind it.

    >>> head("Char1: 1x War Dog Karnivore (165 pts): Slaughterclaw").gear
    'Slaughterclaw'
    """
    found = _UNIT.match(text)
    if found is None:
        return None
    count = int(found["count"]) if found["count"] else None
    gear = found["gear"] if found["colon"] else None
    return Head(found["tag"] or "", count, found["name"], whole(found["points"]), gear)


def whole(text: str) -> int:
    """A number of points, with or without marks between thousands."""
    return int(re.sub(r"\D", "", text)[:9] or "0")


def with_gear(text: str) -> tuple[int, tuple[Item, ...]] | None:
    """`3 with Bolter, Knife`: how many models, and what each has."""
    found = _WITH.match(text)
    return (int(found["count"]), items(found["gear"])) if found is not None else None


def items(text: str) -> tuple[Item, ...]:
    """Things between commas; commas in brackets divide what is in the brackets.

    >>> [each.number for each in items("Knife, 2x Drone (Pod, Lamp)")]
    [1, 2]
    """
    return tuple(item(part) for part in _parts(text) if part)


def item(text: str) -> Item:
    """One thing with its count, points and, in brackets, what it contains."""
    text = text.strip()
    points = None
    marked = _POINTS.search(text)
    if marked is not None:
        points, text = whole(marked["points"]), text[: marked.start()].strip()
    counted = _COUNT.match(text)
    number, name = (int(counted["count"]), counted["name"]) if counted else (1, text)
    inner: tuple[Item, ...] = ()
    if name.endswith(")") and " (" in name:
        name, _, inside = name[:-1].partition(" (")
        inner = items(inside)
    return Item(name.strip(), number, counted is not None, points, inner)


def run_together(name: str) -> tuple[str, ...]:
    """Names that an app wrote without anything between them.

    >>> run_together("Recon droneDrone burst cannon")
    ('Recon drone', 'Drone burst cannon')
    """
    return tuple(_RUN_TOGETHER.split(name))


def _parts(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for at, character in enumerate(text):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth = max(0, depth - 1)
        elif character == "," and depth == 0:
            yield text[start:at].strip()
            start = at + 1
    yield text[start:].strip()
