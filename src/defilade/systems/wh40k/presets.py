"""Common terrain features: what category and height a name stands for (WH-CAT-02 to 04).

Knows names; heights are usual ones of common kits and may be said otherwise in a battle file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from defilade.systems.wh40k.terms import Category
from defilade.values import Inches


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of feature; `opaque` False leaves lines through it free."""

    cat: Category
    top: Inches
    opaque: bool = True


PRESETS: Mapping[str, Preset] = {
    "crater": Preset(Category.EXPOSED, 0.0),
    "razorwire": Preset(Category.EXPOSED, 1.0, opaque=False),
    "scattered_debris": Preset(Category.EXPOSED, 0.5),
    "barricade": Preset(Category.LIGHT, 1.5),
    "low_wall": Preset(Category.LIGHT, 1.0),
    "statuary": Preset(Category.LIGHT, 4.0),
    "building": Preset(Category.DENSE, 6.0),
    "ruin": Preset(Category.DENSE, 5.0),
    "armoured_container": Preset(Category.DENSE, 3.0),
    "woods": Preset(Category.DENSE, 5.0, opaque=False),
}
"""Exposed (WH-CAT-02), light (WH-CAT-03) and dense (WH-CAT-04) features by name."""


def preset(name: str) -> Preset | None:
    """The preset of a name, however it is spelled: `Armoured Container`, `low-wall`."""
    return PRESETS.get(name.strip().lower().replace(" ", "_").replace("-", "_"))


BASES_ROUND_MM = (25.0, 28.5, 32.0, 40.0, 50.0, 60.0, 65.0, 80.0, 90.0, 100.0, 130.0, 160.0)
BASES_OVAL_MM = (
    (60.0, 35.0),
    (75.0, 42.0),
    (90.0, 52.0),
    (105.0, 70.0),
    (120.0, 92.0),
    (150.0, 95.0),
    (170.0, 105.0),
)
"""What a picker of bases offers (WH-MEAS-08); any other size may be written too."""
