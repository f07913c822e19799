"""The benefit of cover and plunging fire: what changes an attack's ballistic skill (13.08).

Knows every model of a target and one attacker; must not know dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from defilade.geometry.plane import EPS
from defilade.systems.wh40k.blockers import areas_around
from defilade.systems.wh40k.measuring import units_apart, within
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.sight import fully
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import AIRCRAFT, ON_FOOT, TOWERING
from defilade.values import Inches

PLUNGING_FROM: Inches = 3.0
TOWERING_WITHIN: Inches = 12.0


class Sheltered(StrEnum):
    """Why one model counts for its unit's cover."""

    AREA = "within_area"
    BEHIND = "not_fully_visible"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class ModelCover:
    """One model of the target: why it is sheltered and by which area.

    `proved` False: whether it is fully visible was only searched for.
    """

    model: str
    why: Sheltered
    area: str | None = None
    proved: bool = True


@dataclass(frozen=True, slots=True)
class Cover:
    """The benefit of cover of a unit from one attacker, model by model (WH-COV-07).

    `granted` names a rule that gives it whatever the terrain (WH-COV-10); `ignored` that the
    weapon takes it away (WH-COV-11).
    """

    covered: bool
    models: tuple[ModelCover, ...] = ()
    granted: str | None = None
    ignored: bool = False

    @property
    def spoiler(self) -> ModelCover | None:
        """The first model that meets neither condition (WH-COV-01)."""
        return next((one for one in self.models if one.why is Sheltered.OPEN), None)


def cover(
    state: State,
    rules: HouseRules,
    by: Model,
    unit: str,
    *,
    granted: str | None = None,
    ignored: bool = False,
) -> Cover:
    """Whether a unit has the benefit of cover from one attacking model (WH-COV-01)."""
    models = tuple(model_cover(state, rules, by, model) for model in state.alive(unit))
    granted = granted or ("stealth" if stealthy(state, unit) else None)
    by_terrain = bool(models) and all(one.why is not Sheltered.OPEN for one in models)
    return Cover((by_terrain or granted is not None) and not ignored, models, granted, ignored)


def model_cover(state: State, rules: HouseRules, by: Model, model: Model) -> ModelCover:
    """Which of the two conditions a model meets (WH-COV-02, WH-COV-03, WH-COV-09)."""
    around = areas_around(model.base, state.areas, rules)
    if around and model.profile.has(*ON_FOOT):
        return ModelCover(model.id, Sheltered.AREA, min(around))
    seen = fully(state, rules, by, model, models=False)
    why = Sheltered.OPEN if seen.fully else Sheltered.BEHIND
    return ModelCover(model.id, why, proved=seen.proved)


def stealthy(state: State, unit: str) -> bool:
    """Whether every model of a unit has Stealth (WH-COV-10)."""
    models = state.alive(unit)
    return bool(models) and all(
        any(one.name == "STEALTH" for one in model.profile.abilities) for model in models
    )


def plunging(
    state: State, rules: HouseRules, by: Model, unit: str, *, visible: bool = True
) -> bool:
    """Whether an attack plunges: from 3 inches up, or TOWERING within 12 (WH-PLG-01).

    Its own elevation counts, not the difference (WH-PLG-03); not for AIRCRAFT (WH-PLG-02), nor at
    what is not visible (WH-PLG-04).
    """
    targets = state.alive(unit)
    flying = by.profile.has(AIRCRAFT) or any(m.profile.has(AIRCRAFT) for m in targets)
    if flying or not visible or not any(m.z <= EPS for m in targets):
        return False
    if by.z >= PLUNGING_FROM - EPS:
        return True
    near = units_apart((by,), targets, rules)
    return by.profile.has(TOWERING) and within(near, TOWERING_WITHIN)


def skill(printed: int, *, covered: bool, plunges: bool, others: int = 0) -> int:
    """A ballistic skill after all changes are summed, between 2+ and 6+ (WH-MOD-01).

    Cover worsens it by 1 however many sources there are (WH-COV-08); `others` are further
    changes, positive ones worse.
    """
    return min(6, max(2, printed + int(covered) - int(plunges) + others))
