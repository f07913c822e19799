"""Every house rule switches what it says."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from defilade.systems.wh40k.bench import Wh40kBench
from defilade.systems.wh40k.options import HouseRules, with_options
from tests.systems.wh40k.benches import area, ask, sees, unit, wall

CASES = Path(__file__).parents[2] / "conformance"
RUIN = area("T", [0, -5, 8, 5], wall("w", [0, 4.5, 3, 5], 5))


def steps_with_options() -> dict[str, int]:
    """How many cases answer otherwise under an option than without it."""
    found: dict[str, int] = {}
    bench = Wh40kBench()
    for name in ("wh40k.yaml", "wh40k-more.yaml"):
        for case in yaml.safe_load((CASES / name).read_text(encoding="utf-8")):
            steps = case["do"] if isinstance(case["do"], list) else [case["do"]]
            for step in steps:
                for option in step.get("options", {}):
                    plain = {k: v for k, v in step.items() if k != "options"}
                    with_it = bench.step(bench.open(case), step)[1]
                    without = bench.step(bench.open(case), plain)[1]
                    found[option] = found.get(option, 0) + (with_it != without)
    return found


SWITCHED_HERE = {"detection_range", "reveal_on_ability_damage"}


def test_every_option_changes_an_answer() -> None:
    switched = {name for name, count in steps_with_options().items() if count}
    assert switched | SWITCHED_HERE == {field.name for field in fields(HouseRules)}


def test_detection_range_is_a_mission_s() -> None:
    """WH-HID-05."""
    board = {
        "turn": 3,
        "terrain": [RUIN],
        "units": [unit("H", "blue", (7, 0)), unit("E", "red", (26, 0), kw="VEHICLE")],
    }
    assert not sees(board, "E1", "H1")
    assert sees(board, "E1", "H1", options={"detection_range": 18})


@pytest.mark.parametrize(("option", "value"), [("solid_gap", "half"), ("models_block", "perhaps")])
def test_an_unknown_value_is_named(option: str, value: str) -> None:
    with pytest.raises(ValueError, match=option):
        with_options(HouseRules(), {option: value})


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(ValueError, match="no option sight"):
        with_options(HouseRules(), {"sight": 1})


def test_the_width_of_a_line_is_no_negative() -> None:
    with pytest.raises(ValueError, match="los_width_mm"):
        HouseRules(los_width_mm=-1)


def test_an_empty_board_hides_nobody() -> None:
    board = {"units": [unit("A", "red", (0, 0)), unit("B", "blue", (30, 0))]}
    assert sees(board, "A1", "B1")
    assert not ask(board, query="hidden", model="A1")["hidden"]
