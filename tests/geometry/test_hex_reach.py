"""Movement: reach under costs, stops and bars, cheapest paths, and forced ways out."""

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.hexes import (
    ORIGIN,
    Board,
    Cube,
    Direction,
    Going,
    HexText,
    cheapest_path,
    distance,
    entering,
    neighbour,
    neighbours,
    reach,
    ways_out,
    within,
)

quick = settings(deadline=None, max_examples=60)
AROUND = within(ORIGIN, 4)
costs = st.dictionaries(
    st.sampled_from(AROUND), st.none() | st.integers(0, 3), min_size=10, max_size=61
)
some = st.frozensets(st.sampled_from(AROUND), max_size=15)
goings = st.builds(Going, costs.map(entering), some, some)
UP = (Direction.NORTHEAST, Direction.NORTHWEST)


def cube(q, r):
    return Cube.axial(q, r)


def by_relaxing(start, going, budget):
    """Least costs by trying every step again until nothing gets cheaper."""
    found = {start: 0}
    changed = True
    while changed:
        changed = False
        for here in list(found):
            if here in going.stops and here != start:
                continue
            for there in neighbours(here):
                step = going.step(here, there)
                if step is None or found[here] + step > budget:
                    continue
                if there not in found or found[here] + step < found[there]:
                    found[there] = found[here] + step
                    changed = True
    crossed_only = {here for here in found if here != start and here in going.no_rest}
    return {here: cost for here, cost in found.items() if here not in crossed_only}


@quick
@given(goings, st.integers(0, 6))
def test_reach_is_what_trying_everything_finds(going, budget):
    assert dict(reach(ORIGIN, going=going, budget=budget).costs) == by_relaxing(
        ORIGIN, going, budget
    )


@quick
@given(goings, st.integers(0, 6))
def test_every_path_costs_what_it_says_and_keeps_the_rules(going, budget):
    found = reach(ORIGIN, going=going, budget=budget)
    for end, cost in found.costs.items():
        path = found.path(end)
        assert (path[0], path[-1]) == (ORIGIN, end)
        steps = list(pairwise(path))
        assert all(distance(a, b) == 1 for a, b in steps)
        assert sum(going.step(a, b) for a, b in steps) == cost <= budget
        assert not any(here in going.stops for here in path[1:-1])
        assert cheapest_path(ORIGIN, end, going=going, budget=budget) == (cost, path)
    for end in set(AROUND) - set(found.costs):
        assert cheapest_path(ORIGIN, end, going=going, budget=budget) is None


@quick
@given(costs, some, st.integers(0, 5))
def test_a_larger_budget_reaches_no_less(costs, stops, budget):
    going = Going(entering(costs), stops)
    less = reach(ORIGIN, going=going, budget=budget).costs
    more = reach(ORIGIN, going=going, budget=budget + 1).costs
    assert less.items() <= more.items()


def test_open_ground_is_reached_by_distance():
    found = reach(ORIGIN, going=Going(entering({}, otherwise=1)), budget=3)
    assert dict(found.costs) == {here: distance(ORIGIN, here) for here in within(ORIGIN, 3)}


def test_a_stop_may_be_the_last_hex_but_not_a_hex_on_the_way():
    field = HexText.parse("u s a")
    at = {word: here for here, word in field.cells.items()}
    step = entering(dict.fromkeys(field.cells, 1))
    found = reach(at["u"], going=Going(step, stops={at["s"]}), budget=2)
    assert at["s"] in found
    assert at["a"] not in found
    assert at["a"] in reach(at["s"], going=Going(step, stops={at["s"]}), budget=2)
    with pytest.raises(KeyError):
        found.path(at["a"])


def test_a_hex_without_rest_is_crossed_and_not_ended_in():
    step = entering({cube(1, 0): 1, cube(2, 0): 1})
    found = reach(ORIGIN, going=Going(step, no_rest={cube(1, 0)}), budget=2)
    assert set(found.costs) == {ORIGIN, cube(2, 0)}
    assert found.path(cube(2, 0)) == (ORIGIN, cube(1, 0), cube(2, 0))


def test_a_step_may_cost_by_the_edge_crossed():
    def step(start, end):
        return None if {start, end} == {ORIGIN, cube(1, 0)} else 1

    cost, path = cheapest_path(ORIGIN, cube(1, 0), going=Going(step), budget=5)
    assert cost == 2
    assert len(path) == 3


def test_negative_costs_are_refused():
    with pytest.raises(ValueError, match="costs -1"):
        reach(ORIGIN, going=Going(entering({}, otherwise=-1)), budget=1)


# Ways out: steps in given directions only, as far as any route can go.


def every_route(start, directions, steps, may_enter, stops):
    """The longest routes, from trying every choice of directions."""
    found = {(start,)}
    for length in range(1, steps + 1):
        for choice in product(directions, repeat=length):
            path = [start]
            for direction in choice:
                if len(path) > 1 and path[-1] in stops:
                    break
                there = neighbour(path[-1], direction)
                if not may_enter(there):
                    break
                path.append(there)
            else:
                found.add(tuple(path))
    longest = max(len(path) for path in found)
    return {path for path in found if len(path) == longest}


@quick
@given(
    some,
    some,
    st.integers(0, 4),
    st.sampled_from([UP, UP[:1], tuple(Direction)[:3], tuple(Direction)[3:]]),
)
def test_ways_out_are_the_longest_of_all_routes(barred, stops, steps, directions):
    def may_enter(here):
        return here not in barred

    ways = ways_out(ORIGIN, directions=directions, steps=steps, may_enter=may_enter, stops=stops)
    expected = every_route(ORIGIN, directions, steps, may_enter, stops)
    routes = list(ways.routes())
    assert len(routes) == len(set(routes))
    assert set(routes) == expected
    assert set(ways.ends) == {path[-1] for path in expected}
    assert ways.made + ways.unmade == steps
    assert {len(path) - 1 for path in expected} == {ways.made}


def test_a_way_out_avoids_the_dead_end():
    barred = {cube(0, -2), cube(1, -2)}
    ways = ways_out(ORIGIN, directions=UP, steps=2, may_enter=lambda here: here not in barred)
    assert list(ways.routes()) == [(ORIGIN, cube(1, -1), cube(2, -2))]
    assert ways.unmade == 0


def test_a_barred_hex_behind_is_never_entered():
    """Each step that cannot be made is told instead."""
    board = Board.rows([1, 1])
    start, behind = board.named("B1"), board.named("A1")
    free = ways_out(start, directions=UP, steps=2, may_enter=lambda here: here in board)
    assert (free.made, free.unmade, free.ends) == (1, 1, (behind,))
    stuck = ways_out(
        start, directions=UP, steps=2, may_enter=lambda here: here in board and here != behind
    )
    assert (stuck.made, stuck.unmade, stuck.ends) == (0, 2, (start,))
    assert list(stuck.routes()) == [(start,)]


@pytest.mark.parametrize(
    "directions",
    [
        tuple(Direction),
        (Direction.EAST, Direction.WEST),
        (Direction.EAST, Direction.NORTHWEST, Direction.SOUTHWEST),
    ],
)
def test_directions_that_lead_in_a_circle_are_refused(directions):
    with pytest.raises(ValueError, match="circle"):
        ways_out(ORIGIN, directions=directions, steps=1, may_enter=lambda _: True)


def test_steps_cannot_be_negative():
    with pytest.raises(ValueError, match="-1 steps"):
        ways_out(ORIGIN, directions=UP, steps=-1, may_enter=lambda _: True)
