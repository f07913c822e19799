"""Who sees whom: hidden, lone operatives, lines past terrain and models, obscuring areas.

Knows the order of the tests (WH-VIS-08) and which clause speaks first; the lines themselves are
in `tilted`. Must not know shooting.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from defilade.geometry.bases import bounds_of
from defilade.systems.wh40k.blockers import Outlook, body, outlook_of
from defilade.systems.wh40k.bodies import Body, Plane, Prism
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
from defilade.systems.wh40k.shut import shut
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.tilted import Lines, passes
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


def sees(state: State, rules: HouseRules, a: Model, b: Model) -> bool:
    """Whether `see` says visible; quicker where it does not matter why not."""
    if _too_far(state, rules, a, b) is not None:
        return False
    return _between(outlook_of(state, rules), a, b).open and undetected(state, rules, a, b) is None


def undetected(state: State, rules: HouseRules, a: Model, b: Model) -> Seen | None:
    """The answer of the two tests that need no line, where they say no (WH-VIS-08).

    Who is near enough sees a hidden model, and is seen by it as ever (WH-HID-08).
    """
    found = _too_far(state, rules, a, b)
    if found is not None and found.stop is Stop.HIDDEN:
        return found
    if state.side_of(a) != state.side_of(b) and hidden(state, rules, b):
        distance, near = apart(a, b, rules), held(detection(rules, b) - GROUND)
        if not within(distance, near) and gone_to_ground(state, rules, a, b):
            return Seen(False, Stop.GROUND, distance, near)
    return found


def _too_far(state: State, rules: HouseRules, a: Model, b: Model) -> Seen | None:
    """Hidden or alone, and farther than it can be detected from."""
    if state.side_of(a) == state.side_of(b):
        return None
    if hidden(state, rules, b):
        distance, limit = apart(a, b, rules), detection(rules, b)
        if not within(distance, limit):
            return Seen(False, Stop.HIDDEN, distance, limit)
    alone = lone_range(state, b)
    if alone is not None and not within(distance := apart(a, b, rules), alone):
        return Seen(False, Stop.LONE, distance, alone)
    return None


def lines(state: State, rules: HouseRules, a: Model, b: Model) -> Seen:
    """Whether a line runs between two models; symmetrical (WH-OBS-04, WH-VIS-01).

    Lines may be stopped by different areas (WH-OBS-03), so that one area between all models parts
    two units (WH-OBS-08); touching an outline stops nothing (WH-OBS-06).
    Where several kinds of thing stop lines, features are named before areas, and areas before
    models: what stays on the table before what moves.
    """
    outlook = outlook_of(state, rules)
    found = _between(outlook, a, b)
    return Seen(True, plane=found.plane) if found.open else _stopped(outlook, a, b)


@lru_cache(maxsize=40_000)
def _between(outlook: Outlook, a: Model, b: Model) -> Lines:
    """Whether a line passes everything between two models, asked in one order for both ways."""
    if _units_shut(outlook, a, b):
        return Lines(False)
    first, second = sorted((body(a), body(b)), key=_place)
    near = outlook.near(first, second)
    prisms = (*near.features, *near.areas, *outlook.models_near(a, b))
    found = _passes(first, second, prisms, outlook.rules.line_width)
    if first == body(a) or found.plane is None:
        return found
    return replace(found, plane=Plane(found.plane.second, found.plane.first))


def _units_shut(outlook: Outlook, a: Model, b: Model) -> bool:
    """Whether both are where the table knows them, and nothing of their units sees the other's."""
    known = all(model in outlook.groups.get(model.unit, ()) for model in (a, b))
    return known and shut(outlook, a.unit, b.unit)


def _place(one: Body) -> tuple[float, ...]:
    return (*bounds_of(one.base), one.low, one.high)


@lru_cache(maxsize=40_000)
def _passes(a: Body, b: Body, prisms: tuple[Prism, ...], width: float) -> Lines:
    """As `passes`; what stands elsewhere does not matter, so that moves leave most answers."""
    return passes(a, b, prisms, width=width)


@lru_cache(maxsize=20_000)
def _stopped(outlook: Outlook, a: Model, b: Model) -> Seen:
    """What stops every line between two models, where none passes."""
    first, second = sorted((body(a), body(b)), key=_place)
    near = outlook.near(first, second)
    features, areas = near.features, near.areas
    models = outlook.models_near(a, b)
    width = outlook.rules.line_width
    found = _passes(first, second, features, width)
    if not found.open:
        bare = outlook.bare.near(first, second)
        shut = bare != features and _passes(first, second, bare, width).open
        return Seen(False, Stop.SOLID if shut else Stop.TERRAIN, proved=found.proved)
    found = _passes(first, second, (*features, *areas), width)
    if not found.open:
        alone = not _passes(first, second, areas, width).open
        return Seen(False, Stop.OBSCURING, mixed=not alone, proved=found.proved)
    whole = _passes(first, second, (*features, *areas, *models), width)
    alone = not _passes(first, second, models, width).open
    return Seen(False, Stop.MODELS, mixed=not alone, proved=whole.proved)


def fully(state: State, rules: HouseRules, a: Model, b: Model, *, models: bool = True) -> Fullness:
    """Whether a model is fully visible but for rules of detection (WH-VIS-03).

    Without `models`, as if no other model stood on the table (WH-COV-04).
    """
    return _fully(outlook_of(state, rules), a, b, models=models)


@lru_cache(maxsize=40_000)
def _fully(outlook: Outlook, a: Model, b: Model, *, models: bool) -> Fullness:
    if _units_shut(outlook, a, b):
        return Fullness(fully=False)
    ends = body(a), body(b)
    first, second = sorted(ends, key=_place)
    near = outlook.near(first, second)
    others = outlook.models_near(a, b) if models else ()
    prisms = (*near.features, *near.areas, *others)
    lines = _passes(first, second, prisms, outlook.rules.line_width)
    return _all_seen(*ends, prisms) if lines.open else Fullness(fully=False, proved=lines.proved)


@lru_cache(maxsize=40_000)
def _all_seen(a: Body, b: Body, prisms: tuple[Prism, ...]) -> Fullness:
    return fully_seen(a, b, prisms)


def fully_visible(state: State, rules: HouseRules, a: Model, b: Model) -> bool:
    """Whether every facing part of a visible model is seen."""
    return undetected(state, rules, a, b) is None and fully(state, rules, a, b).fully


def unit_visible(state: State, rules: HouseRules, a: Model, unit: str) -> Model | None:
    """The first model of a unit that a model sees: one is enough (WH-VIS-03).

    A rule that names no observer means a model of the unit that uses it (WH-VIS-07).
    """
    return next((b for b in state.alive(unit) if sees(state, rules, a, b)), None)


def unit_fully_visible(state: State, rules: HouseRules, a: Model, unit: str) -> bool:
    """Whether every model of a unit is fully visible, through its other models (WH-VIS-03)."""
    return all(fully_visible(state, rules, a, b) for b in state.alive(unit))
