"""Odds of an action: a procedure with a small answer, and what can be read off it.

Knows measures of a combat, a bombardment, a tank's move and a work's success.
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.dice import Choose, Done, Just, Procedure, Roll
from defilade.geometry.hexes import Cube
from defilade.record import Record
from defilade.ruling import Reason
from defilade.systems.greatwar.actions import (
    Action,
    Battle,
    Bombard,
    CutWire,
    Move,
    Rebuild,
)
from defilade.systems.greatwar.artillery import (
    Landed,
    Targeting,
    attack_on,
    changed,
    landed,
)
from defilade.systems.greatwar.battling import dice_of
from defilade.systems.greatwar.begin import attack_of
from defilade.systems.greatwar.clash import BattleRoll, Outcome
from defilade.systems.greatwar.engineers import cutting, rebuilding
from defilade.systems.greatwar.fight import battle_roll, cited
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.protection import Attack, protection
from defilade.systems.greatwar.standins import of_options
from defilade.systems.greatwar.state import State
from defilade.systems.greatwar.terms import Place, Side, UnitClass
from defilade.systems.protocol import Measure, Prospect

COMBAT = (
    Measure("figures_lost", lambda out: out.figures_lost, "figures"),
    Measure("flags", lambda out: out.flags, "flags"),
    Measure("tokens_gained", lambda out: out.gained, "HQ tokens"),
    Measure("eliminated", lambda out: out.eliminated),
    Measure("forced_out", lambda out: out.eliminated or out.moved > 0),
    Measure("figures_flags_tokens", lambda out: (out.figures_lost, out.flags, out.gained)),
)
"""What may be read off a combat: an `Outcome`."""

_PERSONNEL = Measure("personnel_lost", lambda out: out.personnel, "figures")


def combat_prospect(state: State, rules: HouseRules, attack: Attack, *, dice: int) -> Prospect:
    """The odds of so many battle dice on a target; the defender's policy answers for flags."""
    roll = battle_roll(state, rules, attack, dice=dice)
    shield = protection(state, rules, attack)
    notes = (*_faces(state), *shield.reasons, *cited(state, rules, attack), _policy())
    extra = (_PERSONNEL,) if attack.target.personnel else ()
    return Prospect(roll, COMBAT + extra, notes)


def _faces(state: State) -> tuple[Reason, ...]:
    """Every answer on odds prints the faces used (GW-DIE-01)."""
    faces = tuple(face.value for face in state.book.die_faces)
    return (Reason("GW-DIE-01", "faces_used", Record(faces=faces)),)


def _policy() -> Reason:
    return Reason("GW-FLAG-01", "odds_by_policy")


@dataclass(frozen=True, slots=True, order=True)
class Toll:
    """What a bombardment comes to: dice On Target in the chosen hex, figures, units, tokens."""

    on_target: int
    figures_lost: int
    eliminated: int
    gained: int

    def plus(self, outcome: Outcome) -> Toll:
        """The toll with one combat more."""
        return Toll(
            self.on_target,
            self.figures_lost + outcome.figures_lost,
            self.eliminated + outcome.eliminated,
            self.gained + outcome.gained,
        )


@dataclass(frozen=True, slots=True)
class Salvo:
    """The targeting dice of a bombardment, for its odds."""

    targeting: Targeting

    def ask(self) -> Roll:
        """The dice."""
        return self.targeting.ask()

    def take(self, bands: tuple[int, ...]) -> Procedure | Done[Toll]:
        """The combats of all hexes with a unit in them, each where it stands now."""
        state, rules = self.targeting.state, self.targeting.rules
        asked = self.targeting.ask().bands
        places = [Place(band[0]) for band in asked if isinstance(band, tuple)]
        counts = dict(zip(places, bands[1:], strict=True))
        hits = landed(state, rules, self.targeting.at, counts)
        rolls = tuple(_roll(state, rules, hit) for hit in hits if hit.unit is not None)
        return _next(Toll(counts.get(Place.CENTRE, 0), 0, 0, 0), rolls)


def _roll(state: State, rules: HouseRules, hit: Landed) -> BattleRoll:
    after = changed(state, hit)
    dice = hit.on_target * state.book.artillery_battle_dice_per_die
    return battle_roll(after, rules, attack_on(after, hit), dice=dice)


