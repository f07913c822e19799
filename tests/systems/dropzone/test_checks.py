"""Drawn battles: every fault at once, with its place, its clause and what mends it."""

# ruff: noqa: E501  # a battle file on one line each

import pytest

from defilade.systems.dropzone import SYSTEM
from defilade.table import Draft, Faults, Severity, Table

from .boards import drawn

UNIT = "type: infantry, fortitude: 4+, mv: 4, armour: 6, dp: 5"
TANK = "type: vehicle, mv: 4, armour: 6, dp: 5"
GARRISON = "rules: [Garrison], footprint: [[0, 0], [4, 0], [4, 4], [0, 4]]"

CASES = [
    ("scenery: [{id: A B, rules: [], line: [[0, 0], [1, 0]]}]", "bad_id", None),
    (
        f"units: [{{id: A, side: b, {UNIT}, at: [0, 0]}}, {{id: A, side: b, {UNIT}, at: [1, 0]}}]",
        "id_twice",
        None,
    ),
    ("scenery: [{id: A, rules: []}]", "no_outline", None),
    ("scenery: [{id: A, rules: [], line: [[0, 0]]}]", "short_line", None),
    (
        "scenery: [{id: A, rules: [], footprint: [[0, 0], [2, 2], [2, 0], [0, 2]]}]",
        "bad_outline",
        None,
    ),
    (
        "scenery: [{id: A, rules: [Destructible], footprint: [[0, 0], [2, 0], [0, 2]]}]",
        "destructible_without_numbers",
        "DZ-CFG-08",
    ),
    (
        "scenery: [{id: A, rules: [Passable, Impassable], footprint: [[0, 0], [2, 0], [0, 2]]}]",
        "passable_and_impassable",
        "DZ-CFG-02",
    ),
    ("scenery: [{id: A, rules: [Garrison], line: [[0, 0], [2, 0]]}]", "line_garrison", "DZ-GEN-04"),
    (f"scenery: [{{id: G, {GARRISON}, blind_edges: [Q]}}]", "unknown_edge", "DZ-CFG-07"),
    (f"scenery: [{{id: G, {GARRISON}, collateral_tokens: -1}}]", "impossible_tokens", "DZ-DES-01"),
    (f"scenery: [{{id: G, {GARRISON}, dp: 2}}]", "dp_without_start", "DZ-DES-01"),
    (f"scenery: [{{id: G, {GARRISON}, starting_dp: 5, dp: 6}}]", "impossible_dp", "DZ-DES-01"),
    (f"scenery: [{{id: G, {GARRISON}, starting_dp: 5, dp: -1}}]", "impossible_dp", "DZ-DES-01"),
    ("units: [{id: A, side: b, kind: Nobody, at: [0, 0]}]", "unknown_kind", None),
    ("units: [{id: A, side: b, at: [0, 0], type: vehicle}]", "stats_missing", "DZ-UNI-02"),
    (f"units: [{{id: A, side: b, {UNIT}}}]", "nowhere", None),
    (
        f"units: [{{id: A, side: b, {UNIT}, at: [0, 0], dp_lost: 9}}]",
        "impossible_damage",
        "DZ-DMG-05",
    ),
    (
        f"units: [{{id: A, side: b, squad: s, {UNIT}, at: [0, 0]}}, {{id: B, side: r, squad: s, {UNIT}, at: [1, 0]}}]",
        "squad_of_two_sides",
        "DZ-UNI-01",
    ),
    ("squads: {x: {carrying: O}}", "unknown_squad", None),
    (
        f"units: [{{id: A, side: b, {UNIT}, at: [0, 0]}}]\nflags: {{A: [flew]}}",
        "unknown_flag",
        None,
    ),
    (f"scenery: [{{id: G, {GARRISON}, objectives: [O, O]}}]", "objective_twice", "DZ-OBJ-04"),
    ("objectives: {O: {}}", "objective_nowhere", None),
    (
        f"initiative: [b, r]\nunits: [{{id: A, side: b, {UNIT}, at: [0, 0]}}]",
        "initiative_sides",
        "DZ-RND-01",
    ),
    (
        f"units: [{{id: A, side: b, {UNIT}, at: [0, 0], weapons: [{{name: W, arc: Q}}]}}]",
        "bad_arc",
        "DZ-SHT-03",
    ),
    (
        f"units: [{{id: A, side: b, {UNIT}, at: [0, 0], weapons: [{{name: W, rf: far}}]}}]",
        "bad_inches",
        None,
    ),
    (
        f"units: [{{id: A, side: b, {UNIT}, at: [0, 0], weapons: [{{name: W, acc: ok}}]}}]",
        "bad_accuracy",
        "DZ-SHT-07",
    ),
    (
        f"units: [{{id: A, side: b, {UNIT}, at: [0, 0], weapons: [{{name: W}}, {{name: W}}]}}]",
        "weapon_name_twice",
        "DZ-SHT-05",
    ),
    (
        f"scenery: [{{id: G, {GARRISON}}}]\nunits: [{{id: A, side: b, squad: s, {UNIT}}}, {{id: B, side: b, squad: s, {UNIT}, at: [9, 9]}}]\noccupancy: {{G: {{A: N}}}}",
        "squad_divided",
        "DZ-UNI-04",
    ),
    (f"units: [{{id: A, side: b, {UNIT}, embarked: T}}]", "unknown_transport", None),
    (
        f"units: [{{id: A, side: b, battlegroup: 1, {UNIT}, embarked: T}}, {{id: T, side: b, battlegroup: 2, {TANK}, at: [0, 0]}}]",
        "other_battlegroup",
        "DZ-TRA-01",
    ),
    (
        f"units: [{{id: A, side: b, {UNIT}, embarked: T, transport: {{requirement: {{symbol: i, n: 2}}}}}}, {{id: T, side: b, {TANK}, at: [0, 0], transport: {{capacity: {{symbol: i}}}}}}]",
        "transport_full",
        "DZ-TRA-01",
    ),
    (
        f"units: [{{id: A, side: b, {TANK}, at: [0, 0], landed: true}}]",
        "landed_no_aircraft",
        "DZ-UNI-05",
    ),
    (
        f"units: [{{id: A, side: b, {UNIT}}}]\noccupancy: {{G: {{A: N}}}}",
        "no_garrison",
        "DZ-GEN-01",
    ),
    (f"scenery: [{{id: G, {GARRISON}}}]\noccupancy: {{G: {{A: N}}}}", "unknown_unit", None),
    (
        f"scenery: [{{id: G, {GARRISON}}}]\nunits: [{{id: A, side: b, {TANK}}}]\noccupancy: {{G: {{A: N}}}}",
        "not_infantry",
        "DZ-GEN-01",
    ),
    (
        f"scenery: [{{id: G, {GARRISON}, starting_dp: 1}}]\nunits: [{{id: A, side: b, {UNIT}}}, {{id: B, side: b, {UNIT}}}]\noccupancy: {{G: {{A: N, B: N}}}}",
        "overfull",
        "DZ-GEN-02",
    ),
    (
        f"scenery: [{{id: G, {GARRISON}}}]\nunits: [{{id: A, side: b, {UNIT}}}, {{id: B, side: r, {UNIT}}}]\noccupancy: {{G: {{A: N, B: N}}}}",
        "edge_shared",
        "DZ-GMV-03",
    ),
    (
        f"scenery: [{{id: G, {GARRISON}}}, {{id: H, rules: [Garrison], footprint: [[6.1, 0], [8, 0], [8, 4]]}}]\nlinks: [[G, H]]",
        "link_too_far",
        "DZ-LNK-01",
    ),
]


