"""The actions of worked cases: moves, attacks with their rolls, shelling, work on the field.

Knows the words of the cases; what happens is the rules'. Flags wait on the bench for the
defender, so that steps may follow one another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from defilade.dice import Roll, Run
from defilade.ruling import Permission, permission
from defilade.systems.greatwar.artillery import bombard_reasons
from defilade.systems.greatwar.battling import battle_reasons
from defilade.systems.greatwar.bench_fights import ranged_attack, shelling
from defilade.systems.greatwar.bench_queries import (
    Answer,
    Step,
    about_hex,
    attack_in,
    hex_line,
    standing,
    verdict,
)
from defilade.systems.greatwar.bench_retreats import ignore_flags, resolve_retreat, retreat
from defilade.systems.greatwar.bench_state import Bench, command_of, cube, pair
from defilade.systems.greatwar.engineers import (
    Work,
    cut_reasons,
    cutting,
    rebuild_reasons,
    rebuilding,
)
from defilade.systems.greatwar.ground import placing_reasons
from defilade.systems.greatwar.movement import Moving, move_reasons
from defilade.systems.greatwar.state import State
from defilade.systems.greatwar.terms import Phase, Side, Token
from defilade.systems.greatwar.turn import (
    Ending,
    card_played,
    card_reasons,
    end_reasons,
    ended,
    order_reasons,
    ordered,
)

Result = tuple[Bench, Answer]


def _move(bench: Bench, step: Step) -> Result:
    unit = bench.unit(step["unit"])
    bench = bench.acting(unit)
    path, off = tuple(map(cube, step.get("path") or ())), bool(step.get("leave", False))
    reasons = move_reasons(bench.state, bench.rules, unit, path, off=off)
    if permission(reasons) is Permission.REFUSED:
        return bench, verdict(reasons)
    rolls = list(step.get("bog_roll") or step.get("bog_rolls") or step.get("roll") or ())
    after, asked = _rolled(Moving(bench.state, unit.id, path, off), rolls)
    there = bench.on(after)
    gone = _removed(bench.state, after)
    told: Answer = {**verdict(reasons), "tokens_removed": gone, "bog_rolls": asked}
    if unit.id in after.units:
        moved = after.units[unit.id]
        told |= {"at": pair(moved.at), "bogged": moved.bogged, "hexes_moved": moved.hexes_moved}
        told["may_battle"] = permission(standing(there, moved)) is Permission.ALLOWED
    return there, told


def _rolled(procedure: Moving | Work, faces: list[str]) -> tuple[State, int]:
    """Run to the end on given faces; where none are left, dice that show nothing that counts."""
    run, asked = Run.start(procedure), 0
    while isinstance(question := run.pending, Roll):
        counting = {face for band in question.bands if isinstance(band, tuple) for face in band}
        other = next((s for s in question.die.sides if s not in counting), question.die.sides[0])
        thrown = [str(faces.pop(0)) if faces else str(other) for _ in range(run.needs)]
        run = run.answer(tuple(thrown))
        asked += len(thrown)
    value: State = run.value
    return value, asked


def _removed(before: State, after: State) -> list[Answer]:
    return [
        {"at": pair(here), "token": token.value}
        for here, site in before.sites.items()
        for token in sorted(site.tokens - after.site(here).tokens)
    ]


def _attack(bench: Bench, step: Step, *, combat: str) -> Result:
    attacker = bench.unit(step["attacker"])
    bench = bench.acting(attacker)
    attack = attack_in(bench, {**step, "combat": combat})
    reasons = battle_reasons(bench.state, bench.rules, attack)
    if "dice" in step or "roll" in step:
        # Dice that a case gives are not claimed to be the unit's own: neither its battle line
        # nor its flame-thrower need be known.
        own = ("no_battle_line", "no_flame_thrower")
        reasons = tuple(reason for reason in reasons if reason.code not in own)
    if permission(reasons) is Permission.REFUSED:
        return bench, verdict(reasons)
    return ranged_attack(bench, step, attack)


def _bombard(bench: Bench, step: Step) -> Result:
    side = Side(step.get("side", step.get("by", "bottom")))
    command = command_of(step.get("order"))
    state = replace(bench.state, active=side, command=command)
    reserve = state.reserves.get(side)
    if reserve is not None and command.battlefield_only:
        ordered = state.reserves.put(side, replace(reserve, ordered=False))
        state = replace(state, reserves=ordered)
    at, tokens = cube(step["at"]), int(step["tokens"])
    reasons = bombard_reasons(state, at, tokens)
    told = verdict(reasons)
    if command.battlefield_only and "refused_by" in told:
        told["refused_by"] = ("GW-RES-03", *told["refused_by"])
    told["targeting_dice"] = tokens if told["verdict"] == "allowed" else 0
    if told["verdict"] != "allowed":
        return bench, told
    return shelling(bench.on(state), step, at, tokens=tokens, told=told)


def _rebuild(bench: Bench, step: Step) -> Result:
    unit = bench.unit(step["unit"])
    bench, at = bench.acting(unit), cube(step["at"])
    reasons = rebuild_reasons(bench.state, bench.rules, unit, at)
    if permission(reasons) is Permission.REFUSED:
        return bench, verdict(reasons)
    work = rebuilding(bench.state, bench.rules, unit.id, at)
    after, asked = _rolled(work, list(step.get("roll") or ()))
    there = bench.on(after)
    done = Token.BRIDGE in after.site(at).tokens
    told = {**verdict(reasons), "die_rolls": asked, "rebuilt": done}
    told["hex_after"] = hex_line(there, at)
    return there, {**told, "hex_class_after": about_hex(there, at)["hex_class"]}


def _cut(bench: Bench, step: Step) -> Result:
    unit = bench.unit(step["unit"])
    bench, at = bench.acting(unit), cube(step["at"])
    reasons = cut_reasons(bench.state, unit, at)
    if permission(reasons) is Permission.REFUSED:
        return bench, verdict(reasons)
    after, _ = _rolled(cutting(bench.state, unit.id, at), list(step.get("roll") or ()))
    there = bench.on(after)
    cut = Token.WIRE not in after.site(at).tokens
    return there, {**verdict(reasons), "cut": cut, "hq_gained": 0, "hex_after": hex_line(there, at)}


def _place(bench: Bench, step: Step) -> Result:
    at, token = cube(step["at"]), Token(step["token"])
    site = bench.state.site(at)
    reasons = placing_reasons(site, token, bench.rules)
    if permission(reasons) is Permission.REFUSED:
        return bench, verdict(reasons)
    there = bench.on(bench.state.with_tokens(at, site.tokens | {token}))
    return there, {**verdict(reasons), "hex_after": hex_line(there, at)}


def _remove(bench: Bench, step: Step) -> Result:
    """Figures come off; with `roll` the special figures' check is made."""
    unit = bench.unit(step["unit"])
    left = max(0, unit.figures - int(step.get("hits", step.get("n", 1))))
    if not left:
        after = bench.on(bench.state.drop(unit.id))
        return after, {"figures_left": 0, "eliminated": True, "personnel_left": []}
    lost = list(step.get("roll") or ()).count("deadly") if unit.personnel else 0
    kept = unit.personnel[: len(unit.personnel) - lost]
    after = bench.on(bench.state.change(unit.id, figures=left, personnel=kept))
    told: Answer = {"figures_left": left, "eliminated": False, "personnel_left": list(kept)}
    return after, {**told, "check_dice": len(unit.personnel), "special_personnel_lost": lost}


