"""What a battle file of The Great War describes, in the words that players write.

Knows fields and their defaults; what makes a battle playable is in `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from defilade.geometry.hexes import Naming
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.terms import (
    Face,
    Ground,
    Phase,
    Place,
    Section,
    Side,
    Start,
    Terrain,
    Token,
    UnitClass,
    Waterway,
)

Hex = tuple[int, int] | str
"""A hex as [q, r] or by the name printed on it."""

_RULES = HouseRules()


@dataclass(frozen=True, slots=True)
class UnitValues:
    """Values of a type of unit; what is left out stays as it is known."""

    unit_class: UnitClass | None = None
    """soldier, gun or tank."""
    figures: int | None = None
    """Figures, or silhouette tokens of a tank."""
    moves: int | None = None
    """Hexes it may move."""
    moves_and_battles: int | None = None
    """Hexes it may move and still battle."""
    close: int | None = None
    """Dice in close combat."""
    ranged: tuple[int, ...] | None = None
    """Dice at 2, 3, 4 ... hexes."""
    deadly_at: tuple[int, ...] | None = None
    """Ranges at which Deadly Die sides hit."""
    least_range: int | None = None
    """Least range in ranged combat."""
    needs_los: bool | None = None
    """Whether ranged combat needs line of sight."""
    must_ignore_flags: int | None = None
    """Flags that it must ignore whatever the terrain."""
    medals: int | None = None
    """Medals for eliminating it."""
    medals_ditched: int | None = None
    """Medals if it was ditched before."""


@dataclass(frozen=True, slots=True)
class TerrainValues:
    """Values of a row of the terrain table; what is left out stays as it is known."""

    must_stop: bool | None = None
    """Whether a unit that enters must stop."""
    moved_in: int | None = None
    """Change of the dice of a unit that moved in this turn: 0 or -1."""
    blocks: bool | None = None
    """Whether it blocks line of sight."""
    symbols: int | None = None
    """Soldier symbols ignored in ranged combat, and in close combat unless `close_symbols`."""
    flags: int | None = None
    """Flags that may be ignored in ranged combat, and in close combat unless `close_flags`."""
    close_symbols: int | None = None
    """Soldier symbols ignored in close combat."""
    close_flags: int | None = None
    """Flags that may be ignored in close combat."""


@dataclass(frozen=True, slots=True)
class WireCut:
    """How wire is cut with dice, if it can be."""

    dice: int
    """Battle dice rolled."""
    faces: tuple[Face, ...]
    """Faces of which one is enough."""


@dataclass(frozen=True, slots=True)
class Defaults:
    """Values of the players' own book in place of stand-ins for which no source was found."""

    die_faces: tuple[Face, ...] | None = None
    """The six faces of the battle die. GW-DIE-01"""
    hit_faces: tuple[Face, ...] | None = None
    """Symbols that hit soldier units and guns. GW-DIE-02"""
    tank_hit_faces: tuple[Face, ...] | None = None
    """Symbols that hit tanks; Deadly Die sides besides, where they count. GW-TNK-03"""
    tank_confirm: tuple[Face, ...] | None = None
    """Faces on which a hit on a tank is confirmed; none: no confirming roll. GW-TNK-03"""
    tank_bog_faces: tuple[Face, ...] | None = None
    """Faces on which a tank bogs. GW-MOVE-07"""
    retreat_hexes_per_flag: Mapping[str, int] | None = None
    """Hexes of retreat for each flag, by class or type of unit. GW-FLAG-02"""
    artillery_template: Mapping[int, Place] | None = None
    """The hex in which each number of a targeting die lands. GW-RES-06"""
    artillery_battle_dice_per_die: int | None = None
    """Battle dice for each targeting die On Target. GW-RES-07"""
    fortified_position_stays: bool | None = None
    """Whether the token stays when the unit on it leaves. GW-FP-09"""
    hex_numbering: Naming | None = None
    """How hexes given by name are numbered. GW-MAP-03"""
    wire_removed_by_shelling: bool | None = None
    """Whether 3 or more dice On Target remove wire. GW-RES-12"""
    wire_cut: WireCut | None = None
    """How wire is cut with dice. GW-TER-08"""
    units: Mapping[str, UnitValues] = field(default_factory=dict)
    """Values of unit types by name; a new name makes a new type. GW-UNIT-06"""
    terrain: Mapping[Ground | Token, TerrainValues] = field(default_factory=dict)
    """Values of rows of the terrain table (and of wire, `moved_in` only). GW-TER-01"""


