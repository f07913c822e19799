"""An army list with bases and profiles to datasheets and units of a battle, not yet placed.

Knows which words of a list become which words of a battle file. A unit whose base is unknown
is left out with a finding; a characteristic that no file gives keeps its default and is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from defilade.record import Datum, Record
from defilade.systems.wh40k.adopt import datasheet, unit_profiles
from defilade.systems.wh40k.battle import Datasheet, WeaponLine
from defilade.systems.wh40k.terms import BEASTS, CHARACTER, INFANTRY, MM, SWARM
from defilade.table import Adoption, Finding
from defilade.table.army import Army, ArmyUnit, Bases, BaseSize, ModelGroup, UnitBase, slug
from defilade.table.layout import Outline
from defilade.values import DiceExpr, Inches, Need

T = TypeVar("T")
_LEGEND = re.compile(r"\s*\[[^\]]*\]\s*\Z")
_SMALL: Inches = 1.5
_ON_FOOT = frozenset({INFANTRY, BEASTS, SWARM})
_SPELLED = {"BEAST": BEASTS, "SWARMS": SWARM}
"""Keywords that files spell otherwise than the rules."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known beside the list: bases, profiles from a catalogue, hulls, heights.

    `profiles` are datasheets in the words of a battle file, by name, as `adopt` gives them;
    `hulls` outlines and `bases_mm` sizes for units that the bases file does not measure, and
    `heights` how tall models are, by the unit's name or that of the models. `attached` says whom
    a leader's unit joins: no list says it. Names are as in the battle: `scout-squad-2`.
    """

    bases: Bases
    profiles: Adoption | None = None
    hulls: Mapping[str, Outline] = field(default_factory=dict)
    bases_mm: Mapping[str, BaseSize] = field(default_factory=dict)
    heights: Mapping[str, Inches] = field(default_factory=dict)
    attached: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recruit:
    """One model of a unit that is not placed yet: its datasheet and weapons, whether it leads."""

    sheet: str
    weapons: tuple[str, ...] | None = None
    leader: bool = False


@dataclass(frozen=True, slots=True)
class Muster:
    """One unit that is not placed yet."""

    name: str
    sheet: str
    models: tuple[Recruit, ...]
    place: str = ""


@dataclass(frozen=True, slots=True)
class Force:
    """An army in the words of a battle file, not yet placed."""

    datasheets: Mapping[str, Datasheet]
    units: tuple[Muster, ...]
    findings: tuple[Finding, ...] = ()


def force_of(army: Army, known: Known) -> Force:
    """Units and datasheets of an army. Names are plain, and each is used once."""
    taking = _Taking(army, known, list(army.findings))
    for unit in army.units:
        taking.take(unit)
    for leader, unit_name in known.attached.items():
        taking.attach(slug(leader), slug(unit_name))
    taking.alone()
    return Force(taking.sheets, tuple(taking.units), tuple(taking.findings))


@dataclass
class _Taking:
    """An army on its way."""

    army: Army
    known: Known
    findings: list[Finding]
    sheets: dict[str, Datasheet] = field(default_factory=dict)
    units: list[Muster] = field(default_factory=list)
    told: set[tuple[str, str]] = field(default_factory=set)

    def note(self, code: str, unit: ArmyUnit, *, lost: bool, params: Record) -> None:
        """A finding, told once for each kind of unit."""
        if (code, slug(unit.name)) not in self.told:
            self.told.add((code, slug(unit.name)))
            record = Record(unit=unit.name) | params
            self.findings.append(Finding(code, unit.place, record, lost=lost))

    def take(self, unit: ArmyUnit) -> None:
        """One unit: the base of each kind of model first, without which nothing can be placed."""
        sheets = [self._datasheet(unit, group) for group in unit.groups]
        known = [sheet for sheet in sheets if sheet is not None]
        if len(known) < len(sheets):
            return
        free = _free(slug(unit.name), [each.name for each in self.units])
        models: list[Recruit] = []
        names: list[str] = []
        mixed = any(sheet != known[0] for sheet in known)
        leads = {CHARACTER in sheet.kw for sheet in known} == {True, False}
        for group, sheet in zip(unit.groups, known, strict=True):
            like = group.name if mixed else unit.name
            names.append(self._sheet_name(like, sheet))
            leader = leads and CHARACTER in sheet.kw
            models += self._recruits(unit, group, names[-1], leader=leader)
        self.units.append(Muster(free, names[0], tuple(models), unit.place))

    def attach(self, leader: str, to: str) -> None:
        """A unit joins another and leads it (WH-ATK-05); names that are not here are others'."""
        named = {each.name: each for each in self.units}
        if leader not in named or to not in named or leader == to:
            return
        led, joined = named[to], named[leader]
        chiefs = tuple(replace(model, leader=True) for model in joined.models)
        whole = replace(led, models=(*led.models, *chiefs))
        self.units = [whole if each is led else each for each in self.units if each is not joined]

    def alone(self) -> None:
        """Tell of units of CHARACTERs whom they might lead: that no list says it."""
        for unit in self.units:
            if all(CHARACTER in self.sheets[model.sheet].kw for model in unit.models):
                self.findings.append(Finding("leader.alone", unit.place, Record(unit=unit.name)))

    def _datasheet(self, unit: ArmyUnit, group: ModelGroup) -> Datasheet | None:
        """What the models of a group share; None where no base is known for them."""
        faction = slug(self.army.faction)
        listed = self.known.bases.named(_plain(group.name))
        name = group.name if any(each.faction == faction for each in listed) else unit.name
        line = self._line(unit, name)
        based = self._base(unit, group, line)
        if based is None:
            return None
        sheet = self._profile(unit, group)
        words = (*sheet.kw, *(line.keywords if line is not None else ()))
        words = (*words, *_keywords(unit.keywords), *_keywords(group.keywords))
        sheet = replace(sheet, kw=tuple(dict.fromkeys(_keyword(word) for word in words)))
        if not sheet.kw:
            self.note("keywords.unknown", unit, lost=True, params=Record())
        return self._height(unit, group, based(sheet))

    def _line(self, unit: ArmyUnit, name: str) -> UnitBase | None:
        """The bases file's line: of the army's faction where several have the name."""
        found = self.known.bases.named(_plain(name))
        own = [each for each in found if each.faction == slug(self.army.faction)]
        if own or len(found) == 1:
            return (own or found)[0]
        sizes = {each.base for each in found}
        if len(sizes) > 1:
            sides = ", ".join(each.faction for each in found)
            self.note("base.ambiguous", unit, lost=True, params=Record(factions=sides))
            return None
        return found[0] if found else None

    def _base(
        self, unit: ArmyUnit, group: ModelGroup, line: UnitBase | None
    ) -> Callable[[Datasheet], Datasheet] | None:
        """What puts the base on a datasheet; None where no size is known (WH-MEAS-08)."""
        hull = _told(self.known.hulls, unit, group)
        size = _told(self.known.bases_mm, unit, group)
        if hull is not None and size is None:
            return lambda sheet: replace(sheet, hull=hull)
        size = size or (line.base if line is not None else None)
        if size is None or not size.measured:
            shape = "nothing" if size is None else size.shape.value
            self.note("base.unknown", unit, lost=True, params=Record(shape=shape))
            return None
        if size.draft:
            self.note("base.draft", unit, lost=False, params=Record(shape=size.shape.value))
        measured = size
        return lambda sheet: _with_base(sheet, measured)

    def _profile(self, unit: ArmyUnit, group: ModelGroup) -> Datasheet:
        """Characteristics: those the unit carries along, else the catalogue's; of the profile
        that is named like the models where the unit has several."""
        if unit.entry is not None:
            carried = list(unit_profiles((unit.entry,)))
            carried.sort(key=lambda each: _rank((each[1].name, each[0].name), unit, group))
            for holder, profile in carried:
                lines, findings = datasheet(holder, profile)
                self.findings += [each for each in findings if each not in self.findings]
                if lines:
                    return sheet_of(lines)
        named = self.known.profiles.units if self.known.profiles is not None else {}
        ranked = sorted(named.items(), key=lambda each: _rank((each[0],), unit, group))
        if ranked and _rank((ranked[0][0],), unit, group) < _NOBODY:
            return sheet_of(ranked[0][1])
        self.note("profile.unknown", unit, lost=True, params=Record())
        return Datasheet()

    def _height(self, unit: ArmyUnit, group: ModelGroup, sheet: Datasheet) -> Datasheet:
        """How tall its models are; no file says so, and sight asks (WH-MEAS-08, default)."""
        told = _told(self.known.heights, unit, group)
        if told is not None:
            return replace(sheet, h=told)
        height = _SMALL if _ON_FOOT & set(sheet.kw) else max(_SMALL, _width(sheet))
        params = Record(kind=unit.name, height=round(height, 2))
        self.note("height.assumed", unit, lost=False, params=params)
        return replace(sheet, h=round(height, 2))

    def _sheet_name(self, like: str, sheet: Datasheet) -> str:
        name = slug(_plain(like))
        for key, each in self.sheets.items():
            if each == sheet and re.fullmatch(re.escape(name) + r"(-\d+)?", key):
                return key
        free = _free(name, self.sheets)
        self.sheets[free] = sheet
        return free

    def _recruits(
        self, unit: ArmyUnit, group: ModelGroup, sheet: str, *, leader: bool
    ) -> Iterable[Recruit]:
        """The models of a group, what they carry dealt out evenly, the first ones first."""
        weapons = self.sheets[sheet].weapons
        if not weapons:
            return [Recruit(sheet, leader=leader)] * group.number
        named: dict[str, list[str]] = {}
        for key in weapons:
            named.setdefault(slug(_profile_stem(key)), []).append(key)
        dealt: list[list[str]] = [[] for _ in range(group.number)]
        for gear in (*group.gear, *(unit.gear if group is unit.groups[0] else ())):
            keys = named.get(slug(gear.name))
            if keys is None:
                self.note("gear.no_profile", unit, lost=True, params=Record(gear=gear.name))
                continue
            each, over = divmod(gear.number, group.number)
            if over and gear.number > group.number:
                numbers: dict[str, Datum] = {"number": gear.number, "models": group.number}
                self.note(
                    "gear.unshared", unit, lost=False, params=Record(gear=gear.name, **numbers)
                )
            for k, model in enumerate(dealt):
                model.extend(keys * (each + (k < over)))
        return [Recruit(sheet, self._counted(sheet, model), leader) for model in dealt]

    def _counted(self, sheet: str, weapons: list[str]) -> tuple[str, ...]:
        """Names of weapons; a second one of a kind is another weapon with a number behind."""
        named: list[str] = []
        for weapon in weapons:
            name = _free(weapon, named)
            named.append(name)
            if name not in self.sheets[sheet].weapons:
                more = {**self.sheets[sheet].weapons, name: self.sheets[sheet].weapons[weapon]}
                self.sheets[sheet] = replace(self.sheets[sheet], weapons=more)
        return tuple(named)


