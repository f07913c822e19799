"""Which of many boxes touch: found by a sweep, not by looking at every two.

Knows upright boxes in the plane. Must not know what is in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from defilade.geometry.plane import EPS, Point, bounds

__all__ = ["Box", "box_around", "near_pairs"]

Box = tuple[float, float, float, float]
"""Smallest x, smallest y, largest x, largest y."""


def box_around(points: Sequence[Point]) -> Box:
    """The box of some points, grown by contact."""
    x0, y0, x1, y1 = bounds(points)
    return (x0 - EPS, y0 - EPS, x1 + EPS, y1 + EPS)


def near_pairs(boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """Every two boxes that share a point, by index, the smaller first; in no order.

    >>> list(near_pairs([(0, 0, 2, 2), (5, 0, 6, 1), (1, 1, 4, 4)]))
    [(0, 2)]
    """
    wide = sum(box[2] - box[0] for box in boxes)
    high = sum(box[3] - box[1] for box in boxes)
    # Along the axis on which the boxes are short, few are open at a time.
    along, across = (0, 1) if wide <= high else (1, 0)
    running: list[int] = []
    for k in sorted(range(len(boxes)), key=lambda k: boxes[k][along]):
        box = boxes[k]
        running = [j for j in running if boxes[j][along + 2] >= box[along]]
        for j in running:
            other = boxes[j]
            if other[across] <= box[across + 2] and other[across + 2] >= box[across]:
                yield (j, k) if j < k else (k, j)
        running.append(k)
