"""A group's volley played out: who chooses what, wrecks in a chain, stations, sectors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from defilade.dice import Choose, Procedure, Run, Total
from defilade.game import Rejection
from defilade.systems.dropfleet.actions import Assault
from defilade.systems.dropfleet.aftermath import settled
from defilade.systems.dropfleet.assault import arms_of
from defilade.systems.dropfleet.begin import begin
from defilade.systems.dropfleet.collateral import Spread
from defilade.systems.dropfleet.options import HouseRules, with_options
from defilade.systems.dropfleet.state import Allocation, LaunchToken, Ship, State
from defilade.systems.dropfleet.terms import LaunchKind, Layer, SectorType, Spike, StationSize
from defilade.systems.dropfleet.volley import batches, boosters, volley
from defilade.values import DiceExpr
from tests.systems.dropfleet.fleet import assets, sector, ship, state, weapon

RULES = HouseRules()


def play(procedure: Procedure, *answers: Any) -> State:
    """Play a procedure on these answers: faces for each throw, options for each choice."""
    run = Run.start(procedure)
    for answer in answers:
        run = run.answer(answer)
    assert run.done, f"{run.pending} is still asked"
    value = run.value
    assert isinstance(value, State)
    return value


def asked(procedure: Procedure, *answers: Any) -> Any:
    """The question that is pending after these answers."""
    run = Run.start(procedure)
    for answer in answers:
        run = run.answer(answer)
    return run.pending


def fired(here: State, *shots: str, rules: HouseRules = RULES) -> Procedure:
    """`A w B` for each weapon declared, with its printed dice."""
    found = []
    for shot in shots:
        firer, name, target = shot.split()
        attack = here.ships[firer].profile.weapons[name].attack
        found.append(Allocation(firer, name, target, attack))
    procedure = volley(here, rules, tuple(found))
    assert hasattr(procedure, "ask")
    return procedure


def foe(name: str = "B", **rest: Any) -> Ship:
    return ship(name, side="blue", **{"pos": (0.0, 5.0), **rest})


def test_the_seven_steps_in_their_order() -> None:
    """DF-SEQ-02: to hit, damage, saves, hull; crippling; a wreck last."""
    here = state(ship(weapons=(weapon("w", 2, "6", arc="F"),)), foe(start=10, armour=6))
    after = play(
        fired(here, "A w B"),
        (6, 6, 6, 6, 4, 1),  # five hits, criticals all of them
        (1,),  # subsystems
        (3,),  # fire
    )
    hurt = after.ships["B"]
    assert (hurt.hull, hurt.crippled, hurt.crippling_made) == (5, True, 1)
    assert [str(effect) for effect in hurt.effects] == ["fire"]


def test_a_ship_destroyed_outright_makes_no_crippling_roll() -> None:
    """DF-CRP-02, DF-CAT-01: only its wreck is rolled for."""
    here = state(ship(weapons=(weapon("w", 2, "4"),)), foe(start=4, armour=6))
    pending = asked(fired(here, "A w B"), (6, 6, 6, 6))
    assert isinstance(pending, Total)
    assert pending.clause == "DF-CAT-03"


def test_wrecks_go_off_in_a_chain() -> None:
    """DF-CAT-05: a wreck hurts its neighbours, whose wrecks hurt theirs; nearest first."""
    first = ship("X", start=8, hull=0, pos=(0.0, 0.0))
    second = ship("Y", start=8, hull=2, pos=(0.0, 2.0), armour=6)
    third = ship("Z", start=8, hull=8, pos=(0.0, 4.0), armour=6)
    far = ship("F", start=8, pos=(0.0, 30.0))
    below = ship("L", start=8, pos=(0.0, 1.0), layer=Layer.LOW)
    marked = [replace(s, crippled=True, crippling_made=1) for s in (first, second)]
    begun = settled(state(*marked, third, far, below), RULES, ("X",))
    after = play(
        begun,  # type: ignore[arg-type]
        (6,),  # X: radiation burst
        (3,),  # 3 inches: Y alone
        (6,),  # Y is lost: radiation burst
        (2,),  # 2 inches: X is a wreck, Z is in it
    )
    assert [after.ships[name].hull for name in "XYZFL"] == [0, 0, 6, 8, 8]
    assert all(after.ships[name].wreck_rolled for name in "XY")


def test_extra_crippling_damage_can_end_a_ship() -> None:
    """DF-CRP-05: no saves against it, and the wreck follows."""
    here = state(ship(weapons=(weapon("w", 2, "3"),)), foe(start=6, hull=6, armour=6))
    pending = asked(fired(here, "A w B"), (6, 6, 6), (6,), (5,))
    assert pending.clause == "DF-CAT-03"


def test_a_crippling_weapon_and_the_threshold_are_two_rolls() -> None:
    """DF-CRP-08: one for the weapon, one for 50 %; the second follows the first."""
    gun = (weapon("w", 2, "3", special="Crippling"),)
    here = state(ship(weapons=gun), foe(start=10, hull=7, armour=6))
    after = play(
        fired(here, "A w B"),
        (6, 6, 6),
        *((1,), (3,)),  # fire
        *((3,), (1,)),  # scanners
    )
    hurt = after.ships["B"]
    assert [str(effect) for effect in hurt.effects] == ["fire", "scanners_offline"]
    assert (hurt.crippling_made, hurt.crippling_owed) == (1, 0)
    above = state(ship(weapons=gun), foe(start=20, armour=6))
    once = play(fired(above, "A w B"), (6, 6, 6), (1,), (3,)).ships["B"]
    assert (once.crippling_made, once.crippling_owed) == (0, 0)


def test_an_overload_does_not_go_on_in_a_wreck() -> None:
    """DF-CRP-05: reactor overload rolls again only while there is a ship."""
    here = state(ship(weapons=(weapon("w", 2, "3"),)), foe(start=20, hull=13, armour=6))
    after = play(fired(here, "A w B"), (6, 6, 6), (6,), (6,), (1,), (1,))
    hurt = after.ships["B"]
    assert (hurt.hull, hurt.spike) == (7, Spike.MINOR)


@pytest.mark.parametrize(
    ("timing", "expected"),
    [("group_end", 1), ("ship_end", 2), ("immediate", 3)],
)
def test_when_crippling_is_rolled(timing: str, expected: int) -> None:
    """DF-CRP-02: what is resolved together decides how often the group stops to roll."""
    rules = with_options(RULES, {"crippling_timing": timing})
    shots = (
        Allocation("A", "w", "B", DiceExpr.fixed(1)),
        Allocation("A", "v", "C", DiceExpr.fixed(1)),
        Allocation("D", "w", "B", DiceExpr.fixed(1)),
    )
    found = batches(shots, rules)
    assert len(found) == (2 if expected == 1 else 3)


def test_timing_decides_whether_a_ship_lives_to_be_crippled() -> None:
    """DF-CRP-02: at the group's end it is destroyed outright, after each ship it is not yet."""
    guns = (weapon("w", 2, "5"),)
    here = state(
        ship("A", weapons=guns, group="G"),
        ship("D", weapons=guns, group="G", pos=(1.0, 0.0)),
        foe(start=10, armour=6),
    )
    whole = asked(fired(here, "A w B", "D w B"), (6,) * 10)
    assert whole.clause == "DF-CAT-03"
    early = with_options(RULES, {"crippling_timing": "ship_end"})
    first = asked(fired(here, "A w B", "D w B", rules=early), (6,) * 5)
    assert first.clause == "DF-CRP-05"


