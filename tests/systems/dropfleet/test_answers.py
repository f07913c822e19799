"""The five questions, the survey, and what may be read off them."""

from __future__ import annotations

import pytest

from defilade.dice import odds
from defilade.game import Rejection
from defilade.record import Record
from defilade.ruling import (
    Cover,
    Covered,
    Entry,
    Firing,
    Movement,
    Permission,
    Sight,
    Visible,
)
from defilade.systems.dropfleet import SYSTEM
from defilade.systems.dropfleet.actions import Fire, Land, Move, RollAttack, Scan
from defilade.systems.dropfleet.battle import SceneryLine, ShipLine
from defilade.systems.dropfleet.movement import Ahead
from defilade.systems.dropfleet.policies import POLICIES
from defilade.systems.dropfleet.spikes import signature
from defilade.systems.dropfleet.survey import after_order
from defilade.systems.dropfleet.terms import Lander, Layer, Order, SceneryType, Spike
from defilade.systems.protocol import DetailError
from tests.systems.dropfleet.battles import battle, table


def test_a_shot_with_its_sum_and_its_reasons() -> None:
    """DF-RNG-02, DF-RNG-05: the parts of the range are there, range is judged before arc."""
    ruling = SYSTEM.rule(Firing("C1", "F3", "cannon"), table())
    assert ruling.verdict is Permission.ALLOWED
    numbers = ruling.numbers
    parts = [numbers[part] for part in ("scan", "signature", "spike")]
    assert sum(parts) == numbers["weapon_range"]  # type: ignore[arg-type]
    codes = [reason.code for reason in ruling.reasons]
    assert codes.index("in_range") < codes.index("in_arc")
    assert {fact.code for fact in ruling.facts} >= {"line_of_fire", "weapon_range", "arc"}
    from defilade import ruling as names

    assert eval(repr(ruling), vars(names)) == ruling


def test_an_order_in_the_question_stands_in() -> None:
    refused = SYSTEM.rule(Firing("C1", "F3", "cannon", Record(order="silent_running")), table())
    assert refused.verdict is Permission.REFUSED
    assert "DF-SEQ-04" in refused.clauses


def test_any_weapon_will_do() -> None:
    """DF-ARC-06: one in range and arc is enough, and which is said weapon by weapon."""
    ruling = SYSTEM.rule(Firing("C1", "F3"), table())
    rows = ruling.numbers["weapons"]
    assert isinstance(rows, Record)
    assert ruling.verdict is Permission.ALLOWED
    verdicts = {name: row["verdict"] for name, row in rows.items() if isinstance(row, Record)}
    assert verdicts["cannon"] == "allowed"
    assert verdicts["bombs"] == "refused"


def test_what_the_other_reading_gives() -> None:
    """DF-RNG-02 and DF-ARC-05 decide this shot, so the ruling shows both readings."""
    ships = {
        "A": ShipLine("red", (10, 10), "cruiser", 0, Layer.HIGH, scan=6),
        "B": ShipLine("blue", (10, 22), "cruiser", 0, Layer.HIGH, signature=6),
    }
    ruling = SYSTEM.rule(Firing("A", "B", "cannon"), table(battle(ships=ships, groups={})))
    assert ruling.verdict is Permission.ALLOWED
    [reading] = ruling.readings
    assert (reading.option, reading.value) == ("range_inclusive", "false")
    assert reading.verdict is Permission.REFUSED


def test_sight_and_cover() -> None:
    """DF-TGT-02, DF-SCN-03, DF-SCN-01: ships never hide ships, a moon does, debris hinders."""
    here = table()
    assert SYSTEM.rule(Sight("F1", "C2"), here).verdict is Visible.FULLY
    assert SYSTEM.rule(Cover("F1", "C2"), here).verdict is Covered.NO
    moon = SceneryLine(SceneryType.LSO, centre=(21, 22), radius=1.5)
    behind = table(battle(scenery={"moon": moon}))
    hidden = SYSTEM.rule(Sight("F1", "C2"), behind)
    assert hidden.verdict is Visible.NO
    assert [reason.clause for reason in hidden.against] == ["DF-SCN-03"]
    across = {
        "F1": ShipLine("red", (17, 22), "frigate"),
        "C2": ShipLine("blue", (21, 22), "cruiser"),
    }
    dusty = table(battle(ships=across, groups={}))
    assert SYSTEM.rule(Cover("F1", "C2"), dusty).verdict is Covered.YES


def test_moves_by_points_and_by_legs() -> None:
    here = table()
    straight = SYSTEM.rule(Movement("F1", ((20.0, 24.0),)), here)
    assert straight.verdict is Permission.ALLOWED
    assert straight.numbers["legs"] == ("6",)
    legs = SYSTEM.rule(Movement("F1", detail=Record(legs="right 45, 6, climb")), here)
    assert legs.numbers["layer"] == "high"
    short = SYSTEM.rule(Movement("F1", ((20.0, 19.0),)), here)
    assert [reason.clause for reason in short.against] == ["DF-ORD-01"]


def test_entries() -> None:
    """DF-LAY-06, DF-GRD-06."""
    here = table()
    assert SYSTEM.rule(Entry("F1", "atmosphere"), here).verdict is Permission.ALLOWED
    deadly = SYSTEM.rule(Entry("C2", "atmosphere"), here)
    assert [reason.clause for reason in deadly.against] == ["DF-LAY-06"]
    land = Record(lander="bulk_lander", kind="infantry")
    assert SYSTEM.rule(Entry("F2", "power", land), here).verdict is Permission.ALLOWED
    assert SYSTEM.rule(Entry("C1", "power", land), here).verdict is Permission.REFUSED


