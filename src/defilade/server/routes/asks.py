"""Routes that ask about a table: checks, rulings, surveys, actions, odds, pictures."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response
from pydantic import BaseModel

from defilade.server import bodies, documents, examples
from defilade.server.office import Office
from defilade.server.openapi import Responses, answers
from defilade.server.problems import trouble
from defilade.server.routes.common import TheOffice, sent, while_there
from defilade.server.work.pool import Lane

router = APIRouter(tags=["asking"], responses=answers())

_SVG: Responses = {
    200: {"description": "SVG", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}


@router.post("/check", response_model=documents.Checked, summary="Check a battle")
async def check(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.Check, Body(openapi_examples=examples.CHECK)],
) -> Response:
    """Whether a battle can be played, and everything that is wrong with it, with places."""
    battle = await office.battle(_values(body)["battle"])
    return sent(await while_there(request, office.ask("check", {"battle": battle})))


@router.post("/ruling", responses=answers("Ruling"), summary="Ask one question")
async def ruling(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskRuling, Body(openapi_examples=examples.RULING)],
) -> Response:
    """May it, does it, and which rule says so: one of the five questions."""
    asked = _values(body)
    wanted = {"questions": [asked["question"]], "single": True}
    return await _on(request, office, "rulings", asked["battle"], wanted)


@router.post("/rulings", response_model=documents.Rulings, summary="Ask several questions")
async def rulings(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskRulings, Body(openapi_examples=examples.RULINGS)],
) -> Response:
    """The rulings on several questions about one table, in their order."""
    asked = _values(body)
    if len(asked["questions"]) > office.limits.questions:
        raise trouble("invalid", f"{office.limits.questions} questions are allowed.")
    wanted = {"questions": asked["questions"]}
    return await _on(request, office, "rulings", asked["battle"], wanted)


@router.post("/survey", response_model=documents.Survey, summary="Survey a piece")
async def survey(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskSurvey, Body(openapi_examples=examples.SURVEY)],
) -> Response:
    """Everything that one piece can do or suffer now, the most useful first."""
    asked = _values(body)
    wanted = {"piece": asked["piece"], "odds": asked["odds"]}
    seconds = office.limits.survey_seconds
    return await _on(
        request, office, "survey", asked["battle"], wanted, lane=Lane.LONG, seconds=seconds
    )


@router.post("/actions", response_model=documents.Actions, summary="List actions")
async def actions(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskTable, Body(openapi_examples=examples.TABLE)],
) -> Response:
    """What may be done now. Where the legal actions are endless, as moves are, a selection."""
    return await _on(request, office, "actions", _values(body)["battle"], {})


@router.post("/odds", responses=answers("Odds"), summary="Reckon odds")
async def odds(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskOdds, Body(openapi_examples=examples.ODDS)],
) -> Response:
    """What may come of an action: exactly, or sampled where that is asked for.

    A question that takes too long is stopped, and so is one whose asker goes away.
    """
    asked = _values(body)
    sample = asked["sample"]
    if sample is not None and sample["trials"] > office.limits.trials:
        raise trouble("invalid", f"{office.limits.trials:,} trials are allowed.")
    battle = asked.pop("battle")
    seconds = office.limits.odds_seconds
    return await _on(request, office, "odds", battle, asked, lane=Lane.LONG, seconds=seconds)


@router.post("/scene", response_model=documents.SceneOf, summary="What stands where")
async def scene(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskTable, Body(openapi_examples=examples.TABLE)],
) -> Response:
    """What stands where, said neutrally, for drawing."""
    return await _on(request, office, "scene", _values(body)["battle"], {})


@router.post("/svg", responses=answers() | _SVG, response_class=Response, summary="Draw")
async def svg(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskPicture, Body(openapi_examples=examples.PICTURE)],
) -> Response:
    """The table as a picture, with what the ruling on a question rests on."""
    asked = _values(body)
    battle = asked.pop("battle")
    return await _on(request, office, "svg", battle, asked)


async def _on(
    request: Request,
    office: Office,
    job: str,
    battle: dict[str, Any],
    asked: dict[str, Any],
    *,
    lane: Lane = Lane.QUICK,
    seconds: float = 0,
) -> Response:
    work = office.on(battle, job, asked, lane=lane, seconds=seconds)
    return sent(await while_there(request, work))


def _values(body: BaseModel) -> dict[str, Any]:
    return body.model_dump(mode="json")
