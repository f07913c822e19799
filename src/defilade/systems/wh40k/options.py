"""House rules: the readings and options that players agree on before a battle.

Knows each option's values, its default and the clause it belongs to; what an option does
stands where that clause is implemented.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, get_type_hints

from defilade.values import Inches


class DistanceIn(StrEnum):
    """How a plain distance is measured (WH-MEAS-05)."""

    SPACE = "3d"
    PLAN = "plan"


class AreaTouch(StrEnum):
    """Whether a base that only touches an area is within it (WH-MEAS-06)."""

    IN = "in"
    OUT = "out"


class ClimberEnds(StrEnum):
    """Whether a climber's keywords let it end on dense terrain (WH-TMV-07)."""

    FORBID = "forbid"
    BY_KEYWORD = "by_keyword"


class MobileVertical(StrEnum):
    """How a MOBILE model goes up and down dense terrain (WH-TMV-08)."""

    OUTSIDE = "outside"
    NONE = "none"


class HiddenArea(StrEnum):
    """Which areas hide (WH-HID-01)."""

    DENSE = "dense"
    LIGHT_OR_DENSE = "light_or_dense"


class ObscuringHeight(StrEnum):
    """How high an obscuring area reaches (WH-OBS-05)."""

    UNLIMITED = "unlimited"
    FEATURE_TOP = "feature_top"


class SolidGap(StrEnum):
    """How a gap that reaches across the solid height is judged (WH-SOL-03)."""

    BY_POINT = "by_point"
    WHOLE_GAP = "whole_gap"


class SnapTorrent(StrEnum):
    """Whether TORRENT hits by itself in snap shooting (WH-SHO-07)."""

    AUTO = "auto"
    SIX = "six"


class Reroll(StrEnum):
    """Which wound rolls TWIN-LINKED re-rolls (WH-WPN-10)."""

    FAILURES = "failures"
    NON_CRITICALS = "non_criticals"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Every option of the ledger with its default."""

    distance: DistanceIn = DistanceIn.SPACE
    """Whether plain distances are measured in space or in plan view. WH-MEAS-05"""
    area_touch: AreaTouch = AreaTouch.IN
    """Whether a base that only touches an area is within it. WH-MEAS-06"""
    monster_climbs_dense: bool = True
    """Whether a MONSTER may climb over dense terrain. WH-TMV-06"""
    climber_ends_on_dense: ClimberEnds = ClimberEnds.FORBID
    """Whether a model that had to climb may end above ground by keyword. WH-TMV-07"""
    mobile_vertical: MobileVertical = MobileVertical.OUTSIDE
    """Whether a MOBILE model may climb dense terrain at all. WH-TMV-08"""
    los_width_mm: float = 1.0
    """Width of a line of sight in millimetres. WH-VIS-01"""
    models_block: bool = True
    """Whether models of third units block sight. WH-VIS-02"""
    hidden_area: HiddenArea = HiddenArea.DENSE
    """Which areas hide models. WH-HID-01"""
    gone_to_ground: bool = True
    """Whether Solid features shorten detection by 3 inches. WH-HID-07"""
    reveal_on_ability_damage: bool = False
    """Whether damage dealt by abilities reveals like a ranged attack. WH-HID-09"""
    obscuring_height: ObscuringHeight = ObscuringHeight.UNLIMITED
    """Whether obscuring areas end at the top of their features. WH-OBS-05"""
    solid_gap: SolidGap = SolidGap.BY_POINT
    """How a gap across the solid height is judged. WH-SOL-03"""
    auto_close_gaps_mm: float = 0.0
    """Width in millimetres up to which gaps between neighbours close. WH-SOL-04"""
    solid_height: Inches = 3.0
    """Height up to which enclosed gaps are closed. WH-SOL-05"""
    detection_range: Inches = 15.0
    """Distance within which hidden models can be seen. WH-HID-05"""
    snap_torrent: SnapTorrent = SnapTorrent.AUTO
    """Whether TORRENT hits by itself in snap shooting. WH-SHO-07"""
    reroll: Reroll = Reroll.FAILURES
    """Which wound rolls TWIN-LINKED re-rolls when odds are asked. WH-WPN-10"""

    def __post_init__(self) -> None:
        for name in ("los_width_mm", "auto_close_gaps_mm", "solid_height", "detection_range"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is at least 0")

    @property
    def line_width(self) -> Inches:
        """Width of a line of sight in inches."""
        return self.los_width_mm / 25.4


def with_options(rules: HouseRules, changes: Mapping[str, object]) -> HouseRules:
    """The house rules after `changes`. Raises `ValueError` naming an unknown option or value.

    >>> with_options(HouseRules(), {"solid_gap": "whole_gap"}).solid_gap
    <SolidGap.WHOLE_GAP: 'whole_gap'>
    """
    kinds = get_type_hints(HouseRules)
    known = {field.name for field in fields(HouseRules)}
    if unknown := sorted(set(changes) - known):
        raise ValueError(f"no option {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    values: dict[str, Any] = {name: _read(name, kinds[name], changes[name]) for name in changes}
    return replace(rules, **values)


_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _read(name: str, kind: Any, value: object) -> object:
    if kind is bool:
        flag = value if isinstance(value, bool) else _FLAGS.get(str(value).lower())
        if flag is None:
            raise ValueError(f"{name} is true or false, not {value!r}")
        return flag
    if kind is float:
        return float(str(value))
    text = str(value).lower()
    for member in kind:
        if text == member.value:
            return member
    allowed = ", ".join(member.value for member in kind)
    raise ValueError(f"{name} is one of {allowed}, not {value!r}")