def test_fighters_join_once_the_damage_is_known() -> None:
    """DF-PD-06: more dice against one attack, then they are spent."""
    missiles = weapon("m", 4, "2", arc="F/S/R", special="Close Action")
    escort = LaunchToken("wing", "blue", LaunchKind.FIGHTERS, "B", 3)
    here = state(ship(weapons=(missiles,)), foe(pd=2, armour=6))
    here = replace(here, tokens=here.tokens.put("wing", escort))
    choice = asked(fired(here, "A m B"), (4, 5))
    assert isinstance(choice, Choose)
    assert (choice.clause, choice.options) == ("DF-PD-06", (1, 0))
    used = play(fired(here, "A m B"), (4, 5), 1, (5, 5, 1, 1, 1))
    assert not used.tokens
    assert used.ships["B"].hull == 10
    kept = play(fired(here, "A m B"), (4, 5), 0, (5, 1), (1,))
    assert list(kept.tokens) == ["wing"]
    missed = play(fired(here, "A m B"), (1, 1))
    assert list(missed.tokens) == ["wing"]


def test_some_fighters_join_and_the_others_stay() -> None:
    """DF-PD-06: token by token, those with most dice first."""
    missiles = weapon("m", 4, "2", arc="F/S/R", special="Close Action")
    here = state(ship(weapons=(missiles,)), foe(pd=0, armour=6))
    for name, dice in (("small", 3), ("large", 5)):
        token = LaunchToken(name, "blue", LaunchKind.FIGHTERS, "B", dice)
        here = replace(here, tokens=here.tokens.put(name, token))
    run = Run.start(fired(here, "A m B")).answer((4, 5))
    assert run.pending is not None
    one = run.answer(1)
    assert one.needs == 5
    assert run.answer(2).needs == 8
    after = play(fired(here, "A m B"), (4, 5), 1, (5, 5, 1, 1, 1))
    assert list(after.tokens) == ["small"]


