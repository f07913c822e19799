"""How a line meets a shape: through its inside, along an edge, at a corner, as a tangent.

Knows the kinds of contact and their order along a line. Must not decide whether a contact blocks;
that is one policy (`Grazing`) applied by whoever asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Contact", "Grazing", "Touch", "blocks"]


class Touch(StrEnum):
    """The kind of one contact between a line and a shape."""

    INTERIOR = "interior"
    EDGE = "edge"
    CORNER = "corner"
    TANGENT = "tangent"


class Grazing(StrEnum):
    """Whether contact that never enters the inside of a shape stops a line."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Contact:
    """One contact of a line with one shape.

    `shape` is the shape's index among those asked about, `start` and `end` are inches along the
    line from its start (equal for a contact at one point).
    """

    shape: int
    touch: Touch
    start: float
    end: float

    @property
    def length(self) -> float:
        """Inches of the line that the contact takes up."""
        return self.end - self.start


def blocks(contact: Contact, grazing: Grazing) -> bool:
    """Whether a contact stops a line under a policy: the one place that says so.

    >>> blocks(Contact(0, Touch.CORNER, 1.0, 1.0), Grazing.OPEN)
    False
    """
    return contact.touch is Touch.INTERIOR or grazing is Grazing.CLOSED