@pytest.mark.parametrize(
    "question",
    [Firing("A", "B"), Sight("A", "B"), Cover("A", "B"), Movement("A"), Entry("A", "x")],
)
def test_names_that_nobody_bears(question: object) -> None:
    with pytest.raises(KeyError, match="A"):
        SYSTEM.rule(question, table())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "question",
    [
        Firing("C1", "C2", detail=Record(orders="max_thrust")),
        Firing("C1", "C2", detail=Record(order="foo")),
        Movement("C1", detail=Record(order="foo")),
        Movement("C1", ((float("nan"), 2.0),)),
        Entry("C1", "power", Record(lander="foo")),
        Entry("C1", "power", Record(kind="foo")),
        Sight("C1", "C2", Record(order="standard")),
    ],
)
def test_details_that_mean_nothing(question: object) -> None:
    with pytest.raises(DetailError):
        SYSTEM.rule(question, table())  # type: ignore[arg-type]


def test_a_reading_is_told_only_where_it_gives_another_verdict() -> None:
    """DF-RNG-02: at exactly the range, and within the narrow arc or not."""
    here = table()
    for view in SYSTEM.survey("C1", here):
        for reading in view.ruling.readings:
            assert reading.verdict is not view.ruling.verdict


def test_the_forecast_of_every_order() -> None:
    """For every enemy: can it see and shoot me now, and after each order (trap 2)."""
    here = table()
    views = [v for v in SYSTEM.survey("C1", here) if v.ruling.question.detail.get("forecast")]  # type: ignore[union-attr]
    assert {v.ruling.question.by for v in views} == {"C2", "D1", "F3", "T"}  # type: ignore[union-attr]
    for view in views:
        rows = view.ruling.numbers
        assert set(rows) == {"now", *(order.value for order in Order)}
        free, silent = rows["weapons_free"], rows["silent_running"]
        assert isinstance(free, Record)
        assert isinstance(silent, Record)
        assert free["signature"] == 18.0
        assert silent["signature"] == 0.0
        assert free["range"] >= silent["range"]  # type: ignore[operator]


def test_the_forecast_is_what_comes_of_it() -> None:
    """The Signature foretold is the Signature after the order was given and ended."""
    here = table().state
    ship = here.ships["C1"]
    found = {order: after_order(here, ship, order) for order in Order}
    spikes = {order: after.spike for order, after in found.items() if after is not None}
    assert spikes[Order.STANDARD] is Spike.NONE
    assert spikes[Order.COURSE_CHANGE] is Spike.MINOR
    assert spikes[Order.WEAPONS_FREE] is Spike.MAJOR
    silent = found[Order.SILENT_RUNNING]
    assert silent is not None
    assert signature(silent) == 0


def test_a_survey_puts_what_may_be_done_first() -> None:
    views = SYSTEM.survey("C1", table())
    allowed = [view for view in views if view.prospect is not None]
    assert views[: len(allowed)] == tuple(allowed)
    for view in allowed:
        assert view.prospect is not None
        result = odds(view.prospect.procedure, policy=POLICIES["default"])
        assert {measure.name for measure in view.prospect.measures} & {"hull_lost"}
        assert sum(result.values()) == pytest.approx(1)


def test_every_survey_of_every_piece() -> None:
    here = table()
    for piece in (*here.state.ships, *here.state.sectors):
        assert isinstance(SYSTEM.survey(piece, here), tuple)


def test_odds_of_actions_that_throw_dice() -> None:
    here = table()
    shot = SYSTEM.prospect(Fire("C1", "F3", "cannon"), here)
    assert not isinstance(shot, Rejection)
    assert "crippling_roll" in {measure.name for measure in shot.measures}
    refused = SYSTEM.prospect(Fire("C1", "F1", "cannon"), here)
    assert isinstance(refused, Rejection)
    rolled = SYSTEM.prospect(RollAttack("C1", "drones"), here)
    assert not isinstance(rolled, Rejection)
    assert odds(rolled.procedure).mean() == pytest.approx(3)
    assert isinstance(SYSTEM.prospect(Scan("C1", "F3"), here), Rejection)
    assert isinstance(SYSTEM.prospect(Land("C1", "power", Lander.DROPSHIP), here), Rejection)
    moved = SYSTEM.prospect(Move("F1", (Ahead(6.0),)), here)
    assert not isinstance(moved, Rejection)


def test_a_volley_at_two_targets_keeps_them_apart() -> None:
    from defilade.systems.dropfleet.actions import Activate, Resolve
    from tests.systems.dropfleet.battles import act, session, settle

    game = act(session(), Activate("C1", Order.WEAPONS_FREE))
    import random

    game = settle(act(game, "move C1 4"), random.Random(2))
    game = act(game, "fire C1 -> F3 with cannon")
    game = act(game, "fire C1 -> D1 with laser")
    found = SYSTEM.prospect(Resolve(), game.table)
    assert not isinstance(found, Rejection)
    names = {measure.name for measure in found.measures}
    assert {"F3 hull_lost", "D1 hull_lost"} <= names
    both = odds(found.procedure, policy=POLICIES["default"])
    alone = SYSTEM.prospect(Fire("C1", "F3", "cannon"), table())
    assert not isinstance(alone, Rejection)
    [mean] = [m for m in found.measures if m.name == "F3 hull_lost"]
    assert both.map(mean.of).mean() > 0  # type: ignore[arg-type]


def test_the_scene_has_every_piece_that_is_left() -> None:
    scene = SYSTEM.scene(table())
    assert {piece.id for piece in scene.pieces} == {"F1", "F2", "C1", "C2", "D1", "F3", "T"}
    assert {ground.id for ground in scene.grounds} == {"power", "guns", "field"}
    assert (scene.low, scene.high) == ((0.0, 0.0), (48.0, 48.0))
