"""Protection: the seed's fortified positions as one table, and what holds for every attack."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.frozen import FrozenMap
from defilade.geometry.hexes import Cube
from defilade.systems.greatwar.battle import Defaults
from defilade.systems.greatwar.book import book_of
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.protection import Attack, protection
from defilade.systems.greatwar.state import Field, Site, State, Unit
from defilade.systems.greatwar.tables import ALL_FLAGS
from defilade.systems.greatwar.terms import Combat, Side, Terrain, Token, UnitClass, Waterway

BOOK = book_of(Defaults())
HERE, NEXT, FAR = Cube.axial(0, 0), Cube.axial(0, 1), Cube.axial(0, 3)
FP, CRATER, MINE = Token.FORTIFIED_POSITION, Token.SHELL_CRATER, Token.MINE_CRATER
RULES = HouseRules()


def shield(
    site: Site,
    combat: Combat,
    *,
    under: Site | None = None,
    target: str = "infantry",
    attacker: str = "infantry",
    rules: HouseRules = RULES,
    on_target: int = 0,
) -> tuple[int, int]:
    start = NEXT if combat is Combat.CLOSE else FAR
    a = Unit("A", Side.BOTTOM, BOOK.kinds[attacker], start, 4)
    t = Unit("T", Side.TOP, BOOK.kinds[target], HERE, 4)
    state = State(
        Field("", None, BOOK),
        FrozenMap({HERE: site, start: under or Site()}),
        FrozenMap({"A": a, "T": t}),
    )
    found = protection(
        state, rules, Attack(combat, None if combat is Combat.RESERVE else a, t, on_target)
    )
    assert found.reasons, "every protection says why"
    return found.symbols, found.flags


HILL = Site(Terrain.HILL)
EXAMPLES = {
    "a countryside ranged": (Site(), Combat.RANGED, None, (1, 1)),
    "a countryside close": (Site(), Combat.CLOSE, None, (1, 1)),
    "b forest ranged": (Site(Terrain.FOREST), Combat.RANGED, None, (2, 1)),
    "b forest close": (Site(Terrain.FOREST), Combat.CLOSE, None, (2, 1)),
    "c building ranged": (Site(Terrain.BUILDING), Combat.RANGED, None, (2, 2)),
    "c building close": (Site(Terrain.BUILDING), Combat.CLOSE, None, (2, 2)),
    "d hill ranged": (HILL, Combat.RANGED, None, (2, 1)),
    "e hill close, uphill": (HILL, Combat.CLOSE, None, (2, 1)),
    "f hill close, from a hill": (HILL, Combat.CLOSE, HILL, (1, 1)),
    "g trench ranged": (Site(Terrain.TRENCH), Combat.RANGED, None, (3, 3)),
    "h trench close": (Site(Terrain.TRENCH), Combat.CLOSE, None, (2, 2)),
    "i shell crater ranged": (Site(tokens=frozenset({CRATER})), Combat.RANGED, None, (2, 2)),
    "i shell crater close": (Site(tokens=frozenset({CRATER})), Combat.CLOSE, None, (2, 2)),
    "j mine crater ranged": (Site(tokens=frozenset({MINE})), Combat.RANGED, None, (2, 2)),
    "j mine crater close": (Site(tokens=frozenset({MINE})), Combat.CLOSE, None, (2, 2)),
}
"""GW-FP-10: a fortified position on each ground, as the seed works them out."""


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_fortified_positions_as_worked_out_in_the_seed(
    example: tuple[Site, Combat, Site | None, tuple[int, int]],
) -> None:
    site, combat, under, wanted = example
    fortified = Site(site.terrain, tokens=site.tokens | {FP})
    assert shield(fortified, combat, under=under) == wanted
    assert shield(site, combat, under=under) == (wanted[0] - 1, wanted[1] - 1)


SITES = st.builds(
    Site,
    terrain=st.sampled_from(Terrain),
    waterway=st.sampled_from(Waterway),
    tokens=st.frozensets(st.sampled_from(Token)),
)
FIGHTS = st.sampled_from([Combat.RANGED, Combat.CLOSE])


@given(SITES, SITES, FIGHTS)
def test_a_tank_gets_nothing_from_any_ground(site: Site, under: Site, combat: Combat) -> None:
    """GW-PROT-04, GW-TNK-01."""
    for tank in (k for k in BOOK.kinds.values() if k.unit_class is UnitClass.TANK):
        assert shield(site, combat, under=under, target=tank.name) == (0, 0)


@given(SITES, SITES, FIGHTS)
def test_a_fortified_position_adds_one_of_each(site: Site, under: Site, combat: Combat) -> None:
    """GW-FP-05, GW-FP-06: on top of whatever the hex gives."""
    bare = Site(site.terrain, site.waterway, tokens=site.tokens - {FP})
    with_fp = Site(site.terrain, site.waterway, tokens=site.tokens | {FP})
    symbols, flags = shield(bare, combat, under=under)
    assert shield(with_fp, combat, under=under) == (symbols + 1, flags + 1)


@given(SITES, SITES, FIGHTS)
def test_guns_are_protected_as_soldiers(site: Site, under: Site, combat: Combat) -> None:
    """GW-PROT-06."""
    soldiers = shield(site, combat, under=under)
    assert shield(site, combat, under=under, target="field_artillery") == soldiers


@given(SITES, st.integers(3, 9))
def test_three_on_target_leave_nothing(site: Site, on_target: int) -> None:
    """GW-RES-08, GW-WAT-09; with two, ranged protection holds in full (GW-RES-10)."""
    assert shield(site, Combat.RESERVE, on_target=on_target) == (0, 0)
    assert shield(site, Combat.RESERVE, on_target=2) == shield(site, Combat.RANGED)


@given(SITES, FIGHTS)
def test_only_a_hill_asks_where_the_attacker_stands(site: Site, combat: Combat) -> None:
    """GW-PROT-08, GW-TER-05, GW-TER-06."""
    from_hill, from_below = shield(site, combat, under=HILL), shield(site, combat)
    hill = site.terrain is Terrain.HILL and not site.tokens & {
        CRATER, MINE, Token.BRIDGE, Token.DAMAGED_BRIDGE
    }  # fmt: skip
    if hill and combat is Combat.CLOSE:
        assert from_hill[0] == from_below[0] - 1
    else:
        assert from_hill == from_below


@given(SITES, SITES)
def test_a_tank_attacking_takes_flags_and_no_symbols(site: Site, under: Site) -> None:
    """GW-FLAG-06, and its option."""
    plain = shield(site, Combat.CLOSE, under=under)
    by_tank = shield(site, Combat.CLOSE, under=under, attacker="a7v")
    off = HouseRules(tank_tankschreck=False)
    assert by_tank[0] == plain[0]
    assert by_tank[1] in (0, plain[1])
    assert shield(site, Combat.CLOSE, under=under, attacker="a7v", rules=off) == plain


def test_a_bunker_ignores_all_flags_with_or_without_a_token() -> None:
    """GW-TER-07."""
    assert shield(Site(Terrain.BUNKER), Combat.RANGED)[1] >= ALL_FLAGS
    assert shield(Site(Terrain.BUNKER, tokens=frozenset({FP})), Combat.RANGED)[0] == 3
