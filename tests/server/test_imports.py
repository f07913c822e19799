"""Files brought in over HTTP: what is told of them, and what is refused."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

from defilade.formats.tts import Frame, save_json
from defilade.systems.registry import load
from defilade.testing.battles import example_text, opened_example
from tests.formats.stat_lines import CATALOGUES
from tests.formats.test_importing import APP, BASES, TERRAIN
from tests.server.conftest import Api


def test_a_battle_file_becomes_a_document_that_can_be_asked_about(api: Api) -> None:
    text = example_text(load("dropfleet"))
    told = api.post("/import", {"name": "battle.yaml", "text": text}).json()
    assert (told["kind"], told["system"], told["edits"]) == ("battle", "dropfleet", None)
    battle = {"battle": {"document": told["document"]}}
    assert api.post("/actions", battle).status_code == 200
    packed = {"name": "battle.yaml", "base64": b64encode(text.encode()).decode()}
    assert api.post("/import", packed).json() == told


def test_a_layout_is_picked_and_a_list_with_its_bases_joins_it(api: Api) -> None:
    terrain = {"name": "terrain.json", "text": TERRAIN.decode()}
    told = api.post("/import", terrain).json()
    (choice,) = told["choices"]
    picked = api.post("/import", {**terrain, "pick": choice["id"]}).json()
    into = {"document": picked["document"]}
    bases = {"name": "bases.json", "text": BASES.decode()}
    asked = {"name": "list.txt", "text": APP, "beside": [bases], "into": into, "side": "defender"}
    joined = api.post("/import", asked)
    assert joined.status_code == 200, joined.text
    (edit,) = joined.json()["edits"]
    assert {unit["side"] for unit in edit["entries"]["units"].values()} == {"defender"}
    made = api.post("/edit", {"battle": {**into, "edits": [edit]}}).json()
    assert made["playable"], made["faults"]
    assert {piece["side"] for piece in made["scene"]["pieces"]} == {"defender"}
    assert all(each["says"].startswith(each["place"]) for each in joined.json()["findings"])


@pytest.mark.parametrize("name", sorted(CATALOGUES))
def test_stat_lines_of_a_catalogue_are_edits_that_can_be_made(api: Api, name: str) -> None:
    battle = {"example": name}
    told = api.post("/import", {"name": "u.cat", "text": CATALOGUES[name], "into": battle}).json()
    before = api.post("/edit", {"battle": battle}).json()
    after = api.post("/edit", {"battle": {**battle, "edits": told["edits"]}}).json()
    assert after["playable"], after["faults"]
    assert {each["id"] for each in after["stock"]} > {each["id"] for each in before["stock"]}


@pytest.mark.parametrize("name", ["dropfleet", "dropzone", "conquest", "wh40k"])
def test_pieces_go_back_to_where_a_save_of_them_has_them(api: Api, name: str) -> None:
    battle = {"example": name}
    scene = api.post("/scene", {"battle": battle}).json()["scene"]
    system = load(name)
    pieces = system.scene(opened_example(system)[1]).pieces
    size = (scene["high"][0] - scene["low"][0], scene["high"][1] - scene["low"][1])
    save = {"name": "save.json", "text": save_json("Table", pieces, frame=Frame(size))}
    edits = api.post("/import", {**save, "into": battle}).json()["edits"]
    on_board = [edit for edit in edits if edit["id"] not in _inside(name)]
    moved = api.post("/edit", {"battle": {**battle, "edits": on_board}})
    assert moved.status_code == 200, moved.text
    for piece, was in zip(moved.json()["scene"]["pieces"], scene["pieces"], strict=True):
        assert piece["position"] == pytest.approx(was["position"], abs=0.01), piece["id"]


def _inside(name: str) -> set[str]:
    """Units in a garrison of the shipped battle: a place of their own would take them out."""
    return {"dropzone": {"W1", "W2", "V1"}, "conquest": {"Crossbows"}}.get(name, set())


def test_a_catalogue_of_another_game_is_refused_by_name(api: Api) -> None:
    asked = {"name": "u.cat", "text": CATALOGUES["dropfleet"], "into": {"example": "wh40k"}}
    told = api.post("/import", asked)
    assert (told.status_code, told.json()["code"]) == (422, "wrong-game")
    assert told.json()["found"] == "Dropfleet Commander"


def test_a_file_that_is_nothing_known_says_so(api: Api) -> None:
    told = api.post("/import", {"name": "x.bin", "base64": b64encode(b"\x00\x01").decode()})
    assert (told.status_code, told.json()["code"]) == (422, "unreadable")
    assert told.json()["faults"]["faults"]


@pytest.mark.parametrize(
    "body",
    [
        {"name": "a"},
        {"name": "a", "text": "x", "base64": "eA=="},
        {"name": "a", "base64": "not base64!"},
        {"name": "a", "text": "x", "beside": [{"name": "b"}]},
    ],
)
def test_a_file_is_given_once_and_whole(api: Api, body: dict[str, object]) -> None:
    assert api.post("/import", body).json()["code"] == "invalid"


def test_a_large_file_has_room_and_a_battle_of_that_size_has_not(api: Api) -> None:
    blank = " " * 2_000_000
    ask = {"name": "list.txt", "text": APP + blank}
    assert api.post("/import", ask).json()["code"] != "too-large"
    assert api.post("/check", {"battle": {"text": blank}}).json()["code"] == "too-large"
    vast = json.dumps({"name": "a", "text": " " * 12_000_001})
    headers = {"content-type": "application/json"}
    answer = api.call("POST", "/import", content=vast, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    "text", ['"\\ud800"', '"system: dropfleet\\u0000"', '"[[[["', '"PK\\u0003"']
)
def test_whatever_a_file_is_the_answer_is_no_bug(api: Api, text: str) -> None:
    headers = {"content-type": "application/json"}
    body = f'{{"name": "a", "text": {text}}}'
    answer = api.call("POST", "/import", content=body, headers=headers)
    assert answer.status_code in (200, 422), answer.text
