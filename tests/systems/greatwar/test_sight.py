"""Line of sight on drawn boards: what blocks, both ways, whole fields at once."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.frozen import FrozenMap
from defilade.geometry.hexes import (
    SYMMETRIES,
    Board,
    Cube,
    Direction,
    Flip,
    SightGrid,
    distance,
    neighbours,
)
from defilade.systems.greatwar.battle import Defaults
from defilade.systems.greatwar.book import book_of
from defilade.systems.greatwar.options import HouseRules, LosEdge, LosHill
from defilade.systems.greatwar.sight import seen, sight_reasons, whole_field
from defilade.systems.greatwar.state import Field, Site, State, Unit
from defilade.systems.greatwar.terms import Side, Terrain, Token, Waterway
from tests.systems.greatwar.boards import at, table

BOOK = book_of(Defaults())
BOARD = Board.rows([7, 6, 7, 6, 7])
RULES = HouseRules()
POLICIES = st.builds(
    HouseRules,
    los_edge=st.sampled_from(LosEdge),
    los_corner_touch_blocks=st.booleans(),
    los_hill=st.sampled_from(LosHill),
)
SITES = st.builds(
    Site,
    terrain=st.sampled_from(Terrain),
    waterway=st.sampled_from(Waterway),
    tokens=st.frozensets(st.sampled_from(Token), max_size=2),
)


@st.composite
def fields(draw: st.DrawFn) -> State:
    """A field with any ground and any units."""
    sites = draw(st.dictionaries(st.sampled_from(BOARD.hexes), SITES, max_size=16))
    places = draw(st.lists(st.sampled_from(BOARD.hexes), max_size=6, unique=True))
    units = {
        str(n): Unit(str(n), draw(st.sampled_from(Side)), BOOK.kinds["infantry"], here, 4)
        for n, here in enumerate(places)
    }
    return State(Field("", BOARD, BOOK), FrozenMap(sites), FrozenMap(units))


def open_between(state: State, rules: HouseRules, a: Cube, b: Cube) -> bool:
    return seen(state, rules, start=a, end=b).is_open


@given(fields(), POLICIES, st.sampled_from(BOARD.hexes), st.sampled_from(BOARD.hexes))
def test_sight_is_the_same_both_ways(state: State, rules: HouseRules, a: Cube, b: Cube) -> None:
    """GW-LOS-05."""
    assert open_between(state, rules, a, b) == open_between(state, rules, b, a)


@given(fields(), POLICIES, st.sampled_from(BOARD.hexes))
def test_neighbours_always_see_each_other(state: State, rules: HouseRules, a: Cube) -> None:
    """GW-LOS-05: every pair at distance 1, whatever stands where."""
    assert all(open_between(state, rules, a, b) for b in neighbours(a))


@given(fields(), POLICIES, st.sampled_from(BOARD.hexes), st.sampled_from(BOARD.hexes))
def test_the_ends_themselves_never_block(state: State, rules: HouseRules, a: Cube, b: Cube) -> None:
    """GW-LOS-01: other ground in the end hexes changes nothing, hills apart."""
    kept = {
        here: site
        for here, site in state.sites.items()
        if here not in (a, b) or site.terrain is Terrain.HILL
    }
    bare = State(state.field, FrozenMap(kept), state.units)
    for end in (a, b):
        if (unit := bare.unit_at(end)) is not None:
            bare = bare.drop(unit.id)
    ends = [state.site(end) for end in (a, b)]
    if not any(site.terrain is Terrain.HILL for site in ends):
        assert open_between(bare, rules, a, b) == open_between(state, rules, a, b)


@settings(max_examples=15, deadline=None)
@given(fields(), POLICIES)
def test_the_whole_field_agrees_with_each_pair(state: State, rules: HouseRules) -> None:
    """All pairs at once and one line after another are the same sight, plateaus included."""
    grid = SightGrid.of(BOARD)
    every = whole_field(state, rules, grid)
    for a in BOARD:
        for b in BOARD:
            assert every.sees(a, b) == open_between(state, rules, a, b)


@settings(max_examples=30, deadline=None)
@given(
    fields(),
    POLICIES,
    st.sampled_from(SYMMETRIES),
    st.sampled_from(BOARD.hexes),
    st.sampled_from(BOARD.hexes),
)
def test_turned_or_mirrored_a_field_is_seen_alike(
    state: State, rules: HouseRules, turn: object, a: Cube, b: Cube
) -> None:
    """The twelve pictures of a field give the same verdict."""
    assert callable(turn)
    sites = FrozenMap({turn(here): site for here, site in state.sites.items()})
    units = FrozenMap(
        {
            name: Unit(name, unit.side, unit.kind, turn(unit.at), 4)
            for name, unit in state.units.items()
        }
    )
    turned = State(Field("", None, BOOK), sites, units)
    assert open_between(turned, rules, turn(a), turn(b)) == open_between(state, rules, a, b)


@settings(max_examples=20, deadline=None)
@given(fields(), st.sampled_from(Flip))
def test_a_flipped_or_cropped_board_keeps_its_sight(state: State, flip: Flip) -> None:
    """By printed names: GW-MAP-03 leaves the numbering to the board."""
    motion = BOARD.flip(flip)
    flipped = BOARD.moved(motion)
    sites = FrozenMap({motion(here): site for here, site in state.sites.items()})
    moved = State(Field("", flipped, BOOK), sites, FrozenMap())
    bare = State(Field("", BOARD, BOOK), state.sites, FrozenMap())
    crop = BOARD.crop(rows=range(3))
    for name in crop.names:
        for other in crop.names:
            ends = crop.named(name), crop.named(other)
            there = flipped.named(name), flipped.named(other)
            assert open_between(bare, RULES, *ends) == open_between(moved, RULES, *there)


@given(st.integers(0, 5), st.integers(1, 6))
def test_a_blocker_anywhere_along_a_long_line_blocks(sixths: int, steps: int) -> None:
    """GW-LOS-02: seven hexes, in each of the six directions."""
    direction = list(Direction)[sixths]
    start = Cube.axial(0, 0)
    forest = FrozenMap({start + direction.step * steps: Site(Terrain.FOREST)})
    state = State(Field("", None, BOOK), forest, FrozenMap())
    end = start + direction.step * 7
    assert not open_between(state, RULES, start, end)
    assert open_between(State(state.field, FrozenMap(), FrozenMap()), RULES, start, end)


def test_a_drawn_board_read_like_the_rulebook() -> None:
    """GW-WAT-10, GW-WAT-11, GW-BRG-07, GW-BRG-08, GW-TER-02, GW-LOS-02: row by row."""
    of = table(
        """
