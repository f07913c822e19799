"""From an action to the procedure that carries it out, or every reason why it may not be.

Knows which chapter speaks for which action, and what the action costs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from defilade.dice import Ask, Done, Procedure, Total
from defilade.game import Rejection
from defilade.ruling import Reason
from defilade.systems.conquest.actions import (
    Action,
    Activate,
    Charge,
    Clash,
    End,
    Inspire,
    Leave,
    March,
    NextTurn,
    Rally,
    Reform,
    Suffer,
    TakeAim,
    Volley,
    Withdraw,
    write_action,
)
from defilade.systems.conquest.aftermath import (
    AtOnce,
    Fought,
    Reforming,
    Withdrawn,
    concluded,
    left_by,
)
from defilade.systems.conquest.attacks import clash_assault, foe_of, impact_assault, volley_assault
from defilade.systems.conquest.charging import Charged, bonus, charged, needed, short_of
from defilade.systems.conquest.clash import fought
from defilade.systems.conquest.ground import contacts
from defilade.systems.conquest.leaving import placed
from defilade.systems.conquest.marching import after_march, marched
from defilade.systems.conquest.occupying import occupied
from defilade.systems.conquest.options import FailedCharge, HouseRules, RallyBy
from defilade.systems.conquest.reforming import reform
from defilade.systems.conquest.refusals import no
from defilade.systems.conquest.rules_leaving import leave_reasons, withdraw_reasons, withdrawal
from defilade.systems.conquest.splitting import Foe, Splitting
from defilade.systems.conquest.state import Regiment, State
from defilade.systems.conquest.steps import Defence, Toll, dice_against, tested
from defilade.systems.conquest.terms import Cause, Deed, Reroll
from defilade.systems.conquest.turn import (
    activated,
    activation_reasons,
    deed_reasons,
    ended,
    next_turn,
    spent,
    turn_reasons,
)
from defilade.systems.conquest.volleying import shot
from defilade.values import DiceExpr

Begun: TypeAlias = "Procedure | tuple[Reason, ...]"


def begin(state: State, rules: HouseRules, action: Action) -> Procedure | Rejection:
    """The procedure of an action, or its rejection with every failed clause."""
    begun = _begun(state, rules, action)
    if isinstance(begun, tuple):
        return Rejection(write_action(action), begun)
    return begun


def _begun(state: State, rules: HouseRules, action: Action) -> Begun:  # noqa: PLR0911, PLR0912
    if unknown := _unknown(state, action):
        return unknown
    if state.free_reforms and not isinstance(action, Reform | Suffer):
        state = replace(state, free_reforms=())  # a free Reform is made at once or not at all
    match action:
        case Activate(name):
            return activation_reasons(state, name) or AtOnce(activated(state, name))
        case March():
            return begin_march(state, rules, action)
        case Leave():
            return begin_leave(state, rules, action)
        case Charge():
            return begin_charge(state, rules, action)
        case Clash():
            return begin_clash(state, rules, action)
        case Volley():
            return begin_volley(state, rules, action)
        case Withdraw():
            return begin_withdraw(state, rules, action)
        case Reform():
            return begin_reform(state, rules, action)
        case TakeAim(name):
            return _mark(state, rules, name, Deed.TAKE_AIM)
        case Inspire(name):
            return _mark(state, rules, name, Deed.INSPIRE)
        case Rally(name):
            return begin_rally(state, rules, name)
        case Suffer():
            return begin_suffer(state, rules, action)
        case End():
            if state.active is None:
                return (no("CQ-TUR-01", "nobody_active"),)
            return AtOnce(ended(state))
        case NextTurn():
            return turn_reasons(state) or AtOnce(next_turn(state))
        case _:
            assert_never(action)


def _unknown(state: State, action: Action) -> tuple[Reason, ...]:
    """Against names that nobody bears."""
    found = []
    regiments = [getattr(action, "regiment", None)]
    places = [getattr(action, "occupy", None), getattr(action, "seeking", None)]
    if isinstance(action, Volley):
        regiments.append(action.target)
    if isinstance(action, Charge) and action.target not in state.regiments:
        places.append(action.target)
    found += [n for n in regiments if n is not None and n not in state.regiments]
    found += [n for n in places if n is not None and n not in state.terrain]
    return tuple(no("CQ-REG-02", "unknown_name", name=name) for name in found)


def pay(state: State, name: str, deed: Deed, cost: int = 1) -> State:
    """The state after a Regiment has paid for an Action."""
    return state.put(spent(state.regiments[name], deed, cost))


def begin_march(state: State, rules: HouseRules, action: March) -> Begun:
    """A March, into Garrison Terrain perhaps (CQ-OCC-05, CQ-OCC-09)."""
    found = marched(state, rules, action)
    if found.reasons:
        return found.reasons
    moved = pay(state.put(after_march(state, action, found)), action.regiment, Deed.MARCH)
    if found.occupies is not None:
        return AtOnce(occupied(moved, action.regiment, found.occupies))
    return AtOnce(moved)


def begin_leave(state: State, rules: HouseRules, action: Leave) -> Begun:
    """Leaving by two March Actions; refused before anything is spent (CQ-LEA-11)."""
    regiment = state.regiments[action.regiment]
    against = leave_reasons(state, rules, regiment)
    if regiment.location is None:
        return against
    place = state.terrain[regiment.location]
    done = placed(state, rules, regiment, place, action.placement, fallback=action.fallback)
    if against or done.reasons:
        return (*against, *done.reasons)
    paid = spent(spent(regiment, Deed.MARCH), Deed.MARCH)
    return AtOnce(left_by(state, paid, done))


def begin_withdraw(state: State, rules: HouseRules, action: Withdraw) -> Begun:
    """A Withdraw out of Garrison Terrain: both Actions, then the die (CQ-WIT-01)."""
    regiment = state.regiments[action.regiment]
    against = withdraw_reasons(state, rules, regiment)
    if against:
        return against
    asked = withdrawal(regiment, rules)
    paid = pay(state, action.regiment, Deed.WITHDRAW, 2)
    return Withdrawn(paid, rules, action.regiment, asked, action.placement)


def begin_charge(state: State, rules: HouseRules, action: Charge) -> Begun:
    """A Charge: its die, then the way (CQ-CHG-04)."""
    found = charged(state, rules, action)
    if found.reasons:
        return found.reasons
    return Charging(pay(state, action.regiment, Deed.CHARGE), rules, action, found)


@dataclass(frozen=True, slots=True)
class Charging:
    """The Charge Roll, and what follows: contact and the turn until flush, Impact Hits, or a
    failure (CQ-CHG-04, CQ-CHG-07, CQ-CHG-08, CQ-CHG-10)."""

    state: State
    rules: HouseRules
    action: Charge
    found: Charged

    def ask(self) -> Total:
        """One die, which is compared with no characteristic (CQ-DIC-02)."""
        return Total("CQ-CHG-04", DiceExpr(1, 6), about=self.action.regiment)

    def take(self, face: int) -> Procedure | Done[State]:
        """There, or not."""
        name = self.action.regiment
        regiment = self.state.regiments[name]
        if face < needed(regiment, self.rules, self.found.gap) or self.found.blocked:
            if self.rules.failed_charge_move is FailedCharge.DISTANCE and not self.found.blocked:
                length = max(0.0, bonus(regiment, self.rules) + face)
                return Done(
                    self.state.change(name, formation=short_of(self.state, regiment, length))
                )
            return Done(self.state)
        state = self.state.change(name, formation=self.found.end)
        assert self.found.victim is not None  # a Charge without reasons has one
        assault = impact_assault(state, self.rules, name, self.found.victim)
        if assault is None:
            return Done(state)
        return Fought(state, self.rules, (self.found.victim,), (assault,))


def begin_clash(state: State, rules: HouseRules, action: Clash) -> Begun:
    """A Clash; an occupant's player may still say how Attacks are split (CQ-CLA-08)."""
    found = fought(state, rules, action)
    if found.reasons:
        return found.reasons
    paid = pay(state, action.regiment, Deed.CLASH)
    paid = paid.change(action.regiment, inspired=False)
    if found.open_to:
        foes = tuple(foe_of(state, rules, action.regiment, name) for name in found.open_to)
        return Divided(paid, rules, state.regiments[action.regiment], foes, found.total)
    strikes = {name: s.total for name, s in found.strikes.items() if s.total}
    assaults = tuple(
        clash_assault(state, rules, action.regiment, name, n) for name, n in strikes.items()
    )
    return Fought(paid, rules, tuple(strikes), assaults)


