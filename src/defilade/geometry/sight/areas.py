"""What every open line, and the best line, does to areas that do not themselves block.

Every open line crosses an area exactly when none is left once the area blocks too. Must not know
what crossing an area means: cover, obscuring and the like belong to rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from defilade.geometry.bases import Base
from defilade.geometry.crossings import LineFacts, Shape, line_facts
from defilade.geometry.plane import Segment
from defilade.geometry.sight.answer import Sight, Verdict
from defilade.geometry.sight.engine import is_open, look
from defilade.geometry.sight.scene import Obstacle, Scene, prepare

__all__ = ["AreaFact", "Survey", "survey"]


@dataclass(frozen=True, slots=True)
class AreaFact:
    """What lines between two bases do to one area.

    `by_all`: every open line crosses its inside. `by_best` is how the best line meets it.
    """

    area: int
    by_all: bool
    by_best: LineFacts


@dataclass(frozen=True, slots=True)
class Survey:
    """Sight past the obstacles, and what it does to the areas.

    `clear` is sight past obstacles and areas together: CLOSED there and OPEN in `sight` means that
    every open line crosses one area or another, though perhaps no single one is crossed by all.
    `best` is the line that crosses fewest areas, of those looked at: the witness of `clear` when
    that is open. `areas` has one fact for each area when any line is open, else none.
    """

    sight: Sight
    clear: Sight
    best: Sight
    areas: tuple[AreaFact, ...]


def survey(
    a: Base, b: Base, obstacles: Scene | Iterable[Obstacle], areas: Sequence[Shape]
) -> Survey:
    """Ask for sight, and for every area whether every open line crosses it."""
    scene = prepare(obstacles)
    sight = look(a, b, scene)
    if sight.verdict is not Verdict.OPEN or sight.witness is None:
        return Survey(sight, sight, sight, ())
    if sight.touching:
        line = sight.witness.line
        facts = tuple(
            AreaFact(k, by_all=False, by_best=line_facts(line, s, index=k))
            for k, s in enumerate(areas)
        )
        return Survey(sight, sight, sight, facts)
    clear = look(a, b, [*scene.obstacles, *areas])
    if clear.verdict is Verdict.OPEN:
        must: list[int] = []
        best = clear
    else:
        alone = [is_open(a, b, [*scene.obstacles, area]) for area in areas]
        must = [k for k, missed in enumerate(alone) if not missed]
        best = _fewest((a, b), scene, areas, must) or sight
    line = best.witness.line if best.witness is not None else sight.witness.line
    return Survey(sight, clear, best, _facts(line, areas, must))


def _facts(line: Segment, areas: Sequence[Shape], must: Sequence[int]) -> tuple[AreaFact, ...]:
    return tuple(
        AreaFact(k, by_all=k in must, by_best=line_facts(line, area, index=k))
        for k, area in enumerate(areas)
    )


def _fewest(
    pair: tuple[Base, Base], scene: Scene, areas: Sequence[Shape], must: Sequence[int]
) -> Sight | None:
    """Sight along a line that misses all areas that can be missed together, taken in order."""
    missed: list[Shape] = []
    best: Sight | None = None
    for k, area in enumerate(areas):
        if k not in must:
            tried = look(*pair, [*scene.obstacles, *missed, area])
            if tried.verdict is Verdict.OPEN:
                missed.append(area)
                best = tried
    return best
