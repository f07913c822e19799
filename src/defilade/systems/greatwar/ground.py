"""What a hex counts as, and its three parts: movement, battle from it, sight (GW-PROT-05).

Knows terrain and tokens on it; never units but by their class. Protection has its own file.
"""

from __future__ import annotations

from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.greatwar.book import Book
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.state import Site
from defilade.systems.greatwar.tables import Kind, Shelled
from defilade.systems.greatwar.terms import Ground, Terrain, Token, UnitClass, Waterway

_RUINED = (Terrain.BUILDING, Terrain.BUNKER)
"""Terrain that a crater token turns into rubble (GW-RES-12)."""


def ground_of(site: Site) -> Ground:
    """The row of the terrain table for movement, battle and sight.

    A bridge takes the water away (GW-BRG-01, GW-BRG-03), a damaged one is fordable water
    whatever the river (GW-DBR-01, GW-BRG-06). A shelled forest or hill stays what it was for
    movement and sight (GW-TER-04); shelled buildings and bunkers are rubble.
    """
    tokens = site.tokens
    if Token.BRIDGE in tokens:
        return Ground.BRIDGE
    if Token.DAMAGED_BRIDGE in tokens:
        return Ground.FORDABLE
    if site.terrain is Terrain.WATERWAY:
        fordable = site.waterway is Waterway.FORDABLE
        return Ground.FORDABLE if fordable else Ground.IMPASSABLE
    return _dry_ground(site)


def _dry_ground(site: Site) -> Ground:
    if Token.MINE_CRATER in site.tokens:
        return Ground.MINE_CRATER
    if Token.SHELL_CRATER in site.tokens and site.terrain in _RUINED:
        return Ground.RUBBLE
    if Token.SHELL_CRATER in site.tokens and site.terrain is Terrain.COUNTRYSIDE:
        return Ground.SHELL_CRATER
    return Ground(site.terrain.value)


def protecting(site: Site) -> Ground:
    """The row for protection: a crater token replaces what was there (GW-TER-03)."""
    ground = ground_of(site)
    if Token.SHELL_CRATER in site.tokens and ground in _CRATERED:
        return Ground.SHELL_CRATER
    return ground


_CRATERED = (Ground.FOREST, Ground.HILL, Ground.TRENCH)


def is_high(site: Site) -> bool:
    """Whether a hex is a hill for heights and sight, shelled or not."""
    return ground_of(site) is Ground.HILL


def entry_reasons(site: Site, kind: Kind, book: Book) -> tuple[Reason, ...]:
    """Everything in the ground against a unit entering a hex."""
    del book  # nothing here rests on a stand-in
    ground = ground_of(site)
    soldier = kind.unit_class is UnitClass.SOLDIER
    against: list[Reason] = []
    if ground is Ground.IMPASSABLE:
        against.append(_no("GW-WAT-03", "impassable_water"))
    if ground is Ground.FORDABLE and not soldier:
        code = "damaged_bridge_closed" if Token.DAMAGED_BRIDGE in site.tokens else "ford_closed"
        against.append(_no("GW-WAT-05", code, unit_class=kind.unit_class.value))
    if ground in (Ground.IMPASSABLE, Ground.FORDABLE) and not soldier:
        against.append(_no("GW-BRG-02", "water_by_bridge_only", unit_class=kind.unit_class.value))
    if ground is Ground.FORDABLE and kind.unit_class is UnitClass.TANK:
        against.append(_no("GW-TNK-05", "tank_no_ford"))
    return tuple(against)


def stop_reasons(site: Site, kind: Kind, book: Book) -> tuple[Reason, ...]:
    """Why a unit that enters a hex must stop there; none where it need not (GW-MOVE-05).

    Neither a bridge (GW-BRG-01) nor a fortified position (GW-FP-03) stops anybody.
    """
    ground = ground_of(site)
    found: list[Reason] = []
    if ground is Ground.FORDABLE:
        found.append(Reason("GW-WAT-04", "ford_stops"))
    elif book.rows[ground].must_stop:
        found.append(Reason("GW-MOVE-06", "ground_stops", Record(ground=ground.value)))
        found += book.cites_row(ground, "must_stop")
    if Token.WIRE in site.tokens and kind.unit_class is not UnitClass.TANK:
        found.append(Reason("GW-MOVE-08", "wire_stops"))
    return tuple(found)


