"""The job that reckons odds, exactly or by sampling, and what may be in its way.

Knows procedures, policies and budgets; what an action does is the system's.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from defilade.dice import BudgetSpent, Odds, OpenChoice, Sampled, sample
from defilade.formats.odds import odds_json
from defilade.formats.rulings import refusal_json
from defilade.game import Ambiguous, NotUnderstood, Refusal, Rejection
from defilade.server.problems import trouble
from defilade.server.work.answer import Answer, answer
from defilade.server.work.desk import Desk
from defilade.systems.measuring import measured_odds
from defilade.systems.protocol import Measure, Policy, Prospect, System


def odds_of(asked: Mapping[str, Any], desk: Desk) -> Answer:
    """What may come of an action."""
    opened = desk.opened(asked["battle"])
    system, text = opened.system, asked["action"]
    action = system.read_action(text, opened.table)
    if isinstance(action, NotUnderstood | Ambiguous):
        refuse(action, system)
    prospect = system.prospect(action, opened.table)
    if isinstance(prospect, Rejection):
        refuse(prospect, system)
    policy = _policy(asked["policy"], system)
    return answer(
        odds_json(
            _found(prospect, policy, asked, desk),
            system=system.name,
            action=system.write_action(action),
            notes=prospect.notes,
            wording=system.wording,
        )
    )


def refuse(refusal: Refusal, system: System) -> NoReturn:
    """The problem of an action that is not carried out, with the refusal in it."""
    told = refusal_json(refusal, wording=system.wording)
    match refusal:
        case Rejection():
            says = " ".join(f"{r['says']} [{r['clause']}]" for r in told["reasons"])
            raise trouble("refused", says, refusal=told)
        case NotUnderstood():
            wanted = ", ".join(refusal.wanted[:12])
            detail = f"At character {refusal.position + 1} there should be: {wanted}."
            raise trouble("not-understood", detail, refusal=told)
        case Ambiguous():
            detail = f"It may be: {'; '.join(refusal.candidates[:12])}."
            raise trouble("ambiguous", detail, refusal=told)


def _policy(name: str, system: System) -> Mapping[str, Policy]:
    if name in system.policies:
        return system.policies[name]
    known = sorted(system.policies)
    near = get_close_matches(name, known, n=1)
    raise trouble(
        "no-odds",
        f"There is no policy {name!r}; there are {', '.join(known)}.",
        known=known,
        near=near[0] if near else None,
    )


def _found(
    prospect: Prospect, policy: Mapping[str, Policy], asked: Mapping[str, Any], desk: Desk
) -> tuple[tuple[Measure, Odds[Any] | Sampled[Any]], ...]:
    """Each measure with its distribution: exact, or sampled where that is asked for."""
    sampling = asked["sample"]
    try:
        if sampling is None:
            budget = desk.limits.budget
            return measured_odds(prospect, policy, exact=asked["exact"], budget=budget)
        drawn = sample(prospect.procedure, sampling["trials"], sampling["seed"], policy=policy)
    except BudgetSpent as error:
        detail = f"{error.budget:,} are allowed. Ask for a sample instead."
        raise trouble("too-many-states", detail, budget=error.budget) from None
    except OpenChoice as error:
        choice = error.question
        detail = f"{choice.player} must choose ({choice.kind}); name a policy that can."
        raise trouble("open-choice", detail, clause=choice.clause, choice=choice.kind) from None
    return tuple((measure, drawn.map(measure.of)) for measure in prospect.measures)
