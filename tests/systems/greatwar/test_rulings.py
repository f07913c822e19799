"""Rulings, surveys, scenes and events of the shipped battle."""

from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.drawing.board import board_svg
from defilade.ruling import Cover, Covered, Firing, Line, Mark, Permission, Record, Sight, Visible
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.scene import scene_of
from defilade.table import Catalogue, WrongEdition
from defilade.testing.battles import opened_example
from defilade.testing.random_play import random_game
from tests.systems.greatwar.boards import ready, table

BATTLE, TABLE = opened_example(SYSTEM)


def test_a_blocked_line_says_where_it_is_stopped() -> None:
    """GW-LOS-02, GW-LOS-01."""
    of = ready(table(".^I1 F . .vI2\n  . . . .\n"))
    ruling = SYSTEM.rule(Sight("I1", "I2"), of)
    assert ruling.verdict is Visible.NO
    assert ruling.numbers["range"] == 3
    line = ruling.facts[0]
    assert line.mark is Mark.BLOCKED
    assert isinstance(line.shape, Line)
    assert line.shape.blocked_at == (0.5, 0.0)


def test_protection_is_asked_of_an_attack() -> None:
    """GW-PROT-08, GW-TNK-02."""
    of = ready(table("HvI1 .^I2 .\n  H^I3 . .^I4\nTvAV1 . .\n"))
    uphill = SYSTEM.rule(Cover("I2", "I1"), of)
    across = SYSTEM.rule(Cover("I3", "I1"), of)
    assert (uphill.verdict, uphill.numbers["S"]) == (Covered.YES, 1)
    assert (across.verdict, across.numbers["S"]) == (Covered.NO, 0)
    tank = SYSTEM.rule(Cover("I4", "AV1"), of)
    assert (tank.numbers["S"], tank.numbers["must_ignore"]) == (0, 1)
    shelled = SYSTEM.rule(
        Cover("artillery", "I1", Record(on_target=3)), ready(table("TvI1 .\n  . .\n"))
    )
    assert shelled.numbers["S"] == 0


def test_firing_tells_dice_range_and_protection_or_every_reason_against() -> None:
    of = ready(table("F^I1 . TvI2 .\n  . . . .\n"))
    found = SYSTEM.rule(Firing("I1", "I2"), of)
    assert found.verdict is Permission.ALLOWED
    numbers: Mapping[str, object] = found.numbers
    assert (numbers["range"], numbers["dice"], numbers["S"], numbers["Fl"]) == (2, 2, 2, "2")
    assert {"GW-DIE-04", "GW-PROT-02", "GW-PROT-03", "GW-UNIT-01"} <= set(found.clauses)
    closely = SYSTEM.rule(Firing("I1", "I2", "close"), of)
    assert [r.clause for r in closely.against] == ["GW-BAT-02"]


def test_a_survey_puts_what_is_allowed_first_and_gives_its_odds() -> None:
    of = ready(table(".^I1 .vI2 . .vI3\n  . . . .\n"))
    views = SYSTEM.survey("I1", of)
    assert [v.ruling.verdict for v in views[:2]] == [Permission.ALLOWED, Permission.REFUSED]
    assert views[0].prospect is not None
    assert views[1].prospect is None


def test_the_scene_can_be_drawn_with_every_fact() -> None:
    """Ground by texture and word, tokens by word, sides by shape: nothing by colour alone."""
    scene = scene_of(TABLE.state)
    assert scene.hexes
    labels = {g.id for g in scene.grounds}
    assert {"trench+FP 3/3 B5", "wire C3", "damaged bridge F8", "forest 1/0 A2"} <= labels
    assert {"ford F1", "bridge F4", "mine crater 1/1 E7", "bunker 2/all B6"} <= labels
    ruling = SYSTEM.rule(Sight("I6", "I1"), TABLE)
    svg = board_svg(scene, ruling.facts)
    assert "fortified position" in svg
    assert "MG" in svg
    bridge = next(g for g in scene.grounds if "bridge" in g.tags)
    assert not bridge.opaque


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 1000))
def test_every_event_of_a_game_is_a_whole_sentence(seed: int) -> None:
    """GW-UNIT-03 among them: the gun goes last."""
    *_, last = random_game(SYSTEM, TABLE, BATTLE, seed=seed, steps=50)
    for event in last.events():
        said = SYSTEM.wording.event(event.code, event.params)
        assert "?" not in said
        assert "{" not in said
        assert event.clause in SYSTEM.clauses


def test_no_catalogue_is_of_this_game() -> None:
    found = SYSTEM.adopt(Catalogue("Warhammer 40,000", "x", (), {}, (), ()))
    assert found == WrongEdition("Warhammer 40,000", "Commands & Colors: The Great War")
