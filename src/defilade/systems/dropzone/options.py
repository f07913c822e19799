"""House rules of Dropzone Commander: every reading that players may agree to change.

Knows names and defaults; each is read by the function that holds its clause.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Within(StrEnum):
    """Whether a limit itself counts as within it."""

    INCLUSIVE = "inclusive"
    EXCLUSIVE = "exclusive"


class UnitPoint(StrEnum):
    """From where a unit is measured to scenery."""

    CENTRE = "centre"
    BASE_EDGE = "base_edge"


class Clearance(StrEnum):
    """What of a unit must keep out of Impassable scenery."""

    CENTRE = "centre"
    BASE = "base"


class DefaultEntrances(StrEnum):
    """Where a Garrison may be entered when nothing was agreed."""

    ALL_EDGES = "all_edges"
    NONE = "none"


class FireArc(StrEnum):
    """How arcs work for a unit that shoots out of a Garrison's edge."""

    STRAIGHT_OUT = "straight_out"
    """It faces straight out; all its arcs as usual about that."""
    ALL_FRONT = "all_front"
    """Whatever can be seen from the edge is in its Front arc."""
    FRONT_ONLY = "front_only"
    """It faces straight out and only the Front quarter can be shot at."""


class Unplaced(StrEnum):
    """What becomes of a unit that is forced out and finds no room."""

    DESTROYED = "destroyed"
    NEAREST = "nearest"
    """It is put on the nearest free ground, however far."""


class AutofailLoss(StrEnum):
    """What choosing to fail a test costs a squad that leaves."""

    DIE_OF_1 = "die_of_1"
    NONE = "0"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Readings of unclear texts; the defaults are those the engine takes."""

    garrison_default_entrances: DefaultEntrances = DefaultEntrances.ALL_EDGES
    """Entrances of a Garrison with none agreed (DZ-CFG-06)."""
    measure_within: Within = Within.INCLUSIVE
    """Whether "within X" includes exactly X (DZ-MEA-02)."""
    measure_unit_point: UnitPoint = UnitPoint.CENTRE
    """From where a unit is measured to scenery (DZ-MEA-03)."""
    los_units_block: bool = True
    """Whether other units with a known height can block sight (DZ-LOS-03)."""
    los_touch_blocks: bool = False
    """Whether a line that only touches Solid scenery is blocked (DZ-LOS-05)."""
    move_clearance: Clearance = Clearance.CENTRE
    """What must keep clear of Impassable scenery on a move (DZ-MOV-03)."""
    move_tough_stacks: bool = False
    """Whether overlapping Tough pieces each add their cost (DZ-MOV-04)."""
    move_mf_uses_cost: bool = False
    """Whether M&F limits look at the cost of a move instead of its length (DZ-MOV-08)."""
    cover_shooter_inside_negates: bool = False
    """Whether cover fails when the shooter stands inside the same piece (DZ-COV-05)."""
    cover_stack: bool = False
    """Whether several pieces of the same cover add up (DZ-COV-06)."""
    shoot_acc_zero_auto: bool = False
    """Whether Accuracy 0 hits automatically (DZ-SHT-07)."""
    damage_penalty_spares_critical: bool = False
    """Whether Body Cover leaves the Critical number as it is (DZ-DMG-02)."""
    area_scenery_single_hit: bool = False
    """Whether an Area weapon that hits scenery hits it once, not D3 times (DZ-DES-05)."""
    collapse_small_spares_occupants: bool = False
    """Whether a Garrison of 9 or less starting DP spares its occupants (DZ-DES-08)."""
    collapse_kills_dropped_objective: bool = False
    """Whether an Objective whose carrier dies in the collapse is lost as well (DZ-DES-10)."""
    flammable_squad_energy: int = 2
    """Energy of Collateral hits on a squad inside Flammable scenery (DZ-COL-06)."""
    garrison_capacity_per_side: bool = False
    """Whether each side has the whole capacity for itself (DZ-GEN-02)."""
    garrison_split_on_entry: bool = False
    """Whether units of one squad may take different places on entering (DZ-GEN-05)."""
    garrison_unplaced: Unplaced = Unplaced.DESTROYED
    """What becomes of units forced out that find no room (DZ-GEX-02)."""
    garrison_leave_counts_full_mv: bool = False
    """Whether leaving counts as having moved the whole MV (DZ-GEX-03)."""
    garrison_linked_leave_untested: bool = False
    """Whether moving to a linked Garrison needs no Fortitude Test (DZ-GEX-08)."""
    fortitude_autofail_loss: AutofailLoss = AutofailLoss.DIE_OF_1
    """What choosing to fail costs a squad that leaves (DZ-GEX-09)."""
    garrison_edges_only: bool = False
    """Whether a unit on an edge may not move back to the centre (DZ-GMV-04)."""
    garrison_fire_arc: FireArc = FireArc.STRAIGHT_OUT
    """How arcs work when shooting out of an edge (DZ-GSH-04)."""
    garrison_corner_counts: bool = False
    """Whether seeing only a corner of an edge is seeing the edge (DZ-GSH-06)."""
    garrison_open_centre_hidden: bool = False
    """Whether the centre of a Garrison that is not Solid hides its occupants (DZ-GSH-07)."""
    search_one_may_succeed: bool = False
    """Whether a natural 1 may find an Objective (DZ-OBJ-02)."""
