"""The action steps of worked cases: what a case's words do to the table.

Knows the vocabulary of actions; the rules themselves are in the chapters' modules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from defilade.geometry.plane import snap_point
from defilade.systems.dropzone.actions import (
    Action,
    Claim,
    Cross,
    Disembark,
    Embark,
    End,
    Enter,
    Fire,
    Hand,
    Inside,
    Leave,
    Leg,
    Load,
    Move,
    Places,
    PutDown,
    React,
    RoundUp,
    Scan,
    Seek,
    Unload,
)
from defilade.systems.dropzone.begin import judge
from defilade.systems.dropzone.bench_dice import Dice, driven
from defilade.systems.dropzone.bench_results import answers
from defilade.systems.dropzone.bench_values import BenchState, word
from defilade.systems.dropzone.checks_places import LINK_REACH, link_gap
from defilade.systems.dropzone.collateral import tokens_tasks
from defilade.systems.dropzone.destruction import collapse_of, destroyed
from defilade.systems.dropzone.fortitude import RunAway, Test
from defilade.systems.dropzone.garrison import entrance_distance
from defilade.systems.dropzone.measuring import within
from defilade.systems.dropzone.play import Start, Task
from defilade.systems.dropzone.rounds import round_up_tasks
from defilade.systems.dropzone.shooting import Aim
from defilade.systems.dropzone.state import (
    OnTable,
    Point,
    State,
    members,
    paired,
    rules_of,
)
from defilade.systems.dropzone.terms import Rule

Answer = tuple[BenchState, Mapping[str, Any]]


def act(bench: BenchState, step: Mapping[str, Any]) -> Answer:
    """Do an action step; raises `ValueError` for one outside the vocabulary."""
    name = step["action"]
    if name in _SPECIAL:
        return _SPECIAL[name](bench, step)
    if name not in _MADE:
        raise ValueError(f"no action is called {name!r}")
    action = _MADE[name](bench.table.state, step)
    return performed(bench, step, action)


def performed(bench: BenchState, step: Mapping[str, Any], action: Action) -> Answer:
    """Judge an action; carry it out with the step's dice where it is allowed."""
    table = bench.table
    found = judge(table, action)
    told: dict[str, Any] = {
        "verdict": "refused" if found.refused else "allowed",
        "refused_by": [reason.clause for reason in found.refused],
    }
    if found.trips:
        way = found.trips[0]
        told |= {
            "distance": way.distance,
            "cost": way.cost,
            "mv": way.mv,
            "tough_length": way.tough,
        }
    told |= _entrance(table.state, bench, action)
    if found.refused:
        return bench, told
    return carried_out(bench, step, found.tasks, told)


def carried_out(
    bench: BenchState, step: Mapping[str, Any], tasks: tuple[Task, ...], told: dict[str, Any]
) -> Answer:
    """Do tasks with a step's dice, and tell everything that came of them."""
    start = Start(bench.table, tasks)
    done, table, whole = driven(start, Dice(step))
    told |= answers(bench.table.state, table.state, done, step)
    told["finished"] = whole
    return replace(bench, table=table), told


def _entrance(state: State, bench: BenchState, action: Action) -> dict[str, Any]:
    if not (isinstance(action, Move) and isinstance(action.then, Enter) and not action.legs):
        return {}
    piece = state.pieces.get(action.then.garrison)
    places = [(u, u.where.at) for u in members(state, action.squad) if isinstance(u.where, OnTable)]
    distance = entrance_distance(bench.table, piece, places) if piece else None
    return {} if distance is None else {"distance": distance}


def _point(given: Any) -> Point:
    return snap_point((float(given[0]), float(given[1])))


def _squad_of(state: State, step: Mapping[str, Any]) -> str:
    if "squad" in step:
        return str(step["squad"])
    if "unit" in step:
        return state.units[step["unit"]].squad
    units = step.get("units") or list(word(step, "to"))
    return state.units[units[0]].squad


