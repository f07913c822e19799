"""Rosterizer's JSON to an army: assets within assets, each `Class§Name`.

Knows classes of assets, quantities and points. A quantity is a total.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from defilade.formats.rosters.trees import faction_of
from defilade.record import Record
from defilade.table import Finding
from defilade.table.army import Army, ArmyUnit, Gear, ModelGroup

SETTINGS = frozenset({"Battle Size", "Roster"})
GEAR = frozenset({"Weapon", "Wargear", "Equipment", "Upgrade"})


@dataclass(frozen=True, slots=True)
class Asset:
    """One asset with its class and where it stands."""

    kind: str
    name: str
    number: int
    points: int | None
    inner: tuple[Asset, ...]
    place: str


def is_rosterizer(value: object) -> bool:
    """Whether a JSON value is such a file."""
    return isinstance(value, dict) and isinstance(value.get("snapshot"), dict)


def army_of(value: dict[str, Any], name: str) -> Army:
    """The army of a file that `is_rosterizer`; what is of no known class is a finding."""
    reading = _Reading()
    root = reading.asset(value["snapshot"], f"{name}:snapshot")
    inner = root.inner if root is not None else ()
    named = {kind: next((a.name for a in inner if a.kind == kind), "") for kind in _NAMED}
    units = tuple(reading.unit(each) for each in inner if each.kind == "Unit")
    for each in inner:
        if each.kind not in SETTINGS | {"Unit"} | _NAMED:
            reading.unknown(each)
    if not units:
        reading.findings.append(Finding("list.empty", name, lost=True))
    return Army(
        name=root.name if root is not None else "",
        faction=faction_of(named["Faction"]),
        detachment=named["Detachment"],
        units=units,
        points=root.points if root is not None else None,
        form="rosterizer",
        findings=tuple(reading.findings),
    )


_NAMED = frozenset({"Faction", "Detachment"})


@dataclass
class _Reading:
    """Assets on their way to units."""

    findings: list[Finding] = field(default_factory=list)

    def asset(self, value: object, place: str) -> Asset | None:
        """An asset and what it includes; None with a finding where it is none."""
        if not isinstance(value, dict) or not isinstance(value.get("item"), str):
            self.findings.append(Finding("asset.unreadable", place, lost=True))
            return None
        kind, _, item = value["item"].partition("§")
        number = value.get("quantity", 1)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < 100_000:
            params = Record(name=item, number=str(number)[:40], assumed=1)
            self.findings.append(Finding("number.odd", place, params))
            number = 1
        name = value.get("name")
        inner = tuple(self._inner(value.get("assets"), f"{place}.assets"))
        shown = name if isinstance(name, str) and name else item
        return Asset(kind, shown, number, self._points(value), inner, place)

    def _inner(self, assets: object, place: str) -> Iterator[Asset]:
        for key, listed in assets.items() if isinstance(assets, dict) else ():
            for number, each in enumerate(listed if isinstance(listed, list) else ()):
                made = self.asset(each, f"{place}.{key}[{number}]")
                if made is not None:
                    yield made

    def _points(self, value: dict[str, Any]) -> int | None:
        stats = value.get("stats")
        points = stats.get("Points") if isinstance(stats, dict) else None
        number = points.get("value") if isinstance(points, dict) else None
        return number if isinstance(number, int) and not isinstance(number, bool) else None

    def unit(self, top: Asset) -> ArmyUnit:
        """A unit: its models if it lists any, else as many as its quantity says."""
        models = [each for each in top.inner if each.kind == "Model"]
        groups = tuple(ModelGroup(m.name, m.number, self._gear(m)) for m in models)
        if not models:
            groups = (ModelGroup(top.name, top.number, self._gear(top)),)
        extra = [each for each in top.inner if each.kind == "Enhancement"]
        traits = [each.name for each in top.inner if each.kind == "Trait"]
        for each in top.inner:
            if each.kind not in GEAR | {"Model", "Enhancement", "Trait"}:
                self.unknown(each)
        points = [each.points for each in (top, *extra) if each.points is not None]
        return ArmyUnit(
            name=top.name,
            groups=groups,
            points=sum(points) if points else None,
            gear=self._gear(top) if models else (),
            enhancements=tuple(each.name for each in extra),
            warlord="Warlord" in traits,
            notes=tuple(name for name in traits if name != "Warlord"),
            place=top.place,
        )

    def _gear(self, holder: Asset) -> tuple[Gear, ...]:
        return tuple(Gear(each.name, each.number) for each in holder.inner if each.kind in GEAR)

    def unknown(self, asset: Asset) -> None:
        """Notes an asset of a class that is not read."""
        params = Record(kind=asset.kind, name=asset.name)
        self.findings.append(Finding("asset.unknown", asset.place, params, lost=True))
