"""Plain sight of scenes: which shapes stand for what, and where a line is stopped."""

from __future__ import annotations

import pytest

from defilade.cli.sightlines import base_of, blocking, hidden, seen
from defilade.geometry.bases import Circle, Oval, Polygon
from defilade.geometry.sight import Verdict
from defilade.ruling import Line, Mark, Outline
from defilade.table import Ellipse, Ground, HexCell, Piece, Round, Scene, Shaped

A = Piece("A", "red", (0, 5), Round(0.5))
B = Piece("B", "blue", (20, 5), Round(0.5))
NEAR = Ground("near", ((5, 0), (7, 0), (7, 10), (5, 10)), opaque=True)
FAR = Ground("far", ((12, 0), (14, 0), (14, 10), (12, 10)), opaque=True)
WOOD = Ground("wood", ((9, 0), (10, 0), (10, 10), (9, 10)))


def field(*grounds: Ground) -> Scene:
    return Scene("t", (0, 0), (24, 10), (A, B), grounds)


def test_bases_keep_their_shape_and_facing() -> None:
    assert base_of(A) == Circle((0, 5), 0.5)
    oval = Piece("O", "s", (1, 1), Ellipse(2, 1), facing=30)
    assert base_of(oval) == Oval((1, 1), 2, 1, 30)
    wedge = Piece("W", "s", (1, 1), Shaped(((0, 2), (1, 0), (-1, 0))), facing=90)
    assert base_of(wedge) == Polygon(((3, 1), (1, 0), (1, 2)))
    with pytest.raises(ValueError, match="hex"):
        base_of(Piece("H", "s", (0, 0), HexCell()))


def test_only_what_stops_sight_blocks() -> None:
    assert blocking(field(NEAR, WOOD)).names == ("near",)
    assert blocking(field(WOOD), pieces=True, but=("A",)).names == ("B",)
    assert seen(field(WOOD), A, B).sight.verdict is Verdict.OPEN


def test_a_stopped_line_ends_at_the_first_thing_it_enters() -> None:
    found = seen(field(FAR, NEAR), A, B)
    assert found.sight.verdict is Verdict.CLOSED
    line = found.facts[0].shape
    assert isinstance(line, Line)
    assert line.blocked_at == pytest.approx((5, 5))
    assert found.facts[0].mark is Mark.BLOCKED
    assert all(isinstance(fact.shape, Outline) for fact in found.facts[1:])
    assert found.blockers


def test_a_round_thing_stops_sight_too() -> None:
    moon = Ground("moon", ((10, 5),), opaque=True, round_radius=4)
    found = seen(field(moon), A, B)
    assert found.blockers == ("moon",)
    line = found.facts[0].shape
    assert isinstance(line, Line)
    assert line.blocked_at == pytest.approx((6, 5))


def test_squares_behind_a_wall_are_hidden() -> None:
    rows = tuple(hidden(field(NEAR), base_of(A), step=2, but="A"))
    assert len(rows) == 5
    assert {len(row) for row in rows} == {12}
    assert rows[2] == (False, False, False, *[True] * 9)
