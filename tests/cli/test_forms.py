"""Every document that a command prints follows the schema it names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from defilade.cli.forms import NAMES, form
from defilade.formats.schema import published
from tests.cli.conftest import Run
from tests.cli.toy import BATTLE

SHOT = "shoot Ann -> Bob"
CASES = "- {id: A, given: {a: 1}, do: {query: sum}, expect: {sum: 2}}"
COMMANDS = {
    "odds_compared-1": ["odds", "b.yaml", SHOT, "--versus", "shoot Bob -> Ann"],
    "roll-1": ["roll", "b.yaml", SHOT],
    "play-1": ["play", "b.yaml"],
    "replay-1": ["replay", "g.json"],
    "drawing-1": ["draw", "b.yaml"],
    "clauses-1": ["clauses", "toy"],
    "conformance-1": ["conformance", "toy", "cases.yaml"],
    "sight-1": ["sight", "b.yaml", "Ann", "--pieces"],
    "map-1": ["map", "b.yaml", "Ann", "--step", "6"],
    "surveys-1": ["ask", "b.yaml", "--all"],
    "schemas-1": ["schema"],
}


def document(run: Run, *args: str) -> Any:
    done = run(*args, "--json", stdin="shoot Ann -> Bob\n4,4,4\n")
    assert done.exit_code in (0, 1), done.output
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_document_follows_its_schema(run: Run, name: str) -> None:
    Path("b.yaml").write_text(BATTLE)
    Path("cases.yaml").write_text(CASES)
    run("roll", "b.yaml", SHOT, "--seed", "s", "--log", "g.json")
    schema = json.loads(run("schema", name).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document(run, *COMMANDS[name]), schema)


def test_a_survey_follows_the_schema_that_is_published(run: Run) -> None:
    Path("b.yaml").write_text(BATTLE)
    schema = json.loads(run("schema", "survey-1").stdout)
    assert schema == published("survey-1")
    jsonschema.validate(document(run, "ask", "b.yaml", "survey", "Ann"), schema)


def test_documents_of_the_shipped_battle_follow_theirs(real: Run) -> None:
    real("demo", "--keep", "b.yaml")
    volley = "fire Heron -> Anvil with Lance"
    jsonschema.validate(document(real, "demo"), form("demo-1"))
    jsonschema.validate(document(real, "roll", "b.yaml", volley), form("roll-1"))
    jsonschema.validate(document(real, "roll", "b.yaml", volley, "resolve"), form("roll-1"))
    jsonschema.validate(document(real, "ask", "b.yaml", "survey", "Heron"), published("survey-1"))
    jsonschema.validate(document(real, "sight", "b.yaml", "Heron"), form("sight-1"))
    jsonschema.validate(document(real, "clauses"), form("clauses-1"))


def test_every_schema_is_listed_and_held_by_a_test(run: Run) -> None:
    listed = run("schema").stdout.splitlines()
    assert set(NAMES) <= set(listed)
    brought_in = {"import-1", "layouts-1", "armies-1", "save-1", "imported-1"}
    assert set(NAMES) - set(COMMANDS) == {"demo-1", "serving-1", *brought_in}
