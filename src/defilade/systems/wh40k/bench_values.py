"""Weapons, targets and situations of cases that stand on no table.

Knows the words of `weapon`, `target`, `attacker` and `unit`; judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from defilade.systems.wh40k.attack import Attack, Situation, active, make_attack, steady
from defilade.systems.wh40k.bench_state import Bench, Given, weapon_from
from defilade.systems.wh40k.build import ability
from defilade.systems.wh40k.cover import PLUNGING_FROM, TOWERING_WITHIN, skill
from defilade.systems.wh40k.squad import Group, Squad, in_order
from defilade.systems.wh40k.state import Weapon
from defilade.systems.wh40k.terms import AIRCRAFT, ON_FOOT, TOWERING, Shooting
from defilade.values import DiceExpr


def merged(bench: Bench, step: Given, key: str) -> dict[str, Any]:
    """A thing of `given` with what the step changes of it."""
    own = step.get(key)
    given = dict(bench.given.get(key) or {})
    return {**given, **(own if isinstance(own, Mapping) else {})}


def told(bench: Bench, step: Given, name: str, otherwise: Any = None) -> Any:
    """A value of the step, else of `given`, else of its `unit` or `attacker`."""
    for source in (step, bench.given, *_parts(bench, step)):
        if name in source:
            return source[name]
    return otherwise


def _parts(bench: Bench, step: Given) -> list[Given]:
    return [merged(bench, step, "unit"), merged(bench, step, "attacker")]


def weapon(bench: Bench, step: Given) -> Weapon:
    """The weapon of a case; the step may change any of its columns."""
    line = merged(bench, step, "weapon")
    columns = ("A", "BS", "WS", "S", "AP", "D", "R", "kind")
    line |= {name: step[name] for name in columns if name in step}
    if "WS" in step and line.get("kind") != "ranged":
        line["kind"] = "melee"
    line["abilities"] = step.get("weapon_abilities", line.get("abilities", ()))
    if "abilities" in step and "weapon_abilities" not in step:
        line["abilities"] = step["abilities"]
    return weapon_from(line)


def target_line(bench: Bench, step: Given) -> dict[str, Any]:
    """The target of a case; the step may change any of its columns."""
    line = merged(bench, step, "target")
    columns = ("T", "Sv", "InSv", "W", "FNP", "models")
    line |= {name: step[name] for name in columns if name in step}
    return line


def keywords(line: Given) -> frozenset[str]:
    """Its keywords."""
    return frozenset(str(word).upper() for word in line.get("kw", ()))


def squad(line: Given, ap: int = 0) -> Squad:
    """The groups of a target against an AP, in their order."""
    from defilade.systems.wh40k.attack import save_from

    groups = [group_from(one, line) for one in line.get("groups") or [line]]
    saves = {
        g.name: (int(one.get("Sv", 7)), one.get("InSv"))
        for g, one in zip(groups, line.get("groups") or [line], strict=True)
    }
    found = tuple(replace(g, save=save_from(*saves[g.name], ap)) for g in groups)
    if "order" in line:
        named = {group.name: group for group in found}
        return Squad(tuple(named[name] for name in line["order"]))
    return Squad(in_order(found))


def group_from(line: Given, of: Given) -> Group:
    """One allocation group."""
    wounds = int(line.get("W", of.get("W", 1)))
    number = line.get("models", 1)
    left = int(line.get("wounds_left", wounds - 1 if line.get("wounded") else wounds))
    pain = line.get("FNP", of.get("FNP"))
    mortal = line.get("FNP_mortal", of.get("FNP_mortal"))
    return Group(
        name=str(line.get("name", line.get("id", "models"))),
        wounds=max(wounds, left),
        models=len(number) if isinstance(number, list) else int(number),
        left=left,
        feel_no_pain=None if pain is None else int(str(pain).rstrip("+")),
        mortal_feel_no_pain=None if mortal is None else int(str(mortal).rstrip("+")),
        character=bool(line.get("CHARACTER", "CHARACTER" in keywords(line))),
        less_damage=_less_damage(line.get("abilities", of.get("abilities", ()))),
    )


def _less_damage(texts: Iterable[str]) -> int:
    found = [one for text in texts if (one := ability(str(text))) is not None]
    return max((one.value or 1 for one in found if one.name == "DAMAGE REDUCTION"), default=0)


def situation(bench: Bench, step: Given) -> Situation:
    """What of a case's words matters to its attacks."""
    gun = weapon(bench, step)
    line = target_line(bench, step)
    number = line.get("models", 1)
    distance = told(bench, step, "distance")
    half = told(bench, step, "half_range")
    if half is None:
        half = distance is not None and gun.range is not None and distance <= gun.range / 2 + 1e-6
    ways = str(told(bench, step, "shooting", "normal"))
    moved = float(told(bench, step, "max_moved", told(bench, step, "moved", 99.0)))
    return Situation(
        keywords=keywords(line),
        toughness=int(line.get("T", 4)),
        models=sum(g.models for g in squad(line).groups) if number else 0,
        half_range=bool(half),
        steady=bool(told(bench, step, "stationary", False))
        or steady(
            engaged=bool(told(bench, step, "engaged", False)),
            set_up=bool(told(bench, step, "set_up_this_turn", False)),
            moved=moved,
        ),
        charged=bool(told(bench, step, "charged", False)),
        shooting=Shooting(ways),
        spotted=_spotted(bench, step),
        hit_mods=tuple(told(bench, step, "hit_roll_mods", ())),
        wound_mods=tuple(told(bench, step, "wound_roll_mods", ())),
    )


