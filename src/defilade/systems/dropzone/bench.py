"""The case adapter of Dropzone: runs worked cases in the vocabulary of their file's head.

Knows how a case opens and which kind of step is which.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defilade.systems.dropzone.bench_actions import act
from defilade.systems.dropzone.bench_queries import ask
from defilade.systems.dropzone.bench_values import BenchState, opened


class DropzoneBench:
    """Opens cases and does their steps; measured numbers may be off by a thousandth."""

    tolerance: float = 1e-3
    spare = frozenset({"damage_dice", "objective", "side"})
    """Words that some steps carry for their readers."""

    def open(self, case: Mapping[str, Any]) -> BenchState:
        """The state that a case's `given` describes; raises `ValueError`."""
        return opened(case.get("given", {}), case.get("options", {}))

    def step(
        self, state: BenchState, step: Mapping[str, Any]
    ) -> tuple[BenchState, Mapping[str, Any]]:
        """Do one step: an action or a query."""
        if "action" in step:
            return act(state, step)
        if "query" in step:
            return state, ask(state, step)
        raise ValueError(f"a step is an action or a query, not {sorted(step)}")

    def fresh(self, case: Mapping[str, Any], _step: Mapping[str, Any]) -> bool:
        """Whether the steps of a case are alternatives."""
        return bool(case.get("each_from_given"))
