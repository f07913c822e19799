"""The bases file: which base the models of a unit have.

Knows shapes and millimetres; an unknown size stays unknown, and no number is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from defilade.formats.battle import Unread
from defilade.formats.kdc40.decode import decoded
from defilade.formats.kdc40.read import json_of
from defilade.formats.unreadable import UnreadableError, unreadable
from defilade.record import Record
from defilade.table import Finding
from defilade.table.army import Bases, BaseShape, BaseSize, UnitBase


@dataclass(frozen=True, slots=True)
class _Size:
    shape: BaseShape
    diameter: float | None = None
    width: float | None = None
    length: float | None = None
    size: str | None = None
    draft: bool | None = None

    def __post_init__(self) -> None:
        for name in ("diameter", "width", "length"):
            given = getattr(self, name)
            if given is not None and given <= 0:
                raise ValueError(f"{name} is more than 0")


@dataclass(frozen=True, slots=True)
class _Line:
    id: str
    base_size_mm: _Size | None = None
    faction_id: str | None = None
    keywords: tuple[str, ...] | None = None


def read_bases(files: Mapping[str, bytes]) -> Bases | Unread:
    """The bases of units, in order; a line that does not fit is left out with a finding."""
    units: list[UnitBase] = []
    findings: list[Finding] = []
    try:
        for name, data in files.items():
            value = json_of(name, data)
            if not is_bases(value):
                raise unreadable(
                    name, "json.shape", format="a list of bases", problem="it is other"
                )
            for number, each in enumerate(value):
                place = f"{name}:[{number}]"
                line, told = decoded(_Line, each, place)
                findings += told
                if line is not None:
                    units.append(_unit(line, place, findings))
    except UnreadableError as error:
        return Unread(error.faults, error.source)
    return Bases(tuple(units), tuple(findings))


def is_bases(value: object) -> bool:
    """Whether a JSON value looks like a bases file."""
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, dict) and "id" in first and "base_size_mm" in first


def _unit(line: _Line, place: str, findings: list[Finding]) -> UnitBase:
    base = None
    if line.base_size_mm is not None:
        size = line.base_size_mm
        base = BaseSize(
            size.shape,
            diameter=_float(size.diameter),
            length=_float(size.length),
            width=_float(size.width),
            draft=bool(size.draft),
        )
    if base is None or not base.measured:
        shape = "nothing" if base is None else base.shape.value
        findings.append(Finding("base.unmeasured", place, Record(unit=line.id, shape=shape)))
    return UnitBase(line.id, line.faction_id or "", base, line.keywords or (), place)


def _float(size: float | None) -> float | None:
    return None if size is None else float(size)
