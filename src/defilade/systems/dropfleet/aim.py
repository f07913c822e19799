"""One weapon and one target: range, arc and Lock found together, and who may be shot at.

Knows both ends of a shot from one anchor each (DF-RNG-07); orders and allowance are in
`allocation`. Ships neither block nor cover each other, so none is looked at (DF-TGT-02).
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.geometry.plane import distance
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.arcs import Bearing, bearing_of, covered
from defilade.systems.dropfleet.bodies import Body, aim_point, facing_of, side_of, stem
from defilade.systems.dropfleet.lock import Lock, lock_on
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.ranges import Reach, reach, scan_of
from defilade.systems.dropfleet.scenery import DEBRIS_LIMIT, Obscured, obscured
from defilade.systems.dropfleet.state import Point, Sector, Ship, State, Weapon
from defilade.systems.dropfleet.terms import Layer
from defilade.values import Inches

HEIGHT = {Layer.ATMOSPHERE: 0, Layer.LOW: 1, Layer.HIGH: 2}
"""Layers from below, to compare them (DF-LAY-02)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Everything measured about one weapon at one target.

    `scan` is what is left of the firer's Scan for this line, `origin` and `point` the anchors
    that range, bearing and scenery were all measured between.
    """

    origin: Point
    point: Point
    distance: Inches
    scan: Inches
    reach: Reach
    within: bool
    """Whether the distance is within the range, whatever lies between."""
    in_range: bool
    bearing: Bearing
    in_arc: bool
    lock: Lock
    scenery: Obscured


def aim(state: State, rules: HouseRules, firer: Body, target: Body, weapon: Weapon) -> Aim:
    """Measure a weapon at a target: range first, then arc (DF-RNG-05), then Lock."""
    origin = stem(state, firer)
    point = aim_point(state, origin, target)
    apart = distance(origin, point)
    layers = (firer.layer, target.layer)
    between = obscured(state.scenery.values(), origin, point, layers=layers)
    scan = max(0.0, scan_of(state, firer) - between.scan)
    reached = reach(firer, target, weapon, scan=scan)
    bearing = bearing_of(origin, facing_of(firer), point, rules)
    within = reached.covers(apart, rules)
    return Aim(
        origin=origin,
        point=point,
        distance=apart,
        scan=scan,
        reach=reached,
        within=within,
        in_range=within and not between.out_of_range,
        bearing=bearing,
        in_arc=covered(weapon.arcs, bearing),
        lock=lock_on(firer, target, weapon, rules, scenery=between.lock),
        scenery=between,
    )


def measured(found: Aim, weapon: Weapon) -> tuple[Reason, ...]:
    """Range and arc as two verdicts, each with its numbers (DF-RNG-01), then the Lock."""
    part = found.reach
    numbers = Record(
        distance=found.distance,
        range=part.inches,
        scan=part.scan,
        signature=part.signature,
        spike=part.spike,
    )
    ranged = Weight.FOR if found.within else Weight.AGAINST
    reasons = [Reason(part.rule, "in_range" if found.within else "out_of_range", numbers, ranged)]
    if part.silent:
        reasons.append(Reason("DF-SPK-09", "silent_signature", weight=_unless(found.within)))
    if keywords.has(weapon, "close action") and not found.within:
        reasons.append(Reason("DF-RNG-06", "close_action_scan", numbers, Weight.AGAINST))
    arcs = Record(
        bearing=found.bearing.degrees,
        arcs=tuple(found.bearing.arcs),
        weapon_arcs=tuple(sorted(weapon.arcs)),
    )
    if found.in_arc:
        reasons.append(Reason("DF-ARC-01", "in_arc", arcs, Weight.FOR))
    else:
        reasons.append(Reason("DF-ARC-01", "out_of_arc", arcs, Weight.AGAINST))
    if not (found.in_range and found.in_arc):
        reasons.append(Reason("DF-RNG-01", "not_in_range_and_arc", weight=Weight.AGAINST))
    return (*reasons, *_through_scenery(found.scenery), *found.lock.reasons)


def _unless(fine: bool) -> Weight:
    return Weight.NOTE if fine else Weight.AGAINST


def _through_scenery(met: Obscured) -> tuple[Reason, ...]:
    """What lies on the line (DF-TGT-03): a large object blocks, debris and rings hinder."""
    found: list[Reason] = []
    if met.blocked_by is not None:
        found.append(_no("DF-SCN-03", "line_blocked", Record(by=met.blocked_by)))
    if met.out_of_range:
        params = Record(inches=met.debris, limit=DEBRIS_LIMIT)
        found.append(_no("DF-SCN-01", "too_much_debris", params))
    if met.met:
        params = Record(by=met.met, lock=met.lock, scan=met.scan)
        found.append(Reason("DF-SCN-01", "line_hindered", params))
    return tuple(found)


def forbidden(state: State, firer: Body, target: Body, weapon: Weapon) -> tuple[Reason, ...]:
    """Why this target may not be shot at by this weapon, whatever range and arc say."""
    found: list[Reason] = []
    if isinstance(target, Sector):
        found += _at_sector(state, firer, target, weapon)
    else:
        found += _at_ship(state, firer, target, weapon)
    if keywords.has(weapon, "escape velocity") and not _above(target, firer):
        found.append(_no("DF-WPN-04", "only_higher_layer"))
    return tuple(found)


def _no(clause: str, code: str, params: Record | None = None) -> Reason:
    return Reason(clause, code, params or Record(), Weight.AGAINST)


def _above(target: Body, firer: Body) -> bool:
    return HEIGHT[target.layer] > HEIGHT[firer.layer]


def _at_ship(state: State, firer: Body, target: Ship, weapon: Weapon) -> list[Reason]:
    """Enemies only (DF-TGT-01); the bans of Close Action and of Bombardment."""
    found: list[Reason] = []
    mine = side_of(firer)
    if state.friends(mine, target.side) or (mine == target.side and not target.is_station):
        found.append(_no("DF-TGT-01", "friendly", Record(target=target.id, side=target.side)))
    if target.destroyed:
        found.append(_no("DF-TGT-04", "target_destroyed", Record(target=target.id)))
    if keywords.has(weapon, "bombardment"):
        found.append(_no("DF-WPN-02", "bombardment_only_sectors"))
    if keywords.has(weapon, "close action"):
        found += _close_action(firer, target, weapon)
    return found


def _close_action(firer: Body, target: Body, weapon: Weapon) -> list[Reason]:
    """Not into or out of Atmosphere (DF-CA-04), nor within it (DF-CA-05): refusals, which only
    a rule that names them lifts (DF-ATM-05). Air-to-Air lifts them for shots made from within
    Atmosphere (DF-WPN-01). Between High and Low it may be fired (DF-CA-06)."""
    inside = firer.layer is Layer.ATMOSPHERE
    into = target.layer is Layer.ATMOSPHERE
    if not inside and not into:
        return []
    airborne = keywords.has(weapon, "air to air")
    if inside and airborne and not isinstance(target, Sector):
        return []
    found: list[Reason] = []
    if inside != into:
        found.append(_no("DF-CA-04", "close_action_atmosphere"))
    if inside:
        found.append(_no("DF-CA-05", "close_action_in_atmosphere"))
    if airborne:
        found.append(_no("DF-WPN-01", "air_to_air_only_from_atmosphere"))
    return found


def _at_sector(state: State, firer: Body, target: Sector, weapon: Weapon) -> list[Reason]:
    """Sectors: from Low Orbit only (DF-BOM-02), none with friends in it (DF-BOM-05), no Close
    Action and no Re-Entry (DF-BOM-03, DF-WPN-05). Otherwise like any target (DF-BOM-01)."""
    found: list[Reason] = []
    low_level = keywords.has(weapon, "low level") and keywords.has(weapon, "bombardment")
    if firer.layer is not Layer.LOW and not (low_level and firer.layer is Layer.ATMOSPHERE):
        found.append(_no("DF-BOM-02", "not_low_orbit", Record(layer=firer.layer)))
        if keywords.has(weapon, "bombardment"):
            found.append(_no("DF-WPN-02", "not_low_orbit", Record(layer=firer.layer)))
    friends = tuple(
        asset.id for asset in target.assets.values() if state.friends(asset.side, side_of(firer))
    )
    if friends:
        found.append(_no("DF-BOM-05", "friendly_assets", Record(assets=friends)))
    if keywords.has(weapon, "close action"):
        found.append(_no("DF-BOM-03", "close_action_sector"))
        found += _close_action(firer, target, weapon)
    if keywords.has(weapon, "re entry"):
        found.append(_no("DF-WPN-05", "re_entry_no_sectors"))
    return found
