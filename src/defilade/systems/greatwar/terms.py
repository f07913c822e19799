"""The closed sets of the game's words: sides, terrain, tokens, kinds of combat, phases.

Knows the words and their spelling in files; never what any of them does.
"""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    """The two players, by the baseline they sit at (GW-MAP-03)."""

    BOTTOM = "bottom"
    TOP = "top"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.TOP if self is Side.BOTTOM else Side.BOTTOM


class Terrain(StrEnum):
    """What a hex is of itself; tokens lie on top of it."""

    COUNTRYSIDE = "countryside"
    FOREST = "forest"
    BUILDING = "building"
    RUBBLE = "building_rubble"
    HILL = "hill"
    TRENCH = "trench"
    BUNKER = "bunker"
    WATERWAY = "waterway"


class Ground(StrEnum):
    """What a hex counts as once its tokens are looked at: the rows of the terrain table."""

    COUNTRYSIDE = "countryside"
    FOREST = "forest"
    BUILDING = "building"
    RUBBLE = "building_rubble"
    HILL = "hill"
    TRENCH = "trench"
    BUNKER = "bunker"
    SHELL_CRATER = "shell_crater"
    MINE_CRATER = "mine_crater"
    FORDABLE = "fordable"
    IMPASSABLE = "impassable"
    BRIDGE = "bridge"


class Waterway(StrEnum):
    """The class of a waterway hex (GW-WAT-01)."""

    FORDABLE = "fordable"
    IMPASSABLE = "impassable"


class Token(StrEnum):
    """Tokens that lie on hexes."""

    SHELL_CRATER = "shell_crater"
    MINE_CRATER = "mine_crater"
    FORTIFIED_POSITION = "fortified_position"
    WIRE = "wire"
    BRIDGE = "bridge"
    DAMAGED_BRIDGE = "damaged_bridge"


class UnitClass(StrEnum):
    """Soldier units are infantry, machine guns and mortars; guns are field artillery."""

    SOLDIER = "soldier"
    GUN = "gun"
    TANK = "tank"


class Face(StrEnum):
    """The symbols of the battle die (GW-DIE-01)."""

    SOLDIER = "soldier"
    BURST = "burst"
    DEADLY = "deadly"
    FLAG = "flag"
    HQ = "hq"


class Combat(StrEnum):
    """Kinds of combat; reserve artillery is ranged combat from beside the board."""

    RANGED = "ranged"
    CLOSE = "close"
    RESERVE = "reserve_artillery"


class Section(StrEnum):
    """Sections of the field as the bottom player sees them (GW-MAP-04)."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"

    def seen_by(self, side: Side) -> Section:
        """The same word from a player's own side of the field: left and right change places."""
        if side is Side.BOTTOM or self is Section.CENTRE:
            return self
        return Section.RIGHT if self is Section.LEFT else Section.LEFT


class Phase(StrEnum):
    """Phases of a turn (GW-TURN-01), and the set-up before the first."""

    SETUP = "setup"
    COMMAND = "command"
    ORDER = "order"
    MOVE = "move"
    BATTLE = "battle"


class Start(StrEnum):
    """The phases in which a battle may start (GW-TURN-01)."""

    SETUP = "setup"
    COMMAND = "command"


class Place(StrEnum):
    """Hexes under the targeting template, seen along its arrow (GW-RES-04)."""

    CENTRE = "centre"
    FORWARD_LEFT = "forward_left"
    FORWARD_RIGHT = "forward_right"
    RIGHT = "right"
    REAR_RIGHT = "rear_right"
    REAR_LEFT = "rear_left"
    LEFT = "left"
    MISS = "miss"
    """A number that lands nowhere."""


MARKSMAN, LOADER, ENGINEER, FLAME_THROWER = "marksman", "loader", "engineer", "flame_thrower"
"""Special personnel that rules here speak of; others are extra figures only (GW-UNIT-05)."""
