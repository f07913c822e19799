"""Rulings, refusals and events as lines: verdict, numbers, reasons in order with their clauses.

Knows shapes of answers and a system's wording; makes no sentence of any game's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from math import isinf
from typing import TYPE_CHECKING, assert_never

from defilade.cli.questions import spoken
from defilade.cli.screen import Screen
from defilade.ruling import (
    Covered,
    Permission,
    Reason,
    Record,
    Ruling,
    Verdict,
    Visible,
    Weight,
)
from defilade.values import print_inches, print_number

if TYPE_CHECKING:
    from defilade.game import Event, Refusal
    from defilade.systems.protocol import System

_SIGNS = {Weight.FOR: "✓", Weight.AGAINST: "✗", Weight.NOTE: "·"}
_PLAIN_SIGNS = {Weight.FOR: "+", Weight.AGAINST: "x", Weight.NOTE: "-"}
_STYLES = {Weight.FOR: "green", Weight.AGAINST: "red", Weight.NOTE: ""}
DEFAULT_MARK = " (a stand-in: no source was found)"


def is_no(verdict: Verdict) -> bool:
    """Whether a verdict says no; what the text does not settle is no yes either."""
    match verdict:
        case Permission():
            return verdict is not Permission.ALLOWED
        case Visible():
            return verdict in (Visible.NO, Visible.UNSETTLED)
        case Covered():
            return verdict is not Covered.YES
        case _ as never:
            assert_never(never)


def style_of(verdict: Verdict) -> str:
    """The colour of a verdict, for terminals that have one."""
    if verdict.value == "unsettled":
        return "bold yellow"
    if verdict is Visible.PARTLY:
        return "bold yellow"
    return "bold red" if is_no(verdict) else "bold green"


def tell_ruling(ruling: Ruling, system: System, screen: Screen) -> None:
    """A ruling in full."""
    term = system.wording.term(ruling.verdict.value)
    head = f"{term.upper()}: {spoken(ruling.question)}"
    screen.say(head, style=style_of(ruling.verdict))
    tell_reasons(ruling.reasons, system, screen)
    tell_numbers(ruling.numbers, system, screen)
    if ruling.readings:
        screen.tell("  The text does not settle this. Its readings would give:")
    for reading in ruling.readings:
        given = f"; {numbers(reading.numbers, system)}" if reading.numbers else ""
        verdict = system.wording.term(reading.verdict.value)
        screen.tell(f"    {reading.option}={reading.value}: {verdict}{given}", indent=2)


def tell_reasons(reasons: Iterable[Reason], system: System, screen: Screen) -> None:
    """Reasons in their order, each with a sign, its sentence and its clause."""
    signs = _PLAIN_SIGNS if screen.ascii_only else _SIGNS
    for reason in reasons:
        said = system.wording.reason(reason)
        mark = DEFAULT_MARK if reason.default else ""
        line = f"  {signs[reason.weight]} {said}{margin(reason)}{mark} [{reason.clause}]"
        screen.tell(line, style=_STYLES[reason.weight], indent=2)


def margin(reason: Reason) -> str:
    """How close it was, where a reason measures a distance against a limit.

    >>> margin(Reason("c", "in_range", Record(distance=10.0, range=12.0)))
    ', 2" to spare'
    """
    distance = reason.params.get("distance")
    limits = [reason.params[name] for name in _LIMITS if name in reason.params]
    if not limits or not isinstance(distance, float | int):
        return ""
    limit = limits[0]
    if not isinstance(limit, float | int) or isinstance(limit, bool) or isinf(limit):
        return ""
    spare = limit - distance
    return f", {print_inches(abs(spare))} {'to spare' if spare >= 0 else 'too far'}"


_LIMITS = ("range", "reach", "within", "limit")


def tell_numbers(record: Record, system: System, screen: Screen, *, lead: str = "  ") -> None:
    """The numbers of a ruling in one line, then what has numbers of its own, a line each."""
    if (line := numbers(record, system)) != "":
        screen.tell(f"{lead}{line}", indent=2)
    for name, value in record.items():
        if isinstance(value, Record):
            if any(isinstance(inner, Record) for inner in value.values()):
                screen.tell(f"{lead}{system.wording.term(name)}:")
                tell_numbers(value, system, screen, lead=lead + "  ")
            else:
                screen.tell(f"{lead}{name}: {numbers(value, system)}", indent=2)


def numbers(record: Record, system: System) -> str:
    """Numbers by the system's own terms, but for places and for what has numbers of its own."""
    shown = {k: v for k, v in record.items() if not _is_point(v) and not isinstance(v, Record)}
    return ", ".join(f"{system.wording.term(k)} {value_text(v)}" for k, v in shown.items())


