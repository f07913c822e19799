"""The tables of units and terrain as far as they are known from sources.

Knows numbers and the clauses they come from; what was not found is filled in from the
stand-ins or the players' own book (see `book`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from defilade.systems.greatwar.terms import Ground, UnitClass

ALL_FLAGS = 99
"""As many flags as dice may show (GW-TER-07)."""

POOL = 30
"""HQ tokens in the common pool at the start (GW-TURN-04)."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of unit: class, strength, movement and battle line (GW-UNIT-06).

    `figures` of a tank are its silhouette tokens. `ranged` are the dice at 2, 3, 4 ... hexes,
    None where nobody has given them.
    """

    name: str
    unit_class: UnitClass = UnitClass.SOLDIER
    figures: int = 4
    moves: int = 1
    moves_and_battles: int = 0
    close: int | None = None
    ranged: tuple[int, ...] | None = None
    deadly_at: tuple[int, ...] = ()
    least_range: int = 2
    needs_los: bool = True
    must_ignore_flags: int = 0
    medals: int = 1
    medals_ditched: int = 1

    @property
    def reach(self) -> int:
        """The longest range at which it has dice."""
        return len(self.ranged) + 1 if self.ranged else 1

    def dice_at(self, distance: int) -> int:
        """Dice in ranged combat at a distance; none out of reach."""
        if self.ranged is None or not 2 <= distance <= self.reach:
            return 0
        return self.ranged[distance - 2]


_TANK = {
    "unit_class": UnitClass.TANK,
    "moves": 2,
    "moves_and_battles": 2,
    "close": 4,
    "ranged": (3, 2, 1),
    "must_ignore_flags": 1,
    "medals": 2,
    "medals_ditched": 1,
}

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("infantry", moves=2, moves_and_battles=1, close=3, ranged=(2, 1, 1)),
        Kind("machine_gun", close=3),
        Kind("mortar", needs_los=False),
        Kind("field_artillery", unit_class=UnitClass.GUN),
        Kind("mark_iv_male", figures=1, deadly_at=(2,), **_TANK),  # type: ignore[arg-type]
        Kind("mark_iv_female", figures=1, **_TANK),  # type: ignore[arg-type]
        Kind("a7v", figures=2, deadly_at=(2,), **_TANK),  # type: ignore[arg-type]
    )
}
"""The unit table of the ledger's section 3 (GW-MOVE-02, GW-MOVE-03, GW-MOVE-07)."""

LOADED_LINE = (4, 4, 1, 1)
"""Ranged dice of a machine gun with a loader (GW-UNIT-04)."""

FIGURES_LAST: Mapping[str, str] = {"machine_gun": "gun", "mortar": "mortar"}
"""The stand that is removed last (GW-UNIT-03)."""


class Shelled(StrEnum):
    """What 3 or more dice On Target do to a hex (GW-RES-12)."""

    CRATER = "crater"
    FLIP = "flip"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the terrain table, its three parts: movement, combat, sight (GW-PROT-05).

    `moved_in` changes the dice of a unit that moved in this turn. Protection is given for
    ranged and for close combat; a hill's depends on the attacker besides.
    """

    ground: Ground
    must_stop: bool = False
    moved_in: int = 0
    symbols: int = 0
    flags: int = 0
    close_symbols: int = 0
    close_flags: int = 0
    blocks: bool = False
    shelled: Shelled = Shelled.CRATER


ROWS: Mapping[Ground, Row] = {
    row.ground: row
    for row in (
        Row(Ground.COUNTRYSIDE),
        Row(Ground.FOREST, True, -1, 1, 0, 1, 0, blocks=True),
        Row(Ground.BUILDING, symbols=1, flags=1, close_symbols=1, close_flags=1),
        Row(Ground.RUBBLE, shelled=Shelled.NOTHING),
        Row(Ground.HILL, symbols=1, close_symbols=1),
        Row(Ground.TRENCH, False, 0, 2, 2, 1, 1),
        Row(Ground.SHELL_CRATER, False, 0, 1, 1, 1, 1, shelled=Shelled.NOTHING),
        Row(
            Ground.MINE_CRATER,
            symbols=1,
            flags=1,
            close_symbols=1,
            close_flags=1,
            shelled=Shelled.NOTHING,
        ),
        Row(Ground.BUNKER, True, -1, 2, ALL_FLAGS, 1, ALL_FLAGS, blocks=True),
        Row(Ground.FORDABLE, must_stop=True, shelled=Shelled.NOTHING),
        Row(Ground.IMPASSABLE, shelled=Shelled.NOTHING),
        Row(Ground.BRIDGE, shelled=Shelled.FLIP),
    )
}
"""The terrain table of the ledger's section 11, without fortified positions."""
