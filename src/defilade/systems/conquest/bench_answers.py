"""How worked cases word what stands and what was decided.

Knows the case file's names for attributes; decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from defilade.geometry.plane import bearing_to_angle
from defilade.ruling import Reason
from defilade.systems.conquest.ground import gap, ground_of
from defilade.systems.conquest.state import Regiment, State

Answer = dict[str, Any]
Step = Mapping[str, Any]
HINTS = {"CQ-LEA-13": "withdraw", "CQ-WIT-04": "leave", "CQ-OCC-04": "charge"}


def verdict(reasons: Iterable[Reason]) -> Answer:
    """Legal or not, the clauses that refuse, and what might be done instead."""
    clauses = tuple(dict.fromkeys(r.clause for r in reasons))
    answer: Answer = {"legal": not clauses, "refused_by": clauses}
    for clause in clauses:
        if clause in HINTS:
            answer.setdefault("hint", HINTS[clause])
    return answer


def gaps(state: State, regiment: Regiment) -> Answer:
    """`gap_to_X` for everything else that is on the table."""
    mine = ground_of(state, regiment)
    if mine is None:
        return {}
    found = {f"gap_to_{t.id}": gap(mine, t.footprint) for t in state.terrain.values()}
    for other in state.living():
        theirs = ground_of(state, other)
        if other.id != regiment.id and theirs is not None:
            found[f"gap_to_{other.id}"] = gap(mine, theirs)
    return found


def standing(state: State, name: str) -> Answer:
    """A Regiment as it is now, and who is inside of what."""
    regiment = state.regiments[name]
    answer: Answer = {
        "actions_left": regiment.actions_left,
        "location": regiment.location or ("table" if regiment.formation else None),
        "on_table": regiment.formation is not None,
        "stands": regiment.stands,
        "models_left": list(regiment.models),
        "wounded": regiment.wounded,
        "broken": regiment.broken,
        "destroyed": regiment.destroyed,
        "inspired": regiment.inspired,
        "aimed": regiment.aimed,
        "occupied_this_turn": sorted(regiment.occupied),
        "left_this_turn": sorted(regiment.left),
        **{f"occupant_of_{t.id}": t.occupant for t in state.terrain.values()},
        **gaps(state, regiment),
    }
    if regiment.formation is not None:
        answer["end_front_centre"] = list(regiment.formation.front)
        answer["end_facing_deg"] = bearing_to_angle(regiment.formation.facing)
        answer["files"] = regiment.formation.files
    return answer
