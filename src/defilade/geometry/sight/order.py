"""The order in which every question about two bases is worked, so that answers are symmetric."""

from __future__ import annotations

from defilade.geometry.bases import Base, centre_of

__all__ = ["in_order"]


def in_order(a: Base, b: Base) -> tuple[Base, Base]:
    """The two bases, the one further left (or lower, or first by its text) first."""
    return (b, a) if _key(b) < _key(a) else (a, b)


def _key(base: Base) -> tuple[float, float, str]:
    return (*centre_of(base), repr(base))
