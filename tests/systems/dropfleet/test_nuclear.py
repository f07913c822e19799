"""The nuclear strike of an older printing (DF-BOM-09), off by default."""

import pytest

from defilade.dice import Choose, play
from defilade.dice.sources import Typed
from defilade.systems.dropfleet.nuclear import NuclearStrike, strike_reasons
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.state import State
from defilade.systems.dropfleet.terms import Layer, Order, SectorType, Tonnage
from tests.systems.dropfleet.fleet import sector, ship, state

ON = HouseRules(nuclear_strike=True)
SQUARE = ((-1.0, 2.0), (1.0, 2.0), (1.0, 4.0), (-1.0, 4.0))


def first(question: Choose) -> object:
    return question.options[0]


def board(*in_it: str, enemy: float = 20.0, **bomber: object) -> State:
    return state(
        ship(**{"layer": Layer.LOW} | bomber),  # type: ignore[arg-type]
        ship("E", side="blue", pos=(0.0, 4.0 + enemy)),
        sector("S", SectorType.INDUSTRIAL, *in_it, polygon=SQUARE),
        sector("T", SectorType.COMMERCIAL, "blue infantry I"),
        clusters={"K": ("S", "T")},
    )


def codes(table: State, rules: HouseRules = ON) -> set[str]:
    return {reason.code for reason in strike_reasons(table, "A", "S", rules)}


def test_only_where_it_was_agreed() -> None:
    assert codes(board(), HouseRules()) == {"strike_off"}
    assert not codes(board())


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"tonnage": Tonnage.L2}, "strike_too_light"),
        ({"layer": Layer.HIGH}, "strike_layer"),
        ({"order": Order.MAX_THRUST}, "strike_order"),
        ({"pos": (0.0, -4.1)}, "strike_too_far"),
        ({"enemy": 12.0}, "strike_enemy_near"),
    ],
)
def test_its_conditions(changes: dict[str, object], code: str) -> None:
    assert codes(board(**changes)) == {code}  # type: ignore[arg-type]
    assert codes(board("red infantry I")) == {"strike_friendly"}


def test_on_2_sector_and_assets_are_gone_and_neighbours_take_a_point() -> None:
    table = board("blue infantry J")
    after, _ = play(NuclearStrike(table, "A", "S", ON), Typed("2  3  2"), policy=first)
    assert (after.sectors["S"].ruins, list(after.sectors["S"].assets)) == (True, [])
    assert after.sectors["T"].hull == 7
    assert not after.sectors["T"].assets
    assert codes(after) == {"strike_again"}


def test_on_1_nothing_but_the_missile_is_spent() -> None:
    after, _ = play(NuclearStrike(board(), "A", "S", ON), Typed("1"))
    assert not after.sectors["S"].ruins
    assert codes(after) == {"strike_again"}
