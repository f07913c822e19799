"""Surveys of every piece of every shipped battle: rows that follow the schema and act as told."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from defilade.dice import OpenChoice
from defilade.formats.schema import published
from defilade.formats.surveys import Found, Row, survey_json, surveyed
from defilade.formats.tones import Tone, tone_of
from defilade.game import Rejection
from defilade.ruling import Covered, Entry, Firing, Movement, Permission, Visible
from defilade.systems.measuring import measured_odds
from defilade.systems.protocol import Prospect, System
from defilade.systems.registry import load, names
from defilade.table import Piece, Table
from defilade.testing.battles import opened_example

SCHEMA = Draft202012Validator(published("survey-1"))


def opened(name: str) -> tuple[System, Table[Any]]:
    system = load(name)
    return system, opened_example(system)[1]


@cache
def rows_of(name: str) -> dict[Piece, tuple[Row, ...]]:
    """Surveys of the first pieces of each side."""
    system, table = opened(name)
    pieces = system.scene(table).pieces
    sides = dict.fromkeys(piece.side for piece in pieces)
    chosen = [piece for side in sides for piece in [p for p in pieces if p.side == side][:3]]
    return {piece: tuple(surveyed(piece.id, table, system)) for piece in chosen}


def reckoned(system: System) -> Any:
    def reckon(prospect: Prospect) -> Found | None:
        try:
            return measured_odds(prospect, system.policies["default"])
        except OpenChoice:
            return None

    return reckon


@pytest.mark.parametrize("name", names())
def test_every_piece_has_rows_that_follow_the_schema(name: str) -> None:
    system, table = opened(name)
    for piece, rows in rows_of(name).items():
        SCHEMA.validate(json.loads(json.dumps(survey_json(piece.id, rows, system))))
        assert [row.view.ruling for row in rows] == [
            view.ruling for view in system.survey(piece.id, table)
        ]


@pytest.mark.parametrize("name", names())
def test_a_row_is_about_the_other_one(name: str) -> None:
    for piece, rows in rows_of(name).items():
        mine = {piece.id, piece.unit}
        for row in rows:
            match row.view.ruling.question:
                case Movement():
                    assert row.target is None
                case Entry(_, place):
                    assert row.target == place
                case question:
                    assert row.target in {question.by, question.at}
                    assert row.target not in mine


@pytest.mark.parametrize("name", names())
def test_an_attack_that_may_be_made_is_written_as_the_game_reads_it(name: str) -> None:
    system, table = opened(name)
    found = 0
    for row in (row for rows in rows_of(name).values() for row in rows):
        question = row.view.ruling.question
        if not isinstance(question, Firing) or row.tone is not Tone.YES:
            assert row.action is None
        if row.action is None:
            assert row.view.prospect is None
            continue
        action = system.read_action(row.action, table)
        assert system.write_action(action) == row.action
        assert question.by in row.action
        found += not isinstance(system.prospect(action, table), Rejection)
    assert found


@pytest.mark.parametrize("name", names())
def test_odds_of_a_row_are_those_of_its_action_and_the_summary_of_its_odds(name: str) -> None:
    system, table = opened(name)
    piece = next(
        piece.id
        for piece in system.scene(table).pieces
        if any(view.prospect is not None for view in system.survey(piece.id, table))
    )
    rows = tuple(surveyed(piece, table, system, reckon=reckoned(system)))
    told = json.loads(json.dumps(survey_json(piece, rows, system)))
    SCHEMA.validate(told)
    views = [view for view in told["views"] if view["odds"] is not None]
    assert views
    for view in views:
        Draft202012Validator(published("odds-1")).validate(view["odds"])
        assert view["odds"]["action"] == view["action"]
        for gist, measure in zip(view["summary"]["odds"], view["odds"]["measures"], strict=True):
            assert gist["name"] == measure["name"]
            if "mean" in gist:
                assert gist["mean"] == pytest.approx(measure["mean"])


def test_every_verdict_has_a_tone() -> None:
    tones = {
        verdict: tone_of(verdict) for kind in (Permission, Visible, Covered) for verdict in kind
    }
    assert {verdict for verdict, tone in tones.items() if tone is Tone.YES} == {
        Permission.ALLOWED,
        Visible.FULLY,
        Covered.YES,
    }
    assert [verdict for verdict, tone in tones.items() if tone is Tone.PARTLY] == [Visible.PARTLY]
    unsettled = [verdict for verdict, tone in tones.items() if tone is Tone.UNSETTLED]
    assert {verdict.value for verdict in unsettled} == {"unsettled"}


def test_a_name_of_nobody_is_nobody_s_survey() -> None:
    system, table = opened("dropfleet")
    with pytest.raises(KeyError, match="Nobody"):
        tuple(surveyed("Nobody", table, system))
