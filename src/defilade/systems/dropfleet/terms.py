"""The closed sets of the game's words: layers, spikes, orders, effects and kinds.

Knows the words and their spelling in files; never what any of them does.
"""

from __future__ import annotations

from enum import StrEnum


class Layer(StrEnum):
    """Orbital layers, from the top (DF-LAY-02)."""

    HIGH = "high"
    LOW = "low"
    ATMOSPHERE = "atmosphere"


class Spike(StrEnum):
    """The one energy spike a ship may have (DF-SPK-02, DF-SPK-03)."""

    NONE = "none"
    MINOR = "minor"
    MAJOR = "major"


class Order(StrEnum):
    """Standard orders and the special orders (DF-ORD-01 to DF-ORD-07)."""

    STANDARD = "standard"
    WEAPONS_FREE = "weapons_free"
    STATION_KEEPING = "station_keeping"
    COURSE_CHANGE = "course_change"
    MAX_THRUST = "max_thrust"
    SILENT_RUNNING = "silent_running"
    ACTIVE_SCAN = "active_scan"


class Tonnage(StrEnum):
    """Weight of a ship; its first letter is what Calibre reads."""

    L = "L"
    L2 = "L2"
    M = "M"
    H = "H"
    H2 = "H2"
    S = "S"
    S2 = "S2"


class Arc(StrEnum):
    """The arcs of a ship's base (DF-ARC-02, DF-ARC-03)."""

    FRONT = "F"
    NARROW = "F(N)"
    LEFT = "S(L)"
    RIGHT = "S(R)"
    REAR = "R"


class Effect(StrEnum):
    """Lasting effects of crippling damage (DF-CRP-05, DF-CRP-06; dreadnoughts DF-CRP-07)."""

    FIRE = "fire"
    ENERGY_SURGES = "energy_surges"
    SCANNERS_OFFLINE = "scanners_offline"
    ARMOUR_CRACKED = "armour_cracked"
    ENGINES_DISABLED = "engines_disabled"
    WEAPONS_OFFLINE = "weapons_offline"
    ORBITAL_DECAY = "orbital_decay"
    CONTAINMENT_FAILURE = "containment_failure"
    CONTAINMENT_HALF_REPAIRED = "containment_half_repaired"
    POWER_FLUCTUATIONS = "power_fluctuations"
    SCANNERS_DAMAGED = "scanners_damaged"
    ENGINE_DESTROYED = "engine_destroyed"
    WEAPON_DESTROYED = "weapon_destroyed"
    PRIMARY_CORE_LEAK = "primary_core_leak"


class GroundKind(StrEnum):
    """Kinds of ground asset (DF-GRD-01)."""

    INFANTRY = "infantry"
    ARMOUR = "armour"
    DEFENCE_BATTERY = "defence_battery"


class Lander(StrEnum):
    """What brings ground assets down (DF-GRD-06)."""

    BULK_LANDER = "bulk_lander"
    DROPSHIP = "dropship"


class LaunchKind(StrEnum):
    """Launch assets that stand on a ship (DF-PD-06, DF-CAT-06)."""

    FIGHTERS = "fighters"
    BOMBERS = "bombers"
    TORPEDOES = "torpedoes"


class SectorType(StrEnum):
    """Types of sector (DF-BOM-07)."""

    COMMERCIAL = "commercial"
    INDUSTRIAL = "industrial"
    MILITARY = "military"
    ORBITAL_DEFENCE = "orbital_defence"
    POWER_PLANT = "power_plant"
    COMMS_STATION = "comms_station"


class StationSize(StrEnum):
    """Sizes of space station (DF-STA-01)."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


class SceneryType(StrEnum):
    """Kinds of scenery (DF-SCN-01 to DF-SCN-03)."""

    DEBRIS = "debris"
    RING = "ring"
    LSO = "lso"


class Density(StrEnum):
    """How thick a debris field is (DF-SCN-01)."""

    FINE = "fine"
    DENSE = "dense"


class Phase(StrEnum):
    """Phases of a turn (DF-SEQ-05)."""

    PLANNING = "planning"
    ACTIVATION = "activation"
    ROUNDUP = "roundup"
