"""Attacks and shelling of worked cases: given faces, then everything they come to.

Knows the words of the cases. The faces are counted by the rules' own procedure; flags are
left waiting on the bench.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from defilade.geometry.hexes import Cube
from defilade.ruling import Permission, permission
from defilade.systems.greatwar.artillery import (
    Landed,
    Targeting,
    attack_on,
    changed,
    landed,
    wrecked,
)
from defilade.systems.greatwar.battling import dice_of, place_reasons
from defilade.systems.greatwar.bench_queries import Answer, Step, about_hex, hex_line, shown
from defilade.systems.greatwar.bench_state import Bench, Pending, cube, pair
from defilade.systems.greatwar.clash import BattleRoll, Defender, Outcome, counted
from defilade.systems.greatwar.fight import battle_roll, paid, struck
from defilade.systems.greatwar.protection import Attack, protection
from defilade.systems.greatwar.state import Unit
from defilade.systems.greatwar.terms import Combat, Phase, Place, Side

Result = tuple[Bench, Answer]


def ranged_attack(bench: Bench, step: Step, attack: Attack) -> Result:
    """An attack of one unit, ranged or close, on the faces of the step."""
    assert attack.attacker is not None  # the step names one
    faces = [str(face) for face in step.get("roll") or ()]
    dice = int(step.get("dice", len(faces) or dice_of(bench.state, attack).dice))
    if len(faces) != dice:
        raise ValueError(f"{dice} dice are rolled, the step shows {len(faces)}")
    side = attack.attacker.side
    after, told = fought(bench, attack, faces, step, by=side)
    state = after.state.change(attack.attacker.id, battled=True, bonus=0)
    after = after.on(replace(state, phase=Phase.BATTLE))
    told["dice"] = dice
    if attack.target.id in after.state.units:
        again = replace(attack, target=after.state.units[attack.target.id])
        told["protection_for_next_attack"] = shown(protection(after.state, bench.rules, again))
    return after, told


def fought(bench: Bench, attack: Attack, faces: Sequence[str], step: Step, *, by: Side) -> Result:
    """What the faces do to the target; its flags are left waiting."""
    state, target = bench.state, attack.target
    roll = battle_roll(state, bench.rules, attack, dice=len(faces))
    symbols = counted(roll.die, roll.ask().sort(map(roll.die.read, faces)))
    hits = _confirmed(roll, roll.hitting.hits(symbols), step)
    gained = min(symbols.hq, roll.defender.tokens)
    lost = min(hits, target.figures)
    gone = lost >= target.figures
    checked = _checked(step, target) if lost and not gone else 0
    outcome = Outcome(lost, symbols.flag, 0, 0, 0, gained, checked, eliminated=gone)
    after = struck(state, target, outcome, by=by)
    told = _of_flags(roll.defender, symbols.flag, gone=gone)
    told |= {
        "hits": hits,
        "figures_left": target.figures - lost,
        "silhouette_tokens_left": target.figures - lost,
        "flags": symbols.flag,
        "hq_gained": gained,
        "eliminated": gone,
        "medals_attacker": after.medals.get(by, 0) - state.medals.get(by, 0),
        "medals": {side.value: after.score(side) for side in Side},
        "winner": None if after.winner is None else after.winner.value,
        "hq": {side.value: n for side, n in after.hq.items()},
        "pool": after.pool,
        "special_personnel_lost": len(target.personnel) if gone else checked,
        "check_dice": 0 if gone or not lost else len(target.personnel),
        "verdict": "allowed",
    }
    waiting = None
    if not gone:
        told["personnel_left"] = list(after.units[target.id].personnel)
        defender = roll.defender
        waiting = Pending(target.id, symbols.flag, defender.may, defender.must)
    return replace(bench.on(after), pending=waiting), told


def _confirmed(roll: BattleRoll, hits: int, step: Step) -> int:
    """Hits left after a confirming roll, where the players' book has one (GW-TNK-03)."""
    if not roll.hitting.confirm:
        return hits
    shown_faces = [str(face) for face in step.get("confirm_roll") or ()][:hits]
    return sum(face in roll.hitting.confirm for face in shown_faces)


def _checked(step: Step, target: Unit) -> int:
    words = ("personnel_roll", "check_roll", "personnel_check")
    given = next((step[word] for word in words if word in step), ())
    faces = [str(face) for face in given][: len(target.personnel)]
    return faces.count("deadly")


