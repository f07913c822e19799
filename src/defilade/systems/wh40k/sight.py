"""Who sees whom: hidden, lone operatives, lines past terrain and models, obscuring areas.

Knows the order of the tests (WH-VIS-08) and which clause speaks first; the lines themselves are
in `tilted`. Must not know shooting.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from defilade.geometry.bases import bounds_of
from defilade.systems.wh40k.blockers import (
    Areas,
    body,
    counted_prisms,
    feature_prisms,
    model_prisms,
)
from defilade.systems.wh40k.fullness import Fullness, fully_seen
from defilade.systems.wh40k.hiding import (
    GROUND,
    detection,
    gone_to_ground,
    held,
    hidden,
    lone_range,
)
from defilade.systems.wh40k.measuring import apart, within
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.tilted import Body, Plane, Prism, near, passes
from defilade.values import Inches


class Stop(StrEnum):
    """What stops one model from seeing another, in the order it is asked (WH-VIS-08)."""

    HIDDEN = "hidden"
    GROUND = "gone_to_ground"
    LONE = "lone_operative"
    SOLID = "solid_gap"
    MODELS = "models"
    TERRAIN = "terrain"
    OBSCURING = "obscuring"


CLAUSE = {
    Stop.HIDDEN: "WH-HID-05",
    Stop.GROUND: "WH-HID-07",
    Stop.LONE: "WH-LONE-01",
    Stop.SOLID: "WH-SOL-02",
    Stop.MODELS: "WH-VIS-02",
    Stop.TERRAIN: "WH-VIS-05",
    Stop.OBSCURING: "WH-OBS-02",
}


@dataclass(frozen=True, slots=True)
class Seen:
    """The answer for one model looking at another.

    `mixed` when no one kind of thing stops every line by itself. `limit` and `distance` go with
    a model that is too far to be detected. `proved` False: closed as far as was searched.
    """

    visible: bool
    stop: Stop | None = None
    distance: Inches = 0.0
    limit: Inches | None = None
    mixed: bool = False
    proved: bool = True
    plane: Plane | None = None

    @property
    def clause(self) -> str:
        """The clause that decides."""
        return "WH-VIS-03" if self.stop is None else CLAUSE[self.stop]


def see(state: State, rules: HouseRules, a: Model, b: Model) -> Seen:
    """Whether model a sees model b: one model to one model (WH-VIS-03, WH-VIS-06)."""
    far = undetected(state, rules, a, b)
    return far if far is not None else lines(state, rules, a, b)


def undetected(state: State, rules: HouseRules, a: Model, b: Model) -> Seen | None:
    """The answer of the two tests that need no line, where they say no (WH-VIS-08).

    Who is near enough sees a hidden model, and is seen by it as ever (WH-HID-08).
    """
    if state.side_of(a) == state.side_of(b):
        return None
    distance = apart(a, b, rules)
    if hidden(state, rules, b):
        limit = detection(rules, b)
        if not within(distance, limit):
            return Seen(False, Stop.HIDDEN, distance, limit)
        near = held(limit - GROUND)
        if not within(distance, near) and gone_to_ground(state, rules, a, b):
            return Seen(False, Stop.GROUND, distance, near)
    alone = lone_range(state, b)
    if alone is not None and not within(distance, alone):
        return Seen(False, Stop.LONE, distance, alone)
    return None


def lines(state: State, rules: HouseRules, a: Model, b: Model) -> Seen:
    """Whether a line runs between two models; symmetrical (WH-OBS-04, WH-VIS-01).

    Lines may be stopped by different areas (WH-OBS-03), so that one area between all models parts
    two units (WH-OBS-08); touching an outline stops nothing (WH-OBS-06).
    Where several kinds of thing stop lines, features are named before areas, and areas before
    models: what stays on the table before what moves.
    """
    first, second = sorted((body(a), body(b)), key=_place)
    models = tuple(near(first, second, model_prisms(state, rules, a, b)))
    found = _lines(state.areas, rules, first, second, models)
    if first == body(a) or found.plane is None:
        return found
    return replace(found, plane=Plane(found.plane.second, found.plane.first))


def _place(one: Body) -> tuple[float, ...]:
    return (*bounds_of(one.base), one.low, one.high)


@lru_cache(maxsize=20_000)
def _lines(areas_: Areas, rules: HouseRules, a: Body, b: Body, models: tuple[Prism, ...]) -> Seen:
    features = tuple(near(a, b, feature_prisms(areas_, rules, closing=True)))
    areas = tuple(near(a, b, counted_prisms(areas_, rules, a.base, b.base)))
    width = rules.line_width
    whole = passes(a, b, (*features, *areas, *models), width=width)
    if whole.open:
        return Seen(True, plane=whole.plane)
    found = passes(a, b, features, width=width)
    if not found.open:
        bare = tuple(near(a, b, feature_prisms(areas_, rules, closing=False)))
        shut = bare != features and passes(a, b, bare, width=width).open
        return Seen(False, Stop.SOLID if shut else Stop.TERRAIN, proved=found.proved)
    found = passes(a, b, (*features, *areas), width=width)
    if not found.open:
        alone = not passes(a, b, areas, width=width).open
        return Seen(False, Stop.OBSCURING, mixed=not alone, proved=found.proved)
    alone = not passes(a, b, models, width=width).open
    return Seen(False, Stop.MODELS, mixed=not alone, proved=whole.proved)


def fully(state: State, rules: HouseRules, a: Model, b: Model, *, models: bool = True) -> Fullness:
    """Whether a model is fully visible but for rules of detection (WH-VIS-03).

    Without `models`, as if no other model stood on the table (WH-COV-04).
    """
    first, second = body(a), body(b)
    others = model_prisms(state, rules, a, b) if models else ()
    close = tuple(near(first, second, others))
    return _fully(state.areas, rules, first, second, close)


@lru_cache(maxsize=20_000)
def _fully(
    areas: Areas, rules: HouseRules, a: Body, b: Body, models: tuple[Prism, ...]
) -> Fullness:
    prisms = (
        *feature_prisms(areas, rules, closing=True),
        *counted_prisms(areas, rules, a.base, b.base),
        *models,
    )
    return fully_seen(a, b, prisms)


def fully_visible(state: State, rules: HouseRules, a: Model, b: Model) -> bool:
    """Whether every facing part of a visible model is seen."""
    return undetected(state, rules, a, b) is None and fully(state, rules, a, b).fully


def unit_visible(state: State, rules: HouseRules, a: Model, unit: str) -> Model | None:
    """The first model of a unit that a model sees: one is enough (WH-VIS-03).

    A rule that names no observer means a model of the unit that uses it (WH-VIS-07).
    """
    return next((b for b in state.alive(unit) if see(state, rules, a, b).visible), None)


def unit_fully_visible(state: State, rules: HouseRules, a: Model, unit: str) -> bool:
    """Whether every model of a unit is fully visible, through its other models (WH-VIS-03)."""
    return all(fully_visible(state, rules, a, b) for b in state.alive(unit))
