"""Reading actions from the lines players write: the inverse of `actions.write_action`.

Knows the notation and the names on a table; a text may fail as not understood or ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from defilade.game import Ambiguous, NotUnderstood
from defilade.systems.dropfleet.actions import (
    Action,
    Activate,
    Assault,
    Defend,
    End,
    Fire,
    Land,
    Launch,
    Move,
    Resolve,
    RollAttack,
    RoundUp,
    Scan,
    Settle,
    Strike,
)
from defilade.systems.dropfleet.bodies import Body, weapons_of
from defilade.systems.dropfleet.movement import Ahead, Change, Leg, Turn
from defilade.systems.dropfleet.state import State
from defilade.systems.dropfleet.terms import GroundKind, Lander, LaunchKind, Order


@dataclass(frozen=True, slots=True)
class Names:
    """The names that texts may mean on this table."""

    groups: tuple[str, ...]
    ships: tuple[str, ...]
    places: tuple[str, ...]
    weapons: Mapping[str, tuple[str, ...]]
    group_of: Mapping[str, str]
    """Ship to group: a group may be named by one of its ships."""


def names_of(state: State) -> Names:
    """All names of a state."""
    things: dict[str, Body] = {**state.ships, **state.sectors}
    weapons = {name: tuple(weapons_of(thing)) for name, thing in things.items()}
    return Names(
        tuple(state.groups),
        tuple(state.ships),
        (*state.sectors, *(n for n, s in state.ships.items() if s.is_station)),
        weapons,
        {name: ship.group for name, ship in state.ships.items()},
    )


class _Unread(Exception):
    """Reading stopped: where and what was wanted, or which candidates there are.

    An empty part is the end of the line.
    """

    def __init__(self, part: str, wanted: Iterable[str], *, many: bool = False) -> None:
        self.part = part
        self.wanted = tuple(wanted)
        self.many = many
        super().__init__(part)


def read_action(text: str, state: State) -> Action | NotUnderstood | Ambiguous:
    """The action a line names; names may be shortened as long as one thing is meant."""
    line = " ".join(text.split())
    try:
        for pattern, reader in _READERS:
            if found := pattern.fullmatch(line):
                return reader(found, names_of(state))
        _unfinished(line, names_of(state))
    except _Unread as stopped:
        at = _place(stopped.part, line)
        if stopped.many:
            after = line[at + len(stopped.part) :]
            return Ambiguous(line, tuple(line[:at] + name + after for name in stopped.wanted))
        return NotUnderstood(line, at, stopped.wanted)
    return NotUnderstood(line, 0, _FORMS)


def _place(part: str, line: str) -> int:
    """Where a part stands in a line, as whole words behind the verb if it can be."""
    if not part:
        return len(line)
    whole = re.compile(rf"(?<=[\s,]){re.escape(part)}(?![^\s,])").search(line)
    return whole.start() if whole else max(0, line.find(part))


def _unfinished(line: str, names: Names) -> None:
    """Say what is missing at the end of a line that begins as one of the forms."""
    for verb, parts in _UNFINISHED.items():
        if f"{line} ".lower().startswith(f"{verb} "):
            rest, first = line[len(verb) :].strip(), ""
            for (_, slot), (link, following) in pairwise((*parts, ("", ""))):
                known = _choices(slot, first, names)
                if not rest:
                    raise _Unread("", known)
                head, parted, rest = (
                    each.strip() for each in f"{rest} ".partition(f" {link} " if link else "\n")
                )
                named = _name(head, known)
                first = first or named
                if link and not parted:
                    wanted = _choices(following, first, names)
                    raise _Unread("", [f"{link} {name}" for name in wanted])


def _choices(slot: str, first: str, names: Names) -> tuple[str, ...]:
    """What may stand in a slot of an unfinished line."""
    known = {
        "GROUP": (*names.groups, *names.ships),
        "SHIP": names.ships,
        "SECTOR": names.places,
        "TARGET": tuple(names.weapons),
        "WEAPON": names.weapons.get(first) or ("WEAPON",),
        "LANDER": tuple(member.value for member in Lander),
    }
    return tuple(dict.fromkeys(known.get(slot, ()))) or (slot,)


def _name(part: str, known: Iterable[str]) -> str:
    """The thing meant: the exact name, else the only one that starts so, whatever the case."""
    names = tuple(known)
    if part in names:
        return part
    lowered = part.lower()
    same = [name for name in names if name.lower() == lowered]
    close = same or [name for name in names if name.lower().startswith(lowered)]
    if len(close) == 1:
        return close[0]
    if close:
        raise _Unread(part, close, many=True)
    raise _Unread(part, names)


def _names(part: str | None, known: Iterable[str]) -> tuple[str, ...]:
    return tuple(_name(one.strip(), known) for one in part.split(",")) if part else ()


def _word(part: str, kind: type[Order] | type[Lander] | type[GroundKind] | type[LaunchKind]) -> str:
    return _name(part.strip().replace(" ", "_"), [member.value for member in kind])


def _legs(part: str) -> tuple[Leg, ...]:
    if part.strip() in ("", "not"):
        return ()
    return tuple(_leg(one.strip()) for one in part.split(","))


_LEG = re.compile(r"(?:(left|right|ahead)\s+)?(\d{1,7}(?:\.\d+)?)[\"°]?")


def _leg(text: str) -> Leg:
    if text in (Change.CLIMB.value, Change.DESCEND.value):
        return Change(text)
    found = _LEG.fullmatch(text)
    if found is None:
        raise _Unread(text, ("6", "left 45", "right 45", "climb", "descend"))
    number = float(found[2])
    if found[1] in ("left", "right"):
        return Turn(-number if found[1] == "left" else number)
    return Ahead(number)


_Found = re.Match[str]


def _activate(found: _Found, names: Names) -> Action:
    order = Order(_word(found[2], Order)) if found[2] else Order.STANDARD
    named = _name(found[1], (*names.groups, *(s for s in names.ships if s not in names.groups)))
    group = named if named in names.groups else names.group_of[named]
    return Activate(group, order, _names(found[3], names.ships), _names(found[4], names.ships))


def _move(found: _Found, names: Names) -> Action:
    for end in range(len(found[1].split()), 0, -1):
        words = found[1].split()
        ship, rest = " ".join(words[:end]), " ".join(words[end:])
        if ship in names.ships or (end == 1 and ship):
            return Move(_name(ship, names.ships), _legs(rest), found[2] is not None)
    raise _Unread(found[1], names.ships)


def _owned(owner: str, weapon: str, names: Names) -> str:
    return _name(weapon, names.weapons[owner])


def _roll_attack(found: _Found, names: Names) -> Action:
    ship = _name(found[1], names.ships)
    return RollAttack(ship, _owned(ship, found[2], names))


def _fire(found: _Found, names: Names) -> Action:
    ship = _name(found[1], names.ships)
    hot = found[3].endswith(" overcharged") and found[3] not in names.weapons[ship]
    weapon = found[3].removesuffix(" overcharged") if hot else found[3]
    target = _name(found[2], tuple(names.weapons))
    return Fire(ship, target, _owned(ship, weapon, names), hot)


def _unarmed(found: _Found, names: Names) -> Action:
    """Fire without its weapon: what is there is read, then the end of the line is missing."""
    ship = _name(found[1], names.ships)
    _name(found[2], tuple(names.weapons))
    before = "" if found[3] else "with "
    raise _Unread("", [before + weapon for weapon in names.weapons[ship] or ("WEAPON",)])


def _scan(found: _Found, names: Names) -> Action:
    return Scan(_name(found[1], names.ships), _name(found[2], names.ships))


def _defend(found: _Found, names: Names) -> Action:
    sector = _name(found[1], tuple(n for n in names.weapons if n not in names.ships))
    return Defend(sector, _name(found[2], names.ships), _owned(sector, found[3], names))


def _land(found: _Found, names: Names) -> Action:
    lander = Lander(_word(found[3], Lander))
    kind = GroundKind(_word(found[4], GroundKind)) if found[4] else GroundKind.INFANTRY
    return Land(_name(found[1], names.ships), _name(found[2], names.places), lander, kind)


def _launch(found: _Found, names: Names) -> Action:
    kind = LaunchKind(_word(found[2], LaunchKind))
    ship, target = _name(found[1], names.ships), _name(found[4], names.ships)
    return Launch(ship, kind, int(found[3]), target)


def _strike(found: _Found, names: Names) -> Action:
    return Strike(_name(found[1], names.ships), _name(found[2], names.places))


_Reader = Callable[[_Found, Names], Action]
_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), reader)
    for pattern, reader in (
        (r"activate (.+?)(?: on (\w+))?(?: with (.+?))?(?: raising (.+))?", _activate),
        (r"move (.+?)( suicidally)?", _move),
        (r"roll attack (.+?) with (.+)", _roll_attack),
        (r"fire (.+?) -> (.+?) with (.+)", _fire),
        (r"fire (.+?) -> (.+?)( with)?", _unarmed),
        (r"scan (.+?) -> (.+)", _scan),
        (r"defend (.+?) -> (.+?) with (.+)", _defend),
        (r"land (.+?) -> (.+?) by (\w+)(?: with (\w+))?", _land),
        (r"launch (.+?) (\w+) (\d{1,7}) -> (.+)", _launch),
        (r"strike (.+?) -> (.+)", _strike),
        (r"assault (.+)", lambda found, names: Assault(_name(found[1], names.ships))),
        (r"settle (.+)", lambda found, _names: Settle(found[1])),
        (r"resolve", lambda _found, _names: Resolve()),
        (r"end", lambda _found, _names: End()),
        (r"roundup", lambda _found, _names: RoundUp()),
    )
)

_UNFINISHED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "activate": (("", "GROUP"),),
    "roll attack": (("", "SHIP"), ("with", "WEAPON")),
    "fire": (("", "SHIP"), ("->", "TARGET")),
    "scan": (("", "SHIP"), ("->", "SHIP")),
    "defend": (("", "SECTOR"), ("->", "SHIP"), ("with", "WEAPON")),
    "land": (("", "SHIP"), ("->", "SECTOR"), ("by", "LANDER")),
    "strike": (("", "SHIP"), ("->", "SECTOR")),
    "assault": (("", "SHIP"),),
}
"""The slots of each form, with the word before each."""

_FORMS = (
    "activate GROUP on ORDER",
    "move SHIP LEGS",
    "roll attack SHIP with WEAPON",
    "fire SHIP -> TARGET with WEAPON",
    "resolve",
    "scan SHIP -> TARGET",
    "end",
    "defend SECTOR -> SHIP with WEAPON",
    "land SHIP -> SECTOR by LANDER with KIND",
    "launch SHIP KIND DICE -> SHIP",
    "strike SHIP -> SECTOR",
    "assault SHIP",
    "roundup",
    "settle QUESTION",
)
"""What a line may be."""
