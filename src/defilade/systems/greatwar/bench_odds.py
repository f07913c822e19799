"""The odds queries of worked cases, as exact fractions.

Knows the little language of `of`: `hits>=1`, `target eliminated`, joined by and / or.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from defilade.dice import Odds, Roll, odds
from defilade.systems.greatwar.battling import dice_of
from defilade.systems.greatwar.bench_queries import Answer, Step, attack_in
from defilade.systems.greatwar.bench_state import Bench
from defilade.systems.greatwar.clash import BattleRoll, Check, Struck, counted
from defilade.systems.greatwar.fight import battle_roll
from defilade.systems.greatwar.protection import ENOUGH
from defilade.systems.greatwar.terms import Combat, Place

Facts: TypeAlias = Mapping[str, int]
"""Numbers and truths (0 or 1) of one outcome, by the names that `of` uses."""

_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_TERM = re.compile(r"(?P<name>.+?)\s*(?:(?P<sign>>=|<=|==|!=|=|>|<)\s*(?P<number>\d+))?\Z")


def holds(text: str, facts: Facts) -> bool:
    """Whether an expression holds of an outcome; raises `ValueError` for a name it lacks.

    >>> holds("hits>=1 and not target eliminated", {"hits": 2, "target eliminated": 0})
    True
    """
    return any(
        all(_term(term.strip(), facts) for term in either.split(" and "))
        for either in text.split(" or ")
    )


def _term(text: str, facts: Facts) -> bool:
    negated = text.startswith("not ")
    found = _TERM.match(text.removeprefix("not "))
    name = found["name"] if found else text
    if found is None or name not in facts:
        raise ValueError(f"`of` knows no {name!r}: {', '.join(facts)}")
    value = facts[name]
    if found["sign"] is None:
        return bool(value) is not negated
    return _COMPARE[found["sign"]](value, int(found["number"])) is not negated


def ask(bench: Bench, step: Step) -> Answer:
    """The probability of `of`, and the faces it was worked out with."""
    combat = str(step.get("combat", "ranged"))
    match combat:
        case "targeting":
            found = _targeting(bench, int(step["dice"]))
        case "personnel_check":
            found = _check(bench, step)
        case "bog":
            found = _bog(bench, int(step.get("dice", 1)))
        case _:
            found = _combat(bench, step)
    of = str(step["of"])
    chance = sum((p for facts, p in found if holds(of, facts)), Fraction(0))
    faces = [face.value for face in bench.state.book.die_faces]
    return {"probability": chance, "die": faces, "faces": faces}


def _exact(roll: Roll) -> list[tuple[tuple[int, ...], Fraction]]:
    table: Odds[Any] = odds(roll, exact=True)
    return [(bands, Fraction(p)) for bands, p in table.items()]


def _combat(bench: Bench, step: Step) -> list[tuple[Facts, Fraction]]:
    attack = attack_in(bench, step)
    if "dice" in step:
        dice = int(step["dice"])
    elif attack.combat is Combat.RESERVE:
        dice = attack.on_target * bench.state.book.artillery_battle_dice_per_die
    else:
        dice = dice_of(bench.state, attack).dice
    roll = battle_roll(bench.state, bench.rules, attack, dice=dice)
    return [(_facts(roll, bands), p) for bands, p in _exact(roll.ask())]


def _facts(roll: BattleRoll, bands: tuple[int, ...]) -> dict[str, int]:
    """What a roll of the battle dice comes to; flags are counted whether or not it survives."""
    symbols, defender = counted(roll.die, bands), roll.defender
    hits = roll.hitting.hits(symbols)
    beyond = max(0, symbols.flag - defender.must - defender.may)
    gone = hits >= defender.figures
    gained = min(symbols.hq, defender.tokens)
    return {
        "hits": hits,
        "flags": symbols.flag,
        "hq": symbols.hq,
        "hq_gained": gained,
        "tokens gained": gained,
        "figures lost": min(hits, defender.figures),
        "figures_lost": min(hits, defender.figures),
        "target eliminated": int(gone),
        "eliminated": int(gone),
        "flags beyond what may be ignored": beyond,
        "retreat": 0 if gone else beyond * defender.per_flag,
        "target retreats": int(not gone and beyond > 0),
        "must retreat": int(not gone and beyond > 0),
        "target forced out": int(gone or min(beyond * defender.per_flag, defender.room) > 0),
        "soldier": symbols.soldier,
        "burst": symbols.burst,
        "deadly": symbols.deadly,
    }


def _targeting(bench: Bench, dice: int) -> list[tuple[Facts, Fraction]]:
    die = bench.state.book.targeting
    places = [place for place in Place if place.value in die.sides]
    roll = Roll("GW-RES-06", dice, tuple((place.value,) for place in places), die=die)
    found: list[tuple[Facts, Fraction]] = []
    for bands, p in _exact(roll):
        counts = dict(zip(places, bands[1:], strict=True))
        facts = {"on_target": counts.get(Place.CENTRE, 0)}
        for place in Place:
            facts[f"{place.value} hex on_target"] = counts.get(place, 0)
            facts[f"{place.value} on_target"] = counts.get(place, 0)
        real = [n for place, n in counts.items() if place is not Place.MISS]
        facts["any hex on_target"] = max(real, default=0)
        facts["hexes changed"] = sum(n >= ENOUGH for n in real)
        found.append((facts, p))
    return found


def _check(bench: Bench, step: Step) -> list[tuple[Facts, Fraction]]:
    target = bench.unit(step["target"])
    dice = int(step.get("dice", len(target.personnel)))
    attack = attack_in(bench, {"target": step["target"], "combat": Combat.RESERVE.value})
    defender = battle_roll(bench.state, bench.rules, attack, dice=1).defender
    check = Check(bench.state.book.die, dice, Struck(1, 0, 0, 0), defender)
    return [
        (
            {
                "special personnel lost": bands[1],
                "personnel lost": bands[1],
                "special personnel kept": dice - bands[1],
            },
            p,
        )
        for bands, p in _exact(check.ask())
    ]


def _bog(bench: Bench, dice: int) -> list[tuple[Facts, Fraction]]:
    faces = tuple(face.value for face in bench.state.book.tank_bog_faces)
    roll = Roll("GW-MOVE-07", dice, (faces,), die=bench.state.book.die)
    return [({"bogged": bands[1]}, p) for bands, p in _exact(roll)]
