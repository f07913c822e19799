"""`play`: a whole game typed in, at a terminal or from a script."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import Run


def test_a_script_plays_with_dice_thrown_at_the_table(run: Run, battle: str) -> None:
    script = "# a comment\nlist\n\n1\n4,4,1\n2\nquit\n"
    done = run("play", battle, "--seed", "vega", stdin=script)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[:15] == [
        "Toy Archers; seed vega",
        "your action? (list, help)",
        "> list",
        "   1  shoot Ann -> Bob   (life lost 1.38 on average, killed 50 %)",
        "   2  shoot Bob -> Ann   (life lost 1.62 on average, killed 69 %)",
        "your action? (list, help)",
        "> 1",
        "roll to hit: 3 D6, counted by 4+ [TY-HIT-1]",
        "> 4,4,1",
        "  4,4,1: 1 below, 2 of 4+",
        "red: spare a hit? [TY-MRC-1]",
        "  1  none",
        "  2  one",
        "> 2",
        "  red chooses one",
    ]
    assert "  Ann takes 1 from Bob [TY-HIT-1]" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("seed vega, log ")


def test_undo_redo_and_the_log(run: Run, battle: str) -> None:
    script = "shoot Ann -> Bob\n4,4,4\nundo\nroll\nundo\n5,5,1\nundo\nredo\nauto\nlog\n"
    done = run("play", battle, "--seed", "vega", stdin=script)
    assert done.exit_code == 0
    assert "  undone" in done.stdout
    assert "  done again" in done.stdout
    assert "(undone)" in done.stdout
    assert "Ann takes 2 from Bob" in done.stdout
    assert run("play", battle, stdin="undo\n").exit_code == 1


def test_a_game_is_saved_mid_roll_and_goes_on(run: Run, battle: str) -> None:
    saved = run("play", battle, stdin="shoot Ann -> Bob\nsave game.json\nquit\n")
    assert saved.exit_code == 0
    again = run("play", "game.json", stdin="6,6,6\n1\n")
    assert again.exit_code == 0
    assert "Ann takes 2 from Bob" in again.stdout
    inside = run("play", battle, stdin="load game.json\n4,1,1\nauto\n")
    assert "Ann takes 1 from Bob" in inside.stdout
    lost = run("play", battle, stdin="load nowhere.json\nsave .\ndraw x.foo\nlist\n")
    assert lost.exit_code == 1
    assert "nowhere.json" in lost.stderr
    assert "on average" in lost.stdout  # the game went on: its actions are listed


def test_lines_that_lead_to_nothing_are_answered_and_counted(run: Run, battle: str) -> None:
    for line, told in (
        ("shoot !", "NOT UNDERSTOOD"),
        ("shoot Ann", "WHICH ONE?"),
        ("shoot Ann -> Cid", "NOT ALLOWED NOW"),
        ("99", "there are 2 actions"),
        ("roll", "no dice are asked for"),
        ("auto", "no choice is asked for"),
        ("redo", "there is nothing to redo"),
        ("save", "save where?"),
        ("load", "load what?"),
        ("draw", "draw where?"),
        ("ask shout", "is no question"),
        ("ask see Ann Zed", "nothing here is called 'Zed'"),
        ("shoot Ann -> Bob\n1,2", "2 dice given, 3 wanted"),
        ("shoot Ann -> Bob\n7,7,7", "7,7,7 will not do: wanted 3 of D6 (1-6)"),
        ("shoot Ann -> Bob\n4,4,4\n3", "choose a number from 1 to 2"),
    ):
        done = run("play", battle, stdin=line + "\n")
        assert done.exit_code == 1, line
        assert told in done.stderr, line


def test_rulings_odds_and_pictures_on_the_way(run: Run, battle: str) -> None:
    script = "ask fire Ann at Bob\nodds 1\nodds shoot Bob -> Ann\ndraw field.svg\nhelp\n"
    done = run("play", battle, stdin=script)
    assert done.exit_code == 0
    assert "ALLOWED: Ann fires at Bob" in done.stdout
    assert "mean 1.38, mode 2, 50 % point 2; exact" in done.stdout
    assert "take back the last act" in done.stdout
    assert Path("field.svg").exists()


def test_json_comes_once_at_the_end(run: Run, battle: str) -> None:
    script = "shoot Ann -> Bob\n4,4,4\n1\nlist\n"
    document = json.loads(run("play", battle, "--json", "--seed", "s", stdin=script).stdout)
    assert (document["format"], document["version"]) == ("defilade.play", 1)
    assert document["events"][0]["params"]["lost"] == 2
    assert document["log"]["entries"][-1] | {"digest": ""} == {
        "kind": "reveal",
        "seed": "s",
        "digest": "",
    }


def test_play_keeps_stdin_for_moves(run: Run) -> None:
    done = run("play", "-", stdin="")
    assert done.exit_code == 2
    assert "give the battle as a file" in done.stderr


WORDS = ["list", "list all", "odds 1", "odds", "ask", "ask fire Ann Bob", "roll", "auto", "undo"]
WORDS += ["redo", "log", "help", "save g.json", "load g.json", "4,4,4", "1", "2", "0", "quit now"]
WORDS += [
    "shoot Ann -> Bob",
    "shoot Bob -> Ann",
    "shoot Ann",
    "1,2",
    "-1",
    "²",
    "\x1b[2J",
    "ask 'x",
]


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=14))
def test_no_script_brings_the_game_down(run: Run, battle: str, lines: list[str]) -> None:
    Path("g.json").unlink(missing_ok=True)
    run("play", battle, stdin="save g.json\n")
    script = "\n".join(line.replace("\n", " ").replace("\r", " ") for line in lines)
    data = script.encode("utf-8", "surrogatepass")
    done = run("play", battle, "--seed", "s", stdin=data.decode("utf-8", "replace") + "\n")
    assert done.exit_code in (0, 1), done.exception
    assert "\x1b" not in done.output
    assert done.stdout.splitlines()[-1].startswith("seed s, log ")


def test_whatever_is_played_its_saved_log_replays(run: Run, battle: str) -> None:
    script = "shoot Ann -> Bob\nroll\nauto\nundo\nauto\nshoot Bob -> Ann\n6,6,6,6\nsave g.json\n"
    run("play", battle, "--seed", "s", stdin=script)
    assert run("replay", "g.json").exit_code == 0
