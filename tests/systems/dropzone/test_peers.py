"""Faults of other engines, re-created here: none of them may appear (ids of the fault list)."""

import pytest

from defilade.ruling import Cover, Covered, Firing, Movement, Sight, Visible
from defilade.systems.dropzone import SYSTEM
from defilade.systems.dropzone.moving import trip

from .boards import board, box, infantry, tank

GUN = {"name": "Gun", "mf": 4, "rf": 48, "rc": 48, "shots": 1, "acc": "3+", "energy": 4}
PEERS = ("A06", "A11", "A14", "A30", "A33", "A38", "A58", "A59")


def firing(table, by, at):
    return SYSTEM.rule(Firing(by, at, "Gun"), table).numbers


@pytest.mark.parametrize(
    ("rules", "hit", "damage"),
    [
        ((), 3, 2),
        (("Soft Cover",), 5, 2),
        (("Body Cover",), 3, 3),
        (("Soft Cover", "Body Cover"), 5, 3),
    ],
)
def test_a58_and_a59_each_kind_of_cover_does_its_own(rules, hit, damage):
    """DZ-COV-01, DZ-COV-02: +2 to Accuracy, +1 to damage, and the amount is told."""
    fence = [{"id": "F", "rules": list(rules), "line": [[9, -2], [9, 2]]}]
    units = [tank("A", "blue", at=[0, 0], weapons=[GUN]), infantry("I", "red", at=[10, 0])]
    table = board(scenery=fence, units=units)
    numbers = firing(table, "A", "I")
    assert (numbers["needs_hit"], numbers["needs_damage"]) == (hit, damage)
    ruling = SYSTEM.rule(Firing("A", "I", "Gun"), table)
    told = [SYSTEM.wording.reason(r) for r in ruling.reasons if r.code == "soft_cover"]
    assert told == (["Soft Cover: +2"] if "Soft Cover" in rules else [])


def test_a06_a_vehicle_has_no_cover_and_infantry_has_both():
    """DZ-COV-03."""
    wall = [{"id": "W", "rules": ["Soft Cover", "Body Cover"], "line": [[9, -2], [9, 2]]}]
    units = [
        tank("A", "blue", at=[0, 0], weapons=[GUN]),
        tank("V", "red", at=[9.9, 0], armour=6),
        infantry("I", "red", at=[9.9, 1]),
    ]
    table = board(scenery=wall, units=units)
    assert SYSTEM.rule(Cover("A", "V"), table).verdict is Covered.NO
    assert SYSTEM.rule(Cover("A", "I"), table).verdict is Covered.YES
    assert firing(table, "A", "V")["needs_hit"] == 3
    assert firing(table, "A", "I")["needs_hit"] == 5


@pytest.mark.parametrize(
    ("kind", "start", "most"),
    [("tank", 0.0, 8.0), ("tank", -0.1, 6.0), ("skimmer", 0.0, 6.0), ("infantry", 0.0, 6.0)],
)
def test_a11_the_road_helps_the_whole_move_of_a_vehicle_only(kind, start, most):
    """DZ-MOV-07."""
    road = [box("R", 0, -1, 10, 2, "Exceptional")]
    unit = (
        infantry("V", "blue", mv=6, at=[start, 0])
        if kind == "infantry"
        else tank("V", "blue", subtype=kind, at=[start, 0])
    )
    table = board(scenery=road, units=[unit])
    here = table.state.units["V"]
    assert not trip(table, here, ((start, 0.0), (start + most, 0.0))).refused
    assert trip(table, here, ((start, 0.0), (start + most + 0.01, 0.0))).refused


def test_a14_ground_below_both_ends_never_blocks():
    """DZ-LOS-06."""
    pit = [box("P", 4, -5, 2, 10, "Solid", height=1, level=-2)]
    units = [tank("A", "blue", at=[0, 0]), infantry("I", "red", at=[10, 0])]
    assert SYSTEM.rule(Sight("A", "I"), board(scenery=pit, units=units)).verdict is Visible.FULLY


def test_a30_the_list_of_scenery_is_read():
    """DZ-MOV-03: with the lake no, without it yes."""
    unit = tank("V", "blue", at=[0, 0])
    lake = [box("L", 2, -1, 2, 2, "Impassable")]
    with_lake = SYSTEM.rule(Movement("V", ((3.0, 0.0),)), board(scenery=lake, units=[unit]))
    without = SYSTEM.rule(Movement("V", ((3.0, 0.0),)), board(units=[unit]))
    assert "DZ-MOV-03" in [r.clause for r in with_lake.against]
    assert not without.against


@pytest.mark.parametrize(("at", "near"), [(0.70, True), (0.72, False), (0.95, False)])
def test_a33_within_one_is_round_at_corners(at, near):
    """DZ-COV-04."""
    wall = [box("W", -4, -4, 4, 4, "Body Cover")]
    units = [tank("A", "blue", at=[-9, -9]), infantry("I", "red", at=[at, at])]
    ruling = SYSTEM.rule(Cover("A", "I"), board(scenery=wall, units=units))
    assert (ruling.verdict is Covered.YES) is near


def test_a38_part_of_a_dear_inch_can_be_moved():
    """DZ-MOV-04."""
    mire = [box("T", 0, -5, 20, 10, "Tough")]
    table = board(scenery=mire, units=[tank("V", "blue", mv=2, at=[0, 0])])
    unit = table.state.units["V"]
    assert not trip(table, unit, ((0.0, 0.0), (1.0, 0.0))).refused
    far = trip(table, unit, ((0.0, 0.0), (1.01, 0.0)))
    assert far.refused[0].params["over"] == pytest.approx(0.02)
