"""Movement and retreats on drawn boards."""

from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.frozen import FrozenMap
from defilade.geometry.hexes import Cube, Direction, distance, neighbours
from defilade.ruling import Entry, Movement, Permission
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.movement import move_reach, move_reasons
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.retreat import retreat_ways
from defilade.systems.greatwar.state import Field, Site, State, Unit
from defilade.systems.greatwar.terms import Phase, Side, Terrain, Token, UnitClass, Waterway
from tests.systems.greatwar.boards import does, ready, refused, table
from tests.systems.greatwar.test_sight import BOARD, BOOK, SITES

RULES = HouseRules()


@st.composite
def movers(draw: st.DrawFn) -> tuple[State, Unit]:
    """Any unit on any field, its turn to move."""
    sites = draw(st.dictionaries(st.sampled_from(BOARD.hexes), SITES, max_size=20))
    places = draw(st.lists(st.sampled_from(BOARD.hexes), min_size=1, max_size=7, unique=True))
    kinds = [draw(st.sampled_from(sorted(BOOK.kinds))) for _ in places]
    units = {
        str(n): Unit(str(n), draw(st.sampled_from(Side)), BOOK.kinds[kind], here, 1, ordered=True)
        for n, (here, kind) in enumerate(zip(places, kinds, strict=True))
    }
    field = Field("", BOARD, BOOK)
    state = State(field, FrozenMap(sites), FrozenMap(units), phase=Phase.MOVE)
    unit = units["0"]
    return State(field, state.sites, state.units, active=unit.side, phase=Phase.MOVE), unit


@settings(max_examples=60, deadline=None)
@given(movers())
def test_what_is_in_reach_is_what_some_path_allows(both: tuple[State, Unit]) -> None:
    """GW-MOVE-02, -03, -06, -07: reach and the reasons against a path never disagree."""
    state, unit = both
    allowed = set()
    for first in neighbours(unit.at):
        paths = [(first,), *((first, second) for second in neighbours(first))]
        allowed |= {p[-1] for p in paths if not move_reasons(state, RULES, unit, p)}
    reached = set(move_reach(state, RULES, unit).costs)
    assert reached - {unit.at} == allowed - {unit.at}


@given(movers())
def test_vehicles_never_enter_fordable_water(both: tuple[State, Unit]) -> None:
    """GW-WAT-05, GW-TNK-05, GW-BRG-02: tanks and guns; retreats too (GW-FLAG-04)."""
    state, unit = both
    if unit.kind.unit_class is UnitClass.SOLDIER:
        return
    wet = {
        here
        for here, site in state.sites.items()
        if (site.terrain is Terrain.WATERWAY or Token.DAMAGED_BRIDGE in site.tokens)
        and Token.BRIDGE not in site.tokens
    }
    reached = set(move_reach(state, RULES, unit).costs) - {unit.at}
    assert not reached & wet
    assert not set(retreat_ways(state, RULES, unit, 2).ends) - {unit.at} & wet


@given(movers(), st.integers(0, 4))
def test_a_retreat_goes_home_or_costs_figures(both: tuple[State, Unit], hexes: int) -> None:
    """GW-FLAG-03, GW-FLAG-05: hexes made and figures lost are the hexes owed."""
    state, unit = both
    ways = retreat_ways(state, RULES, unit, hexes)
    assert ways.made + ways.unmade == hexes
    home = 1 if unit.side is Side.BOTTOM else -1
    for end in ways.ends:
        assert (end.r - unit.at.r) * home == ways.made
        assert distance(unit.at, end) == ways.made
        assert end == unit.at or state.unit_at(end) is None


def bridge(direction: Direction, kind: str) -> tuple[State, Cube, Cube, Cube]:
    """A bridge at the origin with banks on two opposite sides, water elsewhere."""
    middle = Cube.axial(0, 0)
    banks = middle + direction.step, middle + direction.opposite.step
    sites = {
        here: Site(Terrain.WATERWAY, Waterway.IMPASSABLE)
        for here in neighbours(middle)
        if here not in banks
    }
    sites[middle] = Site(Terrain.WATERWAY, Waterway.IMPASSABLE, tokens=frozenset({Token.BRIDGE}))
    unit = Unit("A", Side.BOTTOM, BOOK.kinds[kind], banks[0], 1, ordered=True)
    state = State(Field("", None, BOOK), FrozenMap(sites), FrozenMap({"A": unit}), phase=Phase.MOVE)
    return state, middle, *banks


