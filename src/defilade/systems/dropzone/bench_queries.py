"""The query steps of worked cases: questions that change nothing.

Knows the vocabulary of queries; the rules themselves are in the chapters' modules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from defilade.geometry.plane import snap_point
from defilade.systems.dropzone.bench_actions import aims_of
from defilade.systems.dropzone.bench_odds import ODDS
from defilade.systems.dropzone.bench_values import BenchState, need_text, word
from defilade.systems.dropzone.checks_places import link_gap
from defilade.systems.dropzone.collateral import token_chance
from defilade.systems.dropzone.cover import covers
from defilade.systems.dropzone.damage import needs
from defilade.systems.dropzone.fortitude import loss_chances, pass_chance
from defilade.systems.dropzone.garrison import linked
from defilade.systems.dropzone.keywords import Keyword, Special, number
from defilade.systems.dropzone.measuring import apart, in_coherency, within
from defilade.systems.dropzone.objectives import chance, tokens_near
from defilade.systems.dropzone.rounds import SHOOTING, action_reasons
from defilade.systems.dropzone.shooting import Shot, hull_down_at, judged, legal_target, rerolls
from defilade.systems.dropzone.sight import look
from defilade.systems.dropzone.state import (
    InGarrison,
    OnTable,
    State,
    Unit,
    Weapon,
    change_squad,
    rules_of,
)
from defilade.systems.dropzone.steps import boosts
from defilade.systems.dropzone.transports import aerial_reasons
from defilade.systems.dropzone.weapons import combined, ready, shots_of
from defilade.table import Table
from defilade.values import Need

Told = Mapping[Any, Any]


def ask(bench: BenchState, step: Mapping[str, Any]) -> Told:
    """Answer a query step; raises `ValueError` for one outside the vocabulary."""
    name = step["query"]
    if name in ODDS:
        return ODDS[name](bench, step)
    if name not in _QUERIES:
        raise ValueError(f"no query is called {name!r}")
    return _QUERIES[name](bench, step)


def _refusal(reasons: tuple[Any, ...]) -> dict[str, Any]:
    against = [reason.clause for reason in reasons if reason.forbids]
    return {"verdict": "refused" if against else "allowed", "refused_by": against}


def altered(bench: BenchState, step: Mapping[str, Any]) -> Table[State]:
    """The table with what a query supposes: another place, other rules of the weapon."""
    table, state = bench.table, bench.table.state
    shooter = str(step.get("from", step.get("unit", "")))
    if shooter not in state.units:
        return table
    unit = state.units[shooter]
    if "as_if_from" in step:
        x, y = step["as_if_from"]
        unit = replace(unit, where=OnTable(snap_point((float(x), float(y)))))
    moved = step.get("moved", step.get("moved_this_activation"))
    if moved is not None:
        unit = replace(unit, moved=float(moved))
    if step.get("disembarked", step.get("disembarked_this_activation")):
        state = change_squad(state, unit.squad, disembarked=True)
    extra = tuple(filter(None, map(Keyword.parse, step.get("add_special", ()))))
    if step.get("ignore_cover"):
        extra = (*extra, Keyword(Special.COVER, None, ("all",)))
    if extra:
        weapons = tuple(replace(w, special=(*w.special, *extra)) for w in unit.stats.weapons)
        unit = replace(unit, stats=replace(unit.stats, weapons=weapons))
    return table.with_state(state.with_unit(unit))


def shot_of(bench: BenchState, step: Mapping[str, Any]) -> Shot:
    """The judged shot a query speaks of."""
    table = altered(bench, step)
    return judged(table, aims_of(table.state, step)[0])


def _los(bench: BenchState, step: Mapping[str, Any]) -> Told:
    table = altered(bench, step)
    state = table.state
    viewer = state.units[word(step, "from")]
    name = str(word(step, "to"))
    target = state.units.get(name) or state.pieces[name]
    seen = look(table, viewer, target)
    told: dict[str, Any] = {
        "visible": seen.visible,
        "visible_share": seen.share,
        "blocked_by": seen.blocked_by,
        "hull_down": seen.visible and seen.share < 0.5,
        "range": seen.range,
    }
    if isinstance(target, Unit):
        given = covers(table, seen.start, viewer, target)
        told["soft_cover"] = given.soft[0] if given.soft else None
        told["body_cover"] = given.body[0] if given.body else None
        plain = Weapon("", 0, (), 0, 0, False, 1, None, 0)
        told["hull_down"] = seen.visible and hull_down_at(target, seen, plain)
    else:
        told["hull_down"] = False
    return told


def _numbers(bench: BenchState, step: Mapping[str, Any]) -> Told:
    """Everything about the numbers of one shot."""
    shot = shot_of(bench, step)
    wound = shot.wound.needs
    need = shot.need
    face = None if need is None else min(6, max(2, need))
    return _refusal(shot.reasons) | {
        "needs": need_text(need),
        "needs_hit": need_text(need),
        "p_hit": Fraction(1) if face is None else Fraction(7 - face, 6),
        "hull_down": shot.hull_down,
        "soft_cover": shot.covers.soft[0] if shot.covers.soft else None,
        "body_cover": shot.covers.body[0] if shot.covers.body else None,
        "needs_damage": need_text(wound.damage),
        "needs_critical": need_text(wound.critical),
        "per_hit": wound.chances(),
        "energy": shot.weapon.energy,
        "shots": shot.weapon.shots,
        "range": shot.look.range if shot.look else None,
        "automatic": need is None,
    }


def _per_hit(bench: BenchState, step: Mapping[str, Any]) -> Told:
    chances = shot_of(bench, step).wound.needs.chances()
    return dict(chances)


def _can_target(bench: BenchState, step: Mapping[str, Any]) -> Told:
    table = altered(bench, step)
    state = table.state
    if "weapon" in step:
        shot = judged(table, aims_of(state, step)[0])
        told = _refusal(shot.reasons)
        return told | ({"range": shot.look.range} if shot.look else {})
    viewer = state.units[word(step, "from")]
    name = str(word(step, "to"))
    target = state.units.get(name) or state.pieces[name]
    seen = look(table, viewer, target, via=step.get("via_edge"))
    weapon = viewer.stats.weapons[0] if viewer.stats.weapons else None
    legal = legal_target(table, viewer, weapon, target) if weapon else ()
    return _refusal((*legal, *seen.reasons)) | {"range": seen.range}


def _damage_table(bench: BenchState, step: Mapping[str, Any]) -> Told:
    given = {**bench.extras, **step}
    rows = []
    for armour in given["armours"]:
        found = needs(int(given["energy"]), int(armour), rules=rules_of(bench.table))
        chances = found.chances()
        rows.append(
            {
                "armour": armour,
                "needs_damage": need_text(found.damage),
                "needs_critical": need_text(found.critical),
                **{f"p{k}": chances.get(k, Fraction(0)) for k in range(3)},
            }
        )
    return {"rows": rows}


def _weapon(bench: BenchState, step: Mapping[str, Any]) -> tuple[Unit, Weapon]:
    unit = altered(bench, step).state.units[word(step, "unit")]
    name = step.get("weapon")
    found = [w for w in unit.stats.weapons if name in (None, w.name)]
    if not found:
        raise ValueError(f"{unit.id} has no weapon {name!r}")
    return unit, found[0]


def _shots(bench: BenchState, step: Mapping[str, Any]) -> Told:
    unit, weapon = _weapon(bench, step)
    return {"shots": shots_of(unit, weapon)}


def _combined(bench: BenchState, step: Mapping[str, Any]) -> Told:
    found = combined(*_weapon(bench, step))
    return {"shots": found.shots, "energy": found.energy}


def _focus(bench: BenchState, step: Mapping[str, Any]) -> Told:
    unit = next(
        u for u in bench.table.state.units.values() if not step.get("unit") or u.id == step["unit"]
    )
    weapon = next(w for w in unit.stats.weapons if step.get("weapon") in (None, w.name))
    hits = int(step.get("hits", bench.extras.get("hits", 0)))
    by = number(weapon.special, Special.FOCUS)
    kept = boosts(hits, int(word(step, "discard")))
    return {"kept_energies": [weapon.energy + by * boost for boost in kept]}


def _token(bench: BenchState, step: Mapping[str, Any]) -> Told:
    pieces = {**bench.extras, **step}["pieces"]
    return {
        name: token_chance(int(piece["armour"]), flammable=bool(piece.get("flammable")))
        for name, piece in pieces.items()
    }


def _leave_odds(bench: BenchState, step: Mapping[str, Any]) -> Told:
    told = {}
    for text in {**bench.extras, **step}["fortitudes"]:
        need = Need.parse(str(text))
        loss = loss_chances(need)
        told[str(text)] = {
            "p_pass": pass_chance(need),
            "loss": loss,
            "expected_loss": sum(n * p for n, p in loss.items()),
        }
    return told


def _can_fire(bench: BenchState, step: Mapping[str, Any]) -> Told:
    unit, weapon = _weapon(bench, step)
    state = bench.table.state
    reasons = (
        *action_reasons(state, unit.squad, SHOOTING),
        *ready(unit, state.squads[unit.squad], weapon),
    )
    return _refusal(reasons)


def _can_unload(bench: BenchState, step: Mapping[str, Any]) -> Told:
    unit = bench.table.state.units[word(step, "unit")]
    moved = step.get("moved_this_round")
    return _refusal(aerial_reasons(unit, moved=None if moved is None else float(moved)))


def _within(bench: BenchState, step: Mapping[str, Any]) -> Told:
    units = bench.table.state.units
    one, other = units[word(step, "a")], units[word(step, "b")]
    distance = apart(bench.table, one, other)
    return {
        "within": within(distance, float(word(step, "d")), rules_of(bench.table)),
        "distance": distance,
    }


def _linked(bench: BenchState, step: Mapping[str, Any]) -> Told:
    state = bench.table.state
    one, other = word(step, "pair")
    gap = link_gap(state.pieces[one], state.pieces[other])
    return {"linked": linked(state, one, other), "gap": gap}


def _search(bench: BenchState, step: Mapping[str, Any]) -> Told:
    squad = str(word(step, "squad"))
    tokens = int(step.get("scan_tokens", 0))
    return {
        "p": chance(bench.table, squad, tokens),
        "scan_tokens_near": tokens_near(bench.table, squad),
    }


def _place(bench: BenchState, step: Mapping[str, Any]) -> Told:
    unit = bench.table.state.units[word(step, "unit")]
    where = unit.where
    inside = isinstance(where, InGarrison)
    return {
        "garrison": where.garrison if isinstance(where, InGarrison) else None,
        "place": (where.edge or "centre") if isinstance(where, InGarrison) else None,
        "on_table": isinstance(where, OnTable),
        "inside": inside,
        "dp_left": unit.dp_left,
    }


_QUERIES: Mapping[str, Callable[[BenchState, Mapping[str, Any]], Told]] = {
    "los": _los,
    "to_hit": _numbers,
    "attack_numbers": _numbers,
    "per_hit": _per_hit,
    "can_target": _can_target,
    "damage_table": _damage_table,
    "shots": _shots,
    "combined_fire": _combined,
    "focus": _focus,
    "p_token_damages_piece": _token,
    "leave_test_odds": _leave_odds,
    "can_fire": _can_fire,
    "can_unload": _can_unload,
    "within": _within,
    "distance": lambda bench, step: _within(bench, {"d": 0, **step}),
    "in_coherency": lambda bench, step: {
        "in_coherency": in_coherency(bench.table, str(word(step, "squad")))
    },
    "linked": _linked,
    "p_search": _search,
    "cq_reroll": lambda bench, step: {
        "reroll_successes": rerolls(bench.table, str(word(step, "squad")))
    },
    "place": _place,
}
