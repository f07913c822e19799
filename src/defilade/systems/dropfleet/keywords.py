"""Special rules of ships and weapons as data: how they are written, and which are known.

Knows names, numbers and letters (`Burnthrough (6)`, `Calibre H`); what a rule does stands
in the hook that reads it, under the rule's own clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from defilade.systems.dropfleet.state import Keyword, Profile, Weapon
from defilade.systems.dropfleet.terms import Arc

WEAPON_RULES = (
    "air to air",
    "alt",
    "bloom",
    "bombardment",
    "burnthrough",
    "calibre",
    "close action",
    "corruptor",
    "crippling",
    "distortion",
    "escape velocity",
    "flash",
    "fusillade",
    "impel",
    "limited",
    "linked",
    "low level",
    "low power",
    "mauler",
    "overcharge",
    "particle",
    "re entry",
    "scald",
    "squadron",
    "unstable",
)
"""Weapon rules that some hook reads (DF-WPN-01 to DF-WPN-19)."""

SHIP_RULES = (
    "ablative armour",
    "aegis",
    "atmospheric",
    "beast",
    "detector",
    "dreadnought",
    "full cloak",
    "launch",
    "monitor",
    "open",
    "outlier",
    "partial cloak",
    "rare",
    "regenerate",
    "reinforced armour",
    "shaltari shields",
    "shield booster",
    "stealth",
    "vectored",
)
"""Ship rules known; `launch`, `open`, `outlier` and `rare` bear on no ruling here."""

_KNOWN = sorted({*WEAPON_RULES, *SHIP_RULES}, key=len, reverse=True)
_LIMITED = re.compile(r"l\s*[-(]?\s*(\d+)\s*\)?")
_NUMBER = re.compile(r"\d+")
_LETTERS = re.compile(r"[a-z]+")


def parse(text: str) -> Keyword:
    """Read a special rule as players print it; an unknown one keeps its whole text as name.

    >>> parse("Burnthrough (6)"), parse("Linked-1").value, parse("L (2)").name
    (Keyword(name='burnthrough', value=6, words=()), 1, 'limited')
    >>> parse("Calibre (H&S)").words, parse("Close Action (Beam)").words
    (('H', 'S'), ('beam',))
    """
    plain = " ".join(text.lower().replace("-", " ").split())
    if found := _LIMITED.fullmatch(text.strip().lower()):
        return Keyword("limited", int(found[1]))
    for name in _KNOWN:
        if plain == name or plain.startswith((f"{name} ", f"{name}(")):
            rest = plain[len(name) :]
            number = _NUMBER.search(rest)
            words = tuple(_LETTERS.findall(rest))
            if name == "calibre":
                words = tuple(word.upper() for word in words)
            return Keyword(name, int(number[0]) if number else None, words)
    return Keyword(plain)


def parse_all(texts: Iterable[str]) -> tuple[Keyword, ...]:
    """Read several rules; `Calibre H` and `Calibre S` stay two keywords."""
    return tuple(parse(text) for text in texts)


def known(keyword: Keyword) -> bool:
    """Whether some hook of this system reads the rule."""
    return keyword.name in _KNOWN


def find(bearer: Weapon | Profile, name: str) -> Keyword | None:
    """The keyword `name` of a weapon or ship, if it has it."""
    for keyword in bearer.special:
        if keyword.name == name:
            return keyword
    return None


def has(bearer: Weapon | Profile, name: str) -> bool:
    """Whether a weapon or ship has the rule `name`."""
    return find(bearer, name) is not None


def value(bearer: Weapon | Profile, name: str, default: int = 0) -> int:
    """The number of the rule `name`: 6 for Burnthrough (6); `default` without the rule."""
    keyword = find(bearer, name)
    return default if keyword is None or keyword.value is None else keyword.value


def calibres(weapon: Weapon) -> frozenset[str]:
    """The tonnage letters a Calibre weapon is made for (DF-WPN-07)."""
    return frozenset(w[0] for k in weapon.special if k.name == "calibre" for w in k.words)


def close_action(weapon: Weapon) -> str | None:
    """`plain`, `beam` or `swarmer` for Close Action weapons, else None (DF-CA-07)."""
    keyword = find(weapon, "close action")
    if keyword is None:
        return None
    return next((w for w in ("beam", "swarmer") if w in keyword.words), "plain")


_ARCS = {
    "F": (Arc.FRONT,),
    "F(N)": (Arc.NARROW,),
    "FN": (Arc.NARROW,),
    "S": (Arc.LEFT, Arc.RIGHT),
    "S(L)": (Arc.LEFT,),
    "SL": (Arc.LEFT,),
    "S(R)": (Arc.RIGHT,),
    "SR": (Arc.RIGHT,),
    "R": (Arc.REAR,),
}
ARC_WORDS = {"FRONT": "F", "SIDE": "S", "REAR": "R", "LEFT": "L", "RIGHT": "R", "NARROW": "N"}


def parse_arcs(text: str) -> frozenset[Arc]:
    """Read the Arc entry of a weapon (DF-ARC-03); raises `ValueError` for what is no arc.

    >>> sorted(parse_arcs("F/S(R)"))
    [<Arc.FRONT: 'F'>, <Arc.RIGHT: 'S(R)'>]
    """
    found: set[Arc] = set()
    for part in re.split(r"[/,]", text.upper()):
        short = part
        for word, letter in ARC_WORDS.items():
            short = short.replace(word, letter)
        short = short.replace(" ", "")
        if short not in _ARCS:
            raise ValueError(f"{part.strip() or text!r} is no arc: F, F(N), S, S(L), S(R) or R")
        found.update(_ARCS[short])
    return frozenset(found)
