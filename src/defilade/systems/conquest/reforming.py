"""Reforming: a new formation about the centre, and what may not change by it.

Knows how far Stands move and which contacts must be kept. Whether it costs an Action, a die or
nothing is for `begin`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from defilade.geometry.formations import (
    Formation,
    base_of,
    centre_of_formation,
    reformed,
    slid,
    stands_of,
)
from defilade.geometry.plane import Point, angle_to_bearing, distance
from defilade.ruling import Reason
from defilade.systems.conquest.actions import Reform
from defilade.systems.conquest.ground import (
    TOUCH,
    contacts,
    ground_of,
    off_board,
    on_table,
    over,
    overlaps,
    stands_touching,
    touching,
)
from defilade.systems.conquest.leaving import formation_reasons, marches, solids
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.refusals import no
from defilade.systems.conquest.state import Regiment, State


@dataclass(frozen=True, slots=True)
class Reformed:
    """A Reform as it would be, and what speaks against it."""

    end: Formation | None
    reasons: tuple[Reason, ...]


def reform(state: State, rules: HouseRules, action: Reform, *, combat: bool) -> Reformed:
    """A Reform: legal formation, centre in place, no Stand further than its March (CQ-REF-01).
    In combat the centre may move half a March, rounded down (CQ-REF-02)."""
    regiment = state.regiments[action.regiment]
    formation = regiment.formation
    against = list(formation_reasons(regiment, action.files))
    if formation is None or against:
        return Reformed(None, tuple(against))
    facing = angle_to_bearing(action.facing)
    end = reformed(formation, files=action.files, facing=facing)
    if action.at is not None:
        x, y = centre_of_formation(formation)
        end = slid(end, (action.at[0] - x, action.at[1] - y))
        against += _centre_reasons(regiment, (x, y), action.at, combat=combat)
    furthest = longest_move(formation, end)
    most = min(marches(regiment))
    if over(furthest, most):
        against.append(no("CQ-REF-01", "stand_moves_too_far", furthest=furthest, most=most))
    if off_board(end, state.size):
        against.append(no("CQ-REF-01", "off_table"))
    for name, base in solids(state, regiment):
        if overlaps(end, base):
            against.append(no("CQ-REF-01", "overlaps", thing=name))
    against += kept_reasons(state, rules, regiment, end)
    return Reformed(end, tuple(against))


def _centre_reasons(
    regiment: Regiment, old: Point, new: Point, *, combat: bool
) -> Iterator[Reason]:
    moved = distance(old, new)
    most = math.floor(regiment.profile.lowest_march / 2.0) if combat else 0
    if over(moved, most):
        clause = "CQ-REF-02" if combat else "CQ-REF-01"
        yield no(clause, "centre_moves", moved=moved, most=most)


def longest_move(old: Formation, new: Formation) -> float:
    """The longest way of any Stand, when Stands go to their new places so that it is least."""
    ways = [[distance(a.centre, b.centre) for b in stands_of(new)] for a in stands_of(old)]
    lengths = sorted({way for row in ways for way in row})
    low, high = 0, len(lengths) - 1
    while low < high:
        middle = (low + high) // 2
        if _fits(ways, lengths[middle] + TOUCH * TOUCH):
            high = middle
        else:
            low = middle + 1
    return lengths[low]


def _fits(ways: list[list[float]], most: float) -> bool:
    """Whether every Stand finds a place of its own no further than `most`."""
    taken: dict[int, int] = {}

    def settle(stand: int, seen: set[int]) -> bool:
        for place, way in enumerate(ways[stand]):
            if way <= most and place not in seen:
                seen.add(place)
                if place not in taken or settle(taken[place], seen):
                    taken[place] = stand
                    return True
        return False

    return all(settle(stand, set()) for stand in range(len(ways)))


def kept_reasons(
    state: State, rules: HouseRules, regiment: Regiment, end: Formation
) -> Iterator[Reason]:
    """Against fewer Stands in contact on either side than before (CQ-REF-02, CQ-WIP-06)."""
    assert regiment.formation is not None  # seen to by the caller
    for enemy in contacts(state, regiment, rules):
        theirs = ground_of(state, enemy)
        assert theirs is not None  # who is in contact is somewhere
        before = len(stands_touching(regiment.formation, theirs))
        after = len(stands_touching(end, theirs))
        if enemy.formation is not None:
            before += _their_stands(enemy.formation, regiment.formation)
            after += _their_stands(enemy.formation, end)
        if after < before:
            yield no("CQ-REF-02", "contact_reduced", enemy=enemy.id, before=before, after=after)


def _their_stands(theirs: Formation, mine: Formation) -> int:
    base = base_of(mine)
    return sum(touching(stand, base) for stand in stands_of(theirs))


def touched_by(state: State, end: Formation) -> tuple[str, ...]:
    """Names of Regiments on the table that a formation touches."""
    return tuple(r.id for r, f in on_table(state) if touching(base_of(f), base_of(end)))
