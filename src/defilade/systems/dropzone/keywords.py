"""Special rules of units and weapons: read from what stat sheets print, found by name.

Knows spellings and numbers; what a special rule does is said where it acts (DZ-KEY-01).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Special(StrEnum):
    """The special rules that the engine knows by name (DZ-KEY-01)."""

    AA = "AA"
    ALT = "Alt"
    AREA = "Area"
    ARTICULATED = "Articulated"
    COVER = "Cover"
    DESTROYER = "Destroyer"
    DEVASTATOR = "Devastator"
    FLAME = "Flame"
    FOCUS = "Focus"
    INDIRECT = "Indirect"
    LIMITED = "Limited"
    PENETRATIVE = "Penetrative"
    REDUCED = "Reduced"
    STRAFE = "Strafe"
    STRUCTURAL = "Structural"
    TECH_KILLER = "Tech Killer"
    ACCESS = "Access"
    BLOODTHIRSTY = "Bloodthirsty"
    COMMAND_CENTRE = "Command Centre"
    DODGE = "Dodge"
    FAST = "Fast"
    INFILTRATE = "Infiltrate"
    LARGE = "Large"
    RAPID_INSERTION = "Rapid Insertion"
    RARE = "Rare"
    RESILIENT = "Resilient"
    SCOUT = "Scout"
    WIDE = "Wide"
    HAZARD = "re-roll successful Collateral hits"


_SPELLINGS = {special.value.lower(): special for special in Special} | {
    "ds": Special.DESTROYER,
    "dv": Special.DEVASTATOR,
    "rw": Special.REDUCED,
    "l": Special.LIMITED,
    "p": Special.PENETRATIVE,
    "tech-killer": Special.TECH_KILLER,
    "alternate fire": Special.ALT,
    "anti-aircraft": Special.AA,
    "hazard suit": Special.HAZARD,
    "hazard suits": Special.HAZARD,
    "re-roll successful collateral damage hits": Special.HAZARD,
}
_NEEDS_NUMBER = {
    Special.ALT,
    Special.DESTROYER,
    Special.DEVASTATOR,
    Special.DODGE,
    Special.FOCUS,
    Special.LIMITED,
    Special.REDUCED,
    Special.STRAFE,
}
_FORM = re.compile(
    r"(?P<name>.*?)[\s-]*(?:\(?(?P<x>\d+)\s*(?:\+|[\"”″])?\)?)?\s*(?:[(-](?P<kinds>[^()\d]+)\)?)?\s*\Z"
)
_COMMA = re.compile(r",\s*(?![^()]*\))")


@dataclass(frozen=True, slots=True)
class Keyword:
    """One special rule with its number and the kinds it speaks of, both where it has them.

    >>> Keyword.parse("Devastator-2 (Infantry, Scenery)")
    Keyword(name=<Special.DEVASTATOR: 'Devastator'>, x=2, kinds=('infantry', 'scenery'))
    >>> Keyword.parse("Spread-3") is None
    True
    """

    name: Special
    x: int | None = None
    kinds: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Keyword | None:
        """Read what a stat sheet prints; None where it is no special rule known here."""
        whole = _SPELLINGS.get(text.strip().lower())
        if whole is not None and whole not in _NEEDS_NUMBER:
            return cls(whole)
        found = _FORM.match(text.strip())
        special = _SPELLINGS.get(found["name"].strip().lower()) if found else None
        if found is None or special is None or (special in _NEEDS_NUMBER and not found["x"]):
            return None
        kinds = tuple(kind.strip().lower() for kind in (found["kinds"] or "").split(",") if kind)
        return cls(special, int(found["x"]) if found["x"] else None, kinds)

    def __str__(self) -> str:
        number = "" if self.x is None else f"-{self.x}"
        if self.name in (Special.DESTROYER, Special.DODGE):
            number = f" {self.x}+"
        kinds = f" ({', '.join(self.kinds)})" if self.kinds else ""
        return f"{self.name}{number}{kinds}"


def split_specials(text: str) -> tuple[str, ...]:
    """The single special rules of a comma-separated column; a dash means none.

    >>> split_specials("Area, Devastator-2 (Vehicle, Scenery)")
    ('Area', 'Devastator-2 (Vehicle, Scenery)')
    """
    return tuple(part.strip() for part in _COMMA.split(text) if part.strip() not in ("", "-", "*"))


def find(specials: Iterable[Keyword], name: Special) -> Keyword | None:
    """The first special rule of that name, if there is one."""
    return next((special for special in specials if special.name is name), None)


def has(specials: Iterable[Keyword], name: Special) -> bool:
    """Whether there is a special rule of that name."""
    return find(specials, name) is not None


def number(specials: Iterable[Keyword], name: Special) -> int:
    """The X of the special rule of that name; 0 without it."""
    found = find(specials, name)
    return found.x or 0 if found else 0
