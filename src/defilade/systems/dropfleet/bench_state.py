"""The state a worked case describes, and the dice its steps give.

Knows the head of the case file (its defaults differ from a battle file's) and nothing of what
a step does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from defilade.dice import Choose, Face, Procedure, Roll, Run, Thrown, Total
from defilade.systems.dropfleet.battle import Battle, ShipLine
from defilade.systems.dropfleet.bodies import Body, body, weapons_of
from defilade.systems.dropfleet.build import state_of
from defilade.systems.dropfleet.options import HouseRules, with_options
from defilade.systems.dropfleet.policies import POLICIES
from defilade.systems.dropfleet.state import Ship, State, Volley, Weapon
from defilade.systems.dropfleet.terms import Order

GIVEN = frozenset({"ships", "stations", "sectors", "clusters", "groups", "scenery"})
SHIP_WORDS = frozenset(field.name for field in fields(ShipLine))
EXTRA = frozenset({"teams", "battlegroups", "tokens", "turn", "phase", "active"})
"""Words of the battle file that the head of the case file does not list, taken too."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A case under way."""

    state: State
    rules: HouseRules


@lru_cache(maxsize=1)
def _reader() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(Battle)


def opened(case: Mapping[str, Any]) -> Bench:
    """The bench of a case's `given` and `options`; raises `ValueError` for unknown words."""
    given = dict(case.get("given") or {})
    if unknown := set(given) - GIVEN - EXTRA:
        raise ValueError(f"given has no {', '.join(sorted(unknown))}")
    for kind in ("ships", "stations"):
        lines = dict(given.get(kind) or {})
        for name, line in lines.items():
            if strange := set(line) - SHIP_WORDS:
                raise ValueError(f"{kind} have no {', '.join(sorted(strange))}")
            lines[name] = {"moved": True, "layer": "low", **line}
        given[kind] = lines
    battle = _reader().validate_python(given)
    return Bench(state_of(battle), with_options(HouseRules(), case.get("options") or {}))


def thing(state: State, name: str) -> Body:
    """The ship, station or sector; raises `ValueError` for another name."""
    found = body(state, name)
    if found is None:
        raise ValueError(f"{name!r} is no ship, station or sector of this case")
    return found


def ship_named(state: State, name: str) -> Ship:
    """The ship or station; raises `ValueError`."""
    found = thing(state, name)
    if not isinstance(found, Ship):
        raise ValueError(f"{name!r} is no ship")
    return found


def weapon_named(owner: Body, name: str) -> Weapon:
    """Its weapon; raises `ValueError`."""
    try:
        return weapons_of(owner)[name]
    except KeyError:
        raise ValueError(f"{owner.id} has no weapon {name!r}") from None


def names(value: Any) -> tuple[str, ...]:
    """One name or a list of them."""
    return tuple(value) if isinstance(value, list) else (value,)


def under_orders(state: State, step: Mapping[str, Any]) -> State:
    """The state with `orders` standing in for those of the ships that act in this step."""
    if "orders" not in step:
        return state
    acting = names(step.get("from", step.get("ship", step.get("of", []))))
    for name in acting:
        if name in state.ships:
            state = state.change_ship(name, order=Order(step["orders"]))
    return state


def back_to_own_orders(before: State, after: State) -> State:
    """The state after a step whose `orders` stood in for the ships' own."""
    for name, ship in before.ships.items():
        if after.ships[name].order is not ship.order:
            after = after.change_ship(name, order=ship.order)
    return after


def groups_volley(state: State, firer: Body) -> State:
    """The state with the volley of the firer's group: another group's is over."""
    if not isinstance(firer, Ship):
        return state
    mates = state.groups[firer.group].ships
    volley = state.volley
    active = {one.ship for one in volley.allocations} | {ship for ship, _ in volley.resolved}
    active |= {ship for ship, _ in volley.rolled_attacks}
    return state if active <= set(mates) else replace(state, volley=Volley())


@dataclass(frozen=True, slots=True)
class Dice:
    """Faces a step gives, by what they are for: prefixes of clauses, the longest first."""

    faces: Mapping[str, Sequence[int]]

    def play(self, procedure: Procedure) -> tuple[Any, tuple[Thrown, ...]]:
        """Run a procedure on these faces; raises `ValueError` when they run out."""
        left = {key: list(given) for key, given in self.faces.items()}
        run = Run.start(procedure)
        while (question := run.pending) is not None:
            if isinstance(question, Choose):
                run = run.answer(POLICIES["default"][question.kind](question))
            else:
                run = run.answer(_taken(left, question, run.needs))
        return run.value, run.log


def _taken(left: dict[str, list[int]], question: Roll | Total, count: int) -> tuple[Face, ...]:
    fitting = [key for key in left if question.clause.startswith(key)]
    pool = left[max(fitting, key=len)] if fitting else []
    if len(pool) < count:
        raise ValueError(f"{question.clause} wants {count} dice, the step has {len(pool)} left")
    taken, pool[:] = tuple(pool[:count]), pool[count:]
    return taken


def firing_dice(step: Mapping[str, Any]) -> Dice:
    """The dice of a fire or damage step. Point Defence of which no dice are given stops
    nothing; damage dice that are not given apart come from the hit dice."""
    hits = list(step.get("hit_dice") or ())
    faces: dict[str, Sequence[int]] = {
        "DF-HIT-": hits,
        "DF-ALL-05": [step["die"]] if "die" in step else [],
        "DF-PD-01": list(step.get("pd_dice") or ()) + [1] * 99,
        "DF-SAV-": list(step.get("save_dice") or ()),
        "DF-DMG-": list(step.get("damage_dice") or ()),
        "DF-WPN-16": list(step.get("damage_dice") or ()),
    }
    return Dice(faces)