@dataclass(frozen=True, slots=True)
class Divided:
    """An occupant's Clash against several enemies: first the split, then the dice."""

    state: State
    rules: HouseRules
    regiment: Regiment
    foes: tuple[Foe, ...]
    total: int

    def ask(self) -> Ask:
        """How Attacks are split."""
        return Splitting(self.regiment.player, self.foes, self.total)

    def take(self, shares: tuple[int, ...]) -> Procedure:
        """The assaults of all shares but those of none (CQ-CLA-08)."""
        pairs = [
            (foe.regiment.id, foe.assault(number))
            for foe, number in zip(self.foes, shares, strict=True)
            if number
        ]
        names, assaults = zip(*pairs, strict=True) if pairs else ((), ())
        return Fought(self.state, self.rules, names, assaults)


def begin_volley(state: State, rules: HouseRules, action: Volley) -> Begun:
    """A Volley (CQ-VOL-01)."""
    found = shot(state, rules, action)
    if found.reasons:
        return found.reasons
    paid = pay(state, action.regiment, Deed.VOLLEY).change(action.regiment, aimed=False)
    assault = volley_assault(state, rules, action, found)
    return Fought(paid, rules, (action.target,), (assault,))


def begin_reform(state: State, rules: HouseRules, action: Reform) -> Begun:
    """A Reform: free after a garrison's end (CQ-WIP-06), an Action, or one in combat."""
    regiment = state.regiments[action.regiment]
    if action.regiment in state.free_reforms:
        end = reform(state, rules, action, combat=False)
        if end.reasons:
            return end.reasons
        left = tuple(n for n in state.free_reforms if n != action.regiment)
        after = state.change(action.regiment, formation=end.end)
        return AtOnce(replace(after, free_reforms=left))
    combat = bool(contacts(state, regiment, rules))
    deed = Deed.COMBAT_REFORM if combat else Deed.REFORM
    end = reform(state, rules, action, combat=combat)
    against = (*deed_reasons(state, rules, regiment, deed), *end.reasons)
    if against:
        return against
    paid = replace(pay(state, action.regiment, deed), free_reforms=())
    if not combat:
        return AtOnce(paid.change(action.regiment, formation=end.end))
    again = Reroll.RESOLVE in regiment.profile.rerolls
    test = Tested("CQ-REF-02", regiment.profile.highest_resolve, again, regiment.id)
    return Reforming(paid, rules, action, test, _fighting_hits(regiment, rules))


