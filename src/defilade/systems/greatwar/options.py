"""House rules: the readings and options that players agree on before a battle.

Knows each option's values, its default and the clause it belongs to; what an option does
stands where that clause is implemented.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from defilade.systems.greatwar.terms import Face


class LosEdge(StrEnum):
    """When blockers beside a line along hex edges close it (GW-LOS-03)."""

    EITHER_EDGE = "either_edge"
    SAME_EDGE = "same_edge"


class LosHill(StrEnum):
    """Whether hills block sight to what lies behind them (GW-LOS-07)."""

    PLATEAU = "plateau"
    NONE = "none"


class DamagedWithVehicle(StrEnum):
    """What becomes of a tank or gun on a bridge that is damaged (GW-BRG-09)."""

    STAY = "stay"
    ELIMINATE = "eliminate"


class RebuildWhere(StrEnum):
    """Where an engineer's unit stands to rebuild a bridge (GW-DBR-04)."""

    EITHER = "either"
    ON = "on"
    ADJACENT = "adjacent"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Every option of the ledger with its default; dots of the ledger's names are underscores."""

    board_short_rows: bool = True
    """Whether every second row has 11 whole hexes instead of 12. GW-MAP-02"""
    los_edge: LosEdge = LosEdge.EITHER_EDGE
    """Whether blockers left and right of a line along edges must share an edge. GW-LOS-03"""
    los_corner_touch_blocks: bool = False
    """Whether a blocker touched at one corner closes the line. GW-LOS-04"""
    los_hill: LosHill = LosHill.PLATEAU
    """Whether a hill blocks what lies behind it. GW-LOS-07"""
    waterway_no_battle_if_started: bool = False
    """Whether a soldier unit that began its move in fordable water may not battle. GW-WAT-06"""
    bridge_along_road_only: bool = False
    """Whether a bridge is entered and left only along the directions drawn. GW-BRG-01"""
    bridge_damaged_with_vehicle: DamagedWithVehicle = DamagedWithVehicle.STAY
    """What becomes of a tank or gun on a bridge that is damaged. GW-BRG-09"""
    fp_allow_on_bridge: bool = False
    """Whether a fortified position may be on a bridge. GW-FP-02"""
    hill_ranged_only_from_below: bool = False
    """Whether a hill protects in ranged combat only from firers that are on no hill. GW-TER-05"""
    artillery_crater_centre_only: bool = False
    """Whether 3 or more On Target change the terrain of the chosen hex only. GW-RES-06"""
    artillery_deadly_counts: bool = True
    """Whether Deadly Die sides hit where 3 or more dice are On Target. GW-RES-09"""
    artillery_overrides_morale: bool = False
    """Whether a tank loses its own flag with 3 or more dice On Target. GW-RES-11"""
    retreat_terrain_stops: bool = False
    """Whether terrain in which a unit must stop ends a retreat. GW-FLAG-04"""
    tank_tankschreck: bool = True
    """Whether soldiers attacked by a tank in close combat may not ignore flags. GW-FLAG-06"""
    personnel_engineer: bool = False
    """Whether engineer figures are in play. GW-DBR-03"""
    rebuild_where: RebuildWhere = RebuildWhere.EITHER
    """Whether a bridge is rebuilt from its hex, from beside it, or from either. GW-DBR-04"""
    rebuild_after_move: bool = False
    """Whether a unit that moved may still rebuild. GW-DBR-04"""
    rebuild_success_faces: tuple[Face, ...] = ()
    """Faces on which a rebuilding die succeeds; none means no die is rolled. GW-DBR-04"""
