"""Questions over HTTP: what is answered is what the library says, and errors explain themselves."""

from __future__ import annotations

import json
import sys
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.formats.rulings import ruling_from, ruling_json
from defilade.formats.schema import published
from defilade.ruling import Firing
from defilade.server import Limits
from defilade.server.problems import Trouble
from defilade.server.work.desk import Desk
from defilade.server.work.jobs import JOBS
from defilade.systems.readings import ruled_in_full
from defilade.systems.registry import load, names
from defilade.testing.battles import example_text, opened_example
from tests.server.conftest import BATTLE, FIRE, FIRING, Api

TEXT = example_text(load("dropfleet"))


def test_systems_are_those_that_are_installed(api: Api) -> None:
    told = api.get("/systems").json()
    assert [each["name"] for each in told["systems"]] == list(names())
    for each in told["systems"]:
        assert api.get(f"/systems/{each['name']}").json() == each
        assert each["package"] == "defilade"


@pytest.mark.parametrize("name", names())
def test_each_system_tells_its_clauses_example_and_schema(api: Api, name: str) -> None:
    system = load(name)
    listed = api.get(f"/systems/{name}/clauses").json()["clauses"]
    assert [each["id"] for each in listed] == list(system.clauses)
    one = api.get(f"/systems/{name}/clauses/{listed[0]['id']}").json()
    assert one["clauses"] == listed[:1]
    example = api.get(f"/systems/{name}/example").json()
    assert json.loads(opened_example(system)[0]) == example["document"]
    assert api.get(f"/schemas/{name}").json()["$id"].startswith("urn:defilade:schema:battle-")
    checked = api.post("/check", {"battle": {"text": example["text"]}}).json()
    assert checked["playable"]


@pytest.mark.parametrize("name", names())
def test_a_ruling_is_the_one_of_the_library(api: Api, name: str) -> None:
    system = load(name)
    _, table = opened_example(system)
    piece = system.scene(table).pieces[0].id
    questions = [view.ruling.question for view in system.survey(piece, table)][:3]
    for question in questions:
        ruling = ruled_in_full(question, table, system)
        wanted = ruling_json(ruling, system=name, wording=system.wording)
        body = {"battle": {"example": name}, "question": wanted["question"]}
        answer = api.post("/ruling", body)
        assert answer.status_code == 200, answer.text
        assert answer.json() == json.loads(json.dumps(wanted))
        jsonschema.validate(answer.json(), published("ruling-1"))
        assert ruling_from(answer.json()) == ruling


def test_a_single_question_is_told_readings_that_take_long(api: Api) -> None:
    asked = {"kind": "sight", "by": "Raiders", "at": "Gunners"}
    battle = {"example": "wh40k"}
    alone = api.post("/ruling", {"battle": battle, "question": asked}).json()
    options = {each["option"] for each in alone["readings"]}
    assert {"distance", "gone_to_ground"} <= options
    (among,) = api.post("/rulings", {"battle": battle, "questions": [asked]}).json()["rulings"]
    assert among == {**alone, "readings": []}


def test_the_same_battle_in_each_form_gives_the_same_ruling(api: Api) -> None:
    document = api.get("/systems/dropfleet/example").json()["document"]
    share = api.post("/shares", {"battle": BATTLE}).json()["id"]
    session = api.post("/sessions", {"battle": BATTLE}).json()["session"]["id"]
    forms: list[dict[str, Any]] = [
        {"text": TEXT},
        {"document": document},
        BATTLE,
        {"share": share},
        {"session": session},
    ]
    answers = [api.post("/ruling", {"battle": form, "question": FIRING}) for form in forms]
    assert {each.status_code for each in answers} == {200}
    assert len({each.text for each in answers}) == 1


def test_many_questions_come_back_in_their_order(api: Api) -> None:
    other = {**FIRING, "weapon": "Port battery"}
    body = {"battle": BATTLE, "questions": [FIRING, other]}
    told = api.post("/rulings", body).json()["rulings"]
    assert [each["question"]["weapon"] for each in told] == ["Lance", "Port battery"]
    assert told[0] == api.post("/ruling", {"battle": BATTLE, "question": FIRING}).json()


def test_a_faulty_battle_is_told_with_every_place(api: Api) -> None:
    text = TEXT.replace("hull_start: 10", "hull_start: many").replace("armour: 3+", "armour: soft")
    told = api.post("/check", {"battle": {"text": text, "name": "mine.yaml"}}).json()
    assert not told["playable"]
    faults = told["faults"]["faults"]
    assert len(faults) >= 2
    for fault in faults:
        line = text.splitlines()[fault["line"] - 1]
        assert "many" in line or "soft" in line
    refused = api.post("/ruling", {"battle": {"text": text}, "question": FIRING})
    assert refused.status_code == 422
    assert refused.json()["code"] == "faulty-battle"
    assert [f["code"] for f in refused.json()["faults"]["faults"]] == [f["code"] for f in faults]


def test_a_wrong_name_is_told_with_the_nearest(api: Api) -> None:
    wrong = {"kind": "sight", "by": "MO11", "at": "I6"}
    told = api.post("/ruling", {"battle": {"example": "greatwar"}, "question": wrong})
    assert (told.status_code, told.json()["code"]) == (404, "unknown-name")
    assert told.json()["near"] == "MO1"
    survey = api.post("/survey", {"battle": BATTLE, "piece": "Heroon"})
    assert survey.json()["near"] == "Heron"


