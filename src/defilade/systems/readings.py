"""What other values of house rules would make of a ruling.

Knows options, their other values and how answers are compared; never any particular system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, TypeVar

from defilade.ruling import Permission, Question, Reading, Ruling
from defilade.systems.protocol import ReadingsApart, System
from defilade.table import Table

H = TypeVar("H", bound=Any)


def other_values(value: object, listed: Iterable[object] = ()) -> Iterator[object]:
    """Every other value of an option: of a number those `listed`, for it has no end of them.

    >>> list(other_values(True)), list(other_values(1.0, (1.0, 0.0)))
    ([False], [0.0])
    """
    match value:
        case bool():
            yield not value
        case Enum():
            yield from (member for member in type(value) if member is not value)
        case _:
            yield from (each for each in listed if each != value)


def told_apart(
    ruling: Ruling,
    rules: H,
    *,
    names: Iterable[str],
    ruled: Callable[[H], Ruling],
    listed: Mapping[str, tuple[object, ...]] | None = None,
) -> tuple[Reading, ...]:
    """Each other value of the options named that changes the verdict or a number of a ruling;
    of what is refused, only the values that would allow it.

    `ruled` answers the same question by other rules; `listed` are the values of numbers.
    """
    found = []
    for name in names:
        for value in other_values(getattr(rules, name), (listed or {}).get(name, ())):
            changed: dict[str, Any] = {name: value}
            other = ruled(replace(rules, **changed))
            if other.verdict is ruling.verdict is Permission.REFUSED:
                continue
            if (other.verdict, other.numbers) != (ruling.verdict, ruling.numbers):
                found.append(Reading(name, spelled(value), other.verdict, other.numbers))
    return tuple(found)


def spelled(value: object) -> str:
    """A value of an option as a battle file writes it."""
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


def ruled_in_full(question: Question, table: Table[Any], system: System) -> Ruling:
    """The ruling with its readings, also where the system tells them only when asked.

    Raises what `System.rule` does.
    """
    ruling = system.rule(question, table)
    if isinstance(system, ReadingsApart):
        return replace(ruling, readings=system.readings(ruling, table))
    return ruling
