"""The adapter that runs worked cases: opens them, does their steps, yields their words.

Knows the shape of a step; queries, actions and odds are in the files beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defilade.dice import DiceError
from defilade.systems.greatwar.bench_actions import ACTIONS
from defilade.systems.greatwar.bench_odds import ask
from defilade.systems.greatwar.bench_queries import QUERIES
from defilade.systems.greatwar.bench_state import Bench, opened, with_config


class GreatWarBench:
    """Runs the steps of cases in the vocabulary of `cases/greatwar.yaml`."""

    tolerance = 1e-9
    spare = frozenset({"action", "path", "unit"})
    """Words that some steps carry for their readers."""

    def open(self, case: Mapping[str, Any]) -> Bench:
        """The bench a case's `given` describes."""
        return opened(case)

    def step(self, state: Bench, step: Mapping[str, Any]) -> tuple[Bench, Mapping[str, Any]]:
        """Do one step; raises `ValueError` for words that are not in the vocabulary.

        `config` of a step holds for this step alone. A set-up that cannot be answers every
        step with the clause that it breaks.
        """
        if state.error is not None:
            return state, {"verdict": "error", "error_by": state.error}
        acting = with_config(state, step.get("config") or {})
        try:
            if "query" in step:
                return state, self._asked(acting, step)
            verb = str(step.get("action"))
            if verb not in ACTIONS:
                raise ValueError(f"no action {verb!r}: {', '.join(ACTIONS)}")
            after, answer = ACTIONS[verb](acting, step)
        except DiceError as error:
            raise ValueError(str(error)) from error
        return (state if answer.get("verdict") == "refused" else after), answer

    @staticmethod
    def _asked(bench: Bench, step: Mapping[str, Any]) -> Mapping[str, Any]:
        verb = str(step["query"])
        if verb == "odds":
            return ask(bench, step)
        if verb not in QUERIES:
            raise ValueError(f"no query {verb!r}: {', '.join([*QUERIES, 'odds'])}")
        return QUERIES[verb](bench, step)

    def fresh(self, case: Mapping[str, Any], step: Mapping[str, Any]) -> bool:
        """Whether a step starts again from `given`."""
        del case
        return bool(step.get("fresh", False))
