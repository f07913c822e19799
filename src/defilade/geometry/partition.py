"""Cuts a simple ring into convex pieces that share whole edges.

Knows ear clipping and the merging of pieces. Must not know what the ring stands for.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.geometry.plane import Point, Ring, is_convex, orientation, signed_area

__all__ = ["convex_pieces"]


def convex_pieces(ring: Sequence[Point]) -> tuple[Ring, ...]:
    """Convex rings, anticlockwise, whose union is the area inside a simple ring.

    A convex ring comes back as one piece. Raises ValueError for a ring that is not simple.
    """
    points = tuple(ring) if signed_area(ring) >= 0.0 else tuple(reversed(ring))
    if len(points) <= 3 or is_convex(points):
        return (points,)
    return tuple(tuple(points[k] for k in piece) for piece in _merged(points, _ears(points)))


def _ears(points: Ring) -> list[tuple[int, ...]]:
    left = list(range(len(points)))
    pieces: list[tuple[int, ...]] = []
    while len(left) > 3:
        at = next((k for k in range(len(left)) if _is_ear(points, left, k)), None)
        if at is None:
            msg = "the ring crosses or touches itself and cannot be cut into convex pieces"
            raise ValueError(msg)
        triple = (left[at - 1], left[at], left[(at + 1) % len(left)])
        if orientation(points[triple[0]], points[triple[1]], points[triple[2]]) > 0:
            pieces.append(triple)
        del left[at]
    pieces.append((left[0], left[1], left[2]))
    return pieces


def _is_ear(points: Ring, left: list[int], k: int) -> bool:
    before, here, after = left[k - 1], left[k], left[(k + 1) % len(left)]
    a, b, c = points[before], points[here], points[after]
    turn = orientation(a, b, c)
    if turn < 0:
        return False
    if turn == 0:
        return True
    return not any(
        _in_triangle(points[other], a, b, c) for other in left if other not in (before, here, after)
    )


def _in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool:
    return orientation(a, b, p) >= 0 and orientation(b, c, p) >= 0 and orientation(c, a, p) >= 0


def _merged(points: Ring, pieces: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Join two pieces over a shared edge for as long as the union stays convex."""
    merged = True
    while merged:
        merged = False
        for i in range(len(pieces)):
            for j in range(i + 1, len(pieces)):
                union = _joined(pieces[i], pieces[j])
                if union is not None and is_convex([points[k] for k in union]):
                    pieces[i] = union
                    del pieces[j]
                    merged = True
                    break
            if merged:
                break
    return pieces


def _joined(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...] | None:
    for i in range(len(first)):
        a, b = first[i - 1], first[i]
        for j in range(len(second)):
            if second[j - 1] == b and second[j] == a:
                tail = second[j + 1 :] + second[: j - 1] if j else second[1:-1]
                return first[:i] + tail + first[i:]
    return None