@pytest.mark.parametrize(("text", "code", "clause"), CASES, ids=[c[1] for c in CASES])
def test_a_fault_has_its_code_its_clause_its_place_and_words(text, code, clause):
    found = drawn(text)
    assert isinstance(found, Faults)
    faults = [fault for fault in found.errors if fault.code == code]
    assert faults
    assert faults[0].clause == clause
    assert found.draft.source.place(faults[0].path) is not None
    said = SYSTEM.wording.fault(faults[0])
    assert "?" not in said
    assert not said.startswith(code.replace("_", " ") + " {")


WARNINGS = [
    (f"units: [{{id: A, side: b, {UNIT}, at: [0, 0], special: [Sparkling]}}]", "unknown_special"),
    (
        "units: [{id: A, side: b, type: infantry, mv: 4, armour: 6, dp: 5, at: [0, 0]}]",
        "no_fortitude",
    ),
    (f"scenery: [{{id: G, {GARRISON}, edges: {{N: [[9, 9], [8, 8]]}}}}]", "edge_off_outline"),
    (
        f"scenery: [{{id: L, rules: [Impassable], footprint: [[0, 0], [4, 0], [4, 4]]}}]\nunits: [{{id: A, side: b, {TANK}, at: [3, 1]}}]",
        "stands_on_impassable",
    ),
    (
        f"units: [{{id: A, side: b, {TANK}, at: [0, 0], base_radius: 1}}, {{id: B, side: b, {TANK}, at: [1, 0], base_radius: 1}}]",
        "units_overlap",
    ),
]


