"""The closed sets of words of the game: categories, keywords, phases, moves, shooting types.

Knows words alone; what they mean stands where their rules are.
"""

from __future__ import annotations

from enum import StrEnum

MM = 25.4
"""Millimetres in an inch."""


class Category(StrEnum):
    """What a terrain feature counts as (WH-CAT-01)."""

    EXPOSED = "exposed"
    LIGHT = "light"
    DENSE = "dense"


class Method(StrEnum):
    """How a terrain area was set up (WH-AREA-01)."""

    MAT = "mat"
    FEATURE = "feature"
    GROUP = "group"


class AgreedBy(StrEnum):
    """Who said where an area is (WH-AREA-04)."""

    MAP = "map"
    PLAYERS = "players"


class SectionKind(StrEnum):
    """What a section of a feature is (WH-CAT-06)."""

    WALL = "wall"
    FLOOR = "floor"
    ROOF = "roof"


class Phase(StrEnum):
    """The phases of a player's turn, in order (WH-RND-01)."""

    COMMAND = "command"
    MOVEMENT = "movement"
    SHOOTING = "shooting"
    CHARGE = "charge"
    FIGHT = "fight"


class MoveType(StrEnum):
    """What a unit did with its move (WH-MV-03, WH-MV-04)."""

    NONE = "none"
    STATIONARY = "stationary"
    NORMAL = "normal"
    ADVANCE = "advance"
    FALL_BACK = "fall_back"
    CHARGE = "charge"


class Shooting(StrEnum):
    """How a unit shoots (WH-SHO-01)."""

    NORMAL = "normal"
    ASSAULT = "assault"
    CLOSE_QUARTERS = "close_quarters"
    INDIRECT = "indirect"
    SNAP = "snap"


INFANTRY, BEASTS, SWARM, MOBILE = "INFANTRY", "BEASTS", "SWARM", "MOBILE"
MONSTER, VEHICLE, FLY, FRAME = "MONSTER", "VEHICLE", "FLY", "FRAME"
CHARACTER, TOWERING, AIRCRAFT, TITANIC = "CHARACTER", "TOWERING", "AIRCRAFT", "TITANIC"
ON_FOOT = frozenset({INFANTRY, BEASTS, SWARM})
"""Keywords that cover, hide, and pass floors (WH-COV-02, WH-HID-01, WH-TMV-03)."""
BIG = frozenset({MONSTER, VEHICLE})
"""Keywords of the large (WH-MV-05, WH-SHO-04)."""
