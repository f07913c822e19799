"""Names in requests that nobody on the table has, told with the nearest that somebody has.

Knows scenes and the five questions; makes questions of JSON values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from defilade.formats.values import record_from
from defilade.ruling import Cover, Entry, Firing, Movement, Question, Sight
from defilade.server.problems import trouble
from defilade.server.work.desk import Opened
from defilade.systems.protocol import DetailError

_MOST = 200
"""Names that are listed to somebody who missed one."""


def question_of(asked: Mapping[str, Any]) -> Question:
    """The question that the JSON values of a request put; their shape was checked."""
    detail = record_from(asked["detail"])
    match asked:
        case {"kind": "movement", "piece": piece, "path": path}:
            return Movement(piece, tuple((float(x), float(y)) for x, y in path), detail)
        case {"kind": "sight", "by": by, "at": at}:
            return Sight(by, at, detail)
        case {"kind": "cover", "by": by, "at": at}:
            return Cover(by, at, detail)
        case {"kind": "entry", "piece": piece, "place": place}:
            return Entry(piece, place, detail)
        case {"kind": "firing", "by": by, "at": at, "weapon": weapon}:
            return Firing(by, at, weapon, detail)
    raise trouble("wrong-question", "It is none of the five kinds.")


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


@contextmanager
def known(given: Iterable[str], opened: Opened) -> Iterator[None]:
    """Names that turn out to be nobody's inside become a problem with the nearest one, and a
    detail that a system cannot read one that says so."""
    try:
        yield
    except KeyError as error:
        name = error.args[0] if error.args else None
        if name not in tuple(given):
            raise
        scene = opened.scene
        there = [*(piece.id for piece in scene.pieces), *(place.id for place in scene.grounds)]
        near = get_close_matches(name, there, n=1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise trouble(
            "unknown-name",
            f"Nothing here is called {name!r}.{meant}",
            name=name,
            near=near[0] if near else None,
            known=there[:_MOST],
        ) from None
    except (DetailError, ValueError) as error:
        raise trouble("wrong-question", str(error)[:500]) from None
