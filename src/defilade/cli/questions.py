"""Words of a command line to one of the five questions.

Knows the verbs and their filler words; which names exist is for the system to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from defilade.record import NOTHING, Datum, Record
from defilade.ruling import Cover, Entry, Firing, Movement, Point, Question, Sight

USAGES = {
    "fire": "fire A at B [with WEAPON]",
    "see": "see A B",
    "cover": "cover A B      (is B in cover from A?)",
    "enter": "enter A PLACE",
    "move": "move A X,Y [X,Y ...]   (on hexes: Q,R)",
    "path": "path A -> X,Y[,HEIGHT]   (the shortest way there)",
    "reach": "reach A       (all ground it can move to)",
}
SURVEY = "survey"
FARTHEST = 1_000_000.0
"""Inches from the corner of a table beyond which nobody plays; no number that is none passes."""
_ALIASES = {
    "way": "path",
    "firing": "fire",
    "shoot": "fire",
    "volley": "fire",
    "sight": "see",
    "entry": "enter",
    "movement": "move",
}
_FILLERS = frozenset({"at", "->", "→", "to", "into", "from"})


class QuestionError(ValueError):
    """Words that are no question; the message says what could be asked."""


def question_of(words: Sequence[str], *, detail: Iterable[str] = ()) -> Question:
    """The question that words put; raises `QuestionError`.

    Names of several words go by themselves where `at`, `->` and `with` part them, or in
    quotes; one text holds the whole question as well as several.

    >>> question_of(["fire", "A", "at", "B", "with", "mass", "driver"])
    Firing(by='A', at='B', weapon='mass driver', detail=Record())
    >>> question_of(["see Wren I -> Old Town"])
    Sight(by='Wren I', at='Old Town', detail=Record())
    """
    if not words:
        raise QuestionError(_possible("nothing is asked"))
    if len(words) == 1:
        words = words[0].split() or [""]
    verb = _ALIASES.get(words[0].lower(), words[0].lower())
    if verb not in USAGES:
        near = get_close_matches(verb, [*USAGES, SURVEY], n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise QuestionError(_possible(f"{words[0]!r} is no question{meant}"))
    names, weapon = _parted(list(words[1:]))
    more = details(detail)
    match verb, names:
        case "fire", [by, at]:
            return Firing(by, at, weapon, more)
        case "see", [by, at]:
            return Sight(by, at, more)
        case "cover", [by, at]:
            return Cover(by, at, more)
        case "enter", [piece, place]:
            return Entry(piece, place, more)
        case _:
            return _movement(verb, names, more)


def _movement(verb: str, names: list[str], more: Record) -> Movement:
    """A path that is drawn, one that is wanted, or all there are."""
    match verb, names:
        case "move", [piece, *path]:
            return Movement(piece, tuple(_point(text) for text in path), more)
        case "path", [piece, text]:
            point, height = _spot(text)
            return Movement(piece, (point,), Record(shortest=True) | height | more)
        case "reach", [piece]:
            return Movement(piece, (), Record(reach=True) | more)
        case _:
            raise QuestionError(f"write: {USAGES[verb]}")


def is_firing(text: str) -> bool:
    """Whether an action is written as the question whether somebody may fire."""
    try:
        return isinstance(question_of([text]), Firing)
    except QuestionError:
        return False


def details(given: Iterable[str]) -> Record:
    """What `--detail name=value` adds; values are JSON where they can be, else texts.

    >>> details(["orders=weapons_free", "climb=2"])
    Record(orders='weapons_free', climb=2)
    """
    found: dict[str, Datum] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip().isidentifier():
            raise QuestionError(f"--detail {text}: write NAME=VALUE")
        found[name.strip()] = _datum(value.strip())
    return Record(**found) if found else NOTHING


def named(question: Question) -> tuple[str, ...]:
    """The names that a question uses."""
    match question:
        case Movement(piece):
            return (piece,)
        case Entry(piece, place):
            return (piece, place)
        case Firing(by, at, weapon):
            return (by, at) if weapon is None else (by, at, weapon)
        case Sight(by, at) | Cover(by, at):
            return (by, at)


def spoken(question: Question) -> str:
    """A question in words."""
    match question:
        case Movement(piece, path, detail):
            ways = " ".join(f"{x:g},{y:g}" for x, y in path)
            verb = "goes to" if detail.get("shortest") else "moves"
            return f"{piece} {'reaches' if detail.get('reach') else verb} {ways}".strip()
        case Entry(piece, place):
            return f"{piece} enters {place}"
        case Firing(by, at, weapon):
            return f"{by} fires at {at}" + (f" with {weapon}" if weapon else "")
        case Sight(by, at):
            return f"{by} sees {at}"
        case Cover(by, at):
            return f"{at} has cover from {by}"


def _parted(words: list[str]) -> tuple[list[str], str | None]:
    """The names, parted by filler words where there are any, and what follows `with`."""
    lowered = [word.lower() for word in words]
    weapon = None
    if "with" in lowered:
        place = lowered.index("with")
        weapon = " ".join(words[place + 1 :]) or None
        words = words[:place]
    if not any(word.lower() in _FILLERS for word in words):
        return words, weapon
    names: list[list[str]] = [[]]
    for word in words:
        if word.lower() in _FILLERS:
            names.append([])
        else:
            names[-1].append(word)
    return [" ".join(name) for name in names if name], weapon


def _point(text: str) -> Point:
    try:
        x, y = (float(part.strip(' "')) for part in text.split(","))
    except ValueError:
        raise QuestionError(f"{text!r} is no point: write X,Y in inches") from None
    if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
        raise QuestionError(f"{text!r} is on no table: write X,Y in inches")
    return (x, y)


def _spot(text: str) -> tuple[Point, Record]:
    """A point, and the detail that says how high it is where a third number does."""
    *plane, high = text.split(",")
    if len(plane) < 2:
        return _point(text), NOTHING
    try:
        return _point(",".join(plane)), Record(height=float(high))
    except ValueError:
        raise QuestionError(f"{text!r} is no spot: write X,Y,HEIGHT in inches") from None


def _datum(text: str) -> Datum:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if isinstance(value, list):
        return tuple(each for each in value if isinstance(each, str | int | float | bool))
    return value if isinstance(value, str | int | float | bool) or value is None else text


def _possible(problem: str) -> str:
    lines = "\n".join(f"  {usage}" for usage in (*USAGES.values(), "survey A"))
    return f"{problem}. You may ask:\n{lines}"
