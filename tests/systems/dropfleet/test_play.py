"""Playing: random legal games fold, undo, save and read back as they were."""

from __future__ import annotations

import json
import os

import pytest

from defilade.game import (
    Ambiguous,
    NotUnderstood,
    Rejection,
    Session,
    fold,
    log_json,
    read_log,
    replay,
)
from defilade.systems.dropfleet import SYSTEM
from defilade.systems.dropfleet.actions import Activate, Fire, Resolve
from defilade.systems.dropfleet.terms import Order
from tests.systems.dropfleet.battles import ENGINE, act, random_game, session, settle, table

GAMES = 1000 if os.environ.get("DEFILADE_NIGHTLY") == "1" else 25
"""The issue's thousand games at night, enough to notice a mistake by day."""


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_is_its_log(seed: int) -> None:
    game = random_game(seed)
    log = read_log(json.loads(json.dumps(log_json(game.log))))
    again = replay(SYSTEM, game.moments[0].table, log, engine=ENGINE)
    assert again.table == game.table
    assert again.moments == game.moments
    assert again.log.head == game.log.head
    assert all(event.code and event.clause for event in again.events())
    _undo_is_the_way_back(game)


def _undo_is_the_way_back(game: Session) -> None:
    back = game
    for _ in range(min(8, len(game.log.bodies))):
        undone = back.undo()
        assert isinstance(undone, Session)
        back = undone
    for _ in range(min(8, len(game.log.bodies))):
        redone = back.redo()
        assert isinstance(redone, Session)
        back = redone
    assert back.table == game.table
    assert fold(SYSTEM, game.moments[0].table, back.log).table == game.table


@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_saved_in_the_middle_of_a_roll(seed: int) -> None:
    game = random_game(seed)
    for moment in (m for m in game.moments if m.pending is not None):
        assert moment.run is not None
        assert moment.table == game.moments[0].table or moment.table.state is not None
    cut = next(n for n, m in enumerate(game.moments) if m.pending is not None)
    bodies, digests = game.log.bodies[:cut], game.log.digests[:cut]
    shorter = type(game.log)(game.log.header, bodies, digests)
    resumed = fold(SYSTEM, game.moments[0].table, shorter)
    assert resumed.pending == game.moments[cut].pending


