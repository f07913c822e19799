"""Values that notebooks show: rulings, tables, odds."""

from __future__ import annotations

import subprocess
import sys

import pytest

from defilade.dice import Odds, Sampled
from defilade.ruling import Disc, Fact, Firing, Line, Mark, Permission, Ruling
from defilade.systems import registry
from defilade.table import Piece, Scene, Table


def test_a_ruling_shows_its_question_verdict_and_geometry() -> None:
    facts = (Fact("l", Line((0, 0), (3, 4)), Mark.CLEAR), Fact("r", Disc((0, 0), 9), Mark.REACH))
    svg = Ruling(Firing("A", "B"), Permission.ALLOWED, facts=facts)._repr_svg_()
    assert "Firing: A, B: allowed" in svg
    assert 'class="df-clear"' in svg
    assert "<svg" in Ruling(Firing("A", "B"), Permission.REFUSED)._repr_svg_()


def test_odds_of_both_kinds_show_themselves() -> None:
    assert "exact" in Odds({0: 0.5, 1: 0.5})._repr_svg_()
    assert "sampled: 10 trials" in Sampled({0: 5, 1: 5}, seed="s")._repr_svg_()


def test_a_table_shows_what_its_system_says(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        @staticmethod
        def load() -> object:
            return type("S", (), {"scene": lambda _self, _table: scene})()

    from defilade.table import Round

    scene = Scene("Field", (0, 0), (9, 9), (Piece("Ann", "red", (1, 1), Round(0)),))
    monkeypatch.setattr(registry, "_points", lambda: {"here": Point})
    registry.load.cache_clear()
    assert 'data-piece="Ann"' in Table("here", None, None)._repr_svg_()
    registry.load.cache_clear()


def test_values_do_not_load_the_drawing_layer_before_it_is_asked_for() -> None:
    code = (
        "import sys, defilade.ruling, defilade.table, defilade.dice;"
        "sys.exit('defilade.drawing' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
