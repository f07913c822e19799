"""Faults that other engines were reported for, held against this one."""

from __future__ import annotations

from random import Random

import pytest

from tests.systems.wh40k.benches import area, ask, sees, unit, wall


def odd_board(seed: int) -> dict[str, object]:
    random = Random(seed)
    cats = ("exposed", "light", "dense")
    terrain = []
    for k in range(6):
        x, y = 4 + random.random() * 20, random.random() * 16 - 8
        w, d = 1 + random.random() * 4, 1 + random.random() * 4
        cat = cats[int(random.random() * 3)]
        top = (0.0, 1.0, 2.0, 5.0)[int(random.random() * 4)]
        feature = wall(f"f{k}", [x + 0.2, y + 0.2, x + w - 0.2, y + 0.6], top, cat)
        terrain.append(area(f"T{k}", [x, y, x + w, y + d], feature))
    spots = [(random.random() * 28, random.random() * 16 - 8) for _ in range(4)]
    kw = "VEHICLE"
    return {
        "terrain": terrain,
        "units": [
            unit("A", "red", spots[0], kw=kw, h=1.0),
            unit("B", "blue", spots[1], kw=kw, h=2.5),
            unit("C", "red", spots[2], kw=kw),
            unit("D", "blue", spots[3], kw=kw, h=4.0),
        ],
    }


@pytest.mark.parametrize("seed", range(25))
def test_sight_without_hiding_is_symmetric(seed: int) -> None:
    """WH-VIS-06, WH-OBS-04: only hiding makes it one-way."""
    board = odd_board(seed)
    for a, b in (("A1", "B1"), ("A1", "D1"), ("C1", "B1"), ("C1", "D1")):
        assert sees(board, a, b) == sees(board, b, a)


@pytest.mark.parametrize("seed", range(8))
def test_who_is_fully_visible_is_visible(seed: int) -> None:
    """WH-VIS-03."""
    board = odd_board(seed)
    for a, b in (("A1", "B1"), ("C1", "D1")):
        step = {"query": "fully_visible", "from": a, "to": b}
        if ask(board, **step)["fully_visible"]:
            assert sees(board, a, b)


def test_the_own_parapet_is_no_area_between() -> None:
    """WH-OBS-02: an area that either model is within is left out."""
    ruin = area("T", [0, -5, 8, 5], wall("w", [0, 4.5, 3, 5], 5))
    board = {
        "terrain": [ruin],
        "units": [
            unit("A", "red", (7, 0), kw="VEHICLE"),
            unit("B", "blue", (20, 0), kw="VEHICLE"),
        ],
    }
    assert sees(board, "A1", "B1")
    assert sees(board, "B1", "A1")


@pytest.mark.parametrize(("kw", "covered"), [("VEHICLE", False), ("INFANTRY", True)])
def test_a_building_around_covers_those_on_foot_alone(kw: str, covered: bool) -> None:
    """WH-COV-02, WH-COV-06."""
    ruin = area("T", [10, -5, 20, 5], wall("w", [18, 4, 20, 4.5], 5))
    board = {
        "terrain": [ruin],
        "units": [unit("A", "red", (0, 0)), unit("B", "blue", (15, 0), kw=kw)],
    }
    assert ask(board, query="cover", attacker="A1", target="B")["cover"] is covered


def test_upstairs_is_within() -> None:
    """WH-MEAS-06, WH-HID-01: on a floor 5 up one is within the area, covered and hidden."""
    ruin = area("T", [10, -5, 20, 5], wall("w", [18, 4, 20, 4.5], 8))
    board = {
        "turn": 3,
        "terrain": [ruin],
        "units": [unit("A", "red", (-10, 0)), unit("B", "blue", (15, 0, 5.0))],
    }
    assert ask(board, query="within_area", model="B1", area="T")["within"]
    assert ask(board, query="cover", attacker="A1", target="B")["cover"]
    answer = ask(board, query="visible", **{"from": "A1", "to": "B1"})
    assert answer["by"] == "WH-HID-05"


