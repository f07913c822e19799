"""The queries of worked cases: set-up, sight, ranges, Strikes, Shots, values on the die.

Knows the case file's words; answers from the chapters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defilade.systems.conquest.actions import Volley
from defilade.systems.conquest.aftermath import as_placement
from defilade.systems.conquest.bench_actions import clash_of, room_answer
from defilade.systems.conquest.bench_answers import Answer, Step, verdict
from defilade.systems.conquest.bench_state import Bench, acting, regiment_named
from defilade.systems.conquest.characteristics import chance, saves_of, to_hit
from defilade.systems.conquest.charging import impact_hits
from defilade.systems.conquest.checks import check, faults_of
from defilade.systems.conquest.clash import fought
from defilade.systems.conquest.ground import (
    contacts,
    diameter,
    edge_gap,
    gap,
    ground_of,
    places_touched,
    stands_touching,
)
from defilade.systems.conquest.leaving import find, nearest
from defilade.systems.conquest.sight import sighting, size_of
from defilade.systems.conquest.state import State
from defilade.systems.conquest.terms import Deed
from defilade.systems.conquest.volleying import range_between, shot
from defilade.systems.conquest.wounds import morale_resolve
from defilade.table import Draft, Severity

Query = Callable[[Bench, Step], Answer]


def query_setup(bench: Bench, step: Step) -> Answer:
    """The layout check: faults, and what is only advised."""
    del step
    assert bench.battle is not None  # a set-up is a table
    faults = tuple(faults_of(bench.battle))
    errors = [f for f in faults if f.severity is Severity.ERROR]
    answer: Answer = {
        "legal": not errors,
        "refused_by": tuple(f.clause for f in errors if f.clause),
        "warnings": sorted({f.clause for f in faults if f.clause and f not in errors}),
    }
    check(Draft("conquest", bench.battle), "conquest")
    places = [t for t in bench.state.terrain.values() if t.is_garrison]
    if places:
        answer["edge_gap"] = min(edge_gap(t.footprint, bench.state.size) for t in places)
        answer["diameter"] = max(diameter(t.footprint, bench.rules) for t in places)
    pairs = [gap(a.footprint, b.footprint) for k, a in enumerate(places) for b in places[k + 1 :]]
    if pairs:
        answer["gap"] = answer["feature_gap"] = min(pairs)
    return answer


def query_property(bench: Bench, step: Step) -> Answer:
    """One property of terrain."""
    name = str(step["property"])
    return {name: getattr(bench.state.terrain[step["terrain"]], name)}


def query_defence(bench: Bench, step: Step) -> Answer:
    """What a Regiment saves on."""
    pierced = int(step.get("cleave", step.get("armor_piercing", 0)))
    regiment = regiment_named(bench.state, step["regiment"])
    value = saves_of(bench.state, regiment, pierced, bench.rules)
    return {
        "defence": value.defence,
        "evasion": value.evasion,
        "target": value.target,
        "save_probability": chance(value.target),
    }


def query_to_hit(bench: Bench, step: Step) -> Answer:
    """What a Regiment hits on."""
    deed = Deed(str(step.get("action", "clash")))
    value = to_hit(regiment_named(bench.state, step["regiment"]), deed, bench.rules)
    return {"target": value, "probability": chance(value)}


def query_sight(bench: Bench, step: Step) -> Answer:
    """Whether a Regiment sees another."""
    by = regiment_named(bench.state, step["from"])
    at = regiment_named(bench.state, step["to"])
    found = sighting(bench.state, by, at, bench.rules)
    return {
        "visible": found.visible,
        "in_arc": found.in_arc,
        "clear": found.clear,
        "obscured": not found.clear,
        "blocked_by": found.best.broken_by,
        "from_size": size_of(bench.state, by),
        "to_size": size_of(bench.state, at),
    }


def query_size(bench: Bench, step: Step) -> Answer:
    """A Regiment's Size where it is."""
    return {"size": size_of(bench.state, regiment_named(bench.state, step["regiment"]))}


def query_impact(bench: Bench, step: Step) -> Answer:
    """Impact Hits in the open and against Garrison Terrain."""
    regiment = regiment_named(bench.state, step.get("regiment", next(iter(bench.state.regiments))))
    touching = tuple(range(int(step["stands_in_contact"])))
    return {
        "open": impact_hits(regiment, touching, garrison=False),
        "garrison": impact_hits(regiment, touching, garrison=True),
    }


