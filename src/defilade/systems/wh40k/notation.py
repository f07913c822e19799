"""Reading actions from the lines players write: the inverse of `actions.write_action`.

Knows the notation and the names on a table; a text may fail as not understood or ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from defilade.game import Ambiguous, NotUnderstood
from defilade.systems.wh40k.actions import (
    Ability,
    Action,
    Advance,
    Charge,
    EndPhase,
    Fight,
    Move,
    Secure,
    SetUp,
    Shock,
    Shoot,
    Spot,
    Stay,
    Stride,
)
from defilade.systems.wh40k.movement import Down, Leg, To, Up
from defilade.systems.wh40k.state import State
from defilade.systems.wh40k.terms import Shooting


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
    for pattern, reader in _READERS:
        found = pattern.fullmatch(line)
        if found is None:
            continue
        try:
            return reader(found, state)
        except _Unread as stopped:
            if stopped.many:
                candidates = tuple(line.replace(stopped.part, name, 1) for name in stopped.wanted)
                return Ambiguous(text, candidates)
            return NotUnderstood(text, max(0, text.find(stopped.part)), stopped.wanted)
    return NotUnderstood(text, 0, FORMS)


def _name(part: str, known: Iterable[str]) -> str:
    """The thing meant: the exact name, else the only one that starts so, whatever the case."""
    names = tuple(dict.fromkeys(known))
    part = part.strip()
    if part in names:
        return part
    lowered = part.lower()
    same = [name for name in names if name.lower() == lowered]
    close = same or [name for name in names if name.lower().startswith(lowered)]
    if len(close) == 1 and part:
        return close[0]
    if len(close) > 1 and part:
        raise _Unread(part, close, many=True)
    raise _Unread(part, names)


def _unit(part: str, state: State) -> str:
    return _name(part, state.units)


def _weapon(part: str, unit: str, state: State) -> str:
    models = (state.models[name] for name in state.units[unit].models)
    return _name(part, (weapon for model in models for weapon in model.weapons))


def legs_of(text: str) -> tuple[Leg, ...]:
    """Legs as they are written: `up 3 to 6 0`; raises `ValueError` for other texts."""
    try:
        return _legs(" ".join(text.split()))
    except _Unread as stopped:
        raise ValueError(f"{stopped.part!r} is no leg: {', '.join(stopped.wanted)}") from None


_NUMBER = r"-?\d{1,7}(?:\.\d+)?(?:e-\d{1,3})?"
_LEG = re.compile(rf"(?:to ({_NUMBER}) ({_NUMBER})|(up|down) ({_NUMBER}))(?: |\Z)")


def _legs(text: str) -> tuple[Leg, ...]:
    if text == "stays":
        return ()
    found: list[Leg] = []
    at = 0
    while at < len(text):
        leg = _LEG.match(text, at)
        if leg is None:
            raise _Unread(text[at:], ("to x y", "up inches", "down inches"))
        x, y, way, inches = leg.groups()
        if way is None:
            found.append(To((float(x), float(y))))
        else:
            found.append(Up(float(inches)) if way == "up" else Down(float(inches)))
        at = leg.end()
    return tuple(found)


def _parts(text: str, unit: str, state: State, word: str) -> list[tuple[str, str]]:
    """`A1 to 7 0; A2 up 3`: the model of each part and what is said of it."""
    found = []
    for part in text.split(";"):
        said = re.match(rf"\s*(.+?)\s+((?:{word})\b.*)\Z", part)
        if said is None:
            raise _Unread(part.strip(), (f"a model and {word.replace('|', ' or ')}",))
        found.append((_name(said[1], state.units[unit].models), said[2].strip()))
    return found


def _move(found: re.Match[str], state: State) -> Action:
    how = Stride(found["how"].lower())
    unit = _unit(found["unit"], state)
    parts = _parts(found["rest"], unit, state, "to|up|down|stays")
    return Move(unit, tuple((name, _legs(text)) for name, text in parts), how)


def _set_up(found: re.Match[str], state: State) -> Action:
    unit = _unit(found["unit"], state)
    spots = tuple((name, _spot(text)) for name, text in _parts(found["rest"], unit, state, "at"))
    return SetUp(unit, spots, found["how"].lower() == "deep strike")


def _spot(text: str) -> Spot:
    numbers = re.fullmatch(rf"at ({_NUMBER}) ({_NUMBER})(?: ({_NUMBER}))?", text)
    if numbers is None:
        raise _Unread(text, ("at x y", "at x y height"))
    return float(numbers[1]), float(numbers[2]), float(numbers[3] or 0.0)


def _shoot(found: re.Match[str], state: State) -> Action:
    unit, target = _unit(found["unit"], state), _unit(found["target"], state)
    weapon, way = found["weapon"], None
    for one in Shooting:
        word = one.replace("_", " ")
        if weapon.lower().endswith(f" {word}"):
            weapon, way = weapon[: -len(word) - 1], one
            break
    return Shoot(unit, target, _weapon(weapon, unit, state), way)


def _fight(found: re.Match[str], state: State) -> Action:
    unit, target = _unit(found["unit"], state), _unit(found["target"], state)
    return Fight(unit, target, _weapon(found["weapon"], unit, state))


def _charge(found: re.Match[str], state: State) -> Action:
    unit = _unit(found["unit"], state)
    return Charge(unit, tuple(_unit(one, state) for one in found["targets"].split(",")))


def _ability(found: re.Match[str], state: State) -> Action:
    unit, target = _unit(found["unit"], state), _unit(found["target"], state)
    return Ability(unit, target, int(found["number"]))


def _one(kind: Callable[[str], Action]) -> Callable[[re.Match[str], State], Action]:
    return lambda found, state: kind(_unit(found["unit"], state))


_Reader = Callable[[re.Match[str], State], Action]


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (_pattern(r"end phase"), lambda _found, _state: EndPhase()),
    (_pattern(r"stay (?P<unit>.+)"), _one(Stay)),
    (_pattern(r"advance (?P<unit>.+)"), _one(Advance)),
    (_pattern(r"battle-?shock (?P<unit>.+)"), _one(Shock)),
    (
        _pattern(r"(?P<how>move|fly|stride|fall back|escape) (?P<unit>[^:]+): ?(?P<rest>.+)"),
        _move,
    ),
    (_pattern(r"(?P<how>set up|deep strike) (?P<unit>[^:]+): ?(?P<rest>.+)"), _set_up),
    (_pattern(r"charge (?P<unit>.+?) ?-> ?(?P<targets>.+)"), _charge),
    (_pattern(r"shoot (?P<unit>.+?) ?-> ?(?P<target>.+?) with (?P<weapon>.+)"), _shoot),
    (_pattern(r"fight (?P<unit>.+?) ?-> ?(?P<target>.+?) with (?P<weapon>.+)"), _fight),
    (_pattern(r"ability (?P<unit>.+?) ?-> ?(?P<target>.+) (?P<number>\d{1,3})"), _ability),
    (
        _pattern(r"secure (?P<unit>.+)"),
        lambda found, state: Secure(_name(found["unit"], state.objectives)),
    ),
)

FORMS = (
    "stay A",
    "advance A",
    "move A: A1 to 7 0",
    "fly A: A1 to 7 0",
    "fall back A: A1 to 7 0",
    "escape A: A1 to 7 0",
    "stride A: A1 to 7 0",
    "charge A -> B",
    "shoot A -> B with weapon",
    "fight A -> B with weapon",
    "ability A -> B 3",
    "set up A: A1 at 3 4",
    "deep strike A: A1 at 3 4",
    "battle-shock A",
    "secure T",
    "end phase",
)
"""What a line may look like."""