def _spotted(bench: Bench, step: Given) -> bool:
    if "spotted" in step:
        return bool(step["spotted"])
    still = told(bench, step, "stationary", told(bench, step, "remained_stationary", False))
    seen = told(bench, step, "visible_to_friend", told(bench, step, "friend_sees", False))
    return bool(still and seen)


def covered(bench: Bench, step: Given, gun: Weapon) -> bool:
    """Whether a target has cover: said outright, or by where its models are (WH-COV-10)."""
    line = target_line(bench, step)
    if gun.range is None or active(gun, "IGNORES COVER", keywords(line)) is not None:
        return False
    given = (ability(str(one)) for one in line.get("abilities", ()))
    stealth = any(one is not None and one.name == "STEALTH" for one in given)
    on_foot = bool(keywords(line) & ON_FOOT)
    shot = str(told(bench, step, "shooting", "normal"))
    return bool(
        told(bench, step, "cover", False)
        or stealth
        or (line.get("all_within_area") and on_foot)
        or line.get("all_not_fully_visible")
        or told(bench, step, "smokescreen", False)
        or shot == Shooting.INDIRECT
    )


def plunges(bench: Bench, step: Given, gun: Weapon) -> bool:
    """Whether the attack plunges (WH-PLG-01), said outright or by where the attacker stands."""
    if gun.range is None:
        return False
    if "plunging" in step or "plunging" in bench.given:
        return bool(told(bench, step, "plunging"))
    by, at = merged(bench, step, "attacker"), target_line(bench, step)
    seen = told(bench, step, "visible", at.get("visible", True))
    low = told(bench, step, "ground_level_models", at.get("ground_level_models", 1))
    if not seen or not low or AIRCRAFT in keywords(by) | keywords(at):
        return False
    z = float(told(bench, step, "attacker_surface_z", by.get("surface_z", by.get("z", 0.0))))
    far = float(told(bench, step, "distance", 99.0))
    towering = TOWERING in keywords(by) and far <= TOWERING_WITHIN + 1e-6
    return z >= PLUNGING_FROM - 1e-6 or towering


def effective(bench: Bench, step: Given, gun: Weapon) -> int | None:
    """The skill after cover, plunging fire and other changes (WH-MOD-01)."""
    if gun.skill is None:
        return None
    others = int(sum(told(bench, step, "bs_mods", ())))
    if active(gun, "PSYCHIC", frozenset()) is not None and told(bench, step, "ignore_mods", True):
        return skill(gun.skill, covered=False, plunges=plunges(bench, step, gun))
    if told(bench, step, "ignores_bs_mods", False):
        return skill(gun.skill, covered=False, plunges=plunges(bench, step, gun))
    if gun.range is None:
        return min(6, max(2, gun.skill + others))
    cover = covered(bench, step, gun)
    return skill(gun.skill, covered=cover, plunges=plunges(bench, step, gun), others=others)


def attack(bench: Bench, step: Given) -> Attack:
    """The attack of a case, with its re-rolls."""
    gun = weapon(bench, step)
    about = situation(bench, step)
    if told(bench, step, "ignores_hit_mods", False):
        about = replace(about, hit_mods=tuple(m for m in about.hit_mods if m > 0))
    made = make_attack(gun, about, effective(bench, step, gun), bench.rules, side="red")
    number = int(told(bench, step, "weapons", 1))
    if number > 1:
        dice = made.dice
        made = replace(made, dice=DiceExpr(dice.count * number, dice.sides, dice.bonus * number))
    if "use_lethal" in step or "use_lethal" in bench.given:
        made = replace(made, lethal=made.lethal and bool(told(bench, step, "use_lethal")))
    return replace(made, hit_again=_again(bench, step, made))


def _again(bench: Bench, step: Given, made: Attack) -> tuple[int, ...]:
    """Faces of the hit roll thrown again; never when snap or indirect shooting (WH-SHO-05)."""
    which = told(bench, step, "reroll_hits")
    shot = str(told(bench, step, "shooting", "normal"))
    if which is None or made.hit_from is None or shot in (Shooting.SNAP, Shooting.INDIRECT):
        return ()
    if which in ("ones", 1):
        return (1,)
    return tuple(range(1, made.hit_from))
