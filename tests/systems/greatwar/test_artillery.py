"""Reserve artillery in play: tokens, template, craters, bridges, retreats in turn."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from defilade.dice import odds
from defilade.geometry.hexes import Cube, distance
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.artillery import placed
from defilade.systems.greatwar.ground import shelled
from defilade.systems.greatwar.state import Command, State
from defilade.systems.greatwar.terms import Phase, Place, Side, Token
from defilade.systems.protocol import Prospect
from defilade.table import Table
from tests.systems.greatwar.boards import does, refused, table
from tests.systems.greatwar.test_sight import BOOK, SITES

BOARD = """
.      .      .      .      .
   .      F+vI1  .      .
.      .vI2   .      .      .
   .      .      .      .
.      .      .      .^I3   .
"""
MORE = "reserves: [{side: bottom, strength: 4}]\nhq: {bottom: 5}\n"


def bombarding(board: str = BOARD, more: str = MORE, **changes: object) -> Table[State]:
    of = table(board, more)
    state = replace(of.state, phase=Phase.MOVE, command=Command(0, bombard=True))
    reserve = replace(state.reserves[Side.BOTTOM], ordered=True)
    state = replace(state, reserves=state.reserves.put(Side.BOTTOM, reserve))
    return of.with_state(state)


@given(st.sampled_from([p for p in Place if p not in (Place.CENTRE, Place.MISS)]))
def test_the_template_is_turned_with_its_player(place: Place) -> None:
    """GW-RES-04: the arrow points to the opponent's baseline."""
    centre = Cube.axial(3, 3)
    bottom, top = placed(place, centre, Side.BOTTOM), placed(place, centre, Side.TOP)
    assert bottom is not None
    assert top is not None
    assert distance(centre, bottom) == 1
    assert bottom - centre == -(top - centre)
    if place.value.startswith("forward"):
        assert bottom.r < centre.r < top.r


@given(SITES)
def test_shelling_never_builds_and_always_ends(site: object) -> None:
    """GW-FP-07, GW-RES-12, GW-WAT-08, GW-DBR-05: what comes, and that twice is once."""
    assert hasattr(site, "tokens")
    once = shelled(site, BOOK)
    assert shelled(once, BOOK) == once
    assert Token.FORTIFIED_POSITION not in once.tokens
    assert Token.BRIDGE not in once.tokens
    assert once.tokens - site.tokens <= {Token.SHELL_CRATER, Token.DAMAGED_BRIDGE}


def test_three_in_a_hex_take_the_token_and_all_protection() -> None:
    """GW-RES-05, GW-RES-08, GW-RES-09, GW-TURN-03."""
    of = bombarding()
    after = does(of, "bombard B2 with 3", "5", "6", "5", "soldier", "deadly", "flag").state
    unit = after.units["I1"]
    assert unit.figures == 2
    assert after.hq[Side.BOTTOM] == 2
    assert after.reserves[Side.BOTTOM].fired
    assert after.field.board is not None
    shelled_hex = after.field.board.named("B2")
    assert after.site(shelled_hex).tokens == {Token.SHELL_CRATER}
    assert unit.at != shelled_hex, "its flag could not be ignored"
    assert after.phase is Phase.BATTLE


def test_each_hex_is_fought_by_its_own_dice_the_chosen_one_first() -> None:
    """GW-RES-06, GW-RES-07, GW-RES-10: two in the forest with its token, two on open ground."""
    of = bombarding(more=MORE.replace("strength: 4", "strength: 5"))
    after = does(
        of, "bombard B2 with 4", "5", "6", "4", "4",
        "soldier", "soldier", "burst", "soldier",
    ).state  # fmt: skip
    assert after.units["I1"].figures == 4, "S2: both soldiers are ignored, nothing changes"
    assert after.units["I2"].figures == 2


def test_a_bridge_breaks_and_its_soldiers_stand_in_the_water() -> None:
    """GW-BRG-05, GW-BRG-06, GW-BRG-09."""
    board = BOARD.replace("F+vI1 ", "W=vI1 ")
    after = does(bombarding(board), "bombard B2 with 3", "5", "5", "5", "hq", "hq", "hq")
    site = after.state.site(after.state.units["I1"].at)
    assert site.tokens == {Token.DAMAGED_BRIDGE}
    assert after.state.hq[Side.BOTTOM] == 5
    tank = does(
        bombarding(board.replace("vI1 ", "vAV1")), "bombard B2 with 3", "5", "5", "5", "hq",
        "hq", "hq",
    )  # fmt: skip
    assert "AV1" in tank.state.units


def test_what_forbids_a_bombardment() -> None:
    """GW-RES-01, -03, -05, GW-TURN-02, -03, GW-MAP-01."""
    of = bombarding()
    assert refused(of, "bombard B2 with 5") == {"GW-RES-05"}
    assert refused(of, "bombard 40,40 with 1") == {"GW-MAP-01"}
    assert refused(of.with_state(of.state.change("I3", battled=True)), "bombard B2 with 1") == {
        "GW-TURN-03"
    }
    unordered = table(BOARD, MORE)
    assert "GW-TURN-02" in refused(unordered, "bombard B2 with 1")
    assert "GW-RES-01" in refused(table(BOARD), "bombard B2 with 1")


def test_its_odds_count_dice_in_the_chosen_hex_and_the_whole_toll() -> None:
    of = bombarding()
    prospect = SYSTEM.prospect(SYSTEM.read_action("bombard B2 with 4", of), of)
    assert isinstance(prospect, Prospect)
    whole = odds(prospect.procedure, policy=SYSTEM.policies["default"], exact=True)
    read = {m.name: whole.map(m.of) for m in prospect.measures}
    assert read["changes_hex"].p(bool) == Fraction(1, 9)
    assert read["on_target"].mean() == Fraction(4, 3)
    assert any(note.params.get("name") == "artillery_template" for note in prospect.notes)


def test_a_won_game_ends_in_the_middle_of_a_bombardment() -> None:
    """GW-VIC-02: at any point of a turn, so the other hexes are not fought any more."""
    of = bombarding(BOARD.replace("F+vI1 ", ".vI1*1"), MORE + "medals_to_win: 1\n")
    after = does(of, "bombard B2 with 3", "5", "4", "4", "burst").state
    assert after.winner is Side.BOTTOM
    assert after.units["I2"].figures == 4
