"""Routes that ask about a table: checks, rulings, surveys, actions, odds, pictures."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from defilade.server import bodies, documents, examples
from defilade.server.openapi import answers
from defilade.server.problems import trouble
from defilade.server.routes.common import TheOffice, on_table, sent, values_of, while_there
from defilade.server.work.pool import Lane

router = APIRouter(tags=["asking"], responses=answers())


@router.post("/check", response_model=documents.Checked, summary="Check a battle")
async def check(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.Check, Body(openapi_examples=examples.CHECK)],
) -> Response:
    """Whether a battle can be played, and everything that is wrong with it, with places."""
    battle = await office.battle(values_of(body)["battle"])
    return sent(await while_there(request, office.ask("check", {"battle": battle})))


@router.post("/ruling", responses=answers("Ruling"), summary="Ask one question")
async def ruling(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskRuling, Body(openapi_examples=examples.RULING)],
) -> Response:
    """May it, does it, and which rule says so: one of the five questions.

    With all its readings, also where a game has them only for single questions.
    """
    asked = values_of(body)
    wanted = {"questions": [asked["question"]], "single": True}
    return await on_table(request, office, "rulings", asked["battle"], wanted)


@router.post("/rulings", response_model=documents.Rulings, summary="Ask several questions")
async def rulings(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskRulings, Body(openapi_examples=examples.RULINGS)],
) -> Response:
    """The rulings on several questions about one table, in their order."""
    asked = values_of(body)
    if len(asked["questions"]) > office.limits.questions:
        raise trouble("invalid", f"{office.limits.questions} questions are allowed.")
    wanted = {"questions": asked["questions"]}
    return await on_table(request, office, "rulings", asked["battle"], wanted)


@router.post("/survey", response_model=documents.Survey, summary="Survey a piece")
async def survey(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskSurvey, Body(openapi_examples=examples.SURVEY)],
) -> Response:
    """Everything that one piece can do or suffer now, the most useful first."""
    asked = values_of(body)
    wanted = {"piece": asked["piece"], "odds": asked["odds"]}
    seconds = office.limits.survey_seconds
    return await on_table(
        request, office, "survey", asked["battle"], wanted, lane=Lane.LONG, seconds=seconds
    )


@router.post("/actions", response_model=documents.Actions, summary="List actions")
async def actions(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskTable, Body(openapi_examples=examples.TABLE)],
) -> Response:
    """What may be done now. Where the legal actions are endless, as moves are, a selection."""
    return await on_table(request, office, "actions", values_of(body)["battle"], {})


@router.post("/odds", responses=answers("Odds"), summary="Reckon odds")
async def odds(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskOdds, Body(openapi_examples=examples.ODDS)],
) -> Response:
    """What may come of an action: exactly, or sampled where that is asked for.

    A question that takes too long is stopped, and so is one whose asker goes away.
    """
    asked = values_of(body)
    sample = asked["sample"]
    if sample is not None and sample["trials"] > office.limits.trials:
        raise trouble("invalid", f"{office.limits.trials:,} trials are allowed.")
    battle = asked.pop("battle")
    seconds = office.limits.odds_seconds
    return await on_table(request, office, "odds", battle, asked, lane=Lane.LONG, seconds=seconds)