def _places(step: Mapping[str, Any]) -> Places:
    given = step.get("place", step.get("places", "centre"))
    if isinstance(given, Mapping):
        return tuple((str(unit), str(place)) for unit, place in given.items())
    return (("*", str(given)),)


def _path(state: State, unit: str, given: Any) -> tuple[Point, ...]:
    points = tuple(_point(point) for point in given)
    where = state.units[unit].where
    if isinstance(where, OnTable) and points and points[0] == where.at:
        return points[1:]
    return points


def _legs(state: State, step: Mapping[str, Any]) -> tuple[Leg, ...]:
    face = step.get("face")
    if "path" in step:
        unit = str(step["unit"])
        return (Leg(unit, _path(state, unit, step["path"]), face),)
    if "paths" in step:
        return tuple(Leg(u, _path(state, u, path), face) for u, path in step["paths"].items())
    to = step.get("to")
    if isinstance(to, Mapping):
        return tuple(Leg(unit, (_point(at),), face) for unit, at in to.items())
    if to is not None and "unit" in step:
        return (Leg(str(step["unit"]), (_point(to),), face),)
    return ()


def _spots(step: Mapping[str, Any]) -> tuple[tuple[str, Point], ...]:
    return tuple((str(unit), _point(at)) for unit, at in word(step, "to").items())


def _move(state: State, step: Mapping[str, Any]) -> Action:
    then = Enter(str(step["garrison"]), _places(step)) if "garrison" in step else None
    return Move(
        _squad_of(state, step),
        _legs(state, step),
        then,
        bool(step.get("takeoff")),
        bool(step.get("land")),
    )


def _enter(state: State, step: Mapping[str, Any]) -> Action:
    then = Enter(str(word(step, "garrison")), _places(step))
    return Move(_squad_of(state, step), _legs(state, step), then)


def _embark(state: State, step: Mapping[str, Any]) -> Action:
    return Move(_squad_of(state, step), _legs(state, step), Embark(str(word(step, "transport"))))


def _leave(state: State, step: Mapping[str, Any]) -> Action:
    then = Embark(str(step["transport"])) if "transport" in step else None
    return Leave(_squad_of(state, step), _spots(step), then)


def _inside(state: State, step: Mapping[str, Any]) -> Action:
    places = tuple((str(unit), str(place)) for unit, place in word(step, "to").items())
    return Inside(_squad_of(state, step), places)


def _cross(state: State, step: Mapping[str, Any]) -> Action:
    only = tuple(str(unit) for unit in step.get("units", ()))
    return Cross(_squad_of(state, step), str(word(step, "to")), _places(step), only)


def _disembark(state: State, step: Mapping[str, Any]) -> Action:
    squad = _squad_of(state, step)
    transport = str(word(step, "transport"))
    then = Enter(str(step["garrison"]), _places(step)) if "garrison" in step else None
    if step.get("free"):
        return Unload(squad, transport, _spots(step), then)
    ways = step.get("paths", {})
    legs = tuple(
        Leg(unit, (at, *(_point(p) for p in ways.get(unit, ())))) for unit, at in _spots(step)
    )
    return Disembark(squad, transport, legs, then)


def aims_of(state: State, step: Mapping[str, Any]) -> tuple[Aim, ...]:
    """What a shoot step declares: one weapon of a unit, or of every unit of a squad."""
    if "shots" in step and isinstance(step["shots"], list):
        return tuple(aim for one in step["shots"] for aim in aims_of(state, one))
    shooter, target = str(word(step, "from")), str(word(step, "to"))
    known = state.units.get(shooter)
    units = [known] if known is not None else list(members(state, shooter))
    if target not in state.units and target not in state.pieces:
        target = members(state, target)[0].id
    found = []
    for unit in units:
        names = [w.name for w in unit.stats.weapons]
        name = step.get("weapon") or next(iter(names), None)
        if name not in names:
            raise ValueError(f"{unit.id} has no weapon {name!r}")
        found.append(
            Aim(
                unit.id,
                str(name),
                target,
                step.get("via_edge"),
                bool(step.get("combined")),
                bool(step.get("reaction")),
            )
        )
    return tuple(found)


