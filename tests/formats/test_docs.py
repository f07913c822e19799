"""What the pages on formats show is what happens."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from defilade.formats.battle import read_battle
from defilade.formats.limits import BATTLE, CATALOGUES, LOG, LOG_ENTRIES
from defilade.formats.schema import OTHERS, published
from defilade.systems.dropfleet.battle import Battle
from defilade.table import Draft

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "battle-file.md").read_text(encoding="utf-8")
JSON_PAGE = (DOCS / "json.md").read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, flags=re.S)


def test_the_battle_shown_is_read() -> None:
    system = SimpleNamespace(name="dropfleet", battle_type=Battle)
    (text,) = blocks(PAGE, "yaml")
    got = read_battle(text, "page", {"dropfleet": system})
    assert isinstance(got, Draft), got
    assert set(got.battle.ships) == {"Kopis", "Wyvern"}


def test_the_python_shown_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = blocks(PAGE, "python")
    exec(compile(code, "battle-file.md", "exec"), {})
    assert capsys.readouterr().out == blocks(PAGE, "text")[1]


@pytest.mark.parametrize(
    ("page", "number"),
    [
        (PAGE, BATTLE.characters),
        (PAGE, BATTLE.nodes),
        (PAGE, BATTLE.depth),
        (PAGE, BATTLE.scalar),
        (PAGE, BATTLE.faults),
        (PAGE, int(BATTLE.number)),
        (PAGE, CATALOGUES.unpacked),
        (PAGE, CATALOGUES.ratio),
        (JSON_PAGE, LOG.characters),
        (JSON_PAGE, LOG_ENTRIES),
    ],
)
def test_limits_are_as_the_pages_say(page: str, number: int) -> None:
    assert f" {number:,} " in page.replace("\n", " ")


def test_every_format_is_on_the_page() -> None:
    for name in OTHERS:
        assert f"`{name}`" in JSON_PAGE
        schema = published(name)
        kind = schema.get("properties") or schema["anyOf"][0]["properties"]
        assert f"`{kind['format']['const']}`" in JSON_PAGE
