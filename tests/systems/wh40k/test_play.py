"""The shipped battle and little ones, played: phases, memory, losses, objectives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from defilade.dice import Seeded, play
from defilade.frozen import FrozenMap
from defilade.game import NotUnderstood, Rejection
from defilade.ruling import (
    Cover,
    Covered,
    Entry,
    Firing,
    Movement,
    Permission,
    Record,
    Sight,
    Visible,
)
from defilade.systems.protocol import Prospect
from defilade.systems.wh40k import SYSTEM
from defilade.systems.wh40k.actions import Ability, EndPhase, Move, SetUp, Shoot
from defilade.systems.wh40k.legal import legal
from defilade.systems.wh40k.measuring import stray
from defilade.systems.wh40k.morale import half_strength, must_test
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.policies import POLICIES
from defilade.systems.wh40k.prospect import Losses
from defilade.systems.wh40k.shooting import toughness
from defilade.systems.wh40k.squad import Squad
from defilade.systems.wh40k.state import State
from defilade.systems.wh40k.terms import MoveType, Phase
from defilade.table import Table
from defilade.testing.battles import opened_example

RULES = HouseRules()


@pytest.fixture(scope="module")
def table() -> Table[State]:
    return opened_example(SYSTEM)[1]


def do(table: Table[State], text: str, seed: str = "a") -> Table[State]:
    action = SYSTEM.read_action(text, table)
    assert not isinstance(action, NotUnderstood), text
    begun = SYSTEM.begin(table, action)
    assert not isinstance(begun, Rejection), (text, begun)
    after, _ = play(begun, Seeded(seed), policy=POLICIES["default"])
    return table.with_state(after)


def refused(table: Table[State], text: str) -> tuple[str, ...]:
    begun = SYSTEM.begin(table, SYSTEM.read_action(text, table))
    assert isinstance(begun, Rejection), text
    return tuple(reason.clause for reason in begun.reasons)


def at(table: Table[State], **changes: Any) -> Table[State]:
    return table.with_state(replace(table.state, **changes))


def test_a_unit_is_selected_once(table: Table[State]) -> None:
    """WH-SHO-01: its weapons one after another, but no other unit in between."""
    after = do(table, "shoot Gunners -> Raiders with Long rifle")
    assert refused(after, "shoot Gunners -> Raiders with Long rifle") == ("WH-SHO-01",)
    later = do(after, "shoot Walker -> Raiders with Mortar")
    assert "WH-SHO-01" in refused(later, "shoot Gunners -> Raiders with Hand cannon")


def test_on_foot_one_kind_or_the_other(table: Table[State]) -> None:
    """WH-SHO-08: rifles, or sidearms."""
    after = do(table, "shoot Gunners -> Skulkers with Long rifle")
    assert "WH-SHO-08" in refused(after, "shoot Gunners -> Skulkers with Sidearm")


def test_shooting_reveals_until_the_own_next_turn(table: Table[State]) -> None:
    """WH-SHO-09, WH-HID-02, WH-HID-03."""
    assert table.state.units["Gunners"].shot_turn is None
    after = do(table, "shoot Gunners -> Skulkers with Long rifle")
    assert after.state.units["Gunners"].shot_turn == 3
    events = SYSTEM.narrate(
        table, SYSTEM.read_action("shoot Gunners -> Skulkers with Long rifle", table), (), after
    )
    assert "revealed" in [event.code for event in events]


def test_an_ability_reveals_only_by_house_rule(table: Table[State]) -> None:
    """WH-HID-09."""
    text = "ability Gunners -> Skulkers 2"
    after = do(table, text)
    assert len(after.state.alive("Skulkers")) == 1
    assert after.state.units["Gunners"].shot_turn is None
    strict = replace(table, options=HouseRules(reveal_on_ability_damage=True))
    assert do(strict, text).state.units["Gunners"].shot_turn == 3


def test_one_shot_weapons_are_spent(table: Table[State]) -> None:
    """WH-WPN-15."""
    state = table.state
    strider = state.models["Strider"]
    mortar = strider.profile.weapons["Mortar"]
    from defilade.systems.wh40k.build import abilities

    once = replace(mortar, abilities=abilities(["ONE SHOT", "INDIRECT FIRE"]))
    profile = replace(strider.profile, weapons=strider.profile.weapons.put("Mortar", once))
    ready = table.with_state(state.put_model(replace(strider, profile=profile)))
    after = do(ready, "shoot Walker -> Skulkers with Mortar")
    walker = replace(after.state.units["Walker"], fired=frozenset())
    again = at(after, units=after.state.units.put("Walker", walker))
    assert "WH-WPN-15" in refused(again, "shoot Walker -> Skulkers with Mortar")


def test_the_bodyguard_s_toughness_counts(table: Table[State]) -> None:
    """WH-ATK-05: the highest among the bodyguard, the leader's once they are gone."""
    state = table.state
    boss = state.models["Boss"]
    tough = state.put_model(replace(boss, profile=replace(boss.profile, toughness=9)))
    assert toughness(tough, "Raiders") == 5
    gone = tough.put_model(
        *(replace(m, wounds=0) for m in tough.alive("Raiders") if m.id != "Boss")
    )
    assert toughness(gone, "Raiders") == 9