@given(st.sampled_from(Direction), st.sampled_from(["infantry", "mark_iv_male"]))
def test_a_bridge_is_crossed_in_every_direction(direction: Direction, kind: str) -> None:
    """GW-BRG-01, GW-BRG-02: three orientations, both ways, infantry and tank."""
    state, middle, _, far = bridge(direction, kind)
    assert not move_reasons(state, RULES, state.units["A"], (middle, far))


def test_a_bogged_tank_stays_and_is_told() -> None:
    """GW-MOVE-07."""
    of = ready(table(".^MKM1 .x .\n  . . .\n"))
    after = does(of, "move MKM1 A2 A3", "deadly").state
    assert after.units["MKM1"].bogged
    assert after.field.board is not None
    assert after.field.board.name(after.units["MKM1"].at) == "A2"
    assert not after.site(after.units["MKM1"].at).tokens, "a tank removes wire (GW-MOVE-08)"
    moved = does(of, "move MKM1 A2 A3", "flag").state
    assert moved.field.board is not None
    assert moved.field.board.name(moved.units["MKM1"].at) == "A3"


def test_a_retreating_tank_removes_wire_and_its_owner_picks_the_way() -> None:
    """GW-MOVE-08, GW-FLAG-03."""
    of = ready(table("   .x .x\n.      .vAV1\n   .   .^I2\n"))
    after = does(of, "close I2 -> AV1", "flag", "flag", "hq", choices=(1,)).state
    assert after.field.board is not None
    assert after.field.board.name(after.units["AV1"].at) == "A1"
    assert not after.site(after.units["AV1"].at).tokens


def test_a_move_is_refused_by_every_clause_it_breaks() -> None:
    of = ready(table(".^I1 W .^I2\n  . . .\n"))
    found = refused(of, "move I1 A2 A3 B3")
    assert found >= {"GW-WAT-03", "GW-UNIT-02", "GW-MOVE-02"}


def test_questions_on_movement_and_entry_answer_with_reasons_and_cells() -> None:
    """GW-MOVE-05, GW-WAT-04."""
    of = ready(table(".^I1 w F\n  . . .\n"))
    where = SYSTEM.rule(Movement("I1"), of)
    assert where.verdict is Permission.ALLOWED
    assert where.facts[0].code == "reach"
    path = SYSTEM.rule(Movement("I1", ((1.0, 0.0), (2.0, 0.0))), of)
    assert path.verdict is Permission.REFUSED
    assert [r.clause for r in path.against] == ["GW-WAT-04"]
    entry = SYSTEM.rule(Entry("I1", "A2"), of)
    assert entry.verdict is Permission.ALLOWED
    assert entry.numbers["must_stop"] is True


def test_units_leave_the_field_only_where_the_scenario_lets_them() -> None:
    """GW-MOVE-04, GW-MAP-01."""
    barred = ready(table(".^I1 .\n  . .\n"))
    assert refused(barred, "move I1 off") == {"GW-MOVE-04"}
    free = ready(table(".^I1 .\n  . .\n", "exits: [top]\n"))
    assert "I1" not in does(free, "move I1 off").state.units


def test_a_guns_unknown_numbers_are_cited_as_stand_ins() -> None:
    """GW-MOVE-03: field artillery's move was not found."""
    of = ready(table(".^FA1 . .\n  . . .\n"))
    found = SYSTEM.rule(Movement("FA1", ((1.0, 0.0), (2.0, 0.0))), of)
    assert found.verdict is Permission.REFUSED
    assert [r.params["name"] for r in found.reasons if r.default] == ["units.field_artillery.moves"]
    own = ready(table(".^FA1 . .\n  . . .\n", "defaults: {units: {field_artillery: {moves: 2}}}\n"))
    assert SYSTEM.rule(Movement("FA1", ((1.0, 0.0), (2.0, 0.0))), own).verdict is (
        Permission.ALLOWED
    )
