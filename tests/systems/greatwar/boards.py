"""Battles for tests, drawn as text boards, read as players' files are."""

from dataclasses import replace
from textwrap import indent
from typing import Any

from defilade.dice import Choose, Roll, Run
from defilade.formats.battle import Unread, read_battle
from defilade.geometry.hexes import Cube
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.state import State
from defilade.systems.greatwar.terms import Phase
from defilade.table import Draft, Faults, Table


def draft(board: str, more: str = "") -> Draft[Any]:
    """The draft of a board and the lines of a battle file that go with it."""
    drawn = f"board: |2\n{indent(board.strip(chr(10)), '  ')}\n" if board else ""
    found = read_battle(f"system: greatwar\n{drawn}{more}", "test", {"greatwar": SYSTEM})
    assert not isinstance(found, Unread), [f.code for f in found.faults]
    return found


def table(board: str, more: str = "") -> Table[State]:
    """The table of a board."""
    found = SYSTEM.check(draft(board, more))
    assert not isinstance(found, Faults), [SYSTEM.wording.fault(f) for f in found.faults]
    return found


def faults(board: str, more: str = "") -> dict[str, tuple[str | int, ...]]:
    """Codes of all faults of a battle, warnings too, and their paths."""
    found = SYSTEM.check(draft(board, more))
    told = found.faults if isinstance(found, Faults) else found.warnings
    return {fault.code: fault.path for fault in told}


def at(of: Table[State], name: str) -> Cube:
    """The hex with a printed name."""
    assert of.state.field.board is not None
    return of.state.field.board.named(name)


def ready(of: Table[State], *units: str, **changes: Any) -> Table[State]:
    """The table in the movement phase of its side, with units ordered (all of the side's)."""
    state = of.state
    for unit in state.units.values():
        if unit.id in units or (not units and unit.side is state.active):
            state = state.change(unit.id, ordered=True, **changes)
    return of.with_state(replace(state, phase=Phase.MOVE))


def does(of: Table[State], text: str, *faces: str, choices: tuple[int, ...] = ()) -> Table[State]:
    """The table after an action with these faces, thrown in order, and choices by number."""
    action = SYSTEM.read_action(text, of)
    procedure = SYSTEM.begin(of, action)
    assert hasattr(procedure, "ask"), procedure
    run, left, picks = Run.start(procedure), list(faces), list(choices)
    while (question := run.pending) is not None:
        if isinstance(question, Choose):
            run = run.answer(question.options[picks.pop(0) if picks else 0])
        else:
            assert isinstance(question, Roll)
            thrown, left = left[: run.needs], left[run.needs :]
            run = run.answer(tuple(int(f) if f.isdigit() else f for f in thrown))
    assert not left, left
    return of.with_state(run.value)


def refused(of: Table[State], text: str) -> set[str]:
    """The clauses that refuse an action; empty if it is allowed."""
    found = SYSTEM.begin(of, SYSTEM.read_action(text, of))
    return {r.clause for r in found.reasons} if hasattr(found, "reasons") else set()
