"""The page on the command line: every command, every format, and examples that run as shown."""

from __future__ import annotations

import re
import shlex
from fnmatch import fnmatchcase
from pathlib import Path

import defilade.cli
from defilade.cli.app import app
from tests.cli.conftest import Run

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")


def test_every_command_and_every_format_is_on_the_page() -> None:
    for command in app.registered_commands:
        assert f"\n## {command.name}\n" in PAGE
    sources = Path(str(defilade.cli.__file__)).parent.glob("*.py")
    formats = {
        found
        for source in sources
        for found in re.findall(r'^[A-Z_]+ = "(defilade\.\w+)"', source.read_text("utf-8"), re.M)
    }
    assert len(formats) > 10
    for name in formats:
        assert f"`{name}` 1" in PAGE


def test_the_examples_print_what_the_page_shows(real: Run) -> None:
    shown = 0
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.S):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            done = real(*shlex.split(command)[1:])
            assert done.exit_code in (0, 1), done.output
            pattern = output.replace("[", "[[]").replace("...\n", "*").replace("; ...", "; *")
            assert fnmatchcase(done.output, pattern) or fnmatchcase(done.stdout, pattern), command
            shown += 1
    assert shown > 8
