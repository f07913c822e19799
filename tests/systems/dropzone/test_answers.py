"""The five questions: verdicts, numbers, reasons, pictures, and other readings named."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.plane import rotated, snap_point
from defilade.record import Record
from defilade.ruling import Entry, Firing, Movement, Outline, Permission, Sight, Visible
from defilade.systems.dropzone import SYSTEM
from defilade.systems.protocol import DetailError

from .boards import board, box, infantry, tank

GUN = {"name": "Gun", "mf": 4, "rf": 48, "rc": 48, "shots": 1, "acc": "3+", "energy": 7}


def test_a_move_tells_its_cost_stretch_by_stretch_and_by_how_much_it_fails():
    """DZ-MOV-01, DZ-MOV-02, DZ-MOV-04."""
    table = board(scenery=[box("T", 2, -1, 1, 2, "Tough")], units=[tank("V", "blue", at=[0, 0])])
    good = SYSTEM.rule(Movement("V", ((5.0, 0.0),)), table)
    assert good.verdict is Permission.ALLOWED
    assert (good.number("cost"), good.number("left"), good.number("tough_length")) == (6, 0, 1)
    stretches = [r.params["length"] for r in good.reasons if r.code == "stretch"]
    assert stretches == [2, 1, 2]
    bad = SYSTEM.rule(Movement("V", ((5.5, 0.0),)), table)
    assert bad.against[0].params["over"] == pytest.approx(0.5)
    assert '0.5"' in SYSTEM.wording.reason(bad.against[0])


def test_a_move_without_a_path_draws_the_reach():
    table = board(units=[tank("V", "blue", at=[0, 0])])
    ruling = SYSTEM.rule(Movement("V"), table)
    shape = ruling.facts[0].shape
    assert isinstance(shape, Outline)
    assert max(math.hypot(*p) for p in shape.points) == pytest.approx(6.0)


def test_a_reading_that_would_change_the_answer_is_named():
    """DZ-CFG-09: the reading used and what the other would give."""
    wall = [{"id": "W", "rules": ["Body Cover"], "line": [[9, -2], [9, 2]]}]
    units = [
        tank("A", "blue", at=[0, 0], weapons=[GUN]),
        infantry("I", "red", armour=10, at=[10, 0]),
    ]
    ruling = SYSTEM.rule(Firing("A", "I", "Gun"), board(scenery=wall, units=units))
    other = {r.option: r.numbers["needs_critical"] for r in ruling.readings}
    assert ruling.number("needs_critical") == 6
    assert other == {"damage_penalty_spares_critical": 5}
    assert "DZ-CFG-09" in ruling.clauses
    open_field = SYSTEM.rule(Firing("A", "I", "Gun"), board(units=units))
    assert open_field.readings == ()


def test_a_corner_touched_is_an_open_reading():
    """DZ-LOS-05, DZ-CFG-09."""
    rock = [{"id": "B", "rules": ["Solid"], "footprint": [[4, 0], [6, -2], [4, -4], [2, -2]]}]
    units = [tank("A", "blue", at=[0, 0]), infantry("T", "red", at=[10, 0])]
    ruling = SYSTEM.rule(Sight("A", "T"), board(scenery=rock, units=units))
    assert ruling.verdict is Visible.FULLY
    assert [(r.option, r.verdict) for r in ruling.readings] == [("los_touch_blocks", Visible.NO)]


def test_names_that_are_nobody_are_said_so():
    table = board(units=[tank("A", "blue", at=[0, 0])])
    for question in (Sight("A", "Z"), Movement("Z"), Entry("Z", "A"), Firing("Z", "A")):
        with pytest.raises(KeyError, match="Z"):
            SYSTEM.rule(question, table)


def test_a_squad_may_be_named_for_entry():
    """DZ-GEN-03: it is the squad that enters."""
    house = [box("G", 0, 0, 4, 4, "Garrison", starting_dp=9)]
    unit = infantry("I", "blue", at=[5.5, 2])
    table = board(scenery=house, units=[unit])
    squad = table.state.units["I"].squad
    assert SYSTEM.rule(Entry(squad, "G"), table).number("distance") == 1.5


def test_details_that_mean_nothing_are_refused():
    table = board(units=[tank("A", "blue", at=[0, 0])])
    with pytest.raises(DetailError):
        SYSTEM.rule(Movement("A", detail=Record(speed=9)), table)


def test_entry_says_the_distance_and_the_room():
    """DZ-GEN-02, DZ-GEN-03."""
    house = [box("G", 0, 0, 4, 4, "Garrison", starting_dp=1)]
    units = [infantry("I", "blue", at=[6.5, 2]), infantry("J", "red")]
    table = board(scenery=house, units=units, occupancy={"G": {"J": "centre"}})
    ruling = SYSTEM.rule(Entry("I", "G"), table)
    assert ruling.number("distance") == 2.5
    assert {r.clause for r in ruling.against} == {"DZ-GEN-02", "DZ-GEN-03"}


turns = st.integers(0, 359)
shifts = st.tuples(st.integers(-1000, 1000), st.integers(-2000, 2000))


@given(turns, shifts, st.floats(-3, 3), st.booleans())
@settings(max_examples=40, deadline=None)
def test_sight_and_share_do_not_change_when_the_table_is_turned_moved_or_mirrored(
    turn, shift, across, mirror
):
    """DZ-LOS-01, DZ-LOS-08."""

    def at(x: float, y: float) -> list[float]:
        px, py = rotated((x, -y if mirror else y), float(turn))
        return list(snap_point((px + shift[0], py + shift[1])))

    def shares(place) -> tuple[object, float]:
        corners = [(4, -3), (5, -3), (5, 0.1), (4, 0.1)]
        wall = {"id": "B", "rules": ["Solid"], "footprint": [list(place(*c)) for c in corners]}
        units = [
            tank("A", "blue", at=place(0, 0)),
            tank("T", "red", base_radius=1, at=place(10, round(across, 2))),
        ]
        ruling = SYSTEM.rule(Sight("A", "T"), board(scenery=[wall], units=units))
        return ruling.verdict, float(str(ruling.number("share")))

    plain, moved = shares(lambda x, y: [x, y]), shares(at)
    assert moved[1] == pytest.approx(plain[1], abs=2e-3)
    if 2e-3 < plain[1] < 1 - 2e-3:
        assert moved[0] is plain[0]


@given(st.floats(-6, 12), st.floats(-6, 12))
@settings(max_examples=60, deadline=None)
def test_an_edge_is_shot_at_and_shot_from_by_the_same_lines(x, y):
    """DZ-GSH-04, DZ-GSH-06: who sees the edge's unit is seen by it."""
    x, y = round(x, 2), round(y, 2)
    if -0.3 < x < 4.3 and -0.3 < y < 4.3:
        return
    house = [box("G", 0, 0, 4, 4, "Garrison", "Solid")]
    units = [infantry("E", "red"), infantry("X", "blue", at=[x, y])]
    table = board(scenery=house, units=units, occupancy={"G": {"E": "E"}})
    there = SYSTEM.rule(Sight("E", "X"), table).verdict
    back = SYSTEM.rule(Sight("X", "E"), table).verdict
    assert there is back
    assert (there is not Visible.NO) is (x >= 4)


