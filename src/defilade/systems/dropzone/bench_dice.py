"""Feeds a case's dice to the tasks of an action, in the order the tasks ask.

Knows which list of a case answers which task; stops where a case gives no dice for one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from defilade.dice import Choose, Roll, Run, Total
from defilade.systems.dropzone.close import AllocateClose
from defilade.systems.dropzone.collateral import (
    Allocate,
    CollateralSaves,
    PieceDice,
    Randomise,
    SquadDice,
)
from defilade.systems.dropzone.destruction import Collapse, CollapseInside, Crash, Struck, Wreck
from defilade.systems.dropzone.firing import Astray, SquadFire
from defilade.systems.dropzone.fortitude import Nerve, Test, TestDie
from defilade.systems.dropzone.objectives import Search
from defilade.systems.dropzone.play import Deed, Start, Task
from defilade.systems.dropzone.rounds import Initiative
from defilade.systems.dropzone.state import State
from defilade.systems.dropzone.steps import (
    Blasts,
    Both,
    Countermeasures,
    Focus,
    HowMany,
    Step,
    ToHit,
)
from defilade.table import Table


@dataclass(slots=True)
class Dice:
    """The dice and choices of one step of a case; lists are used up as they are thrown."""

    step: Mapping[str, Any]
    queues: dict[tuple[str, ...], list[Any]] = field(default_factory=dict)

    def _queue(self, *path: str) -> list[Any] | None:
        """The list at a path of the step, kept between throws; None where there is none."""
        if path not in self.queues:
            found: Any = self.step
            for key in path:
                found = found.get(key) if isinstance(found, Mapping) else None
            if found is None:
                return None
            self.queues[path] = list(found) if isinstance(found, list | tuple) else [found]
        return self.queues[path]

    def take(self, count: int, *paths: tuple[str, ...]) -> tuple[int, ...] | None:
        """So many faces from the first list that has any; None where they run out."""
        for path in paths:
            queue = self._queue(*path)
            if queue is not None and len(queue) >= count:
                taken, queue[:] = tuple(queue[:count]), queue[count:]
                return taken
        return None

    def answer(self, task: Task, run: Run, table: Table[State]) -> Any:
        """What answers a run's pending question; None where the case says nothing."""
        question = run.pending
        if isinstance(question, Choose):
            return self.choice(task, question)
        assert isinstance(question, Roll | Total)  # the only other questions
        return self.faces(task, run.needs, table)

    def faces(self, task: Task, count: int, table: Table[State]) -> tuple[int, ...] | None:  # noqa: PLR0911, PLR0912  # a table
        """Faces for a task."""
        match task:
            case SquadFire() as fire:
                volley = fire.current()
                assert volley is not None  # it asks for dice
                return self._attack(volley.step, count, volley.target)
            case Struck(target, step):
                return self._struck(step, count, target)
            case Collapse():
                return self.take(count, ("collapse", "d3_face"), ("d3_face",))
            case CollapseInside():
                return self.take(count, ("collapse", "two_d3_faces"), ("two_d3_faces",))
            case Crash():
                return self.take(count, ("crash", "d3_face"), ("d3_face",))
            case Wreck():
                return self.take(count, ("wreck", "d3_face"), ("transport_d3_face",), ("d3_face",))
            case Randomise(piece):
                return self._tokens(count, piece, "random_die", "randomise_die", "squad_die")
            case PieceDice(piece):
                return self._tokens(count, piece, "piece_dice")
            case SquadDice(piece):
                return self._tokens(count, piece, "squad_dice", "reroll_dice")
            case CollateralSaves():
                return self.take(count, ("collateral", "passive_dice"), ("passive_dice",))
            case TestDie(test):
                paths = (("fortitude_die",), ("fortitude_dice", test.squad))
                return self.take(count, *paths)
            case Search():
                return self.take(count, ("die",))
            case Initiative(waiting):
                return self.take(count, ("initiative_dice", waiting[0]), ("initiative_dice",))
            case _:
                raise ValueError(f"no dice are known for {type(task).__name__}")

    def _attack(self, step: Step, count: int, target: str) -> tuple[int, ...] | None:
        match step:
            case ToHit() | Blasts():
                return self.take(count, ("hit_dice",))
            case HowMany():
                paths = ("area_d3_face", "area_d3_faces", "area_d6_face", "area_d6_faces")
                return self.take(count, *((p,) for p in paths), *((p, target) for p in paths))
            case Countermeasures():
                return self.take(count, ("passive_dice",), ("passive_dice", target))
            case Both(first, second):
                part = second if not hasattr(first, "ask") else first
                return self._attack(part, count, target)
            case _:
                return self.take(count, ("damage_dice", target), ("damage_dice",), ("reroll_dice",))

    def _struck(self, step: Step, count: int, target: str) -> tuple[int, ...] | None:
        kind = "passive_dice" if isinstance(step, Countermeasures) else "damage_dice"
        places = ("collapse", "crash", "wreck", "transport")
        return self.take(count, *((p, kind, target) for p in places), (kind, target))

    def _tokens(self, count: int, piece: str, *kinds: str) -> tuple[int, ...] | None:
        paths: list[tuple[str, ...]] = []
        for kind in kinds:
            paths += [(kind, piece), ("collateral", kind, piece), ("collateral", kind), (kind,)]
        return self.take(count, *paths)

    def choice(self, task: Task, question: Choose) -> Any:
        """An option for a task: the one the case names, else the first."""
        options = question.options
        match task:
            case Test(squad):
                given_up = squad in self.step.get("choose_to_fail", ())
                return Nerve.FAIL if given_up else Nerve.ROLL
            case Allocate() | AllocateClose():
                return self._allocated(options)
            case Astray():
                return self.step.get("friend", options[0])
            case SquadFire() as fire if isinstance(fire.current(), object):
                return self._focus(fire, options)
            case _:
                wanted = self.step.get("way")
                return next((o for o in options if str(o) == wanted), options[0])

    def _focus(self, fire: SquadFire, options: Sequence[Any]) -> Any:
        volley = fire.current()
        assert volley is not None  # it asks for a choice
        wanted = self.step.get("discard", 0)
        assert isinstance(volley.step, Focus | Both)  # the only ones that choose
        return next((o for o in options if o.discard == wanted), options[0])

    def _allocated(self, options: Sequence[Any]) -> Any:
        """One point to the unit that a case's allocation still owes some."""
        for key, value in self.step.items():
            if not key.startswith("allocation") or not isinstance(value, Mapping):
                continue
            owed = self.queues.setdefault(
                (key,), [name for name, points in value.items() for _ in range(points)]
            )
            for name in owed:
                if name in options:
                    owed.remove(name)
                    return name
        return options[0]


def driven(start: Start, dice: Dice) -> tuple[tuple[Deed, ...], Table[State], bool]:
    """Every task done with a case's dice, the table after them, and whether all were done."""
    table, waiting = start.table, start.todo
    done: list[Deed] = []
    whole = True
    while waiting:
        task, before = waiting[0], table
        asked = task.ask(table)
        run = _fed(task, Run.start(asked), dice, table) if asked is not None else None
        if run is not None and not run.done:
            done.append(Deed(task, table, None, run.log, None))
            if not isinstance(task, Struck):
                return tuple(done), table, False
            whole, waiting = False, waiting[1:]  # a case may leave out who is hit by what falls
            continue
        answer, log = (run.value, run.log) if run is not None else (None, ())
        state, more = task.take(table, answer)
        table, waiting = table.with_state(state), (*more, *waiting[1:])
        done.append(Deed(task, before, answer, log, table))
    return tuple(done), table, whole


def _fed(task: Task, run: Run, dice: Dice, table: Table[State]) -> Run:
    """A run answered as far as the case has dice."""
    while not run.done:
        given = dice.answer(task, run, table)
        if given is None:
            return run
        run = run.answer(given)
    return run
