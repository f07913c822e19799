"""Legs of a move: nobody walks in the air, leaves the table, or slips past what bars the way."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.geometry.bases import Polygon
from defilade.systems.wh40k.obstacles import sweeps
from tests.systems.wh40k.benches import area, ask, unit, wall


def tower(name: str, rect: list[float]) -> dict[str, Any]:
    """A light block of 3 inches with a flat top to stand on."""
    return wall(name, rect, 3, "light", surfaces=[{"rect": rect, "z": 3}])


def two_towers(gap: float) -> dict[str, Any]:
    """Two light blocks of 3 inches, `gap` apart, to walk along the top of."""
    right = 4 + gap
    return {
        "terrain": [
            area("L", [0, 0, 4, 4], tower("left", [0, 0, 4, 4])),
            area("R", [right, 0, right + 4, 4], tower("right", [right, 0, right + 4, 4])),
        ],
        "units": [unit("A", "red", (2, 2, 3), M=20)],
    }


def test_a_leg_above_ground_may_not_cross_the_air_between_two_features() -> None:
    """WH-VERT-01: within half an inch all the way, not only where the leg ends."""
    near = ask(two_towers(1.9), action="normal_move", unit="A", legs=[{"h": [8, 2]}])
    assert near["allowed"]
    far = ask(two_towers(2.1), action="normal_move", unit="A", legs=[{"h": [8.2, 2]}])
    assert far["refused_by"] == ("WH-VERT-01",)
    assert far["over"] == pytest.approx(0.1, abs=0.01)


def test_no_leg_leaves_the_table_even_if_the_next_returns() -> None:
    """WH-MV-01."""
    given = {"size": [20, 20], "units": [unit("A", "red", (1, 10), M=20)]}
    out = [{"h": [-1, 12]}, {"h": [1, 14]}]
    found = ask(given, action="normal_move", unit="A", legs=out)
    assert found["refused_by"] == ("WH-MV-01",)
    assert found["over"] == pytest.approx(1.5)
    along = [{"h": [0.5, 12]}, {"h": [1, 14]}]
    assert ask(given, action="normal_move", unit="A", legs=along)["allowed"]


def test_the_large_pass_small_enemies_on_normal_and_advance_moves_alone() -> None:
    """WH-MV-05, WH-MV-01."""
    given = {
        "units": [
            unit("A", "red", (0, 0), kw="VEHICLE", M=12),
            unit("B", "blue", (2, 0)),
            unit("C", "blue", (11, 0)),
        ]
    }
    far = [{"h": [8, 0]}]
    back = ask(given, action="fall_back", unit="A", legs=[{"h": [6, 0]}])
    assert "WH-MV-01" in back["refused_by"]
    charge = ask(given, action="charge", unit="A", target="C", roll=12, legs=far)
    assert "WH-MV-01" in charge["refused_by"]
    given["units"][1] = unit("B", "blue", (4, 0))
    assert ask(given, action="normal_move", unit="A", legs=far, without="C")["allowed"]


def test_a_hull_sweeps_from_where_it_stands_not_from_its_middle() -> None:
    """WH-MEAS-03: a hull may be off its reference point."""
    hull = Polygon(((-1.0, 0.0), (1.0, 0.0), (1.0, 6.0), (-1.0, 6.0)))
    behind = Polygon(((-1.0, -2.0), (1.0, -2.0), (1.0, -0.5), (-1.0, -0.5)))
    assert not sweeps(hull, (0.0, 0.0), (5.0, 0.0), behind)
    ahead = Polygon(((-1.0, 4.0), (1.0, 4.0), (1.0, 5.0), (-1.0, 5.0)))
    assert sweeps(hull, (0.0, 0.0), (5.0, 0.0), ahead)


def test_a_floor_that_reaches_beyond_its_wall_carries_whoever_walks_on_it() -> None:
    """WH-VERT-01: the floor is part of the feature."""
    balcony = {"rect": [0, 0, 10, 6], "z": 3}
    given = {
        "terrain": [area("T", [0, 0, 10, 6], wall("back", [0, 5.5, 10, 6], 6, surfaces=[balcony]))],
        "units": [unit("A", "red", (2, 2, 3), M=6)],
    }
    assert ask(given, action="normal_move", unit="A", legs=[{"h": [8, 2]}])["allowed"]
    off = ask(given, action="normal_move", unit="A", legs=[{"h": [2, -3]}])
    assert "WH-VERT-01" in off["refused_by"]
    down = [{"h": [2, 0.5]}, {"down": 3}]
    assert ask(given, action="normal_move", unit="A", legs=down)["distance"] == pytest.approx(4.5)
