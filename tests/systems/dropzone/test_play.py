"""Whole games: whatever is played, nothing impossible comes of it, and nothing is lost on undo."""

import json
from collections import Counter
from dataclasses import fields
from itertools import pairwise

import pytest

from defilade.dice import Choose
from defilade.game import Rejection, Session, log_json, new_session, read_log, replay
from defilade.systems.dropzone import SYSTEM
from defilade.systems.dropzone.actions import End, Fire, Initiation, Move, RoundUp
from defilade.systems.dropzone.measuring import in_coherency
from defilade.systems.dropzone.state import (
    Aboard,
    InGarrison,
    OnTable,
    State,
    members,
    occupants,
)
from defilade.table import Table
from defilade.testing.battles import opened_example
from defilade.testing.random_play import random_game

from .boards import board, box, drawn, infantry, tank

GUN = {"name": "Gun", "mf": 6, "rf": 48, "rc": 48, "shots": 2, "acc": "3+", "energy": 9}


def impossible(table: Table[State]) -> list[str]:  # noqa: PLR0912  # a list of checks
    """Everything about a state that no sequence of actions may bring about."""
    state, found = table.state, []
    for unit in state.units.values():
        if not 0 <= unit.dp_lost <= unit.stats.dp:
            found.append(f"{unit.id} lost {unit.dp_lost}")
        if unit.gone is not (unit.dp_left == 0):
            found.append(f"{unit.id} is neither dead nor alive")
        if isinstance(unit.where, InGarrison) and unit.where.garrison not in state.pieces:
            found.append(f"{unit.id} is in a fallen building")
        if isinstance(unit.where, Aboard) and state.units[unit.where.transport].gone:
            found.append(f"{unit.id} is in a wreck")
        if unit.moved < 0:
            found.append(f"{unit.id} moved {unit.moved}")
    for piece in state.pieces.values():
        if piece.tokens < 0 or (piece.dp is not None and piece.dp < 0):
            found.append(f"{piece.id} has {piece.dp} DP, {piece.tokens} tokens")
        inside = occupants(state, piece.id)
        if piece.starting_dp is not None and len(inside) > piece.starting_dp:
            found.append(f"{piece.id} is overfull")
        for edge in piece.edges:
            sides = {u.side for u in inside if u.where == InGarrison(piece.id, edge)}
            if len(sides) > 1:
                found.append(f"edge {edge} of {piece.id} is shared")
    for squad in state.squads:
        kinds = {type(unit.where) for unit in members(state, squad)}
        if len(kinds) > 1:
            found.append(f"{squad} is divided")
        homes = {u.where.garrison for u in members(state, squad) if isinstance(u.where, InGarrison)}
        if homes and not in_coherency(table, squad):
            found.append(f"{squad} is out of coherency in {homes}")
    carried = Counter(s.carrying for s in state.squads.values() if s.carrying)
    if any(number > 1 for number in carried.values()):
        found.append("an Objective is carried twice")
    for name, objective in state.objectives.items():
        places = (objective.at is not None) + (objective.garrison is not None) + carried[name]
        if places != 1:
            found.append(f"{name} is in {places} places")
    return found


@pytest.mark.parametrize("seed", range(4))
def test_no_game_comes_to_anything_impossible(seed):
    """DZ-GEN-02, DZ-UNI-04, DZ-DMG-05, DZ-OBJ-04, DZ-GMV-03."""
    battle, table = opened_example(SYSTEM)
    last = None
    for session in random_game(SYSTEM, table, battle, seed=seed, steps=50):
        assert impossible(session.table) == []
        last = session
    assert last is not None
    assert replay(SYSTEM, table, read_log(log_json(last.log)), engine="test").table == last.table