@pytest.mark.parametrize("seed", range(4))
def test_every_action_offered_is_written_read_and_accepted(seed: int) -> None:
    game = random_game(seed)
    for moment in game.moments[:: max(1, len(game.moments) // 6)]:
        if moment.pending is not None:
            continue
        for action in SYSTEM.actions(moment.table):
            text = SYSTEM.write_action(action)
            assert SYSTEM.read_action(text, moment.table) == action, text
            assert not isinstance(SYSTEM.begin(moment.table, action), Rejection), text


@pytest.mark.parametrize("seed", range(3))
def test_hull_and_spikes_stay_what_they_can_be(seed: int) -> None:
    for moment in random_game(seed).moments:
        for ship in moment.table.state.ships.values():
            assert 0 <= ship.hull <= ship.profile.hull
            assert not (ship.silent and ship.spike.value != "none")
            assert ship.corruptor >= 0
            assert ship.crippling_owed >= 0


def test_a_group_declares_everything_before_it_rolls() -> None:
    """DF-ALL-06: two stages, and no third."""
    game = act(session(), Activate("C1", Order.WEAPONS_FREE))
    game = settle(act(game, "move C1 4"), _rng())
    game = act(game, "fire C1 -> F3 with cannon")
    game = settle(act(game, Resolve()), _rng())
    refused = game.act(Fire("C1", "C2", "laser"))
    assert isinstance(refused, Rejection)
    assert "DF-ALL-06" in {reason.clause for reason in refused.reasons}


def _rng():  # type: ignore[no-untyped-def]
    import random

    return random.Random(1)


def test_events_follow_the_seven_steps() -> None:
    """DF-SEQ-02: to hit, damage, saves, hull, then crippling, then catastrophe."""
    order = {
        "hit_rolled": 1,
        "save_rolled": 3,
        "hull_lost": 4,
        "crippled": 5,
        "effect_gained": 5,
        "destroyed": 6,
    }
    seen = 0
    for seed in range(12):
        game = random_game(seed)
        for before, after in zip(game.moments, game.moments[1:], strict=False):
            if after.run is None and isinstance(after.action, Resolve):
                events = SYSTEM.narrate(before.table, after.action, after.thrown, after.table)
                steps = [order[event.code] for event in events if event.code in order]
                last = {step: len(steps) - 1 - steps[::-1].index(step) for step in set(steps)}
                if 4 in last and 5 in last:
                    assert last[4] < steps.index(5)
                    seen += 1
    assert seen


def test_dice_are_told_by_weapon() -> None:
    """DF-ALL-07: every throw to hit names its ship, weapon and target."""
    told = [
        event
        for seed in range(6)
        for event in random_game(seed).events()
        if event.code == "hit_rolled"
    ]
    assert told
    defended = [event for event in told if "weapon" not in event.params]
    assert len(defended) < len(told)
    for event in told:
        if "weapon" in event.params:
            assert {"ship", "weapon", "target", "faces"} <= set(event.params)


def test_names_may_be_shortened_and_must_be_clear() -> None:
    here = table()
    assert SYSTEM.read_action("activate c1 on weapons_free", here) == Activate(
        "C1", Order.WEAPONS_FREE
    )
    assert isinstance(SYSTEM.read_action("activate c", here), Ambiguous)
    assert SYSTEM.read_action("activate F1", here) == Activate("reds")
    unknown = SYSTEM.read_action("fire C1 -> C2 with lance", here)
    assert isinstance(unknown, NotUnderstood)
    assert unknown.position == len("fire C1 -> C2 with ")
    assert isinstance(SYSTEM.read_action("sing", here), NotUnderstood)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("fire F1 -> C1", ("with driver", "with bay")),
        ("  fire  f1 ->  C1  ", ("with driver", "with bay")),
        ("fire F1 -> C1 with", ("driver", "bay")),
    ],
)
def test_fire_without_a_weapon_wants_one_of_the_ship(line: str, wanted: tuple[str, ...]) -> None:
    unknown = SYSTEM.read_action(line, table())
    assert isinstance(unknown, NotUnderstood)
    assert unknown.position == len(unknown.text)
    assert unknown.wanted == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("scan", "F1"),
        ("scan F1", "-> C1"),
        ("scan F1 ->", "C1"),
        ("strike F1", "->"),
        ("land F1", "->"),
        ("defend", ""),
        ("roll attack F1", "with driver"),
        ("activate", "reds"),
        ("assault", "C1"),
    ],
)
def test_an_unfinished_line_says_what_is_missing_at_its_end(line: str, wanted: str) -> None:
    unknown = SYSTEM.read_action(line, table())
    assert isinstance(unknown, NotUnderstood)
    assert unknown.position == len(line)
    assert not unknown.wanted or any(each.startswith(wanted) for each in unknown.wanted)
    assert "end" not in unknown.wanted  # not a list of all forms


def test_candidates_stand_where_the_name_stood() -> None:
    unclear = SYSTEM.read_action("scan F1 -> C", table())
    assert isinstance(unclear, Ambiguous)
    assert all(each.startswith("scan F1 -> C") for each in unclear.candidates)


def test_fire_without_a_weapon_names_an_unknown_target_first() -> None:
    unknown = SYSTEM.read_action("fire F1 -> Z9", table())
    assert isinstance(unknown, NotUnderstood)
    assert unknown.position == len("fire F1 -> ")


def test_sides_take_turns() -> None:
    """DF-SEQ-05: battlegroups alternate; a group finishes before the next begins."""
    game = act(session(), Activate("C1", Order.STANDARD))
    assert isinstance(game.act(Activate("C2")), Rejection)
    assert isinstance(game.act("end"), Rejection)
    game = settle(act(game, "move C1 4"), _rng())
    game = settle(act(game, "end"), _rng())
    refused = game.act(Activate("reds"))
    assert isinstance(refused, Rejection)
    assert {reason.code for reason in refused.reasons} == {"other_side_first"}
    act(game, Activate("C2"))


def test_one_ship_of_a_group_scans() -> None:
    """DF-ORD-09: the others of the group take Standard orders."""
    refused = session().act(Activate("reds", Order.ACTIVE_SCAN))
    assert isinstance(refused, Rejection)
    assert {reason.clause for reason in refused.reasons} == {"DF-ORD-09"}
    game = act(session(), Activate("reds", Order.ACTIVE_SCAN, ("F1",)))
    orders = {name: game.table.state.ships[name].order for name in ("F1", "F2")}
    assert orders == {"F1": Order.ACTIVE_SCAN, "F2": Order.STANDARD}


def test_an_open_question_is_settled_by_a_die_in_the_log() -> None:
    """DF-DIC-07: offered as an event, never done silently."""
    game = act(session(), "settle may a ring hide a station?")
    assert game.pending is not None
    game = game.answer((5,))
    assert game.table == session().table
    told = game.events()[0]
    assert (told.code, told.params["way"]) == ("settled", "second")
