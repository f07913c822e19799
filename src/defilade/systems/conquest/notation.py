"""Reading actions from the lines players write: the inverse of `actions.write_action`.

Knows the notation and the names on a table; a text may fail as not understood or ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from defilade.game import Ambiguous, NotUnderstood
from defilade.systems.conquest.actions import (
    Action,
    Activate,
    Charge,
    Clash,
    End,
    Inspire,
    Leave,
    Leg,
    March,
    NextTurn,
    Placement,
    Rally,
    Reform,
    Slide,
    Suffer,
    TakeAim,
    Volley,
    Wheel,
    Withdraw,
)
from defilade.systems.conquest.state import State
from defilade.systems.conquest.terms import Cause


@dataclass(frozen=True, slots=True)
class Names:
    """The names that texts may mean on this table."""

    regiments: tuple[str, ...]
    places: tuple[str, ...]


class _Unread(Exception):
    """Reading stopped: where and what was wanted, or which candidates there are."""

    def __init__(self, part: str, wanted: Iterable[str], *, many: bool = False) -> None:
        self.part = part
        self.wanted = tuple(wanted)
        self.many = many
        super().__init__(part)


def read_action(text: str, state: State) -> Action | NotUnderstood | Ambiguous:
    """The action a line names; names may be shortened as long as one thing is meant."""
    line = " ".join(text.split())
    names = Names(tuple(state.regiments), tuple(t.id for t in state.terrain.values()))
    for pattern, reader in _READERS:
        found = pattern.fullmatch(line)
        if found is None:
            continue
        try:
            return reader(found, names)
        except _Unread as stopped:
            if stopped.many:
                candidates = tuple(line.replace(stopped.part, name, 1) for name in stopped.wanted)
                return Ambiguous(text, candidates)
            return NotUnderstood(text, max(0, text.find(stopped.part)), stopped.wanted)
    return NotUnderstood(text, 0, FORMS)


def _name(part: str, known: Iterable[str]) -> str:
    """The thing meant: the exact name, else the only one that starts so, whatever the case."""
    names = tuple(dict.fromkeys(known))
    if part in names:
        return part
    lowered = part.lower()
    same = [name for name in names if name.lower() == lowered]
    close = same or [name for name in names if name.lower().startswith(lowered)]
    if len(close) == 1:
        return close[0]
    raise _Unread(part, close or names, many=bool(close))


_NUMBER = r"\d+(?:\.\d+)?(?:e[+-]?\d+)?"
_SLIDE = re.compile(rf"(?:(ahead|left|right|back) )?(to contact|{_NUMBER})[\"”]?", re.IGNORECASE)
_WHEEL = re.compile(rf"wheel (left|right) ({_NUMBER})°?", re.IGNORECASE)
LEGS = ("5", "left 2", "right 2", "back 2", "wheel left 30", "to contact")


def _leg(text: str) -> Leg:
    if found := _WHEEL.fullmatch(text):
        return Wheel(found[1].lower(), float(found[2]))
    if found := _SLIDE.fullmatch(text):
        length = None if found[2].lower() == "to contact" else float(found[2])
        return Slide((found[1] or "ahead").lower(), length)
    raise _Unread(text, LEGS)


def legs_of(text: str) -> tuple[Leg, ...] | None:
    """The legs of a text; None where one is none."""
    try:
        return tuple(_leg(part.strip()) for part in text.split(",") if part.strip())
    except _Unread:
        return None


_Found = re.Match[str]


def _march(found: _Found, names: Names) -> Action:
    words = found[1].split()
    for end in range(len(words), 0, -1):
        name = " ".join(words[:end])
        if name in names.regiments or end == 1:
            regiment = _name(name, names.regiments)
            rest = " ".join(words[end:])
            break
    legs = tuple(_leg(part.strip()) for part in rest.split(",") if part.strip())
    if not legs:
        raise _Unread(found[1], LEGS)
    goal = _name(found[3], names.places) if found[3] else None
    if (found[2] or "").lower() == "occupy":
        return March(regiment, legs, goal)
    return March(regiment, legs, None, goal)


_POINT = rf"at (-?{_NUMBER}), ?(-?{_NUMBER})"
_AT = rf"{_POINT} facing (-?{_NUMBER}) files (\d+)"


def _placement(found: _Found, at: int) -> Placement:
    x, y, facing, files = found.group(at, at + 1, at + 2, at + 3)
    return Placement((float(x), float(y)), float(facing), int(files))


def _leave(found: _Found, names: Names) -> Action:
    return Leave(_name(found[1], names.regiments), _placement(found, 2), found[6] is not None)


def _withdraw(found: _Found, names: Names) -> Action:
    placed = _placement(found, 2) if found[2] else None
    return Withdraw(_name(found[1], names.regiments), placed)


def _charge(found: _Found, names: Names) -> Action:
    target = _name(found[2], (*names.places, *names.regiments))
    wheel = None
    if found[3]:
        wheel = float(found[4]) * (1.0 if found[3].lower() == "left" else -1.0)
    return Charge(_name(found[1], names.regiments), target, wheel)


_STAND = re.compile(r"stand (\d+) -> (.+)", re.IGNORECASE)
_SHARE = re.compile(r"(.+) (\d+)")


def _clash(found: _Found, names: Names) -> Action:
    stands, split = [], []
    for part in (found[3] or "").split(","):
        if one := _STAND.fullmatch(part.strip()):
            stands.append((int(one[1]), _name(one[2], names.regiments)))
        elif part.strip():
            raise _Unread(part.strip(), ("stand 3 -> REGIMENT",))
    for part in (found[2] or "").split(","):
        if one := _SHARE.fullmatch(part.strip()):
            split.append((_name(one[1], names.regiments), int(one[2])))
        elif part.strip():
            raise _Unread(part.strip(), ("REGIMENT 13",))
    support = _name(found[4], names.regiments) if found[4] else None
    return Clash(_name(found[1], names.regiments), tuple(stands), support, tuple(split))


def _volley(found: _Found, names: Names) -> Action:
    normal = tuple(int(n) for n in re.findall(r"\d+", found[3] or ""))
    regiments = names.regiments
    return Volley(_name(found[1], regiments), _name(found[2], regiments), normal)


def _reform(found: _Found, names: Names) -> Action:
    at = (float(found[2]), float(found[3])) if found[2] else None
    return Reform(_name(found[1], names.regiments), float(found[4]), int(found[5]), at)


def _suffer(found: _Found, names: Names) -> Action:
    cause = Cause(_name(found[3], [c.value for c in Cause])) if found[3] else Cause.SPELL
    return Suffer(_name(found[1], names.regiments), int(found[2]), cause)


_Reader = Callable[[_Found, Names], Action]
_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), reader)
    for pattern, reader in (
        (r"activate (.+)", lambda found, names: Activate(_name(found[1], names.regiments))),
        (r"march (.+?)(?: (occupy|seeking) (.+))?", _march),
        (rf"leave (.+?) {_AT}( falling back)?", _leave),
        (rf"charge (.+?) -> (.+?)(?: wheel (left|right) ({_NUMBER})°?)?", _charge),
        (r"clash (.+?)(?: split (.+?))?(?: (stand \d+ -> .+?))?(?: supporting (.+))?", _clash),
        (r"volley (.+?) -> (.+?)(?: with ([\d, ]+) in full)?", _volley),
        (rf"withdraw (.+?)(?: {_AT})?", _withdraw),
        (rf"reform (.+?)(?: {_POINT})? facing (-?{_NUMBER}) files (\d+)", _reform),
        (r"take aim (.+)", lambda found, names: TakeAim(_name(found[1], names.regiments))),
        (r"inspire (.+)", lambda found, names: Inspire(_name(found[1], names.regiments))),
        (r"rally (.+)", lambda found, names: Rally(_name(found[1], names.regiments))),
        (r"suffer (.+?) (\d+)(?: by (\w+))?", _suffer),
        (r"end", lambda _found, _names: End()),
        (r"next turn", lambda _found, _names: NextTurn()),
    )
)

FORMS = (
    "activate REGIMENT",
    "march REGIMENT LEGS",
    "march REGIMENT LEGS occupy TERRAIN",
    "leave REGIMENT at X, Y facing DEGREES files N",
    "charge REGIMENT -> TARGET",
    "clash REGIMENT",
    "volley REGIMENT -> REGIMENT",
    "withdraw REGIMENT",
    "reform REGIMENT facing DEGREES files N",
    "take aim REGIMENT",
    "inspire REGIMENT",
    "rally REGIMENT",
    "suffer REGIMENT WOUNDS by CAUSE",
    "end",
    "next turn",
)
"""What a line may be."""
