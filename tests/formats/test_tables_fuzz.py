"""Files of tables that somebody spoiled: read with findings or refused, never an exception."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.formats.battle import Unread
from defilade.formats.kdc40 import Terrain, audited, layout_of, read_bases, read_terrain
from defilade.formats.rosters import read_roster
from defilade.formats.tts import read_save
from defilade.systems.wh40k.layouts import terrain_of
from defilade.table.army import Army, Bases
from defilade.table.layout import Layout

from .terrain import EDGES, TEMPLATES, TWO_YARDS, sheet
from .test_rosters import RIDERS, ROSTERIZER, ROVER, tree
from .test_tts import KNOWN, thing

GOOD: list[Any] = [
    {
        "terrain_layouts": [sheet(*TWO_YARDS)],
        "terrain_templates": TEMPLATES,
        "deployment_patterns": [EDGES],
    },
    [{"id": "x", "base_size_mm": {"shape": "oval", "length": 9, "width": 4}}],
    {"ObjectStates": [thing(), thing("Long Barge", States={"2": thing()})]},
    tree(ROVER, RIDERS),
    ROSTERIZER,
]
spoilt = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**9), 10**9),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.just([]),
    st.just({}),
    st.lists(st.integers(), max_size=3),
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    found = [path] if path else []
    for step, inner in steps:
        deeper = isinstance(inner, dict | list)
        found += paths(inner, (*path, step)) if deeper else [(*path, step)]
    return found


@st.composite
def spoilt_files(draw: st.DrawFn) -> bytes:
    value = copy.deepcopy(draw(st.sampled_from(GOOD)))
    for _ in range(draw(st.integers(1, 3))):
        places = paths(value)
        if not places:
            break
        *above, last = draw(st.sampled_from(places))
        holder = value
        for step in above:
            holder = holder[step]
        if draw(st.booleans()):
            holder[last] = draw(spoilt)
        elif isinstance(holder, dict):
            del holder[last]
    return json.dumps(value).encode()


@given(spoilt_files())
@settings(max_examples=200)
def test_spoilt_files_are_read_with_findings_or_refused(data: bytes) -> None:
    terrain = read_terrain({"f.json": data})
    assert isinstance(terrain, Terrain | Unread)
    if isinstance(terrain, Terrain):
        for layout in terrain.layouts.values():
            audited(layout, terrain.templates)
            laid = layout_of(layout, terrain.templates)
            if isinstance(laid, Layout):
                terrain_of(laid)
    assert isinstance(read_bases({"f.json": data}), Bases | Unread)
    assert isinstance(read_roster("f.json", data), Army | Unread)
    read_save("f.json", data, KNOWN)
