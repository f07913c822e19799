"""`odds`, `roll` and `replay`: exact or sampled, seeded or thrown at the table, always said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.toy import BATTLE

SHOT = "shoot Ann -> Bob"


def test_odds_show_bars_a_truth_and_what_they_take_for_granted(run: Run, battle: str) -> None:
    done = run("odds", battle, SHOT)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[:2] == [SHOT, "Life lost (life)"]
    assert [line.split()[0] for line in lines[3:6]] == ["0", "1", "2"]
    assert lines[3].split()[-4:] == ["13", "%", "100", "%"]
    assert "mean 1.38, mode 2, 50 % point 2; exact" in lines
    assert "Killed: 50 % (exact)" in lines
    assert "  · mercy by policy [TY-MRC-1]" in lines
    assert all(len(line) <= 80 for line in lines)


def test_a_policy_changes_the_odds_and_a_wrong_one_is_named(run: Run, battle: str) -> None:
    kind = run("odds", battle, SHOT, "--policy", "kind", "--measure", "killed", "--exact")
    assert "Killed: 13 % = 1/8 (exact)" in kind.stdout
    wrong = run("odds", battle, SHOT, "--policy", "kidn")
    assert wrong.exit_code == 2
    assert "did you mean kind?" in wrong.stderr
    silent = run("odds", battle, SHOT, "--policy", "silent")
    assert silent.exit_code == 2
    assert "blue must choose" not in silent.stderr
    assert "red must choose (mercy, TY-MRC-1)" in silent.stderr


def test_exact_odds_come_as_fractions(run: Run, battle: str) -> None:
    done = run("odds", battle, SHOT, "--exact", "--measure", "life_lost")
    assert "exactly 0: 1/8, 1: 3/8, 2: 1/2" in done.stdout
    assert "mean 11/8" in done.stdout


def test_sampled_odds_state_trials_bound_and_seed(run: Run, battle: str) -> None:
    done = run("odds", battle, SHOT, "--sample", "100000", "--seed", "vega")
    assert "sampled: 100,000 trials, seed vega, at-least within ±0.43 %" in done.stdout
    assert done.stdout == run("odds", battle, SHOT, "--sample", "100000", "--seed", "vega").stdout
    made_up = run("odds", battle, SHOT, "--sample", "1000", "--json")
    assert json.loads(made_up.stdout)["measures"][0]["seed"]


def test_odds_as_json_are_the_published_format(run: Run, battle: str) -> None:
    document = json.loads(run("odds", battle, SHOT, "--json", "--exact").stdout)
    assert (document["format"], document["version"]) == ("defilade.odds", 1)
    assert document["measures"][0]["outcomes"][0]["p_exact"] == "1/8"
    both = json.loads(run("odds", battle, SHOT, "--versus", "shoot Bob -> Ann", "--json").stdout)
    assert both["format"] == "defilade.odds_compared"
    assert [each["action"] for each in both["odds"]] == [SHOT, "shoot Bob -> Ann"]


def test_two_actions_are_compared_on_one_axis_and_drawn(run: Run, battle: str) -> None:
    done = run("odds", battle, SHOT, "--versus", "shoot Bob -> Ann", "-o", "odds.svg")
    assert f"A  {SHOT}: mean 1.38" in done.stdout
    assert "B  shoot Bob -> Ann: mean" in done.stdout
    assert "wrote odds.svg" in done.stderr
    assert Path("odds.svg").read_text().startswith("<svg")
    png = pytest.importorskip("vl_convert")
    assert png
    assert run("odds", battle, SHOT, "-o", "odds.png").exit_code == 0
    assert Path("odds.png").read_bytes().startswith(b"\x89PNG")
    assert run("odds", battle, SHOT, "-o", "odds.pdf").exit_code == 2


def test_the_three_ways_to_fail_look_different(run: Run, battle: str) -> None:
    misread = run("odds", battle, "shoot Ann")
    assert misread.exit_code == 2
    assert misread.stderr.splitlines() == [
        "WHICH ONE? 'shoot Ann' may be",
        "  shoot Ann -> Bob",
        "  shoot Ann -> Cid",
    ]
    unread = run("roll", battle, "shoot !")
    assert unread.exit_code == 2
    assert unread.stderr.splitlines() == [
        "NOT UNDERSTOOD",
        "  shoot !",
        "         ^",
        "  wanted here: shoot A -> B",
    ]
    near = run("roll", battle, "shot Ann -> Bob")
    assert "  did you mean shoot A -> B?" in near.stderr
    barred = run("roll", battle, "shoot Ann -> Cid")
    assert barred.exit_code == 1
    assert barred.stderr.startswith("NOT ALLOWED NOW: shoot Ann -> Cid\n  ✗ too far")
    assert "[TY-RNG-1]" in barred.stderr
    kinds = {
        text: json.loads(run("odds", battle, text, "--json").stdout)["kind"]
        for text in ("shoot Ann", "shoot !", "shoot Ann -> Cid")
    }
    assert list(kinds.values()) == ["ambiguous", "not_understood", "refused"]


def test_a_roll_prints_throws_events_and_its_seed(run: Run, battle: str) -> None:
    done = run("roll", battle, SHOT, "--seed", "vega")
    assert done.exit_code == 0
    assert done.stdout == run("roll", battle, SHOT, "--seed", "vega").stdout
    lines = done.stdout.splitlines()
    assert lines[0].startswith("  roll to hit [TY-HIT-1] ")
    assert lines[1] == "  spare a hit? [TY-MRC-1] red chooses none"
    assert lines[-2].startswith("  Ann takes ")
    assert lines[-1] == "seed vega"
    made_up = run("roll", battle, SHOT).stdout.splitlines()[-1]
    assert made_up.startswith("seed ")
    assert run("roll", battle, SHOT, "--seed", made_up[5:]).stdout.splitlines()[-1] == made_up


def test_dice_thrown_at_the_table_are_taken_in_order(run: Run, battle: str) -> None:
    done = run("roll", battle, SHOT, "--dice", "4,6,1,2")
    assert "4,6,1: 1 below, 2 of 4+" in done.stdout
    assert "Ann takes 2 from Bob [TY-HIT-1]" in done.stdout
    assert "seed" not in done.stdout
    assert "dice not needed: 2" in done.stderr


def test_a_seed_rolls_what_the_dice_leave_open(run: Run, battle: str) -> None:
    two = (SHOT, "shoot Ann -> Bob")
    done = run("roll", battle, *two, "--dice", "1,1,2", "--seed", "vega")
    assert "  roll to hit [TY-HIT-1] 1,1,2: 3 below" in done.stdout
    assert done.stdout.count("roll to hit") == 2
    assert done.stdout.splitlines()[-1] == "seed vega"
    split = run("roll", battle, SHOT, "--dice", "1", "--seed", "vega")
    assert split.exit_code == 2
    assert "1 left" in split.stderr


def test_dice_that_do_not_fit_say_what_is_wanted(run: Run, battle: str) -> None:
    short = run("roll", battle, SHOT, "--dice", "4")
    assert short.exit_code == 2
    assert "1 left, but roll to hit [TY-HIT-1]: 3 D6, counted by 4+" in short.stderr
    odd = run("roll", battle, SHOT, "--dice", "4,7,1")
    assert odd.exit_code == 2
    assert "wanted 3 of D6 (1-6)" in odd.stderr


def test_a_roll_as_json(run: Run, battle: str) -> None:
    document = json.loads(run("roll", battle, SHOT, "--dice", "4,4,4", "--json").stdout)
    assert (document["format"], document["version"]) == ("defilade.roll", 1)
    assert document["answers"][0]["faces"] == [4, 4, 4]
    assert document["events"][0]["params"]["lost"] == 2
    assert document["seed"] is None


def test_a_log_replays_and_a_forged_one_does_not(run: Run, battle: str) -> None:
    rolled = run("roll", battle, SHOT, "--seed", "vega", "--log", "game.json")
    again = run("replay", "game.json")
    assert again.exit_code == 0
    assert "entries, as rolled" in again.stdout
    assert next(line for line in rolled.stdout.splitlines() if "takes" in line) in again.stdout
    log = json.loads(Path("game.json").read_text())
    throw = next(entry for entry in log["entries"] if entry["kind"] == "throw")
    throw["faces"] = [6, 6, 6]
    forged = run("replay", "-", stdin=json.dumps(log))
    assert forged.exit_code == 3
    assert "digest" in forged.stderr


def test_a_log_of_another_engine_is_refused_unless_asked_for(run: Run, battle: str) -> None:
    from defilade.game import Header, Log, log_json, read_log

    run("roll", battle, SHOT, "--seed", "vega", "--log", "game.json")
    log = read_log(json.loads(Path("game.json").read_text()))
    header = Header("0.0.1", log.header.system, log.header.rules, log.header.battle)
    old = Log(header)
    for body in log.bodies:
        old = old.append(body)
    text = json.dumps(log_json(old))
    refused = run("replay", "-", stdin=text)
    assert refused.exit_code == 3
    assert "engine 0.0.1" in refused.stderr
    assert run("replay", "-", "--any-engine", stdin=text).exit_code == 0
    document = json.loads(run("replay", "-", "--any-engine", "--json", stdin=text).stdout)
    assert document["log_head"] == old.head


def test_a_cap_gathers_the_rest(run: Run, battle: str) -> None:
    done = run("odds", battle, SHOT, "--cap", "1")
    assert any(line.startswith("1+") for line in done.stdout.splitlines())


def test_a_log_remembers_what_was_waived(run: Run) -> None:
    lame = BATTLE.replace("life: 1", "life: 0")
    assert run("roll", "-", SHOT, "--log", "g.json", stdin=lame).exit_code == 3
    done = run("roll", "-", SHOT, "--log", "g.json", "--waive", "dead", stdin=lame)
    assert done.exit_code == 0, done.output
    assert run("replay", "g.json").exit_code == 0
    assert run("play", "g.json", stdin="quit\n").exit_code == 0


def test_a_log_remembers_house_rules_of_the_command_line(run: Run, battle: str) -> None:
    far = "shoot Ann -> Cid"
    assert run("roll", battle, far).exit_code == 1
    assert run("roll", battle, far, "--option", "long_bows=yes", "--log", "g.json").exit_code == 0
    assert run("replay", "g.json").exit_code == 0


def test_dice_that_are_none_are_told_in_short(run: Run, battle: str) -> None:
    done = run("roll", battle, "shoot Ann -> Bob", "--dice", "9" * 5000)
    assert done.exit_code == 2
    assert len(done.stderr) < 300