def test_bombers_face_one_roll_and_torpedoes_none() -> None:
    """DF-PD-03, DF-PD-06: six bombers are one attack; Point Defence does nothing to torpedoes."""
    target = foe(pd=4, armour=6, start=20)
    here = state(ship(), target)
    for number in (1, 2):
        arms = arms_of(LaunchKind.BOMBERS, "UCM")
        token = LaunchToken(f"b{number}", "red", LaunchKind.BOMBERS, "B", 0, arms)
        here = replace(here, tokens=here.tokens.put(token.id, token))
    apart = with_options(RULES, {"pd_pooling": "per_weapon"})
    begun = begin(here, apart, Assault("B"))
    assert not isinstance(begun, Rejection)
    after = play(begun, (3, 4, 1, 1), (5, 5, 1, 1))
    assert after.ships["B"].hull == 20
    assert not after.tokens
    arms = arms_of(LaunchKind.TORPEDOES, "Scourge")
    fish = LaunchToken("t", "red", LaunchKind.TORPEDOES, "B", 0, arms)
    here = replace(state(ship(), target), tokens=here.tokens.put("t", fish).drop("b1").drop("b2"))
    begun = begin(here, RULES, Assault("B"))
    assert not isinstance(begun, Rejection)
    after = play(begun, (5, 1, 1))
    assert (after.ships["B"].hull, after.ships["B"].corruptor) == (18, 1)
    assert isinstance(begin(after, RULES, Assault("B")), Rejection)


def test_fighters_guard_behind_raised_shields() -> None:
    """DF-SAV-04: a ship's own PD is 0 then, fighters still help."""
    missiles = weapon("m", 4, "1", arc="F/S/R", special="Close Action")
    escort = LaunchToken("wing", "blue", LaunchKind.FIGHTERS, "B", 2)
    target = foe(pd=9, shields_up=True, signature_up=16.0, pcm=None)
    here = state(ship(weapons=(missiles,)), target)
    here = replace(here, tokens=here.tokens.put("wing", escort))
    run = Run.start(fired(here, "A m B")).answer((4,)).answer(1)
    assert run.needs == 2


def test_the_attacker_says_which_of_a_squadron_gets_more_dice() -> None:
    """DF-ALL-12: asked where it matters, three dice for one of them."""
    guns = (weapon("w", 4, "2", arc="F", special="Squadron (2)"),)
    here = state(
        ship("A", weapons=guns, group="G"),
        ship("D", weapons=guns, group="G", layer=Layer.LOW),
        foe(armour=6),
    )
    choice = asked(fired(here, "A w B", "D w B"))
    assert isinstance(choice, Choose)
    assert choice.options == ("A", "D")
    run = Run.start(fired(here, "A w B", "D w B")).answer("D")
    assert run.needs == 2
    assert run.answer((1, 1)).needs == 5
    alike = state(*(replace(s, layer=Layer.HIGH) for s in here.ships.values()))
    assert Run.start(fired(alike, "A w B", "D w B")).needs == 7


def test_boosters_are_the_defenders_choice_and_used_up() -> None:
    """DF-SHP-05: once a turn; a save that failed is thrown once more and stands."""
    from defilade.values import Need

    guns = (weapon("w", 2, "2", arc="F"),)
    booster = foe("C", pos=(3.0, 5.0), special="Shield Booster")
    here = state(ship(weapons=guns), foe(armour=6, pcm=Need(4)), booster)
    assert boosters(here, here.ships["B"]) == ("C",)
    choice = asked(fired(here, "A w B"))
    assert isinstance(choice, Choose)
    assert choice.clause == "DF-SHP-05"
    used = play(fired(here, "A w B"), "use", (6, 6), (1, 4), (5,))
    assert used.ships["B"].hull == 10
    assert used.ships["C"].boosted
    assert boosters(used, used.ships["B"]) == ()
    kept = play(fired(here, "A w B"), "keep", (6, 6), (1, 4))
    assert kept.ships["B"].hull == 9


