"""The values that hold in a battle: tables, the players' own, and stand-ins for the rest.

Knows which of them are stand-ins, so that every ruling they decide can say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from defilade.dice import Die
from defilade.frozen import FrozenMap
from defilade.geometry.hexes import Naming
from defilade.ruling import Reason
from defilade.systems.greatwar.battle import Defaults, TerrainValues, UnitValues, WireCut
from defilade.systems.greatwar.standins import stand_ins
from defilade.systems.greatwar.tables import KINDS, ROWS, Kind, Row
from defilade.systems.greatwar.terms import Face, Ground, Place, Token, UnitClass


@dataclass(frozen=True)
class Book:
    """Everything that a rulebook would say in numbers. `unsourced` names the stand-ins in it.

    Made by `book_of`; `wire_moved_in` is the change of dice on entering wire.
    """

    die_faces: tuple[Face, ...]
    hit_faces: tuple[Face, ...]
    tank_hit_faces: tuple[Face, ...]
    tank_confirm: tuple[Face, ...]
    tank_bog_faces: tuple[Face, ...]
    retreat_hexes_per_flag: FrozenMap[str, int]
    artillery_template: FrozenMap[int, Place]
    artillery_battle_dice_per_die: int
    fortified_position_stays: bool
    hex_numbering: Naming
    wire_removed_by_shelling: bool
    wire_cut: WireCut | None
    wire_moved_in: int
    kinds: FrozenMap[str, Kind]
    rows: FrozenMap[Ground, Row]
    unsourced: tuple[str, ...]

    @cached_property
    def die(self) -> Die:
        """The battle die (GW-DIE-01)."""
        return Die("battle", tuple(face.value for face in self.die_faces))

    @cached_property
    def targeting(self) -> Die:
        """The targeting die, its faces read as places under the template (GW-RES-06)."""
        most = max(self.artillery_template, default=6)
        places = [self.artillery_template.get(n, Place.MISS) for n in range(1, max(most, 6) + 1)]
        return Die("targeting", tuple(place.value for place in places))

    def retreat_hexes(self, kind: Kind) -> int:
        """Hexes of retreat for each flag, for a type of unit (GW-FLAG-02)."""
        by_class = self.retreat_hexes_per_flag.get(kind.unit_class.value, 1)
        return self.retreat_hexes_per_flag.get(kind.name, by_class)

    def cites(self, *names: str) -> tuple[Reason, ...]:
        """Those of the named values that are stand-ins, as reasons that say so."""
        return tuple(stand_ins()[name].cited() for name in names if name in self.unsourced)

    def cites_unit(self, kind: Kind, *names: str) -> tuple[Reason, ...]:
        """Those values of a type of unit that are stand-ins."""
        return self.cites(*(f"units.{kind.name}.{name}" for name in names))

    def cites_row(self, ground: Ground, *names: str) -> tuple[Reason, ...]:
        """Those values of a row of the terrain table that are stand-ins."""
        return self.cites(*(f"terrain.{ground.value}.{name}" for name in names))


def book_of(given: Defaults) -> Book:
    """The book that holds when players give these values of their own.

    Raises `ValueError` for a value that cannot be: a die without faces, a new type of unit
    without its class.
    """
    replaced = _replaced(given)
    fill = {name: one.value for name, one in stand_ins().items() if name not in replaced}

    def value(name: str) -> Any:
        own = getattr(given, name)
        return fill[name] if own is None else own

    template = {int(number): Place(place) for number, place in value("artillery_template").items()}
    if not value("die_faces"):
        raise ValueError("the battle die has no faces")
    return Book(
        die_faces=_faces(value("die_faces")),
        hit_faces=_faces(value("hit_faces")),
        tank_hit_faces=_faces(value("tank_hit_faces")),
        tank_confirm=_faces(value("tank_confirm")),
        tank_bog_faces=_faces(value("tank_bog_faces")),
        retreat_hexes_per_flag=FrozenMap(dict(value("retreat_hexes_per_flag"))),
        artillery_template=FrozenMap(template),
        artillery_battle_dice_per_die=value("artillery_battle_dice_per_die"),
        fortified_position_stays=value("fortified_position_stays"),
        hex_numbering=Naming(value("hex_numbering")),
        wire_removed_by_shelling=value("wire_removed_by_shelling"),
        wire_cut=given.wire_cut,
        wire_moved_in=_wire(given, fill),
        kinds=FrozenMap(_kinds(given.units, fill)),
        rows=FrozenMap(_rows(given.terrain, fill)),
        unsourced=tuple(sorted(fill)),
    )


def _faces(given: Any) -> tuple[Face, ...]:
    return tuple(Face(face) for face in given)


def _given(values: UnitValues | TerrainValues) -> dict[str, Any]:
    pairs = ((field.name, getattr(values, field.name)) for field in fields(values))
    return {name: value for name, value in pairs if value is not None}


def _replaced(given: Defaults) -> frozenset[str]:
    """The names of stand-ins that the players replaced."""
    own = {field.name for field in fields(given) if getattr(given, field.name) is not None}
    own |= {
        f"units.{kind}.{name}" for kind, values in given.units.items() for name in _given(values)
    }
    own |= {
        f"terrain.{ground.value}.{name}"
        for ground, values in given.terrain.items()
        for name in _given(values)
    }
    return frozenset(own)


def _filled(fill: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """The stand-ins of one unit or row, by the names of its fields."""
    found = {name.removeprefix(prefix): v for name, v in fill.items() if name.startswith(prefix)}
    return {name: tuple(v) if isinstance(v, list) else v for name, v in found.items()}


def _kinds(given: Mapping[str, UnitValues], fill: Mapping[str, Any]) -> dict[str, Kind]:
    kinds = dict(KINDS)
    for name, values in given.items():
        if name not in kinds:
            unit_class = values.unit_class or UnitClass.SOLDIER
            kinds[name] = Kind(name, unit_class)
    return {
        name: replace(
            kind,
            **_filled(fill, f"units.{name}."),
            **(_given(given[name]) if name in given else {}),
        )
        for name, kind in kinds.items()
    }


def _rows(
    given: Mapping[Ground | Token, TerrainValues], fill: Mapping[str, Any]
) -> dict[Ground, Row]:
    return {
        ground: replace(
            row,
            **_with_close(_filled(fill, f"terrain.{ground.value}.")),
            **(_with_close(_given(given[ground])) if ground in given else {}),
        )
        for ground, row in ROWS.items()
    }


def _with_close(values: dict[str, Any]) -> dict[str, Any]:
    """Protection given once holds in ranged and in close combat."""
    found = dict(values)
    for name in ("symbols", "flags"):
        if name in found:
            found.setdefault(f"close_{name}", found[name])
    return found


def _wire(given: Defaults, fill: Mapping[str, Any]) -> int:
    own = given.terrain.get(Token.WIRE)
    if own is not None and own.moved_in is not None:
        return own.moved_in
    return int(fill["terrain.wire.moved_in"])
