"""What an action does: a procedure whose answer is the next state, or every reason against.

Knows which rules each action has to satisfy; the rules stand in their chapters.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from defilade.dice import Ask, Done, Procedure, Total
from defilade.game import Rejection
from defilade.ruling import Reason
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.actions import (
    Action,
    Activate,
    Assault,
    Defend,
    End,
    Fire,
    Land,
    Launch,
    Move,
    Resolve,
    RollAttack,
    RoundUp,
    Scan,
    Settle,
    Strike,
    write_action,
)
from defilade.systems.dropfleet.aftermath import settled
from defilade.systems.dropfleet.assault import arms_of, begin_assault
from defilade.systems.dropfleet.begin_fire import (
    begin_defend,
    begin_fire,
    begin_resolve,
    begin_roll_attack,
)
from defilade.systems.dropfleet.begin_group import begin_activate, begin_end, begin_move, begin_scan
from defilade.systems.dropfleet.bodies import body
from defilade.systems.dropfleet.ground import (
    Landing,
    cargo,
    landing,
    launch_reasons,
    launched,
    put_down,
)
from defilade.systems.dropfleet.nuclear import NuclearStrike, strike_reasons
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.orders import may_launch
from defilade.systems.dropfleet.roundup import Roundup
from defilade.systems.dropfleet.state import LaunchToken, Ship, State
from defilade.systems.dropfleet.terms import Effect
from defilade.systems.dropfleet.turn import active_reasons, no, roundup_reasons
from defilade.values import DiceExpr

Begun = Procedure | tuple[Reason, ...]
"""What an action begins, or everything against it."""


def begin(state: State, rules: HouseRules, action: Action) -> Procedure | Rejection:
    """The procedure of an action on a state, or its rejection with all failed clauses."""
    missing = missing_names(state, action)
    found = missing or _begun(state, rules, action)
    if isinstance(found, tuple):
        return Rejection(write_action(action), found)
    return found


def missing_names(state: State, action: Action) -> tuple[Reason, ...]:
    """Names in an action that nothing on the table bears."""
    named = [
        getattr(action, field)
        for field in ("ship", "target", "sector", "place")
        if hasattr(action, field)
    ]
    unknown = [name for name in named if body(state, name) is None]
    if isinstance(action, Activate):
        unknown += [] if action.group in state.groups else [action.group]
        unknown += [s for s in (*action.special, *action.raising) if s not in state.ships]
    elif hasattr(action, "ship") and not unknown and action.ship not in state.ships:
        unknown.append(action.ship)
    return tuple(no("DF-TGT-04", "nobody_of_that_name", name=name) for name in unknown)


def _begun(state: State, rules: HouseRules, action: Action) -> Begun:  # noqa: PLR0911, PLR0912
    match action:
        case Activate():
            return begin_activate(state, rules, action)
        case Move():
            return begin_move(state, rules, action)
        case RollAttack():
            return begin_roll_attack(state, rules, action)
        case Fire():
            return begin_fire(state, rules, action)
        case Resolve():
            return begin_resolve(state, rules)
        case Scan():
            return begin_scan(state, action)
        case End():
            return begin_end(state)
        case Defend():
            return begin_defend(state, rules, action)
        case Land():
            return begin_land(state, action)
        case Launch():
            return begin_launch(state, action)
        case Assault():
            return begin_assault(state, rules, action)
        case Strike():
            return begin_strike(state, rules, action)
        case RoundUp():
            return roundup_reasons(state) or RoundedUp(state, rules)
        case Settle():
            return Tossed(state)
        case _:
            assert_never(action)


def _overcharged(state: State, ship: str) -> tuple[Reason, ...]:
    """No launches in the turn of an overcharged shot (DF-WPN-18)."""
    hot = any(one.overcharged for one in state.volley.allocations if one.ship == ship)
    return (no("DF-WPN-18", "overcharge_launched"),) if hot else ()


def begin_land(state: State, action: Land) -> Begun:
    """Assets go down past the batteries (DF-GRD-03, DF-GRD-06)."""
    if action.place in state.ships and not state.ships[action.place].is_station:
        return (no("DF-GRD-06", "lander_no_place", place=action.place),)
    reasons = (
        *active_reasons(state, action.ship),
        *_not_moved(state.ships[action.ship]),
        *launch_reasons(state, action.ship, action.place, by=action.lander, kind=action.kind),
        *_overcharged(state, action.ship),
    )
    if reasons:
        return reasons
    number = cargo(action.lander, action.kind)
    side = state.ships[action.ship].side
    return Landed(
        state, action, landing(state, side, action.place, by=action.lander, number=number)
    )


def _not_moved(ship: Ship) -> tuple[Reason, ...]:
    return () if ship.moved else (no("DF-SEQ-06", "not_moved", ships=(ship.id,)),)


@dataclass(frozen=True, slots=True)
class Landed:
    """Assets under way to the ground."""

    state: State
    action: Land
    landing: Landing

    def ask(self) -> Procedure:
        """Who gets through."""
        return self.landing

    def take(self, through: tuple[bool, ...]) -> Done[State]:
        """They stand there; the ship has launched and is spiked (DF-SPK-12)."""
        ship = self.state.ships[self.action.ship]
        state = self.state.put_ship(launched(ship))
        if not any(through):
            return Done(state)
        kind, place = self.action.kind, self.action.place
        return Done(put_down(state, ship.side, place, kind=kind, number=sum(through)))


def begin_launch(state: State, action: Launch) -> Begun:
    """Launch assets take their place on a ship; launching spikes (DF-SPK-12)."""
    ship = state.ships[action.ship]
    reasons = [*active_reasons(state, action.ship), *_not_moved(ship)]
    if not keywords.has(ship.profile, "launch"):
        reasons.append(no("DF-SPK-12", "no_launch", ship=ship.id))
    if not may_launch(ship):
        reasons.append(no("DF-SEQ-04", "launch_not_on_order", order=str(ship.order)))
    if ship.has(Effect.WEAPONS_OFFLINE):
        reasons.append(no("DF-CRP-05", "launch_offline"))
    if ship.launched:
        reasons.append(no("DF-GRD-06", "launched_already", ship=ship.id))
    if action.target not in state.ships or state.ships[action.target].destroyed:
        reasons.append(no("DF-TGT-04", "target_destroyed", target=action.target))
    reasons += _overcharged(state, action.ship)
    if reasons:
        return tuple(reasons)
    number = 1
    while (name := f"{action.ship} {action.kind} {number}") in state.tokens:
        number += 1
    arms = arms_of(action.kind, ship.profile.faction)
    token = LaunchToken(name, ship.side, action.kind, action.target, action.dice, arms)
    after = replace(state, tokens=state.tokens.put(name, token))
    return AtOnce(after.put_ship(launched(after.ships[action.ship])))


def begin_strike(state: State, rules: HouseRules, action: Strike) -> Begun:
    """The nuclear strike of an older printing (DF-BOM-09)."""
    if action.sector not in state.sectors:
        return (no("DF-BOM-09", "strike_no_sector", name=action.sector),)
    reasons = (
        *active_reasons(state, action.ship),
        *_not_moved(state.ships[action.ship]),
        *strike_reasons(state, action.ship, action.sector, rules),
    )
    return reasons or NuclearStrike(state, action.ship, action.sector, rules)


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A change that nothing is rolled for."""

    state: State

    def ask(self) -> Total:
        """Nothing."""
        return Total("DF-SEQ-06", DiceExpr.fixed(0))

    def take(self, _nothing: int) -> Done[State]:
        """The state."""
        return Done(self.state)


@dataclass(frozen=True, slots=True)
class RoundedUp:
    """The roundup, then crippling and wrecks that its damage makes due."""

    state: State
    rules: HouseRules

    def ask(self) -> Ask:
        """Ground combat, damage control, decay, clean-up (DF-SEQ-05)."""
        return Roundup(self.state, self.rules)

    def take(self, state: State) -> Procedure | Done[State]:
        """Rolls due, of those that had none due before."""
        return settled(state, self.rules, tuple(state.ships))


@dataclass(frozen=True, slots=True)
class Tossed:
    """One die for an open question; the state stays, the log tells (DF-DIC-07)."""

    state: State

    def ask(self) -> Total:
        """1-3 one way, 4-6 the other."""
        return Total("DF-DIC-07", DiceExpr(1, 6))

    def take(self, _face: int) -> Done[State]:
        """Nothing changes on the table."""
        return Done(self.state)
