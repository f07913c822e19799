"""The query `reach` of worked cases: the shortest way to a spot, or all ground of a move.

Knows the words of cases; the rules are in their chapters. With `to` (x, y and maybe height) it
tells of the way there, with `spots` whether each can be reached, alone how much ground there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defilade.record import Record
from defilade.ruling import Movement, Permission, Reason, Ruling
from defilade.systems.wh40k.bench_moves import mover, refused
from defilade.systems.wh40k.bench_state import Bench, Given
from defilade.systems.wh40k.plans import plan_for
from defilade.systems.wh40k.reach import reach, units_reach
from defilade.systems.wh40k.rulings_moves import movement
from defilade.values import Inches

Answer = Mapping[str, Any]
_KINDS = {"normal_move": "normal", "normal": "normal", "move": "normal"}
_TAKEN = ("distance", "across", "up", "down", "climbing", "straight", "at_least")


def reach_query(bench: Bench, step: Given) -> Answer:
    """How a model or unit gets to `to`, which of `spots` it can reach, or where it may end."""
    named = step.get("from", step.get("by"))
    if isinstance(named, str):
        step = {**step, "unit" if named in bench.state.units else "model": named}
    at, unit = mover(bench, step)
    piece = str(step["model"]) if step.get("model") in at.state.models else unit
    goal = step.get("to", step.get("point", step.get("spot")))
    if "spots" in step:
        return _spots(at, piece, step)
    if goal is None:
        return _ground(at, piece, step)
    return _way(at, piece, step, [float(number) for number in goal])


def _detail(step: Given) -> Record:
    """What the step says of the move, as details of a question."""
    found: dict[str, Any] = {}
    kind = step.get("kind", step.get("move_type", "normal"))
    found["kind"] = _KINDS.get(str(kind), str(kind))
    if "roll" in step or "rolled" in step:
        rolled = step.get("roll", step.get("rolled"))
        found["roll"] = sum(rolled) if isinstance(rolled, list) else int(rolled or 0)
    words = {
        "take_to_the_skies": "fly",
        "super_heavy_walker": "stride",
        "desperate_escape": "escape",
    }
    found |= {detail: bool(step[word]) for word, detail in words.items() if word in step}
    targets = step.get("targets", step.get("target"))
    if targets is not None:
        found["targets"] = targets if isinstance(targets, str) else ",".join(targets)
    return Record(**found)


def _asked(bench: Bench, piece: str, step: Given, goal: list[float]) -> Ruling:
    height = goal[2] if len(goal) > 2 else float(step.get("to_z", 0.0))
    detail = _detail(step) | Record(shortest=True, height=height)
    return movement(Movement(piece, ((goal[0], goal[1]),), detail), bench.state, bench.rules)


def _way(bench: Bench, piece: str, step: Given, goal: list[float]) -> Answer:
    ruling = _asked(bench, piece, step, goal)
    allowed = ruling.verdict is Permission.ALLOWED
    answer: dict[str, Any] = refused(ruling.against) if not allowed else {"allowed": True}
    if ruling.verdict is Permission.UNSETTLED:
        answer["allowed"] = None
    numbers = ruling.numbers
    answer |= {name: numbers[name] for name in _TAKEN if name in numbers}
    answer |= {
        "reachable": answer["allowed"],
        "verdict": str(ruling.verdict),
        "max": numbers["limit"],
        "through": _named(ruling.reasons, "passes_freely", "passes_wall", "steps_over"),
        "steps_over": _named(ruling.reasons, "steps_over"),
        "climbs": _named(ruling.reasons, "climbs_up", "climbs_down"),
        "past": _named(ruling.reasons, "passes_friend", "passes_small", "breaks_through"),
    }
    if "distance" in numbers:
        answer["needs"] = numbers["distance"]
    return answer


def _named(reasons: tuple[Reason, ...], *codes: str) -> tuple[str, ...]:
    """Features or models that reasons of these codes name."""
    params = [one.params for one in reasons if one.code in codes]
    return tuple(dict.fromkeys(str(one.get("feature", one.get("other"))) for one in params))


def _spots(bench: Bench, piece: str, step: Given) -> Answer:
    found = [_asked(bench, piece, step, [float(n) for n in spot]) for spot in step["spots"]]
    return {"reachable": [one.verdict is Permission.ALLOWED for one in found]}


def _ground(bench: Bench, piece: str, step: Given) -> Answer:
    state, rules = bench.state, bench.rules
    question = Movement(piece, (), _detail(step) | Record(reach=True))
    ruling = movement(question, state, rules)
    plan = plan_for(question, state)
    model = state.models.get(piece)
    grounds = units_reach(state, rules, plan) if model is None else reach(state, rules, plan, model)
    farthest: Inches = 0.0
    for one in grounds:
        lead = model or state.alive(piece)[0]
        farthest = max(farthest, _farthest(one.may_end, lead.at))
    allowed = ruling.verdict is Permission.ALLOWED
    numbers = ruling.numbers
    answer: dict[str, Any] = {"allowed": True} if allowed else refused(ruling.against)
    return answer | {
        "may_end": numbers["may_end"],
        "may_cross": numbers["may_cross"],
        "max": numbers["limit"],
        "heights": numbers["heights"],
        "farthest": farthest,
    }


def _farthest(shape: Any, at: tuple[float, float]) -> Inches:
    import shapely

    corners = shapely.get_coordinates(shape)
    if not len(corners):
        return 0.0
    return float(((corners - at) ** 2).sum(axis=1).max() ** 0.5)


REACH = {"reach": reach_query}