def sheet_of(lines: Mapping[str, Any]) -> Datasheet:
    """A datasheet from its lines in the words of a battle file."""
    weapons = {name: _weapon(line) for name, line in lines.get("weapons", {}).items()}
    needs: dict[str, Any] = {
        key: Need.parse(lines[key]) for key in ("Sv", "InSv", "Ld", "FNP") if key in lines
    }
    plain: dict[str, Any] = {key: lines[key] for key in ("M", "T", "W", "OC") if key in lines}
    abilities = tuple(lines.get("abilities", ()))
    return Datasheet(**plain, **needs, abilities=abilities, weapons=weapons)


def _weapon(line: Mapping[str, Any]) -> WeaponLine:
    dice: dict[str, Any] = {key: DiceExpr.parse(line[key]) for key in ("A", "D") if key in line}
    needs: dict[str, Any] = {key: Need.parse(line[key]) for key in ("BS", "WS") if key in line}
    plain: dict[str, Any] = {key: line[key] for key in ("S", "AP", "R") if key in line}
    return WeaponLine(**dice, **needs, **plain, abilities=tuple(line.get("abilities", ())))


def _with_base(sheet: Datasheet, size: BaseSize) -> Datasheet:
    if size.diameter is not None:
        return replace(sheet, base_mm=size.diameter)
    assert size.length is not None  # it is measured
    assert size.width is not None
    long, short = max(size.length, size.width), min(size.length, size.width)
    return replace(sheet, oval_mm=(long, short))


