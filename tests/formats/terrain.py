"""Small terrain files of an invented catalogue, in 40kdc's words."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from defilade.formats.kdc40 import Terrain, read_terrain

SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[3] / "shared"))
REAL = SHARED / "realfiles"
VERSION = {"edition": "11th", "dataslate": "invented"}

SHED = {
    "id": "shed",
    "name": "Shed",
    "kind": "feature",
    "terrain_category": "dense",
    "footprint": {"type": "rectangle", "width": 4, "height": 2},
    "walls": [{"points": [{"x": 0, "y": 0}, {"x": 4, "y": 0}, {"x": 4, "y": 2}], "thickness": 0.5}],
    "upper_floor": {"footprint": {"type": "rectangle", "width": 2, "height": 2}, "floor": 1},
    "has_roof": True,
    "game_version": VERSION,
}
FENCE = {
    "id": "fence",
    "name": "Fence",
    "kind": "feature",
    "terrain_category": "light",
    "default_height_inches": 1.5,
    "footprint": {"type": "rectangle", "width": 3, "height": 0.5},
    "game_version": VERSION,
}
YARD = {
    "id": "yard",
    "name": "Yard",
    "kind": "area",
    "footprint": {"type": "rectangle", "width": 8, "height": 6},
    "features": [
        {"id": "shed", "template": "shed", "position": {"x": -1, "y": -1}},
        {"id": "fence", "template": "fence", "position": {"x": 2, "y": 1}, "rotation_degrees": 90},
    ],
    "game_version": VERSION,
}
WEDGE = {
    "id": "wedge",
    "name": "Wedge",
    "kind": "area",
    "footprint": {"type": "right-triangle", "width": 6, "height": 9},
    "features": [{"template": "fence", "position": {"x": 0, "y": 0}, "mirror": "vertical"}],
    "game_version": VERSION,
}
TEMPLATES = [SHED, FENCE, YARD, WEDGE]

TWO_YARDS = [
    {
        "id": "west",
        "template": "yard",
        "position": {"x": 14, "y": 12},
        "keystones": [{"edge": "left", "ref": {"kind": "face", "side": "min-x"}}],
    },
    {"id": "east", "template": "yard", "position": {"x": 46, "y": 32}, "rotation_degrees": 180},
]
EDGES = {
    "id": "edges",
    "name": "Edges",
    "zones": [
        {
            "player": "attacker",
            "shape": {"type": "rectangle", "width": 60, "height": 10},
            "position": {"x": 0, "y": 34},
        },
        {
            "player": "defender",
            "shape": {"type": "rectangle", "width": 60, "height": 10},
            "position": {"x": 0, "y": 0},
        },
    ],
}


def sheet(*pieces: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A layout of these pieces."""
    return {
        "id": "two-yards",
        "name": "Two yards",
        "pieces": [*pieces],
        "game_version": VERSION,
    } | more


def read(*layouts: Mapping[str, Any], templates: list[Any] = TEMPLATES, **more: Any) -> Terrain:
    """What is read from one file with these layouts."""
    document = {"terrain_layouts": [*layouts], "terrain_templates": templates, **more}
    found = read_terrain({"terrain.json": json.dumps(document).encode()})
    assert isinstance(found, Terrain), found
    return found


def real(name: str) -> bytes:
    """A file that players really have; skips the test where it is not to be had."""
    path = REAL / name
    if not path.is_file():
        pytest.skip(f"{name} is not here; set DEFILADE_SHARED to the folder of players' files")
    return path.read_bytes()
