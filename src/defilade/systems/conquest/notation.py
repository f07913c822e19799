"""Reading actions from the lines players write: the inverse of `actions.write_action`.

Knows the notation and the names on a table; a text may fail as not understood or ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
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
    """The names that texts may mean on this table; `held` are features by who is inside."""

    regiments: tuple[str, ...]
    places: tuple[str, ...]
    held: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a line and where it begins."""

    text: str
    at: int

    def cut(self, start: int, end: int | None = None) -> _Part:
        """A piece of the piece."""
        return _Part(self.text[start:end], self.at + start)

    def listed(self) -> tuple[_Part, ...]:
        """What stands between its commas, empty ones left out."""
        found, at = [], self.at
        for each in self.text.split(","):
            bare = each.strip()
            if bare:
                found.append(_Part(bare, at + each.index(bare)))
            at += len(each) + 1
        return tuple(found)


class _Unread(Exception):
    """Reading stopped: where and what was wanted, or which candidates there are."""

    def __init__(self, part: _Part, wanted: Iterable[str], *, many: bool = False) -> None:
        self.part = part
        self.wanted = tuple(wanted)
        self.many = many
        super().__init__(part)


def read_action(text: str, state: State) -> Action | NotUnderstood | Ambiguous:
    """The action a line names; names may be shortened as long as one thing is meant."""
    line = " ".join(text.split())
    held = {t.id: t.occupant for t in state.terrain.values() if t.occupant in state.regiments}
    names = Names(
        tuple(state.regiments),
        tuple(t.id for t in state.terrain.values()),
        {place: who for place, who in held.items() if who is not None},
    )
    for pattern, reader in _READERS:
        found = pattern.fullmatch(line)
        if found is None:
            continue
        try:
            return reader(found, names)
        except _Unread as stopped:
            at = stopped.part.at
            if stopped.many:
                after = line[at + len(stopped.part.text) :]
                return Ambiguous(line, tuple(line[:at] + one + after for one in stopped.wanted))
            return NotUnderstood(line, at, stopped.wanted)
    begun = tuple(form for form in FORMS if _begins(line, form))
    return NotUnderstood(line, len(line) if begun else 0, begun or FORMS)


def _begins(line: str, form: str) -> bool:
    """Whether a line has the verb of a form, however it goes on."""
    verb = form.split(" REGIMENT", maxsplit=1)[0]
    return f"{line} ".lower().startswith(f"{verb} ")


def _group(found: re.Match[str], number: int) -> _Part:
    return _Part(found[number], found.start(number))


def _name(part: _Part, known: Iterable[str]) -> str:
    """The thing meant: the exact name, else the only one that starts so, whatever the case."""
    names = tuple(dict.fromkeys(known))
    if part.text in names:
        return part.text
    lowered = part.text.lower()
    same = [name for name in names if name.lower() == lowered]
    close = same or [name for name in names if name.lower().startswith(lowered)]
    if len(close) == 1:
        return close[0]
    raise _Unread(part, close or names, many=bool(close))


_COUNT = r"\d{1,6}"
_NUMBER = rf"{_COUNT}(?:\.\d+)?(?:e-\d{{1,3}})?"
_SLIDE = re.compile(rf"(?:(ahead|left|right|back) )?(to contact|{_NUMBER})[\"”]?", re.IGNORECASE)
_WHEEL = re.compile(rf"wheel (left|right) ({_NUMBER})°?", re.IGNORECASE)
LEGS = ("5", "left 2", "right 2", "back 2", "wheel left 30", "to contact")


def _leg(part: _Part) -> Leg:
    if found := _WHEEL.fullmatch(part.text):
        return Wheel(found[1].lower(), float(found[2]))
    if found := _SLIDE.fullmatch(part.text):
        length = None if found[2].lower() == "to contact" else float(found[2])
        return Slide((found[1] or "ahead").lower(), length)
    raise _Unread(part, LEGS)


def legs_of(text: str) -> tuple[Leg, ...] | None:
    """The legs of a text; None where one is none."""
    try:
        return tuple(map(_leg, _Part(text, 0).listed()))
    except _Unread:
        return None


_Found = re.Match[str]


def _march(found: _Found, names: Names) -> Action:
    regiment, legs = _marching(_group(found, 1), names)
    goal = _name(_group(found, 3), names.places) if found[3] else None
    if (found[2] or "").lower() == "occupy":
        return March(regiment, legs, goal)
    return March(regiment, legs, None, goal)


def _marching(part: _Part, names: Names) -> tuple[str, tuple[Leg, ...]]:
    """A name and the legs behind it, parted where both can be read; a whole name goes before
    one that is shortened, so that `Guard 2` may be a name and `2` a leg."""
    cuts = [k for k, letter in enumerate(part.text) if letter == " "][::-1]
    parted = [(part.cut(0, k), part.cut(k + 1)) for k in cuts]
    for exact in (True, False):
        for name, rest in parted:
            legs = legs_of(rest.text)
            if legs and (name.text in names.regiments or (not exact and _fits(name, names))):
                return _name(name, names.regiments), legs
    whole = [part, *(name for name, _ in parted)]
    named = next((name for name in whole if _fits(name, names)), None)
    if named is None:
        _name(whole[-1], names.regiments)  # says whom it might mean, or who there is
    for leg in part.cut(len((named or part).text)).listed():
        _leg(leg)
    raise _Unread(part.cut(len(part.text)), LEGS)


