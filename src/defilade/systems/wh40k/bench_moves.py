"""Actions of worked cases that move or place models.

Knows the words of legs and movers; the rules are in their chapters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from defilade.ruling import Reason
from defilade.systems.wh40k.bench_state import Bench, Given, model_from
from defilade.systems.wh40k.ending import end_reasons
from defilade.systems.wh40k.movement import Down, Leg, To, Up
from defilade.systems.wh40k.moves import Plan, allowance, judge_move, set_up_reasons
from defilade.systems.wh40k.state import Model, Unit
from defilade.systems.wh40k.terms import MoveType
from defilade.systems.wh40k.terrain import flaws

Answer = Mapping[str, Any]
Action = Callable[[Bench, Given], tuple[Bench, Answer]]
MOVER = "mover"


def legs_from(lines: Sequence[Given]) -> tuple[Leg, ...]:
    """Legs in the words of cases: `h`, `up`, `down`."""
    found: list[Leg] = []
    for line in lines:
        if len(line) != 1:
            raise ValueError(f"a leg is one of h, up, down: {dict(line)}")
        ((word, value),) = line.items()
        match word:
            case "h":
                found.append(To((float(value[0]), float(value[1]))))
            case "up":
                found.append(Up(float(value)))
            case "down":
                found.append(Down(float(value)))
            case "rotate" | "turn":
                continue
            case _:
                raise ValueError(f"a leg is one of h, up, down, not {word!r}")
    return tuple(found)


def refused(reasons: Sequence[Reason]) -> dict[str, Any]:
    """A verdict with every clause that refuses, and the first model it refuses."""
    if not reasons:
        return {"allowed": True}
    answer: dict[str, Any] = {
        "allowed": False,
        "refused_by": tuple(dict.fromkeys(reason.clause for reason in reasons)),
        "state": "unchanged",
    }
    first = reasons[0].params
    if "model" in first:
        answer["model"] = first["model"]
    if "over" in first:
        answer["over"] = first["over"]
    return answer


def mover(bench: Bench, step: Given) -> tuple[Bench, str]:
    """The unit that moves: one of the table, or a lone model the step describes."""
    if "unit" in step and step["unit"] in bench.state.units:
        return bench, str(step["unit"])
    if "model" in step and step["model"] in bench.state.models:
        return bench, bench.state.models[step["model"]].unit
    spot = step.get("start", step.get("at", (0.0, 0.0)))
    line = {**step, "id": step.get("model", MOVER), "at": spot[:2], "side": "red"}
    line["z"] = spot[2] if len(spot) > 2 else step.get("start_z", step.get("z", 0.0))
    model = model_from(line, MOVER, {})
    unit = Unit(
        MOVER,
        str(step.get("side", "red")),
        (model.id,),
        1,
        battle_shocked=bool(step.get("battle_shocked", False)),
        moved=MoveType.ADVANCE if step.get("advanced") else MoveType.NONE,
    )
    state = replace(bench.state, size=bench.state.size).put_unit(unit).put_model(model)
    return replace(bench, state=state), MOVER


def _paths(bench: Bench, unit: str, step: Given) -> dict[str, tuple[Leg, ...]]:
    if "paths" in step:
        return {name: legs_from(lines) for name, lines in step["paths"].items()}
    legs = legs_from(step.get("legs", ()))
    names = bench.state.units[unit].models
    if "model" in step:
        return {str(step["model"]): legs}
    return {names[0]: legs} if len(names) == 1 else dict.fromkeys(names, legs)


def _move(kind: MoveType) -> Action:
    def act(bench: Bench, step: Given) -> tuple[Bench, Answer]:
        at, unit = mover(bench, step)
        targets = step.get("targets", step.get("target", ()))
        plan = Plan(
            unit,
            kind,
            _paths(at, unit, step),
            rolled=_rolled(step),
            skies=bool(step.get("take_to_the_skies", False)),
            walker=bool(step.get("super_heavy_walker", False)),
            targets=(targets,) if isinstance(targets, str) else tuple(targets),
            desperate=bool(step.get("desperate_escape", False)),
        )
        found = judge_move(at.state, at.rules, plan)
        answer = refused(found.reasons)
        answer |= {
            "distance": found.farthest,
            "max": max(allowance(model, plan) for model in at.state.alive(unit)),
        }
        if found.reasons:
            return bench, answer
        moved = at.state.put_model(*(path.model for path in found.paths))
        done = replace(moved.units[unit], moved=kind, moved_inches=found.farthest)
        end = found.paths[0].model
        answer |= {"ends_at": [*end.at], "z": end.z}
        return replace(bench, state=moved.put_unit(done)), answer

    return act


def _rolled(step: Given) -> int:
    rolled = step.get("roll", step.get("rolled", 0))
    return sum(rolled) if isinstance(rolled, list) else int(rolled)


def stationary(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """Nothing moves (WH-MV-03)."""
    unit = bench.state.units[step["unit"]]
    done = replace(unit, moved=MoveType.STATIONARY, moved_inches=0.0)
    return replace(bench, state=bench.state.put_unit(done)), {"allowed": True, "distance": 0.0}


def end_check(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """Whether a model may end where it is (WH-END-01 to WH-END-05)."""
    at, unit = mover(bench, step)
    model = _with_barrel(at.state.alive(unit)[0], step)
    others = [one for one in bench.state.on_table() if one.id != model.id]
    found = end_reasons(
        model,
        at.state.areas,
        at.rules,
        others=others,
        climbed=tuple(step.get("climbed", ())),
        size=(0.0, 0.0),
    )
    return bench, refused(found)


def _with_barrel(model: Model, step: Given) -> Model:
    thing = step.get("protrusion")
    model = replace(model, unstable=not step.get("stable", True))
    if thing is None:
        return model
    dx, dy = float(thing.get("dx", 0.0)), float(thing.get("dy", 0.0))
    import math

    facing = math.degrees(math.atan2(dx, dy)) % 360.0
    return replace(model, facing=facing, barrel=(math.hypot(dx, dy), float(thing["z"])))


def set_up(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """Setting a unit up, from reserves where `ingress` or `deep_strike` is told (WH-ENG-02)."""
    at, unit = mover(bench, step)
    places = step.get("models", {})
    state = at.state
    arriving = bool(step.get("ingress") or step.get("deep_strike"))
    placed = []
    for model in state.alive(unit):
        spot = places.get(model.id) if isinstance(places, Mapping) else None
        where = (float(spot[0]), float(spot[1])) if spot else model.at
        placed.append(model.standing(where, float(spot[2]) if spot and len(spot) > 2 else model.z))
    waiting = replace(state.units[unit], in_reserve=arriving)
    found = set_up_reasons(
        state.put_unit(waiting), at.rules, unit, placed, deep=bool(step.get("deep_strike"))
    )
    if found:
        return bench, refused(found)
    done = replace(waiting, in_reserve=False, set_up_turn=state.turn)
    return replace(at, state=state.put_unit(done).put_model(*placed)), {"allowed": True}


def validate_terrain(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """Whether the terrain may be played on (WH-AREA-01, WH-AREA-02); lacks are warnings."""
    wanted = {line["id"]: line.get("wants", ()) for line in bench.given.get("terrain") or ()}
    names = [step["area"]] if "area" in step else list(bench.state.areas)
    found: list[str] = []
    warnings: list[str] = []
    feature = None
    for name in names:
        area = bench.state.areas[name]
        for flaw in flaws(area):
            found.append(flaw.clause)
            feature = feature or flaw.feature
        have = {str(one.cat) for one in area.features}
        wants = {*wanted.get(name, ()), *(step.get("required") or {}).get(name, ())}
        if wants - have:
            warnings.append("WH-CAT-05")
    answer: dict[str, Any] = {"allowed": not found, "warnings": warnings}
    if found:
        answer |= {"refused_by": tuple(dict.fromkeys(found)), "feature": feature}
    if warnings:
        answer["warning"] = "WH-CAT-05"
    return bench, answer


MOVES: Mapping[str, Action] = {
    "normal_move": _move(MoveType.NORMAL),
    "advance": _move(MoveType.ADVANCE),
    "fall_back": _move(MoveType.FALL_BACK),
    "charge": _move(MoveType.CHARGE),
    "remain_stationary": stationary,
    "end_check": end_check,
    "set_up_unit": set_up,
    "validate_terrain": validate_terrain,
    "place_terrain": validate_terrain,
    "agree_area": validate_terrain,
}
