"""Combat: hits, losses, flags and retreats in play, and the odds of the same procedure."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.dice import Choose, OpenChoice, odds
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.battle import Defaults
from defilade.systems.greatwar.book import book_of
from defilade.systems.greatwar.clash import BattleRoll, Defender, Hitting, Symbols
from defilade.systems.greatwar.policies import POLICIES
from defilade.systems.greatwar.terms import Face
from defilade.systems.protocol import Prospect
from tests.systems.greatwar.boards import does, ready, refused, table

DIE = book_of(Defaults()).die
BOTH = (Face.SOLDIER, Face.BURST)

COUNTS = st.builds(Symbols, *(st.integers(0, 6) for _ in range(5)))
HITTING = st.builds(Hitting, st.just(BOTH), st.booleans(), st.integers(0, 5))
DEFENDERS = st.builds(
    Defender,
    player=st.just("top"),
    figures=st.integers(1, 4),
    must=st.integers(0, 1),
    may=st.integers(0, 3),
    per_flag=st.integers(0, 2),
    room=st.integers(0, 4),
    personnel=st.integers(0, 2),
    tokens=st.integers(0, 3),
)


@given(COUNTS, HITTING)
def test_only_soldier_symbols_are_ignored(symbols: Symbols, hitting: Hitting) -> None:
    """GW-DIE-06: bursts and Deadly Die sides are never cancelled; GW-DIE-05: HQ never hits."""
    hits = hitting.hits(symbols)
    sure = symbols.burst + (symbols.deadly if hitting.deadly else 0)
    assert hits == sure + max(0, symbols.soldier - hitting.ignored)


@given(st.integers(0, 3), HITTING, DEFENDERS, st.sampled_from(sorted(POLICIES)))
@settings(max_examples=60, deadline=None)
def test_odds_are_those_of_every_throw_laid_out(
    dice: int, hitting: Hitting, defender: Defender, policy: str
) -> None:
    """Exact odds of figures, flags and tokens against every face of every die."""
    roll = BattleRoll(dice, DIE, hitting, defender)
    exact = odds(roll, policy=POLICIES[policy], exact=True)
    counted: dict[tuple[int, int, int], Fraction] = {}
    for faces in product(DIE.sides, repeat=dice):
        shown = Symbols(**{face.value: faces.count(face.value) for face in Face})
        lost = min(hitting.hits(shown), defender.figures)
        if lost < defender.figures:
            ways = defender.ways(shown.flag)
            way = min(ways, key=lambda w: (w.lost, -w.flags))
            if policy == "default":
                way = ways[-1]
            elif policy == "withdraw":
                way = ways[0]
            elif policy == "yield_ground":
                way = min(ways, key=lambda w: (w.lost, w.lost - w.retreat))
            lost = min(defender.figures, lost + way.lost)
        key = (lost, shown.flag, min(shown.hq, defender.tokens))
        counted[key] = counted.get(key, Fraction(0)) + Fraction(1, 6**dice)
    assert dict(exact.map(lambda o: (o.figures_lost, o.flags, o.gained))) == counted


@given(DEFENDERS, st.integers(0, 6))
def test_flags_are_ignored_by_choice_within_what_is_allowed(defender: Defender, flags: int) -> None:
    """GW-FLAG-01, GW-FLAG-02, GW-TNK-02: what must be ignored is no choice."""
    left = max(0, flags - defender.must)
    ways = defender.ways(flags)
    assert [way.flags for way in ways] == list(range(min(left, defender.may) + 1))
    for way in ways:
        assert way.retreat == (left - way.flags) * defender.per_flag
        assert way.lost == max(0, way.retreat - defender.room)


def test_without_a_policy_the_open_choice_is_told() -> None:
    roll = BattleRoll(2, DIE, Hitting(BOTH, False), Defender("top", 4, 0, 1, 1, 2))
    with pytest.raises(OpenChoice):
        odds(roll)


def test_better_policies_of_the_defender_lose_no_more_figures() -> None:
    """The defender's best for figures is best among all named policies."""
    roll = BattleRoll(3, DIE, Hitting(BOTH, True), Defender("top", 4, 0, 2, 1, 1))
    lost = {
        name: odds(roll, policy=policy, exact=True).map(lambda o: o.figures_lost).mean()
        for name, policy in POLICIES.items()
    }
    assert min(lost.values()) == lost["fewest_figures"] < lost["withdraw"]


