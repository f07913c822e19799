"""Setting a table up over HTTP: edits in every reference, what becomes of a battle, measuring."""

from __future__ import annotations

import json
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal

from defilade.server import Limits
from defilade.server.kept import KeptBattles
from defilade.server.problems import Trouble
from defilade.server.work.desk import Desk
from defilade.server.work.jobs import JOBS
from defilade.systems.registry import names
from tests.server.conftest import BATTLE, FIRING, LIMITS, Api, serving

PLACE = {"do": "place", "id": "Heron", "to": [30.0, 40.0], "facing": 180.0}
MOVED = {**BATTLE, "edits": [PLACE]}


def edit(api: Api, battle: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = api.post("/edit", {"battle": battle, **more})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def piece(told: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(p for p in told["scene"]["pieces"] if p["id"] == name)
    return found


@pytest.mark.parametrize("name", names())
def test_every_example_can_be_set_up(api: Api, name: str) -> None:
    told = edit(api, {"example": name})
    assert told["playable"]
    assert told["document"] == api.get(f"/systems/{name}/example").json()["document"]
    assert told["scene"] == api.post("/scene", {"battle": {"example": name}}).json()["scene"]
    whole, *others = told["things"]
    assert (whole["id"], whole["kind"], whole["can"]) == ("", "battle", [])
    assert "/title" in [field["field"] for field in whole["fields"]]
    assert all(each["fields"] for each in others if each["kind"] == "piece")
    assert {each["unit"] for each in told["scene"]["pieces"]} <= {e["unit"] for e in others}
    assert told["stock"]


def test_an_edit_is_made_before_anything_is_asked(api: Api) -> None:
    told = edit(api, MOVED)
    heron = piece(told, "Heron")
    assert (heron["position"], heron["facing"]) == ([30.0, 40.0], 180.0)
    document = {"document": told["document"]}
    question = {"kind": "sight", "by": "Heron", "at": "Anvil"}
    asks: list[tuple[str, dict[str, Any]]] = [
        ("/ruling", {"question": question}),
        ("/rulings", {"questions": [question, FIRING]}),
        ("/survey", {"piece": "Heron"}),
        ("/actions", {}),
        ("/scene", {}),
        ("/svg", {"question": question}),
        ("/measure", {"from": "Heron", "to": "Anvil"}),
    ]
    for path, more in asks:
        edited = api.post(path, {"battle": MOVED, **more})
        assert edited.status_code == 200, edited.text
        assert edited.text == api.post(path, {"battle": document, **more}).text, path
        assert edited.text != api.post(path, {"battle": BATTLE, **more}).text or path == "/actions"
    share = api.post("/shares", {"battle": MOVED}).json()
    assert share["document"] == told["document"]
    session = api.post("/sessions", {"battle": MOVED}).json()["session"]
    assert session["scene"]["pieces"] == told["scene"]["pieces"]
    again = edit(api, {"share": share["id"], "edits": [{**PLACE, "to": [31.0, 40.0]}]})
    assert piece(again, "Heron")["position"] == [31.0, 40.0]


def test_a_battle_is_kept_under_a_name_made_of_what_is_in_it(api: Api) -> None:
    told = edit(api, MOVED)
    assert edit(api, {"kept": told["kept"]})["document"] == told["document"]
    assert edit(api, {"document": told["document"]})["kept"] == told["kept"]
    further = {"do": "place", "id": "Anvil", "to": [24.0, 30.0]}
    one = edit(api, {"kept": told["kept"], "edits": [further]})
    other = edit(api, {**BATTLE, "edits": [PLACE, further]})
    assert one["kept"] == other["kept"] != told["kept"]
    checked = api.post("/check", {"battle": {"kept": one["kept"]}})
    assert checked.json()["document"] == one["document"]


def test_a_battle_that_is_not_kept_must_be_sent_again(api: Api) -> None:
    answer = api.post("/edit", {"battle": {"kept": "0" * 64}})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-battle")


def test_only_so_many_battles_are_kept() -> None:
    kept = KeptBattles(Limits(kept=2, kept_characters=10))
    kept.keep("a", "aaaa")
    kept.keep("b", "bbbb")
    assert kept.text("a") == "aaaa"
    kept.keep("c", "cccc")
    with pytest.raises(Trouble):
        kept.text("b")
    assert kept.size == 8
    kept.keep("d", "d" * 9)
    with pytest.raises(Trouble):
        kept.text("c")
    assert (kept.text("d"), kept.size) == ("d" * 9, 9)


def test_another_worker_knows_a_kept_battle_too(
    portal: BlockingPortal, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("one")
    for api in serving(portal, folder, limits=LIMITS, workers=1):
        told = edit(api, MOVED)
        api.app.state.office.pool.idle[0].kill()
        assert edit(api, {"kept": told["kept"]})["scene"] == told["scene"]


def test_a_faulty_battle_is_drawn_and_edited_all_the_same(api: Api) -> None:
    onto = {"do": "place", "id": "Wolves", "to": [30.0, 26.0]}
    told = edit(api, {"example": "conquest", "edits": [onto]})
    assert not told["playable"]
    assert "overlaps" in told["waivable"]
    assert piece(told, "Wolves")["position"] == [30.0, 26.0]
    ruled = {"kind": "sight", "by": "Wolves", "at": "Pikes"}
    refused = api.post("/ruling", {"battle": {"kept": told["kept"]}, "question": ruled})
    assert refused.json()["code"] == "faulty-battle"
    waived = {"kept": told["kept"], "waive": ["overlaps"]}
    assert api.post("/ruling", {"battle": waived, "question": ruled}).status_code == 200
    off = {"do": "place", "id": "Wolves", "to": [24.0, 33.0]}
    assert edit(api, {"kept": told["kept"], "edits": [off]})["playable"]


def test_a_battle_that_cannot_be_drawn_has_no_scene(api: Api) -> None:
    thin: dict[str, Any] = {"do": "outline", "id": "Yard", "corners": [[10.0, 21.0], [14.0, 21.0]]}
    told = edit(api, {"example": "conquest", "edits": [thin]})
    assert (told["scene"], told["playable"]) == (None, False)
    assert [each["code"] for each in told["faults"]["faults"]][:1] == ["polygon_faulty"]
    back = {**thin, "corners": [*thin["corners"], [14.0, 25.0], [10.0, 25.0]]}
    assert edit(api, {"kept": told["kept"], "edits": [back]})["playable"]


def test_an_edit_that_means_nothing_is_told_by_its_number(api: Api) -> None:
    wrong = {"do": "remove", "id": "Hero"}
    for path in ("/edit", "/scene"):
        answer = api.post(path, {"battle": {**BATTLE, "edits": [PLACE, wrong]}})
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (422, "wrong-edit")
        assert problem["index"] == 1
        assert "'Heron'" in problem["detail"]


def test_a_board_that_cannot_be_read_is_edited_by_hand_only(api: Api) -> None:
    text = "system: greatwar\nboard: |\n  . Q .\n   . .\n"
    answer = api.post("/edit", {"battle": {"text": text}})
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong-edit")
    answer = api.post("/edit", {"battle": {"text": "system: greatwar\nboards: x\n"}})
    assert answer.json()["code"] == "faulty-battle"


def test_fields_are_told_of_those_that_are_asked_for(api: Api) -> None:
    told = edit(api, BATTLE, fields_of=["Heron"])
    assert [each["id"] for each in told["things"] if each["fields"]] == ["Heron"]
    (heron,) = (each for each in told["things"] if each["id"] == "Heron")
    layer = next(each for each in heron["fields"] if each["field"] == "/layer")
    assert (layer["type"], layer["value"], layer["optional"]) == ("choice", "high", True)
    assert [each["value"] for each in layer["choices"]] == [None, "high", "low", "atmosphere"]
    assert layer["help"] == "high, low or atmosphere; low if left out."


def test_distances_are_from_the_middle_and_from_edge_to_edge(api: Api) -> None:
    def measured(name: str, one: Any, other: Any) -> dict[str, Any]:
        asked = {"battle": {"example": name}, "from": one, "to": other}
        answer = api.post("/measure", asked)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    tanks = measured("dropzone", "K1", "K2")
    assert tanks == {"centre": 2.5, "edge": pytest.approx(2.5 - 0.9 - 0.9), "hexes": None}
    assert measured("dropzone", "K1", "Kiosk")["edge"] == pytest.approx(3.9051 - 0.9, abs=1e-3)
    assert measured("dropzone", [0.0, 0.0], [3.0, 4.0])["centre"] == 5.0
    assert measured("dropzone", [24.0, 8.0], "Railings")["edge"] == 1.0
    assert measured("conquest", "Mill", "Pond")["edge"] == pytest.approx(117**0.5 - 4.5)
    assert measured("greatwar", "I6", "I7")["hexes"] == 4
    asked = {"battle": {"example": "dropzone"}, "from": "K1", "to": "Kiosc"}
    answer = api.post("/measure", asked)
    assert (answer.status_code, answer.json()["near"]) == (404, "Kiosk")


def test_a_dragged_piece_costs_one_edit_and_no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long list of edits only the last is made anew where the last is what changes."""
    from defilade.server.work import desk as module

    desk = Desk(Limits())
    text = JOBS["edit"](_asked({"example": "dropfleet"}, []), desk).more["text"]
    made: list[int] = []
    folding = module.edited

    def counted(draft: Any, edits: Any, system: Any, *, first: int = 0) -> Any:
        made.append(len(edits))
        return folding(draft, edits, system, first=first)

    def unread(*_: Any) -> Any:
        raise AssertionError("the battle was at hand")

    monkeypatch.setattr(module, "edited", counted)
    monkeypatch.setattr(module, "read_battle", unread)
    before = [PLACE] * 50
    battle = {"text": text, "name": "battle.json"}
    for step in range(4):
        dragged = {"do": "place", "id": "Anvil", "to": [24.0, 27.0 + step]}
        JOBS["scene"](_asked(battle, [*before, dragged]), desk)
    assert made == [50, 1, 1, 1, 1]


def _asked(battle: dict[str, Any], edits: list[Any]) -> dict[str, Any]:
    return {"battle": {**battle, "waive": [], "edits": edits}}


def test_edits_are_bounded_and_closed(api: Api) -> None:
    many = {**BATTLE, "edits": [PLACE] * 2_001}
    assert api.post("/scene", {"battle": many}).json()["code"] == "invalid"
    for wrong in (
        {"do": "dance", "id": "Heron"},
        {"do": "place", "id": "Heron", "to": [1]},
        {"do": "place", "id": "Heron", "to": [1, 2], "of": 3},
        {"do": "copy", "id": "Heron"},
        {"do": "set", "id": "Heron", "field": "/x", "value": json.loads("[" * 40 + "]" * 40)},
    ):
        answer = api.post("/scene", {"battle": {**BATTLE, "edits": [wrong]}})
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid"), wrong
