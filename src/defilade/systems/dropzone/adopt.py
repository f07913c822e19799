"""Units of the second edition, taken from a catalogue into the words of a battle file.

Knows the profile types that name this edition; what it cannot read becomes a finding with its
place. Never reads files, never guesses a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from defilade.record import Record
from defilade.systems.dropzone.keywords import Keyword, split_specials
from defilade.table import Adoption, Catalogue, CatalogueEntry, Finding, Profile, WrongEdition
from defilade.values import Need, NotationError, parse_inches

EDITION = "Dropzone Commander, second edition"
GAME_SYSTEM = "dropzone commander"
WEAPON = "Weapon"
WEAPON_COLUMNS = frozenset({"M&F", "Arc", "R(F)", "R(C)", "Shots", "Acc", "E"})
THIRD_COLUMNS = frozenset({"arc", "ma", "r", "att", "ac", "e"})
"""What the next edition calls a weapon's columns."""
"""Columns of this edition's weapons; later editions have others."""
UNIT_COLUMNS = frozenset({"Move", "A", "DP", "Type"})
"""Columns by which a stat sheet is known, whatever its profile type is called: three types
of this edition's files share one name."""
_DASHES = ("", "-", "–", "—", "*")
_CM = re.compile(r"^(?:(A)|E\s*\+?\s*(\d+)|P\s*(\d+)\s*\+|A\s*E\s*\+?\s*(\d+))$")
_SPACE = re.compile(r"(\d+)\s*([A-Za-z][A-Za-z ]*)")
_TYPES = {
    "skimmer": ("vehicle", "skimmer"),
    "walker": ("vehicle", "walker"),
    "tank": ("vehicle", "tank"),
    "vehicle": ("vehicle", None),
    "aircraft": ("aircraft", None),
    "aircraft-s": ("aircraft", "small"),
    "behemoth": ("behemoth", None),
}


@dataclass(slots=True)
class Findings:
    """Collects what was noticed."""

    found: list[Finding] = field(default_factory=list)

    def note(self, code: str, profile: Profile, *, lost: bool = True, **params: str) -> None:
        """Note one thing about a profile."""
        self.found.append(
            Finding(code, profile.place, Record(profile=profile.name, **params), lost)
        )


def adopt(catalogue: Catalogue) -> Adoption | WrongEdition:
    """Stat sheets by name, as `kinds` of a battle file; or the edition or game it is of."""
    other = other_edition(catalogue)
    if other is not None:
        return WrongEdition(other, EDITION)
    notes = Findings(list(catalogue.findings))
    units: dict[str, Mapping[str, Any]] = {}
    used: set[str] = set()
    for entry, profile in _units(catalogue.entries):
        used.add(profile.id)
        weapons = [p for inner in _carried(entry) for p in inner.profiles if _is_weapon(p)]
        weapons += [p for p in entry.profiles if _is_weapon(p)]
        used |= {p.id for p in weapons}
        line = unit_line(profile, weapons, notes)
        if line is None:
            notes.note("unit_left_out", profile)
            continue
        if line not in [u for n, u in units.items() if n.startswith(profile.name)]:
            name = _free(profile.name, units)
            if name != profile.name:
                notes.note("same_name", profile, lost=False, name=name)
            units[name] = line
    _rest(catalogue, used, notes)
    if not units:
        place = ", ".join(catalogue.names)
        notes.found.append(Finding("no_units", place, lost=True))
    return Adoption(units, tuple(notes.found))


def other_edition(catalogue: Catalogue) -> str | None:
    """What else a catalogue is of, by name; None for the second edition. The columns of its
    weapons decide, then its game system's name."""
    named = catalogue.game_system.strip()
    columns = {
        name.strip()
        for kind, names in catalogue.profile_types.items()
        if kind == WEAPON
        for name in names
    }
    for profile in _profiles(catalogue):
        if profile.type_name == WEAPON:
            columns |= {name.strip() for name in profile.columns}
    if columns >= THIRD_COLUMNS:
        return "Dropzone Commander, third edition"
    ours = columns >= WEAPON_COLUMNS
    is_dropzone = named.lower().startswith(GAME_SYSTEM)
    if ours and (is_dropzone or not named):
        return None
    if is_dropzone:
        return f"{named}, another edition"
    return named or "an unknown game"


