"""Saves of Tabletop Simulator: where named pieces stand, and saves of pieces of ours.

Knows transforms: one unit is one inch, the origin is mid-table, y up, rotY clockwise seen
from above. A save has no outlines: the caller says what each name is. Scripts and links are
never run or followed; other states of a piece and what lies in bags are not placed.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from defilade.formats.battle import Unread
from defilade.formats.kdc40.read import json_of
from defilade.formats.unreadable import UnreadableError, unreadable
from defilade.geometry.plane import bounds
from defilade.record import Datum, Record
from defilade.table import Ellipse, Finding, Footprint, HexCell, Piece, Round, Shaped
from defilade.table.army import slug
from defilade.values import Inches

_MARKUP = re.compile(r"\[(?:-|/?[bius]|/?su[bp]|[0-9a-fA-F]{6})\]")
_TILT = 5.0
_STANDS: Inches = 0.25
"""How far above the ground a piece may be and still stand on it: meshes differ."""
_FAR: Inches = 10_000.0


@dataclass(frozen=True, slots=True)
class Known:
    """What a name in a save is: its footprint, how tall it is, whose."""

    footprint: Footprint
    height: Inches | None = None
    side: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """How a save's space lies on a table of ours."""

    size: tuple[Inches, Inches] = (60.0, 44.0)
    """Width and depth of the table in inches; its middle is the save's origin."""
    ground: Inches = 1.0
    """posY of the table's surface, on which flat pieces come to rest."""


FRAME = Frame()


@dataclass(frozen=True, slots=True)
class Save:
    """The pieces of a save that have a known name, and what was noticed."""

    title: str
    pieces: tuple[Piece, ...]
    findings: tuple[Finding, ...] = ()


def read_save(
    name: str, data: bytes, known: Mapping[str, Known], *, frame: Frame = FRAME
) -> Save | Unread:
    """The pieces of a save or saved object; `known` says what each nickname is.

    Names are compared without case, colours and punctuation. A piece without a known name is
    a finding with its place and position. Unread where the file is no save.
    """
    try:
        value = json_of(name, data)
        listed = value.get("ObjectStates") if isinstance(value, dict) else None
        if not isinstance(listed, list):
            problem = "there is no list `ObjectStates`"
            raise unreadable(name, "json.shape", format="Tabletop Simulator", problem=problem)
    except UnreadableError as error:
        return Unread(error.faults, error.source)
    reading = _Reading({slug(key): each for key, each in known.items()}, frame)
    pieces = tuple(
        piece
        for number, each in enumerate(listed)
        if (piece := reading.piece(each, f"{name}:ObjectStates[{number}]")) is not None
    )
    if scripts := _scripts(value):
        reading.note("script.ignored", name, number=scripts)
    title = value.get("SaveName")
    return Save(title if isinstance(title, str) else "", pieces, tuple(reading.findings))


def save_document(title: str, pieces: Iterable[Piece], *, frame: Frame = FRAME) -> dict[str, Any]:
    """A saved object of plain blocks, one for each piece, as JSON values.

    Each block has the piece's id as its nickname and is as large as its footprint's box; it
    names no mesh, no picture and no script. Raises ValueError for pieces on hexes.
    """
    states = [_block(piece, number, frame) for number, piece in enumerate(pieces, 1)]
    return {
        "SaveName": title,
        "GameMode": "",
        "Note": "",
        "Rules": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": states,
    }


def save_json(title: str, pieces: Iterable[Piece], *, frame: Frame = FRAME) -> str:
    """The text of a saved-object file."""
    return (
        json.dumps(save_document(title, pieces, frame=frame), ensure_ascii=False, indent=2) + "\n"
    )


