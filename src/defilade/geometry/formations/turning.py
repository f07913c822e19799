"""Turning flush: which way a front must turn to lie along what it touches.

Knows sides, corners and round rims as outlines, and the front edge of a formation. Must not
know why one should turn.
"""

from __future__ import annotations

from defilade.geometry.bases import Base, Circle, Edge, Group, Oval, Polygon, Rectangle, ring_of
from defilade.geometry.formations.blocks import Formation, front_corners
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import (
    Bearing,
    Point,
    bearing,
    distance,
    distance_to_segment,
    signed_area,
)

__all__ = ["flush_facings", "flush_turn", "front_contact"]


def front_contact(formation: Formation, outline: Base, *, within: float) -> Point | None:
    """The middle of what the front edge touches of an outline; None when it touches nothing.

    A front that lies along a side touches a stretch; its nearest point pair stands for it.
    """
    gap = gap_between(Edge(*front_corners(formation)), outline)
    return gap.second if gap.distance <= within else None


def flush_facings(at: Point, outline: Base, *, within: float) -> tuple[Bearing, ...]:
    """The facings with which a front that touches an outline at a point lies along it there.

    A side has one, a corner the two of its sides, a round rim the one of its tangent.
    """
    match outline:
        case Circle():
            return () if distance(at, outline.centre) == 0.0 else (bearing(at, outline.centre),)
        case Polygon() | Rectangle():
            ring = ring_of(outline)
            if signed_area(ring) < 0.0:
                ring = tuple(reversed(ring))
            return tuple(
                (bearing(ring[k - 1], ring[k]) - 90.0) % 360.0
                for k in range(len(ring))
                if distance_to_segment(at, ring[k - 1], ring[k]) <= within
            )
        case Group():
            return tuple(
                facing
                for part in outline.parts
                for facing in flush_facings(at, part, within=within)
            )
        case Edge() | Oval():
            return ()


def flush_turn(facing: Bearing, at: Point, outline: Base, *, within: float) -> float:
    """The least turn, clockwise positive, after which a front at a point lies along the outline.

    0 where nothing is touched there or the front lies flush already.
    """
    turns = [
        (wanted - facing + 180.0) % 360.0 - 180.0
        for wanted in flush_facings(at, outline, within=within)
    ]
    return min(turns, key=abs, default=0.0)
