"""House rules as players write them."""

from dataclasses import fields
from enum import StrEnum
from typing import get_type_hints

import pytest

from defilade.systems.dropfleet.options import (
    CollateralCounts,
    CritUses,
    DamageControl,
    HouseRules,
    PdPooling,
    RuinsArmour,
    with_options,
)

KINDS = get_type_hints(HouseRules)


def test_the_defaults_are_the_ledgers() -> None:
    rules = HouseRules()
    assert rules.range_inclusive
    assert rules.climb_counts_as_move
    assert rules.strict_group_move
    assert rules.collateral_before_ruin
    assert not rules.nuclear_strike
    assert not rules.collateral_crits_kill
    assert not rules.air_to_air_layer_penalty
    assert rules.narrow_arc_degrees == 22


@pytest.mark.parametrize("name", [f.name for f in fields(HouseRules)])
def test_every_value_reads_back_as_it_is_written(name: str) -> None:
    kind = KINDS[name]
    values: list[object] = [True, False] if kind is bool else [22.5]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        values = list(kind)
    for value in values:
        assert getattr(with_options(HouseRules(), {name: str(value)}), name) == value


def test_values_may_be_written_in_the_ledgers_words() -> None:
    said = {
        "crit_uses": "printed lock",
        "pd_pooling": "one roll per target",
        "collateral_counts": "capped at sector hull left",
        "ruins_armour": "none",
        "damage_control": "experimental",
        "nuclear_strike": "on",
    }
    rules = with_options(HouseRules(), said)
    assert rules.crit_uses is CritUses.PRINTED
    assert rules.pd_pooling is PdPooling.PER_TARGET
    assert rules.collateral_counts is CollateralCounts.CAPPED
    assert rules.ruins_armour is RuinsArmour.NONE
    assert rules.damage_control is DamageControl.EXPERIMENTAL
    assert rules.nuclear_strike


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"crit_use": "printed"}, "crit_use"),
        ({"crit_uses": "sometimes"}, "modified, printed"),
        ({"nuclear_strike": "maybe"}, "true or false"),
        ({"narrow_arc_degrees": 120}, "at most 90"),
    ],
)
def test_what_is_no_option_is_named(changes: dict[str, object], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        with_options(HouseRules(), changes)
