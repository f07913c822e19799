"""Faults of a text board: all of them at once, each at its own word in the file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.formats.battle import Unread, read_battle
from defilade.systems.greatwar import SYSTEM
from defilade.table import Faults, Source

WRONG = """\
system: greatwar
hq: {bottom: -2}
board: HEADER
  .       Q       .^I6
      .   vv      .
      .   .  .
"""
SOUND_TEXT = """\
system: greatwar
title: one

board: HEADER # with a remark

  .       ?       .^I6
      .   R+      .^I6*9
"""


def told(text: str) -> dict[str, list[str]]:
    """Codes of faults, and the text that each is marked at."""
    draft = read_battle(text, "test", {"greatwar": SYSTEM})
    assert not isinstance(draft, Unread), draft.faults
    checked = SYSTEM.check(draft)
    assert isinstance(checked, Faults)
    found: dict[str, list[str]] = {}
    for fault in checked.faults:
        place = draft.source.place(fault.path)
        assert place is not None
        line = draft.source.lines[place.line - 1]
        marked = line[place.column - 1 : place.column - 1 + place.length]
        found.setdefault(fault.code, []).append(marked)
    return found


@pytest.mark.parametrize("header", ["|", "|2", "|-", "|+2"])
def test_everything_misdrawn_is_told_at_once(header: str) -> None:
    found = told(WRONG.replace("HEADER", header))
    assert found["board_word"] == ["Q", "vv"]
    assert found["board_not_alternating"] == [".   .  ."]
    assert found["negative"] == ["-2"]


@pytest.mark.parametrize("header", ["|", "|2", "|-"])
def test_faults_of_hexes_and_units_stand_at_their_words(header: str) -> None:
    found = told(SOUND_TEXT.replace("HEADER", header))
    assert found["water_without_class"] == ["?"]
    assert found["fp_with"] == ["R+"]
    assert found["unit_twice"] == [".^I6*9"]
    assert found["unit_strength"] == [".^I6*9"]


def test_a_board_in_quotes_has_the_place_of_the_whole_text() -> None:
    found = told('system: greatwar\nboard: ". Q\\n  . vv\\n"\n')
    assert found["board_word"] == ['". Q\\n  . vv\\n"'] * 2


@given(st.text(alphabet="board: |2>\n .Q", max_size=40), st.lists(st.integers(1, 9), max_size=4))
def test_a_path_into_any_text_has_some_place_of_it(text: str, path: list[int]) -> None:
    from defilade.formats.compose import compose
    from defilade.formats.limits import BATTLE

    read = compose(text, BATTLE)
    source = Source("test", tuple(text.split("\n")), read.places)
    for start in read.places:
        place = source.place((*start, *path))
        assert place is not None
        assert 1 <= place.line <= max(1, len(source.lines))


@pytest.mark.parametrize("phase", ["order", "move", "battle"])
def test_a_battle_starts_in_the_set_up_or_with_a_command_card(phase: str) -> None:
    """GW-TURN-01."""
    found = read_battle(f"system: greatwar\nphase: {phase}\n", "test", {"greatwar": SYSTEM})
    assert isinstance(found, Unread)
    assert found.faults[0].path == ("phase",)
    assert set(found.faults[0].params["choices"]) == {"setup", "command"}  # type: ignore[arg-type]
