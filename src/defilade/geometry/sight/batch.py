"""Sight for many pairs at once: armies against armies, and every cell of a table.

Round bases run compiled where numba is installed, on all cores; everything else, and everything
without numba, runs the plain engine in worker processes. Verdict for verdict the same answers as
`look`. Must not be imported for single questions.
"""

from __future__ import annotations

import importlib.util
import math
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    as_completed,
)
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from defilade.geometry.bases import Base, Circle
from defilade.geometry.plane import EPS
from defilade.geometry.regions import Region, Wall
from defilade.geometry.sight.answer import Verdict
from defilade.geometry.sight.between import body_edges
from defilade.geometry.sight.engine import is_open, look
from defilade.geometry.sight.scene import Obstacle, Scene, prepare

__all__ = ["Engine", "Lanes", "Options", "Verdicts", "all_lanes", "all_open", "has_compiler"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Progress = Callable[[int, int], None]
"""Called with the number of pairs done and the number of pairs in all."""

_Answer = tuple[slice, NDArray[np.int8], Floats, Floats]
_Arrays = tuple[Floats, Floats, Floats, NDArray[np.int64], Floats, NDArray[np.int64], Floats]

_ROWS = 16
_WORTH_COMPILING = 400
_WORTH_PROCESSES = 1000


class Engine(StrEnum):
    """Which code answers: compiled where it can, or plain Python throughout."""

    AUTO = "auto"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Options:
    """How a batch runs. `workers` 0 means every core, 1 means here, in this thread."""

    engine: Engine = Engine.AUTO
    workers: int = 0
    progress: Progress | None = None


_DEFAULT = Options()


@dataclass(frozen=True, slots=True)
class Verdicts:
    """`open[i, j]`: whether a[i] and b[j] see each other; `done[i, j]`: whether it was asked.

    `complete` is False when the run was interrupted; then `open` holds only where `done` does.
    """

    open: Bools
    done: Bools

    @property
    def complete(self) -> bool:
        """True when no pair is missing."""
        return bool(self.done.all())


@dataclass(frozen=True, slots=True)
class Lanes:
    """As `Verdicts`, with the widest lane in inches (0 closed, inf touching) and a line per pair.

    `lines[i, j]` is x, y at the rim of a[i] and x, y at the rim of b[j]; NaN where there is none.
    """

    open: Bools
    done: Bools
    lane: Floats
    lines: Floats

    @property
    def complete(self) -> bool:
        """True when no pair is missing."""
        return bool(self.done.all())


def has_compiler() -> bool:
    """Whether numba is installed; asking does not import it."""
    return importlib.util.find_spec("numba") is not None


def all_open(
    a: Sequence[Base],
    b: Sequence[Base],
    obstacles: Scene | Iterable[Obstacle],
    *,
    width: float = 0.0,
    options: Options = _DEFAULT,
) -> Verdicts:
    """Whether each of a and each of b see each other along a lane at least `width` wide.

    Ctrl-C ends the run early and returns what is done.
    """
    job = _Job(tuple(a), tuple(b), prepare(obstacles), width)
    shape = (len(job.a), len(job.b))
    found = Verdicts(np.zeros(shape, np.bool_), np.zeros(shape, np.bool_))
    for rows, codes, _, _ in _answers(job, options):
        found.open[rows] = codes == 1
        found.done[rows] = True
    return found


def all_lanes(
    a: Sequence[Base],
    b: Sequence[Base],
    obstacles: Scene | Iterable[Obstacle],
    *,
    options: Options = _DEFAULT,
) -> Lanes:
    """The widest lane and a witness for each of a and each of b. Ctrl-C keeps what is done."""
    job = _Job(tuple(a), tuple(b), prepare(obstacles), None)
    shape = (len(job.a), len(job.b))
    found = Lanes(
        np.zeros(shape, np.bool_),
        np.zeros(shape, np.bool_),
        np.zeros(shape),
        np.full((*shape, 4), np.nan),
    )
    for rows, codes, lanes, lines in _answers(job, options):
        found.open[rows] = codes == 1
        found.lane[rows], found.lines[rows] = lanes, lines
        found.done[rows] = True
    return found


@dataclass(frozen=True, slots=True)
class _Job:
    """One batch; a width asks for verdicts, None for lanes and lines."""

    a: tuple[Base, ...]
    b: tuple[Base, ...]
    scene: Scene
    width: float | None


def _answers(job: _Job, options: Options) -> Iterator[_Answer]:
    """Answers for slices of rows as they come in; an interrupt ends the stream, not the caller."""
    compiled = options.engine is Engine.AUTO and _is_worth_compiling(job)
    workers = options.workers or multiprocessing.cpu_count()
    step = max(1, min(_ROWS, -(-len(job.a) // (2 * workers))))
    slices = [slice(k, min(k + step, len(job.a))) for k in range(0, len(job.a), step)]
    total = len(job.a) * len(job.b)
    done = 0
    try:
        for answer in _stream(job, slices, compiled=compiled, workers=workers):
            done += (answer[0].stop - answer[0].start) * len(job.b)
            yield answer
            if options.progress is not None:
                options.progress(done, total)
    except KeyboardInterrupt:
        return


def _stream(job: _Job, slices: list[slice], *, compiled: bool, workers: int) -> Iterator[_Answer]:
    if compiled:
        arrays = _arrays(job)
        if workers == 1:
            yield from (_compiled_rows(job, arrays, rows) for rows in slices)
            return
        with ThreadPoolExecutor(workers) as pool:
            yield from _collected(
                pool, [pool.submit(_compiled_rows, job, arrays, rows) for rows in slices]
            )
    elif workers == 1 or len(job.a) * len(job.b) < _WORTH_PROCESSES:
        yield from (_plain_rows(job, rows) for rows in slices)
    else:
        with ProcessPoolExecutor(workers, initializer=_adopt, initargs=(job,)) as processes:
            yield from _collected(
                processes, [processes.submit(_adopted_rows, rows) for rows in slices]
            )


def _collected(pool: Executor, futures: list[Future[_Answer]]) -> Iterator[_Answer]:
    try:
        for future in as_completed(futures):
            yield future.result()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise


_adopted: list[_Job] = []


def _adopt(job: _Job) -> None:
    """Keep the job in a worker process, which leaves Ctrl-C to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _adopted[:] = [job]


def _adopted_rows(rows: slice) -> _Answer:
    return _plain_rows(_adopted[0], rows)


def _plain_rows(job: _Job, rows: slice) -> _Answer:
    shape = (rows.stop - rows.start, len(job.b))
    codes, lanes = np.zeros(shape, np.int8), np.zeros(shape)
    lines = np.full((*shape, 4), np.nan)
    for i, p in enumerate(job.a[rows]):
        for j, q in enumerate(job.b):
            codes[i, j], lanes[i, j], lines[i, j] = _plain(job, p, q)
    return rows, codes, lanes, lines


def _plain(job: _Job, p: Base, q: Base) -> tuple[int, float, tuple[float, float, float, float]]:
    nothing = (math.nan, math.nan, math.nan, math.nan)
    if job.width is not None:
        return int(is_open(p, q, job.scene, width=job.width)), 0.0, nothing
    sight = look(p, q, job.scene)
    if sight.verdict is not Verdict.OPEN or sight.witness is None:
        return 0, 0.0, nothing
    start, end = sight.witness.line
    return 1, sight.lane, (nothing if sight.touching else (*start, *end))


def _is_worth_compiling(job: _Job) -> bool:
    """Enough round bases of some size, past nothing but straight obstacles and circles."""
    return (
        len(job.a) * len(job.b) >= _WORTH_COMPILING
        and has_compiler()
        and all(isinstance(s, Circle) and s.radius > EPS for s in (*job.a, *job.b))
        and all(isinstance(body.solid, Region | Wall | Circle) for body in job.scene.bodies)
    )


def _arrays(job: _Job) -> _Arrays:
    """The circles of both sides, and the bodies as flat arrays for the kernel."""
    circles = [
        np.array([(*s.centre, s.radius) for s in side if isinstance(s, Circle)])
        for side in (job.a, job.b)
    ]
    bodies = job.scene.bodies
    kinds = [(*b.centre, b.reach, float(isinstance(b.solid, Circle))) for b in bodies]
    edges = [body_edges(b) for b in bodies]
    return (
        circles[0],
        circles[1],
        np.array(kinds).reshape(-1, 4),
        np.cumsum([0] + [len(b.hull) for b in bodies]),
        np.array([p for b in bodies for p in b.hull]).reshape(-1, 2),
        np.cumsum([0] + [len(e) for e in edges]),
        np.array([(*p, *q) for e in edges for p, q in e]).reshape(-1, 4),
    )


def _compiled_rows(job: _Job, arrays: _Arrays, rows: slice) -> _Answer:
    from defilade.geometry.sight import compiled

    shape = (rows.stop - rows.start, len(job.b))
    codes, lanes = np.zeros(shape, np.int8), np.zeros(shape)
    lines = np.full((*shape, 4), np.nan)
    mine, theirs, bodies, hull_at, hulls, edge_at, edges = arrays
    mine = mine[rows]
    if job.width is None:
        compiled.pairs_lanes(
            mine, theirs, bodies, hull_at, hulls, edge_at, edges, codes, lanes, lines
        )
    else:
        width = max(0.0, job.width - EPS)
        compiled.pairs_open(mine, theirs, width, bodies, hull_at, hulls, edge_at, edges, codes)
    for i, j in zip(*np.nonzero(codes == compiled.ASK), strict=True):
        p, q = job.a[rows.start + int(i)], job.b[int(j)]
        codes[i, j], lanes[i, j], lines[i, j] = _plain(job, p, q)
    return rows, codes, lanes, lines
