"""Bombers and torpedoes on a ship: their attack, as a special kind of weapon fire.

Knows that bombers face one Point Defence roll together and torpedoes none; how assets come to
their target, and when they strike, is for the players to say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Done, Procedure
from defilade.frozen import FrozenMap
from defilade.ruling import Reason
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.actions import Assault
from defilade.systems.dropfleet.aftermath import settled
from defilade.systems.dropfleet.condition import can_be_crippled
from defilade.systems.dropfleet.lock import lock_on
from defilade.systems.dropfleet.options import HouseRules, PdPooling
from defilade.systems.dropfleet.plan import Fired, TargetFire, Toll, planned, ranked
from defilade.systems.dropfleet.saves import critical_save, normal_save, scalds
from defilade.systems.dropfleet.shot import Shot
from defilade.systems.dropfleet.state import Allocation, LaunchToken, Ship, State, Weapon
from defilade.systems.dropfleet.terms import LaunchKind
from defilade.systems.dropfleet.turn import no
from defilade.systems.dropfleet.volley import struck_ship
from defilade.values import DiceExpr, Need


def _arms(name: str, lock: int, attack: int, damage: int = 1, *special: str) -> Weapon:
    dice = DiceExpr.fixed(attack), DiceExpr.fixed(damage)
    return Weapon(name, Need(lock), *dice, frozenset(), keywords.parse_all(special))


ARMS = {
    (LaunchKind.BOMBERS, "ucm"): _arms("bombers", 3, 2),
    (LaunchKind.BOMBERS, "scourge"): _arms("bombers", 3, 2, 1, "Scald"),
    (LaunchKind.BOMBERS, "phr"): _arms("bombers", 2, 2),
    (LaunchKind.BOMBERS, "shaltari"): _arms("bombers", 3, 2),
    (LaunchKind.BOMBERS, "resistance"): _arms("bombers", 4, 3),
    (LaunchKind.TORPEDOES, "ucm"): _arms("torpedoes", 2, 4, 2),
    (LaunchKind.TORPEDOES, "scourge"): _arms("torpedoes", 3, 3, 2, "Corruptor"),
    (LaunchKind.TORPEDOES, "phr"): _arms("torpedoes", 2, 4, 2),
    (LaunchKind.TORPEDOES, "resistance"): _arms("torpedoes", 2, 6),
}
"""What each faction's launch assets attack with (core-rules/launch-assets); tokens of a battle
file bring their own."""


def arms_of(kind: LaunchKind, faction: str) -> Weapon | None:
    """What a token launched in play attacks with: None for fighters and unknown factions."""
    return ARMS.get((kind, faction.strip().lower()))


def attackers(state: State, target: Ship) -> tuple[LaunchToken, ...]:
    """Enemy bombers and torpedoes on a ship that have something to attack with."""
    return tuple(
        token
        for token in state.tokens.values()
        if token.on == target.id
        and token.kind is not LaunchKind.FIGHTERS
        and token.weapon is not None
        and not state.friends(token.side, target.side)
    )


def assault_on(state: State, rules: HouseRules, target_id: str) -> TargetFire | tuple[Reason, ...]:
    """The attack of all that are on the ship: bombers in one pool whatever the option says
    about Close Action (DF-PD-03); Point Defence does nothing to torpedoes (DF-PD-06)."""
    target = state.ships[target_id]
    tokens = attackers(state, target)
    if target.destroyed or not tokens:
        return (no("DF-PD-06", "nothing_assaults", target=target_id),)
    fired = ranked((_fired(token, target, rules) for token in tokens), 0)
    together = replace(rules, pd_pooling=PdPooling.PER_TARGET)
    return planned(state, together, target, fired)


def _fired(token: LaunchToken, target: Ship, rules: HouseRules) -> Fired:
    assert token.weapon is not None  # `attackers` leaves out what has none
    weapon = token.weapon
    one = Allocation(token.id, weapon.name, target.id, weapon.attack)
    return Fired(one, shot_of_token(weapon, target, rules, kind=token.kind))


def shot_of_token(weapon: Weapon, target: Ship, rules: HouseRules, *, kind: LaunchKind) -> Shot:
    """A token's attack. It is where its target is, so neither range, arc nor layer matter; it
    has no Scan, so Scald always works (DF-WPN-09)."""
    here = replace(target, profile=replace(target.profile, special=()))
    lock = lock_on(here, target, weapon, rules)
    scalded = scalds(weapon, None, None)
    save = normal_save(target, rules, scalded=scalded)
    second = critical_save(target, weapon, scalded=scalded)
    flesh = not target.is_station
    flash = rules.flash_second_spike_on if keywords.has(weapon, "flash") and flesh else None
    return Shot(
        attack=weapon.attack,
        lock=lock.need.value,
        crit_from=lock.crit_from,
        keen_from=lock.keen_from,
        damage=weapon.damage,
        save=None if save is None else save.value,
        passive=None if second is None else second.value,
        flash=flash,
        crippling=can_be_crippled(target) and keywords.has(weapon, "crippling"),
        corruptor=flesh and keywords.has(weapon, "corruptor"),
        pd_cost=0 if kind is LaunchKind.TORPEDOES else 1,
        weapon=kind.value,
        target=target.id,
    )


def begin_assault(
    state: State, rules: HouseRules, action: Assault
) -> Procedure | tuple[Reason, ...]:
    """The attack as an action, between activations."""
    against = () if state.active is None else (no("DF-SEQ-05", "group_active", group=state.active),)
    if action.target not in state.ships:
        return (*against, no("DF-PD-06", "nothing_assaults", target=action.target))
    found = assault_on(state, rules, action.target)
    if isinstance(found, tuple):
        return (*against, *found)
    return against or Assaulting(state, rules, action.target, found)


@dataclass(frozen=True, slots=True)
class Assaulting:
    """An attack under way."""

    state: State
    rules: HouseRules
    target: str
    plan: TargetFire

    def ask(self) -> Procedure:
        """All its dice."""
        return self.plan

    def take(self, toll: Toll) -> Procedure | Done[State]:
        """Hull comes off, the tokens are spent, and what is due is rolled."""
        spent = {token.id for token in attackers(self.state, self.state.ships[self.target])}
        after = struck_ship(self.state, self.target, toll)
        left = {name: token for name, token in after.tokens.items() if name not in spent}
        return settled(replace(after, tokens=FrozenMap(left)), self.rules, (self.target,))
