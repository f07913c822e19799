"""The stand-ins: values without a source, read from `defaults.toml`, one entry each.

Knows the entries and how they are cited; what a value does stands where its clause is
implemented.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from defilade.record import Record
from defilade.ruling import Reason
from defilade.systems.greatwar.options import HouseRules


@dataclass(frozen=True, slots=True)
class StandIn:
    """One value for which no source was found: its name, clause, value and what it is."""

    name: str
    clause: str
    value: Any
    says: str

    def cited(self) -> Reason:
        """The reason of a ruling that this value decides: default, unsourced."""
        told = Record(name=self.name, says=self.says, value=written(self.value))
        return Reason(self.clause, "stand_in", told, default=True)


@cache
def stand_ins() -> Mapping[str, StandIn]:
    """Every entry of the config file by name, in its order."""
    text = files(__package__).joinpath("defaults.toml").read_text(encoding="utf-8")
    return {
        name: StandIn(name, entry["clause"], entry["value"], entry["says"])
        for name, entry in tomllib.loads(text).items()
    }


def written(value: Any) -> str:
    """A value as players write it.

    >>> written(["burst", "deadly"]), written(True), written({}), written({"gun": 1})
    ('burst, deadly', 'yes', 'none', 'gun: 1')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(written, value)) or "none"
        case dict():
            return ", ".join(f"{key}: {written(one)}" for key, one in value.items()) or "none"
        case _:
            return str(value)


def of_options(rules: HouseRules, *names: str) -> tuple[Reason, ...]:
    """Citations of those options that are stand-ins and stand at their default."""
    plain = HouseRules()
    known = {field.name for field in fields(HouseRules)}
    return tuple(
        stand_ins()[f"options.{name}"].cited()
        for name in names
        if name in known and getattr(rules, name) == getattr(plain, name)
    )
