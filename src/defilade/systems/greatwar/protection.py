"""Protection: soldier symbols ignored and flags that may be, in one attack (GW-PROT-08).

Knows one attack and the ground under its target. Never dice: terrain takes none from an
attacker (GW-PROT-01), and nothing here is used up (GW-PROT-07).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.record import Record
from defilade.ruling import Reason
from defilade.systems.greatwar.ground import ground_of, is_high, protecting
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.state import Site, State, Unit
from defilade.systems.greatwar.tables import ALL_FLAGS
from defilade.systems.greatwar.terms import Combat, Ground, Token, UnitClass

ENOUGH = 3
"""Dice On Target that change the ground and leave no protection (GW-RES-08)."""


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack: its kind, who makes it (None: reserve artillery), and on whom.

    `on_target` are the targeting dice that landed in the hex; `flame` a flame-thrower's attack.
    """

    combat: Combat
    attacker: Unit | None
    target: Unit
    on_target: int = 0
    flame: bool = False
    sweeping: bool = True
    """Whether 3 or more On Target sweep protection away (GW-RES-06)."""

    @property
    def sweeps(self) -> bool:
        """Whether all protection is ignored in this combat (GW-RES-08, GW-WAT-09)."""
        return self.combat is Combat.RESERVE and self.on_target >= ENOUGH and self.sweeping


@dataclass(frozen=True, slots=True)
class Protection:
    """Soldier symbols ignored (S), flags that may be ignored (Fl), and why."""

    symbols: int
    flags: int
    reasons: tuple[Reason, ...] = ()

    @property
    def ignores_all_flags(self) -> bool:
        """Whether any number of flags may be ignored."""
        return self.flags >= ALL_FLAGS


def protection(state: State, rules: HouseRules, attack: Attack) -> Protection:
    """S and Fl of the target in this attack.

    Guns are protected like soldiers (GW-PROT-06), a tank by nothing (GW-PROT-04, GW-TNK-01);
    the ten worked examples of fortified positions are GW-FP-10.
    """
    if attack.target.kind.unit_class is UnitClass.TANK:
        return Protection(0, 0, _TANK)
    if attack.sweeps:
        told = Record(on_target=attack.on_target)
        return Protection(0, 0, (Reason("GW-RES-08", "protection_swept", told),))
    site = state.site(attack.target.at)
    found = _of_hex(state, rules, attack, site)
    if Token.FORTIFIED_POSITION in site.tokens:
        added = Record(symbols=found.symbols + 1, flags=flags_text(found.flags + 1))
        more = (Reason("GW-FP-05", "fp_protects"), Reason("GW-FP-06", "fp_adds", added))
        found = Protection(found.symbols + 1, found.flags + 1, found.reasons + more)
    return _flags_lost(rules, attack, site, found)


_TANK = (Reason("GW-PROT-04", "tank_unprotected"), Reason("GW-TNK-01", "tank_no_symbols"))


def flags_text(flags: int) -> str:
    """Flags as players write them: a number, or `all`."""
    return "all" if flags >= ALL_FLAGS else str(flags)


def _of_hex(state: State, rules: HouseRules, attack: Attack, site: Site) -> Protection:
    """Protection of the hex itself, before fortified positions."""
    ground = protecting(site)
    row, book = state.book.rows[ground], state.book
    close = attack.combat is Combat.CLOSE
    symbols = row.close_symbols if close else row.symbols
    flags = row.close_flags if close else row.flags
    told = Record(
        ground=ground.value,
        combat="close" if close else "ranged",
        symbols=symbols,
        flags=flags_text(flags),
    )
    if ground is Ground.HILL:
        return _on_hill(state, rules, attack, Protection(symbols, flags))
    reasons: tuple[Reason, ...]
    if ground is Ground.FORDABLE:
        reasons = (Reason("GW-WAT-07", "water_unprotected"),)
        if Token.DAMAGED_BRIDGE in site.tokens:
            reasons = (Reason("GW-DBR-01", "damaged_bridge_is_ford"), *reasons)
    elif ground is Ground.BRIDGE:
        reasons = (Reason("GW-BRG-04", "bridge_unprotected"),)
    elif not symbols and not flags:
        reasons = (Reason("GW-PROT-02", "ground_unprotected", told),)
    else:
        reasons = (Reason("GW-PROT-02", "ground_symbols", told),)
        if flags:
            reasons += (Reason("GW-PROT-03", "ground_flags", told),)
    if ground is not ground_of(site):
        was = Record(ground=ground_of(site).value)
        reasons = (Reason("GW-TER-03", "crater_replaces", was), *reasons)
    return Protection(symbols, flags, reasons + book.cites_row(ground, "symbols", "flags"))


def _on_hill(state: State, rules: HouseRules, attack: Attack, full: Protection) -> Protection:
    """A hill's protection depends on where the attacker stands (GW-TER-05, GW-TER-06)."""
    attacker = attack.attacker
    high = attacker is not None and is_high(state.site(attacker.at))
    told = Record(symbols=full.symbols)
    if attack.combat is Combat.CLOSE:
        if high:
            return Protection(0, 0, (Reason("GW-TER-06", "hill_to_hill"),))
        return replace(full, reasons=(Reason("GW-TER-06", "hill_uphill", told),))
    if high and rules.hill_ranged_only_from_below:
        return Protection(0, 0, (Reason("GW-TER-05", "hill_from_hill"),))
    return replace(full, reasons=(Reason("GW-TER-05", "hill_ranged", told),))


def _flags_lost(rules: HouseRules, attack: Attack, site: Site, found: Protection) -> Protection:
    """Flags that may not be ignored after all: flame-throwers (GW-TER-07), tanks (GW-FLAG-06)."""
    if attack.flame and protecting(site) is Ground.BUNKER:
        lost = Reason("GW-TER-07", "flame_thrower")
        return Protection(found.symbols, 0, (*found.reasons, lost))
    attacker = attack.attacker
    by_tank = (
        rules.tank_tankschreck
        and attack.combat is Combat.CLOSE
        and attacker is not None
        and attacker.kind.unit_class is UnitClass.TANK
        and attack.target.kind.unit_class is UnitClass.SOLDIER
    )
    if by_tank and ground_of(site) is not Ground.BUILDING:
        lost = Reason("GW-FLAG-06", "tankschreck", Record(flags=flags_text(found.flags)))
        return Protection(found.symbols, 0, (*found.reasons, lost))
    return found