def _fighting_hits(regiment: Regiment, rules: HouseRules) -> Procedure | None:
    """The Hits of a Fighting Reform, where a number is agreed (CQ-REF-02)."""
    if rules.fighting_reform_hits is None:
        return None
    profile = regiment.profile
    save = max(profile.defence, profile.evasion)
    again = Reroll.DEFENCE in profile.rerolls
    return Defence(rules.fighting_reform_hits, save, regiment, again, regiment.id)


@dataclass(frozen=True, slots=True)
class Tested:
    """One die against a value; ends with (successes, failures)."""

    clause: str
    value: int
    again: bool = False
    about: str = field(default="", compare=False)

    def ask(self) -> Ask:
        """The die."""
        return dice_against(self.clause, 1, self.value, stage=0, about=self.about, again=self.again)

    def take(self, counts: tuple[int, int]) -> Done[tuple[int, int]]:
        """What came."""
        return Done(counts)


def _mark(state: State, rules: HouseRules, name: str, deed: Deed) -> Begun:
    """Take Aim (CQ-AIM-01) and Inspire (CQ-INS-01): a mark for the next Volley or Clash."""
    against = deed_reasons(state, rules, state.regiments[name], deed)
    if against:
        return against
    paid = pay(state, name, deed)
    return AtOnce(
        paid.change(name, aimed=True) if deed is Deed.TAKE_AIM else paid.change(name, inspired=True)
    )


def begin_rally(state: State, rules: HouseRules, name: str) -> Begun:
    """Rally: a Broken Regiment only, by a die of Resolve or without (CQ-RAL-01)."""
    regiment = state.regiments[name]
    combat = bool(contacts(state, regiment, rules))
    deed = Deed.COMBAT_RALLY if combat else Deed.RALLY
    against = list(deed_reasons(state, rules, regiment, deed))
    if not regiment.broken:
        against.append(no("CQ-RAL-01", "not_broken", regiment=name))
    if against:
        return tuple(against)
    paid = pay(state, name, deed)
    if rules.rally is RallyBy.AUTOMATIC:
        return AtOnce(paid.change(name, broken=False, when_broken=None))
    again = Reroll.RESOLVE in regiment.profile.rerolls
    return Rallied(paid, name, Tested("CQ-RAL-01", regiment.profile.highest_resolve, again, name))


@dataclass(frozen=True, slots=True)
class Rallied:
    """A Rally's die: Resolve or lower, no bonus for Stands, ends Broken (CQ-RAL-01)."""

    state: State
    name: str
    test: Tested

    def ask(self) -> Ask:
        """The die."""
        return self.test

    def take(self, counts: tuple[int, int]) -> Done[State]:
        """Rallied, or Broken still."""
        if not counts[0]:
            return Done(self.state)
        return Done(self.state.change(self.name, broken=False, when_broken=None))


def begin_suffer(state: State, rules: HouseRules, action: Suffer) -> Begun:
    """Wounds from elsewhere: those of the ground cause no test (CQ-MOR-03)."""
    regiment = state.regiments[action.regiment]
    if regiment.destroyed:
        return (no("CQ-REG-01", "destroyed", regiment=regiment.id),)
    quiet = action.cause is Cause.GROUND
    quiet = quiet or (action.cause is Cause.VOLLEY and not rules.volley_causes_morale)
    return Suffered(state, rules, action, None if quiet else regiment)


@dataclass(frozen=True, slots=True)
class Suffered:
    """Wounds from elsewhere, with their Morale test if there is one."""

    state: State
    rules: HouseRules
    action: Suffer
    victim: Regiment | None

    def ask(self) -> Ask:
        """The test."""
        after = tested(self.action.wounds, self.victim)
        return Total("CQ-MOR-03", DiceExpr.fixed(0)) if isinstance(after, Done) else after

    def take(self, toll: Toll | int) -> Procedure | Done[State]:
        """What it comes to."""
        told = toll if isinstance(toll, Toll) else Toll(self.action.wounds)
        return concluded(self.state, self.rules, ((self.action.regiment, told),))
