"""The state of play: everything that lasts from one action to the next, and nothing derived.

Knows Regiments, terrain and the turn as values that never change. Must not know how anything
is decided. Facings are bearings (clockwise from +y), positions and lengths inches.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from defilade.frozen import FrozenMap
from defilade.geometry.bases import Circle, Polygon
from defilade.geometry.formations import Formation
from defilade.systems.conquest.terms import Deed, Feature, Kind, Reroll, TerrainKind, Weight
from defilade.values import Inches


@dataclass(frozen=True, slots=True)
class Barrage:
    """Shots of one Model and their range."""

    shots: int
    range: Inches


@dataclass(frozen=True, slots=True)
class Profile:
    """What is printed of a Regiment (CQ-CHR-01), its Characters included (CQ-REG-04)."""

    kind: Kind = Kind.INFANTRY
    weight: Weight = Weight.MEDIUM
    march: Inches = 5.0
    volley: int = 0
    clash: int = 0
    attacks: int = 1
    wounds: int = 1
    resolve: int = 0
    defence: int = 0
    evasion: int = 0
    stand_size: tuple[Inches, Inches] = (2.5, 2.5)
    models_per_stand: int = 4
    size: int | None = None
    barrage: Barrage | None = None
    armor_piercing: int = 0
    cleave: int = 0
    support: int = 1
    impact_bonus: int = 0
    fly: bool = False
    arcing_fire: bool = False
    rerolls: tuple[Reroll, ...] = ()
    characters: int = 0
    character_march: Inches | None = None
    character_resolve: int | None = None

    @property
    def lowest_march(self) -> Inches:
        """The lowest March present (CQ-MAR-01)."""
        if not self.characters or self.character_march is None:
            return self.march
        return min(self.march, self.character_march)

    @property
    def highest_resolve(self) -> int:
        """The highest Resolve in the Regiment (CQ-MOR-02)."""
        if not self.characters or self.character_resolve is None:
            return self.resolve
        return max(self.resolve, self.character_resolve)


def marked(places: tuple[str, ...], place: str) -> tuple[str, ...]:
    """Names of places with one more, each once and in order."""
    return tuple(sorted({*places, place}))


@dataclass(frozen=True, slots=True)
class Regiment:
    """One Regiment. `models` counts the Models of each Stand, front rank first, left to right;
    Characters' Stands come first. On the table it has a `formation`, inside a `location`."""

    id: str
    player: str
    profile: Profile
    models: tuple[int, ...]
    starting_stands: int
    at_turn_start: int
    formation: Formation | None = None
    location: str | None = None
    wounded: int = 0
    actions_left: int = 0
    used: tuple[Deed, ...] = ()
    broken: bool = False
    when_broken: int | None = None
    inspired: bool = False
    aimed: bool = False
    arrived: bool = False
    activated: bool = False
    occupied: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    seeking: str | None = None
    last_end: str = ""
    """The end of the rear rank that the last Stand lost came off, left or right (CQ-WND-02)."""

    @property
    def stands(self) -> int:
        """Stands it has."""
        return len(self.models)

    @property
    def destroyed(self) -> bool:
        """Whether nothing is left of it."""
        return not self.models


@dataclass(frozen=True, slots=True)
class Terrain:
    """One piece of terrain; `occupant` names the Regiment inside."""

    id: str
    kind: TerrainKind
    footprint: Circle | Polygon
    defence: int = 0
    capacity: int = 0
    elevation: int = 0
    size: int | None = None
    obscuring: bool = False
    feature: Feature | None = None
    occupant: str | None = None

    @property
    def is_garrison(self) -> bool:
        """Whether it can be occupied at all."""
        return self.kind is TerrainKind.GARRISON


@dataclass(frozen=True, slots=True)
class State:
    """Everything on the table and whose turn it is.

    `free_reforms` names the Regiments that may Reform at once (CQ-WIP-06), `stacks` the
    Command Cards left, next first; a player without a stack picks freely.
    """

    title: str = ""
    size: tuple[Inches, Inches] = (48.0, 48.0)
    turn: int = 1
    regiments: FrozenMap[str, Regiment] = field(default_factory=FrozenMap)
    terrain: FrozenMap[str, Terrain] = field(default_factory=FrozenMap)
    active: str | None = None
    next_player: str | None = None
    stacks: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    free_reforms: tuple[str, ...] = ()

    def put(self, regiment: Regiment) -> State:
        """The state with one Regiment as given."""
        return replace(self, regiments=self.regiments.put(regiment.id, regiment))

    def change(self, name: str, **changes: Any) -> State:
        """The state with some attributes of a Regiment changed."""
        return self.put(replace(self.regiments[name], **changes))

    def occupied_by(self, place: str, regiment: str | None) -> State:
        """The state with a feature's occupant as given."""
        feature = replace(self.terrain[place], occupant=regiment)
        return replace(self, terrain=self.terrain.put(place, feature))

    def living(self) -> tuple[Regiment, ...]:
        """Regiments that are not destroyed, in order."""
        return tuple(r for r in self.regiments.values() if not r.destroyed)

    def enemies(self, player: str) -> tuple[Regiment, ...]:
        """Living Regiments of anybody else."""
        return tuple(r for r in self.living() if r.player != player)
