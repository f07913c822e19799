"""What an action step of a worked case yields, by the names that cases use.

Knows events and states; never how they came about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from defilade.game import Event
from defilade.systems.dropzone.bench_values import HitCount
from defilade.systems.dropzone.fortitude import TestDie
from defilade.systems.dropzone.narrate import events_of
from defilade.systems.dropzone.play import Deed
from defilade.systems.dropzone.state import (
    Aboard,
    InGarrison,
    OnTable,
    State,
    Unit,
    members,
)
from defilade.systems.dropzone.terms import CENTRE


def answers(
    before: State, after: State, done: Sequence[Deed], step: Mapping[str, Any]
) -> dict[str, Any]:
    """Everything there is to tell of a step."""
    events = [one for deed in done for one in events_of(deed)]
    told: dict[str, Any] = {}
    told |= _units(before, after)
    told |= _pieces(before, after)
    told |= _objectives(before, after)
    told |= _attack(before, after, events, step)
    told |= _tests(before, after, events)
    if done and done[-1].after is None and isinstance(done[-1].task, TestDie):
        told["test"] = "waits for a die"
    told |= _search(events)
    return told


def _all(events: Sequence[Event], *codes: str) -> list[Event]:
    return [one for one in events if one.code in codes]


def _number(event: Event, name: str) -> int:
    value = event.params[name]
    assert isinstance(value, int)  # counts are whole
    return value


def _units(before: State, after: State) -> dict[str, Any]:
    told: dict[str, Any] = {"occupancy": {}, "on_table": [], "embarked": []}
    for name, unit in after.units.items():
        told[f"{name}_dp_left"] = unit.dp_left
        told[name] = _whereabouts(before, unit)
        match unit.where:
            case InGarrison(_, edge):
                told["occupancy"][name] = edge or CENTRE
            case OnTable() if not isinstance(before.units[name].where, OnTable):
                told["on_table"].append(name)
                told["mv_left"] = 0
            case Aboard() if before.units[name].where != unit.where:
                told["embarked"].append(name)
            case _:
                pass
    return told


def _whereabouts(before: State, unit: Unit) -> str:
    old = before.units[unit.id].where
    match unit.where:
        case InGarrison(garrison):
            return f"in {garrison}"
        case Aboard(transport):
            return f"aboard {transport}"
        case OnTable():
            inside = isinstance(old, InGarrison)
            return "on table within 2 of the footprint" if inside else "on table"
        case _:
            return "destroyed"


def _pieces(before: State, after: State) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, old in before.pieces.items():
        piece = after.pieces.get(name)
        fallen = piece is None or (old.dp is not None and piece.dp is None)
        if fallen:
            told |= {name: "destroyed", f"{name}_dp": 0, f"{name}_tokens": 0}
            told["rubble"] = None
            if piece is not None:
                told["rubble"] = {
                    "rules": [rule.value for rule in piece.rules],
                    "footprint": [list(point) for point in piece.outline],
                    "height": piece.height,
                }
        elif piece is not None:
            told |= {name: "stands", f"{name}_dp": piece.dp, f"{name}_tokens": piece.tokens}
    return told


def _objectives(before: State, after: State) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name in before.objectives:
        old = next((s for s in before.squads.values() if s.carrying == name), None)
        new = next((s for s in after.squads.values() if s.carrying == name), None)
        if name not in after.objectives:
            told[name] = "removed"
        elif new is not None:
            told[name] = f"carried by {new.id}"
            homes = [u.where for u in members(after, new.id)]
            taken = old is not None and old.side != new.side
            if taken and homes and isinstance(homes[0], InGarrison):
                told[name] = f"claimed by an enemy squad in {homes[0].garrison}"
        else:
            place = after.objectives[name]
            told[name] = f"in {place.garrison}" if place.garrison else "on table"
    return told


def _attack(
    before: State, after: State, events: Sequence[Event], step: Mapping[str, Any]
) -> dict[str, Any]:
    by_target: dict[str, int] = {}
    rolled = 0
    for one in _all(events, "rolled_to_hit", "rolled_blast", "many_hits", "struck", "astray"):
        target = str(one.params["target"])
        hits = _number(one, "hits")
        if one.code in ("rolled_to_hit", "rolled_blast"):
            rolled += hits
        add = 0 if one.code == "many_hits" else by_target.get(target, 0)
        by_target[target] = add + hits
    over = _all(events, "volley_over")
    told: dict[str, Any] = {
        "hits": HitCount(rolled, {k: v for k, v in by_target.items() if v}),
        "damage": sum(_number(one, "damage") for one in over),
        "criticals": sum(_number(one, "criticals") for one in over),
        "excess_lost": sum(_number(one, "excess") for one in over),
        "tokens_added": sum(_number(one, "added") for one in _all(events, "tokens_added")),
        "collateral_resolved_now": bool(_all(events, "tokens_hit")),
    }
    own = {str(step.get("from")), str(step.get("unit"))}
    told["not_hit"] = [
        name
        for name, unit in before.units.items()
        if not by_target.get(name) and name not in own and unit.squad not in own
    ]
    for one in _all(events, "collapses", "crashes"):
        told["radius"] = one.params["radius"]
        told["body_cover"] = one.code == "crashes"
        piece = before.pieces.get(str(one.params.get("piece")))
        told["energy"] = piece.armour if piece is not None else 10
    return told


def _tests(before: State, after: State, events: Sequence[Event]) -> dict[str, Any]:
    """Fortitude Tests: for the step, and for each squad apart."""
    told: dict[str, Any] = {"test": None}
    ran = {str(one.params["squad"]) for one in _all(events, "runs_away")}
    for name, squad in before.squads.items():
        codes = {
            one.code
            for one in _all(events, "test_passed", "test_failed", "test_given_up")
            if one.params["squad"] == name
        }
        lost = sum(
            after.units[u.id].dp_lost - u.dp_lost for u in before.units.values() if u.squad == name
        )
        if not codes:
            told.setdefault(squad.id, "no test")
            continue
        outcome = {
            "test": "passed" if "test_passed" in codes else "failed",
            "ran_away": name in ran,
            "dp_lost": lost,
        }
        told |= outcome
        told[name] = outcome
    return told


def _search(events: Sequence[Event]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for one in _all(events, "searched"):
        told |= {"total": one.params["total"], "found": False}
    for one in _all(events, "objective_claimed"):
        told |= {"found": True, "claimed_by": one.params["squad"]}
    return told