def _profiles(catalogue: Catalogue) -> Iterator[Profile]:
    for entry in _walk(catalogue.entries):
        yield from entry.profiles
    yield from catalogue.profiles


def _walk(entries: tuple[CatalogueEntry, ...]) -> Iterator[CatalogueEntry]:
    for entry in entries:
        yield entry
        yield from _walk(entry.entries)


def _is_weapon(profile: Profile) -> bool:
    return profile.type_name == WEAPON


def _is_unit(profile: Profile) -> bool:
    columns = {name.strip() for name in profile.columns}
    return not _is_weapon(profile) and columns >= UNIT_COLUMNS


def _units(entries: tuple[CatalogueEntry, ...]) -> Iterator[tuple[CatalogueEntry, Profile]]:
    """Every entry that holds a unit profile, each profile once however often it is linked."""
    seen: set[str] = set()
    for entry in _walk(entries):
        for profile in entry.profiles:
            if _is_unit(profile) and profile.id not in seen:
                seen.add(profile.id)
                yield entry, profile


def _carried(entry: CatalogueEntry) -> Iterator[CatalogueEntry]:
    """What a unit carries; other units inside its entry are not carried."""
    for inner in entry.entries:
        if not any(_is_unit(profile) for profile in inner.profiles):
            yield inner
            yield from _carried(inner)


def unit_line(
    profile: Profile, weapons: list[Profile], notes: Findings
) -> Mapping[str, Any] | None:
    """A stat sheet in the words of a battle file; None where a number cannot be read."""
    columns = {name.strip(): text.strip() for name, text in profile.columns.items()}
    kind = _kind(columns.get("Type", profile.type_name), profile, notes)
    if kind is None:
        return None
    line: dict[str, Any] = dict(kind)
    mv = _inches(columns.get("Move", ""), "Move", profile, notes)
    armour = _whole(columns.get("A", columns.get("Armour", "")), "A", profile, notes)
    dp = _whole(columns.get("DP", ""), "DP", profile, notes)
    if mv is None or armour is None or dp is None:
        return None
    line |= {"mv": mv, "armour": armour, "dp": dp}
    cm = _countermeasures(columns.get("CM", columns.get("Countermeasures", "")), profile, notes)
    line |= {"cm": cm} if cm else {}
    special = _specials(columns.get("Special", ""), profile, notes)
    line |= {"special": special} if special else {}
    transport = _transport(columns, profile, notes)
    line |= {"transport": transport} if transport else {}
    lines = [made for weapon in weapons if (made := weapon_line(weapon, notes)) is not None]
    named: dict[str, Mapping[str, Any]] = {}
    for made in lines:
        if made not in [w for n, w in named.items() if n.startswith(made["name"])]:
            name = _free(made["name"], named)
            named[name] = {**made, "name": name}
    line |= {"weapons": list(named.values())} if named else {}
    return line


def _kind(text: str, profile: Profile, notes: Findings) -> Mapping[str, Any] | None:
    found = re.match(r"infantry\s*(\d\s*\+)?", text.strip().lower())
    if found:
        if not found[1]:
            notes.note("column_unreadable", profile, lost=False, column="Type", text=text)
            return {"type": "infantry"}
        return {"type": "infantry", "fortitude": found[1].replace(" ", "")}
    if text.strip().lower() not in _TYPES:
        notes.note("type_unknown", profile, text=text)
        return None
    kind, subtype = _TYPES[text.strip().lower()]
    return {"type": kind} | ({"subtype": subtype} if subtype else {})


def _inches(text: str, column: str, profile: Profile, notes: Findings) -> float | None:
    last = re.split(r"\s*(?:-|/|–)\s*(?=\d)", text)[-1]  # Fast units have two: the most
    try:
        return parse_inches(last)
    except NotationError:
        notes.note("column_unreadable", profile, column=column, text=text)
        return None


