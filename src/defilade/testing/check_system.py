"""Checks that every rule system must pass, shipped for authors of plug-ins.

    from defilade.testing import check_system
    assert not check_system(SYSTEM)

Knows the protocol; finds what breaks its promises, and says so in words.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import defilade.ruling as ruling_names
from defilade.dice import Odds, OpenChoice, odds
from defilade.formats.battle import battle_json, battle_yaml, read_battle
from defilade.formats.rulings import ruling_from, ruling_json
from defilade.game import Ambiguous, NotUnderstood, Rejection, Session, log_json, read_log, replay
from defilade.ruling import Cover, Entry, Firing, Movement, Reason, Ruling, Sight
from defilade.systems.protocol import Prospect, System
from defilade.table import Draft
from defilade.testing.battles import example_text, opened, opened_example
from defilade.testing.check_editing import edits_are_what_they_say
from defilade.testing.random_play import TEST_ENGINE, random_game

STRANGE_TEXTS = ("", " ", "\x00", "fire", "fire fire fire", "?" * 500, "move -> ->", "ø 6+ ½")

STRANGE_NUMBERS = ("9" * 5000, "9" * 400 + ".5", "1e999", "nan", "inf", "-0", "\u0663")


def check_system(system: System, *, games: int = 3, steps: int = 40) -> tuple[str, ...]:
    """Everything wrong with a system, in words; empty when it keeps the protocol's promises.

    Plays `games` random games of `steps` steps on the battle shipped with the system.
    """
    checks: tuple[Callable[[System], Iterator[str]], ...] = (
        options_have_defaults,
        clauses_name_real_options,
        the_example_round_trips,
        actions_are_read_as_written,
        strange_texts_are_no_crash,
        strange_numbers_are_no_crash,
        names_of_nobody_are_no_ruling,
        rulings_keep_their_shape,
        prospects_sum_to_one,
        edits_are_what_they_say,
    )
    found = [problem for check in checks for problem in check(system)]
    found += games_fold_to_the_state_they_reach(system, games=games, steps=steps)
    return tuple(found)


def options_have_defaults(system: System) -> Iterator[str]:
    """The house rules are one frozen, hashable dataclass that needs no argument."""
    kind = system.options_type
    if not is_dataclass(kind):
        yield f"{kind.__name__} is not a dataclass"
        return
    options: Any = kind()
    if hash(options) != hash(kind()):
        yield "two sets of default house rules do not hash alike"


def clauses_name_real_options(system: System) -> Iterator[str]:
    """Every option a clause names is a field of the house rules, or is said not to be built."""
    known = {field.name for field in fields(system.options_type)}
    for clause in system.clauses.values():
        if not clause.id.startswith(f"{system.clauses.prefix}-"):
            yield f"{clause.id} does not begin with {system.clauses.prefix}-"
        option = clause.option
        if option and clause.not_built is None and option.replace(".", "_") not in known:
            yield f"{clause.id} names the option {option}, which the house rules lack"


def the_example_round_trips(system: System) -> Iterator[str]:
    """The shipped battle is playable, and written out it reads as the same draft."""
    draft, table = opened(system, example_text(system), system.example)
    if opened(system, battle_json(draft, system), "as kept in a log")[1] != table:
        yield "the shipped battle, as a log keeps it, leads to another table"
    again = read_battle(battle_yaml(draft, system), "again", {system.name: system})
    if not isinstance(again, Draft) or again.battle != draft.battle:
        yield "the shipped battle, written out, does not read as the same draft"


def actions_are_read_as_written(system: System) -> Iterator[str]:
    """Every offered action survives its notation, and begins."""
    _, table = opened_example(system)
    for action in system.actions(table):
        text = system.write_action(action)
        if "\n" in text or system.read_action(text, table) != action:
            yield f"{text!r} is not read as the action it was written from"
        if isinstance(system.begin(table, action), Rejection):
            yield f"{text!r} is offered and then refused"


def strange_texts_are_no_crash(system: System) -> Iterator[str]:
    """A text that is no action is a value saying so, and never an exception."""
    _, table = opened_example(system)
    for text in STRANGE_TEXTS:
        read = system.read_action(text, table)
        if not text.strip() and not isinstance(read, NotUnderstood):
            yield f"{text!r} is read as an action"
        if isinstance(read, Ambiguous) and len(read.candidates) < 2:
            yield f"{text!r} is ambiguous between fewer than two actions"


def strange_numbers_are_no_crash(system: System) -> Iterator[str]:
    """An offered action with a number that nobody could measure is a value saying so."""
    _, table = opened_example(system)
    kinds = {type(action): system.write_action(action) for action in system.actions(table)}
    for text in kinds.values():
        for found in _NUMBER.finditer(text):
            for number in STRANGE_NUMBERS:
                strange = text[: found.start()] + number + text[found.end() :]
                try:
                    read = system.read_action(strange, table)
                    if not isinstance(read, NotUnderstood | Ambiguous):
                        system.begin(table, read)
                except (ArithmeticError, ValueError) as error:
                    yield f"{strange[:60]!r} is a crash: {error!r}"


_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def names_of_nobody_are_no_ruling(system: System) -> Iterator[str]:
    """A question, or a survey, with a name that is nobody's raises `KeyError` with that name."""
    _, table = opened_example(system)
    nobody = "Nobody at all"
    pieces = system.scene(table).pieces
    somebody = pieces[0].id if pieces else nobody
    questions = (
        Sight(nobody, somebody),
        Sight(somebody, nobody),
        Cover(nobody, somebody),
        Cover(somebody, nobody),
        Firing(nobody, somebody),
        Movement(nobody, ((1.0, 1.0),)),
        Entry(nobody, somebody),
    )
    for question in questions:
        try:
            system.rule(question, table)
        except KeyError as error:
            if error.args != (nobody,):
                yield f"{question!r} raises {error!r}, without the name alone"
        else:
            yield f"{question!r} is ruled on, though nobody is called so"
    try:
        system.survey(nobody, table)
    except KeyError:
        return
    yield "a survey of nobody is given"