def test_impel_may_turn_the_target() -> None:
    """DF-WPN-15: X hull lost to one weapon, up to 45 degrees either way."""
    ram = (weapon("w", 2, "2", special="Impel (2)"),)
    here = state(ship(weapons=ram), foe(facing=10.0, armour=6))
    assert play(fired(here, "A w B"), (6, 6), -45.0).ships["B"].facing == 325.0
    assert play(fired(here, "A w B"), (6, 6), 0.0).ships["B"].facing == 10.0
    assert play(fired(here, "A w B"), (6, 1)).ships["B"].facing == 10.0


def test_an_unstable_firer_can_cripple_itself() -> None:
    """DF-WPN-16: its own loss counts like any other."""
    from defilade.systems.dropfleet.terms import Order

    gun = (weapon("w", 4, "3", special="Unstable"),)
    firer = replace(ship(weapons=gun, start=6, hull=5), order=Order.WEAPONS_FREE)
    here = state(firer, foe(start=20, armour=6))
    pending = asked(fired(here, "A w B"), (6, 6, 1))
    assert pending.clause == "DF-CRP-05"


def test_a_sector_its_assets_and_its_neighbours() -> None:
    """DF-BOM-01, DF-COL-04, DF-RUI-02, DF-BOM-07: collateral, ruin, and a plant that goes up."""
    bombs = (weapon("b", 2, "2", arc="F", special="Bombardment"),)
    plant = sector(
        "P",
        SectorType.POWER_PLANT,
        "blue infantry I",
        "blue armour J",
        hull=1,
        polygon=((-1.0, 3.0), (1.0, 3.0), (1.0, 5.0)),
    )
    other = sector("Q", SectorType.INDUSTRIAL)
    firer = ship(weapons=bombs, layer=Layer.LOW)
    here = state(firer, plant, other, clusters={"K": ("P", "Q")})
    after = play(
        fired(here, "A b P"),
        (6, 1),  # one critical point
        Spread((("I", 1), ("J", 0))),
        (3,),  # I is saved
        (1,),  # the ruin die spares everybody
        (4, 4, 1, 1),  # the neighbour saves two of four
    )
    assert after.sectors["P"].ruins
    assert set(after.sectors["P"].assets) == {"I", "J"}
    assert after.sectors["Q"].hull == 2


def test_a_station_goes_with_all_aboard() -> None:
    """DF-STA-01, DF-COL-07: no crippling, no catastrophe, nothing left of it."""
    station = foe("T", start=8, hull=1, armour=6, station=StationSize.SMALL, layer=Layer.LOW)
    station = replace(station, assets=assets("blue infantry I"))
    here = state(ship(weapons=(weapon("w", 2, "1"),), layer=Layer.LOW), station)
    after = play(fired(here, "A w T"), (6,), (6,))
    assert after.ships["T"].destroyed
    assert not after.ships["T"].assets


def test_dice_are_asked_weapon_by_weapon() -> None:
    """DF-ALL-07: lines of different weapons are thrown apart, equal lines together."""
    guns = (weapon("w", 4, "2", arc="F"), weapon("v", 4, "3", arc="F"))
    here = state(
        ship("A", weapons=guns, group="G"), ship("D", weapons=guns, group="G"), foe(armour=6)
    )
    run = Run.start(fired(here, "A w B", "A v B", "D w B"))
    assert run.needs == 4
    assert run.answer((1,) * 4).needs == 3


def test_launch_assets_go_down_with_their_ship() -> None:
    """DF-CAT-06."""
    here = state(ship(weapons=(weapon("w", 2, "3"),)), foe(start=3, armour=6))
    wing = LaunchToken("bombs", "red", LaunchKind.BOMBERS, "B")
    here = replace(here, tokens=here.tokens.put("bombs", wing))
    assert not play(fired(here, "A w B"), (6, 6, 6)).tokens


def test_overkill_is_not_negative_hull() -> None:
    """DF-SAV-06: unsaved points beyond the last are simply lost."""
    here = state(ship(weapons=(weapon("w", 2, "3"),)), foe(start=3, hull=1, armour=6))
    assert play(fired(here, "A w B"), (6, 6, 6)).ships["B"].hull == 0