def _whole(text: str, column: str, profile: Profile, notes: Findings) -> int | None:
    if text.strip().isdigit():
        return int(text)
    notes.note("column_unreadable", profile, column=column, text=text)
    return None


def _countermeasures(text: str, profile: Profile, notes: Findings) -> Mapping[str, Any]:
    line: dict[str, Any] = {}
    for part in text.split(","):
        if part.strip() in _DASHES:
            continue
        found = _CM.match(part.strip())
        if not found:
            notes.note("column_unreadable", profile, column="CM", text=part.strip())
            continue
        active, evasion, passive, both = found.groups()
        line |= {"active": True} if active or both else {}
        line |= {"evasion": int(evasion or both)} if evasion or both else {}
        line |= {"passive": f"{passive}+"} if passive else {}
    return line


def _specials(text: str, profile: Profile, notes: Findings) -> list[str]:
    rules = split_specials(text)
    for rule in rules:
        if Keyword.parse(rule) is None:
            notes.note("unknown_special", profile, text=rule)
    return list(rules)


def _transport(columns: Mapping[str, str], profile: Profile, notes: Findings) -> Mapping[str, Any]:
    line: dict[str, Any] = {}
    needs = _spaces(columns.get("Transport Requirement", ""), profile, notes)
    rooms = _spaces(columns.get("Transport Capacity", ""), profile, notes)
    if needs:
        line["requirement"] = needs[0]
    if rooms:
        line["capacity"] = rooms
    return line


def _spaces(text: str, profile: Profile, notes: Findings) -> list[Mapping[str, Any]]:
    if text.strip() in _DASHES:
        return []
    found = _SPACE.findall(text)
    if not found:
        notes.note("transport_unreadable", profile, text=text)
    return [{"symbol": symbol.strip().lower(), "n": int(n)} for n, symbol in found]


def weapon_line(profile: Profile, notes: Findings) -> dict[str, Any] | None:
    """A weapon in the words of a battle file; None where a number cannot be read."""
    columns = {name.strip(): text.strip() for name, text in profile.columns.items()}
    mf = columns.get("M&F", "")
    ranges = [_range(columns.get(name, ""), name, profile, notes) for name in ("R(F)", "R(C)")]
    shots = _whole(columns.get("Shots", ""), "Shots", profile, notes)
    energy = _whole(columns.get("E", ""), "E", profile, notes)
    acc = _accuracy(columns.get("Acc", ""), profile, notes)
    if None in ranges or shots is None or energy is None or acc is None:
        notes.note("weapon_left_out", profile)
        return None
    move = "-" if mf in _DASHES else _inches(mf, "M&F", profile, notes)
    arc = columns.get("Arc", "").upper().replace(" ", "")
    return {
        "name": profile.name,
        "mf": 0.0 if move is None else move,
        "arc": "F/S/R" if arc in _DASHES else arc,
        "rf": ranges[0],
        "rc": ranges[1],
        "shots": shots,
        "acc": acc,
        "energy": energy,
        "special": _specials(columns.get("Special", ""), profile, notes),
    }


def _range(text: str, column: str, profile: Profile, notes: Findings) -> float | str | None:
    if text.upper().replace(" ", "") == "CQ":
        return "CQ"
    if text.strip() in ("∞", "inf", "Inf"):
        return "inf"
    if text.strip() in _DASHES:
        return 0.0
    return _inches(text, column, profile, notes)


def _accuracy(text: str, profile: Profile, notes: Findings) -> str | None:
    if text in _DASHES:
        return "-"
    if text.isdigit():
        return text
    try:
        return str(Need.parse(text))
    except NotationError:
        notes.note("column_unreadable", profile, column="Acc", text=text)
        return None


def _rest(catalogue: Catalogue, used: set[str], notes: Findings) -> None:
    """What no unit has, and profiles of types that are not read."""
    seen = set(used)
    for profile in _profiles(catalogue):
        if profile.id in seen or _is_unit(profile):
            continue
        seen.add(profile.id)
        if _is_weapon(profile):
            notes.note("weapon_on_no_unit", profile)
        else:
            notes.note("profile_unknown", profile, type=profile.type_name)


def _free(name: str, taken: Mapping[str, Any]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return free
