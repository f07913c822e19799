"""Reading a line of text as an action on a table: not understood, which one, or the action.

Knows the notation of `actions` and the names on the table; forgives case and filler words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from defilade.game import Ambiguous, NotUnderstood
from defilade.geometry.hexes import Cube
from defilade.systems.greatwar.actions import (
    Action,
    Battle,
    Bombard,
    CutWire,
    EndTurn,
    GiveOrders,
    Move,
    PlaceToken,
    PlayCard,
    PlayCommand,
    Rebuild,
    with_names,
)
from defilade.systems.greatwar.build import place
from defilade.systems.greatwar.state import Command, State
from defilade.systems.greatwar.terms import FLAME_THROWER, Combat, Section, Token
from defilade.systems.greatwar.turn import Ending

FILLERS = frozenset({"->", "→", "at", "to", "and"})


class _Wrong(Exception):
    """What was wanted at a word, or the several things it may be."""

    def __init__(self, number: int, wanted: Iterable[str], *, ambiguous: bool = False) -> None:
        self.number = number
        self.wanted = tuple(wanted)
        self.ambiguous = ambiguous
        super().__init__(number)


@dataclass
class _Words:
    """The words of a line, taken one by one."""

    words: list[tuple[str, int]]
    state: State
    at: int = 0

    @property
    def next(self) -> str:
        """The next word in lower case; empty at the end."""
        return self.words[self.at][0].lower() if self.at < len(self.words) else ""

    def take(self, wanted: Iterable[str]) -> str:
        if self.at >= len(self.words):
            raise _Wrong(self.at, wanted)
        self.at += 1
        return self.words[self.at - 1][0]

    def skip(self, *words: str) -> bool:
        if self.next not in words:
            return False
        self.at += 1
        return True

    def among(self, names: Iterable[str]) -> str:
        """A name: exact, else by case, else by its beginning where only one fits."""
        names = tuple(names)
        given = self.take(names)
        if given in names:
            return given
        low = given.lower()
        for fits in (
            [n for n in names if n.lower() == low],
            [n for n in names if n.lower().startswith(low)],
        ):
            if len(fits) == 1:
                return fits[0]
            if fits:
                raise _Wrong(self.at - 1, fits, ambiguous=True)
        raise _Wrong(self.at - 1, names)

    def unit(self) -> str:
        return self.among(self.state.units)

    def hex(self) -> Cube:
        given = self.take(("a hex such as 3,4 or C5",))
        found = place(given, self.state.field.board)
        if found is None:
            raise _Wrong(self.at - 1, ("a hex such as 3,4 or C5",))
        return found

    def number(self) -> int:
        given = self.take(("a number",))
        if not given.isdecimal() or len(given) > 4:
            raise _Wrong(self.at - 1, ("a number",))
        return int(given)


def read(text: str, state: State) -> Action | NotUnderstood | Ambiguous:
    """The action that a line names on a table."""
    words = _Words(_split(text), state)
    try:
        verb = words.among(VERBS)
        action = VERBS[verb](words)
        if words.at < len(words.words):
            raise _Wrong(words.at, ("the end of the line",))
    except _Wrong as wrong:
        if wrong.ambiguous:
            return Ambiguous(text, tuple(_completed(text, words, wrong)))
        return NotUnderstood(text, _position(text, words, wrong.number), wrong.wanted)
    return with_names(action, state.field.board)


def _split(text: str) -> list[tuple[str, int]]:
    """Words with the places where they begin, fillers left out."""
    found, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        if word not in FILLERS:
            found.append((word, at))
        at += len(word)
    return found


def _position(text: str, words: _Words, number: int) -> int:
    return words.words[number][1] if number < len(words.words) else len(text)


def _completed(text: str, words: _Words, wrong: _Wrong) -> Iterable[str]:
    """The whole line with each thing that the word may be."""
    word, at = words.words[wrong.number]
    return (text[:at] + each + text[at + len(word) :] for each in wrong.wanted)


def _command(words: _Words) -> Action:
    if words.skip("bombard"):
        return PlayCommand(Command(0, bombard=True))
    wanted = (*(section.value for section in Section), "everywhere", "bombard")
    given = words.take(wanted).lower()
    sections: tuple[Section, ...] = ()
    if given not in ("everywhere", "tactic"):
        try:
            sections = tuple(Section(name) for name in given.split("+"))
        except ValueError:
            raise _Wrong(words.at - 1, wanted) from None
    number = words.number()
    only = words.skip("battlefield")
    return PlayCommand(Command(number, tuple(dict.fromkeys(sections)), battlefield_only=only))


def _order(words: _Words) -> Action:
    if words.skip("nothing"):
        return GiveOrders(())
    units: list[str] = []
    reserve = False
    while (not units and not reserve) or words.next:
        if words.skip("artillery"):
            reserve = True
        else:
            units.append(words.unit())
    return GiveOrders(tuple(dict.fromkeys(units)), reserve)


def _move(words: _Words) -> Action:
    unit = words.unit()
    path: list[Cube] = []
    while words.next and words.next != "off":
        path.append(words.hex())
    off = words.skip("off")
    if not path and not off:
        raise _Wrong(words.at, ("a hex such as 3,4 or C5",))
    return Move(unit, tuple(path), off)


def _battle(combat: Combat) -> Callable[[_Words], Action]:
    def reading(words: _Words) -> Action:
        unit, target = words.unit(), words.unit()
        flame = words.skip("with")
        if flame:
            words.among((FLAME_THROWER,))
        return Battle(combat, unit, target, flame)

    return reading


def _bombard(words: _Words) -> Action:
    at = words.hex()
    words.skip("with")
    return Bombard(at, words.number())


def _card(words: _Words) -> Action:
    card = words.among(words.state.field.cards)
    return PlayCard(card, words.unit() if words.skip("on") else "")


def _place(words: _Words) -> Action:
    token = Token(words.among(token.value for token in Token))
    return PlaceToken(token, words.hex())


def _end(words: _Words) -> Action:
    words.skip("turn")
    tokens = words.skip("tokens")
    card = ""
    if not tokens and words.skip("card"):
        card = words.among(words.state.field.cards)
    discard: list[str] = []
    if words.skip("discard"):
        while not discard or words.next:
            discard.append(words.among(words.state.field.cards))
    return EndTurn(Ending(tokens, card, tuple(discard)))


VERBS: Mapping[str, Callable[[_Words], Action]] = {
    "command": _command,
    "order": _order,
    "move": _move,
    "fire": _battle(Combat.RANGED),
    "close": _battle(Combat.CLOSE),
    "bombard": _bombard,
    "rebuild": lambda words: Rebuild(words.unit(), words.hex()),
    "cut": lambda words: CutWire(words.unit(), words.hex()),
    "card": _card,
    "place": _place,
    "end": _end,
}
"""The first word of each action, and how the rest is read."""
