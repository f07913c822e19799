"""Flags and retreats of worked cases: what the defender chooses, where a unit may go.

Knows the words of the cases and the flags that wait on the bench.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.geometry.hexes import Cube
from defilade.record import Record
from defilade.ruling import Permission, Reason, Weight, permission
from defilade.systems.greatwar.bench_queries import Answer, Step, verdict
from defilade.systems.greatwar.bench_state import Bench, Pending, cube, pair
from defilade.systems.greatwar.fight import eliminated
from defilade.systems.greatwar.movement import behind, step_reasons
from defilade.systems.greatwar.retreat import Route, retreat_ways, retreated
from defilade.systems.greatwar.state import Unit

Result = tuple[Bench, Answer]


def ignore_flags(bench: Bench, step: Step) -> Result:
    """The defender ignores n of the flags that wait (GW-FLAG-01)."""
    pending = bench.pending
    if pending is None or pending.target != str(step["unit"]):
        raise ValueError(f"no flags wait for {step['unit']!r}")
    n, left = int(step["n"]), max(0, pending.flags - pending.must)
    most = min(left, pending.may)
    if not 0 <= n <= most:
        told = Record(flags=n, most=most)
        return bench, verdict([Reason("GW-FLAG-01", "too_many_flags", told, Weight.AGAINST)])
    hexes = (left - n) * bench.state.book.retreat_hexes(bench.unit(pending.target).kind)
    return (
        replace(bench, pending=replace(pending, owed=hexes)),
        {"verdict": "allowed", "retreat": hexes, "flags_may_ignore": most},
    )


def resolve_retreat(bench: Bench, step: Step) -> Result:
    """Where a unit may retreat to, and the figures it costs (GW-FLAG-03 to -05).

    With a single destination, or none, the retreat is made; else `to` says where.
    """
    unit = bench.unit(step["unit"])
    ways = retreat_ways(bench.state, bench.rules, unit, int(step["hexes"]))
    ends = list(ways.ends) if ways.made else []
    told: Answer = {
        "legal_destinations": [pair(here) for here in ends],
        "figures_lost": min(ways.unmade, unit.figures),
        "figures_left": max(0, unit.figures - ways.unmade),
        "hexes_made": ways.made,
    }
    after, lost = _lose(bench, unit, ways.unmade)
    told |= lost
    wanted = cube(step["to"]) if "to" in step else (ends[0] if len(ends) == 1 else None)
    routes = [path for path in ways.routes() if path[-1] == wanted]
    if routes and unit.id in after.state.units:
        after = after.on(retreated(after.state, unit.id, Route(routes[0][1:])))
    if unit.id in after.state.units and (routes or not ends):
        told["at"] = pair(after.state.units[unit.id].at)
    return replace(after, pending=None), told


def _lose(bench: Bench, unit: Unit, figures: int) -> Result:
    if figures >= unit.figures:
        state = eliminated(bench.state, unit)
        return bench.on(state), {"eliminated": True}
    after = bench.state.change(unit.id, figures=unit.figures - figures)
    return bench.on(after), {"eliminated": False}


def retreat(bench: Bench, step: Step) -> Result:
    """A retreat along a path: refused where it is no retreat, or shorter than it can be."""
    unit = bench.unit(step["unit"])
    path = tuple(map(cube, step.get("path") or ()))
    waiting: Pending | None = bench.pending
    owed = waiting.owed if waiting is not None and waiting.owed else len(path)
    owed = int(step.get("hexes", owed))
    reasons = _path_reasons(bench, unit, path)
    ways = retreat_ways(bench.state, bench.rules, unit, owed)
    if permission(reasons) is Permission.ALLOWED and len(path) != ways.made:
        told = Record(hexes=len(path), made=ways.made)
        reasons.append(Reason("GW-FLAG-05", "not_far_enough", told, Weight.AGAINST))
    if permission(reasons) is Permission.REFUSED:
        return bench, verdict(reasons)
    after, lost = _lose(bench, unit, ways.unmade)
    answer: Answer = {**verdict(reasons), "figures_lost": ways.unmade, **lost}
    answer["figures_left"] = max(0, unit.figures - ways.unmade)
    if unit.id in after.state.units:
        after = after.on(retreated(after.state, unit.id, Route(path)))
        answer["at"] = pair(after.state.units[unit.id].at)
    return replace(after, pending=None), answer


def _path_reasons(bench: Bench, unit: Unit, path: tuple[Cube, ...]) -> list[Reason]:
    reasons: list[Reason] = []
    here = unit.at
    for there in path:
        if there not in behind(here, unit.side):
            told = Record(hex=f"{there.q},{there.r}")
            reasons.append(Reason("GW-FLAG-03", "not_homeward", told, Weight.AGAINST))
        barred = step_reasons(bench.state, bench.rules, unit, (here, there))
        if barred:
            told = Record(hex=f"{there.q},{there.r}")
            reasons.append(Reason("GW-FLAG-04", "retreat_barred", told, Weight.AGAINST))
        reasons += barred
        here = there
    return reasons