def _of_flags(defender: Defender, flags: int, *, gone: bool) -> Answer:
    """What the defender may do about the flags, by the words of cases."""
    ways = [] if gone else list(defender.ways(flags))
    return {
        "flags_may_ignore": ways[-1].flags if ways else 0,
        "flags_must_ignore": min(defender.must, flags),
        "retreat": ways[-1].retreat if ways else 0,
        "retreat_if_ignores": {way.flags: way.retreat for way in ways},
    }


def shelling(
    bench: Bench, step: Step, at: Cube, *, tokens: int = 0, told: Answer | None = None
) -> Result:
    """Targeting dice On Target in hexes, as given or as thrown, and what follows there."""
    told = dict(told or {})
    side = Side(step.get("by", step.get("side", "bottom")))
    bench = bench.on(replace(bench.state, active=side))
    if "on_target" in step:
        told |= {"verdict": "allowed"}
        return _resolved(bench, step, at, told)
    state = paid(bench.state, side, tokens)
    reserve = replace(state.reserves[side], fired=True)
    state = replace(state, reserves=state.reserves.put(side, reserve), phase=Phase.BATTLE)
    bench = bench.on(state)
    told["hq"] = {owner.value: n for owner, n in state.hq.items()}
    numbers = [int(n) for n in step.get("targeting_roll") or ()]
    if len(numbers) not in (0, tokens):
        raise ValueError(f"{tokens} targeting dice are rolled, the step shows {len(numbers)}")
    die = state.book.targeting
    asked = Targeting(state, bench.rules, at, len(numbers)).ask()
    bands = asked.sort(map(die.read, numbers))
    places = [Place(band[0]) for band in asked.bands if isinstance(band, tuple)]
    found = landed(state, bench.rules, at, dict(zip(places, bands[1:], strict=True)))
    told["landed"] = [{"at": pair(hit.at), "on_target": hit.on_target} for hit in found]
    told["on_target"] = next((hit.on_target for hit in found if hit.at == at), 0)
    return bench, told


def _resolved(bench: Bench, step: Step, at: Cube, told: Answer) -> Result:
    unit = bench.state.unit_at(at)
    hit = Landed(at, int(step["on_target"]), None if unit is None else unit.id)
    centre = cube(step["centre"]) if "centre" in step else at
    if bench.rules.artillery_crater_centre_only and at != centre:
        hit = replace(hit, sweeping=False)
    bench = bench.on(changed(bench.state, hit))
    told |= {"battle_roll": unit is not None, "hits": 0}
    if unit is not None:
        faces = [str(face) for face in step.get("roll") or ()]
        per_die = bench.state.book.artillery_battle_dice_per_die
        dice = int(step.get("dice", hit.on_target * per_die))
        if len(faces) != dice:
            raise ValueError(f"{dice} battle dice are rolled, the step shows {len(faces)}")
        bench, result = fought(
            bench, attack_on(bench.state, hit), faces, step, by=bench.state.active
        )
        told |= result
        before = bench.state
        bench = bench.on(wrecked(before, bench.rules, hit))
        if unit.id in before.units and unit.id not in bench.state.units:
            told |= {"eliminated": True, "figures_left": 0}
    for other in step.get("other_hexes") or ():
        here = cube(other["at"])
        more = Landed(here, int(other["on_target"]), None)
        more = replace(more, sweeping=not bench.rules.artillery_crater_centre_only)
        bench = bench.on(changed(bench.state, more))
        told["other_hex_after"] = hex_line(bench, here)
    return bench, told | _afterwards(bench, at, unit)


def _afterwards(bench: Bench, at: Cube, unit: Unit | None) -> Answer:
    """The hex after its combat: what it is, protects and allows (GW-RES-08, step 4)."""
    about = about_hex(bench, at)
    told: Answer = {
        "hex_after": about["hex"],
        "hex_class_after": about["hex_class"],
        "blocks_los_after": about["blocks_los"],
        "must_stop_after": about["must_stop"],
    }
    state = bench.state
    kind = unit.kind if unit is not None else state.book.kinds["infantry"]
    ghost = Unit("?", Side.TOP, kind, at, kind.figures, ordered=True)
    for combat, name in ((Combat.RANGED, "ranged"), (Combat.CLOSE, "close")):
        shield = protection(state, bench.rules, Attack(combat, None, ghost))
        told[f"protection_after_{name}"] = shown(shield)
    if unit is not None and unit.id in state.units:
        told["unit_at"] = pair(state.units[unit.id].at)
    reasons = place_reasons(state, bench.rules, ghost)
    told["may_battle_from_hex"] = permission(reasons) is Permission.ALLOWED
    return told