def _fits(part: _Part, names: Names) -> bool:
    """Whether exactly one Regiment is meant."""
    try:
        return bool(_name(part, names.regiments))
    except _Unread:
        return False


_POINT = rf"at (-?{_NUMBER}), ?(-?{_NUMBER})"
_AT = rf"{_POINT} facing (-?{_NUMBER}) files ({_COUNT})"


def _placement(found: _Found, at: int) -> Placement:
    x, y, facing, files = found.group(at, at + 1, at + 2, at + 3)
    return Placement((float(x), float(y)), float(facing), int(files))


def _regiment(found: _Found, names: Names) -> str:
    return _name(_group(found, 1), names.regiments)


def _leave(found: _Found, names: Names) -> Action:
    return Leave(_regiment(found, names), _placement(found, 2), found[6] is not None)


def _withdraw(found: _Found, names: Names) -> Action:
    placed = _placement(found, 2) if found[2] else None
    return Withdraw(_regiment(found, names), placed)


def _charge(found: _Found, names: Names) -> Action:
    regiment = _regiment(found, names)
    target = _name(_group(found, 2), (*names.places, *names.regiments))
    wheel = None
    if found[3]:
        wheel = float(found[4]) * (1.0 if found[3].lower() == "left" else -1.0)
    return Charge(regiment, target, wheel)


_STAND = re.compile(rf"stand ({_COUNT}) -> (.+)", re.IGNORECASE)
_SHARE = re.compile(rf"(.+) ({_COUNT})")


def _clash(found: _Found, names: Names) -> Action:
    stands, split = [], []
    for part in _group(found, 3).listed() if found[3] else ():
        one = _STAND.fullmatch(part.text)
        if one is None:
            raise _Unread(part, ("stand 3 -> REGIMENT",))
        stands.append((int(one[1]), _name(part.cut(one.start(2)), names.regiments)))
    for part in _group(found, 2).listed() if found[2] else ():
        one = _SHARE.fullmatch(part.text)
        if one is None:
            raise _Unread(part, ("REGIMENT 13",))
        split.append((_name(part.cut(0, one.end(1)), names.regiments), int(one[2])))
    support = _name(_group(found, 4), names.regiments) if found[4] else None
    return Clash(_regiment(found, names), tuple(stands), support, tuple(split))


def _volley(found: _Found, names: Names) -> Action:
    normal = tuple(int(n) for n in re.findall(r"\d+", found[3] or ""))
    target = _name(_group(found, 2), (*names.regiments, *names.held))
    return Volley(_regiment(found, names), names.held.get(target, target), normal)


def _reform(found: _Found, names: Names) -> Action:
    at = (float(found[2]), float(found[3])) if found[2] else None
    return Reform(_regiment(found, names), float(found[4]), int(found[5]), at)


def _suffer(found: _Found, names: Names) -> Action:
    causes = [c.value for c in Cause]
    cause = Cause(_name(_group(found, 3), causes)) if found[3] else Cause.SPELL
    return Suffer(_regiment(found, names), int(found[2]), cause)


_Reader = Callable[[_Found, Names], Action]
_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), reader)
    for pattern, reader in (
        (r"activate (.+)", lambda found, names: Activate(_regiment(found, names))),
        (r"march (.+?)(?: (occupy|seeking) (.+))?", _march),
        (rf"leave (.+?) {_AT}( falling back)?", _leave),
        (rf"charge (.+?) -> (.+?)(?: wheel (left|right) ({_NUMBER})°?)?", _charge),
        (r"clash (.+?)(?: split (.+?))?(?: (stand \d+ -> .+?))?(?: supporting (.+))?", _clash),
        (rf"volley (.+?) -> (.+?)(?: with ({_COUNT}(?:, ?{_COUNT})*) in full)?", _volley),
        (rf"withdraw (.+?)(?: {_AT})?", _withdraw),
        (rf"reform (.+?)(?: {_POINT})? facing (-?{_NUMBER}) files ({_COUNT})", _reform),
        (r"take aim (.+)", lambda found, names: TakeAim(_regiment(found, names))),
        (r"inspire (.+)", lambda found, names: Inspire(_regiment(found, names))),
        (r"rally (.+)", lambda found, names: Rally(_regiment(found, names))),
        (rf"suffer (.+?) ({_COUNT})(?: by (\w+))?", _suffer),
        (r"end", lambda _found, _names: End()),
        (r"next turn", lambda _found, _names: NextTurn()),
    )
)

FORMS = (
    "activate REGIMENT",
    "march REGIMENT LEGS",
    "march REGIMENT LEGS occupy TERRAIN",
    "march REGIMENT LEGS seeking TERRAIN",
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