.^I1  w     W     .vI2
   .^I3  w^I4  W     .vI5
.^I6  W=    W     .vI7
   .^I8  W=^I9 W     .vI10
.^I11 T     W     .vI12
   .^I13 T^I14 W     .vI15
.^I16 F     .     .vI17
"""
    )
    for start, end, wanted in (
        ("I1", "I2", None),
        ("I3", "I5", "GW-WAT-11"),
        ("I6", "I7", None),
        ("I8", "I10", "GW-BRG-08"),
        ("I11", "I12", None),
        ("I13", "I15", "GW-TER-02"),
        ("I16", "I17", "GW-LOS-02"),
    ):
        ends = of.state.units[start].at, of.state.units[end].at
        found = seen(of.state, of.options, start=ends[0], end=ends[1])
        assert found.is_open is (wanted is None), start
        cited = {r.clause for r in sight_reasons(of.state, of.options, found)}
        assert wanted is None or wanted in cited, start


def test_a_building_that_blocks_says_that_it_is_a_stand_in() -> None:
    """Blocking of buildings has no source; a forest's has (GW-LOS-02)."""
    of = table(".^I1 B .vI2\n  .^I3 F .vI4")
    for start, end, default in (("A1", "A3", True), ("B1", "B3", False)):
        found = seen(of.state, of.options, start=at(of, start), end=at(of, end))
        reasons = sight_reasons(of.state, of.options, found)
        assert [r.default for r in reasons if r.code == "ground_blocks"] == [default]


def _oracle() -> list[dict[str, object]]:
    beside = Path(__file__).resolve().parents[3].parent / "shared"
    shared = Path(os.environ.get("DEFILADE_SHARED", beside))
    file = shared / "realfiles" / "hex" / "los-boards.json"
    return json.loads(file.read_text(encoding="utf-8"))["cases"] if file.exists() else []


_SISTER = {"W": Terrain.FOREST, "T": Terrain.BUILDING, "R": Terrain.FOREST, "H": Terrain.HILL}


@pytest.mark.skipif(not _oracle(), reason="the boards of the sister game are not at hand")
@pytest.mark.parametrize("case", _oracle(), ids=lambda case: str(case["name"]))
def test_boards_of_a_sister_game_count_the_same_lines(case: dict[str, object]) -> None:
    """GW-LOS: pairs in sight within 3 hexes (there infantry reaches 3, here 4), with units,
    woods, towns and hills as they stand there; the boards do not try two hills."""
    sites: dict[Cube, Site] = {}
    movers, enemies = [], []
    rows = case["rows"]
    assert isinstance(rows, list)
    for r, row in enumerate(rows):
        shove = 2 if r % 2 else 0
        for column in range((len(row) - shove) // 4):
            cell = row[shove + column * 4 : shove + column * 4 + 4]
            here = Cube.axial(column - r // 2, r)
            if cell[0] in _SISTER:
                sites[here] = Site(_SISTER[cell[0]])
            if cell[1:3].isalpha():
                (movers if cell[1:3].isupper() else enemies).append(here)
    units = {
        f"{side}{n}": Unit(f"{side}{n}", side, BOOK.kinds["infantry"], here, 4)
        for side, hexes in ((Side.BOTTOM, movers), (Side.TOP, enemies))
        for n, here in enumerate(hexes)
    }
    state = State(Field("", None, BOOK), FrozenMap(sites), FrozenMap(units))
    clear = sum(
        distance(a, b) <= 3 and open_between(state, RULES, a, b) for a in movers for b in enemies
    )
    assert clear == case["clear_lines"]
