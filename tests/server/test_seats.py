"""A key for each side: who may move, who is there, and whom taking back dice needs."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from defilade.server import create_app
from defilade.server.problems import Trouble
from defilade.server.seats import HOST, Seat, hashed, seat_of, voices
from tests.server.conftest import SKIRMISH, VOLLEY, Api, Played


def table(api: Api) -> tuple[Played, dict[str, Played]]:
    """The host of a new session, and a seat for each side."""
    made = api.post("/sessions", {"battle": SKIRMISH}).json()
    name = made["session"]["id"]
    sides = {side: Played(api, name, key) for side, key in made["keys"].items()}
    return Played(api, name, made["key"]), sides


def joined(seat: Played) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {seat.key}"}
    answer = seat.api.post(f"/sessions/{seat.id}/join", {}, headers=headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def rolled(seat: Played) -> None:
    assert seat.step("act", action=VOLLEY).status_code == 200
    assert seat.step("roll").status_code == 200


def test_there_is_a_key_for_each_side_and_any_of_them_may_move(api: Api) -> None:
    host, sides = table(api)
    assert set(sides) == {"blue", "red"}
    assert len({host.key, *(seat.key for seat in sides.values())}) == 3
    assert sides["blue"].step("act", action=VOLLEY).status_code == 200
    assert sides["red"].step("roll").status_code == 200
    assert host.step("undo", agreed=False).status_code == 409


def test_whoever_comes_is_told_whose_key_it_is_and_who_is_there(api: Api) -> None:
    host, sides = table(api)
    assert joined(host) == {
        "seat": HOST,
        "seats": [{"side": "blue", "taken": False}, {"side": "red", "taken": False}],
        "undo": None,
    }
    assert joined(sides["red"])["seat"] == "red"
    there = api.get(f"/sessions/{host.id}/seats").json()
    assert [each["taken"] for each in there["seats"]] == [False, True]
    stranger, _ = table(api)
    assert Played(api, host.id, stranger.key).step("undo").json()["code"] == "wrong-key"


def test_an_act_is_taken_back_by_anybody_alone(api: Api) -> None:
    _, sides = table(api)
    sides["blue"].step("act", action=VOLLEY)
    joined(sides["red"])
    assert sides["red"].step("undo").status_code == 200


def test_dice_are_taken_back_only_when_both_sides_agree(api: Api) -> None:
    _, sides = table(api)
    blue, red = sides["blue"], sides["red"]
    joined(red)
    rolled(blue)
    before = blue.view()
    alone = blue.step("undo")
    assert (alone.status_code, alone.json()["code"]) == (409, "both-needed")
    assert alone.json()["waiting"] == ["blue", "red"]
    asked = blue.step("undo", agreed=True)
    assert (asked.json()["agreed"], asked.json()["waiting"]) == (["blue"], ["red"])
    assert "red" in asked.json()["detail"]
    assert blue.view() == before
    wish = api.get(f"/sessions/{blue.id}/seats").json()["undo"]
    assert wish == {"head": before["head"], "agreed": ["blue"], "waiting": ["red"]}
    done = red.step("undo", agreed=True)
    assert done.status_code == 200
    assert done.json()["pending"]["ask"] == "roll"
    assert api.get(f"/sessions/{blue.id}/seats").json()["undo"] is None


def test_the_host_alone_agrees_for_sides_that_nobody_came_for(api: Api) -> None:
    host, sides = table(api)
    rolled(host)
    assert host.step("undo").json()["waiting"] == [HOST]
    assert host.step("undo", agreed=True).status_code == 200
    host.step("roll")
    joined(sides["red"])
    assert host.step("undo", agreed=True).json()["waiting"] == ["red"]
    assert sides["red"].step("undo", agreed=True).status_code == 200


def test_agreement_is_to_the_dice_on_the_table_and_no_others(api: Api) -> None:
    host, sides = table(api)
    joined(sides["red"])
    rolled(host)
    host.step("undo", agreed=True)
    while (view := host.view())["pending"] is not None and view["pending"]["ask"] != "choose":
        host.step("roll")
    assert sides["red"].step("undo", agreed=True).json()["waiting"] == [HOST]


def test_answers_about_seats_follow_the_document(api: Api) -> None:
    document = create_app().openapi()
    host, _ = table(api)
    path = document["paths"]["/api/v1/sessions/{session}/join"]["post"]
    schema = path["responses"]["200"]["content"]["application/json"]["schema"]
    whole = {**schema, "components": document["components"]}
    jsonschema.Draft202012Validator(whole).validate(joined(host))


@pytest.mark.parametrize(
    ("taken", "wanted"),
    [((), (HOST,)), (("red",), ("red", HOST)), (("red", "blue"), ("red", "blue"))],
)
def test_everybody_who_came_has_a_voice(taken: tuple[str, ...], wanted: tuple[str, ...]) -> None:
    seats = [Seat(side, "", side in taken) for side in ("red", "blue")]
    assert voices(seats) == wanted


def test_a_key_opens_its_own_seat_only() -> None:
    seats = (Seat("red", hashed("r")), Seat("blue", hashed("b")))
    assert [seat_of(key, hashed("h"), seats) for key in ("h", "r", "b")] == [HOST, "red", "blue"]
    for key, code in (("x", "wrong-key"), ("", "wrong-key"), (None, "key-needed")):
        with pytest.raises(Trouble, match=code):
            seat_of(key, hashed("h"), seats)
