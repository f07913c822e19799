"""Sight with heights for every pair of two forces, verdict for verdict as `look_in_space`.

The plan decides most pairs, in batches; the rest are searched one by one in worker processes.
Must not be imported for single questions.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from defilade.geometry.sight.answer import Verdict
from defilade.geometry.sight.batch import Options, all_open
from defilade.geometry.sight.heights import Prism, Search, Volume, in_the_way, search_in_space
from defilade.geometry.sight.scene import Scene, prepare

__all__ = ["SpaceVerdicts", "all_open_in_space"]

Bools = NDArray[np.bool_]
Cells = tuple[tuple[int, int], ...]

_CELLS = 24
_WORTH_PROCESSES = 48
_DEFAULT = Options()
_SEARCH = Search()


@dataclass(frozen=True, slots=True)
class SpaceVerdicts:
    """`open[i, j]`: whether a[i] and b[j] see each other; `done[i, j]`: whether it was asked.

    `proved[i, j]` is False for a "no" that rests on a search. `complete` is False when the run
    was interrupted; then the others hold only where `done` does.
    """

    open: Bools
    proved: Bools
    done: Bools

    @property
    def complete(self) -> bool:
        """True when no pair is missing."""
        return bool(self.done.all())


@dataclass(frozen=True, slots=True)
class _Job:
    a: tuple[Volume, ...]
    b: tuple[Volume, ...]
    prisms: tuple[Prism, ...]
    search: Search


def all_open_in_space(
    a: Sequence[Volume],
    b: Sequence[Volume],
    prisms: Sequence[Prism],
    *,
    search: Search = _SEARCH,
    options: Options = _DEFAULT,
) -> SpaceVerdicts:
    """Whether each of a and each of b see each other past prisms. Ctrl-C keeps what is done."""
    job = _Job(tuple(a), tuple(b), tuple(prisms), search)
    shape = (len(job.a), len(job.b))
    found = SpaceVerdicts(*(np.zeros(shape, np.bool_) for _ in range(3)))
    try:
        _by_plan(job, found, options)
        left = [(int(i), int(j)) for i, j in zip(*np.nonzero(~found.done), strict=True)]
        total = shape[0] * shape[1]
        done = total - len(left)
        for cells, answers in _searched(job, left, options):
            for (i, j), seen in zip(cells, answers, strict=True):
                found.open[i, j] = found.proved[i, j] = seen
                found.done[i, j] = True
            done += len(cells)
            if options.progress is not None:
                options.progress(done, total)
    except KeyboardInterrupt:
        return found
    return found


def _by_plan(job: _Job, found: SpaceVerdicts, options: Options) -> None:
    """What the plan decides: shut by what reaches over both, or open past everything near."""
    rows, columns = _levels(job.a), _levels(job.b)
    for (low, high), mine in rows.items():
        for (bottom, top), theirs in columns.items():
            near, tall = in_the_way(job.prisms, (min(low, bottom), max(high, top)))
            cells = np.ix_(mine, theirs)
            bases = [job.a[i].base for i in mine], [job.b[j].base for j in theirs]
            clear = all_open(*bases, _scene(near), options=Options(options.engine, options.workers))
            shut = clear
            if len(tall) < len(near):
                shut = all_open(
                    *bases, _scene(tall), options=Options(options.engine, options.workers)
                )
            found.open[cells] = clear.open
            found.proved[cells] = found.done[cells] = (
                (clear.open | ~shut.open) & clear.done & shut.done
            )


def _levels(volumes: tuple[Volume, ...]) -> dict[tuple[float, float], list[int]]:
    """The numbers of the volumes that stand at each height."""
    found: dict[tuple[float, float], list[int]] = {}
    for k, volume in enumerate(volumes):
        found.setdefault((volume.bottom, volume.top), []).append(k)
    return found


def _scene(prisms: Sequence[Prism]) -> Scene:
    return prepare(prism.shape for prism in prisms)


def _searched(
    job: _Job, left: Sequence[tuple[int, int]], options: Options
) -> Iterator[tuple[Cells, list[bool]]]:
    workers = options.workers or multiprocessing.cpu_count()
    blocks = [tuple(left[k : k + _CELLS]) for k in range(0, len(left), _CELLS)]
    if workers == 1 or len(left) < _WORTH_PROCESSES:
        yield from ((cells, _ask(job, cells)) for cells in blocks)
        return
    with ProcessPoolExecutor(workers, initializer=_adopt, initargs=(job,)) as pool:
        futures = {pool.submit(_adopted, cells): cells for cells in blocks}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _ask(job: _Job, cells: Cells) -> list[bool]:
    return [
        search_in_space(job.a[i], job.b[j], job.prisms, search=job.search).verdict is Verdict.OPEN
        for i, j in cells
    ]


_jobs: list[_Job] = []


def _adopt(job: _Job) -> None:
    """Keep the job in a worker process, which leaves Ctrl-C to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _jobs[:] = [job]


def _adopted(cells: Cells) -> list[bool]:
    return _ask(_jobs[0], cells)
