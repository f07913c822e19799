"""Every test here finds the toy system installed, alone, and a battle of it on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from defilade.systems import registry
from tests.cli.toy import BATTLE, SYSTEM


class Point:
    """What an entry point is: something that loads."""

    def load(self) -> object:
        return SYSTEM


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_points", lambda: {"toy": Point()})
    registry.load.cache_clear()
    yield
    registry.load.cache_clear()


@pytest.fixture
def battle(tmp_path: Path) -> str:
    path = tmp_path / "battle.yaml"
    path.write_text(BATTLE)
    return str(path)


Run = Callable[..., Result]


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs commands with the systems that are really installed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    return called


@pytest.fixture
def run(toy: None, real: Run) -> Run:
    """Runs commands with the toy system alone."""
    return real


def called(*args: str, stdin: str | bytes | None = None) -> Result:
    from defilade.cli.app import app

    return CliRunner().invoke(app, list(args), input=stdin, catch_exceptions=True)
