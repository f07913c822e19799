"""Actions of worked cases that roll dice told beforehand, or ask whether a unit may shoot.

Knows the words of cases; dice go through the same procedures as in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from defilade.dice import Choose, Done, Many, Procedure, Roll, Run
from defilade.systems.wh40k import bench_values as values
from defilade.systems.wh40k.attack import Attack
from defilade.systems.wh40k.bench_moves import refused
from defilade.systems.wh40k.bench_queries import models
from defilade.systems.wh40k.bench_state import Bench, Given, weapon_from
from defilade.systems.wh40k.morale import Hazards, Leadership, half_strength, mortal_wounds
from defilade.systems.wh40k.objectives import controller, levels, settled
from defilade.systems.wh40k.squad import Group, Squad, order_fault
from defilade.systems.wh40k.volley import Deal, ToWound, Volley, thresholds

Answer = Mapping[str, Any]
Action = Callable[[Bench, Given], tuple[Bench, Answer]]

DICE = {
    "WH-ATK-01": "attacks",
    "WH-ATK-03": "hit",
    "WH-ATK-04": "wound",
    "WH-SAV-02": "save",
    "WH-DMG-01": "damage",
    "WH-DMG-02": "fnp",
    "WH-MW-02": "hazard",
    "WH-MOR-01": "roll",
}
"""Which dice of a step answer which clause's throw."""


class Told:
    """The dice of a step, given out in order by what they are thrown for."""

    def __init__(self, step: Given) -> None:
        self.left = {name: list(_dice(step, name)) for name in DICE.values()}
        self.counts: dict[str, list[tuple[int, ...]]] = {}
        self.totals: list[int] = []

    def play(self, procedure: Procedure) -> Any:
        """The answer of a procedure; raises `ValueError` where dice are short."""
        run = Run.start(procedure)
        while run.pending is not None:
            question = run.pending
            if isinstance(question, Choose):
                run = run.answer(question.options[0])
                continue
            name = DICE[question.clause]
            faces = self.left[name][: run.needs]
            del self.left[name][: run.needs]
            if len(faces) < run.needs:
                raise ValueError(f"{name}: {run.needs} dice are wanted")
            if isinstance(question, Roll):
                got = self.counts.setdefault(name, [])
                got.append(question.sort(faces))
            elif name == "damage":
                self.totals.append(question.add(tuple(faces)))
            run = run.answer(tuple(faces))
        return run.value

    def sums(self, name: str) -> tuple[int, ...]:
        """All throws of a kind, band by band."""
        got = self.counts.get(name, [])
        return tuple(map(sum, zip(*got, strict=True))) if got else ()


def _dice(step: Given, name: str) -> list[int]:
    thrown = step.get(name, ())
    return [int(thrown)] if isinstance(thrown, int) else [int(face) for face in thrown]


def _upper(got: tuple[int, ...]) -> tuple[int, int]:
    """Successes and critical ones of a throw's bands."""
    if not got:
        return 0, 0
    return sum(got[1:]), got[-1] if len(got) > 1 else 0