def _width(sheet: Datasheet) -> Inches:
    if sheet.oval_mm is not None:
        return sheet.oval_mm[1] / MM
    if sheet.base_mm is not None:
        return sheet.base_mm / MM
    return max((abs(x) for x, _ in sheet.hull or ()), default=0.0)


def _keywords(words: Iterable[str]) -> tuple[str, ...]:
    """Categories of a roster that are keywords."""
    return tuple(word for word in words if not word.startswith(("Faction:", "Allied")))


def _told(given: Mapping[str, T], unit: ArmyUnit, group: ModelGroup) -> T | None:
    """What is given by the name of the models, else by that of the unit."""
    by_slug = {slug(key): each for key, each in given.items()}
    of_models = by_slug.get(slug(_plain(group.name)))
    return of_models if of_models is not None else by_slug.get(slug(_plain(unit.name)))


_NOBODY = 3


def _rank(names: Iterable[str], unit: ArmyUnit, group: ModelGroup) -> int:
    """How well names fit: those of the models before those of the unit, else nobody's."""
    plain = [slug(_plain(name)) for name in names]
    models, whole = slug(_plain(group.name)), slug(_plain(unit.name))
    if models in plain:
        return 0
    if any(models == f"{name}s" or name == f"{models}s" for name in plain):
        return 1
    return 2 if whole in plain else _NOBODY


def _keyword(word: str) -> str:
    return _SPELLED.get(word.upper(), word.upper())


def _plain(name: str) -> str:
    """A name without what brackets say of it: `Ambull [Legends]`."""
    return _LEGEND.sub("", name)


def _profile_stem(name: str) -> str:
    """A weapon's name without the profile it is one of: `Plasma gun - supercharge`."""
    return name.removeprefix("➤ ").partition(" - ")[0]


def _free(name: str, taken: Iterable[str]) -> str:
    used = set(taken)
    number, free = 1, name
    while free in used:
        number += 1
        free = f"{name}-{number}"
    return free