def test_a_survey_has_odds_only_where_they_are_asked_for(api: Api) -> None:
    plain = api.post("/survey", {"battle": BATTLE, "piece": "Heron"}).json()
    full = api.post("/survey", {"battle": BATTLE, "piece": "Heron", "odds": True}).json()
    assert not any(row["odds"] for row in plain["views"])
    assert any(row["odds"] for row in full["views"])
    assert [r["ruling"] for r in plain["views"]] == [r["ruling"] for r in full["views"]]


def test_exact_odds_add_up_and_sampled_ones_are_near(api: Api) -> None:
    exact = api.post("/odds", {"battle": BATTLE, "action": FIRE, "exact": True})
    sample = {"trials": 200_000, "seed": "vega"}
    sampled = api.post("/odds", {"battle": BATTLE, "action": FIRE, "sample": sample})
    for answer in (exact, sampled):
        assert answer.status_code == 200, answer.text
        jsonschema.validate(answer.json(), published("odds-1"))
    for sure, near in zip(exact.json()["measures"], sampled.json()["measures"], strict=True):
        assert (sure["kind"], near["kind"]) == ("exact", "sampled")
        chances = {str(row["value"]): row["p"] for row in sure["outcomes"]}
        assert sum(chances.values()) == pytest.approx(1)
        for row in near["outcomes"]:
            assert row["p"] == pytest.approx(chances[str(row["value"])], abs=0.01)


def test_odds_of_what_is_no_action_say_where_reading_stopped(api: Api) -> None:
    told = api.post("/odds", {"battle": BATTLE, "action": "fire Heron at"})
    assert (told.status_code, told.json()["code"]) == (422, "not-understood")
    jsonschema.validate(told.json()["refusal"], published("refusal-1"))
    policy = api.post("/odds", {"battle": BATTLE, "action": FIRE, "policy": "defualt"})
    assert policy.json()["near"] == "default"


def test_actions_are_written_as_they_are_read(api: Api) -> None:
    actions = api.post("/actions", {"battle": BATTLE}).json()["actions"]
    assert FIRE in actions
    for text in actions[:3]:
        assert api.post("/odds", {"battle": BATTLE, "action": text}).status_code == 200


@pytest.mark.parametrize("name", names())
def test_the_scene_and_its_picture_show_every_piece(api: Api, name: str) -> None:
    scene = api.post("/scene", {"battle": {"example": name}}).json()["scene"]
    picture = api.post("/svg", {"battle": {"example": name}})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.headers["content-security-policy"].startswith("default-src 'none'")
    assert picture.text.startswith("<svg")
    for piece in scene["pieces"]:
        assert piece["id"] in picture.text


def test_a_picture_of_a_ruling_cites_its_clauses(api: Api) -> None:
    ruling = api.post("/ruling", {"battle": BATTLE, "question": FIRING}).json()
    picture = api.post("/svg", {"battle": BATTLE, "question": FIRING}).text
    assert ruling["reasons"][0]["clause"] in picture
    assert _firing().by in picture


def _firing() -> Firing:
    return Firing("Heron", "Anvil", "Lance")


DESK = Desk(Limits())
KINDS = ("movement", "sight", "cover", "entry", "firing")
WORDS = st.sampled_from(("order", "legs", "kind", "via", "edge", "combat", "takeoff", "off"))
VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from((0.5, "", "4,4", "move", "x"))
)
NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)


@pytest.mark.parametrize("name", names())
@given(data=st.data())
@settings(max_examples=20, deadline=None, derandomize=True, database=None)
def test_whatever_is_asked_a_ruling_or_a_problem_comes(name: str, data: st.DataObject) -> None:
    scene = DESK.opened({"example": name, "waive": []}).scene
    there = [*(piece.id for piece in scene.pieces), *(place.id for place in scene.grounds)]
    known = st.sampled_from([*there, "nobody"])
    detail = data.draw(st.dictionaries(WORDS, VALUES | st.lists(VALUES, max_size=2), max_size=2))
    question = {"kind": data.draw(st.sampled_from(KINDS)), "detail": detail}
    match question["kind"]:
        case "movement":
            path = data.draw(st.lists(st.lists(NUMBERS, min_size=2, max_size=2), max_size=3))
            question |= {"piece": data.draw(known), "path": path}
        case "entry":
            question |= {"piece": data.draw(known), "place": data.draw(known)}
        case _:
            question |= {"by": data.draw(known), "at": data.draw(known), "weapon": None}
    asked = {"battle": {"example": name, "waive": []}, "questions": [question], "single": True}
    answered = _answered(asked)
    if isinstance(answered, str):
        assert answered in ("unknown-name", "wrong-question")
    else:
        jsonschema.validate(json.loads(answered), published("ruling-1"))


def _answered(asked: dict[str, Any]) -> bytes | str:
    try:
        return JOBS["rulings"](asked, DESK).body
    except Trouble as found:
        return found.problem.code


def test_a_table_is_drawn_in_pixels_and_on_a_sheet_to_print(api: Api) -> None:
    pixels = api.post("/png", {"battle": BATTLE, "question": FIRING})
    assert (pixels.status_code, pixels.headers["content-type"]) == (200, "image/png")
    assert pixels.content.startswith(b"\x89PNG")
    sheet = api.post("/sheet", {"battle": BATTLE})
    assert sheet.headers["content-type"].startswith("image/svg+xml")
    assert "Over Halcyon" in sheet.text
    assert "Heron" in sheet.text


def test_a_server_that_cannot_draw_pixels_says_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    asked = {"battle": {**BATTLE, "waive": [], "edits": []}, "question": None}
    with pytest.raises(Trouble, match=r"no-png.*pip install") as caught:
        JOBS["png"](asked, Desk(Limits()))
    assert caught.value.problem.status == 501
