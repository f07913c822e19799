"""The roundup of a turn: fires, damage control, orbital decay, clean-up (DF-DCN, DF-SEQ-05).

Knows what time does to damaged ships; combat on the ground is told in `ground`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Choose, Done, Procedure, Roll
from defilade.frozen import FrozenMap
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.condition import hurt
from defilade.systems.dropfleet.ground import ground_phase, overrun
from defilade.systems.dropfleet.options import DamageControl, HouseRules
from defilade.systems.dropfleet.sectors import holder_of
from defilade.systems.dropfleet.state import Ship, State, Volley
from defilade.systems.dropfleet.terms import Effect, Layer, Phase

CORRUPTOR = "corruptor"
"""What a corruptor token is called among things to repair (DF-WPN-12)."""
REPAIRABLE = (
    Effect.FIRE,
    Effect.ENERGY_SURGES,
    Effect.SCANNERS_OFFLINE,
    Effect.ENGINES_DISABLED,
    Effect.ORBITAL_DECAY,
    Effect.CONTAINMENT_FAILURE,
    Effect.CONTAINMENT_HALF_REPAIRED,
    Effect.POWER_FLUCTUATIONS,
    Effect.SCANNERS_DAMAGED,
)
"""Effects that damage control can end (DF-CRP-05 to DF-CRP-07)."""
REPAIRED_ON = 4
"""From this the die repairs; a 1 does harm (DF-DCN-02)."""
_BURNS = {Effect.FIRE: 1, Effect.CONTAINMENT_FAILURE: 2, Effect.CONTAINMENT_HALF_REPAIRED: 2}


def burned(ship: Ship) -> Ship:
    """The ship after fires, leaks and corruption; no saves (DF-DCN-01, DF-WPN-12)."""
    lost = sum(_BURNS.get(effect, 0) for effect in ship.effects) + ship.corruptor
    return hurt(ship, lost)


def to_repair(ship: Ship) -> tuple[str, ...]:
    """What damage control rolls for, one die each, in the order it came (DF-DCN-01)."""
    found = tuple(effect.value for effect in ship.effects if effect in REPAIRABLE)
    return found + (CORRUPTOR,) * ship.corruptor


def repaired(ship: Ship, what: str) -> Ship:
    """The ship with one thing repaired; a containment failure needs it twice (DF-CRP-07)."""
    if what == CORRUPTOR:
        return replace(ship, corruptor=ship.corruptor - 1)
    effect = Effect(what)
    at = ship.effects.index(effect)
    half = effect is Effect.CONTAINMENT_FAILURE
    instead = (Effect.CONTAINMENT_HALF_REPAIRED,) if half else ()
    return replace(ship, effects=(*ship.effects[:at], *instead, *ship.effects[at + 1 :]))


@dataclass(frozen=True, slots=True)
class Repairs:
    """Damage control by the table, one die for each effect; answers the ship (DF-DCN-02)."""

    ship: Ship
    left: tuple[str, ...]

    def ask(self) -> Roll:
        """The die of the next effect."""
        about = " ".join((self.ship.id, *self.left[:1])).replace("_", " ")
        return Roll("DF-DCN-02", min(1, len(self.left)), (2, REPAIRED_ON), about=about)

    def take(self, bands: tuple[int, ...]) -> Procedure | Done[Ship]:
        """1 costs a hull point, 4 and more repairs."""
        if not self.left:
            return Done(self.ship)
        ship = repaired(self.ship, self.left[0]) if bands[2] else self.ship
        ship = hurt(ship, bands[0])
        left = () if ship.destroyed else self.left[1:]
        return Repairs(ship, left) if left else Done(ship)


@dataclass(frozen=True, slots=True)
class ChosenRepairs:
    """The experimental damage control: all dice at once, each 4+ repairs one effect of the
    owner's choice and a 1 does nothing; answers the ship (DF-DCN-02)."""

    ship: Ship
    successes: int | None = None

    def ask(self) -> Roll | Choose:
        """All the dice, then what they repair."""
        waiting = to_repair(self.ship)
        if self.successes is None:
            return Roll("DF-DCN-02", len(waiting), (REPAIRED_ON,), about=self.ship.id)
        options = tuple(dict.fromkeys(waiting))
        return Choose("DF-DCN-02", self.ship.side, "repair", options or ("",))

    def take(self, answer: tuple[int, ...] | str) -> Procedure | Done[Ship]:
        """One repair at a time."""
        if isinstance(answer, str):
            ship = repaired(self.ship, answer) if answer else self.ship
            left = (self.successes or 0) - 1
        else:
            ship, left = self.ship, answer[1]
        if left > 0 and to_repair(ship):
            return ChosenRepairs(ship, left)
        return Done(ship)


@dataclass(frozen=True, slots=True)
class Regrowth:
    """Regenerate (X): X dice, 4 and more wins a hull point back, 1 costs one; answers the ship
    (DF-DCN-04)."""

    ship: Ship
    dice: int

    def ask(self) -> Roll:
        """The dice."""
        return Roll("DF-DCN-04", self.dice, (2, REPAIRED_ON), about=self.ship.id)

    def take(self, bands: tuple[int, ...]) -> Done[Ship]:
        """Never above the starting hull."""
        hull = min(self.ship.profile.hull, self.ship.hull + bands[2] - bands[0])
        return Done(hurt(self.ship, self.ship.hull - hull))


