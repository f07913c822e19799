"""Two forces with heights: verdict for verdict what one pair at a time gets."""

import random

import numpy as np
import pytest

from defilade.geometry.bases import Circle, Rectangle
from defilade.geometry.sight import Verdict
from defilade.geometry.sight.armies import all_open_in_space
from defilade.geometry.sight.batch import Options
from defilade.geometry.sight.heights import (
    Basis,
    Opening,
    Prism,
    Search,
    Volume,
    look_in_space,
)
from defilade.geometry.sight.upright import is_shut, upright_plane

SEARCH = Search(across=3)


def board(seed):
    rng = random.Random(seed)
    prisms = []
    for _ in range(7):
        at, facing = (rng.uniform(-5, 5), rng.uniform(-7, 7)), rng.uniform(0, 180)
        wide, top = rng.uniform(2, 7), rng.choice([1.0, 2.0, 5.0])
        window = Opening(Rectangle(at, 0.8, 2.0, facing), 0.5, 1.6)
        prisms.append(
            Prism(Rectangle(at, wide, 0.5, facing), 0.0, top, (window,) * rng.randint(0, 1))
        )
    sides = [
        [
            Volume(Circle((x + rng.uniform(-1, 1), rng.uniform(-8, 8)), 0.5), low, low + 1.8)
            for low in (0.0, 0.0, 0.0, 3.0)
        ]
        for x in (-10, 10)
    ]
    return sides[0], sides[1], prisms


@pytest.mark.parametrize("seed", range(4))
def test_a_batch_says_what_single_questions_say(seed):
    a, b, prisms = board(seed)
    found = all_open_in_space(a, b, prisms, search=SEARCH, options=Options(workers=1))
    assert found.complete
    for i, p in enumerate(a):
        for j, q in enumerate(b):
            one = look_in_space(p, q, prisms, search=SEARCH)
            assert found.open[i, j] == (one.verdict is Verdict.OPEN)
            assert found.proved[i, j] == (one.basis is not Basis.SEARCHED)


def test_what_shuts_a_plane_at_once_leaves_no_line_in_it():
    shut = 0
    for seed in range(6):
        a, b, prisms = board(seed)
        for p in a:
            for q in b:
                line = (p.base.centre, q.base.centre)
                if is_shut(line, p, q, prisms):
                    shut += 1
                    plane = upright_plane(line, p, q, prisms)
                    assert plane is None or plane.sight() is None
    assert shut > 10


def test_progress_is_told_and_an_interrupt_keeps_what_is_done():
    a, b, prisms = board(1)
    told = []
    all_open_in_space(
        a,
        b,
        prisms,
        search=SEARCH,
        options=Options(workers=1, progress=lambda k, n: told.append(k)),
    )
    assert told == sorted(told)

    def stop(_done, _total):
        raise KeyboardInterrupt

    found = all_open_in_space(
        a, b, prisms, search=SEARCH, options=Options(workers=1, progress=stop)
    )
    assert np.array_equal(found.open & ~found.done, np.zeros_like(found.open))
