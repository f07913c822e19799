"""Draws the pictures of the page on Conquest: `python docs/assets/conquest/draw.py`.

Knows three little tables and the package's own drawing; every outline in them is computed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from defilade.drawing import board_svg
from defilade.geometry.formations import outline_of
from defilade.ruling import Fact, Firing, Mark, Outline, Route
from defilade.systems.conquest.actions import March, Placement, Slide, Wheel
from defilade.systems.conquest.bench_state import acting, opened
from defilade.systems.conquest.leaving import placed
from defilade.systems.conquest.marching import marched
from defilade.systems.conquest.rulings import rule
from defilade.systems.conquest.scene import scene_of

HERE = Path(__file__).parent
MILL = {"circle": {"centre": [12, 12], "radius": 2.5}}
TOWER = {"polygon": [[11, 9.5], [14.76, 10.87], [13.39, 14.63], [9.63, 13.26]]}


def table(footprint: dict[str, Any], *regiments: dict[str, Any], occupant: str | None) -> Any:
    """A small table with one feature."""
    usual = {"player": "A", "type": "infantry", "class": "medium", "March": 5}
    place = {"id": "Mill", "kind": "garrison", "footprint": footprint, "occupant": occupant}
    given = {
        "board": [24, 24],
        "terrain": [{**place, "defence": 2, "capacity": 6, "elevation": 2}],
        "regiments": [
            {**usual, "stands": 4, "files": 2, "stand_size": [2, 2], **one} for one in regiments
        ],
    }
    return opened({"given": given})


def occupying() -> str:
    """A Wheel and a March into contact, with the ground of each leg."""
    guard = {"id": "Guard", "front_centre": [6, 5], "facing_deg": 90, "March": 8}
    bench = table(MILL, guard, occupant=None)
    legs = (Wheel("right", 45.0), Slide("ahead", None))
    found = marched(acting(bench, "Guard"), bench.rules, March("Guard", legs, "Mill"))
    ends = [Fact("leg", Outline(outline_of(s.end)), Mark.REACH) for s in found.stretches]
    path = Route((found.stretches[0].start.front, *(s.end.front for s in found.stretches)))
    facts = [*ends, Fact("march", path, Mark.CLEAR)]
    return board_svg(scene_of(bench.state), facts, subtitle="a Wheel of 45°, then to contact")


def leaving() -> str:
    """A placement that is legal, and one that an enemy 1 inch ahead makes void."""
    guard = {"id": "Guard", "location": "Mill"}
    foe = {"id": "Wolves", "player": "B", "front_centre": [13, 19.5], "facing_deg": 270}
    bench = table(MILL, guard, foe, occupant="Guard")
    regiment, place = bench.state.regiments["Guard"], bench.state.terrain["Mill"]
    facts = []
    for wish in (Placement((11.0, 5.5), 270.0, 2), Placement((13.0, 18.5), 90.0, 2)):
        done = placed(bench.state, bench.rules, regiment, place, wish)
        mark = Mark.BLOCKED if done.reasons else Mark.CLEAR
        facts.append(Fact("placement", Outline(outline_of(done.before)), mark))
    return board_svg(scene_of(bench.state), facts, subtitle="below legal, above void: the nudge")


def charging() -> str:
    """A front that meets a corner, and turns onto the nearer side."""
    guard = {"id": "Guard", "front_centre": [11.2, 4], "facing_deg": 90, "stands": 6, "files": 3}
    foe = {"id": "Wolves", "player": "B", "location": "Mill"}
    bench = table(TOWER, guard, foe, occupant="Wolves")
    state = acting(bench, "Guard")
    ruling = rule(Firing("Guard", "Mill", "charge"), state, bench.rules)
    turn = ruling.numbers["turn"]
    return board_svg(scene_of(state), ruling.facts, subtitle=f"on contact it turns {turn:.0f}°")


if __name__ == "__main__":
    for draw in (occupying, leaving, charging):
        (HERE / f"{draw.__name__}.svg").write_text(draw(), encoding="utf-8")