def rulings_keep_their_shape(system: System) -> Iterator[str]:
    """Every ruling of every piece's survey cites known clauses and survives JSON and repr."""
    _, table = opened_example(system)
    for piece in system.scene(table).pieces:
        for view in system.survey(piece.id, table):
            yield from _ruling_problems(system, view.ruling)


def _ruling_problems(system: System, ruling: Ruling) -> Iterator[str]:
    where = repr(ruling.question)
    for reason in ruling.reasons:
        yield from _reason_problems(system, reason, where)
    numbers = [value for value in ruling.numbers.values() if isinstance(value, float)]
    if any(math.isnan(value) for value in numbers):
        yield f"{where}: a number of the ruling is not a number"
    document = json.loads(json.dumps(ruling_json(ruling, system=system.name)))
    if ruling_from(document) != ruling:
        yield f"{where}: the ruling does not survive JSON"
    names = {name: getattr(ruling_names, name) for name in ruling_names.__all__}
    if eval(repr(ruling), {**_NAMES, **names}) != ruling:
        yield f"{where}: the ruling's repr does not make it again"


_NAMES = {"inf": math.inf, "nan": math.nan}


def _reason_problems(system: System, reason: Reason, where: str) -> Iterator[str]:
    if reason.clause not in system.clauses:
        yield f"{where}: cites {reason.clause}, which is not in the index"
    if not system.wording.reason(reason).strip():
        yield f"{where}: {reason.code} has no words"


def prospects_sum_to_one(system: System) -> Iterator[str]:
    """The odds of every offered action are a distribution, under the default policy."""
    _, table = opened_example(system)
    for action in system.actions(table):
        prospect = system.prospect(action, table)
        if isinstance(prospect, Prospect):
            text = system.write_action(action)
            try:
                whole: Odds[Any] = odds(prospect.procedure, policy=system.policies["default"])
            except OpenChoice as choice:
                yield f"{text!r}: the default policy does not answer {choice}"
                continue
            for measure in prospect.measures:
                total = math.fsum(float(p) for p in whole.map(measure.of).values())
                if abs(total - 1) > 1e-9:
                    yield f"{text!r}: {measure.name} sums to {total}"


def games_fold_to_the_state_they_reach(system: System, *, games: int, steps: int) -> Iterator[str]:
    """Replaying a game's log gives its state; undoing everything gives its start."""
    battle, table = opened_example(system)
    for seed in range(games):
        *_, last = random_game(system, table, battle, seed=seed, steps=steps)
        hash(last.table.state)
        log = read_log(json.loads(json.dumps(log_json(last.reveal().log))))
        again = replay(system, table, log, engine=TEST_ENGINE)
        if again.table != last.table or again.pending != last.pending:
            yield f"game {seed}: the replayed log leads to another state"
        _words(system, last)
        if _all_undone(last).table != table:
            yield f"game {seed}: undoing everything does not lead back to the start"


def _words(system: System, session: Session) -> None:
    for event in session.events():
        assert system.wording.event(event.code, event.params).strip(), event


def _all_undone(session: Session) -> Session:
    while isinstance(back := session.undo(), Session):
        session = back
    return session
