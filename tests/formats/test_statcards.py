"""Stat cards as JSON become a catalogue; a system says which edition it is."""

import json
import os
from pathlib import Path

import pytest

from defilade.formats.statcards import read_stat_cards
from defilade.systems.dropzone import SYSTEM
from defilade.table import WrongEdition

SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[3] / "shared"))
REAL = SHARED / "realfiles" / "dzc3e" / "faction-scourge.json"

WEAPON = {"name": "Hose", "arc": "F", "ma": "Full", "r": "6", "att": "5", "ac": "4+", "e": "S5"}
CARDS = {
    "faction": "x",
    "name": "X",
    "units": [{"id": "a", "name": "A", "stats": {"Mv": "6”", "A": "6"}, "weapons": [WEAPON]}],
}


def test_a_card_becomes_an_entry_with_its_columns_untouched() -> None:
    found = read_stat_cards(json.dumps(CARDS).encode(), "x.json")
    assert found is not None
    body, gun = found.entries[0].profiles
    assert body.columns == {"Mv": "6”", "A": "6"}
    assert gun.name == "Hose"
    assert gun.columns["att"] == "5"
    assert found.profile_types["Unit"] == ("Mv", "A")


def test_the_next_edition_is_refused_by_name() -> None:
    found = read_stat_cards(json.dumps(CARDS).encode(), "x.json")
    assert found is not None
    refused = SYSTEM.adopt(found)
    assert isinstance(refused, WrongEdition)
    assert refused.found == "Dropzone Commander, third edition"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b"\xff",
        b"<xml/>",
        b'{"faction": 1, "name": 2, "units": []}',
        b'{"faction": 1, "name": 2, "units": [{"stats": 1, "name": 2}]}',
    ],
)
def test_another_shape_is_left_to_other_readers(data: bytes) -> None:
    assert read_stat_cards(data, "x.json") is None


@pytest.mark.skipif(not REAL.exists(), reason=f"no stat cards at {REAL}")
def test_a_real_faction_reads_without_loss() -> None:
    found = read_stat_cards(REAL.read_bytes(), REAL.name)
    assert found is not None
    assert len(found.entries) == 31
    assert isinstance(SYSTEM.adopt(found), WrongEdition)
