"""Reads the line of an action; `notation` writes it.

Knows the words; what is allowed is in `begin`. Ids have no spaces; weapons may.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from defilade.game import Ambiguous, NotUnderstood
from defilade.systems.dropzone.actions import (
    Action,
    Claim,
    Cross,
    Disembark,
    Embark,
    End,
    Ending,
    Enter,
    Fire,
    Hand,
    Initiation,
    Inside,
    Leave,
    Leg,
    Load,
    Move,
    Places,
    PutDown,
    React,
    RoundUp,
    Scan,
    Seek,
    Spots,
    Unload,
)
from defilade.systems.dropzone.measuring import together
from defilade.systems.dropzone.shooting import Aim
from defilade.systems.dropzone.state import Point, State

_NUMBER = r"-?\d{1,7}(?:\.\d+)?"
_POINT = rf"{_NUMBER},{_NUMBER}"


class Unread(Exception):
    """Reading stopped at a position, wanting something."""

    def __init__(self, position: int, *wanted: str) -> None:
        self.position = position
        self.wanted = wanted
        super().__init__(position, wanted)


class _Reader:
    """A cursor over the text of one action."""

    def __init__(self, text: str, state: State) -> None:
        self.text = text
        self.state = state
        self.at = 0

    def _skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1

    def word(self, *words: str) -> bool:
        """Take one of the words if it comes next."""
        self._skip()
        for word in words:
            end = self.at + len(word)
            after = self.text[end : end + 1]
            if self.text[self.at : end].lower() == word and not (
                after.isalnum() and word[-1].isalnum()
            ):
                self.at = end
                return True
        return False

    def need(self, word: str) -> None:
        """Take a word that must come next."""
        if not self.word(word):
            raise Unread(self.at, word)

    def match(self, pattern: str, wanted: str) -> str:
        """Take what a pattern finds next."""
        self._skip()
        found = re.compile(pattern).match(self.text, self.at)
        if not found:
            raise Unread(self.at, wanted)
        self.at = found.end()
        return found[0]

    def name(self, among: Iterable[str], wanted: str) -> str:
        """Take a name, one of those there are."""
        self._skip()
        start = self.at
        found = self.match(r"[^\s;:,>]+", wanted)
        if found not in set(among):
            self.at = start
            raise Unread(start, *tuple(among))
        return found

    def point(self) -> Point:
        """Take a point such as 3,4.5."""
        x, y = self.match(_POINT, "a point such as 3,4.5").split(",")
        return (float(x), float(y))

    def points(self) -> tuple[Point, ...]:
        """Take as many points as come."""
        found: list[Point] = []
        while True:
            self._skip()
            if not re.compile(_POINT).match(self.text, self.at):
                return tuple(found)
            found.append(self.point())

    def end(self) -> None:
        """Nothing more may come."""
        self._skip()
        if self.at < len(self.text):
            raise Unread(self.at, "the end")

    def squad(self) -> str:
        return self.name(self.state.squads, "a squad")

    def unit(self) -> str:
        return self.name(self.state.units, "a unit")


def read_action(text: str, state: State) -> Action | NotUnderstood | Ambiguous:
    """The action that a line names; weapons may be left out where there is only one."""
    reader = _Reader(text.strip(), state)
    try:
        for words, read in _VERBS:
            if reader.word(*words):
                action = read(reader)
                if isinstance(action, Ambiguous):
                    return action
                reader.end()
                return action
        raise Unread(0, *(words[0] for words, _ in _VERBS))
    except Unread as stopped:
        return NotUnderstood(text, stopped.position, stopped.wanted)


def _spots(reader: _Reader) -> Spots:
    return tuple(_listed(reader, lambda: (reader.unit(), reader.point())))


def _listed(reader: _Reader, one: Callable[[], object]) -> list:  # type: ignore[type-arg]
    found = [one()]
    while reader.word(";"):
        found.append(one())
    return found


def _places(reader: _Reader) -> Places:
    if not reader.word("at"):
        return (("*", "centre"),)
    place = reader.match(r"[^\s;:,>]+", "a place")
    if place not in reader.state.units:
        return (("*", place),)
    found = [(place, reader.match(r"[^\s;:,>]+", "a place"))]
    while reader.word(","):
        found.append((reader.unit(), reader.match(r"[^\s;:,>]+", "a place")))
    return tuple(found)


def _leg(reader: _Reader) -> Leg:
    unit, path = reader.unit(), reader.points()
    face = None
    if reader.word("face"):
        face = float(reader.match(_NUMBER, "degrees"))
    return Leg(unit, path, face)


def _enter(reader: _Reader) -> Enter:
    return Enter(reader.name(reader.state.pieces, "a Garrison"), _places(reader))


def _ending(reader: _Reader) -> Ending | None:
    if not reader.word("then"):
        return None
    if reader.word("enter"):
        return _enter(reader)
    reader.need("embark")
    return Embark(reader.unit())


def _move(reader: _Reader) -> Move:
    squad = reader.squad()
    takeoff = reader.word("takeoff")
    legs = tuple(_listed(reader, lambda: _leg(reader))) if reader.word(":") else ()
    land = reader.word("land")
    return Move(squad, legs, _ending(reader), takeoff, land)


def _leave(reader: _Reader) -> Leave:
    squad = reader.squad()
    reader.need(":")
    spots, then = _spots(reader), _ending(reader)
    if isinstance(then, Enter):
        raise Unread(reader.at, "embark")
    return Leave(squad, spots, then)


def _inside(reader: _Reader) -> Inside:
    squad = reader.squad()
    reader.need(":")
    return Inside(
        squad,
        tuple(
            _listed(
                reader,
                lambda: (
                    reader.name((*reader.state.units, "*"), "a unit"),
                    reader.match(r"[^\s;:,>]+", "a place"),
                ),
            )
        ),
    )


def _cross(reader: _Reader) -> Cross:
    squad = reader.squad()
    only: list[str] = []
    if reader.word("only"):
        only = [reader.unit()]
        while reader.word(","):
            only.append(reader.unit())
    reader.need("to")
    garrison = reader.name(reader.state.pieces, "a Garrison")
    return Cross(squad, garrison, _places(reader), tuple(only))


def _disembark(reader: _Reader) -> Disembark:
    squad = reader.squad()
    reader.need("from")
    transport = reader.unit()
    reader.need(":")
    legs = tuple(_listed(reader, lambda: _leg(reader)))
    then = _ending(reader)
    if isinstance(then, Embark):
        raise Unread(reader.at, "enter")
    return Disembark(squad, transport, legs, then)


def _unload(reader: _Reader) -> Unload:
    squad = reader.squad()
    reader.need("from")
    transport = reader.unit()
    reader.need(":")
    spots, then = _spots(reader), _ending(reader)
    if isinstance(then, Embark):
        raise Unread(reader.at, "enter")
    return Unload(squad, transport, spots, then)


def _load(reader: _Reader) -> Load:
    squad = reader.squad()
    reader.need("into")
    return Load(squad, reader.unit())


def _aim(reader: _Reader, *, reaction: bool) -> Aim | Ambiguous:
    start = reader.text[: reader.at]
    unit = reader.unit()
    reader.need("->")
    names = (*reader.state.units, *reader.state.pieces)
    target = reader.name(names, "a target")
    weapons = [w.name for w in reader.state.units[unit].stats.weapons]
    fitting_here = _fitting(reader.state, unit, target)
    if reader.word("with"):
        reader._skip()  # one reader, two functions
        rest = reader.text[reader.at :]
        fitting = [w for w in weapons if rest.lower().startswith(w.lower())]
        if not fitting:
            raise Unread(reader.at, *weapons)
        weapon = max(fitting, key=len)
        reader.at += len(weapon)
    elif len(fitting_here) == 1:
        weapon = fitting_here[0]
    elif not weapons:
        raise Unread(reader.at, "a unit with weapons")
    else:
        line = f"{start}{' ' if not start.endswith(' ') else ''}{unit} -> {target}"
        names_here = fitting_here or weapons
        return Ambiguous(reader.text, tuple(f"{line} with {w}" for w in names_here))
    via = reader.match(r"[^\s;:,>]+", "an edge") if reader.word("via") else None
    return Aim(unit, weapon, target, via, reader.word("combined"), reaction)


def _fitting(state: State, unit: str, target: str) -> list[str]:
    """The unit's weapons that suit a target: Close Quarters ones inside one Garrison, else the
    others."""
    shooter, aimed = state.units[unit], state.units.get(target)
    inside = aimed is not None and together(shooter, aimed)
    return [w.name for w in shooter.stats.weapons if w.close is inside]


def _aims(reader: _Reader, *, reaction: bool = False) -> tuple[Aim, ...] | Ambiguous:
    found: list[Aim] = []
    while True:
        aim = _aim(reader, reaction=reaction)
        if isinstance(aim, Ambiguous):
            return aim
        found.append(aim)
        if not reader.word(";"):
            return tuple(found)


def _fire(reader: _Reader) -> Fire | Ambiguous:
    aims = _aims(reader)
    return aims if isinstance(aims, Ambiguous) else Fire(aims)


def _react(reader: _Reader) -> React | Ambiguous:
    aims = _aims(reader, reaction=True)
    return aims if isinstance(aims, Ambiguous) else React(aims)


def _seek(reader: _Reader) -> Seek:
    squad = reader.squad()
    reader.need("for")
    objective = reader.name(reader.state.objectives, "an Objective")
    tokens = int(reader.match(r"\d{1,7}", "a number")) if reader.word("spending") else 0
    return Seek(squad, objective, tokens)


def _claim(reader: _Reader) -> Claim:
    return Claim(reader.squad(), reader.name(reader.state.objectives, "an Objective"))


def _hand(reader: _Reader) -> Hand:
    giver = reader.squad()
    reader.need("->")
    return Hand(giver, reader.squad())


def _drop(reader: _Reader) -> PutDown:
    squad = reader.squad()
    return PutDown(squad, reader.point() if reader.word("at") else None)


_VERBS: tuple[tuple[tuple[str, ...], Callable[[_Reader], Action | Ambiguous]], ...] = (
    (("move",), _move),
    (("leave",), _leave),
    (("inside",), _inside),
    (("cross",), _cross),
    (("disembark",), _disembark),
    (("unload",), _unload),
    (("load",), _load),
    (("fire", "shoot"), _fire),
    (("react",), _react),
    (("search",), _seek),
    (("scan",), lambda reader: Scan(reader.unit())),
    (("claim",), _claim),
    (("pass",), _hand),
    (("drop",), _drop),
    (("end",), lambda _: End()),
    (("round up",), lambda _: RoundUp()),
    (("initiation",), lambda _: Initiation()),
)
