"""Rosters that are trees of selections (`.ros`, `.rosz`, New Recruit's JSON) to an army.

Knows forces, selections, their kinds and costs. A number is a total, as rosters write it. A
model is what is called a model; options of a model never are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from defilade.formats.battlescribe.element import Element
from defilade.record import Datum, Record
from defilade.table import CatalogueEntry, Finding
from defilade.table.army import Army, ArmyUnit, Gear, ModelGroup

SETTINGS = ("Battle Size", "Detachment", "Detachment Choice", "Show/Hide Options")
"""Selections that set up a list and are no units."""

Entries = Mapping[tuple[str, str], CatalogueEntry]
"""What rides along with selections, by their place and id."""


def army_of(root: Element, name: str, entries: Entries) -> Army:
    """The army of a roster's tree; `name` is the file's, for places."""
    reading = _Reading(entries)
    forces = [force for top in root.all("forces") for force in _forces(top)]
    units = [unit for force in forces for unit in reading.units(force)]
    if not units:
        reading.findings.append(Finding("list.empty", name, lost=True))
    return Army(
        name=root.get("name"),
        faction=faction_of(next((each.get("catalogueName") for each in forces), "")),
        detachment=_detachment(forces),
        units=tuple(units),
        points=_points(root, own=True),
        form="roster",
        findings=tuple(reading.findings),
    )


def faction_of(text: str) -> str:
    """The last part of what stands for a faction.

    >>> faction_of("Chaos - Chaos Knights")
    'Chaos Knights'
    """
    return text.rpartition(" - ")[2].strip()


def _forces(force: Element) -> Iterator[Element]:
    yield force
    for inner in force.all("forces"):
        yield from _forces(inner)


def _detachment(forces: list[Element]) -> str:
    for force in forces:
        for selection in force.all("selections"):
            if selection.get("name").startswith("Detachment"):
                chosen = next(selection.all("selections"), None)
                return chosen.get("name") if chosen is not None else ""
    return ""


@dataclass
class _Reading:
    """Selections on their way to units."""

    entries: Entries
    findings: list[Finding] = field(default_factory=list)

    def units(self, force: Element) -> Iterator[ArmyUnit]:
        for selection in force.all("selections"):
            kind = selection.get("type")
            if kind in ("unit", "model") or any(_models(selection)):
                yield self.unit(selection)
            elif not _is_setting(selection):
                self._note("selection.no_unit", selection, lost=True)

    def unit(self, top: Element) -> ArmyUnit:
        """One unit; what is under its models is theirs, the rest the unit's own."""
        models = [top] if top.get("type") == "model" else list(_models(top))
        groups = [self._group(each, within=top) for each in models]
        if not models:
            self._note("unit.no_models", top, assumed=_number(top))
            groups = [ModelGroup(top.get("name"), _number(top))]
        if top.get("type") == "model" and any(_models(top)):
            self._note("model.in_model", top)
            groups += [self._group(each, within=top) for each in _models(top)]
        options = list(_options(top))
        theirs = {id(each) for model in models for each in _options(model)}
        own = [each for each in options if id(each) not in theirs]
        return ArmyUnit(
            name=top.get("name"),
            groups=tuple(groups),
            points=_points(top),
            gear=tuple(Gear(each.get("name"), _number(each)) for each in own if _is_gear(each)),
            enhancements=tuple(each.get("name") for each in options if _is_enhancement(each)),
            warlord=any(_is_warlord(each) for each in options),
            notes=tuple(each.get("name") for each in options if _is_note(each)),
            section=next((each.get("name") for each in _categories(top, primary=True)), ""),
            keywords=tuple(each.get("name") for each in _categories(top)),
            place=top.where,
            entry=self.entries.get((top.where, top.get("id"))),
        )

    def _group(self, model: Element, *, within: Element) -> ModelGroup:
        gear = [each for each in _options(model) if _is_gear(each)]
        carried = tuple(Gear(each.get("name"), _number(each)) for each in gear)
        number = _number(model)
        if number < 1:
            self._note("number.odd", model, number=model.get("number"), assumed=1)
        words = tuple(_own_categories(within, model))
        return ModelGroup(model.get("name"), max(1, number), carried, words)

    def _note(self, code: str, selection: Element, *, lost: bool = False, **params: Datum) -> None:
        record = Record(name=selection.get("name"), **params)
        self.findings.append(Finding(code, selection.where, record, lost=lost))


def _models(selection: Element) -> Iterator[Element]:
    """Models under a selection, not those under another model."""
    for inner in selection.all("selections"):
        if inner.get("type") == "model":
            yield inner
        else:
            yield from _models(inner)


def _own_categories(top: Element, model: Element) -> Iterator[str]:
    """Categories of a model, and of what it lies in under the top of its unit."""
    for inner in top.all("selections"):
        if inner is model or any(each is model for each in _models(inner)):
            yield from (each.get("name") for each in _categories(inner))
            if inner is not model:
                yield from _own_categories(inner, model)


def _options(selection: Element) -> Iterator[Element]:
    """Everything chosen under a selection that is no model, models' choices included."""
    for inner in selection.all("selections"):
        if inner.get("type") != "model":
            yield inner
        yield from _options(inner)


def _number(selection: Element) -> int:
    text = selection.get("number") or "1"
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def _categories(selection: Element, *, primary: bool = False) -> Iterator[Element]:
    for each in selection.all("categories"):
        if not primary or each.get("primary") == "true":
            yield each


def _is_setting(selection: Element) -> bool:
    names = [each.get("name") for each in _categories(selection)]
    return "Configuration" in names or selection.get("name") in SETTINGS


def _is_warlord(option: Element) -> bool:
    return option.get("name") == "Warlord"


def _is_enhancement(option: Element) -> bool:
    return option.get("group").startswith("Enhancement")


def _is_gear(option: Element) -> bool:
    """What has a profile, stands in a group of wargear or is called a weapon by its category."""
    if _is_warlord(option) or _is_enhancement(option):
        return False
    weapon = any(each.get("name").endswith("Weapon") for each in _categories(option))
    return weapon or bool(option.get("group")) or any(option.all("profiles"))


def _is_note(option: Element) -> bool:
    return not (_is_gear(option) or _is_warlord(option) or _is_enhancement(option))


def _points(element: Element, *, own: bool = False) -> int | None:
    """Points of a selection and all in it; with `own` only those written on it."""
    found = [each.get("value") for each in element.all("costs") if each.get("name") == "pts"]
    total = sum(int(float(text)) for text in found if _is_decimal(text))
    if own:
        return total if found else None
    inner = [_points(each) for each in element.all("selections")]
    known = [each for each in inner if each is not None]
    return total + sum(known) if found or known else None


def _is_decimal(text: str) -> bool:
    return len(text) < 12 and text.replace(".", "", 1).isdecimal()
