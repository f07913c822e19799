"""`check` and `ask`: what is wrong, all at once; what the rules say, and why."""

from __future__ import annotations

import json
from pathlib import Path

import defilade
from defilade.formats.rulings import ruling_from
from tests.cli.conftest import Run
from tests.cli.toy import BATTLE


def test_a_sound_battle_says_so_and_exits_0(run: Run, battle: str) -> None:
    done = run("check", battle)
    assert done.exit_code == 0
    assert done.stdout == f"{battle}: Toy Archers, 3 pieces, sound\n"
    assert run("check", battle, "--quiet").stdout == ""


def test_all_faults_of_a_file_come_at_once_with_place_and_caret(run: Run) -> None:
    broken = BATTLE.replace("life: 2", "life: x").replace("arrows: 3", "arows: 3")
    done = run("check", "-", stdin=broken)
    assert done.exit_code == 3
    assert done.stdout == ""
    assert "<stdin>:4:" in done.stderr
    assert "<stdin>:5:" in done.stderr
    assert "did you mean `arrows`?" in done.stderr
    assert "^" in done.stderr


def test_faults_of_the_rules_name_their_clause_and_can_be_waived(run: Run) -> None:
    dead = BATTLE.replace("life: 2", "life: 0")
    done = run("check", "-", stdin=dead)
    assert done.exit_code == 3
    assert "[TY-LIF-1]" in done.stdout
    assert "1 error, it cannot be played" in done.stderr
    assert run("check", "-", "--waive", "dead", stdin=dead).exit_code == 0


def test_warnings_do_not_stop_a_battle(run: Run) -> None:
    idle = BATTLE.replace("arrows: 3", "arrows: 0")
    done = run("check", "-", stdin=idle)
    assert done.exit_code == 0
    assert "warning: toy idle" in done.stdout
    asked = run("ask", "-", "fire", "Ann", "Bob", stdin=idle)
    assert "warning" in asked.stderr
    assert "warning" not in asked.stdout


def test_json_is_the_only_thing_on_stdout(run: Run) -> None:
    for text, code in ((BATTLE, 0), (BATTLE.replace("pos", "poss"), 3), ("[", 3)):
        done = run("check", "-", "--json", stdin=text)
        document = json.loads(done.stdout)
        assert done.exit_code == code
        assert (document["format"], document["version"]) == ("defilade.faults", 1)
        assert bool(document["faults"]) == (code == 3)


def test_a_ruling_prints_verdict_reasons_in_order_and_numbers(run: Run, battle: str) -> None:
    done = run("ask", battle, "fire", "Ann", "at", "Bob")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "ALLOWED: Ann fires at Bob",
        '  ✓ in range distance 10.0 reach 12.0, 2" to spare [TY-RNG-1]',
        "  distance 10, reach 12",
    ]


def test_a_ruling_of_no_exits_1_only_if_checked(run: Run, battle: str) -> None:
    plain = run("ask", battle, "fire", "Ann", "Cid")
    assert plain.exit_code == 0
    assert plain.stdout.startswith("REFUSED: Ann fires at Cid\n  ✗ too far")
    assert run("ask", battle, "fire", "Ann", "Cid", "--check").exit_code == 1
    assert run("ask", battle, "fire", "Ann", "Bob", "--check").exit_code == 0
    assert run("ask", battle, "see", "Ann", "Bob", "--check").exit_code == 1


def test_what_the_text_does_not_settle_shows_every_reading(run: Run, battle: str) -> None:
    done = run("ask", battle, "see Ann -> Bob")
    assert "UNSETTLED: Ann sees Bob" in done.stdout
    assert "long_bows=true: fully" in done.stdout
    assert "long_bows=false: no" in done.stdout


def test_a_stand_in_without_a_source_is_marked(run: Run) -> None:
    dead = BATTLE.replace("life: 2", "life: 0")
    done = run("ask", "-", "fire", "Ann", "Bob", "--waive", "dead", stdin=dead)
    assert "(a stand-in: no source was found) [TY-LIF-1]" in done.stdout


def test_house_rules_on_the_command_line_change_the_ruling(run: Run, battle: str) -> None:
    near = run("ask", battle, "fire", "Ann", "Cid", "--option", "long_bows=true")
    assert near.stdout.startswith("ALLOWED")
    for wrong, told in (("long_bow=true", "the house rules are long_bows"), ("long_bows=x", "x")):
        done = run("ask", battle, "fire", "Ann", "Cid", "--option", wrong)
        assert done.exit_code == 2
        assert told in done.stderr


def test_a_ruling_as_json_reads_back_and_says_itself(run: Run, battle: str) -> None:
    document = json.loads(run("ask", battle, "fire", "Ann", "Bob", "--json").stdout)
    assert ruling_from(document).verdict.value == "allowed"
    assert document["reasons"][0]["says"].startswith("in range")


def test_a_survey_tells_every_enemy_with_odds(run: Run, battle: str) -> None:
    done = run("ask", battle, "survey", "Ann")
    assert "ALLOWED: Ann fires at Bob" in done.stdout
    assert "killed 50 %" in done.stdout
    assert "REFUSED: Ann fires at Cid" in done.stdout
    document = json.loads(run("ask", battle, "survey Ann", "--json").stdout)
    assert (document["format"], document["version"]) == ("defilade.survey", 1)
    assert [view["odds"] is None for view in document["views"]] == [False, True]


def test_a_name_that_is_nobodys_gets_the_nearest(run: Run, battle: str) -> None:
    done = run("ask", battle, "fire", "Ann", "Bobb")
    assert done.exit_code == 2
    assert "nothing here is called 'Bobb'; did you mean Bob?" in done.stderr
    assert run("ask", battle, "survey", "Annie").exit_code == 2


def test_words_that_are_no_question_get_the_list_of_questions(run: Run, battle: str) -> None:
    done = run("ask", battle, "shot", "Ann", "Bob")
    assert done.exit_code == 2
    assert "fire A at B [with WEAPON]" in done.stderr
    assert run("ask", battle).exit_code == 2
    assert "write: enter A PLACE" in run("ask", battle, "enter", "Ann").stderr
    assert "no point" in run("ask", battle, "move", "Ann", "here").stderr
    assert "NAME=VALUE" in run("ask", battle, "see", "Ann", "Bob", "--detail", "x").stderr


def test_a_file_that_is_not_there_is_an_input_error(run: Run, tmp_path: Path) -> None:
    done = run("check", str(tmp_path / "nowhere.yaml"))
    assert done.exit_code == 3
    assert "No such file" in done.stderr


def test_text_from_a_file_cannot_drive_the_terminal(run: Run) -> None:
    hostile = BATTLE.replace("Bob", '"B\\eob"')
    done = run("ask", "-", "survey", "Ann", stdin=hostile)
    assert "\x1b" not in done.output


def test_a_wrong_value_of_a_house_rule_is_told_with_those_there_are(real: Run) -> None:
    battle = str(Path(defilade.__file__).parent / "battles" / "conquest.yaml")
    done = real("check", battle, "--option", "broken_charge=nothing")
    assert done.exit_code == 2
    assert "possible here: minus2, forbidden" in done.stderr


def test_a_place_is_no_piece(real: Run) -> None:
    battle = str(Path(defilade.__file__).parent / "battles" / "conquest.yaml")
    done = real("sight", battle, "Wolves", "Mill")
    assert done.exit_code == 2
    assert "'Mill' is a place; a piece is wanted here" in done.stderr
