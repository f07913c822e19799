"""Events of worked cases: a Regiment destroyed or wounded, and the reactions that follow.

Knows the case file's words for choices; judges them by the rules of `wiped`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from defilade.systems.conquest.aftermath import hurt
from defilade.systems.conquest.bench_answers import Answer, Step, standing, verdict
from defilade.systems.conquest.bench_state import Bench, regiment_named
from defilade.systems.conquest.refusals import no
from defilade.systems.conquest.state import State
from defilade.systems.conquest.steps import Toll
from defilade.systems.conquest.turn import next_turn
from defilade.systems.conquest.wiped import Vacancy, taken, taker_reasons
from defilade.systems.conquest.wounds import wounded

Outcome = tuple[Bench, Answer]


def event_destroyed(bench: Bench, step: Step) -> Outcome:
    """A Regiment is gone, by whatever means (CQ-WIP-01)."""
    regiment = regiment_named(bench.state, str(step["regiment"]))
    all_of_it = sum(regiment.models) * max(1, regiment.profile.wounds)
    return _harmed(bench, step, Toll(all_of_it))


def event_wounds(bench: Bench, step: Step) -> Outcome:
    """Wounds fall, with those of a Morale test already counted."""
    return _harmed(bench, step, Toll(int(step["wounds"]), int(step.get("morale_wounds", 0))))


def _harmed(bench: Bench, step: Step, toll: Toll) -> Outcome:
    name = str(step["regiment"])
    before = regiment_named(bench.state, name)
    state, vacancy = hurt(bench.state, name, toll)
    after = state.regiments[name]
    counted = wounded(before, toll.total)
    answer: Answer = {
        **standing(state, name),
        **verdict(()),
        "stands_lost": before.stands - counted.stands,
        "shattered": after.destroyed and not counted.destroyed,
        "destroyed": after.destroyed,
    }
    if vacancy is None:
        return replace(bench, state=state), answer
    reacted, told = _reaction(replace(bench, state=state), step, vacancy)
    return reacted, answer | told


def _reaction(bench: Bench, step: Step, vacancy: Vacancy) -> Outcome:
    choices = step.get("choices") or {}
    taker = choices.get("occupy")
    before = bench.state
    open_to_all = taken(before, bench.rules, vacancy, None).free_reforms
    against = []
    if isinstance(taker, list):
        against.append(no("CQ-WIP-05", "only_one"))
        taker = taker[0] if taker else None
    if taker is not None:
        against += taker_reasons(before, bench.rules, vacancy, str(taker))
    state = before if against else taken(before, bench.rules, vacancy, taker)
    wished = [str(n) for n in choices.get("reform") or ()]
    for one in wished:
        if one not in (open_to_all if against else state.free_reforms):
            against.append(no("CQ-WIP-06", "may_not_reform", regiment=one))
    answer = verdict(against) | {"may_reform": list(open_to_all)}
    if against:
        return bench, answer
    answer |= {
        "occupied_this_turn": {n: sorted(r.occupied) for n, r in state.regiments.items()},
        "actions_left": {n: r.actions_left for n, r in state.regiments.items()},
        "actions_spent": _spent(bench, state, taker),
        "reformed": wished,
        "may_reform": list(state.free_reforms),
        **{f"occupant_of_{t.id}": t.occupant for t in state.terrain.values()},
    }
    return replace(bench, state=state), answer


def _spent(bench: Bench, state: State, taker: str | None) -> int:
    """Actions that the taker used for it: none are counted as used (CQ-WIP-03)."""
    if taker is None:
        return 0
    before = bench.state.regiments[str(taker)].used
    after = state.regiments[str(taker)].used
    return len(after) - len(before)


def event_next_turn(bench: Bench, step: Step) -> Outcome:
    """A new Turn."""
    state = next_turn(bench.state)
    name = step.get("regiment")
    for one in state.regiments.values():
        state = state.change(one.id, actions_left=2)
    answer = standing(state, str(name)) if name else {}
    return replace(bench, state=state), {**answer, **verdict(()), "turn": state.turn}


EVENTS: dict[str, Callable[[Bench, Step], Outcome]] = {
    "destroyed": event_destroyed,
    "wounds": event_wounds,
    "next_turn": event_next_turn,
}
"""Events by their word."""
