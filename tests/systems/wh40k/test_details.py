"""A detail that means nothing to a question is refused, whatever it is asked of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from defilade.cli.telling import is_no
from defilade.record import Record
from defilade.ruling import Cover, Entry, Firing, Movement, Question, Sight
from defilade.systems.protocol import DetailError
from defilade.systems.wh40k import SYSTEM
from defilade.systems.wh40k.state import State
from defilade.testing.battles import opened_example

_, TABLE = opened_example(SYSTEM)
PIECES = SYSTEM.scene(TABLE).pieces
NAME = PIECES[0].id
ENEMY = next(piece.id for piece in PIECES if piece.side != PIECES[0].side)


@pytest.mark.parametrize(
    "question",
    [
        Movement(NAME, detail=Record(speed=9)),
        Movement(NAME, detail=Record(legs="foo")),
        Movement(NAME, ((float("nan"), 1.0),)),
        Sight(NAME, NAME, Record(order="x")),
        Firing(NAME, NAME, detail=Record(shooting="sideways")),
    ],
)
def test_details_that_mean_nothing(question: Question) -> None:
    with pytest.raises(DetailError):
        SYSTEM.rule(question, TABLE)


@pytest.mark.parametrize(
    "question",
    [
        Sight("Nemo", NAME),
        Sight(NAME, "Nemo"),
        Cover(NAME, "Nemo"),
        Firing("Nemo", NAME),
        Movement("Nemo", ((1.0, 1.0),)),
        Entry("Nemo", "Pump house"),
        Entry(NAME, "Nemo"),
    ],
)
def test_a_name_that_is_nobodys_is_an_error_with_that_name(question: Question) -> None:
    with pytest.raises(KeyError) as found:
        SYSTEM.rule(question, TABLE)
    assert found.value.args == ("Nemo",)
    with pytest.raises(KeyError):
        SYSTEM.survey("Nemo", TABLE)


@pytest.mark.parametrize("how", ["destroyed", "waiting"])
def test_who_is_off_the_table_is_somebody_who_sees_nobody(how: str) -> None:
    """WH-RND-02, WH-DMG-01: a ruling that says so, not an error."""
    state: State = TABLE.state
    model = state.models[NAME]
    unit = state.units[model.unit]
    if how == "destroyed":
        gone = [replace(state.models[name], wounds=0) for name in unit.models]
        table = TABLE.with_state(state.put_model(*gone))
    else:
        table = TABLE.with_state(state.put_unit(replace(unit, in_reserve=True)))
    for name in (model.unit, NAME):
        for question in (Sight(name, ENEMY), Sight(ENEMY, name), Cover(ENEMY, name)):
            ruling = SYSTEM.rule(question, table)
            assert is_no(ruling.verdict)
            assert [reason.code for reason in ruling.reasons] == ["not_on_table"]
        SYSTEM.survey(name, table)
