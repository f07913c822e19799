"""The adapter that runs worked cases of Conquest.

Knows which word of a step is an action, a query, an event or odds; each is answered in a file
of its own. What is not in the vocabulary is a `ValueError` that names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defilade.dice import DiceError
from defilade.systems.conquest.bench_actions import ACTIONS
from defilade.systems.conquest.bench_events import EVENTS
from defilade.systems.conquest.bench_odds import ODDS
from defilade.systems.conquest.bench_queries import QUERIES
from defilade.systems.conquest.bench_state import Bench, opened

ORDINALS = ("first", "second", "third", "fourth")


class ConquestBench:
    """`systems.protocol.CaseBench` for the vocabulary of the case file's head."""

    tolerance = 0.001
    spare = frozenset({"cause", "compare", "target"})
    """Words that some steps carry for their readers."""

    def open(self, case: Mapping[str, Any]) -> Bench:
        """The table or the numbers that a case gives."""
        return opened(case)

    def step(self, state: Bench, step: Mapping[str, Any]) -> tuple[Bench, Mapping[str, Any]]:
        """Do one step, or a sequence of them."""
        if "sequence" in step:
            return self._sequence(state, step["sequence"])
        try:
            return self._one(state, step)
        except DiceError as error:
            raise ValueError(str(error)) from error

    def _one(self, state: Bench, step: Mapping[str, Any]) -> tuple[Bench, Mapping[str, Any]]:
        query, action = step.get("query"), step.get("action")
        if query == "odds":
            return state, _looked_up(ODDS, action, "odds")(state, step)
        if query is not None:
            return state, _looked_up(QUERIES, query, "query")(state, step)
        acts = (EVENTS, step["event"], "event") if "event" in step else (ACTIONS, action, "action")
        after: tuple[Bench, Mapping[str, Any]] = _looked_up(*acts)(state, step)
        return after

    def _sequence(self, state: Bench, steps: Any) -> tuple[Bench, Mapping[str, Any]]:
        """Steps one after another: the answer of the last, and of each by its place."""
        told: dict[str, Any] = {}
        answer: Mapping[str, Any] = {}
        for number, one in enumerate(steps):
            state, answer = self.step(state, one)
            place = ORDINALS[number] if number < len(ORDINALS) else f"step_{number + 1}"
            told |= {f"{place}_{key}": value for key, value in answer.items()}
            goal = one.get("occupy") or one.get("seeking")
            if f"gap_to_{goal}" in answer:
                told[f"gap_after_{place}"] = answer[f"gap_to_{goal}"]
            if answer.get("legal") is False:
                break
        return state, {**answer, **told}

    def fresh(self, case: Mapping[str, Any], step: Mapping[str, Any]) -> bool:
        """Whether a step starts again from `given`."""
        del case
        return bool(step.get("fresh", False))


def _looked_up(table: Mapping[str, Any], word: Any, kind: str) -> Any:
    found = table.get(str(word))
    if found is None:
        raise ValueError(f"no {kind} {word!r}: {', '.join(table)}")
    return found