def test_half_strength(table: Table[State]) -> None:
    """WH-MOR-02: by wounds for one model, by models for others; at half needs an even number."""
    state = table.state
    strider = state.models["Strider"]
    for wounds, answer in ((10, 1), (5, 0), (4, -1)):
        hurt = state.put_model(replace(strider, wounds=wounds))
        assert half_strength(hurt, hurt.units["Walker"]) == answer
    assert not must_test(state, state.units["Walker"])
    two = state.put_model(replace(state.models["Skulker 1"], wounds=0))
    assert half_strength(two, two.units["Skulkers"]) == 1


def test_battle_shock_in_the_command_phase(table: Table[State]) -> None:
    """WH-MOR-01: only then, only at half or below, once."""
    assert "WH-RND-01" in refused(table, "battle-shock Walker")
    command = at(table, phase=Phase.COMMAND)
    assert "WH-MOR-02" in refused(command, "battle-shock Walker")
    hurt = replace(command.state.models["Strider"], wounds=4)
    ready = command.with_state(command.state.put_model(hurt))
    after = do(ready, "battle-shock Walker")
    assert "WH-MOR-01" in refused(after, "battle-shock Walker")


def test_an_incoherent_unit_loses_models_at_the_end_of_a_turn(table: Table[State]) -> None:
    """WH-COH-02."""
    far = table.state.models["Skulker 3"].standing((23, 27), 0.0)
    ready = at(table, models=table.state.models.put("Skulker 3", far), phase=Phase.FIGHT)
    assert stray(ready.state.alive("Skulkers")) is not None
    after = do(ready, "end phase")
    assert stray(after.state.alive("Skulkers")) is None
    assert (after.state.turn, after.state.phase) == (4, Phase.COMMAND)


def test_turns_and_objectives(table: Table[State]) -> None:
    """WH-RND-01, WH-OBJ-02, WH-OBJ-05: phases in order, control at the end of each."""
    after = do(table, "end phase")
    assert after.state.phase is Phase.CHARGE
    assert after.state.objectives["Pump house"].controller == "Wardens"
    events = SYSTEM.narrate(table, EndPhase(), (), after)
    assert "objective_controlled" in [event.code for event in events]
    secured = do(after, "secure Pump house")
    assert secured.state.objectives["Pump house"].secured_by == "Wardens"
    done = SYSTEM.narrate(after, SYSTEM.read_action("secure Pump house", after), (), secured)
    assert [event.code for event in done] == ["objective_secured"]
    turn = do(do(secured, "end phase"), "end phase")
    assert (turn.state.turn, turn.state.active, turn.state.battle_round) == (4, "Raid", 2)
    assert dict(turn.state.points) == {"Wardens": 1, "Raid": 1}