@dataclass(frozen=True, slots=True)
class HexLine:
    """A hex that is not plain countryside."""

    at: Hex
    """The hex, as [q, r] or by name."""
    terrain: Terrain = Terrain.COUNTRYSIDE
    """What it is."""
    tokens: tuple[Token, ...] = ()
    """Tokens on it."""
    waterway: Waterway | None = None
    """fordable or impassable, for waterway hexes; else as the whole battle says."""
    sections: tuple[Section, ...] = ()
    """Sections it belongs to, seen from the bottom; worked out if left out."""
    approaches: tuple[Hex, ...] = ()
    """Neighbours that a bridge's road leads to, for `bridge_along_road_only`."""


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit."""

    id: str
    """Its name, one word."""
    side: Side | None = None
    """bottom or top; may be left to the text board."""
    type: str | None = None
    """infantry, machine_gun, mortar, field_artillery, mark_iv_male, mark_iv_female, a7v, or one
    of `defaults.units`; may be left to the name's first letters."""
    at: Hex | None = None
    """The hex it stands on; may be left to the text board."""
    figures: int | None = None
    """Figures (or silhouette tokens) left; full strength if left out."""
    personnel: tuple[str, ...] = ()
    """Special personnel: marksman, loader, engineer, flame_thrower or others."""
    ordered: bool = False
    """Whether it has been ordered this turn."""
    hexes_moved: int = 0
    """Hexes moved this turn."""
    battled: bool = False
    """Whether it has battled this turn."""
    bogged: bool = False
    """Whether it bogged this turn."""
    ditched: bool = False
    """Whether it is a ditched tank."""


@dataclass(frozen=True, slots=True)
class ReserveLine:
    """A side's reserve artillery."""

    side: Side
    """Whose it is."""
    strength: int
    """Its strength number: most tokens and targeting dice."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A combat card, as far as it touches what is ruled here."""

    phase: Phase
    """The phase printed on it."""
    cost: int = 0
    """HQ tokens."""
    dice: int = 0
    """Battle dice that it adds to one unit's next attack."""
    gain: int = 0
    """HQ tokens that it gives."""


@dataclass(frozen=True, slots=True)
class ObjectiveLine:
    """A hex worth medals to the side that has a unit on it."""

    at: Hex
    """The hex."""
    medals: int = 1
    """Medals while it is held."""
    side: Side | None = None
    """The only side that may score it; both if left out."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle of The Great War."""

    title: str = ""
    """Title, for players."""
    options: HouseRules = _RULES
    """House rules: what the table agreed to read otherwise."""
    defaults: Defaults = Defaults()
    """Values of the players' own book in place of stand-ins."""
    board: str = ""
    """The field drawn as text, one word a hex; see the page of this system."""
    rows: tuple[int, ...] = ()
    """Whole hexes of each row from the top; 12 and 11 by turns if left out."""
    waterway: Waterway | None = None
    """Class of all waterway hexes that do not say their own."""
    hexes: tuple[HexLine, ...] = ()
    """Hexes that are not plain countryside, besides those of the text board."""
    units: tuple[UnitLine, ...] = ()
    """Units; on a text board only those that need more than their word says."""
    reserves: tuple[ReserveLine, ...] = ()
    """Reserve artillery."""
    hq: Mapping[Side, int] = field(default_factory=dict)
    """HQ tokens each side starts with."""
    cards: Mapping[str, CardLine] = field(default_factory=dict)
    """Combat cards by name, one word each."""
    hands: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    """Combat cards each side holds."""
    hand_limit: int = 5
    """Most combat cards in a hand."""
    medals: Mapping[Side, int] = field(default_factory=dict)
    """Medals each side has."""
    medals_to_win: int | None = None
    """Medals that win; nobody wins if left out."""
    objectives: tuple[ObjectiveLine, ...] = ()
    """Hexes worth medals."""
    exits: tuple[Side, ...] = ()
    """Baselines over which units may leave the field."""
    phase: Start = Start.COMMAND
    """Where the battle starts: with a command card, or in the set-up, which places tokens."""
    active: Side = Side.BOTTOM
    """Whose turn it is."""