@dataclass(frozen=True, slots=True)
class Combats:
    """Combats one after another, for the odds of a bombardment."""

    toll: Toll
    roll: BattleRoll
    rest: tuple[BattleRoll, ...]

    def ask(self) -> BattleRoll:
        """The next combat."""
        return self.roll

    def take(self, outcome: Outcome) -> Procedure | Done[Toll]:
        """Its toll added."""
        return _next(self.toll.plus(outcome), self.rest)


def _next(toll: Toll, rolls: tuple[BattleRoll, ...]) -> Procedure | Done[Toll]:
    return Combats(toll, rolls[0], rolls[1:]) if rolls else Done(toll)


BARRAGE = (
    Measure("on_target", lambda toll: toll.on_target, "dice"),
    Measure("changes_hex", lambda toll: toll.on_target >= 3),
    Measure("figures_lost", lambda toll: toll.figures_lost, "figures"),
    Measure("units_eliminated", lambda toll: toll.eliminated, "units"),
    Measure("tokens_gained", lambda toll: toll.gained, "HQ tokens"),
)
"""What may be read off a bombardment: a `Toll`."""


def bombard_prospect(state: State, rules: HouseRules, at: Cube, tokens: int) -> Prospect:
    """The odds of a bombardment; units that retreat do not make room for others here."""
    book = state.book
    notes = (
        *_faces(state),
        *book.cites("artillery_template", "artillery_battle_dice_per_die", "hit_faces"),
        Reason("GW-RES-06", "odds_side_by_side"),
        _policy(),
    )
    return Prospect(Salvo(Targeting(state, rules, at, tokens)), BARRAGE, notes)


@dataclass(frozen=True, slots=True)
class Bogging:
    """Hexes that a tank's move makes before it bogs (GW-MOVE-07)."""

    roll: Roll
    hexes: int
    made: int = 1

    def ask(self) -> Roll:
        """The bog roll of the next hex, if there is one."""
        return self.roll

    def take(self, bands: tuple[int, ...]) -> Bogging | Done[int]:
        """One hex more, or the end of the move."""
        if bands[1] or self.made >= self.hexes:
            return Done(self.made)
        if self.made + 1 == self.hexes:
            return Done(self.hexes)
        return Bogging(self.roll, self.hexes, self.made + 1)


def move_prospect(state: State, action: Move) -> Prospect:
    """How far a move gets: all the way, but for bogging tanks."""
    kind, hexes = state.units[action.unit].kind, len(action.path) + int(action.off)
    risks = kind.unit_class is UnitClass.TANK and hexes > 1
    faces = tuple(face.value for face in state.book.tank_bog_faces)
    roll = Roll("GW-MOVE-07", int(risks), (faces,), die=state.book.die)
    notes = state.book.cites("die_faces", "tank_bog_faces") if risks else ()
    measures = (
        Measure("hexes_made", lambda made: made, "hexes"),
        Measure("bogged", lambda made: made < hexes),
    )
    if not risks:
        return Prospect(_certain(hexes), measures)
    return Prospect(Bogging(roll, hexes), measures, (*_faces(state), *notes))


def _certain(value: object) -> Procedure:
    return Just(Choose("GW-TURN-01", Side.BOTTOM.value, "certain", (value,)))


def prospect(state: State, rules: HouseRules, action: Action) -> Prospect:
    """The odds procedure of an action that is allowed."""
    match action:
        case Battle():
            attack = attack_of(state, action)
            dice = dice_of(state, attack)
            found = combat_prospect(state, rules, attack, dice=dice.dice)
            return Prospect(found.procedure, found.measures, (*dice.reasons, *found.notes))
        case Bombard(at, tokens):
            return bombard_prospect(state, rules, at, tokens)
        case Move():
            return move_prospect(state, action)
        case Rebuild(unit, at):
            roll = rebuilding(state, rules, unit, at).ask()
            names = ("rebuild_where", "rebuild_after_move", "rebuild_success_faces")
            return _work(roll, of_options(rules, *names))
        case CutWire(unit, at):
            return _work(cutting(state, unit, at).ask(), state.book.cites("die_faces"))
        case _:
            return Prospect(_certain(True), (Measure("done", lambda done: done),))


def _work(roll: Roll, notes: tuple[Reason, ...]) -> Prospect:
    """The odds of work on a token; without dice it succeeds."""
    success = Measure("succeeds", lambda bands: not roll.n or bands[1] > 0)
    return Prospect(Just(roll), (success,), notes)
