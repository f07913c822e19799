"""The queries of worked cases: protection, dice, sight, range, what is allowed.

Knows the words of the cases; the answers are the rules'.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from defilade.geometry.hexes import Cube, distance
from defilade.ruling import Permission, Reason, permission
from defilade.systems.greatwar.battling import (
    battle_reasons,
    dice_of,
    place_reasons,
    turn_reasons,
)
from defilade.systems.greatwar.bench_state import Bench, cube, pair
from defilade.systems.greatwar.ground import blocks, ground_of, is_high, stop_reasons
from defilade.systems.greatwar.movement import move_reach, step_reasons
from defilade.systems.greatwar.options import LosHill
from defilade.systems.greatwar.protection import Attack, Protection, protection
from defilade.systems.greatwar.sections import sections_of
from defilade.systems.greatwar.sight import seen, sight_reasons
from defilade.systems.greatwar.state import Unit
from defilade.systems.greatwar.tables import KINDS
from defilade.systems.greatwar.terms import Combat

Step: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any]


def verdict(reasons: Iterable[Reason]) -> Answer:
    """Allowed, or refused with every clause cited."""
    reasons = tuple(reasons)
    told: Answer = {"verdict": permission(reasons).value}
    if permission(reasons) is Permission.REFUSED:
        told["refused_by"] = tuple(dict.fromkeys(reason.clause for reason in reasons))
    return told


def attack_in(bench: Bench, step: Step) -> Attack:
    """The attack that a step is about."""
    target = bench.unit(step["target"])
    combat = Combat(step.get("combat", "ranged"))
    flame = bool(step.get("flame_thrower", step.get("weapon") == "flame_thrower"))
    if combat is Combat.RESERVE:
        return Attack(combat, None, target, int(step.get("on_target", 1)))
    return Attack(combat, bench.unit(step["attacker"]), target, flame=flame)


def shown(shield: Protection) -> Answer:
    """Protection as cases write it: S, and Fl as a number or `all`."""
    return {"S": shield.symbols, "Fl": "all" if shield.ignores_all_flags else shield.flags}


def _protection(bench: Bench, step: Step) -> Answer:
    attack = attack_in(bench, step)
    shield = protection(bench.state, bench.rules, attack)
    must = attack.target.kind.must_ignore_flags
    return {**shown(shield), "must_ignore": must, "clauses": _clauses(shield.reasons)}


def _clauses(reasons: Iterable[Reason]) -> list[str]:
    return list(dict.fromkeys(reason.clause for reason in reasons))


def _dice(bench: Bench, step: Step) -> Answer:
    attack = attack_in(bench, step)
    found = dice_of(bench.state, attack)
    return {
        "dice": found.dice,
        "deadly_die_hits": found.deadly,
        "range": distance(bench.unit(step["attacker"]).at, attack.target.at),
    }


def _may_battle(bench: Bench, step: Step) -> Answer:
    unit = bench.unit(step.get("attacker", step.get("unit")))
    bench = bench.acting(unit)
    if "target" not in step:
        return verdict(standing(bench, unit))
    return verdict(battle_reasons(bench.state, bench.rules, attack_in(bench, step)))


def standing(bench: Bench, unit: Unit) -> tuple[Reason, ...]:
    """Everything against a unit battling anybody from where it stands."""
    own = bench.acting(unit).state
    return (*turn_reasons(own, unit), *place_reasons(own, bench.rules, unit))


def _ends(bench: Bench, step: Step) -> tuple[Cube, Cube]:
    ends = []
    for words in (("attacker", "from", "unit"), ("target", "to", "at")):
        given = next((step[word] for word in words if word in step), None)
        if given is None:
            raise ValueError(f"one of {', '.join(words)} is wanted")
        ends.append(bench.unit(given).at if isinstance(given, str) else cube(given))
    return ends[0], ends[1]


def _los(bench: Bench, step: Step) -> Answer:
    start, end = _ends(bench, step)
    found = seen(bench.state, bench.rules, start=start, end=end)
    return {
        "visible": found.is_open,
        "range": distance(start, end),
        "blockers": [pair(here) for here in dict.fromkeys(b.hex for b in found.blockers)],
        "clauses": _clauses(sight_reasons(bench.state, bench.rules, found)),
    }


def _range(bench: Bench, step: Step) -> Answer:
    start, end = _ends(bench, step)
    return {"range": distance(start, end)}


def _may_enter(bench: Bench, step: Step) -> Answer:
    unit = bench.unit(step["unit"])
    at = cube(step["at"])
    reasons = step_reasons(bench.state, bench.rules, unit, (unit.at, at))
    stops = stop_reasons(bench.state.site(at), unit.kind, bench.state.book)
    near = [reason for reason in reasons if reason.code != "not_a_neighbour"]
    return {**verdict(near), "must_stop": bool(stops), "stops_by": _clauses(stops)}


def _move_options(bench: Bench, step: Step) -> Answer:
    unit = bench.unit(step["unit"])
    found = move_reach(bench.state, bench.rules, unit)
    ends = [pair(here) for here in sorted(found.costs) if here != unit.at]
    return {"destinations": ends, "hexes": ends, "count": len(ends)}


def _sections(bench: Bench, step: Step) -> Answer:
    at = cube(step["at"])
    return {"sections": [section.value for section in sections_of(bench.state, at)]}


def _hex(bench: Bench, step: Step) -> Answer:
    return about_hex(bench, cube(step["at"]))


def about_hex(bench: Bench, at: Cube) -> Answer:
    """What a hex is now: its class, whether it blocks sight, stops infantry, protects it."""
    site, book = bench.state.site(at), bench.state.book
    high = is_high(site) and bench.rules.los_hill is LosHill.PLATEAU
    infantry = book.kinds[next(iter(KINDS))]
    return {
        "hex": hex_line(bench, at),
        "hex_class": ground_of(site).value,
        "blocks_los": blocks(site, book) or high,
        "must_stop": bool(stop_reasons(site, infantry, book)),
    }


def hex_line(bench: Bench, at: Cube) -> Answer:
    """A hex as cases write it, its tokens in the order of the case, new ones last."""
    site = bench.state.site(at)
    listed = [token for token in bench.listed.get(at, ()) if token in site.tokens]
    fresh = sorted(token for token in site.tokens if token not in listed)
    return {
        "at": pair(at),
        "terrain": site.terrain.value,
        "tokens": [token.value for token in (*listed, *fresh)],
        "waterway": None if site.waterway is None else site.waterway.value,
    }


QUERIES: Mapping[str, Callable[[Bench, Step], Answer]] = {
    "protection": _protection,
    "dice": _dice,
    "may_battle": _may_battle,
    "los": _los,
    "range": _range,
    "may_enter": _may_enter,
    "move_options": _move_options,
    "sections": _sections,
    "hex": _hex,
}
"""Queries by name."""
