"""Tables of Conquest for tests, in the words of worked cases, and a referee of shapely's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from shapely import Point as Spot
from shapely import Polygon as Area
from shapely import box, unary_union

from defilade.geometry.bases import Circle, corners_of
from defilade.geometry.formations import Formation, stands_of
from defilade.systems.conquest.bench_state import opened
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.state import State, Terrain

MILL: dict[str, Any] = {
    "id": "G",
    "kind": "garrison",
    "footprint": {"circle": {"centre": [20, 20], "radius": 2.5}},
    "defence": 2,
    "capacity": 10,
    "elevation": 2,
}
YARD: dict[str, Any] = {
    **MILL,
    "footprint": {"polygon": [[18, 18], [22, 18], [22, 22], [18, 22]]},
}
BARN: dict[str, Any] = {
    **MILL,
    "footprint": {"polygon": [[18, 18], [23, 18.5], [22.5, 21], [20.5, 20], [19, 22]]},
}
"""A building with a dent."""


def infantry(name: str, **words: Any) -> dict[str, Any]:
    """A Regiment of four Stands in two files."""
    usual = {"type": "infantry", "class": "medium", "stands": 4, "files": 2, "stand_size": [2, 2]}
    return {"id": name, "player": "A", **usual, "facing_deg": 90, "March": 5, **words}


def table(
    terrain: list[dict[str, Any]], regiments: list[dict[str, Any]], **options: Any
) -> tuple[State, HouseRules]:
    """A state and house rules."""
    given = {"board": [40, 40], "terrain": terrain, "regiments": regiments}
    bench = opened({"given": given, "options": options})
    return bench.state, bench.rules


def active(state: State, name: str) -> State:
    """The state with a Regiment in its activation."""
    return replace(state, active=name)


def shape(terrain: Terrain) -> Any:
    """A footprint as shapely has it: a circle with very many corners."""
    footprint = terrain.footprint
    if isinstance(footprint, Circle):
        return Spot(footprint.centre).buffer(footprint.radius, quad_segs=512)
    return Area(footprint.points)


def stands(formation: Formation) -> list[Any]:
    """Stands as shapely has them."""
    return [Area(corners_of(stand)) for stand in stands_of(formation)]


def ground(formation: Formation) -> Any:
    """All Stands together."""
    return unary_union(stands(formation))


def board(state: State) -> Any:
    """The Battlefield."""
    return box(0.0, 0.0, *state.size)
