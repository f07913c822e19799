"""The closed sets of words that players of Conquest write.

Knows names only.
"""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """Type of a Regiment."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    BRUTE = "brute"
    MONSTER = "monster"


class Weight(StrEnum):
    """Class of a Regiment."""

    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"


class TerrainKind(StrEnum):
    """What a piece of terrain is."""

    GARRISON = "garrison"
    ZONAL = "zonal"
    IMPASSABLE = "impassable"


class Feature(StrEnum):
    """What terrain stands for; it suggests a Size where none is agreed (CQ-LOS-05)."""

    HILL = "hill"
    FOREST = "forest"
    TOWER = "tower"
    WALL = "wall"


class Deed(StrEnum):
    """The Actions of a Regiment, as they are counted."""

    MARCH = "march"
    CHARGE = "charge"
    RALLY = "rally"
    REFORM = "reform"
    TAKE_AIM = "take_aim"
    VOLLEY = "volley"
    CLASH = "clash"
    COMBAT_RALLY = "combat_rally"
    COMBAT_REFORM = "combat_reform"
    INSPIRE = "inspire"
    WITHDRAW = "withdraw"
    LEAVE = "leave"


class Reroll(StrEnum):
    """Failed dice that a rule lets a Regiment throw once more."""

    HIT = "hit"
    DEFENCE = "defence"
    RESOLVE = "resolve"


class Cause(StrEnum):
    """What Wounds come from, as far as it matters for morale (CQ-MOR-03)."""

    CLASH = "clash"
    VOLLEY = "volley"
    IMPACT = "impact"
    WITHDRAW = "withdraw"
    GROUND = "ground"
    SPELL = "spell"


class Attack(StrEnum):
    """The ways to attack that a question may name as the weapon."""

    VOLLEY = "volley"
    CHARGE = "charge"
    CLASH = "clash"
