"""`draw`, `clauses`, `explain`, `schema`, `conformance`, `import`, and what all share."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from tests.cli.conftest import Run
from tests.cli.toy import BATTLE, SYSTEM

COMMANDS = [
    "demo",
    "check",
    "ask",
    "odds",
    "roll",
    "play",
    "replay",
    "draw",
    "sight",
    "map",
    "reach",
    "explain",
    "clauses",
    "import",
    "schema",
    "serve",
    "conformance",
]


def test_the_table_is_drawn_to_stdout_or_a_file(run: Run, battle: str) -> None:
    root = ET.fromstring(run("draw", battle).stdout)
    assert {e.get("data-piece") for e in root.iter() if e.get("data-piece")} == {
        "Ann",
        "Bob",
        "Cid",
    }
    done = run("draw", battle, "fire", "Ann", "Cid", "-o", "shot.svg")
    assert "wrote shot.svg" in done.stderr
    drawn = Path("shot.svg").read_text()
    assert "Ann fires at Cid: refused · TY-RNG-1" in drawn
    assert 'class="df-blocked"' in drawn
    assert run("draw", battle, "-o", "table.gif").exit_code == 2
    assert run("draw", battle, "shoo", "Ann").exit_code == 2


def test_a_sheet_to_set_the_table_up_by_has_distances(run: Run, battle: str) -> None:
    done = run("draw", battle, "--sheet")
    assert done.exit_code == 0
    assert "bottom" in done.stdout
    assert "Ann" in done.stdout
    asked = run("draw", battle, "see", "Ann", "Bob", "--sheet")
    assert (asked.exit_code, "takes no question" in asked.stderr) == (2, True)


def test_a_drawing_as_json_holds_the_svg(run: Run, battle: str) -> None:
    document = json.loads(run("draw", battle, "--json").stdout)
    assert (document["format"], document["version"]) == ("defilade.drawing", 1)
    assert document["svg"].startswith("<svg")
    assert document["file"] is None
    assert json.loads(run("draw", battle, "-o", "t.svg", "--json").stdout)["file"] == "t.svg"


def test_png_without_the_extra_says_what_to_install(
    run: Run, battle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "vl_convert", None)
    done = run("draw", battle, "-o", "table.png")
    assert done.exit_code == 2
    assert "pip install 'defilade[png]'" in done.stderr


def test_clauses_are_listed_with_what_holds_them(run: Run) -> None:
    done = run("clauses", "toy")
    assert "TY-RNG-1  tested" in done.stdout or "TY-RNG-1  untested" in done.stdout
    assert "TY-FOG-1  not built  fog hides" in done.stdout
    assert "because there is no weather" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("toy: Toy Archers: 5 clauses, ")
    assert run("clauses").stdout.count("\n") == 1
    listed = json.loads(run("clauses", "toy", "--json").stdout)["systems"][0]["clauses"]
    assert [each["id"] for each in listed] == list(SYSTEM.clauses)


def test_a_clause_explains_itself_by_its_whole_id_or_its_end(run: Run) -> None:
    for given in ("TY-RNG-1", "ty-rng-1", "rng-1"):
        done = run("explain", given)
        assert done.exit_code == 0
        assert "an archer shoots as far as its bow carries" in done.stdout
        assert "house rule: long_bows" in done.stdout
    assert "origin: a stand-in" in run("explain", "TY-LIF-1").stdout
    many = run("explain", "1")
    assert many.exit_code == 2
    assert "WHICH ONE? '1' may be TY-RNG-1, TY-HIT-1" in many.stderr
    unknown = run("explain", "TY-RGN-1")
    assert unknown.exit_code == 2
    assert "did you mean TY-RNG-1" in unknown.stderr


def test_an_unknown_system_gets_the_nearest(run: Run) -> None:
    done = run("clauses", "tyo")
    assert done.exit_code == 2
    assert "no rule system is called 'tyo'; did you mean toy?" in done.stderr


def test_schemas_are_printed_and_hold(run: Run, battle: str) -> None:
    assert "toy (battle-toy-1)" in run("schema").stdout
    schema = json.loads(run("schema", "toy").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    ruling = json.loads(run("schema", "ruling-1").stdout)
    answer = json.loads(run("ask", battle, "fire", "Ann", "Bob", "--json").stdout)
    jsonschema.validate(answer, ruling)
    odds = json.loads(run("odds", battle, "shoot Ann -> Bob", "--json").stdout)
    jsonschema.validate(odds, json.loads(run("schema", "odds-1").stdout))
    faults = json.loads(run("check", "-", "--json", stdin="x").stdout)
    jsonschema.validate(faults, json.loads(run("schema", "faults-1").stdout))
    assert run("schema", "nothing").exit_code == 2
    assert run("schema", "--write", ".").stdout == "battle-toy-1.json\n"
    assert json.loads(Path("battle-toy-1.json").read_text()) == schema


CASES = """\
- {id: A, given: {a: 1, b: 2}, do: {query: sum}, expect: {sum: 3}}
- {id: B, given: {a: 1}, do: {query: sum}, expect: {sum: 2}}
- {id: C, do: {query: product}, expect: {product: 0}}
"""


def test_cases_are_run_with_a_line_for_each_that_fails(run: Run) -> None:
    Path("cases.yaml").write_text(CASES)
    done = run("conformance", "toy", "cases.yaml")
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        "FAIL B: step 1: sum: wanted 2, got 1",
        "FAIL C: step 1: vocabulary: wanted 'known words', got "
        "'ValueError: product is not in the vocabulary'",
        "1 passed, 2 failed",
    ]
    Path("good.yaml").write_text(CASES.splitlines()[0])
    assert run("conformance", "toy", "good.yaml").stdout == "1 passed, 0 failed\n"
    assert json.loads(run("conformance", "toy", "cases.yaml", "--json").stdout)["failed"] == 2
    assert run("conformance", "toy", "none.yaml").exit_code == 3


def test_a_catalogue_of_another_game_is_refused_by_name(run: Run) -> None:
    xml = (
        '<?xml version="1.0"?><gameSystem id="x" name="Chess" revision="1"'
        ' battleScribeVersion="2.03"'
        ' xmlns="http://www.battlescribe.net/schema/gameSystemSchema"></gameSystem>'
    )
    Path("chess.gst").write_text(xml)
    done = run("import", "chess.gst")
    assert done.exit_code == 3
    assert "this is Chess. It cannot be read as Toy Archers." in done.stderr
    Path("broken.cat").write_text("<catalogue")
    assert run("import", "broken.cat").exit_code == 3


def test_plain_sight_is_told_with_its_lane_and_drawn(run: Run, battle: str) -> None:
    done = run("sight", battle, "Ann", "Bob", "-o", "sight.svg")
    assert done.stdout.splitlines() == [
        'OPEN: Ann and Bob, a lane 1" wide',
        "  lay the laser from 4.00, 4.50 to 4.00, 13.50",
    ]
    assert 'class="df-clear"' in Path("sight.svg").read_text()
    assert run("sight", battle, "Ann", "--quiet").stdout.count("OPEN") == 2
    assert run("sight", battle, "Ann", "Bbo").exit_code == 2
    document = json.loads(run("sight", battle, "Ann", "--json").stdout)
    assert [each["verdict"] for each in document["sights"]] == ["open", "open"]


def test_another_piece_may_stop_sight(run: Run) -> None:
    line = BATTLE.replace("[20, 20], life: 1", "[4, 9], life: 4")
    assert run("sight", "-", "Ann", "Bob", "--check", stdin=line).exit_code == 0
    done = run("sight", "-", "Ann", "Bob", "--pieces", "--check", stdin=line)
    assert done.exit_code == 1
    assert done.stdout == 'CLOSED: Ann and Bob, stopped by Cid; 0.5" short\n'
    alike = line.replace("life: 4", "life: 2")
    told = run("sight", "-", "Ann", "Bob", "--pieces", stdin=alike).stdout
    assert told.startswith("GRAZING: Ann and Bob, lines only touch outlines")


def test_what_a_piece_does_not_see_is_mapped(run: Run) -> None:
    text = BATTLE.replace("[4, 4]", "[2, 2]").replace("[4, 14]", "[2, 14]")
    asked = ("map", "-", "Ann", "--pieces", "--step", "4")
    done = run(*asked, "-o", "map.svg", stdin=text)
    assert [line.strip() for line in done.stdout.splitlines()] == [
        "▒▒········▒▒",
        *["▒▒··········"] * 2,
        *["············"] * 3,
        "Ann sees 32 of 36 squares; 11 % are hidden (▒)",
    ]
    assert "hidden from Ann" in Path("map.svg").read_text()
    hidden = json.loads(run(*asked, "--json", stdin=text).stdout)["hidden"]
    assert [row[0] for row in hidden] == [False, False, False, True, True, True]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_examples_json_and_quiet(run: Run, command: str) -> None:
    done = run(command, "--help")
    assert done.exit_code == 0
    for wanted in ("Examples:", f"defilade {command}", "--json", "--quiet"):
        assert wanted in done.stdout


def test_the_commands_are_these(run: Run) -> None:
    from defilade.cli.app import app

    assert sorted(each.name or "" for each in app.registered_commands) == sorted(COMMANDS)


def test_an_unforeseen_error_is_a_bug_with_code_70(
    run: Run, battle: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    from defilade.cli import main

    monkeypatch.setattr(sys, "argv", ["defilade", "ask", battle, "move", "Ann", "1,2"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 70
    assert "a bug to be reported" in capsys.readouterr().err
