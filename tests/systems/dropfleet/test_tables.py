"""The crippling and catastrophic tables, cell by cell against the ledger (fault A08)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from defilade.dice import Run, odds
from defilade.systems.dropfleet.catastrophe import TABLE, CatastropheScore, within
from defilade.systems.dropfleet.crippling import DREADNOUGHTS, SHIPS, Crippled, CripplingArea
from defilade.systems.dropfleet.dreadnoughts import Demise, demise
from defilade.systems.dropfleet.state import Ship
from defilade.systems.dropfleet.terms import Effect, Layer, Spike
from tests.systems.dropfleet.fleet import ship, state, weapon

# result, extra hull, whether the ship decays; rows by the first die, cells by the second
LEDGER = [
    [("bright_flash", 0, False), ("fire", 0, False), ("energy_surges", 2, True)],
    [("scanners_offline", 0, False), ("armour_cracked", 2, False), ("hull_breach", 2, True)],
    [("engines_disabled", 2, True), ("weapons_offline", 3, False), ("reactor_overload", 3, True)],
]
DREADNOUGHT_LEDGER = [
    [
        ("bright_flash", 0, False),
        ("containment_failure", 0, False),
        ("power_fluctuations", 0, False),
    ],
    [
        ("scanners_damaged", 0, False),
        ("bulkhead_ruptured", 1, False),
        ("auxiliary_core_collapse", 2, True),
    ],
    [
        ("engine_destroyed", 0, False),
        ("weapon_destroyed", 0, False),
        ("primary_core_leak", 0, True),
    ],
]


def rolled(target: Ship, *faces: int) -> Crippled:
    run = Run.start(CripplingArea(target))
    for face in faces:
        run = run.answer((face,))
    assert run.done
    found = run.value
    assert isinstance(found, Crippled)
    return found


@pytest.mark.parametrize(("table", "ledger"), [(SHIPS, LEDGER), (DREADNOUGHTS, DREADNOUGHT_LEDGER)])
def test_the_tables_are_the_ledgers(table: object, ledger: object) -> None:
    """DF-CRP-05, DF-CRP-07."""
    read = [[(str(line.result), line.extra, line.decay) for line in row] for row in table]  # type: ignore[attr-defined]
    assert read == ledger


@pytest.mark.parametrize("area", range(1, 7))
@pytest.mark.parametrize("face", range(1, 7))
def test_every_pair_of_dice(area: int, face: int) -> None:
    """DF-CRP-05, DF-CRP-06: two faces to a line; extra hull at once; decay where it says so."""
    name, extra, decay = LEDGER[(area - 1) // 2][(face - 1) // 2]
    more = (1, 3) if name == "reactor_overload" else ()  # rolled again: a fire
    found = rolled(ship(start=20, hull=10), area, face, *more)
    assert found.results[0] == name
    assert found.extra == extra
    assert found.ship.hull == 10 - extra
    assert found.ship.crippled
    assert found.ship.has(Effect.ORBITAL_DECAY) is decay
    if name in set(Effect):
        assert found.ship.has(Effect(name))


def test_a_dreadnought_loses_one_weapon_at_random() -> None:
    """DF-CRP-07: a die with a side for each of its weapons."""
    big = ship(
        start=24, hull=18, special="Dreadnought", weapons=(weapon("a"), weapon("b"), weapon("c"))
    )
    found = odds(CripplingArea(big), exact=True)
    for name in "abc":
        assert found.p(lambda c, n=name: c.ship.destroyed_weapon == n) == Fraction(1, 27)
    assert rolled(big, 5, 3, 6).ship.destroyed_weapon == "c"


def test_fires_burn_side_by_side_other_effects_do_not_double() -> None:
    burning = replace(ship(start=20, hull=10), effects=(Effect.FIRE, Effect.ENERGY_SURGES))
    assert rolled(burning, 1, 3).ship.effects.count(Effect.FIRE) == 2
    assert rolled(burning, 1, 5).ship.effects.count(Effect.ENERGY_SURGES) == 1


@pytest.mark.parametrize(
    ("score", "result", "points", "saves"),
    [
        (1, "burn_up", None, False),
        (2, "burn_up", None, False),
        (3, "blazing_wreck", None, False),
        (4, "shredded", "1", True),
        (5, "explosion", "2", True),
        (6, "radiation_burst", "2", False),
        (7, "distortion_bubble", "D6", False),
    ],
)
def test_the_catastrophic_table(score: int, result: str, points: str | None, saves: bool) -> None:
    """DF-CAT-03."""
    burst = TABLE[score]
    said = None if burst.points is None else str(burst.points)
    assert (str(burst.result), said, burst.saves) == (result, points, saves)
    assert (burst.spike is Spike.MINOR) is (result == "blazing_wreck")


@pytest.mark.parametrize(
    ("start", "least", "most", "widest"), [(4, 1, 6, 3), (6, 1, 6, 3), (7, 1, 6, 6), (10, 2, 7, 6)]
)
def test_score_and_radius_by_starting_hull(start: int, least: int, most: int, widest: int) -> None:
    """DF-CAT-03: +1 from 10 hull on; D3 inches for 4 to 6, D6 for more."""
    found = odds(CatastropheScore(state(ship("X", start=start, hull=0)), "X"), exact=True)
    scores = {exploded.score for exploded in found}
    assert (min(scores), max(scores)) == (least, most)
    assert max(exploded.radius for exploded in found) == widest


def test_who_is_within() -> None:
    """DF-CAT-03, DF-CAT-05: exactly on the radius counts, the layer must be the same."""
    here = state(
        ship("X", start=8, hull=0),
        ship("far", pos=(0.0, 3.0)),
        ship("near", pos=(0.0, 1.0)),
        ship("out", pos=(0.0, 3.001)),
        ship("low", pos=(0.0, 1.0), layer=Layer.LOW),
        ship("wreck", pos=(0.0, 1.0), hull=0),
    )
    assert within(here, "X", 3.0) == ("near", "far")


def test_the_dreadnoughts_end() -> None:
    """DF-CAT-04: D6 + 1."""
    assert [demise(score) for score in range(2, 8)] == [
        Demise.FIERY_DESCENT,
        Demise.FIERY_DESCENT,
        Demise.IMMOLATION,
        Demise.SUPERSTRUCTURE_FAILURE,
        Demise.MAGAZINE_DETONATION,
        Demise.SPACE_TIME_RENT,
    ]