def test_through_is_not_over() -> None:
    """WH-VERT-03: infantry pays 6 inches through a wall 5 high, a vehicle 16 over it."""
    board = {"terrain": [area("T", [2, -9, 9, 9], wall("w", [3, -9, 3.25, 9], 5))]}
    move = {"action": "normal_move", "start": [0, 0]}
    foot = ask(board, **move, kw=["INFANTRY"], r=0.5, M=6, legs=[{"h": [6, 0]}])
    assert (foot["allowed"], foot["distance"]) == (True, 6.0)
    legs = [{"h": [2, 0]}, {"up": 5}, {"h": [4.25, 0]}, {"down": 5}, {"h": [6, 0]}]
    tank = ask(board, **move, kw=["VEHICLE"], r=1, M=16, legs=legs)
    assert (tank["allowed"], tank["distance"]) == (True, 16.0)


@pytest.mark.parametrize("step", range(20))
def test_an_area_blocks_wherever_it_stands_on_the_line(step: int) -> None:
    """WH-OBS-02: no blind spot along 40 inches."""
    x = 1.0 + 1.8 * step
    thing = area("T", [x, -3, x + 2, 3], wall("w", [x, 2, x + 1, 2.5], 1, "light"))
    board = {"terrain": [thing], "units": [unit("A", "red", (0, 0)), unit("B", "blue", (40, 0))]}
    assert not sees(board, "A1", "B1")


def test_a_low_wall_hides_nothing_of_who_stands_high() -> None:
    """WH-COV-05: 2 inches at 10, a model 6 up at 20."""
    board = {
        "terrain": [
            {
                "id": "T",
                "method": "feature",
                "features": [wall("w", [10, -9, 10.2, 9], 2, "exposed")],
            }
        ],
        "units": [unit("A", "red", (0, 0), h=1.0), unit("B", "blue", (20, 0, 6.0), h=1.0)],
    }
    step = {"query": "fully_visible", "from": "A1", "to": "B1"}
    assert ask(board, **step)["fully_visible"]


def test_an_area_left_out_stays_left_out() -> None:
    """WH-OBS-03: the target is within A; B must stop every line by itself."""
    inside = area("A", [18, -5, 28, 5], wall("a", [18, 4.5, 20, 5], 1, "light"))
    half = area("B", [10, -5, 12, 0.2], wall("b", [10, -5, 11, -4.5], 1, "light"))
    whole = area("B", [10, -5, 12, 5], wall("b", [10, -5, 11, -4.5], 1, "light"))
    units = [unit("R", "red", (0, 0), kw="VEHICLE"), unit("E", "blue", (22, 0), kw="VEHICLE")]
    assert sees({"terrain": [inside, half], "units": units}, "R1", "E1")
    assert not sees({"terrain": [inside, whole], "units": units}, "R1", "E1")
    assert sees({"terrain": [inside], "units": units}, "R1", "E1")


def test_the_end_of_a_move_reads_the_terrain() -> None:
    """WH-END-04, WH-END-05: without the wall both are fine, with it neither is."""
    board = {"terrain": [area("T", [2, -5, 9, 5], wall("w", [4, -5, 4.5, 5], 6))]}
    barrel = {"dx": 1.5, "z": 1.5}
    for given, allowed in ((board, False), ({}, True)):
        check = {"action": "end_check", "kw": ["INFANTRY"], "r": 0.5}
        assert ask(given, **check, at=[4.2, 0])["allowed"] is allowed
        assert ask(given, **check, at=[3.4, 0], protrusion=barrel)["allowed"] is allowed


def test_a_mission_height_does_not_leak() -> None:
    """WH-SOL-05: a window at 3.5 is open by default and shut at 5, side by side."""
    gap = {"y": [-1, 1], "z": [3.2, 4.8]}
    board = {
        "terrain": [area("M", [8, -5, 14, 5], wall("w", [12, -5, 12.5, 5], 6, gaps=[gap]))],
        "turn": 2,
        "units": [unit("A", "red", (10, 0, 3.0), shot_turn=2), unit("B", "blue", (24, 0))],
    }
    for _ in range(2):
        assert sees(board, "A1", "B1")
        assert not sees(board, "A1", "B1", options={"solid_height": 5})


def test_overkill_is_not_counted() -> None:
    """WH-DMG-01: damage 10 on models of 11 wounds, three failed saves: 21 wounds, one model."""
    given = {
        "weapon": {"A": 3, "BS": 2, "S": 10, "AP": -6, "D": 10},
        "target": {"T": 5, "Sv": 3, "W": 11, "models": 3},
    }
    answer = ask(given, action="attack", hit=[4, 4, 4], wound=[4, 4, 4])
    assert (answer["wounds_lost"], answer["models_destroyed"]) == (21, 1)
