"""Exact odds of a prospect's measures, each of the smallest procedure that tells it.

Knows prospects, measures and odds; never any particular system.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defilade.dice import BUDGET, Odds, Procedure, odds
from defilade.systems.protocol import Measure, Policy, Prospect


def measured_odds(
    prospect: Prospect,
    policy: Mapping[str, Policy] | None = None,
    *,
    exact: bool = False,
    budget: int = BUDGET,
) -> tuple[tuple[Measure, Odds[Any]], ...]:
    """Each measure with its distribution, in floats or, if `exact`, in fractions.

    The same as reading all of them off the joint odds, which may be far larger. Raises
    `OpenChoice`, and `BudgetSpent` where one procedure takes more work than the budget.
    """
    asked = [measure.alone or prospect.procedure for measure in prospect.measures]
    found: dict[Procedure, Odds[Any]] = {
        procedure: odds(procedure, policy=policy, exact=exact, budget=budget)
        for procedure in dict.fromkeys(asked)
    }
    return tuple(
        (measure, found[procedure].map(measure.of))
        for measure, procedure in zip(prospect.measures, asked, strict=True)
    )