def decayed(ship: Ship) -> Ship:
    """The ship after orbital decay: one layer down, burned up without a roll where it cannot
    be, or crashed from Atmosphere (DF-DCN-03, DF-CAT-02)."""
    if ship.destroyed or not ship.has(Effect.ORBITAL_DECAY) or ship.is_station:
        return ship
    if ship.layer is Layer.HIGH:
        return replace(ship, layer=Layer.LOW)
    crashed = ship.layer is Layer.ATMOSPHERE
    fallen = replace(ship, layer=Layer.ATMOSPHERE)
    if crashed or not keywords.has(ship.profile, "atmospheric"):
        return replace(fallen, hull=0, wreck_rolled=True)
    return fallen


@dataclass(frozen=True, slots=True)
class ShipRoundup:
    """One ship's damage in the roundup: it burns, repairs, regrows, decays; answers the ship.

    A ship that is lost on the way does nothing more. Build it with `ship_roundup`.
    """

    ship: Ship
    rules: HouseRules
    steps: tuple[str, ...]

    def ask(self) -> Procedure:
        """The dice of the next step."""
        if self.steps[0] == "regrow":
            return Regrowth(self.ship, keywords.value(self.ship.profile, "regenerate"))
        if self.rules.damage_control is DamageControl.EXPERIMENTAL:
            return ChosenRepairs(self.ship)
        return Repairs(self.ship, to_repair(self.ship))

    def take(self, ship: Ship) -> Procedure | Done[Ship]:
        """The next step, or the layer it sinks to."""
        left = () if ship.destroyed else self.steps[1:]
        return replace(self, ship=ship, steps=left) if left else Done(decayed(ship))


def ship_roundup(ship: Ship, rules: HouseRules) -> Procedure:
    """The roundup of one ship (DF-DCN-01 to DF-DCN-04)."""
    after = burned(ship)
    if after.destroyed:
        return Repairs(after, ())
    regrows = ("regrow",) if keywords.value(ship.profile, "regenerate") else ()
    return ShipRoundup(after, rules, ("repair", *regrows))


@dataclass(frozen=True, slots=True)
class DamagePhase:
    """Damage control of all ships in turn; answers the state after it (DF-SEQ-05).

    Decay is worked out with each ship, which changes nothing for any other.
    """

    state: State
    rules: HouseRules
    ships: tuple[str, ...]

    def ask(self) -> Procedure:
        """The next ship."""
        if not self.ships:
            return _Nothing()
        return ship_roundup(self.state.ships[self.ships[0]], self.rules)

    def take(self, ship: Ship | None) -> Procedure | Done[State]:
        """The ship is put back."""
        after = self.state if ship is None else self.state.put_ship(ship)
        left = self.ships[1:]
        return replace(self, state=after, ships=left) if left else Done(after)


@dataclass(frozen=True, slots=True)
class _Nothing:
    def ask(self) -> Roll:
        return Roll("DF-DCN-01", 0, (REPAIRED_ON,))

    def take(self, _bands: tuple[int, ...]) -> Done[None]:
        return Done(None)


def damage_phase(state: State, rules: HouseRules) -> DamagePhase:
    """Damage control and decay of every ship that has anything to burn, repair or lose."""
    ships = tuple(
        name
        for name, ship in state.ships.items()
        if not ship.destroyed
        and (ship.effects or ship.corruptor or keywords.has(ship.profile, "regenerate"))
    )
    return DamagePhase(state, rules, ships)


@dataclass(frozen=True, slots=True)
class Roundup:
    """The roundup: ground combat, damage control and decay, clean-up; answers the state.

    Sector weapons and launches are actions of their own before it (DF-SEQ-05).
    """

    state: State
    rules: HouseRules
    fought: bool = False

    def ask(self) -> Procedure:
        """Ground combat, then damage control."""
        if not self.fought:
            return ground_phase(self.state)
        return damage_phase(self.state, self.rules)

    def take(self, state: State) -> Procedure | Done[State]:
        """The next step, then the clean-up."""
        if not self.fought:
            return replace(self, state=state, fought=True)
        return Done(cleaned_up(state))


def leaked(ship: Ship) -> Ship:
    """The ship after a primary core leak: 3 hull at the end of each clean-up (DF-CRP-07)."""
    leaks = ship.effects.count(Effect.PRIMARY_CORE_LEAK)
    return ship if ship.destroyed else hurt(ship, 3 * leaks)


def cleaned_up(state: State) -> State:
    """The state at the end of a turn: holders settled, flags cleared, the next turn (DF-SEQ-05).

    Spikes, silence, shields and damage stay. Launch assets on lost ships go (DF-CAT-06).
    """
    state = overrun(state)
    sectors = {n: replace(s, held_by=holder_of(s)) for n, s in state.sectors.items()}
    ships = {name: leaked(_rested(ship)) for name, ship in state.ships.items()}
    tokens = {n: t for n, t in state.tokens.items() if not ships[t.on].destroyed}
    return replace(
        state,
        sectors=FrozenMap(sectors),
        ships=FrozenMap(ships),
        tokens=FrozenMap(tokens),
        turn=state.turn + 1,
        phase=Phase.PLANNING,
        active=None,
        acting_battlegroup=None,
        special_order=None,
        last_side=None,
        volley=Volley(),
    )


def _rested(ship: Ship) -> Ship:
    return replace(
        ship,
        moved=False,
        turned=False,
        layer_changed=False,
        activated=False,
        scanned=False,
        launched=False,
        boosted=False,
        debris_met=(),
    )
