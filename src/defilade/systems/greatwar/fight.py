"""A whole combat of one unit on another: dice, losses, tokens, medals, retreat.

Knows how the numbers of a clash are read off the field, and what its outcome does to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Done
from defilade.ruling import Reason
from defilade.systems.greatwar.battling import dice_of
from defilade.systems.greatwar.clash import BattleRoll, Defender, Hitting, Outcome
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.protection import Attack, Protection, protection
from defilade.systems.greatwar.retreat import Retreat, retreat_ways
from defilade.systems.greatwar.standins import of_options
from defilade.systems.greatwar.state import State, Unit
from defilade.systems.greatwar.terms import Combat, Phase, Side, UnitClass


def hitting_of(state: State, rules: HouseRules, attack: Attack, shield: Protection) -> Hitting:
    """What hits this target in this attack (GW-DIE-02, -03, -04, GW-TNK-03, GW-RES-09)."""
    book = state.book
    deadly = attack.sweeps and rules.artillery_deadly_counts
    if attack.combat is not Combat.RESERVE:
        deadly = dice_of(state, attack).deadly
    if attack.target.kind.unit_class is UnitClass.TANK:
        return Hitting(book.tank_hit_faces, deadly, 0, book.tank_confirm)
    return Hitting(book.hit_faces, deadly, shield.symbols)


def own_flags(rules: HouseRules, attack: Attack) -> int:
    """Flags that the target must ignore by its morale, not by terrain (GW-TNK-02, GW-RES-11)."""
    if attack.sweeps and rules.artillery_overrides_morale:
        return 0
    return attack.target.kind.must_ignore_flags


def defender_of(
    state: State, rules: HouseRules, attack: Attack, shield: Protection, *, dice: int
) -> Defender:
    """What the dice can do to the target where it stands.

    A friend of the attacker gives no HQ tokens; an empty pool has none (GW-DIE-05, GW-TURN-04).
    """
    target = attack.target
    per_flag = state.book.retreat_hexes(target.kind)
    ways = retreat_ways(state, rules, target, dice * per_flag)
    enemy = target.side is not attacking_side(state, attack)
    return Defender(
        player=target.side.value,
        figures=target.figures,
        must=own_flags(rules, attack),
        may=shield.flags,
        per_flag=per_flag,
        room=ways.made,
        personnel=len(target.personnel),
        tokens=state.pool if enemy else 0,
    )


def attacking_side(state: State, attack: Attack) -> Side:
    """The side that attacks: the attacker's, or for reserve artillery the active side."""
    return attack.attacker.side if attack.attacker is not None else state.active


def battle_roll(state: State, rules: HouseRules, attack: Attack, *, dice: int) -> BattleRoll:
    """The battle dice of an attack, with all that they can do."""
    shield = protection(state, rules, attack)
    return BattleRoll(
        dice,
        state.book.die,
        hitting_of(state, rules, attack, shield),
        defender_of(state, rules, attack, shield, dice=dice),
    )


def cited(state: State, rules: HouseRules, attack: Attack) -> tuple[Reason, ...]:
    """The stand-ins on which the odds and the result of an attack rest."""
    book, kind = state.book, attack.target.kind
    tank = kind.unit_class is UnitClass.TANK
    hits = ("tank_hit_faces", "tank_confirm") if tank else ("hit_faces",)
    found = book.cites("die_faces", *hits, "retreat_hexes_per_flag")
    found += book.cites_unit(kind, "figures", "must_ignore_flags", "medals")
    if attack.sweeps and tank:
        found += of_options(rules, "artillery_overrides_morale")
    return found


@dataclass(frozen=True, slots=True)
class Combatants:
    """A combat of a unit: its dice, then what they do. Answers the state after it (GW-BAT-03)."""

    state: State
    rules: HouseRules
    attack: Attack
    dice: int

    def ask(self) -> BattleRoll:
        """The battle dice."""
        return battle_roll(self.state, self.rules, self.attack, dice=self.dice)

    def take(self, outcome: Outcome) -> Done[State] | Retreat:
        """Losses, tokens and medals; then the retreat, if there is one."""
        attacker = self.attack.attacker
        assert attacker is not None  # reserve artillery has a procedure of its own
        state = self.state.change(attacker.id, battled=True, bonus=0)
        state = replace(state, phase=Phase.BATTLE)
        state = struck(state, self.attack.target, outcome, by=attacker.side)
        if outcome.moved:
            return Retreat(state, self.rules, self.attack.target.id, outcome.moved)
        return Done(state)


def struck(state: State, target: Unit, outcome: Outcome, *, by: Side) -> State:
    """The state after an outcome, but for the retreat: figures, tokens, medals (GW-VIC-01).

    An eliminated unit's medals go to its opponent, whoever fired.
    """
    state = gained(state, by, outcome.gained)
    if outcome.eliminated:
        return eliminated(state, target)
    kept = target.personnel[: len(target.personnel) - outcome.personnel]
    return state.change(target.id, figures=target.figures - outcome.figures_lost, personnel=kept)


def eliminated(state: State, unit: Unit) -> State:
    """The state when a unit is eliminated: medals, fewer for a ditched tank (GW-TNK-04)."""
    medals = unit.kind.medals_ditched if unit.ditched else unit.kind.medals
    foe = unit.side.other
    won = state.medals.put(foe, state.medals.get(foe, 0) + medals)
    return replace(state.drop(unit.id), medals=won)


def gained(state: State, side: Side, tokens: int) -> State:
    """The state after a side takes tokens from the pool; what it lacks is lost (GW-TURN-04)."""
    got = min(tokens, state.pool)
    hq = state.hq.put(side, state.hq.get(side, 0) + got)
    return replace(state, hq=hq, pool=state.pool - got)


def paid(state: State, side: Side, tokens: int) -> State:
    """The state after a side gives tokens back to the pool; it holds them."""
    hq = state.hq.put(side, state.hq.get(side, 0) - tokens)
    return replace(state, hq=hq, pool=state.pool + tokens)
