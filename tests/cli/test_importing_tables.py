"""`defilade import` of layouts, lists, bases and saves: small files of an invented catalogue."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import Run
from tests.formats.terrain import EDGES, TEMPLATES, TWO_YARDS, sheet
from tests.formats.test_rosters import APP
from tests.formats.test_tts import thing

BASES = [
    {
        "id": "rover",
        "faction_id": "salt-riders",
        "base_size_mm": {"shape": "round", "diameter": 60},
        "keywords": ["Vehicle"],
    },
    {
        "id": "salt-riders",
        "faction_id": "salt-riders",
        "base_size_mm": {"shape": "oval", "length": 60, "width": 35},
        "keywords": ["Mounted"],
    },
]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    yards = sheet(*TWO_YARDS, deployment_pattern_id="edges")
    crowded = sheet(
        TWO_YARDS[0], {**TWO_YARDS[0], "id": "again"}, board={"width": 28, "height": 24}
    )
    terrain = {
        "terrain_layouts": [yards, crowded | {"id": "crowded"}],
        "terrain_templates": TEMPLATES,
        "deployment_patterns": [EDGES],
    }
    texts = {
        "terrain.json": json.dumps(terrain),
        "bases.json": json.dumps(BASES),
        "list.txt": APP,
        "save.json": json.dumps({"ObjectStates": [thing("Rover", posX=3.0), thing("Ghost")]}),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name: str(tmp_path / name) for name in texts}


def test_layouts_are_listed_with_what_is_wrong(real: Run, files: dict[str, str]) -> None:
    done = real("import", files["terrain.json"])
    assert done.exit_code == 0
    assert "two-yards  60 x 44, 2 pieces" in done.stdout
    assert "error: again reaches 6.0 inches into west" in done.stdout
    found = json.loads(real("import", files["terrain.json"], "--json").stdout)
    assert found["format"] == "defilade.layouts"
    assert [len(each["faults"]) > 0 for each in found["layouts"]] == [False, True]


def test_a_layout_and_lists_become_a_battle_that_passes(
    real: Run, files: dict[str, str], tmp_path: Path
) -> None:
    """A list against itself on an invented layout: checked, and a picture of it."""
    out = str(tmp_path / "battle.yaml")
    given = [files[name] for name in ("terrain.json", "bases.json", "list.txt")]
    done = real("import", *given, files["list.txt"], "--only", "two-yards", "-o", out)
    assert done.exit_code == 0, done.output
    assert "Rover has no profile" in done.stderr
    assert "4 units on Two yards" in done.stderr
    checked = real("check", out)
    assert checked.exit_code == 0, checked.output
    assert "12 pieces, sound" in checked.output
    assert real("draw", out, "-o", str(tmp_path / "b.svg")).exit_code == 0


def test_a_layout_alone_is_a_battle_without_units(real: Run, files: dict[str, str]) -> None:
    done = real("import", files["terrain.json"], "--only", "two-yards")
    assert done.exit_code == 0
    assert "system: wh40k" in done.stdout
    assert "west-shed" in done.stdout


def test_one_of_several_layouts_must_be_named(real: Run, files: dict[str, str]) -> None:
    done = real("import", files["terrain.json"], files["list.txt"])
    assert done.exit_code == 2
    assert "2 layouts fit" in done.stderr


def test_lists_are_told_unit_by_unit(real: Run, files: dict[str, str]) -> None:
    done = real("import", files["list.txt"])
    assert "1 Rover, 115 points: warlord, Bone Crest" in done.stdout
    found = json.loads(real("import", files["list.txt"], "--json").stdout)
    assert found["format"] == "defilade.armies"
    assert [unit["name"] for unit in found["armies"][0]["units"]] == ["Rover", "Salt Riders"]


def test_saves_are_told_piece_by_piece(real: Run, files: dict[str, str]) -> None:
    done = real("import", files["save.json"], files["bases.json"])
    assert "Rover at 33, 22 facing 0" in done.stdout
    assert "nothing is known of `Ghost`" in done.stderr


def test_what_is_nothing_of_these_is_refused_as_before(real: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.txt"
    path.write_text("A page of no interest.\n")
    done = real("import", str(path))
    assert done.exit_code == 3
    assert "neither XML nor JSON" in done.stderr


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("layouts", ["terrain.json"]),
        ("armies", ["list.txt"]),
        ("save", ["save.json", "bases.json"]),
        ("imported", ["terrain.json", "bases.json", "list.txt", "--only", "two-yards"]),
    ],
)
def test_documents_follow_the_schemas_that_are_published(
    real: Run, files: dict[str, str], kind: str, given: list[str]
) -> None:
    schema = json.loads(real("schema", f"{kind}-1").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    done = real("import", *(files.get(each, each) for each in given), "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["format"] == f"defilade.{kind}"
    jsonschema.validate(found, schema)
    for key in schema["required"]:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({k: v for k, v in found.items() if k != key}, schema)


@pytest.mark.parametrize(
    ("attach", "expected"),
    [
        ("rover=salt-riders", (0, "")),
        ("Rover=Salt Riders", (0, "")),
        ("rovr=salt-riders", (2, "did you mean rover?")),
        ("rover=rover", (2, "two units of one list")),
        ("rover", (2, "no unit is called ''")),
    ],
)
def test_the_command_attaches_leaders(
    real: Run, files: dict[str, str], attach: str, expected: tuple[int, str]
) -> None:
    """WH-ATK-05: no list says whom a leader joins."""
    code, said = expected
    given = [files[name] for name in ("terrain.json", "bases.json", "list.txt")]
    done = real("import", *given, "--only", "two-yards", "-o", "b.yaml", "--attach", attach)
    assert done.exit_code == code, done.output
    assert said in done.stderr
    if code == 0:
        text = Path("b.yaml").read_text()
        assert "leaders: [salt-riders 6]" in text
        assert real("check", "b.yaml").exit_code == 0