@pytest.mark.parametrize("seed", [11])
def test_undoing_everything_ends_where_it_began_and_redoing_where_it_was(seed):
    battle, table = opened_example(SYSTEM)
    *_, session = random_game(SYSTEM, table, battle, seed=seed, steps=30)
    end, back, undone = session.table, session, 0
    while not isinstance(after := back.undo(), Rejection):
        back, undone = after, undone + 1
    assert back.table == table
    for _ in range(undone):
        again = back.redo()
        assert isinstance(again, Session)
        back = again
    assert back.table == end


@pytest.mark.parametrize("seed", [21])
def test_states_hash_alike_when_they_are_equal_and_are_values(seed):
    battle, table = opened_example(SYSTEM)
    sessions = list(random_game(SYSTEM, table, battle, seed=seed, steps=30))
    states = [session.table.state for session in sessions]
    for one, other in pairwise(states):
        assert (hash(one) == hash(other)) or one != other
    assert all(type(f.type) is str for f in fields(State))


def played(session: Session, *lines: str) -> Session:
    """The session after lines: actions, dice as `4 6`, choices as `?1`."""
    for line in lines:
        if line.startswith("?"):
            session = session.choose(int(line[1:]))
        elif line.replace(" ", "").isdigit():
            session = session.answer(tuple(map(int, line.split())))
        else:
            after = session.act(line)
            assert isinstance(after, Session), (line, after)
            session = after
    return session


def fresh(table: Table[State]) -> Session:
    return new_session(SYSTEM, table, battle=json.dumps({}), engine="test")


def test_sides_alternate_battlegroups_and_the_round_ends_with_tokens():
    """DZ-RND-01, DZ-RND-02, DZ-RND-03."""
    table = drawn(
        """
initiative: [blue, red]
kinds: {T: {type: vehicle, subtype: tank, mv: 6, armour: 10, dp: 2}}
scenery:
- {id: W, feature: Wheat field, footprint: [[0, 0], [5, 0], [5, 5], [0, 5]], collateral_tokens: 1}
units:
- {id: A, side: blue, squad: a, battlegroup: 1, kind: T, at: [10, 0]}
- {id: B, side: blue, squad: b, battlegroup: 2, kind: T, at: [10, 4]}
- {id: C, side: red, squad: c, battlegroup: 1, kind: T, at: [20, 0]}
"""
    )
    assert isinstance(table, Table)
    session = played(fresh(table), "move a: A 12,0")
    for wrong, clause in [
        ("move c: C 18,0", "DZ-RND-01"),
        ("move b: B 12,4", "DZ-RND-01"),
        ("round up", "DZ-RND-03"),
        ("move a: A 13,0", "DZ-ACT-01"),
    ]:
        refused = session.act(wrong)
        assert isinstance(refused, Rejection)
        assert clause in {reason.clause for reason in refused.reasons}
    session = played(session, "end", "move c: C 18,0", "end", "move b: B 12,4", "end")
    assert session.table.state.phase == "round up"
    session = played(session, "round up", "3", "initiation", "2", "6")
    state = session.table.state
    assert state.turn is not None
    assert (state.round, state.turn.side, state.turn.order) == (2, "red", ("red", "blue"))
    assert state.pieces["W"].dp == 14
    codes = [event.code for event in session.events()]
    assert (
        codes[-3:] == ["side_to_act", "phase_begins", "initiative_rolled"]
        or "round_begins" in codes
    )


def test_a_single_six_wins_and_ties_roll_again():
    """DZ-RND-01."""
    table = drawn(
        """
phase: initiation
units:
- {id: A, side: blue, type: vehicle, mv: 6, armour: 10, dp: 2, at: [0, 0], command: 4}
- {id: C, side: red, type: vehicle, mv: 6, armour: 10, dp: 2, at: [9, 0]}
"""
    )
    assert isinstance(table, Table)
    assert Initiation() in SYSTEM.actions(table)
    start = fresh(table)
    for dice, first in [(("1", "5"), ("1", "1")), (("5", "6"), None), (("1", "4"), None)]:
        session = played(start, "initiation", *dice)
        if first is not None:  # 1 + 4 = 5 is a tie
            session = played(session, "2", "5")
            assert session.table.state.turn.side == "blue"
        elif dice == ("5", "6"):
            assert session.table.state.turn.side == "red"
        else:
            assert session.table.state.turn.side == "blue"


