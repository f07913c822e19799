"""With `--json` there is one document on stdout, however a command ends."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from tests.cli.conftest import Run

SCHEMA = json.loads(files("defilade.schemas").joinpath("refusal-1.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("ask BATTLE", 2, "nothing is asked"),
        ("ask BATTLE see Nobody Nothing", 2, "Nobody"),
        ("ask BATTLE survey", 2, "survey PIECE"),
        ("ask BATTLE see A B --detail nonsense", 2, "NAME=VALUE"),
        ("ask nowhere.yaml see A B", 3, "nowhere.yaml"),
        ("odds BATTLE", 2, "ACTION"),
        ("odds BATTLE x --nope", 2, "--nope"),
        ("odds BATTLE x --policy nobody", 2, "nobody"),
        ("check nowhere.yaml", 3, "nowhere.yaml"),
        ("check BATTLE --option nothing", 2, "NAME=VALUE"),
        ("draw BATTLE -o picture.gif", 2, "picture.gif"),
        ("replay nowhere.json", 3, "nowhere.json"),
        ("play -", 2, "stdin"),
        ("schema nothing", 2, "nothing"),
        ("explain nothing-01", 2, "nothing-01"),
        ("conformance toy nowhere.yaml", 3, "nowhere.yaml"),
        ("nonsense", 2, "nonsense"),
    ],
)
def test_a_command_that_fails_says_so_as_json(
    run: Run, battle: str, line: str, code: int, said: str
) -> None:
    result = run(*line.replace("BATTLE", battle).split(), "--json")
    assert result.exit_code == code, result.stderr
    document = json.loads(result.stdout)
    Draft202012Validator(SCHEMA).validate(document)
    assert document["kind"] == ("usage" if code == 2 else "failed")
    assert document["exit_code"] == code
    assert said in "\n".join(document["says"])


def test_without_json_a_failure_says_nothing_on_stdout(run: Run, battle: str) -> None:
    assert run("ask", battle).stdout == ""


def test_what_has_a_document_of_its_own_has_no_other(run: Run, battle: str) -> None:
    result = run("roll", battle, "nonsense", "--json")
    assert json.loads(result.stdout)["kind"] == "not_understood"
