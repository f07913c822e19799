"""All questions on all odd boards: no exception, finite numbers, the same answer twice."""

import math
from itertools import permutations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from defilade.game import Rejection
from defilade.ruling import Cover, Entry, Firing, Movement, Permission, Sight
from defilade.systems.dropzone import SYSTEM
from defilade.systems.dropzone.terms import Rule
from defilade.table import Table

from .boards import board, box, infantry, tank

# few places, so that units stand on corners, edges, seams and each other all the time
place = st.sampled_from([0.0, 1.0, 2.0, 4.0, 4.1, 6.0, 8.0])
point = st.tuples(place, place).map(list)
size = st.sampled_from([1, 2, 4])
rules = st.sets(st.sampled_from([r.value for r in Rule if r is not Rule.PASSABLE]), max_size=5)
height = st.sampled_from([None, 0, 1, 3, 9])
GUN = {"name": "Gun", "mf": 4, "rf": 12, "rc": 6, "shots": 2, "acc": "3+", "energy": 6}
CLOSE = {"name": "Close", "rf": "CQ", "rc": "CQ", "shots": 2, "acc": "-", "energy": 4}
SPECIALS = [[], ["Flame"], ["Area"], ["Indirect"], ["Focus-2"], ["Destroyer 5+"], ["Articulated"]]


@st.composite
def boards(draw):
    """A few pieces of any rules, a few units anywhere, some inside."""
    pieces = [
        box(
            f"P{k}",
            *draw(point),
            draw(size),
            draw(size),
            *draw(rules),
            armour=8,
            starting_dp=draw(st.sampled_from([5, 10])),
            height=draw(height),
        )
        for k in range(draw(st.integers(0, 3)))
    ]
    weapons = [{**GUN, "special": draw(st.sampled_from(SPECIALS))}, CLOSE]
    units = [
        infantry(
            "A",
            "blue",
            at=draw(point),
            weapons=weapons,
            base_radius=draw(st.sampled_from([0, 0.6])),
        ),
        infantry("B", "red", at=draw(point), weapons=weapons),
        tank("C", "blue", at=draw(point), weapons=weapons, base_radius=0.9, height=draw(height)),
        tank(
            "D",
            "red",
            at=draw(point),
            subtype="walker",
            height=draw(height),
            facing=90,
            weapons=[GUN],
        ),
        {**tank("E", "red", at=draw(point), weapons=[GUN]), "type": "aircraft", "level": 3},
    ]
    inside = {}
    for piece in pieces:
        free = [
            u for u in units[:2] if u["id"] not in {n for names in inside.values() for n in names}
        ]
        if "Garrison" in piece["rules"] and free and draw(st.booleans()):
            edge = draw(st.sampled_from(["centre", "N", "E"]))
            inside[piece["id"]] = {free[0]["id"]: edge}
    options = {
        "los_touch_blocks": draw(st.booleans()),
        "garrison_corner_counts": draw(st.booleans()),
    }
    return board(options, scenery=pieces, units=units, occupancy=inside)


def questions(table: Table):
    names = list(table.state.units)
    places = list(table.state.pieces)
    for by, at in permutations(names, 2):
        yield Sight(by, at)
        yield Cover(by, at)
        yield Firing(by, at)
    for name in names:
        yield Movement(name, ((3.0, 3.0), (5.0, 3.0)))
        for one in places:
            yield Entry(name, one)
            yield Firing(name, one)


@given(boards())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_question_on_every_board_has_an_answer(table):
    for question in questions(table):
        ruling = SYSTEM.rule(question, table)
        assert SYSTEM.rule(question, table) == ruling
        assert ruling.reasons
        assert not any(isinstance(v, float) and math.isnan(v) for v in ruling.numbers.values())
        assert all(reason.clause in SYSTEM.clauses for reason in ruling.reasons)
        assert (ruling.verdict is Permission.REFUSED) <= bool(ruling.against)


@given(boards())
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_offer_on_every_board_begins(table):
    for action in SYSTEM.actions(table):
        assert not isinstance(SYSTEM.begin(table, action), Rejection)
        assert SYSTEM.read_action(SYSTEM.write_action(action), table) == action
