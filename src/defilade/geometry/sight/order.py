"""The order in which every question about two bases is worked, so that answers are symmetric."""

from __future__ import annotations

from defilade.geometry.bases import Base, centre_of

__all__ = ["in_order"]


def in_order(a: Base, b: Base) -> tuple[Base, Base]:
    """The two bases, the one further left (or lower, or first by its text) first."""
    first, second = centre_of(a), centre_of(b)
    if first == second:
        return (b, a) if repr(b) < repr(a) else (a, b)
    return (b, a) if second < first else (a, b)
