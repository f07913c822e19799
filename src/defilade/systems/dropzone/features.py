"""The published table of features: presets that a battle may name, nothing more (DZ-FEA-01).

Knows rules, Armour and Damage Points by name; agreed values win over it (DZ-FEA-02).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from defilade.systems.dropzone.terms import Rule

_R = Rule
_WOOD = (
    _R.DESTRUCTIBLE,
    _R.FLAMMABLE,
    _R.GARRISON,
    _R.IMPASSABLE,
    _R.SOFT_COVER,
    _R.SOLID,
)
_STONE = (
    _R.BODY_COVER,
    _R.DESTRUCTIBLE,
    _R.GARRISON,
    _R.IMPASSABLE,
    _R.SOFT_COVER,
    _R.SOLID,
)


class Feature(StrEnum):
    """Names of the presets (DZ-FEA-01)."""

    ROAD = "Road"
    LAVA_STREAM = "Lava stream"
    PLAY_PARK = "Play park"
    WHEAT_FIELD = "Wheat field"
    BARRICADE = "Barricade"
    SMALL_FOREST = "Small forest"
    MEDIUM_FOREST = "Medium forest"
    LARGE_FOREST = "Large forest"
    TINY_SHACK = "Tiny shack"
    SMALL_SHACK = "Small shack"
    TINY_BUILDING = "Tiny building"
    SMALL_BUILDING = "Small building"
    MEDIUM_BUILDING = "Medium building"
    LARGE_BUILDING = "Large building"
    MEDIUM_BUNKER = "Medium Bunker"
    LARGE_BUNKER = "Large Bunker"


@dataclass(frozen=True, slots=True)
class Preset:
    """What a feature brings: rules, and Armour and Damage Points where it has them."""

    rules: tuple[Rule, ...]
    armour: int | None = None
    dp: int | None = None


FEATURES: dict[Feature, Preset] = {
    Feature.ROAD: Preset((_R.EXCEPTIONAL,)),
    Feature.LAVA_STREAM: Preset((_R.IMPASSABLE,)),
    Feature.PLAY_PARK: Preset((_R.TOUGH, _R.SOFT_COVER)),
    Feature.WHEAT_FIELD: Preset((_R.DESTRUCTIBLE, _R.FLAMMABLE, _R.PASSABLE, _R.SOFT_COVER), 5, 15),
    Feature.BARRICADE: Preset((_R.BODY_COVER, _R.DESTRUCTIBLE, _R.SOFT_COVER, _R.TOUGH), 10, 5),
    Feature.SMALL_FOREST: Preset(_WOOD, 7, 20),
    Feature.MEDIUM_FOREST: Preset(_WOOD, 7, 30),
    Feature.LARGE_FOREST: Preset(_WOOD, 7, 40),
    Feature.TINY_SHACK: Preset(_WOOD, 8, 5),
    Feature.SMALL_SHACK: Preset(_WOOD, 8, 10),
    Feature.TINY_BUILDING: Preset(_STONE, 10, 5),
    Feature.SMALL_BUILDING: Preset(_STONE, 10, 10),
    Feature.MEDIUM_BUILDING: Preset(_STONE, 10, 20),
    Feature.LARGE_BUILDING: Preset(_STONE, 10, 30),
    Feature.MEDIUM_BUNKER: Preset(_STONE, 13, 20),
    Feature.LARGE_BUNKER: Preset(_STONE, 13, 30),
}