def _shoot(state: State, step: Mapping[str, Any]) -> Action:
    aims = aims_of(state, step)
    return React(aims) if step.get("reaction") else Fire(aims)


_MADE: Mapping[str, Callable[[State, Mapping[str, Any]], Action]] = {
    "move": _move,
    "enter": _enter,
    "embark": _embark,
    "leave": _leave,
    "leave_and_embark": _leave,
    "move_inside": _inside,
    "move_linked": _cross,
    "disembark": _disembark,
    "disembark_into": _disembark,
    "shoot": _shoot,
    "shoot_cq": _shoot,
    "search": lambda state, step: Seek(
        _squad_of(state, step), str(word(step, "objective")), int(step.get("scan_tokens", 0))
    ),
    "scan": lambda _, step: Scan(str(word(step, "unit"))),
    "claim": lambda state, step: Claim(_squad_of(state, step), str(word(step, "objective"))),
    "load": lambda state, step: Load(_squad_of(state, step), str(word(step, "transport"))),
    "pass_objective": lambda _, step: Hand(str(word(step, "from")), str(word(step, "to"))),
    "drop_objective": lambda state, step: PutDown(
        _squad_of(state, step), _point(step["at"]) if "at" in step else None
    ),
    "end_battlegroup_activation": lambda *_: End(),
    "next_round": lambda *_: RoundUp(),
}


def _round_up(bench: BenchState, step: Mapping[str, Any]) -> Answer:
    return carried_out(bench, step, round_up_tasks(bench.table.state), {"verdict": "allowed"})


def _tokens(bench: BenchState, step: Mapping[str, Any]) -> Answer:
    piece = bench.table.state.pieces[word(step, "piece")]
    return carried_out(bench, step, tokens_tasks(piece), {"verdict": "allowed"})


def _crash(bench: BenchState, step: Mapping[str, Any]) -> Answer:
    """A unit is destroyed where it is, and what follows from that."""
    unit = bench.table.state.units[word(step, "unit")]
    state, tasks = destroyed(bench.table.state, unit)
    wreck = replace(bench, table=bench.table.with_state(state))
    return carried_out(wreck, step, tasks, {"verdict": "allowed"})


def _collapse(bench: BenchState, step: Mapping[str, Any]) -> Answer:
    fall = collapse_of(bench.table.state, str(word(step, "piece")))
    nested = dict(step) if "collapse" in step else {**step, "collapse": dict(step)}
    return carried_out(bench, nested, (fall,), {"verdict": "allowed"})


def _test(bench: BenchState, step: Mapping[str, Any]) -> Answer:
    squad = str(word(step, "squad"))
    return carried_out(bench, step, (Test(squad, (), (RunAway(squad),)),), {"verdict": "allowed"})


def _link(bench: BenchState, step: Mapping[str, Any]) -> Answer:
    """Agree on a link at set-up (DZ-LNK-01, DZ-CFG-04)."""
    state = bench.table.state
    first, second = (state.pieces[name] for name in word(step, "pair"))
    gap = link_gap(first, second)
    near = within(gap, LINK_REACH, rules_of(bench.table))
    both = first.has(Rule.GARRISON) and second.has(Rule.GARRISON)
    if not near or not both:
        return bench, {"verdict": "refused", "refused_by": ["DZ-LNK-01"], "gap": gap}
    linked = replace(state, links=paired((*state.links, (first.id, second.id))))
    allowed = replace(bench, table=bench.table.with_state(linked))
    return allowed, {"verdict": "allowed", "gap": gap, "refused_by": []}


_SPECIAL: Mapping[str, Callable[[BenchState, Mapping[str, Any]], Answer]] = {
    "round_up": _round_up,
    "resolve_tokens": _tokens,
    "crash": _crash,
    "destroy": _crash,
    "collapse": _collapse,
    "fortitude_test": _test,
    "link": _link,
}
