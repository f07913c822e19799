"""Surveys: everything that one piece can do or suffer now, as rows and as JSON values.

Knows views and what a reader wants to see of each at a glance: its tone, whom it is about, the
action that it stands for. Which rows there are is for the system. Schema: `survey-1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, assert_never

from defilade.dice import Odds
from defilade.formats.odds import odds_json
from defilade.formats.rulings import ruling_json
from defilade.formats.tones import Tone, tone_of
from defilade.game import Ambiguous, NotUnderstood
from defilade.ruling import (
    Cover,
    Entry,
    Firing,
    Movement,
    Permission,
    Question,
    Ruling,
    Sight,
    Weight,
)
from defilade.systems.protocol import BriefSurvey, Measure, Prospect, System, View
from defilade.table import Table

FORMAT = "defilade.survey"
VERSION = 1

Found: TypeAlias = tuple[tuple[Measure, Odds[Any]], ...]
Reckon: TypeAlias = Callable[[Prospect], Found | None]
"""The odds of a prospect's measures, or None where they are not to be had."""


@dataclass(frozen=True, slots=True)
class Row:
    """One view of a survey with what is read off it.

    `target` is who or what it is about besides the piece; `action` what the piece, or the one
    that may attack it, would do, in the game's notation.
    """

    view: View
    tone: Tone
    target: str | None
    action: str | None
    found: Found | None


def surveyed(
    piece: str,
    table: Table[Any],
    system: System,
    *,
    reckon: Reckon | None = None,
    brief: bool = False,
) -> Iterator[Row]:
    """The rows of a survey in the system's order; raises `KeyError` for a name of nobody.

    A `brief` one leaves out what takes long, where the system says what that is.
    """
    if brief and isinstance(system, BriefSurvey):
        views = system.brief(piece, table)
    else:
        views = system.survey(piece, table)
    mine = _names(piece, views, table, system)
    for view in views:
        prospect = view.prospect
        yield Row(
            view,
            tone_of(view.ruling.verdict),
            _target(view.ruling.question, mine),
            _action(view.ruling, table, system),
            reckon(prospect) if reckon is not None and prospect is not None else None,
        )


def survey_json(piece: str, rows: Iterable[Row], system: System) -> dict[str, Any]:
    """A survey as JSON values."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "system": system.name,
        "piece": piece,
        "views": [row_json(row, system) for row in rows],
    }


def row_json(row: Row, system: System) -> dict[str, Any]:
    """One row as JSON values; `odds` is null where there are none or none were found."""
    ruling, prospect = row.view.ruling, row.view.prospect
    odds = None
    if row.found is not None and prospect is not None:
        odds = odds_json(
            row.found,
            system=system.name,
            action=row.action or "",
            notes=prospect.notes,
            wording=system.wording,
        )
    return {
        "ruling": ruling_json(ruling, system=system.name, wording=system.wording),
        "odds": odds,
        "tone": row.tone.value,
        "target": row.target,
        "action": row.action,
        "summary": _summary(row, system),
    }


def _names(piece: str, views: Iterable[View], table: Table[Any], system: System) -> frozenset[str]:
    """The names by which questions call the piece: its own, or that of its unit."""
    if any(piece in _ends(view.ruling.question) for view in views):
        return frozenset({piece})
    units = {each.unit for each in system.scene(table).pieces if each.id == piece}
    return frozenset({piece, *units})


def _ends(question: Question) -> tuple[str, str | None]:
    match question:
        case Movement(piece):
            return (piece, None)
        case Entry(piece, place):
            return (piece, place)
        case Sight(by, at) | Cover(by, at) | Firing(by, at):
            return (by, at)
        case _ as never:
            assert_never(never)


def _target(question: Question, mine: frozenset[str]) -> str | None:
    first, second = _ends(question)
    return second if first in mine else first


_WRITTEN = (
    "fire {by} -> {at} with {weapon}",
    "shoot {by} -> {at} with {weapon}",
    "{weapon} {by} -> {at}",
    "{weapon} {by}",
    "fire {by} -> {at}",
)
"""Ways in which games write an attack; a way of attacking may be the verb itself."""


def _action(ruling: Ruling, table: Table[Any], system: System) -> str | None:
    """The attack that a question asks about, where it may be made, as the game reads it."""
    question = ruling.question
    if not isinstance(question, Firing) or ruling.verdict is not Permission.ALLOWED:
        return None
    for way in _WRITTEN:
        if question.weapon is None and "{weapon}" in way:
            continue
        text = way.format(by=question.by, at=question.at, weapon=question.weapon)
        action = system.read_action(text, table)
        if not isinstance(action, NotUnderstood | Ambiguous):
            return system.write_action(action)
    return None


def _summary(row: Row, system: System) -> dict[str, Any]:
    ruling = row.view.ruling
    against = [each.clause for each in ruling.reasons if each.weight is Weight.AGAINST]
    return {
        "verdict": system.wording.term(ruling.verdict.value),
        "against": list(dict.fromkeys(against)),
        "odds": [_gist(measure, odds, system) for measure, odds in row.found or ()],
    }


def _gist(measure: Measure, odds: Odds[Any], system: System) -> dict[str, Any]:
    """A distribution in one number: the chance of a truth, the mean of a number."""
    told: dict[str, Any] = {"name": measure.name, "label": system.wording.term(measure.name)}
    if all(isinstance(outcome, bool) for outcome in odds):
        return {**told, "chance": float(odds.get(True, 0))}
    if all(isinstance(outcome, int | float | Fraction) for outcome in odds):
        return {**told, "mean": float(odds.mean()), "none": float(odds.get(0, 0))}
    return told


__all__ = [
    "Found",
    "Reckon",
    "Row",
    "row_json",
    "survey_json",
    "surveyed",
]
