"""The page on layouts, rosters and saves: its examples run, its tables are whole."""

from __future__ import annotations

import doctest
from dataclasses import fields
from pathlib import Path

from defilade.formats.findings import FAULTS
from defilade.systems.wh40k.layouts import StandIns

PAGE = Path(__file__).parents[2] / "docs" / "layouts-and-rosters.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_examples_print_what_the_page_shows() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 10
    assert failed == 0


def test_every_fault_of_a_layout_and_every_stand_in_is_on_the_page() -> None:
    for code in FAULTS:
        # what is wrong with a file's own references is told when it is read
        assert "." in code or code == "outline_bad" or f"`{code}`" in TEXT
    for each in fields(StandIns):
        if each.name not in ("outline", "join"):
            assert f'| `{each.name}` | {each.default:g}" |' in TEXT
