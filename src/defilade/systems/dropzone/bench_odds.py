"""The odds queries of worked cases, answered in fractions.

Knows which procedure each query asks about; all of them are those of play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from defilade.dice import Odds, odds
from defilade.systems.dropzone.bench_actions import aims_of
from defilade.systems.dropzone.bench_values import BenchState, need_text, word
from defilade.systems.dropzone.collateral import token_chance, wound_chance
from defilade.systems.dropzone.damage import PASSIVE_LIMIT
from defilade.systems.dropzone.destruction import (
    collapse_wound,
    is_big,
    wreck_wound,
)
from defilade.systems.dropzone.firing import volleys
from defilade.systems.dropzone.measuring import unit_from_piece, within
from defilade.systems.dropzone.options import HouseRules
from defilade.systems.dropzone.prospect import POLICIES, Falling, fire_odds
from defilade.systems.dropzone.rounds import refreshed
from defilade.systems.dropzone.shooting import judged
from defilade.systems.dropzone.state import (
    InGarrison,
    Piece,
    State,
    Unit,
    members,
    rules_of,
)
from defilade.systems.dropzone.terms import Rule
from defilade.table import Table
from defilade.values import DiceExpr

Told = Mapping[str, Any]
_D3, _2D3 = DiceExpr(1, 3), DiceExpr(2, 3)


def _exact(procedure: Any) -> Odds[Any]:
    return odds(procedure, exact=True, policy=POLICIES["default"])


def _odds(bench: BenchState, step: Mapping[str, Any]) -> Told:
    """The odds of one Shooting action with one weapon."""
    from defilade.systems.dropzone.bench_queries import altered

    table = altered(bench, step)
    if step.get("next_round"):
        table = table.with_state(refreshed(table.state))
    shots = tuple(judged(table, aim) for aim in aims_of(table.state, step))
    refused = [reason.clause for shot in shots for reason in shot.refused]
    if refused:
        return {"verdict": "refused", "refused_by": refused}
    lines = volleys(table, shots)
    found = _exact(fire_odds(table, lines).procedure)
    told = _shot_numbers(table, shots[0]) | {"verdict": "allowed"}
    damage = found.map(lambda row: row[0])
    name = lines[0].target
    if name in table.state.pieces:
        return told | _piece_odds(found, damage)
    left = (
        table.state.units[name].dp_left
        if name in table.state.units
        else sum(unit.dp_left for unit in members(table.state, name))
    )
    return told | {
        "damage_distribution": dict(damage),
        "expected_damage": damage.mean(),
        "expected_raw_damage": damage.mean(),
        "p_destroyed": damage.at_least(left),
        "p_no_damage": damage.get(0, Fraction(0)),
    }


def _piece_odds(found: Odds[Any], damage: Odds[int]) -> dict[str, Any]:
    tokens = found.map(lambda row: row[1])
    return {
        "damage_distribution": dict(damage),
        "p_lose_dp": damage.at_least(1),
        "p_new_token": tokens.at_least(1),
        "expected_damage": damage.mean(),
        "expected_tokens": tokens.mean(),
        "dp_lost_max": max(damage),
        "tokens_max": max(tokens),
    }


def _shot_numbers(table: Table[State], shot: Any) -> dict[str, Any]:
    wound = shot.wound
    chance = 1 - wound.needs.chances().get(0, Fraction(0))
    target = table.state.units.get(shot.aim.target)
    passive = target.stats.passive if target is not None else None
    return {
        "needs_hit": need_text(shot.need),
        "needs_damage": need_text(wound.needs.damage),
        "needs_critical": need_text(wound.needs.critical),
        "per_die": chance * chance if wound.again else chance,
        "per_hit": wound.needs.chances(),
        "passive_allowed": passive is not None and shot.weapon.energy < PASSIVE_LIMIT,
    }


def _falling_piece(state: State, step: Mapping[str, Any], unit: Unit) -> Piece:
    if "piece" in step:
        return state.pieces[step["piece"]]
    if isinstance(unit.where, InGarrison):
        return state.pieces[unit.where.garrison]
    return next(p for p in state.pieces.values() if p.has(Rule.DESTRUCTIBLE))


def _fall(table: Table[State], unit: Unit, piece: Piece) -> Falling | None:
    """The harm of a collapse to one unit; None where it cannot reach it."""
    rules = rules_of(table)
    wound = collapse_wound(piece, unit)
    if isinstance(unit.where, InGarrison) and unit.where.garrison == piece.id:
        spared = rules.collapse_small_spares_occupants and not is_big(piece)
        return None if spared else Falling(_2D3, wound)
    if not is_big(piece):
        return None
    least = _least(unit_from_piece(table, unit, piece), rules)
    return Falling(_D3, wound, least) if least <= 3 else None


def _least(distance: float, rules: HouseRules) -> int:
    """The least die whose number reaches so far."""
    return next((n for n in (1, 2, 3) if within(distance, n, rules)), 4)


def _hit_by_collapse(bench: BenchState, step: Mapping[str, Any]) -> Told:
    unit = bench.table.state.units[word(step, "unit")]
    piece = _falling_piece(bench.table.state, step, unit)
    fall = _fall(bench.table, unit, piece)
    if fall is None:
        return {"p": Fraction(0)}
    return {"p": _exact(fall).map(lambda harm: harm.hits).at_least(1)}


def _gone_by_collapse(bench: BenchState, step: Mapping[str, Any]) -> Told:
    unit = bench.table.state.units[word(step, "unit")]
    piece = _falling_piece(bench.table.state, step, unit)
    fall = _fall(bench.table, unit, piece)
    if fall is None:
        return {"p": Fraction(0)}
    return {"p": _exact(fall).map(lambda harm: harm.damage).at_least(unit.dp_left)}


def _gone_with_transport(bench: BenchState, step: Mapping[str, Any]) -> Told:
    unit = bench.table.state.units[word(step, "unit")]
    fall = Falling(_D3, wreck_wound(unit), spares=3)
    return {"p": _exact(fall).map(lambda harm: harm.damage).at_least(unit.dp_left)}


def _collapse_per_hit(bench: BenchState, step: Mapping[str, Any]) -> Told:
    state = bench.table.state
    unit, piece = state.units[word(step, "unit")], state.pieces[word(step, "piece")]
    found = collapse_wound(piece, unit).needs
    return {
        "needs_damage": need_text(found.damage),
        "needs_critical": need_text(found.critical),
        "per_hit": found.chances(),
    }


def _survives(bench: BenchState, step: Mapping[str, Any]) -> Told:
    state = bench.table.state
    names = [step["piece"]] if "piece" in step else list(state.pieces)
    piece = state.pieces[names[0]]
    chance = token_chance(piece.armour or 0, flammable=piece.has(Rule.FLAMMABLE))
    return {"p": chance ** int(word(step, "n"))}


def _unhurt(bench: BenchState, step: Mapping[str, Any]) -> Told:
    state = bench.table.state
    unit = members(state, str(word(step, "squad")))[0]
    if not isinstance(unit.where, InGarrison):
        raise ValueError(f"{unit.squad} is in no Garrison")
    piece = state.pieces[unit.where.garrison]
    chance = wound_chance(bench.table, piece, unit)
    return {"per_token": chance, "p_unhurt": (1 - chance) ** piece.tokens}


ODDS: Mapping[str, Callable[[BenchState, Mapping[str, Any]], Told]] = {
    "odds": _odds,
    "p_hit_by_collapse": _hit_by_collapse,
    "p_destroyed_by_collapse": _gone_by_collapse,
    "p_destroyed_with_transport": _gone_with_transport,
    "collapse_per_hit": _collapse_per_hit,
    "p_token_survives_round_ups": _survives,
    "p_unhurt_by_tokens": _unhurt,
}