def test_a_survey_lists_shots_by_worth_then_ways_then_threats():
    house = [box("G", 20, 0, 4, 4, "Garrison", starting_dp=10)]
    units = [
        tank("A", "blue", at=[0, 0], weapons=[GUN, {**GUN, "name": "Big", "energy": 12}]),
        tank("T", "red", at=[10, 0], weapons=[GUN]),
    ]
    views = SYSTEM.survey("A", board(scenery=house, units=units))
    first = views[0].ruling.question
    assert isinstance(first, Firing)
    assert first.weapon == "Big"
    assert views[0].prospect is not None
    threats = [v for v in views if getattr(v.ruling.question, "at", "") == "A"]
    assert [v.ruling.question.by for v in threats] == ["T"]
    assert SYSTEM.survey("G", board(scenery=house, units=units)) == ()


def test_a_dear_straight_way_names_the_cheapest_one():
    """DZ-MOV-04: round the mire, or round the wall, with the way drawn."""
    mire = box("T", 1, -1, 3, 1.5, "Tough")
    wall = box("W", 1, 9, 1, 2, "Impassable")
    table = board(
        scenery=[mire, wall],
        units=[tank("V", "blue", at=[0, 0]), tank("U", "blue", at=[0, 10])],
    )
    round_it = SYSTEM.rule(Movement("V", ((5.0, 0.0),)), table)
    told = next(r for r in round_it.reasons if r.code == "cheaper_way")
    least = 2 * math.hypot(1, 0.5) + 3
    assert round_it.number("cost") == 8
    assert told.params["cost"] == pytest.approx(least)
    assert round_it.facts[-1].code == "cheapest_way"
    past = SYSTEM.rule(Movement("U", ((3.0, 10.0),)), table)
    assert "DZ-MOV-03" in [r.clause for r in past.against]
    assert any(r.code == "cheaper_way" for r in past.reasons)
    free = SYSTEM.rule(Movement("V", ((-3.0, 0.0),)), table)
    assert not any(r.code == "cheaper_way" for r in free.reasons)
