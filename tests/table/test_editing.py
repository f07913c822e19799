"""Motions of things, fresh names, parts of frozen values: true of any battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.geometry.plane import distance
from defilade.table.editing import Motion, fresh, mean
from defilade.table.parts import EACH, dropped, listed, part, put

COORDINATE = st.integers(-50_000, 50_000).map(lambda n: n / 1000)
POINT = st.tuples(COORDINATE, COORDINATE)


@dataclass(frozen=True, slots=True)
class Line:
    at: tuple[float, float] = (0.0, 0.0)
    names: tuple[str, ...] = ("a", "b")


@dataclass(frozen=True, slots=True)
class Whole:
    lines: Mapping[str, Line] = field(default_factory=dict)
    rows: tuple[Line, ...] = (Line(), Line((1.0, 1.0)))


WHOLE = Whole({"one": Line(), "two": Line((2.0, 2.0))})


@given(st.lists(POINT, min_size=1, max_size=6), POINT, st.floats(0, 360))
def test_a_motion_keeps_distances_and_takes_the_mean_along(
    points: list[tuple[float, float]], to: tuple[float, float], turn: float
) -> None:
    middle = mean(points)
    assert middle is not None
    moved = Motion(middle, to, turn).points(points)
    assert mean(moved) == pytest.approx(to, abs=2e-3)
    for one, there in zip(points, moved, strict=True):
        assert distance(to, there) == pytest.approx(distance(middle, one), abs=2e-3)


def test_a_motion_turns_clockwise() -> None:
    motion = Motion((0.0, 0.0), (10.0, 10.0), 90.0)
    assert motion.points([(0.0, 2.0), (1.0, 0.0)]) == ((12.0, 10.0), (10.0, 9.0))


@given(st.text(max_size=5), st.sets(st.text(max_size=6), max_size=8))
def test_a_fresh_name_is_free_and_only_made_where_it_must_be(name: str, taken: set[str]) -> None:
    found = fresh(name, taken)
    assert found not in taken
    assert (found == name) == (name not in taken)


@pytest.mark.parametrize(
    "path",
    [("lines", "one"), ("lines", "two", "at"), ("rows", 1), ("rows", 0, "names", 1)],
)
def test_what_is_put_is_there_and_nothing_else_changed(path: tuple[Any, ...]) -> None:
    new = put(WHOLE, path, "new")
    assert part(new, path) == "new"
    assert put(new, path, part(WHOLE, path)) == WHOLE
    assert new != WHOLE


def test_entries_are_listed_added_and_dropped() -> None:
    assert [path for path, _ in listed(WHOLE, ("lines", EACH, "names", EACH))] == [
        ("lines", name, "names", n) for name in ("one", "two") for n in (0, 1)
    ]
    more = put(WHOLE, ("lines", "three"), Line())
    assert list(more.lines) == ["one", "two", "three"]
    assert dropped(more, ("lines", "three")) == WHOLE
    assert dropped(WHOLE, ("rows", 0)).rows == WHOLE.rows[1:]
    for wrong in (("lines", "none", "at"), ("rows", 7), ("none",)):
        with pytest.raises((LookupError, AttributeError)):
            part(WHOLE, wrong)
