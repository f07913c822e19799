"""Values of the case adapter: its state, and answers that read both as number and as map.

Knows the shape of worked cases; the steps are in `bench_actions` and `bench_queries`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from defilade.systems.dropzone.battle import Battle, SceneryLine, UnitLine
from defilade.systems.dropzone.checks import check
from defilade.systems.dropzone.checks_places import LINK_REACH
from defilade.systems.dropzone.options import HouseRules
from defilade.systems.dropzone.state import State
from defilade.table import Draft, Faults, Table

WAIVED = ("squad_divided", "other_battlegroup", "not_infantry", "overfull", "edge_shared")
"""Faults that a case may set up on purpose."""


@dataclass(frozen=True, slots=True)
class BenchState:
    """A table, what `given` said besides, and the steps' own memory."""

    table: Table[State]
    extras: Mapping[str, Any] = field(default_factory=dict)


class HitCount(int, Mapping[str, int]):
    """Hits: as a number those of the weapon, as a map those of every target."""

    by_target: dict[str, int]

    def __new__(cls, number: int, by_target: Mapping[str, int]) -> HitCount:
        """A number with its map."""
        made = super().__new__(cls, number)
        made.by_target = dict(by_target)
        return made

    def __getitem__(self, target: str) -> int:
        return self.by_target[target]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_target)

    def __len__(self) -> int:
        return len(self.by_target)

    __hash__ = int.__hash__
    __eq__ = int.__eq__


@cache
def _reader() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(Battle)


def opened(given: Mapping[str, Any], options: Mapping[str, Any]) -> BenchState:
    """The bench state a case's `given` and `options` describe; raises `ValueError`."""
    known = {one.name for one in fields(Battle)}
    extras = {key: value for key, value in given.items() if key not in known}
    chosen = dict(_flat(options)) | dict(_flat(given.get("options", {})))
    document = {key: value for key, value in given.items() if key in known}
    document["units"] = [_line(UnitLine, one) for one in given.get("units", ())]
    document["scenery"] = [_line(SceneryLine, one) for one in given.get("scenery", ())]
    document["scan_tokens"] = list(map(_token, given.get("scan_tokens", ())))
    unknown = set(chosen) - {one.name for one in fields(HouseRules)}
    if unknown:
        raise ValueError(f"there is no house rule {sorted(unknown)[0]!r}")
    document |= {"options": chosen, "free": True}
    battle = _reader().validate_python(document)
    found = check(Draft("dropzone", battle), system="dropzone", waive=WAIVED)
    if isinstance(found, Faults):
        codes = ", ".join(f"{fault.code} at {fault.path}" for fault in found.errors)
        raise ValueError(f"given cannot stand: {codes}")
    return BenchState(found, extras)


_OTHER_WORDS = {
    "moved_this_activation": "moved",
    "disembarked": "disembarked_this_activation",
    "tokens": "collateral_tokens",
}
"""Words of cases that a battle file says otherwise."""


def _line(kind: type[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """A line of a case in the words of a battle file; raises `ValueError` for unknown words."""
    known = {one.name for one in fields(kind)}
    line = {key if key in known else _OTHER_WORDS.get(key, key): v for key, v in given.items()}
    for word_ in line:
        if word_ not in known:
            raise ValueError(f"{given.get('id')} has an unknown word {word_!r}")
    return line


def _token(given: Any) -> dict[str, Any]:
    """A Scan Token: a point is one of blue's, who acts."""
    return dict(given) if isinstance(given, Mapping) else {"side": "blue", "at": list(given)}


def _flat(options: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Options by field name: dots and nesting become underscores."""
    for key, value in options.items():
        name = prefix + str(key).replace(".", "_")
        if isinstance(value, Mapping):
            yield from _flat(value, f"{name}_")
        else:
            yield name, value


def need_text(need: int | None) -> str | None:
    """A number to roll as players write it."""
    return None if need is None else f"{need}+"


def word(step: Mapping[str, Any], key: str) -> Any:
    """A word of a step that must be there; raises `ValueError`."""
    if key not in step:
        raise ValueError(f"the step lacks {key!r}")
    return step[key]


__all__ = [
    "LINK_REACH",
    "WAIVED",
    "BenchState",
    "HitCount",
    "need_text",
    "opened",
    "word",
]
