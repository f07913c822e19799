"""The adapter that runs worked cases: opens them, does their steps, yields their words.

Knows the shape of a step; queries, actions and odds are in the files beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from defilade.dice import DiceError
from defilade.systems.wh40k.bench_attacks import ATTACKS, MORE_QUERIES
from defilade.systems.wh40k.bench_moves import MOVES
from defilade.systems.wh40k.bench_odds import ODDS
from defilade.systems.wh40k.bench_queries import QUERIES
from defilade.systems.wh40k.bench_reach import REACH
from defilade.systems.wh40k.bench_state import Bench, area_from, opened, with_units, without
from defilade.systems.wh40k.options import with_options

ACTIONS: Mapping[str, Any] = {**MOVES, **ATTACKS}
ALL_QUERIES: Mapping[str, Any] = {**MORE_QUERIES, **REACH, **ODDS, **QUERIES}


class Wh40kBench:
    """Runs the steps of cases in the vocabulary of `cases/warhammer40k.yaml`."""

    tolerance = 1e-6

    def open(self, case: Mapping[str, Any]) -> Bench:
        """The bench a case's `given` and `options` describe."""
        return opened(case)

    def step(self, state: Bench, step: Mapping[str, Any]) -> tuple[Bench, Mapping[str, Any]]:
        """Do one step; raises `ValueError` for words that are not in the vocabulary.

        `options`, `without`, `turn`, `add_units` and `add_terrain` hold for this step alone.
        """
        acting = for_step(state, step)
        verb = str(step.get("query") or step.get("action"))
        try:
            if "query" in step:
                query = ALL_QUERIES.get(verb)
                if query is None:
                    raise ValueError(f"no query {verb!r}: {', '.join(ALL_QUERIES)}")
                return state, query(acting, step)
            action = ACTIONS.get(verb)
            if action is None:
                raise ValueError(f"no action {verb!r}: {', '.join(ACTIONS)}")
            after, answer = action(acting, step)
        except DiceError as error:
            raise ValueError(str(error)) from error
        except KeyError as error:
            raise ValueError(f"{verb}: {error} is missing or unknown") from error
        return replace(after, rules=state.rules), answer

    def fresh(self, case: Mapping[str, Any], step: Mapping[str, Any]) -> bool:
        """Steps are independent unless the case is a sequence."""
        return bool(step.get("fresh", not case.get("sequence", False)))


def for_step(bench: Bench, step: Mapping[str, Any]) -> Bench:
    """The bench as one step sees it."""
    rules = with_options(bench.rules, step.get("options") or {})
    state = bench.state
    left_out = step.get("without") or ()
    state = without(state, [left_out] if isinstance(left_out, str) else left_out)
    if "turn" in step:
        state = replace(state, turn=int(step["turn"]))
    for line in step.get("add_terrain") or ():
        state = replace(state, areas=state.areas.put(line["id"], area_from(line)))
    state = with_units(state, step.get("add_units") or ())
    return Bench(state, rules, bench.given)
