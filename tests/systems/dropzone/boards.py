"""Small battles for tests, written as players write them."""

from typing import Any

from defilade.formats.battle import read_battle
from defilade.systems.dropzone import SYSTEM
from defilade.systems.dropzone.bench_values import opened
from defilade.systems.dropzone.state import State
from defilade.table import Draft, Faults, Table

HOUSE = (
    "{id: G, rules: [Destructible, Garrison, Solid], footprint: [[0, 0], [4, 0], [4, 4], [0, 4]],"
)
HOUSE += " armour: 10, starting_dp: 10}"


def infantry(name: str, side: str, **more: Any) -> dict[str, Any]:
    """An Infantry unit of 5 DP, its own squad unless told."""
    base = {"fortitude": "4+", "mv": 4, "armour": 6, "dp": 5}
    return {"id": name, "side": side, "type": "infantry", **base, **more}


def tank(name: str, side: str, **more: Any) -> dict[str, Any]:
    """A tank of 2 DP, its own squad unless told."""
    base = {"subtype": "tank", "mv": 6, "armour": 10, "dp": 2}
    return {"id": name, "side": side, "type": "vehicle", **base, **more}


def box(name: str, x: float, y: float, width: float, depth: float, *rules: str, **more: Any) -> Any:
    """A rectangular piece with its lower left corner at (x, y)."""
    corners = [[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]]
    return {"id": name, "rules": list(rules), "footprint": corners, **more}


def board(options: dict[str, Any] | None = None, **given: Any) -> Table[State]:
    """A table without turns."""
    return opened(given, options or {}).table


def drawn(text: str) -> Table[State] | Faults[Any]:
    """What a battle file comes to, turns and all."""
    draft = read_battle(f"system: dropzone\n{text}", "battle.yaml", {"dropzone": SYSTEM})
    assert isinstance(draft, Draft), draft
    return SYSTEM.check(draft)
