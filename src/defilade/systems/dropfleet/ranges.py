"""Detection range: the firer's Scan plus the target's Signature, and what cuts it short.

Knows the sum and its parts, pair by pair; distance itself never weakens a shot, and there is
no other limit (DF-RNG-03, DF-RNG-04).
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.geometry.plane import EPS
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.bodies import Body
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.spikes import SPIKE_INCHES, printed_signature, signature
from defilade.systems.dropfleet.state import Sector, Ship, State, Weapon
from defilade.systems.dropfleet.terms import Effect, Layer, SectorType
from defilade.values import Inches

OFFLINE_SCAN = 1.0
"""Scan with scanners offline (DF-CRP-05)."""
DAMAGED_SCAN = 6.0
"""Scan of a dreadnought with damaged scanners (DF-CRP-07)."""
UPLINK = 3.0
"""What each comms station adds to its holder's Scan (DF-BOM-07)."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A weapon's range at one target, with the parts of the sum.

    `rule` is the clause that says which sum it is; `signature` and `spike` are 0 where they
    do not count.
    """

    rule: str
    scan: Inches
    signature: Inches
    spike: Inches
    silent: bool = False
    """Whether the target's Silent Running is why its Signature is 0 (DF-SPK-09)."""

    @property
    def inches(self) -> Inches:
        """The sum."""
        return self.scan + self.signature + self.spike

    def covers(self, distance: Inches, rules: HouseRules) -> bool:
        """Whether a distance is within: equal counts by default (DF-RNG-02)."""
        if rules.range_inclusive:
            return distance <= self.inches + EPS
        return distance < self.inches - EPS


def scan_of(state: State, firer: Body) -> Inches:
    """The firer's own Scan now: crippled scanners and uplinks count at once (DF-RNG-08)."""
    if isinstance(firer, Sector):
        return firer.scan
    scan = firer.profile.scan
    if firer.has(Effect.SCANNERS_OFFLINE):
        scan = OFFLINE_SCAN
    elif firer.has(Effect.SCANNERS_DAMAGED):
        scan = DAMAGED_SCAN
    return scan + UPLINK * uplinks(state, firer.side)


def uplinks(state: State, side: str) -> int:
    """How many comms stations a side holds that are no ruins (DF-BOM-07)."""
    return sum(
        sector.type is SectorType.COMMS_STATION
        and not sector.ruins
        and state.friends(sector.held_by, side)
        for sector in state.sectors.values()
    )


def through_atmosphere(firer: Body, target: Body) -> bool:
    """Whether a shot leaves, enters or crosses Atmosphere: either end in it is enough, and
    so is every sector (DF-ATM-01, DF-BOM-03)."""
    return Layer.ATMOSPHERE in (firer.layer, target.layer)


def reach(firer: Body, target: Body, weapon: Weapon, *, scan: Inches) -> Reach:
    """The range of a weapon at a target, from the Scan that is left for this line.

    Scan plus current Signature (DF-RNG-02); Scan alone for Close Action (DF-RNG-06, DF-CA-01),
    at sectors (DF-BOM-03) and through Atmosphere (DF-ATM-02), save for weapons made for such
    shots (DF-WPN-04, DF-WPN-05).
    """
    if keywords.has(weapon, "close action"):
        return Reach("DF-CA-01", scan, 0.0, 0.0)
    if isinstance(target, Sector):
        return Reach("DF-BOM-03", scan, 0.0, 0.0)
    if through_atmosphere(firer, target) and not _sees_through(firer, target, weapon):
        return Reach("DF-ATM-02", scan, 0.0, 0.0)
    if target.silent:
        return Reach("DF-RNG-02", scan, signature(target), 0.0, silent=True)
    return Reach("DF-RNG-02", scan, printed_signature(target), SPIKE_INCHES[target.spike])


def _sees_through(firer: Body, target: Ship, weapon: Weapon) -> bool:
    if keywords.has(weapon, "escape velocity"):
        return True
    return keywords.has(weapon, "re entry") and re_enters(firer, target)


def re_enters(firer: Body, target: Body) -> bool:
    """Whether a shot goes from Low Orbit into Atmosphere, as Re-Entry weapons may (DF-WPN-05)."""
    return firer.layer is Layer.LOW and target.layer is Layer.ATMOSPHERE
