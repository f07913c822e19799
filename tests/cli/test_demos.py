"""`demo` of every game, and its table of two units out of a catalogue."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run
from tests.cli.test_dropfleet import shared


@pytest.mark.parametrize("system", ["conquest", "dropfleet", "dropzone", "greatwar", "wh40k"])
def test_the_demo_goes_from_ruling_to_replay_in_every_game(real: Run, system: str) -> None:
    done = real("demo", "--system", system, "--seed", "vega")
    assert done.exit_code == 0, done.stderr
    assert "ALLOWED: " in done.stdout
    assert "replayed: " in done.stdout


def test_what_comes_before_a_shot_is_said_and_is_in_the_log(real: Run) -> None:
    """A unit of The Great War battles when it is ordered (GW-TURN-02)."""
    done = real("demo", "--system", "greatwar", "--seed", "vega")
    assert "first: command centre 3; order I7 MG3 MO2" in done.stdout
    document = json.loads(real("demo", "--system", "greatwar", "--seed", "vega", "--json").stdout)
    actions = document["roll"]["actions"]
    assert actions[:2] == ["command centre 3", "order I7 MG3 MO2"]
    assert actions[2].startswith("fire ")
    assert document["odds"]["action"] == actions[2]


def test_two_units_of_a_real_catalogue_fire_at_each_other(real: Run) -> None:
    done = real("demo", "--system", "dropzone", "--catalogue", str(shared("dzc2e")))
    assert done.exit_code == 0, done.stderr
    assert "EAA Columbus Battlewalker fires at Resistance Columbus Battlewalker" in done.stdout
    assert "ALLOWED: First fires at Second with Twin Punisher Cannons" in done.stdout


def test_two_units_of_a_real_warhammer_catalogue_fire_at_each_other(real: Run) -> None:
    catalogue = shared("wh40k11e") / "Unaligned Forces.json"
    done = real("demo", "--system", "wh40k", "--catalogue", str(catalogue), "--keep", "b.yaml")
    assert done.exit_code == 0, done.stderr
    assert "Aegis Defence Line with Weapon Emplacement fires at Ambull" in done.stdout
    assert "ALLOWED: Shooters fires at Targets with Quad-gun" in done.stdout
    assert real("check", "b.yaml").exit_code == 0


def test_a_game_whose_units_the_demo_cannot_place_says_so(
    real: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from defilade.cli import demo

    monkeypatch.setattr(demo, "_script", lambda _: {})
    done = real("demo", "--system", "dropzone", "--catalogue", str(shared("dzc2e")))
    assert done.exit_code == 1
    assert "cannot place units of Dropzone Commander" in done.stderr
    assert "defilade import" in done.stderr