def test_advance_then_move_then_no_charge(table: Table[State]) -> None:
    """WH-MV-03, WH-MV-07."""
    ready = at(table, phase=Phase.MOVEMENT)
    after = do(ready, "advance Walker")
    rolled = after.state.units["Walker"].rolled_move
    assert rolled is not None
    moved = do(after, f"move Walker: Strider to 8 {12 + 8 + rolled}")
    assert moved.state.units["Walker"].moved is MoveType.ADVANCE
    assert moved.state.units["Walker"].moved_inches == pytest.approx(8 + rolled)
    charge = at(moved, phase=Phase.CHARGE)
    assert "WH-MV-07" in refused(charge, "charge Walker -> Skulkers")


def test_a_charge_is_rolled_and_then_moved(table: Table[State]) -> None:
    """WH-MV-07, WH-ENG-01: into engagement, to fight there."""
    buggy = table.state.models["Buggy"].standing((8, 18), 0.0)
    ready = at(table, models=table.state.models.put("Buggy", buggy), phase=Phase.CHARGE)
    after = do(ready, "charge Walker -> Car", seed="far")
    assert after.state.units["Walker"].charge_roll is not None
    moved = do(after, "move Walker: Strider to 8 14.5")
    assert moved.state.units["Walker"].moved is MoveType.CHARGE
    fight = at(moved, phase=Phase.FIGHT)
    assert "WH-ENG-01" in refused(fight, "fight Walker -> Car with Mortar")


def test_reserves_arrive(table: Table[State]) -> None:
    """WH-RND-02, WH-ENG-02."""
    waiting = replace(table.state.units["Walker"], in_reserve=True)
    ready = at(table, units=table.state.units.put("Walker", waiting), phase=Phase.MOVEMENT)
    assert "WH-RND-02" in refused(ready, "set up Walker: Strider at 30 6")
    assert "WH-RND-02" in refused(ready, "deep strike Walker: Strider at 30 16")
    after = do(ready, "set up Walker: Strider at 8 4")
    assert not after.state.units["Walker"].in_reserve
    assert after.state.units["Walker"].set_up_turn == 3


def test_questions_about_the_shipped_battle(table: Table[State]) -> None:
    seen = SYSTEM.rule(Sight("Gunner 1", "Raider 1"), table)
    assert seen.verdict in (Visible.FULLY, Visible.PARTLY)
    assert seen.facts
    away = SYSTEM.rule(Sight("Strider", "Raider 1"), table)
    assert away.verdict is Visible.NO
    assert away.against[0].clause in ("WH-OBS-02", "WH-SOL-02")
    crater = SYSTEM.rule(Cover("Gunner 1", "Skulkers"), table)
    assert crater.verdict is Covered.YES
    fire = SYSTEM.rule(Firing("Gunners", "Raiders", "Long rifle"), table)
    assert fire.verdict is Permission.ALLOWED
    assert fire.numbers["plunging"] is True
    assert SYSTEM.rule(Entry("Strider", "Crater"), table).verdict is Permission.ALLOWED
    moving = at(table, phase=Phase.MOVEMENT)
    go = SYSTEM.rule(Movement("Strider", ((8.0, 18.0),)), moving)
    assert (go.verdict, go.numbers["distance"]) == (Permission.ALLOWED, 6.0)
    climb = SYSTEM.rule(Movement("Buggy", (), Record(legs="up 3 to 47 11.5")), moving)
    assert climb.verdict is Permission.REFUSED
    with pytest.raises(KeyError):
        SYSTEM.rule(Sight("Gunner 1", "Nemo"), table)


def test_a_survey_lists_shots_sight_and_cover(table: Table[State]) -> None:
    """What it sees, what sees it, who has cover, the odds of each weapon."""
    views = SYSTEM.survey("Gunner 1", table)
    kinds = {type(view.ruling.question).__name__ for view in views}
    assert kinds == {"Firing", "Sight", "Cover", "Movement"}
    brief = SYSTEM.brief("Gunner 1", table)
    assert [v for v in views if not isinstance(v.ruling.question, Movement)] == list(brief)
    assert any(isinstance(view.prospect, Prospect) for view in views)