@dataclass
class _Reading:
    """Objects of a save on their way to pieces."""

    known: Mapping[str, Known]
    frame: Frame
    used: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def note(self, code: str, place: str, *, lost: bool = False, **params: Datum) -> None:
        """A finding."""
        self.findings.append(Finding(code, place, Record(**params), lost=lost))

    def piece(self, value: object, place: str) -> Piece | None:
        """One object of the save; None with a finding where it cannot be placed."""
        transform = _transform(value)
        if not isinstance(value, dict) or transform is None:
            self.note("piece.unreadable", place, lost=True)
            return None
        name = nickname(value)
        x = self.frame.size[0] / 2 + transform["posX"]
        y = self.frame.size[1] / 2 + transform["posZ"]
        self._unplaced(value, place, name)
        known = self.known.get(slug(name))
        if known is None:
            code = "piece.unknown" if name else "piece.unnamed"
            kind = str(value.get("Name", ""))[:80]
            at = Record(x=round(x, 3), y=round(y, 3))
            self.note(code, place, lost=True, name=name, kind=kind, at=at)
            return None
        if any(_tilt(transform[key]) > _TILT for key in ("rotX", "rotZ")):
            self.note("piece.tilted", place, name=name)
        if not (0 <= x <= self.frame.size[0] and 0 <= y <= self.frame.size[1]):
            self.note("piece.off_board", place, name=name, x=round(x, 3), y=round(y, 3))
        level = transform["posY"] - self.frame.ground
        return Piece(
            id=self._free(name),
            side=known.side,
            position=(x, y),
            footprint=known.footprint,
            facing=transform["rotY"] % 360.0,
            level=level if level > _STANDS else 0.0,
            height=known.height,
        )

    def _unplaced(self, value: Mapping[str, Any], place: str, name: str) -> None:
        for key, code in (("States", "states.not_placed"), ("ContainedObjects", "bag.not_placed")):
            inside = value.get(key)
            if isinstance(inside, dict | list) and inside:
                self.note(code, place, name=name, number=len(inside))

    def _free(self, name: str) -> str:
        number = self.used[name] = self.used.get(name, 0) + 1
        return name if number == 1 else f"{name} {number}"


def nickname(value: Mapping[str, Any]) -> str:
    """The name that a player gave to an object, without colours and line breaks."""
    text = value.get("Nickname")
    return " ".join(_MARKUP.sub("", text).split())[:200] if isinstance(text, str) else ""


_AXES = ("posX", "posY", "posZ", "rotX", "rotY", "rotZ")


def _transform(value: object) -> Mapping[str, float] | None:
    given = value.get("Transform") if isinstance(value, dict) else None
    if not isinstance(given, dict):
        return None
    found = {axis: given.get(axis, 0.0) for axis in _AXES}
    for number in found.values():
        if isinstance(number, bool) or not isinstance(number, int | float):
            return None
        if not math.isfinite(number) or abs(number) > _FAR:
            return None
    return found if "posX" in given and "posZ" in given else None


def _tilt(degrees: float) -> float:
    turned = degrees % 360.0
    return min(turned, 360.0 - turned)


def _scripts(value: Mapping[str, Any]) -> int:
    """How many objects of a save, itself among them, carry a script."""
    return sum(1 for each in _objects(value) if each.get("LuaScript"))


def _objects(value: object) -> Iterator[Mapping[str, Any]]:
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            yield each
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)


def _block(piece: Piece, number: int, frame: Frame) -> dict[str, Any]:
    width, depth = _box(piece.footprint)
    return {
        "GUID": f"{number:06x}",
        "Name": "BlockSquare",
        "Transform": {
            "posX": piece.position[0] - frame.size[0] / 2,
            "posY": frame.ground + piece.level,
            "posZ": piece.position[1] - frame.size[1] / 2,
            "rotX": 0.0,
            "rotY": 0.0 if piece.facing is None else piece.facing % 360.0,
            "rotZ": 0.0,
            "scaleX": width,
            "scaleY": max(piece.height or 0.1, 0.1),
            "scaleZ": depth,
        },
        "Nickname": piece.id,
        "Description": ", ".join((piece.side, *piece.notes)).strip(", "),
        "Locked": False,
        "Tags": [piece.side] if piece.side else [],
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _box(footprint: Footprint) -> tuple[Inches, Inches]:
    """Across and along the facing."""
    match footprint:
        case Round(radius):
            return 2 * radius, 2 * radius
        case Ellipse(half_length, half_width):
            return 2 * half_width, 2 * half_length
        case Shaped(corners):
            low_x, low_y, high_x, high_y = bounds(corners)
            return high_x - low_x, high_y - low_y
        case HexCell():
            raise ValueError("a piece on a hex has no place in inches")
