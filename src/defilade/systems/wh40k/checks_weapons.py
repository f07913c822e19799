"""What may be wrong with a weapon's line: numbers without an end, abilities that are none.

Knows the abilities that change a ruling or odds; what they do stands in their own chapters.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from defilade.record import Record
from defilade.systems.wh40k.battle import WeaponLine
from defilade.systems.wh40k.build import ability
from defilade.table import Fault, Severity
from defilade.values import DiceExpr

Path = tuple[str | int, ...]

KNOWN = (
    "ANTI",
    "ASSAULT",
    "BLAST",
    "CLOSE-QUARTERS",
    "DEVASTATING WOUNDS",
    "HAZARDOUS",
    "HEAVY",
    "IGNORES COVER",
    "INDIRECT FIRE",
    "LANCE",
    "LETHAL HITS",
    "MELTA",
    "ONE SHOT",
    "PRECISION",
    "PSYCHIC",
    "RAPID FIRE",
    "SUSTAINED HITS",
    "TORRENT",
    "TWIN-LINKED",
)
"""Abilities of weapons (WH-WPN-01 to WH-WPN-15)."""
MOST_DICE = 100
"""Most dice, or sides and bonus together, of Attacks and Damage, so that a roll has an end."""
MOST_INCHES = 1000
MOST_MORE = 20
"""Highest number behind an ability."""


def weapon_faults(path: Path, weapon: str, line: WeaponLine) -> Iterator[Fault]:
    """Everything wrong with one weapon."""
    if line.AP > 0:
        yield Fault("ap_positive", (*path, "AP"), Record(ap=line.AP), "WH-MOD-03")
    if line.R is not None and not 0 <= line.R <= MOST_INCHES:
        yield _number((*path, "R"), "R", line.R, MOST_INCHES)
    for name, dice in (("A", line.A), ("D", line.D)):
        if _highest(dice) > MOST_DICE:
            yield _number((*path, name), name, str(dice), MOST_DICE)
    for number, text in enumerate(line.abilities):
        yield from _ability_faults((*path, "abilities", number), text)
    known = [found.name for text in line.abilities if (found := ability(text))]
    skill = line.BS if line.R is not None else line.WS
    if skill is None and "TORRENT" not in known:
        yield Fault("weapon_without_skill", path, Record(weapon=weapon), "WH-ATK-03")


def _highest(dice: DiceExpr) -> int:
    return dice.count * dice.sides + dice.bonus


def _number(path: Path, field: str, value: float | str, most: int) -> Fault:
    return Fault("weapon_number", path, Record(field=field, value=value, most=most), "WH-MOD-03")


def _ability_faults(path: Path, text: str) -> Iterator[Fault]:
    """Against what cannot be read, what is nearly an ability, and numbers that none has."""
    found = ability(text)
    if found is None:
        yield unread(path, text)
        return
    if found.value is not None and found.value > MOST_MORE:
        yield _number(path, found.name, found.value, MOST_MORE)
    if found.name == "ANTI" and not 2 <= (found.value or 0) <= 6:
        yield Fault("anti_number", path, Record(text=text), "WH-WPN-01")
    if found.name not in KNOWN and get_close_matches(found.name, KNOWN, n=1, cutoff=0.8):
        params = Record(given=found.name, choices=KNOWN)
        yield Fault("ability_unknown", path, params, "WH-WPN-16", Severity.WARNING)


def unread(path: Path, text: str) -> Fault:
    """Of an ability that cannot be read."""
    return Fault("ability_unread", path, Record(text=text), "WH-WPN-16", Severity.WARNING)