def attack(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """A whole attack with dice told (WH-ATK-01)."""
    made = values.attack(bench, step)
    squad = values.squad(values.target_line(bench, step), made.ap)
    told = Told(step)
    after = told.play(Volley(made, squad, "blue"))
    hits, critical = _upper(told.sums("hit"))
    wounds, critical_wounds = _upper(told.sums("wound"))
    sure = critical if made.lethal else 0
    failed = _failed(told, made, squad)
    answer = {
        "hits": hits + critical * made.sustained,
        "critical_hits": critical,
        "wounds": wounds + sure,
        "critical_wounds": critical_wounds,
        "damaging": failed,
    }
    return bench, answer | _lost(squad, after)


def _failed(told: Told, made: Attack, squad: Squad) -> int:
    """Attacks that are not saved; all of them where no die saves."""
    saved = told.sums("save")
    if saved:
        return sum(saved[: len(thresholds(squad))])
    wounds, critical = _upper(told.sums("wound"))
    return wounds - (critical if made.devastating else 0)


def _lost(before: Squad, after: Squad) -> dict[str, Any]:
    return {
        "models_destroyed": before.models - after.models,
        "models_left": after.models,
        "wounds_lost": before.total - after.total,
    }


def saves(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """Save dice dealt to the groups, lowest first (WH-SAV-02)."""
    gun = values.weapon(bench, step)
    squad = values.squad(values.target_line(bench, step), gun.ap)
    faces = [int(face) for face in step["save"]]
    needs = thresholds(squad)
    thrown = Roll("WH-SAV-02", len(faces), tuple(n for n in needs if n < 7) or (6,)).sort(faces)
    counts = (len(faces),) if needs == (7,) else thrown[: len(needs)]
    told = Told(step)
    after = told.play(Deal(counts, needs, 0, gun.damage, squad))
    lost = {g.name: g.models - _left(after, g.name) for g in squad.groups}
    damaging = _damaging(faces, squad, told, gun.damage.bonus)
    answer = {"sorted": sorted(faces), "destroyed": lost, "damaging": damaging}
    return bench, answer | _lost(squad, after)


def _left(squad: Squad, name: str) -> int:
    return sum(group.models for group in squad.groups if group.name == name)


def _damaging(faces: Sequence[int], squad: Squad, told: Told, fixed: int) -> int:
    """How many dice fail for the group that is current when they are dealt."""
    rolled = list(told.totals)
    count = 0
    for face in sorted(faces):
        current = squad.current
        if current is None or face >= squad.groups[current].save:
            break
        count += 1
        squad = squad.take(rolled.pop(0) if rolled else max(1, fixed))
    return count


def from_wounds(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """An attack from its wound rolls on (WH-WPN-03)."""
    made = values.attack(bench, step)
    squad = values.squad(values.target_line(bench, step), made.ap)
    told = Told(step)
    needs = thresholds(squad)
    got = told.play(_Wounding(made, needs, len(step["wound"])))
    after = told.play(Deal(got[:-1], needs, got[-1], made.damage, squad))
    wounds, critical = _upper(told.sums("wound"))
    hurting = sum(got)
    dealt = sum(told.totals) if told.totals else hurting * max(1, made.damage.bonus)
    lost = _lost(squad, after)
    answer = {
        "wounds": wounds,
        "critical_wounds": critical,
        "damaging_normal": sum(got[:-1]),
        "wounds_lost_in_excess": dealt - lost["wounds_lost"],
    }
    return bench, answer | lost


class _Wounding:
    """Wound rolls and saves of some hits together."""

    def __init__(self, made: Attack, needs: tuple[int, ...], number: int) -> None:
        self.made, self.needs, self.number = made, needs, number

    def __hash__(self) -> int:
        return hash((self.made, self.needs, self.number))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Wounding) and vars(self) == vars(other)

    def ask(self) -> Any:
        """All hits together."""
        zero = (0,) * (len(self.needs) + 1)
        return Many(self.number, ToWound(self.made, self.needs, 1, 0), zero=zero)

    def take(self, got: tuple[int, ...]) -> Any:
        """Failed saves by band, devastating wounds last."""
        return Done(got)


def allocation_order(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """Whether groups may be ordered so (WH-SAV-01)."""
    line = values.target_line(bench, step)
    named = {g.name: g for g in (values.group_from(one, line) for one in line["groups"])}
    fault = order_fault([named[name] for name in step["order"]])
    if fault is None:
        return bench, {"allowed": True}
    return bench, {"allowed": False, "refused_by": ("WH-SAV-01",), "why": fault}


def mortal(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """Mortal wounds on models one by one (WH-MW-01)."""
    line = values.target_line(bench, step)
    listed = line["models"]
    if isinstance(listed, int):
        squad = values.squad(line)
    else:
        squad = Squad(tuple(_single(one, line) for one in listed))
    told = Told(step)
    asked = mortal_wounds(squad, int(step["number"]))
    after = asked.value if isinstance(asked, Done) else told.play(asked)
    left = {group.name: group.left if group.models else 0 for group in after.groups}
    return bench, {**left, **_lost(squad, after)}


def _single(line: Given, of: Given) -> Group:
    return values.group_from({**line, "models": 1}, of)


def hazard(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """Hazard rolls (WH-MW-02)."""
    line = values.target_line(bench, step) or merged_unit(bench, step)
    squad = values.squad(line)
    words = values.keywords(line)
    told = Told({**step, "hazard": step.get("hazard", step.get("roll", ()))})
    number = int(step.get("rolls", len(told.left["hazard"])))
    wounds = 3 if words & {"MONSTER", "VEHICLE"} else 1
    after = told.play(Hazards(number, wounds, squad))
    failed = told.sums("hazard")[0] if told.sums("hazard") else 0
    return bench, {"failed": failed, "mortal_wounds": failed * wounds} | _lost(squad, after)


def merged_unit(bench: Bench, step: Given) -> dict[str, Any]:
    """The `unit` of a case."""
    return values.merged(bench, step, "unit")


def battle_shock(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """A battle-shock roll (WH-MOR-01)."""
    need = int(str(values.told(bench, step, "Ld", 7)).rstrip("+"))
    passed = Told(step).play(Leadership(need))
    name = step.get("unit")
    if isinstance(name, str) and name in bench.state.units:
        unit = replace(bench.state.units[name], battle_shocked=not passed)
        bench = replace(bench, state=bench.state.put_unit(unit))
    return bench, {"passed": passed, "battle_shocked": not passed}


def shoot(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """Whether a model or unit may shoot a weapon at a unit; the shot is remembered (WH-SHO-09)."""
    from defilade.systems.wh40k.shooting import aim_of, shot_reasons
    from defilade.systems.wh40k.terms import Shooting

    by = models(bench, step["attacker"])
    gun = weapon_from(step.get("weapon") or bench.given.get("weapon") or {})
    way = Shooting(step["shooting"]) if "shooting" in step else None
    aims = [aim_of(bench.state, bench.rules, one, gun, step["target"], way=way) for one in by]
    best = min((shot_reasons(bench.state, bench.rules, aim) for aim in aims), key=len)
    if best:
        return bench, refused(best)
    unit = bench.state.units[by[0].unit]
    done = replace(unit, shot_turn=bench.state.turn, has_shot=True)
    return replace(bench, state=bench.state.put_unit(done)), {"allowed": True}


def end_turn(bench: Bench, step: Given) -> tuple[Bench, Answer]:
    """The next player's turn; objectives are settled first (WH-OBJ-02, WH-RND-01)."""
    from defilade.systems.wh40k.turns import next_turn

    state = settled(bench.state, bench.rules)
    for _ in range(int(step.get("turns", 1))):
        state = next_turn(state)
    return replace(bench, state=state), {"turn": state.turn, "round": state.battle_round}


def end_phase(bench: Bench, _step: Given) -> tuple[Bench, Answer]:
    """Objectives at the end of a phase (WH-OBJ-02)."""
    state = settled(bench.state, bench.rules)
    held = {name: one.controller for name, one in state.objectives.items()}
    return replace(bench, state=state), {"controllers": held}


def control(bench: Bench, step: Given) -> Answer:
    """Who controls an objective: by the models told, or by those on the table (WH-OBJ-02)."""
    told = bench.given.get("in_area") or step.get("in_area")
    secured = step.get("secured_by", bench.given.get("secured_by"))
    if told is None:
        name = step.get("objective", next(iter(bench.state.objectives)))
        found = levels(bench.state, bench.rules, bench.state.objectives[name])
        secured = secured or bench.state.objectives[name].secured_by
    else:
        found = _told_levels(told, {**(step.get("change") or {})})
    return {**found, "controller": controller(found, secured)}


def _told_levels(told: Given, change: dict[str, Any]) -> dict[str, int]:
    """Levels of sides from lines of OC and models; `red_models`, `red_battle_shocked` change."""
    found: dict[str, int] = {}
    for side, lines in told.items():
        total = 0
        for k, line in enumerate(lines):
            number = line.get("models", 1)
            if k == 0:
                number = change.pop(f"{side}_models", number)
            shocked = line.get("battle_shocked") or change.get(f"{side}_battle_shocked")
            worth = line.get("OC", 0)
            total += 0 if shocked or not isinstance(worth, int) else worth * int(number)
        change.pop(f"{side}_battle_shocked", None)
        found[side] = total
    if change:
        raise ValueError(f"change: {', '.join(change)} is not known")
    return found


def half(bench: Bench, step: Given) -> Answer:
    """Whether a unit is at or below half strength: on the table or by numbers (WH-MOR-02)."""
    if step.get("unit") in bench.state.units:
        found = half_strength(bench.state, bench.state.units[step["unit"]])
    else:
        start = int(values.told(bench, step, "starting_strength", values.told(bench, step, "W", 1)))
        left = int(values.told(bench, step, "models_left", values.told(bench, step, "left", start)))
        found = (2 * left > start) - (2 * left < start)
    return {"below": found < 0, "at": found == 0, "at_or_below": found <= 0, "tests": found <= 0}


ATTACKS: Mapping[str, Action] = {
    "attack": attack,
    "saves": saves,
    "attack_from_wounds": from_wounds,
    "allocation_order": allocation_order,
    "mortal_wounds": mortal,
    "hazard": hazard,
    "battle_shock": battle_shock,
    "shoot": shoot,
    "end_turn": end_turn,
    "end_phase": end_phase,
}
MORE_QUERIES: Mapping[str, Callable[[Bench, Given], Answer]] = {
    "control": control,
    "half_strength": half,
}
