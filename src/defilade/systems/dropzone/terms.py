"""The closed vocabularies of Dropzone Commander: kinds of scenery, unit types, arcs.

Knows words only; what each of them does is the business of the chapters' modules.
"""

from __future__ import annotations

from enum import StrEnum


class Rule(StrEnum):
    """The rules a scenery piece may be agreed to have, in any mix (DZ-CFG-01)."""

    PASSABLE = "Passable"
    IMPASSABLE = "Impassable"
    EXCEPTIONAL = "Exceptional"
    TOUGH = "Tough"
    SOLID = "Solid"
    SOFT_COVER = "Soft Cover"
    BODY_COVER = "Body Cover"
    DESTRUCTIBLE = "Destructible"
    GARRISON = "Garrison"
    FLAMMABLE = "Flammable"


class UnitType(StrEnum):
    """What a unit is (DZ-UNI-02)."""

    INFANTRY = "infantry"
    VEHICLE = "vehicle"
    AIRCRAFT = "aircraft"
    BEHEMOTH = "behemoth"


class Subtype(StrEnum):
    """What kind of vehicle a unit is; other types have none, but Aircraft may be small."""

    TANK = "tank"
    SKIMMER = "skimmer"
    WALKER = "walker"
    SMALL = "small"


class Arc(StrEnum):
    """Quarters about a model's axis, 90 degrees each (DZ-SHT-03)."""

    FRONT = "F"
    LEFT = "L"
    RIGHT = "R-side"
    REAR = "R"


class Phase(StrEnum):
    """The three parts of a round (DZ-RND-01)."""

    INITIATION = "initiation"
    ACTIVATION = "activation"
    ROUND_UP = "round up"


class Entered(StrEnum):
    """How a squad came into a Garrison that held enemies, this activation (DZ-GSH-03)."""

    NORMAL = "normal"
    LINKED = "linked"
    RAPID = "rapid"


CENTRE = "centre"
"""The place of an occupant that holds no edge."""
