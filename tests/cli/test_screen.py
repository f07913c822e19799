"""What goes to which stream, how wide, and when a bar appears."""

from __future__ import annotations

import io
import sys

import pytest

from defilade.cli import screen as module
from defilade.cli.screen import Screen, width_of


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_a_bar_appears_on_a_terminal_only_and_not_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, patience, quiet, shown in (
        (Terminal(), -1.0, False, True),
        (Terminal(), 60.0, False, False),
        (Terminal(), -1.0, True, False),
        (io.StringIO(), -1.0, False, False),
    ):
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setattr(module, "PATIENCE", patience)
        items = Screen(quiet=quiet).watched(range(3), title="cases")
        assert list(items) == [0, 1, 2]
        assert ("cases" in stream.getvalue()) is shown


def test_lines_are_broken_at_the_width_of_a_terminal_with_a_hanging_indent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    Screen().say("  x one two three four five six", indent=2)
    assert capsys.readouterr().out == "  x one two three four\n    five six\n"
    monkeypatch.delenv("COLUMNS")
    Screen().say("  x one two three four five six", indent=2)
    assert capsys.readouterr().out == "  x one two three four five six\n"


def test_quiet_and_json_leave_out_what_they_should(capsys: pytest.CaptureFixture[str]) -> None:
    for screen, out, err in (
        (Screen(), "answer\nbeside\n", "note\nwrong\n"),
        (Screen(quiet=True), "answer\n", "wrong\n"),
        (Screen(as_json=True), '{\n  "a": 1\n}\n', "note\nwrong\n"),
    ):
        screen.say("answer")
        screen.tell("beside")
        screen.note("note")
        screen.complain("wrong")
        screen.emit({"a": 1})
        assert capsys.readouterr() == (out, err)


def test_a_pipe_has_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert width_of(io.StringIO()) is None
    assert (width_of(Terminal()) or 0) >= 20