def _end_turn(bench: Bench, step: Step) -> Result:
    side = Side(step.get("side", "bottom"))
    take = step.get("take")
    ending = Ending(
        tokens=take in ("tokens", 2),
        card=str(step.get("card", "")),
        discard=tuple(step.get("discard") or ()),
    )
    state = replace(bench.state, active=side)
    reasons = end_reasons(state, ending)
    if permission(reasons) is Permission.REFUSED:
        return bench, verdict(reasons)
    after = ended(state, ending)
    gained = after.hq.get(side, 0) - state.hq.get(side, 0)
    told: Answer = {**verdict(reasons), "hq_gained": gained, "active": after.active.value}
    hands = {owner.value: list(hand) for owner, hand in after.hands.items()}
    hq = {owner.value: n for owner, n in after.hq.items()}
    return bench.on(after), {**told, "hands": hands, "hq": hq, "pool": after.pool}


def _order(bench: Bench, step: Step) -> Result:
    units = step.get("units", [step["unit"]] if "unit" in step else [])
    side = Side(step.get("side", bench.unit(units[0]).side if units else "bottom"))
    command = command_of(step["card"]) if "card" in step else bench.state.command
    state = replace(bench.state, active=side, phase=Phase.ORDER, command=command)
    reserve = bool(step.get("reserve_artillery", False))
    reasons = order_reasons(state, tuple(units), reserve=reserve)
    if permission(reasons) is Permission.REFUSED:
        return bench, verdict(reasons)
    return bench.on(ordered(state, tuple(units), reserve=reserve)), verdict(reasons)


def _play_card(bench: Bench, step: Step) -> Result:
    unit = bench.unit(step["unit"]) if "unit" in step else None
    side = Side(step.get("side", unit.side if unit else "bottom"))
    state = replace(bench.state, active=side, phase=Phase(step.get("phase", bench.state.phase)))
    card = str(step["card"])
    if card not in state.field.cards:
        raise ValueError(f"no card {card!r} in this case")
    reasons = card_reasons(state, card, unit)
    if permission(reasons) is Permission.REFUSED:
        return bench, verdict(reasons)
    after = card_played(state, card, unit)
    hq = {owner.value: n for owner, n in after.hq.items()}
    return bench.on(after), {**verdict(reasons), "hq": hq, "pool": after.pool}


ACTIONS: Mapping[str, Callable[[Bench, Step], Result]] = {
    "move": _move,
    "ranged_attack": lambda bench, step: _attack(bench, step, combat="ranged"),
    "close_attack": lambda bench, step: _attack(bench, step, combat="close"),
    "resolve_on_target": lambda bench, step: shelling(bench, step, cube(step["at"])),
    "bombard": _bombard,
    "ignore_flags": ignore_flags,
    "resolve_retreat": resolve_retreat,
    "retreat": retreat,
    "remove_losses": _remove,
    "rebuild_bridge": _rebuild,
    "cut_wire": _cut,
    "place_token": _place,
    "end_turn": _end_turn,
    "order": _order,
    "play_card": _play_card,
}
"""Actions by name."""
