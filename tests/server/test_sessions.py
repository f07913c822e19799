"""Tables that several people share: every step in the log, stale views refused, keys needed."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import jsonschema
import pytest

from defilade.cli.loading import Installed, engine
from defilade.formats.log import load_session, opening, read_log_text
from defilade.formats.schema import published
from defilade.game import replay
from defilade.server.office import Office
from defilade.systems.registry import names
from tests.server.conftest import BATTLE, FIRING, SKIRMISH, VOLLEY, Api, Played, seated


def played_on(seat: Played, count: int, seed: int = 1) -> list[dict[str, Any]]:
    """So many steps at random; the views after them."""
    chance = random.Random(seed)
    views = [seat.view()]
    for _ in range(count):
        views.append(some_step(seat, views[-1], chance))
    return views


def some_step(seat: Played, view: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    pending, head = view["pending"], view["head"]
    if view["can_undo"] and chance.random() < 0.1:
        done = seat.step("undo", head, agreed=True)
    elif pending is None:
        battle = {"battle": {"session": seat.id}}
        actions = seat.api.post("/actions", battle).json()["actions"]
        if not actions:
            done = seat.step("undo", head, agreed=True)
        else:
            done = seat.step("act", head, action=chance.choice(actions))
    elif pending["ask"] == "choose":
        done = seat.step("choose", head, index=chance.randrange(len(pending["options"])))
    else:
        done = seat.step("roll", head)
    assert done.status_code == 200, done.text
    found: dict[str, Any] = done.json()
    return found


def test_a_new_session_stands_at_the_start_and_tells_its_key_once(api: Api) -> None:
    made = api.post("/sessions", {"battle": BATTLE}).json()
    session, key = made["session"], made["key"]
    assert made["play"] == f"{made['watch']}#{key}"
    view = api.get(f"/sessions/{session['id']}")
    assert view.json() == session
    assert key not in view.text + api.get(f"/sessions/{session['id']}/log").text


def test_a_volley_is_played_out_with_typed_dice(api: Api) -> None:
    seat = seated(api)
    view = seat.step("act", action=VOLLEY).json()
    assert view["pending"]["ask"] == "roll"
    assert view["last"] == {"action": VOLLEY, "done": False, "events": []}
    while view["pending"] is not None:
        if view["pending"]["ask"] == "choose":
            view = seat.step("choose", index=0).json()
        else:
            view = seat.step("answer", faces=[6] * view["pending"]["needs"]).json()
    assert view["last"]["done"]
    assert all(event["says"] for event in view["last"]["events"])
    told = api.get(f"/sessions/{seat.id}/events").json()
    assert told["events"] == view["last"]["events"]


@pytest.mark.parametrize("name", names())
def test_a_random_game_gives_the_log_that_leads_where_it_stands(api: Api, name: str) -> None:
    seat = seated(api, {"example": name})
    last = played_on(seat, 25)[-1]
    text = api.get(f"/sessions/{seat.id}/log").text
    jsonschema.validate(json.loads(text), published("log-1"))
    session = load_session(text, Installed())
    assert session.log.head == last["head"]
    assert len(session.log.bodies) == last["entries"]
    assert (session.pending is None) == (last["pending"] is None)


def test_a_revealed_seed_makes_every_roll_from_it_checkable(api: Api) -> None:
    seat = seated(api)
    view = seat.step("act", action=VOLLEY).json()
    rolled = 0
    while view["pending"] is not None and view["pending"]["ask"] != "choose":
        view = seat.step("roll").json()
        rolled += 1
    assert rolled
    hidden = api.get(f"/sessions/{seat.id}/log").text
    assert "reveal" not in hidden
    assert view["committed"] is not None
    after = seat.step("reveal").json()
    assert after["committed"] is None
    log = read_log_text(api.get(f"/sessions/{seat.id}/log").text)
    system, table = opening(log, Installed())
    replay(system, table, log, engine=engine())
    assert seat.step("reveal").json()["code"] == "nothing-to-reveal"


def test_the_same_seed_rolls_the_same_and_another_commitment_follows_a_reveal(api: Api) -> None:
    def rolls() -> tuple[str, str]:
        seat = seated(api, seed="blue")
        seat.step("act", action=VOLLEY)
        seat.step("roll")
        entries = api.get(f"/sessions/{seat.id}/log").json()["entries"]
        throw = next(each for each in entries if each["kind"] == "throw")
        return entries[0]["sha256"], str(throw["faces"])

    assert rolls() == rolls()


def test_two_clients_at_one_table_see_each_others_moves(api: Api) -> None:
    ann = seated(api)
    bob = Played(api, ann.id, ann.key)
    seen = bob.view()["head"]
    moved = ann.step("act", action=VOLLEY).json()
    late = bob.step("act", seen, action=VOLLEY)
    assert late.status_code == 409
    told = late.json()
    assert (told["code"], told["head"]) == ("stale", moved["head"])
    assert [each["kind"] for each in told["since"]] == ["act"]
    assert "1 entr" in told["detail"]
    again = bob.step("roll", told["head"])
    assert again.status_code == 200
    assert ann.view() == bob.view() == again.json()


def test_a_head_that_never_was_is_stale_too(api: Api) -> None:
    seat = seated(api)
    told = seat.step("undo", "f" * 64).json()
    assert (told["code"], told["since"]) == ("stale", [])


def test_two_steps_at_once_from_one_state_are_not_both_taken(api: Api) -> None:
    import anyio

    seat = seated(api)
    head, codes = seat.view()["head"], []
    headers = {"Authorization": f"Bearer {seat.key}"}
    body = {"head": head, "action": VOLLEY}

    async def one() -> None:
        done = await api.client.post(f"/sessions/{seat.id}/act", json=body, headers=headers)
        codes.append(done.status_code)

    async def all_at_once() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(one)

    api.portal.call(all_at_once)
    assert sorted(codes) == [200] + [409] * 7
    assert seat.view()["entries"] == 1


def test_undo_and_redo_go_back_and_forth_and_the_log_keeps_both(api: Api) -> None:
    seat = seated(api)
    start = seat.view()
    acted = seat.step("act", action=VOLLEY).json()
    undone = seat.step("undo").json()
    assert (undone["pending"], undone["scene"]) == (None, start["scene"])
    assert undone["can_redo"]
    redone = seat.step("redo").json()
    assert redone["pending"] == acted["pending"]
    assert redone["entries"] == 3
    assert seat.step("redo").json()["code"] == "nothing-to-redo"
    seat.step("undo")
    assert seat.step("undo").json()["code"] == "nothing-to-undo"


def test_who_looks_on_cannot_write(api: Api) -> None:
    seat = seated(api)
    watcher = Played(api, seat.id, None)
    refused = watcher.step("act", action=VOLLEY)
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    stranger = Played(api, seat.id, seated(api).key)
    assert stranger.step("act", action=VOLLEY).status_code == 403
    assert watcher.view()["entries"] == 0


def test_what_the_rules_refuse_is_told_with_its_clauses(api: Api) -> None:
    seat = seated(api)
    view = seat.view()
    done = seat.step("act", action="fire R1 -> R2 with Rifles")
    assert done.status_code == 422, done.text
    assert done.json()["code"] == "refused"
    jsonschema.validate(done.json()["refusal"], published("refusal-1"))
    assert seat.view() == view


@pytest.mark.parametrize(
    ("step", "body", "code"),
    [
        ("roll", {}, "nothing-pending"),
        ("answer", {"faces": [1]}, "nothing-pending"),
        ("choose", {"index": 0}, "nothing-pending"),
        ("act", {"action": "dance"}, "not-understood"),
    ],
)
def test_a_step_that_does_not_fit_is_refused(
    api: Api, step: str, body: dict[str, Any], code: str
) -> None:
    seat = seated(api)
    assert seat.step(step, **body).json()["code"] == code
    assert seat.view()["entries"] == 0


def test_a_roll_is_answered_before_anything_else_and_with_its_own_dice(api: Api) -> None:
    seat = seated(api)
    seat.step("act", action=VOLLEY)
    assert seat.step("act", action=VOLLEY).json()["code"] == "answer-first"
    assert seat.step("answer", faces=[7]).json()["code"] == "wrong-dice"
    assert seat.step("answer", faces=["boat"] * 2).json()["code"] == "wrong-dice"
    assert seat.view()["entries"] == 1


def test_the_table_of_a_session_can_be_asked_as_it_stands(api: Api) -> None:
    seat = seated(api)
    battle = {"battle": {"session": seat.id}}
    before = api.post("/actions", battle).json()["actions"]
    assert before == api.post("/actions", {"battle": SKIRMISH}).json()["actions"]
    view = seat.step("act", action=VOLLEY).json()
    while view["pending"] is not None:
        view = seat.step("roll").json()
    assert VOLLEY not in api.post("/actions", battle).json()["actions"]
    assert api.post("/scene", battle).json()["scene"] == view["scene"]


def test_a_session_survives_its_workers(api: Api) -> None:
    seat = seated(api)
    views = played_on(seat, 6)
    office: Office = api.app.state.office

    async def end_all() -> None:
        for worker in list(office.pool.idle):
            worker.kill()

    api.portal.call(end_all)
    codes = {api.post("/ruling", {"battle": BATTLE, "question": FIRING}).status_code}
    codes |= {api.post("/ruling", {"battle": BATTLE, "question": FIRING}).status_code}
    assert codes <= {200, 500, 503}
    for _ in range(600):
        if len(office.pool.idle) == office.pool.size:
            break
        time.sleep(0.1)
    assert seat.view() == views[-1]
    some_step(seat, views[-1], random.Random(3))


def test_a_share_has_the_same_link_for_the_same_battle(api: Api) -> None:
    first = api.post("/shares", {"battle": BATTLE}).json()
    assert api.post("/shares", {"battle": {"document": first["document"]}}).json() == first
    assert api.get(f"/shares/{first['id']}").json() == first
    assert len(first["link"]) < 24
    other = {**first["document"], "title": "Elsewhere"}
    assert api.post("/shares", {"battle": {"document": other}}).json()["id"] != first["id"]


def test_what_is_not_there_is_said_to_be_missing(api: Api) -> None:
    assert api.get("/sessions/nobody").json()["code"] == "unknown-session"
    assert api.get("/sessions/nobody/log").json()["code"] == "unknown-session"
    assert api.get("/shares/nothing").json()["code"] == "unknown-share"
    body = {"battle": {"session": "nobody00"}, "question": FIRING}
    assert api.post("/ruling", body).json()["code"] == "unknown-session"


def test_a_game_goes_on_from_its_log(api: Api) -> None:
    seat = seated(api, seed="blue")
    last = played_on(seat, 12)[-1]
    log = api.get(f"/sessions/{seat.id}/log").json()
    made = api.post("/sessions", {"log": log})
    assert made.status_code == 201, made.text
    again = Played(api, made.json()["session"]["id"], made.json()["key"])
    assert set(made.json()["keys"]) == {"blue", "red"}
    same = ("head", "entries", "pending", "last", "scene", "title", "committed")
    assert {key: again.view()[key] for key in same} == {key: last[key] for key in same}
    assert api.get(f"/sessions/{again.id}/log").json() == log
    played_on(again, 4, seed=2)


def test_whoever_knows_the_seed_of_a_log_goes_on_rolling_from_it(api: Api) -> None:
    seat = seated(api, seed="blue")
    seat.step("act", action=VOLLEY)
    log = api.get(f"/sessions/{seat.id}/log").json()
    made = api.post("/sessions", {"log": log, "seed": "blue"}).json()
    again = Played(api, made["session"]["id"], made["key"])
    assert again.view()["head"] == seat.view()["head"]
    assert again.step("roll").json()["last"] == seat.step("roll").json()["last"]


@pytest.mark.parametrize("key", ["faces", "digest", "kind", "action"])
def test_a_log_that_was_changed_does_not_go_on(api: Api, key: str) -> None:
    seat = seated(api, seed="blue")
    seat.step("act", action=VOLLEY)
    seat.step("roll")
    log = api.get(f"/sessions/{seat.id}/log").json()
    entry = next(each for each in log["entries"] if key in each)
    entry[key] = [1] if key == "faces" else "other"
    answer = api.post("/sessions", {"log": log})
    assert (answer.status_code, answer.json()["code"]) == (409, "log-broken")


@pytest.mark.parametrize("body", [{}, {"battle": BATTLE, "log": {}}, {"log": {"entries": 1}}])
def test_a_session_has_one_beginning(api: Api, body: dict[str, Any]) -> None:
    assert api.post("/sessions", body).json()["code"] in ("invalid", "log-broken")