@pytest.mark.parametrize(("text", "code"), WARNINGS, ids=[c[1] for c in WARNINGS])
def test_a_warning_does_not_stop_the_game(text, code):
    table = drawn(text)
    assert isinstance(table, Table)
    assert code in {fault.code for fault in table.warnings}
    assert all(fault.severity is Severity.WARNING for fault in table.warnings)
    assert all("?" not in SYSTEM.wording.fault(fault) for fault in table.warnings)


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        (
            f"units: [{{id: A, side: b, squad: s, {UNIT}, at: [0, 0]}}, {{id: B, side: r, squad: s, {UNIT}, at: [1, 0]}}]",
            "squad_of_two_sides",
            ("units", 1, "side"),
        ),
        (
            f"scenery: [{{id: G, {GARRISON}}}]\nunits: [{{id: A, side: b, squad: s, {UNIT}}}, {{id: B, side: b, squad: s, {UNIT}, at: [9, 9]}}]\noccupancy: {{G: {{A: N}}}}",
            "squad_divided",
            ("units", 1),
        ),
        (
            f"scenery: [{{id: L, {GARRISON}}}]\nunits: [{{id: A, side: b, {TANK}, at: [9, 9]}}, {{id: L, side: b, {TANK}, at: [3, 9]}}]",
            "id_twice",
            ("units", 1, "id"),
        ),
        (
            f"scenery: [{{id: L, rules: [Impassable], footprint: [[0, 0], [4, 0], [4, 4]]}}]\nunits: [{{id: A, side: b, {TANK}, at: [9, 9]}}, {{id: B, side: b, {TANK}, at: [3, 1]}}]",
            "stands_on_impassable",
            ("units", 1, "at"),
        ),
        (
            f"units: [{{id: C, side: b, {TANK}, at: [9, 9]}}, {{id: A, side: b, {TANK}, at: [0, 0], base_radius: 1}}, {{id: B, side: b, {TANK}, at: [1, 0], base_radius: 1}}]",
            "units_overlap",
            ("units", 2, "at"),
        ),
    ],
)
def test_a_fault_of_a_unit_points_at_that_unit(text, code, path):
    found = drawn(text)
    faults = found.faults if isinstance(found, Faults) else found.warnings
    assert [fault.path for fault in faults if fault.code == code] == [path]


def test_a_unit_stands_on_the_table_if_the_table_has_a_size():
    """The rim is on the table; players may agree to overlook who stands beyond it."""
    units = f"units: [{{id: A, side: b, {TANK}, at: [48, 0]}}, {{id: B, side: b, {TANK}, at: [48.5, 9]}}]"
    found = drawn(f"size: [48, 36]\n{units}")
    assert isinstance(found, Faults)
    (fault,) = found.errors
    assert (fault.code, fault.path) == ("off_table", ("units", 1, "at"))
    assert SYSTEM.wording.fault(fault) == "B is at 48.5, 9, off the table, which is 48 by 36"
    assert found.waivable == {"off_table"}
    assert isinstance(SYSTEM.check(found.draft, waive=("off_table",)), Table)
    assert isinstance(drawn(units), Table)


def test_impossible_damage_is_told_with_its_number_and_its_range():
    """DZ-DES-01, DZ-DMG-05: the words say what is wrong and what may stand there."""
    found = drawn(
        f"scenery: [{{id: G, {GARRISON}, starting_dp: 5, dp: 99}}]\n"
        f"units: [{{id: A, side: b, {UNIT}, at: [9, 9], dp_lost: -2}}]"
    )
    assert isinstance(found, Faults)
    assert {fault.path: SYSTEM.wording.fault(fault) for fault in found.errors} == {
        ("scenery", 0, "dp"): "G cannot have 99 DP left of 5; write 0 to 5",
        ("units", 0, "dp_lost"): "A cannot have lost -2 of its 5 DP; write 0 to 5",
    }
    whole = drawn(f"scenery: [{{id: G, {GARRISON}, starting_dp: 5, dp: 5}}]")
    assert isinstance(whole, Table)


def test_all_faults_are_found_at_once():
    found = drawn(
        f"scenery: [{{id: A, rules: []}}, {{id: G, {GARRISON}, blind_edges: [Q]}}]\n"
        f"units: [{{id: B, side: b, {UNIT}}}, {{id: C, side: b, {UNIT}, embarked: T}}]"
    )
    assert isinstance(found, Faults)
    assert {f.code for f in found.errors} == {
        "no_outline",
        "unknown_edge",
        "nowhere",
        "unknown_transport",
    }


def test_a_house_rule_may_overlook_what_it_names():
    found = drawn(
        f"scenery: [{{id: G, {GARRISON}, starting_dp: 1}}]\n"
        f"units: [{{id: A, side: b, {UNIT}}}, {{id: B, side: b, {UNIT}}}]\noccupancy: {{G: {{A: N, B: N}}}}"
    )
    assert isinstance(found, Faults)
    assert found.waivable == {"overfull"}
    draft: Draft[object] = found.draft
    waived = SYSTEM.check(draft, waive=("overfull",))
    assert isinstance(waived, Table)
    assert waived.waived == ("overfull",)


def test_scenery_stands_where_a_table_may_be():
    for line in ("footprint: [[0, 0], [4, 0], [4, 1000000]]", "line: [[0, 0], [0, -20000]]"):
        found = drawn(f"scenery: [{{id: A, {line}}}]")
        assert isinstance(found, Faults)
        assert {f.code for f in found.errors} == {"too_far"}
        assert all(SYSTEM.wording.fault(f) for f in found.errors)
