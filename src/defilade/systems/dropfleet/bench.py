"""The adapter that runs worked cases: opens them, does their steps, yields their words.

Knows the shape of a step; queries, actions and odds are in the files beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from defilade.dice import DiceError
from defilade.systems.dropfleet.bench_actions import ACTIONS
from defilade.systems.dropfleet.bench_odds import ODDS
from defilade.systems.dropfleet.bench_queries import QUERIES
from defilade.systems.dropfleet.bench_state import (
    Bench,
    back_to_own_orders,
    opened,
    under_orders,
)
from defilade.systems.dropfleet.options import with_options


class DropfleetBench:
    """Runs the steps of cases in the vocabulary of `cases/dropfleet.yaml`."""

    tolerance = 0.01
    spare = frozenset({"by", "to", "weapon"})
    """Words that some steps carry for their readers."""

    def open(self, case: Mapping[str, Any]) -> Bench:
        """The bench a case's `given` and `options` describe."""
        return opened(case)

    def step(self, state: Bench, step: Mapping[str, Any]) -> tuple[Bench, Mapping[str, Any]]:
        """Do one step; raises `ValueError` for words that are not in the vocabulary.

        `orders` and `options` hold for this step alone.
        """
        rules = with_options(state.rules, step.get("options") or {})
        verb = step.get("action") or step.get("query")
        own = verb == "begin_activation"
        acting = Bench(state.state if own else under_orders(state.state, step), rules)
        try:
            if "query" in step:
                return state, self._asked(acting, str(verb), step)
            after, answer = ACTIONS[str(verb)](acting, step)
        except DiceError as error:
            raise ValueError(str(error)) from error
        kept = after.state if own else back_to_own_orders(state.state, after.state)
        if answer.get("verdict") == "refused":
            return state, answer
        return replace(after, state=kept, rules=state.rules), answer

    @staticmethod
    def _asked(bench: Bench, verb: str, step: Mapping[str, Any]) -> Mapping[str, Any]:
        query = QUERIES.get(verb) or ODDS.get(verb)
        if query is None:
            raise ValueError(f"no query {verb!r}: {', '.join([*QUERIES, *ODDS])}")
        return query(bench, step)

    def fresh(self, case: Mapping[str, Any], step: Mapping[str, Any]) -> bool:
        """Whether a step starts again from `given`."""
        del case
        return bool(step.get("fresh", False))
