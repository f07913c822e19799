"""A detail that means nothing to a question is refused, whatever it is asked of."""

from __future__ import annotations

import pytest

from defilade.record import Record
from defilade.ruling import Firing, Movement, Question, Sight
from defilade.systems.conquest import SYSTEM
from defilade.systems.protocol import DetailError
from defilade.testing.battles import opened_example

_, TABLE = opened_example(SYSTEM)
NAME = SYSTEM.scene(TABLE).pieces[0].id


@pytest.mark.parametrize(
    "question",
    [
        Movement(NAME, detail=Record(speed=9)),
        Movement(NAME, ((float("nan"), 1.0),)),
        Sight(NAME, NAME, Record(order="x")),
        Firing(NAME, NAME, detail=Record(shooting="sideways")),
    ],
)
def test_details_that_mean_nothing(question: Question) -> None:
    with pytest.raises(DetailError):
        SYSTEM.rule(question, TABLE)
