"""What the README shows works as it is written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from defilade.systems.registry import load, names

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def fenced(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


COMMANDS = [line for block in fenced("console") for line in block.splitlines()]


def test_every_command_of_the_readme_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from defilade.cli.app import app

    monkeypatch.chdir(tmp_path)
    (battle,) = fenced("yaml")
    Path("frigates.yaml").write_text(battle)
    shown = [line for line in COMMANDS if line.startswith("defilade ")]
    assert len(shown) >= 6
    for line in shown:
        done = CliRunner().invoke(app, shlex.split(line)[1:], input="quit\n")
        assert done.exit_code == 0, f"{line}\n{done.output}"
        assert not done.stderr.strip() or "seed" in done.stderr, f"{line}\n{done.stderr}"


def test_every_system_is_in_its_table() -> None:
    for name in names():
        assert load(name).title.split(":")[0].split(" (")[0].split(",")[0] in README


def test_every_page_it_links_to_is_there() -> None:
    for link in re.findall(r"\]\(([^):]+\.md)\)", README):
        assert (Path(__file__).parents[1] / link).exists(), link