def query_strikes(bench: Bench, step: Step) -> Answer:
    """Strikes of a Clash: at one target, or at each."""
    name = str(step["regiment"])
    target = step.get("target")
    state = acting(bench, name)
    action = clash_of({k: v for k, v in step.items() if k != "target"})
    found = fought(state, bench.rules, action)
    answer = verdict(found.reasons) | {"total": found.total}
    strikes: dict[str, Any] = {
        n: {"full": s.full, "support": s.support, "total": s.total}
        for n, s in found.strikes.items()
    }
    if found.open_to and target is not None:
        strikes = {str(target): {"full": found.total, "support": 0, "total": found.total}}
    if target is None:
        return answer | strikes
    aimed = strikes.get(str(target), {"full": 0, "support": 0, "total": 0})
    answer |= {"strikes_full": aimed["full"], "strikes_support": aimed["support"]}
    answer["total"] = aimed["total"]
    return answer | {"stands_touching": _touching(state, name, str(target))}


def _touching(state: State, name: str, target: str) -> int:
    regiment = state.regiments[name]
    theirs = ground_of(state, regiment_named(state, target))
    if regiment.formation is None or theirs is None:
        return 0
    return len(stands_touching(regiment.formation, theirs))


def volley_answer(bench: Bench, action: Volley) -> Answer:
    """A Volley: range, verdict and Shots."""
    state = acting(bench, action.regiment)
    found = shot(state, bench.rules, action)
    answer: Answer = verdict(found.reasons)
    answer["shooter_size"] = size_of(state, state.regiments[action.regiment])
    if found.distance is not None:
        answer |= {"distance": found.distance, "long_range": found.long_range}
    if found.shots is not None:
        answer |= {
            "obscured": found.obscured,
            "shots_before": found.shots.before,
            "shots": found.shots.dice,
            "clear_shots": found.shots.clear,
            "obscured_shots": found.shots.obscured,
        }
    return answer


def query_volley(bench: Bench, step: Step) -> Answer:
    """A Volley's Shots."""
    normal = tuple(int(k) for k in step.get("normal_stands") or step.get("normal") or ())
    return volley_answer(bench, Volley(str(step["regiment"]), str(step["target"]), normal))


def query_range(bench: Bench, step: Step) -> Answer:
    """Distance of a Volley and whether it is in Range."""
    by = regiment_named(bench.state, step["from"])
    away = range_between(bench.state, by, regiment_named(bench.state, step["to"]), bench.rules)
    barrage = by.profile.barrage
    limit = barrage.range if barrage else 0.0
    return {"distance": away, "in_range": away is not None and away <= limit + 0.001}


def query_contacts(bench: Bench, step: Step) -> Answer:
    """Enemies in contact."""
    regiment = regiment_named(bench.state, step["regiment"])
    found = contacts(bench.state, regiment, bench.rules)
    places = places_touched(bench.state, regiment)
    return {"contacts": [r.id for r in found], "touches": [t.id for t in places]}


def query_resolve(bench: Bench, step: Step) -> Answer:
    """Resolve in a Morale test."""
    value = morale_resolve(regiment_named(bench.state, step["regiment"]))
    return {"resolve": value, "target": value, "pass_probability": chance(value)}


def query_placement(bench: Bench, step: Step) -> Answer:
    """Whether there is a way out, within the search."""
    regiment = regiment_named(bench.state, step["regiment"])
    place = bench.state.terrain[regiment.location or ""]
    search = find(bench.state, bench.rules, regiment, place)
    last = search if search.found else nearest(bench.state, bench.rules, regiment, place)
    answer: Answer = {
        "compliant_exists": search.found is not None,
        "any_placement_exists": last.found is not None,
        "tried": search.tried,
    }
    if last.found is not None:
        at = as_placement(last.found)
        answer |= {"front_centre": list(at.front), "facing_deg": at.facing, "files": at.files}
    return answer


def query_occupy(bench: Bench, step: Step) -> Answer:
    """Whether a Regiment could Occupy a feature."""
    place = step.get("terrain", step.get("occupy"))
    return room_answer(bench, str(step["regiment"]), str(place))


QUERIES: dict[str, Query] = {
    "check_setup": query_setup,
    "terrain_property": query_property,
    "defence_target": query_defence,
    "to_hit_target": query_to_hit,
    "line_of_sight": query_sight,
    "size": query_size,
    "impact_hits": query_impact,
    "clash_strikes": query_strikes,
    "volley_shots": query_volley,
    "range_to": query_range,
    "contacts": query_contacts,
    "resolve": query_resolve,
    "find_placement": query_placement,
    "can_occupy": query_occupy,
}
"""Queries by their word."""
