"""House rules: the readings and options that players agree on before a battle.

Knows each option's values, its default and the clause it belongs to; what an option does
stands where that clause is implemented.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, get_type_hints


class DiameterMeasure(StrEnum):
    """What the diameter of a polygon is (CQ-CFG-03)."""

    LONGEST = "longest"
    BOUNDING_BOX = "bounding_box"


class ArcTest(StrEnum):
    """How much of a target must be in the Front Arc (CQ-LOS-02)."""

    ANY = "any"
    WHOLE = "whole"


class TargetPoint(StrEnum):
    """Where a garrisoned Regiment is seen (CQ-LOS-08)."""

    CENTRE = "centre"
    ANY_BOUNDARY = "any_boundary"


class RallyBy(StrEnum):
    """What a Rally needs (CQ-RAL-01)."""

    TEST = "test"
    AUTOMATIC = "automatic"


class GapChecked(StrEnum):
    """Where the inch is held (CQ-MAR-07)."""

    PATH = "path"
    END = "end"


class Seeking(StrEnum):
    """For how long a Regiment may seek to Occupy (CQ-MAR-08)."""

    ACTIVATION = "activation"
    ACTION = "action"


class StartInside(StrEnum):
    """What one who starts within the inch may do (CQ-MAR-10)."""

    NO_CLOSER = "no_closer"
    FREE = "free"
    STRICT = "strict"


class FallbackLimit(StrEnum):
    """Past which distance leaving breaks a Regiment (CQ-LEA-07)."""

    TWICE_MARCH = "twice_march"
    MARCH = "march"


class NudgeDirection(StrEnum):
    """Which way the nudge goes (CQ-LEA-09)."""

    FACING = "facing"
    AWAY = "away"


class BrokenCharge(StrEnum):
    """What being Broken does to a Charge (CQ-CHG-05)."""

    MINUS2 = "minus2"
    FORBIDDEN = "forbidden"


class FailedCharge(StrEnum):
    """How far a failed Charge moves (CQ-CHG-10)."""

    NONE = "none"
    DISTANCE = "distance"


class WithdrawSuccess(StrEnum):
    """When a Withdraw succeeds (CQ-WIT-07)."""

    SURVIVE = "survive"
    CLEAN_ONLY = "clean_only"


class WithdrawContact(StrEnum):
    """Which Stands inside are in contact (CQ-WIT-08)."""

    ALL = "all"
    NONE = "none"


class CentreBy(StrEnum):
    """What the centre of a feature is (CQ-VOL-03)."""

    CENTROID = "centroid"
    BOUNDING_BOX = "bounding_box"


class Obscured(StrEnum):
    """What being obscured does to Shots (CQ-VOL-12)."""

    HALVE_SHOTS = "halve_shots"
    HIT_ON_1 = "hit_on_1"


class Rounding(StrEnum):
    """Which way fractions go (CQ-VOL-12)."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Every option of the ledger with its default. Players who adapt the rules to features of
    other sizes set these; the engine changes none by itself (CQ-CFG-04)."""

    diameter_measure: DiameterMeasure = DiameterMeasure.LONGEST
    """What the diameter of Garrison Terrain is. CQ-CFG-03"""
    cap_characteristics: int | None = None
    """Highest value of a modified characteristic; no cap if left out. CQ-CHR-02"""
    arc_test: ArcTest = ArcTest.ANY
    """How much of a target must be in the Front Arc. CQ-LOS-02"""
    garrison_target_point: TargetPoint = TargetPoint.CENTRE
    """Where a garrisoned Regiment is seen. CQ-LOS-08"""
    garrison_contact_engages: bool = True
    """Whether touching a held feature is contact with its occupant. CQ-TUR-04"""
    fighting_reform_hits: int | None = None
    """Hits that a Fighting Reform costs; it is refused if left out. CQ-REF-02"""
    inspire_bonus: int = 1
    """What Inspire adds to Clash. CQ-INS-01"""
    rally: RallyBy = RallyBy.TEST
    """Whether a Rally is tested. CQ-RAL-01"""
    gap_checked: GapChecked = GapChecked.PATH
    """Whether the inch holds along the path or at its end only. CQ-MAR-07"""
    seeking: Seeking = Seeking.ACTIVATION
    """For how long a Regiment may seek to Occupy. CQ-MAR-08"""
    start_inside: StartInside = StartInside.NO_CLOSER
    """What one who starts within the inch may do. CQ-MAR-10"""
    character_counts: bool = True
    """Whether Character Stands count against Capacity. CQ-OCC-03"""
    leave_fallback_limit: FallbackLimit = FallbackLimit.TWICE_MARCH
    """Past which distance leaving breaks a Regiment. CQ-LEA-07"""
    nudge_direction: NudgeDirection = NudgeDirection.FACING
    """Which way the nudge goes. CQ-LEA-09"""
    broken_charge: BrokenCharge = BrokenCharge.MINUS2
    """What being Broken does to a Charge. CQ-CHG-05"""
    failed_charge_move: FailedCharge = FailedCharge.NONE
    """How far a failed Charge moves. CQ-CHG-10"""
    shared_stand_may_hit_garrison: bool = False
    """Whether a Stand that touches another enemy may Strike the garrison. CQ-CLA-04"""
    wiped_out_needs_unengaged: bool = False
    """Whether only an otherwise unengaged Regiment may take a vacated feature. CQ-WIP-04"""
    free_occupy_keeps_actions: bool = False
    """Whether Actions are kept after taking a vacated feature. CQ-WIP-07"""
    withdraw_success: WithdrawSuccess = WithdrawSuccess.SURVIVE
    """When a Withdraw succeeds. CQ-WIT-07"""
    garrison_withdraw_contact: WithdrawContact = WithdrawContact.ALL
    """Which Stands inside are in contact for a Fighting Withdraw. CQ-WIT-08"""
    centre: CentreBy = CentreBy.CENTROID
    """What the centre of a feature is. CQ-VOL-03"""
    obscured_allows_volley: bool = True
    """Whether a Volley may be made along broken lines. CQ-VOL-10"""
    obscured: Obscured = Obscured.HALVE_SHOTS
    """What being obscured does to Shots. CQ-VOL-12"""
    obscured_rounding: Rounding = Rounding.UP
    """Which way half a Shot goes. CQ-VOL-12"""
    volley_causes_morale: bool = True
    """Whether Wounds of a Volley cause Morale tests. CQ-MOR-03"""

    def __post_init__(self) -> None:
        for name in ("cap_characteristics", "fighting_reform_hits"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise ValueError(f"{name} is a whole number from 0, not {value}")


def with_options(rules: HouseRules, changes: Mapping[str, object]) -> HouseRules:
    """The house rules after `changes`, values given as players write them.

    Raises `ValueError` naming an unknown option or value.

    >>> with_options(HouseRules(), {"obscured": "hit_on_1"}).obscured
    <Obscured.HIT_ON_1: 'hit_on_1'>
    """
    kinds = get_type_hints(HouseRules)
    known = {field.name for field in fields(HouseRules)}
    if unknown := sorted(set(changes) - known):
        raise ValueError(f"no option {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    values: dict[str, Any] = {name: _read(name, kinds[name], changes[name]) for name in changes}
    return replace(rules, **values)


def _read(name: str, kind: Any, value: object) -> object:
    if kind is bool:
        if isinstance(value, bool):
            return value
        raise ValueError(f"{name} is true or false, not {value!r}")
    if kind in (int, int | None):
        if value is None and kind is not int:
            return None
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise ValueError(f"{name} is a whole number, not {value!r}")
    return kind(str(value).lower().replace(" ", "_"))
