"""Published schemas: valid, up to date, and of one mind with the reader about battle files."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from defilade.formats.battle import Unread, read_battle
from defilade.formats.report import faults_json
from defilade.formats.schema import (
    OTHERS,
    battle_schema,
    published,
    schema_name,
    schema_text,
    write_battle_schema,
)
from defilade.systems import registry
from defilade.table import Draft

from .test_battle import HEAD, IN_A_SHIP
from .toy import EXAMPLE, SYSTEMS, TOY

SCHEMA = battle_schema(TOY)
FOLDER = files("defilade").joinpath("schemas")


def errors(document: Any) -> list[str]:
    return [error.message for error in Draft202012Validator(SCHEMA).iter_errors(document)]


@pytest.mark.parametrize("name", OTHERS)
def test_schemas_kept_by_hand_are_schemas(name: str) -> None:
    schema = published(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$id"].endswith(name)


def test_every_published_schema_is_known_by_name() -> None:
    found = {each.name for each in FOLDER.iterdir() if each.name.endswith(".json")}
    battles = {f"battle-{name}-1.json" for name in registry.names()}
    assert found == {f"{name}.json" for name in OTHERS} | battles
    with pytest.raises(KeyError, match="ruling-1"):
        published("nothing-1")


@pytest.mark.parametrize("name", registry.names())
def test_published_battle_schemas_have_not_drifted(name: str) -> None:
    system = registry.load(name)
    text = FOLDER.joinpath(f"{schema_name(system)}.json").read_text(encoding="utf-8")
    fresh = schema_text(battle_schema(system))
    assert text == fresh, "write it again: defilade schema --write src/defilade/schemas"


def test_a_system_writes_its_schema_where_it_is_told(tmp_path: Path) -> None:
    path = write_battle_schema(TOY, tmp_path)
    assert path.name == "battle-toy-1.json"
    assert json.loads(path.read_text(encoding="utf-8")) == SCHEMA


def test_fields_are_described_by_their_docstrings() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    ship = SCHEMA["$defs"]["Ship"]
    assert ship["properties"]["side"]["description"] == "Who plays it."
    assert ship["properties"]["armour"]["anyOf"][0]["pattern"]
    assert SCHEMA["properties"]["system"]["const"] == "toy"
    assert SCHEMA["required"] == ["system", "ships"]
    for kind in (SCHEMA, *SCHEMA["$defs"].values()):
        for name, inner in kind.get("properties", {}).items():
            assert inner.get("description"), name


def test_what_the_reader_takes_the_schema_takes() -> None:
    """Also a name that looks like a number, a distance with its mark, a bare number of dice."""
    odd = HEAD + "  7: {side: 7, pos: [12in, 0], weapons: {w: {lock: 3+, attack: 2}}}\ntitle: 1984"
    for text in (EXAMPLE, odd):
        assert isinstance(read_battle(text, "b", SYSTEMS), Draft)
        assert errors(json.loads(json.dumps(yaml.safe_load(text)))) == []


@pytest.mark.parametrize(
    "ship",
    [
        each[0]
        for each in IN_A_SHIP
        if each[1] in ("key.missing", "key.unknown", "value.unfit")
        and each[2] not in ("2000D6", ".inf")  # no pattern counts, JSON has nothing endless
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(ship: str) -> None:
    """Editors then show the fault while it is being typed."""
    text = f"{HEAD}  a: {ship}\n"
    assert isinstance(read_battle(text, "b", SYSTEMS), Unread)
    assert errors(yaml.safe_load(text))


def test_faults_follow_their_schema() -> None:
    got = read_battle(HEAD + "  a: {sid: x, hull: [2]}\n  b: &x 3\n", "b.yaml", SYSTEMS)
    assert isinstance(got, Unread)
    told = faults_json(got.faults, got.source)
    Draft202012Validator(published("faults-1")).validate(json.loads(json.dumps(told)))
    assert not isinstance(got, Draft)
