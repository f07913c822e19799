"""Every fault of a battle file: its code, its place, and all of them at once."""

import pytest

from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.wording_faults import FAULTS
from defilade.systems.greatwar.wording_reasons import REASONS
from defilade.table import Faults
from tests.systems.greatwar.boards import draft, faults

PLAIN = ". .\n  . .\n"

WRONG = {
    "board_word": ("Q .\n", ""),
    "board_not_alternating": (". .\n. .\n  . .\n", ""),
    "row_length": ("", "rows: [3, 0]\n"),
    "die_without_faces": (PLAIN, "defaults: {die_faces: []}\n"),
    "template_number": (PLAIN, "defaults: {artillery_template: {0: centre}}\n"),
    "no_such_hex": (PLAIN, "hexes: [{at: Z9}]\n"),
    "hex_twice": (PLAIN, "hexes: [{at: A1, terrain: forest}, {at: [0, 0]}]\n"),
    "water_without_class": ("? .\n  . .\n", ""),
    "two_bridges": ("W=% .\n  . .\n", ""),
    "fp_with": ("R+ .\n  . .\n", ""),
    "fp_on_bridge": ("W=+ .\n  . .\n", ""),
    "bridge_without_water": (".= .\n  . .\n", ""),
    "no_crater_on_water": ("wo .\n  . .\n", ""),
    "unit_twice": (PLAIN, "units: [{id: I1, side: top, at: A1}, {id: I1, side: top, at: A2}]\n"),
    "unit_name": (PLAIN, "units: [{id: artillery, side: top, type: infantry, at: A1}]\n"),
    "unit_without_side": (PLAIN, "units: [{id: I1, at: A1}]\n"),
    "unit_without_type": (PLAIN, "units: [{id: Guards, side: top, at: A1}]\n"),
    "unknown_type": (PLAIN, "units: [{id: I1, side: top, at: A1, type: lancers}]\n"),
    "unit_strength": (".^I1*9 .\n  . .\n", ""),
    "type_without_line": (".^FA1 .\n  . .\n", ""),
    "unit_without_place": (PLAIN, "units: [{id: I1, side: top}]\n"),
    "unit_off_board": (PLAIN, "units: [{id: I1, side: top, at: [9, 9]}]\n"),
    "hex_shared": (".^I1 .\n  . .\n", "units: [{id: I2, side: top, at: A1}]\n"),
    "unit_on_barred_ground": ("W^I1 .\n  . .\n", ""),
    "negative": (PLAIN, "hq: {top: -1}\n"),
    "more_than_the_pool": (PLAIN, "hq: {top: 20, bottom: 11}\n"),
    "hand_too_large": (
        PLAIN,
        "hand_limit: 1\ncards: {a: {phase: battle}}\nhands: {top: [a, a]}\n",
    ),
    "unknown_card": (PLAIN, "hands: {top: [a]}\n"),
    "card_name": (PLAIN, "cards: {two words: {phase: battle}}\n"),
    "reserve_strength": (PLAIN, "reserves: [{side: top, strength: 0}]\n"),
    "reserve_twice": (PLAIN, "reserves: [{side: top, strength: 1}, {side: top, strength: 2}]\n"),
    "no_medals_to_win": (PLAIN, ""),
    "number_out_of_bounds": (PLAIN, "defaults: {units: {mortar: {figures: 0}}}\n"),
}
"""Each fault, and a battle that has it."""

PATHS = {
    "no_such_hex": ("hexes", 0, "at"),
    "unit_twice": ("units", 1, "id"),
    "unit_strength": ("board", 1, 1, 6),
    "unknown_type": ("units", 0),
    "reserve_twice": ("reserves", 1, "side"),
    "number_out_of_bounds": ("defaults", "units", "mortar", "figures"),
}


@pytest.mark.parametrize("code", WRONG)
def test_each_fault_is_found_and_has_words(code: str) -> None:
    board, more = WRONG[code]
    found = faults(board, more)
    assert code in found
    assert code in FAULTS or code in REASONS
    assert found[code] == PATHS.get(code, found[code])


def test_all_faults_are_told_at_once() -> None:
    found = faults("?+ .^I1*9\n  . .\n", "hq: {top: -1}\nunits: [{id: I2, side: top, at: Z9}]\n")
    assert {"water_without_class", "unit_strength", "negative", "unit_off_board"} <= set(found)


def test_a_broken_bridge_under_a_tank_is_only_a_warning() -> None:
    """GW-BRG-09: it may have been there when the bridge broke."""
    kept = SYSTEM.check(draft("W%^MKM1 .\n  . .\n"))
    assert not isinstance(kept, Faults)
    assert "unit_on_barred_ground" in {w.code for w in kept.warnings}


def test_placement_bans_may_be_waived_by_name() -> None:
    """GW-FP-01."""
    wrong = SYSTEM.check(draft("R+ .\n  . .\n"))
    assert isinstance(wrong, Faults)
    assert wrong.waivable == {"token_placement"}
    assert not isinstance(SYSTEM.check(draft("R+ .\n  . .\n"), waive=["token_placement"]), Faults)
