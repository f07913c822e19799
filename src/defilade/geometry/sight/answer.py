"""The answer to one question of sight, with what proves it. Values only.

Must not compute anything beyond reading itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from defilade.geometry.degenerate import Contact, Grazing
from defilade.geometry.plane import EPS, Point, Segment
from defilade.geometry.sight.between import Piece
from defilade.geometry.sight.frame import Frame, LocalBase
from defilade.geometry.sight.sweep import Cover

__all__ = [
    "Aside",
    "FanCover",
    "FanProof",
    "HeldProof",
    "LaneBasis",
    "PairProof",
    "Proof",
    "Sight",
    "Verdict",
    "Witness",
]


class Verdict(StrEnum):
    """Whether a line runs from any part of one base to any part of the other.

    OPEN: some line keeps clear of every obstacle. GRAZING: no line does, but some line only
    touches outlines (along an edge, at a corner, as a tangent). CLOSED: every line enters one.
    """

    OPEN = "open"
    GRAZING = "grazing"
    CLOSED = "closed"


class LaneBasis(StrEnum):
    """What a lane's width rests on.

    PROVED: no lane is wider, by more than `EPS`. AT_LEAST: a strip this wide is open, and a wider
    one may be; so it is from or to a point, where the best line is searched and not proved.
    """

    PROVED = "proved"
    AT_LEAST = "at least"


@dataclass(frozen=True, slots=True)
class Aside:
    """The nearest obstacle on one side of a line: its number, and the distance in inches."""

    obstacle: int
    distance: float


@dataclass(frozen=True, slots=True)
class Witness:
    """A line to lay a laser on, from rim to rim; left and right as one looks along it."""

    line: Segment
    left: Aside | None
    right: Aside | None


@dataclass(frozen=True, slots=True)
class PairProof:
    """Covers over all directions between two convex parts, in the frame of the pair.

    They prove that no lane between the parts is wider than `width` + EPS.
    """

    parts: tuple[int, int]
    frame: Frame
    width: float
    covers: tuple[Cover, ...]


@dataclass(frozen=True, slots=True)
class FanCover:
    """One piece as seen from a point: it shuts the directions from `start` to `end`."""

    start: float
    end: float
    piece: Piece


@dataclass(frozen=True, slots=True)
class FanProof:
    """Pieces that shut every direction from a point to a part, in the frame of the pair.

    `apex` is the point and `target` the part, both local. `inside` lists areas that hold the whole
    of a gap between covers, with the direction in its middle. `backwards` when the point is the
    second base of the pair.
    """

    parts: tuple[int, int]
    frame: Frame
    apex: Point
    target: LocalBase
    covers: tuple[FanCover, ...]
    inside: tuple[tuple[int, float], ...]
    backwards: bool


@dataclass(frozen=True, slots=True)
class HeldProof:
    """A curved obstacle that holds one of two parts: every line between them enters it."""

    parts: tuple[int, int]
    obstacle: int


Proof = PairProof | FanProof | HeldProof


@dataclass(frozen=True, slots=True)
class Sight:
    """The answer for one pair of bases.

    `lane` is the width of the widest strip of open lines from base to base (from or to a point:
    of the widest strip found about one line, and then `lane_basis` says so); 0 when there is none,
    `inf` when the bases touch.
    `short_by`, for a closed answer, is a shift that opens a line when one obstacle makes it, or
    None when no single obstacle can. `blockers` shut the direction that is nearest to open.
    `contacts` are those of a grazing witness. `proof` shows a closed answer to be closed, and of
    an open one that no lane is wider; it is empty where a line by itself is the proof.
    """

    verdict: Verdict
    witness: Witness | None
    lane: float
    short_by: float | None
    blockers: tuple[int, ...]
    contacts: tuple[Contact, ...]
    proof: tuple[Proof, ...]
    touching: bool = False
    lane_basis: LaneBasis = LaneBasis.PROVED

    def admits(self, width: float = 0.0, *, grazing: Grazing = Grazing.CLOSED) -> bool:
        """Whether a line of this width in inches passes, under a policy for mere contact.

        The one place that applies both. A strip of some width may touch what it passes.
        """
        if self.verdict is Verdict.OPEN:
            return self.lane >= width - EPS
        return self.verdict is Verdict.GRAZING and grazing is Grazing.OPEN and width <= EPS
