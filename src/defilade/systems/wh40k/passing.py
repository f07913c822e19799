"""What a path goes through and climbs, for telling: sections, features, models, heights.

Knows which clause lets each of them be passed; refuses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from defilade.geometry.plane import EPS, Point
from defilade.ruling import Reason
from defilade.systems.wh40k.beside import CLIMB_WITHIN, top_of
from defilade.systems.wh40k.floors import Mover
from defilade.systems.wh40k.movement import Down, Leg, To, Up, hinders, passes_walls
from defilade.systems.wh40k.obstacles import Part, close_to, features, parts, sweeps
from defilade.systems.wh40k.refusals import note
from defilade.systems.wh40k.state import Model
from defilade.systems.wh40k.terms import Category
from defilade.values import Inches

Placed = tuple[Point, Inches]


def passed(mover: Mover, legs: Iterable[Leg]) -> tuple[Reason, ...]:
    """Notes on all that a path passes through and climbs, each once."""
    if mover.way.flying:
        return ()
    found: dict[Reason, None] = {}
    at, z = mover.model.at, mover.model.z
    for leg in legs:
        match leg:
            case To(point):
                found.update(dict.fromkeys(_through(mover, mover.model.standing(at, z), point)))
                at = point
            case Up(inches) | Down(inches):
                rise = inches if isinstance(leg, Up) else -inches
                found.update(dict.fromkeys(_climbed(mover, at, z, rise)))
                z += rise
    return tuple(found)


def _through(mover: Mover, model: Model, to: Point) -> Iterator[Reason]:
    highest: dict[str, Part] = {}
    for part in parts(mover.areas):
        level = part.bottom < model.high - EPS and part.top > model.z + EPS
        if not level or not sweeps(model.base, model.at, to, part.shape):
            continue
        kept = highest.get(part.feature)
        if kept is None or part.top_of_section > kept.top_of_section:
            highest[part.feature] = part
    for name, part in highest.items():
        clause, code = _freedom(mover, part)
        yield note(clause, code, model=model.id, feature=name, height=part.top_of_section)
    for other, enemy in mover.others:
        level = other.low < model.high - EPS and other.high > model.z + EPS
        if level and sweeps(model.base, model.at, to, other.base):
            yield _past(mover, other, enemy=enemy)


def _freedom(mover: Mover, part: Part) -> tuple[str, str]:
    if part.cat is not Category.DENSE:
        return "WH-TMV-01", "passes_freely"
    if passes_walls(mover.model, mover.way):
        return "WH-TMV-02", "passes_wall"
    return ("WH-TMV-11" if mover.way.walker else "WH-TMV-04"), "steps_over"


def _past(mover: Mover, other: Model, *, enemy: bool) -> Reason:
    model = mover.model.id
    if not enemy:
        return note("WH-MV-01", "passes_friend", model=model, other=other.id)
    if mover.way.through_enemies:
        return note("WH-MV-04", "breaks_through", model=model, other=other.id)
    clause = "WH-TMV-11" if mover.way.walker else "WH-MV-05"
    assert not hinders(mover.model, other, mover.way)
    return note(clause, "passes_small", model=model, other=other.id)


def _climbed(mover: Mover, at: Point, z: Inches, rise: Inches) -> Iterator[Reason]:
    there, high = mover.model.standing(at, z), max(z, z + rise)
    for feature in features(mover.areas):
        tall = top_of(feature) >= high - EPS
        if tall and close_to(there.base, feature, CLIMB_WITHIN) is None:
            code = "climbs_up" if rise > 0 else "climbs_down"
            model = mover.model.id
            yield note("WH-VERT-02", code, model=model, feature=feature.id, height=abs(rise))
            return
