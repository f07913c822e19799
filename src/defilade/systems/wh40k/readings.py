"""What other values of house rules would make of a ruling, where they make something else.

Knows on which options a question may hang and which can change nothing on a table; the answers
come from whoever rules. What a mission sets, as the solid height, is no reading.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from defilade.ruling import Cover, Entry, Firing, Movement, Question, Reading, Ruling, Sight
from defilade.systems.readings import told_apart
from defilade.systems.wh40k.blockers import areas_around
from defilade.systems.wh40k.options import AreaTouch, HouseRules
from defilade.systems.wh40k.rulings import models_of, rule
from defilade.systems.wh40k.state import Feature, State
from defilade.systems.wh40k.terms import ON_FOOT, Category
from defilade.systems.wh40k.terrain import obscuring, solid

_LINES = ("area_touch", "los_width_mm", "models_block", "obscuring_height", "solid_gap")
_SIGHT = ("distance", "hidden_area", "gone_to_ground", *_LINES)
_CLIMBING = ("monster_climbs_dense", "climber_ends_on_dense", "mobile_vertical")
_HANGS_ON: dict[type[Any], tuple[str, ...]] = {
    Sight: _SIGHT,
    Cover: _SIGHT,
    Firing: (*_SIGHT, "snap_torrent"),
    Movement: ("distance", *_CLIMBING),
    Entry: ("area_touch", "hidden_area"),
}
"""Options that a question's answer may hang on; the others switch actions and dice."""
_LISTED: dict[str, tuple[object, ...]] = {"los_width_mm": (1.0, 0.0)}
"""The values of an option that is a number (WH-VIS-01)."""


def readings_of(ruling: Ruling, state: State, rules: HouseRules) -> tuple[Reading, ...]:
    """Each other value of an option that changes the verdict or a number of a ruling;
    of what is refused, only the values that would allow it. None of ground and of ways, which
    take too long to be looked for several times."""
    question = ruling.question
    if any(question.detail.get(name) for name in ("reach", "shortest")):
        return ()
    names = [name for name in _HANGS_ON[type(question)] if _bears(name, question, state, rules)]
    return told_apart(
        ruling,
        rules,
        names=names,
        ruled=lambda other: rule(question, state, other),
        listed=_LISTED,
    )


def _bears(name: str, question: Question, state: State, rules: HouseRules) -> bool:
    """Whether anything on the table is such that an option is about it."""
    features = [feature for area in state.areas.values() for feature in area.features]
    bears: dict[str, Callable[[], bool]] = {
        "area_touch": lambda: _touched(state, rules),
        "hidden_area": lambda: any(one.cat is Category.LIGHT for one in features),
        "obscuring_height": lambda: any(map(obscuring, state.areas.values())),
        "gone_to_ground": lambda: any(map(solid, features)),
        "solid_gap": lambda: any(_across(one, rules) for one in features if solid(one)),
        **dict.fromkeys(_CLIMBING, lambda: _climbs(question, state)),
    }
    return name not in bears or bears[name]()


def _across(feature: Feature, rules: HouseRules) -> bool:
    """Whether an enclosed gap reaches across the solid height (WH-SOL-03)."""
    return any(g.enclosed and g.bottom <= rules.solid_height < g.top for g in feature.gaps)


def _climbs(question: Question, state: State) -> bool:
    """Whether anything moves that stays outside of what it climbs (WH-TMV-03)."""
    movers = models_of(state, question.piece) if isinstance(question, Movement) else ()
    return not all(model.profile.has(*ON_FOOT) for model in movers)


def _touched(state: State, rules: HouseRules) -> bool:
    """Whether a base touches an area and no more (WH-MEAS-06)."""
    one, other = (replace(rules, area_touch=value) for value in AreaTouch)
    return any(
        areas_around(model.base, state.areas, one) != areas_around(model.base, state.areas, other)
        for model in state.on_table()
    )