def test_fire_rolls_hits_then_damage_then_saves_and_undo_gives_everything_back():
    """DZ-SHT-01, DZ-DMG-04."""
    table = board(
        units=[
            tank("A", "blue", squad="a", at=[0, 0], weapons=[GUN]),
            tank("B", "blue", squad="a", at=[2, 0], weapons=[GUN]),
            tank("T", "red", at=[9, 0], dp=6, cm={"passive": "4+"}),
        ]
    )
    session = played(fresh(table), "fire A -> T; B -> T")
    assert session.pending.n == 4
    session = played(session, "3 3 1 6")
    assert (session.pending.clause, session.pending.n) == ("DZ-DMG-01", 3)
    session = played(session, "2 3 1")
    assert (session.pending.clause, session.pending.n) == ("DZ-DMG-04", 3)
    session = played(session, "1 4 2")
    assert session.table.state.units["T"].dp_left == 4
    codes = [event.code for event in session.events()]
    assert codes == ["rolled_to_hit", "rolled_damage", "saved", "volley_over", "damaged"]
    for _ in range(4):
        session = session.undo()
    assert session.table == table


def test_a_falling_block_takes_its_garrison_its_transport_and_its_objective_along():
    """DZ-DES-06, DZ-DES-08, DZ-DES-10, DZ-DES-11, DZ-TRA-05: one shot, and all that follows."""
    house = box(
        "G",
        0,
        0,
        4,
        4,
        "Destructible",
        "Garrison",
        "Solid",
        armour=10,
        starting_dp=10,
        dp=1,
        objectives=["O"],
    )
    carrier = {"capacity": {"symbol": "infantry", "n": 2}}
    table = board(
        scenery=[house],
        units=[
            tank("A", "blue", at=[20, 2], weapons=[{**GUN, "shots": 1}]),
            tank("C", "red", at=[5, 2], dp=1, transport=carrier),
            infantry(
                "P",
                "red",
                embarked="C",
                armour=9,
                transport={"requirement": {"symbol": "infantry"}},
            ),
            infantry("I", "red", squad="i"),
            infantry("J", "red", squad="i"),
        ],
        occupancy={"G": {"I": "centre", "J": "E"}},
    )
    session = played(fresh(table), "fire A -> G", "2", "6", "1")
    assert session.pending.clause == "DZ-DMG-07"
    session = played(session, "2")  # the Transport dies
    assert session.pending.clause == "DZ-TRA-05"
    session = played(session, "1", "2")
    assert isinstance(session.pending, Choose)
    session = session.choose(0)
    assert session.pending.clause == "DZ-DES-08"
    session = played(session, "1 2", "1 1", "2 2")
    assert isinstance(session.pending, Choose)
    session = session.choose(1)
    state = session.table.state
    assert "O" not in state.objectives
    assert state.pieces["G"].rules == ("Tough",)
    assert state.units["C"].gone
    assert isinstance(state.units["P"].where, OnTable)
    assert (state.units["I"].dp_left, state.units["J"].dp_left) == (5, 1)
    assert in_coherency(session.table, "i")
    assert impossible(session.table) == []
    texts = [SYSTEM.wording.event(e.code, e.params) for e in session.events()]
    assert 'G collapses: everything within 1" is hit as often' in texts


