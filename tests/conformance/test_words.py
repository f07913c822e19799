"""A word of a case that means nothing is told: it may be the very one that the case is about."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.systems.registry import load
from defilade.testing.conformance import run_case

MILL = {
    "id": "G",
    "kind": "garrison",
    "footprint": {"circle": {"centre": [20, 20], "radius": 2.5}},
    "defence": 2,
    "capacity": 10,
    "elevation": 2,
}
GUARD = {
    "id": "R",
    "type": "infantry",
    "player": "A",
    "stands": 4,
    "files": 2,
    "stand_size": [2, 2],
    "front_centre": [20, 10],
    "facing_deg": 90,
    "March": 5,
}


def told(*steps: dict[str, Any]) -> list[str]:
    given = {"board": [40, 40], "terrain": [MILL], "regiments": [GUARD]}
    case = {"id": "X", "given": given, "do": list(steps), "expect": [{} for _ in steps]}
    return [each.key for each in run_case(load("conquest").bench(), case).mismatches]


def test_a_word_that_means_nothing_is_told() -> None:
    march = {"action": "march", "regiment": "R", "path": [{"ahead": 3}]}
    assert told(march) == []
    assert told({**march, "seekng": "G"}) == ["seekng"]
    assert told({**march, "why": "for readers", "note": "too"}) == []
    assert told(march, {"query": "size", "regiment": "R", "in": "G"}) == ["in"]


def test_words_inside_a_sequence_are_told_too() -> None:
    march = {"action": "march", "regiment": "R", "path": [{"ahead": 3}], "sped": 2}
    assert told({"sequence": [march]}) == ["sped"]


def test_what_is_refused_asks_no_further() -> None:
    assert told({"action": "march", "regiment": "R", "path": [{"ahead": 30}], "dice": {}}) == []


@pytest.mark.parametrize("name", ["conquest", "dropfleet", "dropzone", "greatwar", "wh40k"])
def test_spare_words_are_few(name: str) -> None:
    assert len(getattr(load(name).bench(), "spare", ())) <= 3
