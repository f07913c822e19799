"""Hidden models, what they remember, and from how far they are seen (13.09).

Knows areas, keywords and the turn of the last shot; must not know lines, beyond one question.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from defilade.systems.wh40k.blockers import areas_around, body, outlook_of
from defilade.systems.wh40k.bodies import Body, Prism
from defilade.systems.wh40k.fullness import fully_seen
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import ON_FOOT
from defilade.systems.wh40k.terrain import shelters
from defilade.values import Inches

NEAREST, FARTHEST = 9.0, 30.0
GROUND: Inches = 3.0


def quiet(shot_turn: int | None, turn: int) -> bool:
    """Whether a unit made no ranged attack this turn nor the one before (WH-HID-03).

    A turn is one player's; before the first there is none (WH-HID-04).
    """
    return shot_turn is None or shot_turn < turn - 1


def hiding_place(state: State, rules: HouseRules, model: Model) -> str | None:
    """The area that would hide a model by where it stands (WH-HID-01), judged for it alone."""
    if not model.profile.has(*ON_FOOT):
        return None
    around = areas_around(model.base, state.areas, rules)
    return next((name for name in sorted(around) if shelters(state.areas[name], rules)), None)


def hidden(state: State, rules: HouseRules, model: Model) -> bool:
    """Whether a model is hidden now: where it stands, and what its unit did (WH-HID-02)."""
    if not quiet(state.units[model.unit].shot_turn, state.turn):
        return False
    return hiding_place(state, rules, model) is not None


def held(range_: Inches) -> Inches:
    """A detection range after modifiers, between 9 and 30 inches (WH-HID-06)."""
    return min(FARTHEST, max(NEAREST, range_))


def detection(rules: HouseRules, model: Model, modifiers: Iterable[float] = ()) -> Inches:
    """From how far a hidden model is seen: 15 inches unless otherwise stated (WH-HID-05)."""
    own = model.profile.detection
    return held((rules.detection_range if own is None else own) + sum(modifiers))


def gone_to_ground(state: State, rules: HouseRules, by: Model, model: Model) -> bool:
    """Whether Solid features hide a part of a hidden model from one attacker (WH-HID-07)."""
    if not rules.gone_to_ground:
        return False
    ends = body(by), body(model)
    return _behind(*ends, outlook_of(state, rules).solid.near(*ends))


@lru_cache(maxsize=20_000)
def _behind(by: Body, at: Body, prisms: tuple[Prism, ...]) -> bool:
    return not fully_seen(by, at, prisms).fully


LONE: Inches = 12.0


def lone_range(state: State, model: Model) -> Inches | None:
    """From how far a lone operative that is not attached is seen (WH-LONE-01)."""
    if state.units[model.unit].leaders:
        return None
    for one in model.profile.abilities:
        if one.name == "LONE OPERATIVE":
            return held(float(one.value) if one.value is not None else LONE)
    return None
