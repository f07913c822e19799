"""Odds as bars and curves: whole percentages, exact or sampled said, nothing lost."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.dice import Odds, Sampled
from defilade.drawing import Series, odds_svg, odds_text, percent, statement, summary
from defilade.drawing.chances import MOST_COLUMNS, columns

SVG = "{http://www.w3.org/2000/svg}"
weights = st.dictionaries(st.integers(-5, 300), st.integers(1, 10**6), min_size=1, max_size=30)
distributions = weights.map(Odds.of_weights) | weights.map(lambda w: Sampled(w, seed="s"))
labels = st.dictionaries(st.text(max_size=8), st.integers(1, 9), min_size=1, max_size=6)


@settings(deadline=None)
@given(st.fractions(0, 1))
def test_percentages_are_whole_and_never_say_never_of_what_may_happen(chance: Fraction) -> None:
    text = percent(chance)
    assert (text == "0 %") == (chance == 0)
    assert (text == "100 %") == (chance >= 1 - Fraction(1, 10**12))
    shown = int(text.strip("<> %"))
    assert abs(shown - 100 * chance) <= 1


@settings(deadline=None)
@given(st.lists(distributions, min_size=1, max_size=4), st.none() | st.integers(0, 20))
def test_columns_hold_all_of_every_distribution(dists: list, cap: int | None) -> None:
    cols = columns([Series(str(i), odds) for i, odds in enumerate(dists)], cap=cap)
    assert len(cols) <= MOST_COLUMNS
    for k in range(len(dists)):
        assert sum(col.exactly[k] for col in cols) == pytest.approx(1)
        reached = [col.at_least[k] for col in cols if col.at_least is not None]
        assert len(reached) == len(cols)
        assert reached[0] == pytest.approx(1)
        assert reached == sorted(reached, reverse=True)


@settings(deadline=None)
@given(st.lists(distributions, min_size=1, max_size=3), st.integers(1, 120))
def test_text_bars_keep_to_the_width(dists: list, width: int) -> None:
    for line in odds_text([Series("", odds) for odds in dists], width=width)[: -len(dists)]:
        assert len(line) <= max(width, 45)


@settings(deadline=None)
@given(st.text(max_size=9), distributions | labels.map(Odds.of_weights))
def test_pictures_are_well_formed_whatever_is_named(name: str, odds: Odds) -> None:
    for series in ([Series(name, odds)], [Series(name, odds), Series("other", odds)]):
        root = ET.fromstring(odds_svg(series, title=name, unit=name))
        assert root.find(f"{SVG}desc") is not None


def test_bars_are_as_high_as_they_are_likely() -> None:
    root = ET.fromstring(odds_svg([Series("", Odds({0: 0.25, 1: 0.75}))], title="t"))
    heights = {
        e.get("data-outcome"): float(e.get("height", 0))
        for e in root.iter(f"{SVG}rect")
        if e.get("data-outcome")
    }
    assert heights["1"] == pytest.approx(3 * heights["0"], rel=0.001)


def test_an_estimate_says_so_with_trials_seed_and_bound() -> None:
    sampled = Sampled({0: 400_000, 1: 600_000}, seed="vega")
    said = statement(sampled)
    assert said == "sampled: 1,000,000 trials, seed vega, at-least within ±0.14 % (95% sure)"
    assert said in odds_svg([Series("", sampled)], title="t").replace("&#39;", "'")
    assert odds_text([Series("", sampled)])[-1].endswith(said)
    assert statement(Odds({0: Fraction(1)})) == "exact"


def test_mean_mode_and_half_point_are_told() -> None:
    odds = Odds({0: 0.5, 1: 0.25, 4: 0.25})
    assert summary(odds) == "mean 1.25, mode 0, 50 % point 1"
    svg = odds_svg([Series("", odds)], title="t", unit="hull points")
    for wanted in ("mean 1.25", "mode", "50 % point: 1 or more", "hull points", "at least"):
        assert wanted in svg


def test_a_cap_gathers_what_is_dead_in_the_last_column() -> None:
    cols = columns([Series("", Odds({1: 0.5, 2: 0.25, 3: 0.25}))], cap=2)
    assert [(c.label, c.exactly[0]) for c in cols] == [("1", 0.5), ("2+", 0.5)]


def test_a_truth_value_is_yes_or_no_without_a_curve() -> None:
    lines = odds_text([Series("", Odds({True: 0.3, False: 0.7}))], width=40, ascii_only=True)
    assert lines == (
        "     exactly",
        " no  ############################   70 %",
        "yes  ############                   30 %",
        "likeliest no; exact",
    )


def test_two_attacks_stand_on_one_axis() -> None:
    one, two = Odds({0: 0.5, 1: 0.5}), Odds({1: 0.5, 2: 0.5})
    lines = odds_text([Series("free", one), Series("standard", two)], width=45, ascii_only=True)
    assert lines[1:] == (
        "0 A  ########################   50 %    100 %",
        "  B                              0 %    100 %",
        "1 A  ########################   50 %     50 %",
        "  B  ++++++++++++++++++++++++   50 %    100 %",
        "2 A                              0 %      0 %",
        "  B  ++++++++++++++++++++++++   50 %     50 %",
        "A  free: mean 0.5, mode 0, 50 % point 1; exact",
        "B  standard: mean 1.5, mode 1, 50 % point 2; exact",
    )
    svg = odds_svg([Series("free", one), Series("standard", two)], title="t")
    assert svg.count('stroke-dasharray="7 4"') == 1


def test_no_or_too_many_distributions_are_refused() -> None:
    with pytest.raises(ValueError, match="1 to 4"):
        odds_svg([], title="t")
    with pytest.raises(ValueError, match="not 5"):
        odds_svg([Series("", Odds({0: 1.0}))] * 5, title="t")
