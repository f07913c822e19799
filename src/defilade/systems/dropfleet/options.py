"""House rules: the readings and options that players agree on before a battle.

Knows each option's values, its default and the clause it belongs to; what an option does
stands where that clause is implemented.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, get_type_hints

from defilade.values import Degrees


class ArcBoundary(StrEnum):
    """What a stem exactly on a dividing line is in (DF-ARC-05)."""

    BOTH = "both"
    FRONT_SIDE_FIRST = "front_side_first"
    """Front before side, side before rear."""


class CritUses(StrEnum):
    """From which Lock criticals are counted (DF-CRT-02)."""

    MODIFIED = "modified"
    PRINTED = "printed"


class CripplingTiming(StrEnum):
    """When crippling rolls are made (DF-CRP-02)."""

    GROUP_END = "group_end"
    SHIP_END = "ship_end"
    IMMEDIATE = "immediate"


class PdPolicy(StrEnum):
    """What Point Defence stops first (DF-PD-04)."""

    OPTIMAL = "optimal"
    CRITS_FIRST = "crits_first"
    NORMALS_FIRST = "normals_first"
    ASK = "ask"


class PdPooling(StrEnum):
    """What one Point Defence roll is made against (DF-PD-03)."""

    PER_TARGET = "per_target"
    PER_SHIP = "per_ship"
    PER_WEAPON = "per_weapon"


class CollateralCounts(StrEnum):
    """How many collateral points damage to a sector gives (DF-COL-02)."""

    UNSAVED = "unsaved"
    """Every unsaved point, those past the last hull point included."""
    CAPPED = "capped"
    """No more than the sector had hull left; ruins have none left to cap at."""


class RuinsArmour(StrEnum):
    """What ruins save with (DF-RUI-05)."""

    PRINTED = "printed"
    SIX = "6+"
    NONE = "none"


class FlashCounts(StrEnum):
    """What the second spike of Flash counts (DF-WPN-13)."""

    HULL_LOST = "hull_lost"
    BEFORE_SAVES = "before_saves"


class DamageControl(StrEnum):
    """How damage control is rolled (DF-DCN-02)."""

    TABLE = "table"
    EXPERIMENTAL = "experimental"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Every option of the ledger with its default."""

    range_inclusive: bool = True
    """Whether a distance equal to the range is within it. DF-RNG-02"""
    arc_boundary: ArcBoundary = ArcBoundary.BOTH
    """Which arcs a target exactly on a dividing line is in. DF-ARC-05"""
    narrow_arc_degrees: Degrees = 22.0
    """Width of Front Narrow; 22.5 on some bases. DF-ARC-02"""
    crit_uses: CritUses = CritUses.MODIFIED
    """Whether criticals count from the Lock after modifiers or as printed. DF-CRT-02"""
    crippling_timing: CripplingTiming = CripplingTiming.GROUP_END
    """When crippling rolls are made. DF-CRP-02"""
    pd_policy: PdPolicy = PdPolicy.OPTIMAL
    """What Point Defence stops; `ask` lets the defender say. DF-PD-04"""
    pd_pooling: PdPooling = PdPooling.PER_TARGET
    """What one Point Defence roll is made against. DF-PD-03"""
    collateral_counts: CollateralCounts = CollateralCounts.UNSAVED
    """Whether damage past a sector's last hull point hits assets. DF-COL-02"""
    collateral_before_ruin: bool = True
    """Whether collateral is worked out before the ruin die. DF-RUI-03"""
    collateral_crits_kill: bool = False
    """Whether collateral of critical hits kills without a save. DF-COL-06"""
    ruins_armour: RuinsArmour = RuinsArmour.PRINTED
    """What ruins save with when bombarded. DF-RUI-05"""
    air_to_air_layer_penalty: bool = False
    """Whether Air-to-Air fired out of Atmosphere still pays +1 for the layer. DF-WPN-01"""
    flash_second_spike_on: FlashCounts = FlashCounts.HULL_LOST
    """What the three points of a second Flash spike are. DF-WPN-13"""
    climb_counts_as_move: bool = True
    """Whether the 4" of a climb count towards the order's least movement. DF-LAY-05"""
    damage_control: DamageControl = DamageControl.TABLE
    """Which damage control is used. DF-DCN-02"""
    nuclear_strike: bool = False
    """Whether the nuclear strike of an older printing is in force. DF-BOM-09"""
    strict_group_move: bool = True
    """Whether a whole group must have moved before any of it fires. DF-SEQ-01"""

    def __post_init__(self) -> None:
        if not 0 < self.narrow_arc_degrees <= 90:
            raise ValueError("narrow_arc_degrees is more than 0 and at most 90")


def with_options(rules: HouseRules, changes: Mapping[str, object]) -> HouseRules:
    """The house rules after `changes`, values given as players write them.

    A value may be written in full (`printed lock`) where its first words tell which is meant.
    Raises `ValueError` naming an unknown option or value.

    >>> with_options(HouseRules(), {"crit_uses": "printed lock"}).crit_uses
    <CritUses.PRINTED: 'printed'>
    """
    kinds = get_type_hints(HouseRules)
    known = {field.name for field in fields(HouseRules)}
    if unknown := sorted(set(changes) - known):
        raise ValueError(f"no option {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    values: dict[str, Any] = {name: _read(name, kinds[name], changes[name]) for name in changes}
    return replace(rules, **values)


_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_SAID = {
    "capped at sector hull left": "capped",
    "damage before saves": "before_saves",
    "hull points lost": "hull_lost",
    "keeps": "printed",
    "one": "per_target",
}
"""How the ledger writes some values in words, and the value meant."""


def _read(name: str, kind: Any, value: object) -> object:
    if kind is bool:
        flag = value if isinstance(value, bool) else _FLAGS.get(str(value).lower())
        if flag is None:
            raise ValueError(f"{name} is true or false, not {value!r}")
        return flag
    if kind is float:
        return float(str(value))
    text = str(value).lower()
    for said, meant in _SAID.items():
        text = meant if text.startswith(said) else text
    text = text.replace(" ", "_")
    for member in kind:
        if text == member.value or text.startswith(f"{member.value}_"):
            return member
    allowed = ", ".join(member.value for member in kind)
    raise ValueError(f"{name} is one of {allowed}, not {value!r}")