def test_what_is_offered_in_every_phase_is_accepted(table: Table[State]) -> None:
    for phase in Phase:
        ready = at(table, phase=phase)
        assert legal(ready.state, RULES)
        for action in legal(ready.state, RULES):
            assert SYSTEM.read_action(SYSTEM.write_action(action), ready) == action


@pytest.mark.parametrize(
    "text",
    [
        "fly Walker: Strider up 3 to 6 0.5 down 1.25",
        "fall back Gunners: Gunner 1 to -3 4; Gunner 2 stays",
        "escape Gunners: Captain to 3 3",
        "stride Walker: Strider to 1e-05 2",
        "deep strike Walker: Strider at 3 4 2.5",
        "charge Gunners -> Raiders, Car",
        "shoot Walker -> Car with Mortar indirect",
        "shoot Walker -> Car with Mortar close quarters",
        "fight Gunners -> Car with Blade",
        "ability Walker -> Car 3",
    ],
)
def test_the_notation_is_read_as_it_is_written(table: Table[State], text: str) -> None:
    action = SYSTEM.read_action(text, table)
    assert not isinstance(action, NotUnderstood)
    assert SYSTEM.write_action(action) == text


def test_names_may_be_shortened_and_what_is_wrong_is_shown(table: Table[State]) -> None:
    assert SYSTEM.read_action("shoot gun -> car with long", table) == Shoot(
        "Gunners", "Car", "Long rifle"
    )
    wrong = SYSTEM.read_action("move Walker: Strider sideways 3", table)
    assert isinstance(wrong, NotUnderstood)


def test_everything_wrong_is_told_at_once(table: Table[State]) -> None:
    begun = SYSTEM.begin(table, SYSTEM.read_action("move Car: Buggy to 30 40", table))
    assert isinstance(begun, Rejection)
    clauses = {reason.clause for reason in begun.reasons}
    assert {"WH-RND-01", "WH-MV-03"} <= clauses
    for reason in begun.reasons:
        assert "?" not in SYSTEM.wording.reason(reason)


def test_unknown_names_are_refused(table: Table[State]) -> None:
    for action in (Ability("Nemo", "Car", 1), Move("Walker", (("Nemo", ()),)), SetUp("Nemo", ())):
        begun = SYSTEM.begin(table, action)
        assert isinstance(begun, Rejection)
        assert begun.reasons[0].code == "nobody_of_that_name"


def test_losses_are_read_off_what_is_left() -> None:
    assert Losses(3, "models")(Squad(())) == 3
    assert Losses(0, "destroyed")(Squad(())) is True
    assert hash(FrozenMap({"a": 1})) == hash(FrozenMap({"a": 1}))


def test_snap_shooting_interrupts_nobody(table: Table[State]) -> None:
    """WH-SHO-07, WH-SHO-01: in the opponent's turn, and the shooter may go on."""
    state = table.state
    near = tuple(m.standing((m.at[0] - 4, m.at[1] - 3), 0.0) for m in state.alive("Raiders"))
    ready = table.with_state(state.put_model(*near))
    first = do(ready, "shoot Gunners -> Raiders with Long rifle")
    snap = do(first, "shoot Raiders -> Gunners with Shooter snap")
    assert snap.state.shooter == "Gunners"
    assert snap.state.units["Raiders"].shot_turn == 3
    do(snap, "shoot Gunners -> Raiders with Hand cannon")


def test_hazardous_weapons_are_rolled_for(table: Table[State]) -> None:
    """WH-WPN-13, WH-MW-02: after the attacks, one roll for each such weapon."""
    begun = SYSTEM.begin(
        table, SYSTEM.read_action("shoot Gunners -> Raiders with Hand cannon", table)
    )
    assert not isinstance(begun, Rejection)
    _, thrown = play(begun, Seeded("z"), policy=POLICIES["default"])
    assert [one.question.clause for one in thrown if one.faces][-1] == "WH-MW-02"