def _is_point(value: object) -> bool:
    """Places are for pictures, not for reading."""
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(v, float) for v in value)


def value_text(value: object) -> str:
    """A plain value as people write it.

    >>> value_text(12.0), value_text(True), value_text(("F", "S")), value_text(-0.00001)
    ('12', 'yes', 'F/S', '0')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return print_number(value)
        case tuple() if value:
            return "/".join(value_text(part) for part in value)
        case () | None:
            return "none"
        case _:
            return str(value)


def tell_refusal(refusal: Refusal, system: System, screen: Screen) -> None:
    """The three ways a text can fail, each in its own way, on stderr."""
    from defilade.game import Ambiguous, NotUnderstood, Rejection

    match refusal:
        case NotUnderstood(text, position, wanted):
            screen.complain("NOT UNDERSTOOD", style="bold red")
            screen.complain(f"  {text}")
            screen.complain("  " + " " * min(position, len(text)) + "^")
            if meant := _meant(text[position:], wanted):
                screen.complain(f"  did you mean {meant}?")
            tell_wanted(wanted, screen)
        case Ambiguous(text, candidates):
            screen.complain(f"WHICH ONE? {text!r} may be", style="bold yellow")
            for candidate in candidates:
                screen.complain(f"  {candidate}")
        case Rejection(action, reasons):
            screen.complain(f"NOT ALLOWED NOW: {action}", style="bold red")
            for reason in reasons:
                screen.complain(f"  ✗ {refused_words(reason, system)} [{reason.clause}]")
        case _ as never:
            assert_never(never)


def tell_wanted(wanted: Sequence[str], screen: Screen) -> None:
    """What could stand where reading stopped: a few in one line, many in a line each."""
    if 0 < len(wanted) <= _FEW:
        screen.complain(f"  wanted here: {', '.join(wanted)}")
    elif wanted:
        screen.complain("  wanted here:")
        for each in wanted:
            screen.complain(f"    {each}")


_FEW = 5


def _meant(rest: str, wanted: Sequence[str]) -> str | None:
    """What was probably meant by the first word of the rest, by the first words wanted."""
    firsts = {each.split(" ")[0].lower(): each for each in reversed(wanted) if each.strip()}
    word = rest.split(" ", maxsplit=1)[0].lower()
    near = get_close_matches(word, firsts, n=1) if word not in firsts else []
    return firsts[near[0]] if near else None


_OF_THE_GAME = {
    "nothing_to_undo": "there is nothing to undo",
    "nothing_to_redo": "there is nothing to redo",
    "answer_first": "a roll or a choice is under way; answer it first",
    "stale": "the game has moved on since",
}


def refused_words(reason: Reason, system: System) -> str:
    """A reason for a refusal; what the session itself refuses has words of its own."""
    if reason.clause == "game" and reason.code in _OF_THE_GAME:
        return _OF_THE_GAME[reason.code]
    return system.wording.reason(reason)


def tell_events(events: Iterable[Event], system: System, screen: Screen) -> None:
    """Events in their order, each with its clause."""
    for event in events:
        said = system.wording.event(event.code, event.params)
        screen.say(f"  {said} [{event.clause}]", indent=2)
