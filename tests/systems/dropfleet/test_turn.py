"""A turn played on the shipped battle: orders, moves, landings, the roundup, in their order."""

from pathlib import Path

import pytest

import defilade
from defilade.dice import Choose, Run
from defilade.formats.battle import read_battle
from defilade.game import Event, Rejection
from defilade.systems.registry import load
from defilade.table import Draft, Table

SYSTEM = load("dropfleet")
EXAMPLE = Path(str(defilade.__file__)).parent / "battles" / "dropfleet.yaml"


def halcyon(**options: str) -> Table:
    text = EXAMPLE.read_text(encoding="utf-8")
    for name, value in options.items():
        text = text.replace(f"{name}: off", f"{name}: {value}")
    draft = read_battle(text, EXAMPLE.name, {"dropfleet": SYSTEM})
    assert isinstance(draft, Draft)
    table = SYSTEM.check(draft)
    assert isinstance(table, Table)
    return table


def told(table: Table, line: str, faces: str = "") -> tuple[Table, tuple[Event, ...]]:
    """The table after an action, with dice typed in and first options chosen, and its events."""
    action = SYSTEM.read_action(line, table)
    procedure = SYSTEM.begin(table, action)
    assert not isinstance(procedure, Rejection), [r.code for r in procedure.reasons]
    run, left = Run.start(procedure), [int(face) for face in faces.split()]
    while (question := run.pending) is not None:
        if isinstance(question, Choose):
            run = run.answer(question.options[0])
        else:
            count = run.needs
            assert len(left) >= count, question
            run = run.answer(tuple(left[:count]))
            left = left[count:]
    assert not left
    after = table.with_state(run.value)
    return after, SYSTEM.narrate(table, action, run.log, after)


def done(table: Table, *lines: str) -> Table:
    for line in lines:
        table, _ = told(table, *line.split(" | "))
    return table


def refused(table: Table, line: str) -> set[str]:
    rejection = SYSTEM.begin(table, SYSTEM.read_action(line, table))
    assert isinstance(rejection, Rejection)
    return {reason.clause for reason in rejection.reasons}


@pytest.fixture
def table() -> Table:
    return halcyon()


def test_nobody_has_to_fire(table: Table) -> None:
    """DF-SEQ-03: the group ends without a shot, and its order still spikes it."""
    after, events = told(table, "end")
    assert [event.code for event in events] == ["spike_gained"]
    assert after.state.ships["Heron"].spike == "major"
    assert after.state.active is None


def test_the_battlegroup_goes_on_and_then_the_other_side(table: Table) -> None:
    """DF-SEQ-05, DF-ORD-08: Wrens are of the same battlegroup, on its one special order."""
    after = done(table, "end")
    assert refused(after, "activate Tacks on standard") == {"DF-SEQ-05"}
    wrens = done(
        after,
        "activate Wrens on standard",
        "move Wren I 5",
        "move Wren II 5",
        "end",
        "activate Tacks on standard",
    )
    assert wrens.state.active == "Tacks"
    assert not wrens.state.ships["Tack II"].silent


def test_the_steps_of_firing_are_told_in_order(table: Table) -> None:
    """DF-SEQ-02: allocate, to hit, saves, hull, then what the order brings at the end."""
    placed, events = told(table, "fire Heron -> Anvil with Port battery")
    assert [event.code for event in events] == ["dice_allocated"]
    after, events = told(placed, "resolve", "4 5 6  1 1  4")
    codes = [event.code for event in events]
    assert codes == ["hit_rolled", "save_rolled", "save_rolled", "hull_lost"]
    assert after.state.ships["Anvil"].hull == 9
    assert refused(after, "fire Heron -> Anvil with Lance") >= {"DF-ALL-06"}


def test_whatever_lights_a_ship_up_is_open_to_everybody(table: Table) -> None:
    """DF-SPK-01, DF-SPK-07: orders and more give spikes, and every picture shows them."""
    after = done(table, "end")
    notes = {piece.id: piece.notes for piece in SYSTEM.scene(after).pieces}
    assert "major spike" in notes["Heron"]
    assert "minor spike" in notes["Anvil"]
    assert "silent" in notes["Tack II"]


def test_a_landing_under_fire(table: Table) -> None:
    """DF-GRD-03, DF-SPK-12: the Fort's flak guards the whole city, 5+ against a dropship."""
    wrens = ("activate Wrens on standard", "move Wren I 5", "move Wren II 5", "end")
    tacks = ("activate Tacks on standard", "move Tack I left 45, 6", "move Tack II left 45, 6")
    down = done(table, "end", *wrens, *tacks, "end")
    down = done(down, "activate Dipper on station_keeping", "move Dipper 1")
    lost = done(down, "land Dipper -> Reactor by dropship with armour | 5")
    assert list(lost.state.sectors["Reactor"].assets) == ["Landed"]
    landed, events = told(down, "land Dipper -> Reactor by dropship with armour", "4")
    assert list(landed.state.sectors["Reactor"].assets) == ["Landed", "red armour 1"]
    assert "asset_landed" in [event.code for event in events]
    assert landed.state.ships["Dipper"].spike == "minor"
    assert refused(landed, "land Dipper -> Fort by dropship with armour") >= {"DF-GRD-06"}


def test_a_nuclear_strike_only_where_it_was_agreed(table: Table) -> None:
    """DF-BOM-09, option nuclear_strike."""
    assert "strike_off" in {
        reason.code
        for reason in SYSTEM.begin(table, SYSTEM.read_action("strike Heron -> Fort", table)).reasons
    }
    agreed = halcyon(nuclear_strike="on")
    codes = {
        reason.code
        for reason in SYSTEM.begin(
            agreed, SYSTEM.read_action("strike Heron -> Fort", agreed)
        ).reasons
    }
    assert "strike_off" not in codes
    assert {"strike_layer", "strike_too_far"} <= codes


def test_one_die_settles_what_the_rules_leave_open(table: Table) -> None:
    """DF-DIC-07: an event of its own, and nothing on the table changes."""
    after, events = told(table, "settle Is the ring solid?", "4")
    assert after.state == table.state
    assert (events[0].code, events[0].clause) == ("settled", "DF-DIC-07")
    assert SYSTEM.wording.event(events[0].code, events[0].params) == (
        "Is the ring solid? A 4 settles it: the second way"
    )


def test_the_roundup_waits_for_everybody(table: Table) -> None:
    """DF-SEQ-05."""
    assert refused(table, "roundup") == {"DF-SEQ-05"}
