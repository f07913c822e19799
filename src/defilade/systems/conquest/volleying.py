"""The Volley: range, obscuration, and how many Shots come to how many dice.

Knows Shots; the dice are in `steps`.
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.geometry.bases import point
from defilade.geometry.formations import base_of
from defilade.ruling import Reason
from defilade.systems.conquest.actions import Volley
from defilade.systems.conquest.characteristics import to_hit
from defilade.systems.conquest.ground import centre, gap, ground_of, over
from defilade.systems.conquest.options import HouseRules, Obscured, Rounding
from defilade.systems.conquest.refusals import no, note, stand_in
from defilade.systems.conquest.sight import Sighting, sighting
from defilade.systems.conquest.state import Regiment, State
from defilade.systems.conquest.steps import Batch
from defilade.systems.conquest.terms import Deed
from defilade.systems.conquest.turn import deed_reasons
from defilade.values import Inches

NORMAL = 3
"""Stands inside that shoot in full (CQ-VOL-06)."""


@dataclass(frozen=True, slots=True)
class Shots:
    """Shots before obscuration, clear and obscured, and the dice they come to."""

    clear: int
    obscured: int
    dice: int
    batches: tuple[Batch, ...]

    @property
    def before(self) -> int:
        """All Shots before any are lost."""
        return self.clear + self.obscured


@dataclass(frozen=True, slots=True)
class Shot:
    """A Volley as it would go, and what speaks against it."""

    reasons: tuple[Reason, ...]
    notes: tuple[Reason, ...] = ()
    distance: Inches | None = None
    long_range: bool = False
    sighting: Sighting | None = None
    shots: Shots | None = None

    @property
    def obscured(self) -> bool:
        """Whether any Shots are obscured."""
        return self.shots is not None and self.shots.obscured > 0


def range_between(state: State, by: Regiment, at: Regiment, rules: HouseRules) -> Inches | None:
    """Distance of a Volley: between closest points (CQ-MEA-01), from a feature's centre for who
    is inside (CQ-VOL-03), to the closest point of the footprint at who is inside (CQ-MEA-02)."""
    target = ground_of(state, at)
    if target is None:
        return None
    if by.location is not None:
        return gap(point(centre(state.terrain[by.location], rules)), target)
    return None if by.formation is None else gap(base_of(by.formation), target)


def full_shots(regiment: Regiment, stand: int) -> int:
    """Barrage times Models of one Stand (CQ-VOL-09); Characters' Stands have no Barrage."""
    barrage = regiment.profile.barrage
    if barrage is None or stand < regiment.profile.characters:
        return 0
    return barrage.shots * regiment.models[stand]


def in_full(regiment: Regiment, wished: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Stands that shoot in full, from 0: inside three, those with most Shots unless the player
    picks (CQ-VOL-06); on the table the first rank."""
    if regiment.formation is not None:
        return tuple(range(min(regiment.formation.files, regiment.stands)))
    if wished:
        return tuple(k - 1 for k in wished)
    order = sorted(range(regiment.stands), key=lambda k: (-full_shots(regiment, k), k))
    return tuple(sorted(order[:NORMAL]))


def single_shots(regiment: Regiment, stand: int) -> int:
    """The one Shot of any other Stand; none without Barrage (CQ-VOL-08)."""
    return min(1, full_shots(regiment, stand))


def dice_of(clear: int, obscured: int, hit: int, rules: HouseRules) -> Shots:
    """The dice that Shots come to: obscured ones are halved once for the whole Volley, or hit on
    a 1 only (CQ-VOL-12)."""
    if rules.obscured is Obscured.HIT_ON_1:
        batches = tuple(b for b in (Batch(clear, hit), Batch(obscured, 1)) if b.n)
        return Shots(clear, obscured, clear + obscured, batches)
    up = 1 if rules.obscured_rounding is Rounding.UP else 0
    dice = clear + (obscured + up) // 2
    return Shots(clear, obscured, dice, (Batch(dice, hit),) if dice else ())


def counted(
    regiment: Regiment, sight: Sighting, *, far: bool, wished: tuple[int, ...], rules: HouseRules
) -> Shots:
    """All Shots, judged clear or obscured. From inside one verdict serves all Stands, those that
    fire one Shot too (CQ-VOL-04, CQ-VOL-07, CQ-VOL-08); on the table each file has that of its
    first Stand. Long Range obscures as well, but nothing is obscured twice (CQ-VOL-11)."""
    full = in_full(regiment, wished)
    clear = obscured = 0
    for k in range(regiment.stands):
        eye = 0 if regiment.formation is None else k % regiment.formation.files
        broken = sight.looks[eye].broken_by is not None
        shots = full_shots(regiment, k) if k in full else single_shots(regiment, k)
        if broken or far:
            obscured += shots
        else:
            clear += shots
    return dice_of(clear, obscured, to_hit(regiment, Deed.VOLLEY, rules), rules)


def shot(state: State, rules: HouseRules, action: Volley) -> Shot:
    """A Volley with everything that speaks against it. A target in contact may be shot at
    (CQ-VOL-14); an occupant shoots in any direction (CQ-VOL-01, CQ-VOL-02)."""
    regiment = state.regiments[action.regiment]
    target = state.regiments[action.target]
    against = list(deed_reasons(state, rules, regiment, Deed.VOLLEY))
    barrage = regiment.profile.barrage
    if barrage is None:
        against.append(no("CQ-VOL-01", "no_barrage", regiment=regiment.id))
    if target.player == regiment.player or target.destroyed:
        against.append(no("CQ-VOL-01", "no_target", target=target.id))
    against += _wish_reasons(regiment, action)
    away = range_between(state, regiment, target, rules)
    if barrage is None or away is None or target.destroyed:
        return Shot(tuple(against))
    if over(away, barrage.range):
        clause = "CQ-VOL-03" if regiment.location is not None else "CQ-MEA-01"
        against.append(no(clause, "out_of_range", distance=away, range=barrage.range))
    sight = sighting(state, regiment, target, rules)
    if not sight.in_arc:
        against.append(no("CQ-LOS-02", "out_of_arc", target=target.id))
    if not sight.clear and not rules.obscured_allows_volley:
        by = sight.best.broken_by
        against.append(no("CQ-VOL-10", "line_broken", by=by))
    far = over(away, barrage.range / 2.0)
    shots = counted(regiment, sight, far=far, wished=action.normal, rules=rules)
    return Shot(tuple(against), _notes(sight, shots, far, rules), away, far, sight, shots)


def _wish_reasons(regiment: Regiment, action: Volley) -> tuple[Reason, ...]:
    most = min(NORMAL, regiment.stands)
    wished = action.normal
    inside = regiment.location is not None
    wrong = len(set(wished)) != most or any(not 1 <= k <= regiment.stands for k in wished)
    if wished and (wrong or not inside):
        return (no("CQ-VOL-06", "three_in_full", most=most),)
    return ()


def _notes(sight: Sighting, shots: Shots, far: bool, rules: HouseRules) -> tuple[Reason, ...]:
    found = []
    if far:
        found.append(note("CQ-VOL-11", "long_range"))
    if not sight.clear:
        found.append(note("CQ-VOL-10", "obscured_by", by=sight.best.broken_by))
    if shots.obscured:
        told = {"shots": shots.before, "dice": shots.dice, "option": rules.obscured.value}
        found.append(stand_in("CQ-VOL-12", "obscured_shots", **told))
    return tuple(found)
