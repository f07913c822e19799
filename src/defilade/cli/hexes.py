"""Hexes by the names printed on them, in the words of a question.

Knows the places of a scene; nothing of any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from defilade.cli.questions import QuestionError
from defilade.table import Scene

MOVES = frozenset({"move", "movement", "path", "way"})
"""Questions whose words behind the piece are points."""


def numbered(words: Sequence[str], scene: Scene) -> list[str]:
    """The words of a question, with names of hexes as their numbers `q,r`.

    Only those behind the piece of a movement on hexes are looked at. Raises `QuestionError` for
    one that is neither a name nor numbers.
    """
    spread = list(words[0].split() if len(words) == 1 else words)
    if not scene.hexes or not spread or spread[0].lower() not in MOVES:
        return list(words)
    known = {name.lower(): f"{q:g},{r:g}" for (q, r), name in scene.places}
    return [*spread[:2], *(_number(word, known) for word in spread[2:])]


def _number(word: str, known: dict[str, str]) -> str:
    if "," in word or word in ("->", "to"):
        return word
    if word.lower() in known:
        return known[word.lower()]
    near = get_close_matches(word.lower(), known, n=1)
    meant = f"; did you mean {near[0].upper()}?" if near else ""
    raise QuestionError(f"{word!r} is no hex here: write its name or Q,R{meant}")
