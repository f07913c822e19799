"""An action typed in, its odds and its throws: what `odds`, `roll`, `play` and `demo` share.

Knows sessions, prospects and policies by name; leaves with the right words where an action
is not understood, not allowed or not the only one.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from defilade.cli.exits import Code, left
from defilade.cli.screen import Screen
from defilade.cli.telling import tell_refusal
from defilade.game import Ambiguous, NotUnderstood, Refusal, Rejection

if TYPE_CHECKING:
    from defilade.cli.loading import Opened
    from defilade.dice import Odds, Sampled
    from defilade.systems.protocol import Measure, Policy, Prospect, System


def action_of(text: str, opened: Opened, screen: Screen) -> Any:
    """The action a text names; leaves where it names none or several."""
    action = opened.system.read_action(text, opened.table)
    if isinstance(action, NotUnderstood | Ambiguous):
        refused(action, opened.system, screen)
    return action


def prospect_of(action: Any, opened: Opened, screen: Screen) -> Prospect:
    """The odds procedure of an action; leaves where the rules refuse it."""
    prospect = opened.system.prospect(action, opened.table)
    if isinstance(prospect, Rejection):
        refused(prospect, opened.system, screen)
    return prospect


def refused(refusal: Refusal, system: System, screen: Screen) -> NoReturn:
    """Say why an action will not do, and leave: 1 for a refusal by the rules, else 2."""
    from defilade.formats.rulings import refusal_json

    if screen.as_json:
        screen.emit(refusal_json(refusal, wording=system.wording))
    else:
        tell_refusal(refusal, system, screen)
    raise left(Code.NO if isinstance(refusal, Rejection) else Code.USAGE)


def policy_of(name: str, system: System, screen: Screen) -> Mapping[str, Policy]:
    """A policy of the system by name; leaves naming those there are."""
    if name not in system.policies:
        near = get_close_matches(name, system.policies, n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        known = ", ".join(sorted(system.policies))
        screen.complain(f"--policy {name}: {system.name} has {known}{meant}")
        raise left(Code.USAGE)
    return system.policies[name]


Found: TypeAlias = "tuple[tuple[Measure, Odds[Any] | Sampled[Any]], ...]"
"""Each measure with its distribution."""


def found_of(
    prospect: Prospect,
    policy: Mapping[str, Policy],
    *,
    exact: bool = False,
    trials: int | None = None,
    seed: str | None = None,
    budget: int | None = None,
) -> Found:
    """What a prospect's measures come to: exact, or sampled if trials are given.

    Raises `OpenChoice` and `BudgetSpent` of the dice engine.
    """
    from defilade.dice import BUDGET, sample
    from defilade.systems.measuring import measured_odds

    if trials is None:
        return measured_odds(prospect, policy, exact=exact, budget=budget or BUDGET)
    assert seed is not None  # whoever samples has a seed
    result = sample(prospect.procedure, trials, seed, policy=policy)
    return tuple((measure, result.map(measure.of)) for measure in prospect.measures)
