"""Odds of fire: the one procedure, and what can be read off its answer.

Knows measures of a toll on one target. They count what the volley itself takes: not capped by
the hull left, no crippling rolls and no explosions on top.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from defilade.dice import Procedure
from defilade.record import Record
from defilade.ruling import Reason
from defilade.systems.dropfleet.allocation import with_squadrons
from defilade.systems.dropfleet.bodies import Body, body
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.plan import TargetFire, Toll, fire_on
from defilade.systems.dropfleet.shot import Slot
from defilade.systems.dropfleet.spikes import would_gain
from defilade.systems.dropfleet.state import Allocation, Ship, State
from defilade.systems.dropfleet.volley import boosters
from defilade.systems.protocol import Measure, Prospect


@dataclass(frozen=True, slots=True)
class Mark:
    """What a toll means for a target as it is now: hull left, the half, whether it can spike."""

    hull: int
    start: int
    spikes: bool
    ruins: bool

    def hull_lost(self, toll: Toll) -> int:
        """Unsaved points."""
        return toll.hull

    def destroyed(self, toll: Toll) -> bool:
        """Whether no hull is left (DF-SAV-06); of a sector, whether it is ruins (DF-RUI-01)."""
        return toll.hull >= self.hull

    def crippled_or_worse(self, toll: Toll) -> bool:
        """Whether hull is at 50% or less (DF-CRP-01)."""
        return 2 * (self.hull - toll.hull) <= self.start

    def spiked(self, toll: Toll) -> bool:
        """Whether the target ends with more of a spike (DF-WPN-13)."""
        return self.spikes and toll.spikes > 0


def mark_of(target: Body) -> Mark:
    """The mark of a ship, station or sector as it is now."""
    if isinstance(target, Ship):
        return Mark(target.hull, target.profile.hull, would_gain(target), ruins=False)
    return Mark(target.hull, target.hull_start, spikes=False, ruins=target.ruins)


def measures_of(target: Body, plan: TargetFire) -> tuple[Measure, ...]:
    """What may be read off fire on this target."""
    return tuple(measure for measure, _ in _read(target, plan))


def _read(target: Body, plan: TargetFire) -> tuple[tuple[Measure, int], ...]:
    """Measures of fire on this target, each with the slot that it reads."""
    mark = mark_of(target)
    found: list[tuple[Measure, int]] = [(Measure("hull_lost", mark.hull_lost, "hull"), Slot.HULL)]
    if isinstance(target, Ship):
        found.append((Measure("crippled_or_worse", mark.crippled_or_worse), Slot.HULL))
        found.append((Measure("destroyed", mark.destroyed), Slot.HULL))
    elif not mark.ruins:
        found.append((Measure("ruins", mark.destroyed), Slot.HULL))
    if Slot.SPIKES in plan.slots:
        found.append((Measure("spiked", mark.spiked), Slot.SPIKES))
    if Slot.CRIPPLING in plan.slots:
        crippling = Measure("crippling_roll", lambda toll: toll.crippling > 0)
        found.append((crippling, Slot.CRIPPLING))
    if Slot.TOKENS in plan.slots:
        found.append((Measure("corruptor_tokens", lambda toll: toll.tokens), Slot.TOKENS))
    for number, firer in enumerate(plan.firers):
        lost = Measure(f"lost_by_{firer}", _Backlash(number))
        found.append((lost, Slot.BACKLASH + number))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Backlash:
    """Hull that one Unstable firer loses (DF-WPN-16)."""

    number: int

    def __call__(self, toll: Toll) -> int:
        return toll.backlash[self.number][1]


def fire_prospect(
    state: State, rules: HouseRules, target_id: str, allocations: tuple[Allocation, ...]
) -> Prospect:
    """The odds of allocations on one target, whatever else the group declares.

    Squadrons have their dice (DF-ALL-12), Shield Boosters that may help are used (DF-SHP-05).
    Raises `KeyError` for unknown names.
    """
    target = body(state, target_id)
    if target is None:
        raise KeyError(target_id)
    boosted = isinstance(target, Ship) and bool(boosters(state, target))
    ready = with_squadrons(allocations, state)
    fire = partial(fire_on, state, rules, target_id, ready, boosted=boosted, odds_only=True)
    plan = fire()
    read = _read(target, plan)
    alone = {slot: fire(only=slot) for slot in {slot for _, slot in read}}
    measures = tuple(replace(measure, alone=alone[slot]) for measure, slot in read)
    notes = [Reason("DF-SEQ-02", "odds_volley_alone", Record(target=target_id))]
    if boosted:
        notes.append(Reason("DF-SHP-05", "odds_boosted", Record(target=target_id)))
    procedure: Procedure = plan
    return Prospect(procedure, measures, tuple(notes))