def test_each_policy_takes_its_own_way_among_equals() -> None:
    """Where no way costs figures: hold, go, hold, go; where going costs, the dear way is left."""
    free = Defender("top", 4, 0, 2, 1, 3).ways(2)
    tight = Defender("top", 4, 0, 2, 1, 1).ways(2)
    chosen = {
        name: [
            policy["ignore_flags"](Choose("GW-FLAG-01", "top", "ignore_flags", ways)).flags
            for ways in (free, tight)
        ]
        for name, policy in POLICIES.items()
    }
    assert chosen == {
        "default": [2, 2],
        "withdraw": [0, 0],
        "fewest_figures": [2, 2],
        "yield_ground": [0, 1],
    }


BOARD = """
.      .      .      .
   .      T+vI1  .
.      .^I2   .      .
   .      .      .
"""


def test_a_close_combat_in_play_from_roll_to_retreat() -> None:
    """GW-DIE-07, GW-FLAG-03: losses, then flags, then the owner's way back."""
    of = ready(table(BOARD, "medals_to_win: 3\n"))
    after = does(of, "close I2 -> I1", "burst", "flag", "flag", choices=(1, 1)).state
    assert after.units["I1"].figures == 3
    assert after.field.board is not None
    assert after.field.board.name(after.units["I1"].at) == "A2"
    assert after.units["I2"].battled
    assert after.units["I2"].at == of.state.units["I2"].at


def test_a_blocked_retreat_costs_figures_and_may_eliminate() -> None:
    """GW-FLAG-05: each hex that cannot be made is a figure; the unit never moves there."""
    of = ready(table("W W .\n  .vI1*2 .\n.^I2 . .\n"))
    after = does(of, "close I2 -> I1", "flag", "flag", "hq").state
    assert "I1" not in after.units
    assert after.medals[of.state.active] == 1
    once = does(of, "close I2 -> I1", "flag", "hq", "hq").state
    assert once.units["I1"].figures == 1
    assert once.units["I1"].at == of.state.units["I1"].at


def test_special_figures_are_checked_when_figures_are_lost() -> None:
    """GW-UNIT-05, GW-TURN-05: its HQ symbols gain nothing."""
    of = ready(table(BOARD.replace("T+", "."), "units: [{id: I1, personnel: [bomber]}]\n"))
    lost = does(of, "close I2 -> I1", "burst", "soldier", "soldier", "deadly").state
    assert lost.units["I1"].personnel == ()
    kept = does(of, "close I2 -> I1", "burst", "soldier", "soldier", "hq").state
    assert kept.units["I1"].personnel == ("bomber",)
    assert kept.hq[of.state.active] == 0
    unhurt = does(of, "close I2 -> I1", "hq", "hq", "hq").state
    assert unhurt.hq[of.state.active] == 3


def test_confirming_rolls_are_asked_where_the_book_has_them() -> None:
    """GW-TNK-03."""
    of = ready(
        table(BOARD.replace("I1", "AV1"), "defaults: {tank_confirm: [burst, deadly, soldier]}\n")
    )
    after = does(of, "close I2 -> AV1", "burst", "burst", "deadly", "flag", "burst", "hq").state
    assert after.units["AV1"].figures == 1


def test_an_attack_names_every_clause_that_forbids_it() -> None:
    """GW-WAT-06, GW-TURN-02, GW-BAT-02 together, not the first alone."""
    of = table("w^I2 . .vI1", "waterway: fordable\n")
    assert refused(of, "close I2 -> I1") >= {"GW-WAT-06", "GW-TURN-02", "GW-BAT-02"}


def test_the_odds_of_an_attack_name_the_faces_and_the_stand_ins() -> None:
    """GW-DIE-01: every answer prints the faces used; GW-PROT-01: dice are the attacker's own."""
    of = ready(table(BOARD))
    action = SYSTEM.read_action("close I2 -> I1", of)
    prospect = SYSTEM.prospect(action, of)
    assert isinstance(prospect, Prospect)
    faces = [n.params["faces"] for n in prospect.notes if n.code == "faces_used"]
    assert faces == [("soldier", "soldier", "burst", "deadly", "flag", "hq")]
    defaults = {note.params["name"] for note in prospect.notes if note.default}
    assert {"die_faces", "hit_faces", "retreat_hexes_per_flag"} <= defaults
    whole = odds(prospect.procedure, policy=POLICIES["default"], exact=True)
    read = {m.name: whole.map(m.of) for m in prospect.measures}
    assert read["eliminated"].p(bool) == 0
    assert read["figures_lost"].at_least(1) == Fraction(20, 27)
    assert read["forced_out"].p(bool) == Fraction(1, 6) ** 3


def test_a_mans_worth_of_dice_does_not_depend_on_figures() -> None:
    """GW-UNIT-01: one figure rolls what four do."""
    full, weak = ready(table(BOARD)), ready(table(BOARD.replace("I2", "I2*1")))
    rulings = [SYSTEM.survey("I2", of)[0].ruling for of in (full, weak)]
    assert [r.numbers["dice"] for r in rulings] == [3, 3]
