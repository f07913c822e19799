"""Army: what a list of units says, in whichever form it was written.

Knows names, numbers and points; never characteristics, and no rule. Bases of models belong
here too: sizes in millimetres, by the name of the unit.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from defilade.table.catalogue import CatalogueEntry, Finding


@dataclass(frozen=True, slots=True)
class Gear:
    """Something that models carry; `number` is how many all models of the group have."""

    name: str
    number: int = 1


@dataclass(frozen=True, slots=True)
class ModelGroup:
    """Models of one kind in a unit, and what they carry together.

    `keywords` are those that the list gives to them and not to the unit.
    """

    name: str
    number: int
    gear: tuple[Gear, ...] = ()
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ArmyUnit:
    """One unit of a list. `points` counts its enhancements too; None where nothing is said.

    `notes` are words of the list that are neither gear nor enhancement, as they stand.
    `entry` is what a roster carried along: profiles and rules.
    """

    name: str
    groups: tuple[ModelGroup, ...]
    points: int | None = None
    gear: tuple[Gear, ...] = ()
    """What the unit as a whole has."""
    enhancements: tuple[str, ...] = ()
    warlord: bool = False
    notes: tuple[str, ...] = ()
    section: str = ""
    keywords: tuple[str, ...] = ()
    place: str = ""
    entry: CatalogueEntry | None = field(default=None, compare=False)

    @property
    def models(self) -> int:
        """How many models it has."""
        return sum(group.number for group in self.groups)

    @property
    def carried(self) -> Mapping[str, int]:
        """Everything carried in the unit, by name."""
        found: Counter[str] = Counter()
        for gear in (*self.gear, *(each for group in self.groups for each in group.gear)):
            found[gear.name] += gear.number
        return dict(found)

    @property
    def gist(self) -> UnitGist:
        """What every spelling of a list says alike; two spellings of a unit have one gist."""
        gear = tuple(sorted((slug(name), number) for name, number in self.carried.items()))
        extra = tuple(sorted(slug(name) for name in self.enhancements))
        return UnitGist(slug(self.name), self.models, self.points, gear, extra, self.warlord)


@dataclass(frozen=True, slots=True, order=True)
class UnitGist:
    """A unit without what only some forms of a list say: names plain, gear in all."""

    name: str
    models: int
    points: int | None
    gear: tuple[tuple[str, int], ...]
    enhancements: tuple[str, ...]
    warlord: bool


@dataclass(frozen=True, slots=True)
class Army:
    """A list of units. `faction` is the last part of what is written: `Chaos Knights`."""

    name: str
    faction: str
    detachment: str
    units: tuple[ArmyUnit, ...]
    points: int | None = None
    form: str = ""
    """Which form of list it was read from."""
    findings: tuple[Finding, ...] = ()


class BaseShape(StrEnum):
    """What kind of base a model has."""

    ROUND = "round"
    OVAL = "oval"
    FLYING = "flying-base"
    HULL = "hull"
    UNIQUE = "unique"


@dataclass(frozen=True, slots=True)
class BaseSize:
    """A base in millimetres: a diameter, or length and width; neither where none is known."""

    shape: BaseShape
    diameter: float | None = None
    length: float | None = None
    width: float | None = None
    draft: bool = False
    """Whether the source itself calls it provisional."""

    @property
    def measured(self) -> bool:
        """Whether its size is known."""
        return self.diameter is not None or (self.length is not None and self.width is not None)


@dataclass(frozen=True, slots=True)
class UnitBase:
    """The base and keywords of a unit's models, by the unit's plain name."""

    id: str
    faction: str
    base: BaseSize | None
    keywords: tuple[str, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class Bases:
    """What is known of bases, in the order of the files."""

    units: tuple[UnitBase, ...]
    findings: tuple[Finding, ...] = ()

    def named(self, name: str) -> tuple[UnitBase, ...]:
        """Every unit of that name, in all factions."""
        wanted = slug(name)
        return tuple(unit for unit in self.units if unit.id == wanted)


def slug(name: str) -> str:
    """A name as plain words with dashes, however it is spelled.

    >>> slug("Shas’vre"), slug("Preyslayer's Mantle"), slug("Ambull [Legends]")
    ('shasvre', 'preyslayers-mantle', 'ambull-legends')
    """
    plain = unicodedata.normalize("NFKD", name)
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    plain = re.sub("['’‘`´]", "", plain.casefold())
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