def moved_in(site: Site, book: Book) -> int:
    """Change of the dice of a unit that moved onto a hex in this turn (GW-TER-01, GW-FP-04)."""
    wire = book.wire_moved_in if Token.WIRE in site.tokens else 0
    return book.rows[ground_of(site)].moved_in + wire


def blocks(site: Site, book: Book) -> bool:
    """Whether the ground blocks sight, hills apart (GW-WAT-10, GW-BRG-07, GW-FP-08)."""
    return book.rows[ground_of(site)].blocks


def shelled(site: Site, book: Book) -> Site:
    """The hex after 3 or more dice were On Target in it (GW-RES-12).

    A fortified position goes first (GW-FP-07), then the hex's own change: no crater on water
    (GW-WAT-08), a bridge flips (GW-BRG-05), a damaged one stays so (GW-DBR-05).
    """
    tokens = site.tokens - {Token.FORTIFIED_POSITION}
    if book.wire_removed_by_shelling:
        tokens -= {Token.WIRE}
    match book.rows[ground_of(site)].shelled:
        case Shelled.CRATER:
            tokens |= {Token.SHELL_CRATER}
        case Shelled.FLIP:
            tokens = tokens - {Token.BRIDGE} | {Token.DAMAGED_BRIDGE}
        case Shelled.NOTHING:
            pass
    return with_tokens(site, tokens)


def with_tokens(site: Site, tokens: frozenset[Token]) -> Site:
    """The hex with other tokens on it."""
    return Site(site.terrain, site.waterway, site.sections, site.approaches, tokens)


def placing_reasons(site: Site, token: Token, rules: HouseRules) -> tuple[Reason, ...]:
    """Everything against laying a token on a hex; FP and wire bar each other (GW-FP-01/02)."""
    against: list[Reason] = []
    if token is Token.FORTIFIED_POSITION:
        against += _fp_reasons(site, rules)
    elif token in site.tokens:
        against.append(_no("GW-PROT-05", "token_there", token=token.value))
    if Token.FORTIFIED_POSITION in site.tokens and token in (Token.WIRE, Token.DAMAGED_BRIDGE):
        against.append(_no("GW-FP-01", "fp_bars", token=token.value))
    wet = site.terrain is Terrain.WATERWAY
    if token in (Token.BRIDGE, Token.DAMAGED_BRIDGE) and not wet:
        against.append(_no("GW-BRG-02", "bridge_without_water"))
    if token in (Token.SHELL_CRATER, Token.MINE_CRATER) and wet:
        against.append(_no("GW-WAT-08", "no_crater_on_water"))
    return tuple(against)


def _fp_reasons(site: Site, rules: HouseRules) -> list[Reason]:
    barred = (Token.WIRE, Token.DAMAGED_BRIDGE, Token.FORTIFIED_POSITION)
    against = [_no("GW-FP-01", "fp_with", thing=t.value) for t in barred if t in site.tokens]
    ground = ground_of(site)
    if ground is Ground.RUBBLE:
        against.append(_no("GW-FP-01", "fp_with", thing=ground.value))
    on_bridge = ground is Ground.BRIDGE
    if on_bridge and not rules.fp_allow_on_bridge:
        against.append(_no("GW-FP-02", "fp_on_bridge"))
        against.append(_no("GW-FP-01", "fp_with", thing=Terrain.WATERWAY.value))
    if site.terrain is Terrain.WATERWAY and not on_bridge:
        against.append(_no("GW-FP-01", "fp_with", thing=Terrain.WATERWAY.value))
    return against


def _no(clause: str, code: str, **params: str) -> Reason:
    return Reason(clause, code, Record(**params), Weight.AGAINST)