@pytest.mark.parametrize(("option", "left"), [("destroyed", 1), ("nearest", 2)])
def test_who_finds_no_room_is_destroyed_or_put_on_the_nearest_ground(option, left):
    """DZ-GEX-02 with its option: the house stands in a yard that is Impassable all round."""
    yard = box("X", -4, -4, 12, 12, "Impassable")
    house = box("G", 0, 0, 4, 4, "Destructible", "Garrison", armour=10, starting_dp=5, dp=1)
    table = board(
        {"garrison_unplaced": option, "collapse_small_spares_occupants": True},
        scenery=[house, yard],
        units=[
            tank("A", "blue", at=[2, 20], weapons=[{**GUN, "shots": 1}]),
            infantry("I", "red"),
        ],
        occupancy={"G": {"I": "centre"}},
    )
    session = played(fresh(table), "fire A -> G", "2", "6")
    while session.pending is not None:
        session = session.choose(0)
    alive = [u for u in session.table.state.units.values() if not u.gone]
    assert len(alive) == left


def test_offers_are_legal_and_cover_the_chapters():
    _, table = opened_example(SYSTEM)
    kinds = {type(action) for action in SYSTEM.actions(table)}
    assert {Fire, Move} <= kinds
    assert End not in kinds  # nobody has acted yet
    assert RoundUp not in kinds


def test_aircraft_are_reacted_to_and_unload_where_they_land():
    """DZ-SHT-08, DZ-TRA-04: both are offered, and nothing is unloaded twice for free."""
    flak = {"name": "Flak", "rf": 24, "rc": 24, "acc": "3+", "energy": 9, "special": ["AA-0"]}
    table = board(
        units=[
            tank("A", "blue", at=[0, 0], weapons=[flak]),
            {
                "id": "P",
                "side": "red",
                "type": "aircraft",
                "mv": 12,
                "armour": 9,
                "dp": 2,
                "at": [9, 0],
                "transport": {"capacity": {"symbol": "infantry", "n": 2}},
            },
            infantry("I", "red", embarked="P", transport={"requirement": {"symbol": "infantry"}}),
            infantry("J", "red", at=[10, 4], transport={"requirement": {"symbol": "infantry"}}),
        ]
    )
    lines = {SYSTEM.write_action(action) for action in SYSTEM.actions(table)}
    assert "react A -> P with Flak" not in lines
    flying = played(fresh(table), "move P: P 9,3")
    lines = {SYSTEM.write_action(action) for action in SYSTEM.actions(flying.table)}
    assert "react A -> P with Flak" in lines
    landed = played(fresh(table), "move P: P 9,3 land")
    lines = {SYSTEM.write_action(action) for action in SYSTEM.actions(landed.table)}
    assert "load J into P" in lines
    out = next(line for line in sorted(lines) if line.startswith("unload I from P"))
    after = played(landed, out)
    assert after.table.state.squads["I"].disembarked
    assert after.table.state.squads["I"].left_aerial_round
    refused = after.act("load J into P")
    assert isinstance(refused, Rejection)
    assert "DZ-TRA-04" in {reason.clause for reason in refused.reasons}


def test_a_squad_torn_apart_by_its_loss_runs_elsewhere():
    """DZ-GEX-06, DZ-FOR-03: the unit in the middle dies, so the places meant no longer serve."""
    house = box("G", 0, 0, 4, 4, "Garrison")
    table = board(
        scenery=[house],
        units=[
            infantry("I1", "blue", squad="i", dp=1),
            infantry("I2", "blue", squad="i", dp=1),
            infantry("I3", "blue", squad="i", dp=1),
            infantry("E", "red"),
            infantry("X", "red"),
        ],
        occupancy={"G": dict.fromkeys(("I1", "I2", "I3", "E", "X"), "centre")},
    )
    session = played(fresh(table), "leave i: I1 5,0; I2 5,2; I3 5,4", "?0", "3")
    assert isinstance(session.pending, Choose)
    assert session.pending.player == "red"
    session = session.choose(session.pending.options.index("I2"))
    assert isinstance(session.pending, Choose)
    assert session.pending.kind == "flight"
    session = session.choose(0)
    assert in_coherency(session.table, "i")
    assert impossible(session.table) == []
