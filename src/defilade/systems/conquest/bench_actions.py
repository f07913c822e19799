"""The actions of worked cases: marching, leaving, charging, fighting, withdrawing.

Knows the case file's words; a refused action changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from defilade.game import Rejection
from defilade.geometry.formations import base_of
from defilade.geometry.plane import bearing_to_angle
from defilade.systems.conquest.actions import (
    Action,
    Charge,
    Clash,
    Inspire,
    Leave,
    Leg,
    March,
    Placement,
    Rally,
    Reform,
    Slide,
    Suffer,
    TakeAim,
    Volley,
    Wheel,
    Withdraw,
)
from defilade.systems.conquest.begin import begin
from defilade.systems.conquest.bench_answers import Answer, Step, gaps, standing, verdict
from defilade.systems.conquest.bench_state import ONE_KIND, Bench, acting, play, regiment_named
from defilade.systems.conquest.charging import bonus, charged, needed
from defilade.systems.conquest.clash import fought
from defilade.systems.conquest.ground import gap, stands_touching
from defilade.systems.conquest.leaving import SHARE, find, marches, nearest, placed
from defilade.systems.conquest.marching import marched
from defilade.systems.conquest.occupying import never, too_many
from defilade.systems.conquest.options import FallbackLimit
from defilade.systems.conquest.terms import Cause
from defilade.systems.conquest.wounds import morale_resolve, wounded

Outcome = tuple[Bench, Answer]
WAYS = {
    "forward": "ahead",
    "ahead": "ahead",
    "left": "left",
    "right": "right",
    "back": "back",
    "backward": "back",
    "backwards": "back",
}
TO_CONTACT = "to contact"


def leg_of(given: Step) -> Leg:
    """One leg of a path; raises `ValueError` for words that are none."""
    for key, value in given.items():
        if key in WAYS:
            length = None if str(value).replace("_", " ") == TO_CONTACT else float(value)
            return Slide(WAYS[key], length)
        if key in ("wheel_left", "wheel_right"):
            return Wheel(key.removeprefix("wheel_"), float(value))
        if key in ("wheel", "wheel_deg"):
            return _wheel(given, value)
    raise ValueError(f"a path has {', '.join(WAYS)} and wheel, not {', '.join(given)}")


def _wheel(given: Step, value: Any) -> Wheel:
    if value in ("left", "right"):
        degrees = given.get("degrees", given.get("deg", given.get("angle")))
        return Wheel(str(value), float(degrees if degrees is not None else 0))
    if isinstance(value, dict):
        return _wheel({**given, **value}, value.get("side", value.get("degrees", 0)))
    side = given.get("pivot", given.get("side", "left" if float(value) >= 0 else "right"))
    return Wheel(str(side).removeprefix("front_").removeprefix("front "), abs(float(value)))


def placement_of(given: Step) -> Placement:
    """A placement of a step."""
    x, y = given["front_centre"]
    return Placement((float(x), float(y)), float(given["facing_deg"]), int(given["files"]))


def sized(bench: Bench, step: Step) -> Bench:
    """The bench with the Stands of the acting Regiment as large as the placement says."""
    size = (step.get("placement") or {}).get("stand_size")
    if size is None:
        return bench
    regiment = regiment_named(bench.state, step["regiment"])
    profile = replace(regiment.profile, stand_size=(float(size[0]), float(size[1])))
    return replace(bench, state=bench.state.put(replace(regiment, profile=profile)))


def done(bench: Bench, action: Action, step: Step) -> tuple[Bench, Answer, Any]:
    """An action begun, and played where its dice are given or none are wanted."""
    name = str(step["regiment"])
    state = acting(bench, name)
    begun = begin(state, bench.rules, action)
    if isinstance(begun, Rejection):
        return bench, {**standing(bench.state, name), **verdict(begun.reasons)}, None
    picks = step.get("choices") or {}
    dice = step.get("dice")
    if isinstance(dice, list) and str(step.get("action")) not in ONE_KIND:
        raise ValueError(f"{step.get('action')} throws no dice")
    played = play(begun, dice, picks)
    if played is None:
        return bench, {**standing(bench.state, name), **verdict(())}, None
    after = replace(bench, state=played.value)
    return after, {**standing(played.value, name), **verdict(())}, played


def act_march(bench: Bench, step: Step) -> Outcome:
    """A March, with all gaps of its path."""
    legs = tuple(leg_of(leg) for leg in step["path"])
    action = March(step["regiment"], legs, step.get("occupy"), step.get("seeking"))
    found = marched(acting(bench, action.regiment), bench.rules, action)
    regiment = bench.state.regiments[action.regiment]
    after, answer, _ = done(bench, action, step)
    if not found.stretches or regiment.formation is None:
        return after, answer
    ghost = replace(regiment, formation=found.end)
    answer |= _path_gaps(bench, action, found, ghost)
    if action.occupy is not None:
        place = bench.state.terrain[action.occupy]
        answer["occupied"] = answer["location"] == action.occupy
        answer["capacity"] = place.capacity
        answer["gap"] = gap(base_of(regiment.formation), place.footprint)
    answer |= {"moved": found.moved, "halted": found.halted}
    if found.contact is not None:
        answer["contact_point"] = list(found.contact)
    if answer["on_table"]:
        answer["end_front_centre"] = list(found.end.front)
        answer["end_facing_deg"] = bearing_to_angle(found.end.facing)
    return after, answer


def _path_gaps(bench: Bench, action: March, found: Any, ghost: Any) -> Answer:
    """Gaps at the start, at the end and on the way, to what the March goes by."""
    goal = action.occupy or action.seeking
    places = [t for t in bench.state.terrain.values() if t.is_garrison and t.id != goal]
    places = places or list(bench.state.terrain.values())
    answer = gaps(bench.state, ghost)
    if not places:
        return answer
    nearest_one = min(places, key=lambda t: found.least_gap(t.footprint))
    start = base_of(found.stretches[0].start)
    answer |= {
        "start_gap": gap(start, nearest_one.footprint),
        "end_gap": gap(base_of(found.end), nearest_one.footprint),
        "min_gap_on_path": found.least_gap(nearest_one.footprint),
        "nearest_other": nearest_one.id,
    }
    return answer


def act_leave(bench: Bench, step: Step) -> Outcome:
    """Leaving by a placement, judged before and after the nudge."""
    bench = sized(bench, step)
    name = str(step["regiment"])
    action = Leave(name, placement_of(step["placement"]), bool(step.get("fallback", False)))
    regiment = regiment_named(bench.state, name)
    place = bench.state.terrain.get(regiment.location or "")
    after, answer, _ = done(bench, action, step)
    if place is None:
        return after, answer
    found = placed(
        bench.state, bench.rules, regiment, place, action.placement, fallback=action.fallback
    )
    before = gaps(bench.state, replace(regiment, formation=found.before, location=None))
    answer |= {
        "stands_in_contact_before_nudge": found.touching,
        "furthest_stand_gap": found.furthest,
        "limit": found.limit,
        "fallback_limit": found.limit / (2 if _by_march(bench) else 1),
        **{f"{key}_before_nudge": value for key, value in before.items()},
    }
    if found.after is not None:
        end = gap(base_of(found.after), place.footprint)
        answer |= {"end_gap": end}
        answer |= {"end_gap_over": 0.0 if end > 0.0 else -1.0, "end_gap_at_most": max(0.05, end)}
    if answer["legal"]:
        answer["then"] = _back_again(after, name, place.id)
    return after, answer


def _by_march(bench: Bench) -> bool:
    return bench.rules.leave_fallback_limit is FallbackLimit.MARCH


def _back_again(bench: Bench, name: str, place: str) -> Answer:
    """What would refuse marching straight back in with Actions to spare."""
    state = replace(bench.state.change(name, actions_left=2, used=()), active=name)
    found = marched(state, bench.rules, March(name, (Slide("ahead", None),), place))
    against = never(state, state.regiments[name], state.terrain[place])
    clause = (against or found.reasons)[0].clause if against or found.reasons else None
    return {"action": "march", "occupy": place, "same_turn": True, "refused_by": clause}


def act_charge(bench: Bench, step: Step) -> Outcome:
    """A Charge with its die and the turn on contact."""
    name = str(step["regiment"])
    opening = step.get("opening_wheel_deg", step.get("wheel_deg"))
    action = Charge(name, step["target"], None if opening is None else float(opening))
    found = charged(acting(bench, name), bench.rules, action)
    after, answer, played = done(bench, action, step)
    regiment = bench.state.regiments[name]
    if found.victim is not None:
        answer |= {"gap": found.gap, "needed": needed(regiment, bench.rules, found.gap)}
    if played is None or not answer["legal"]:
        return after, answer
    face = int(played.thrown["CQ-CHG-04"][0])
    length = bonus(regiment, bench.rules) + face
    reached = face >= needed(regiment, bench.rules, found.gap)
    success = reached and found.blocked is None
    answer |= {"charge_distance": length, "success": success, "impact_hits": 0}
    if found.blocked is not None and reached:
        answer["reason"] = found.blocked.clause
    elif not reached:
        answer["reason"] = "CQ-CHG-04"
    if success and found.end is not None:
        answer["wheel_deg"] = -found.turn + 0.0
        answer["final_facing_deg"] = bearing_to_angle(found.end.facing)
        answer["contact_point"] = list(found.contact) if found.contact else None
        target = after.state.terrain.get(found.place or "")
        if target is not None:
            answer["stands_touching"] = len(stands_touching(found.end, target.footprint))
    return after, answer


_STAND = re.compile(r"stand_?\s*(\d+)")


def clash_of(step: Step) -> Clash:
    """A Clash as a step words it."""
    stands = []
    for key, target in (step.get("assign") or {}).items():
        number = _STAND.match(str(key))
        if number is None:
            raise ValueError(f"{key!r} names no Stand")
        stands.append((int(number[1]), str(target)))
    split = tuple((str(n), int(k)) for n, k in (step.get("split") or {}).items())
    return Clash(str(step["regiment"]), tuple(stands), step.get("support_target"), split)


def act_clash(bench: Bench, step: Step) -> Outcome:
    """A Clash, with how many Strikes go where."""
    action = clash_of(step)
    found = fought(acting(bench, action.regiment), bench.rules, action)
    after, answer, played = done(bench, action, step)
    answer["total"] = found.total
    answer |= {name: _strikes(s) for name, s in found.strikes.items()}
    return after, answer | _tolls(bench, after, played)


def _strikes(strikes: Any) -> Answer:
    return {"full": strikes.full, "support": strikes.support, "total": strikes.total}


def _tolls(before: Bench, after: Bench, played: Any) -> Answer:
    """Hits and Wounds by what was thrown, and what each Regiment lost."""
    if played is None:
        return {}
    thrown = played.thrown
    hits = [got[0] for c in ("CQ-CLA-13", "CQ-VOL-13", "CQ-IMP-02") for got in thrown.get(c, ())]
    wounds = sum(got[1] for got in thrown.get("CQ-CLA-14", ()))
    more = sum(got[1] for got in thrown.get("CQ-MOR-01", ()))
    lost = {
        name: sum(one.models) - sum(after.state.regiments[name].models)
        for name, one in before.state.regiments.items()
    }
    return {
        "hits": sum(hits),
        "wounds": wounds,
        "morale_failures": more,
        "total_wounds": wounds + more,
        "models_lost": {name: n for name, n in lost.items() if n},
        "broken_now": {n: r.broken for n, r in after.state.regiments.items()},
        "free_reforms": list(after.state.free_reforms),
    }


def act_volley(bench: Bench, step: Step) -> Outcome:
    """A Volley."""
    normal = tuple(int(k) for k in step.get("normal_stands") or step.get("normal") or ())
    action = Volley(str(step["regiment"]), str(step["target"]), normal)
    after, answer, played = done(bench, action, step)
    from defilade.systems.conquest.bench_queries import volley_answer

    told = volley_answer(bench, action)
    return after, {**told, **answer, **_tolls(bench, after, played)}


def act_withdraw(bench: Bench, step: Step) -> Outcome:
    """A Withdraw: the die, what a fight costs, and whether it gets out."""
    bench = sized(bench, step)
    name = str(step["regiment"])
    wish = placement_of(step["placement"]) if step.get("placement") else None
    action = Withdraw(name, wish)
    regiment = regiment_named(bench.state, name)
    after, answer, played = done(bench, action, step)
    if played is None:
        return after, answer
    clean = bool(played.thrown["CQ-WIT-05"][0][0])
    answer["result"] = "clean" if clean else "fighting"
    wounds = sum(played.thrown.get("CQ-WIT-06", ()))
    more = sum(got[1] for got in played.thrown.get("CQ-MOR-01", ()))
    answer |= {"wounds_from_dice": wounds, "morale_failures": more, "total_wounds": wounds + more}
    answer["morale_target"] = morale_resolve(wounded(regiment, wounds)) if wounds else None
    answer["placed"] = answer["on_table"]
    if not answer["placed"] and not answer["destroyed"]:
        now = after.state.regiments[name]
        place = after.state.terrain[now.location or ""]
        share = SHARE * max(marches(now))
        found = find(after.state, after.rules, now, place, limit=share).found
        found = found or nearest(after.state, after.rules, now, place).found
        answer["any_placement_exists"] = found is not None
    return after, answer


def act_reform(bench: Bench, step: Step) -> Outcome:
    """A Reform; the centre stays unless the step says where it goes."""
    x = step.get("centre")
    at = None if x is None else (float(x[0]), float(x[1]))
    action = Reform(str(step["regiment"]), float(step["facing_deg"]), int(step["files"]), at)
    after, answer, played = done(bench, action, step)
    if played is not None and "CQ-REF-02" in played.thrown:
        clean = bool(played.thrown["CQ-REF-02"][0][0])
        answer["result"] = "clean" if clean else "fighting"
    return after, answer


def act_mark(bench: Bench, step: Step) -> Outcome:
    """Take Aim, Inspire, Rally."""
    name = str(step["regiment"])
    word = str(step["action"]).removeprefix("combat_")
    marks: dict[str, Action] = {
        "take_aim": TakeAim(name),
        "inspire": Inspire(name),
        "rally": Rally(name),
    }
    action = marks[word]
    after, answer, _ = done(bench, action, step)
    answer["rallied"] = bench.state.regiments[name].broken and not answer["broken"]
    return after, answer


def act_suffer(bench: Bench, step: Step) -> Outcome:
    """Wounds from elsewhere."""
    cause = Cause(str(step.get("cause", "spell")).split()[0])
    action = Suffer(str(step["regiment"]), int(step["wounds"]), cause)
    after, answer, played = done(bench, action, step)
    return after, answer | _tolls(bench, after, played)


def room_answer(bench: Bench, name: str, place: str) -> Answer:
    """Whether a Regiment may Occupy a feature, distance apart."""
    regiment, feature = regiment_named(bench.state, name), bench.state.terrain[place]
    against = (
        *never(bench.state, regiment, feature),
        *too_many(regiment, feature, bench.rules),
    )
    return verdict(against)


ACTIONS: dict[str, Callable[[Bench, Step], Outcome]] = {
    "march": act_march,
    "leave": act_leave,
    "charge": act_charge,
    "clash": act_clash,
    "volley": act_volley,
    "withdraw": act_withdraw,
    "reform": act_reform,
    "combat_reform": act_reform,
    "take_aim": act_mark,
    "inspire": act_mark,
    "rally": act_mark,
    "combat_rally": act_mark,
    "suffer": act_suffer,
}
"""Actions by their word."""
