"""The commands on the shipped battle of Dropfleet and on real catalogues."""

from __future__ import annotations

import json
import os
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from defilade.cli.forms import form
from tests.cli.conftest import Run

BATTLE = str(files("defilade").joinpath("battles", "dropfleet.yaml"))
VOLLEY = "fire Heron -> Anvil with Lance"


def test_the_demo_shows_it_all_and_the_same_for_the_same_seed(real: Run) -> None:
    once = real("demo", "--seed", "vega")
    assert once.exit_code == 0, once.stderr
    assert once.stdout == real("demo", "--seed", "vega").stdout
    for wanted in (
        "ALLOWED: Heron fires at Anvil with Lance",
        '(Scan 6" + Signature 14" + spike 6")',
        "[DF-RNG-02]",
        "50 % point 2; exact",
        "seed vega",
        "replayed: ",
    ):
        assert wanted in once.stdout
    assert "wrote volley.svg" in once.stderr
    assert Path("volley.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_newcomer_gets_a_ruling_odds_and_a_roll(real: Run) -> None:
    assert real("check", BATTLE).exit_code == 0
    assert real("ask", BATTLE, VOLLEY, "--check").exit_code == 0
    odds = json.loads(real("odds", BATTLE, VOLLEY, "--exact", "--json").stdout)
    assert odds["measures"][0]["name"] == "hull_lost"
    single = real("roll", BATTLE, VOLLEY, "--seed", "a")
    assert "hull lost: " in single.stdout
    log = "game.json"
    whole = real("roll", BATTLE, VOLLEY, "resolve", "--seed", "a", "--log", log)
    assert "Anvil loses 1 hull, 11 left [DF-SAV-06]" in whole.stdout
    assert real("replay", log).exit_code == 0


def test_a_volley_is_played_by_a_script(real: Run) -> None:
    script = f"list\n{VOLLEY}\nresolve\n5,5\nundo\nroll\nlog\nquit\n"
    done = real("play", BATTLE, "--seed", "a", stdin=script)
    assert done.exit_code == 0, done.stderr
    assert "1  fire Heron -> Anvil with Lance   (hull lost 2.05 on average" in done.stdout


def test_physical_dice_that_run_out_tell_what_is_asked(real: Run) -> None:
    done = real("roll", BATTLE, VOLLEY, "resolve", "--dice", "5,5")
    assert done.exit_code == 2
    assert done.stderr.startswith("--dice: 0 left, but Lance: roll to hit [DF-HIT-01]: 2 D6")


def shared(name: str) -> Path:
    root = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[3] / "shared"))
    folder = root / "realfiles" / name
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there: set DEFILADE_SHARED to a folder that has realfiles")
    return folder


def test_the_demo_takes_ships_from_a_real_catalogue(real: Run) -> None:
    folder = shared("dfc1e")
    done = real("demo", "--catalogue", str(folder), "--seed", "vega")
    assert done.exit_code == 0, done.stderr
    assert "35 units from 3 files" in done.stdout
    assert "ALLOWED: " in done.stdout
    assert "replayed: " in done.stdout


def test_a_catalogue_of_another_edition_is_refused_by_name(real: Run) -> None:
    folder = shared("dfc2024")
    given = [str(folder / "dropfleet-commander-2024.gst"), str(folder / "Scourge.cat")]
    done = real("import", *given)
    assert done.exit_code == 3
    assert done.stdout == ""
    assert "this is Dropfleet Commander (2024)" in done.stderr


def test_units_of_a_real_catalogue_come_as_a_part_of_a_battle_file(real: Run) -> None:
    folder = shared("dfc1e")
    files_given = [
        str(path) for path in sorted(folder.iterdir()) if path.suffix in (".gst", ".cat")
    ]
    document = json.loads(real("import", *files_given, "--json").stdout)
    jsonschema.validate(document, form("import-1"))
    assert len(document["units"]) > 30
    assert document["units"]["Djinn"]["weapons"]["Oculus Rays"]["lock"] == "3+"
    only = real("import", *files_given, "--only", "djinn", "-o", "units.yaml")
    assert only.exit_code == 0
    assert Path("units.yaml").read_text(encoding="utf-8").startswith("Djinn:\n")
    assert "1 units for" not in only.stderr
    assert "and " in only.stderr
