"""What goes beyond a limit is refused and says so; what takes too long is stopped."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from anyio.from_thread import BlockingPortal

from defilade.server import Limits, Rate, Settings
from defilade.server.guard import Guard, rate_of
from defilade.server.office import Office
from defilade.server.settings import SettingsError, limits_from, limits_json
from defilade.server.work.pool import Pool
from defilade.systems.registry import load
from defilade.testing.battles import example_text
from tests.server.conftest import BATTLE, FAST, FIRE, FIRING, VOLLEY, Api, seated, serving

HOPELESS = {
    "battle": {
        "text": example_text(load("dropfleet")).replace(
            "attack: 2, damage: 1, arc: F(N)", "attack: 30D6, damage: D6+3, arc: F(N)"
        )
    },
    "action": FIRE,
}
SMALL = Limits(
    body=20_000,
    body_seconds=0.3,
    odds_seconds=2.0,
    grace_seconds=0.1,
    questions=2,
    trials=1_000,
    entries=4,
    feeds_each=1,
    budget=1_000_000_000,
    reading=FAST,
    asking=FAST,
    reckoning=FAST,
    surveying=FAST,
    moving=FAST,
    making=FAST,
)


@pytest.fixture(scope="module")
def small(portal: BlockingPortal, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    yield from serving(portal, tmp_path_factory.mktemp("small"), limits=SMALL)


def settled(api: Api) -> Pool:
    """The pool once every stopped worker was replaced."""
    office: Office = api.app.state.office
    for _ in range(300):
        if len(office.pool.idle) == office.pool.size:
            return office.pool
        time.sleep(0.05)
    raise AssertionError("the workers did not come back")


def test_a_hopeless_question_is_stopped_and_others_are_answered_meanwhile(small: Api) -> None:
    stopped = settled(small).stopped
    answers: dict[str, Any] = {}

    async def hopeless() -> None:
        answers["odds"] = await small.client.post("/odds", json=HOPELESS)

    async def both() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(hopeless)
            await anyio.sleep(0.1)
            body = {"battle": BATTLE, "question": FIRING}
            answers["ruling"] = await small.client.post("/ruling", json=body)
            answers["first"] = "odds" not in answers

    small.portal.call(both)
    assert answers["ruling"].status_code == 200
    assert answers["first"]
    assert answers["odds"].status_code == 422
    told = answers["odds"].json()
    assert (told["code"], told["seconds"]) == ("too-slow", 2.0)
    assert settled(small).stopped == stopped + 1
    assert small.post("/ruling", {"battle": BATTLE, "question": FIRING}).status_code == 200


def test_a_question_whose_asker_went_away_is_stopped(small: Api) -> None:
    stopped = settled(small).stopped

    async def giving_up() -> None:
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/v1/odds",
            "raw_path": b"/api/v1/odds",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "scheme": "http",
            "http_version": "1.1",
            "root_path": "",
        }
        messages = [{"type": "http.request", "body": json.dumps(HOPELESS).encode()}]

        async def receive() -> dict[str, Any]:
            if messages:
                return messages.pop()
            await anyio.sleep(0.1)
            return {"type": "http.disconnect"}

        async def send(_message: Any) -> None:
            pass

        with anyio.fail_after(5):
            await small.app(scope, receive, send)

    began = time.monotonic()
    small.portal.call(giving_up)
    assert time.monotonic() - began < SMALL.odds_seconds
    time.sleep(SMALL.grace_seconds * 2)
    assert settled(small).stopped == stopped + 1


@pytest.fixture(scope="module")
def tiny(portal: BlockingPortal, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A server of one worker that may do next to nothing."""
    limits = Limits(budget=10, sessions=1, shares=1, making=Rate(0.5, 3), text=1_000)
    yield from serving(portal, tmp_path_factory.mktemp("tiny"), limits=limits, workers=1)


def test_exact_odds_over_the_budget_ask_for_a_sample(tiny: Api) -> None:
    told = tiny.post("/odds", {"battle": BATTLE, "action": FIRE})
    assert (told.status_code, told.json()["code"]) == (422, "too-many-states")
    sample = {"trials": 1_000, "seed": "vega"}
    assert tiny.post("/odds", {"battle": BATTLE, "action": FIRE, "sample": sample}).is_success


def test_a_full_store_says_so_and_a_hasty_client_is_slowed_down(tiny: Api) -> None:
    assert tiny.post("/sessions", {"battle": BATTLE}).status_code == 201
    full = tiny.post("/sessions", {"battle": BATTLE})
    assert (full.status_code, full.json()["code"]) == (503, "full")
    assert tiny.post("/shares", {"battle": BATTLE}).status_code == 201
    hasty = tiny.post("/shares", {"battle": BATTLE})
    assert (hasty.status_code, hasty.json()["code"]) == (429, "too-many")
    assert int(hasty.headers["retry-after"]) >= 1
    assert hasty.json()["purpose"] == "making"
    assert tiny.get("/systems").status_code == 200


def test_a_battle_longer_than_is_allowed_is_refused(tiny: Api) -> None:
    told = tiny.post("/check", {"battle": {"text": "title: " + "x" * 1_000}})
    assert (told.status_code, told.json()["code"]) == (413, "too-large")


def test_bodies_too_large_or_too_slow_are_refused(small: Api) -> None:
    body = {"battle": {"text": "x" * 30_000}}
    told = small.post("/check", body)
    assert (told.status_code, told.json()["limit"]) == (413, SMALL.body)

    async def unsized() -> Any:
        for _ in range(30):
            yield b"x" * 1_000

    async def dawdling() -> Any:
        yield b"{"
        await anyio.sleep(2)
        yield b"}"

    headers = {"Content-Type": "application/json"}

    async def sent(content: Any) -> int:
        answer = await small.client.post("/check", content=content, headers=headers)
        return answer.status_code

    assert small.portal.call(sent, unsized()) == 413
    assert small.portal.call(sent, dawdling()) == 408


def test_too_many_questions_and_trials_are_refused(small: Api) -> None:
    questions = small.post("/rulings", {"battle": BATTLE, "questions": [FIRING] * 3})
    assert questions.json()["code"] == "invalid"
    sample = {"trials": 1_001, "seed": "vega"}
    told = small.post("/odds", {"battle": BATTLE, "action": FIRE, "sample": sample})
    assert told.json()["detail"] == "1,000 trials are allowed."


def test_a_log_that_is_full_takes_no_more(small: Api) -> None:
    seat = seated(small)
    codes = []
    for step in ("act", "undo", "redo", "undo"):
        body = {"action": VOLLEY} if step == "act" else {}
        codes.append(seat.step(step, **body).status_code)
    assert codes == [200, 200, 200, 409]
    assert seat.step("undo").json()["code"] == "session-full"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/ruling", {"battle": BATTLE, "question": {**FIRING, "more": 1}}),
        ("/ruling", {"battle": BATTLE, "question": {**FIRING, "by": 3}}),
        ("/ruling", {"battle": BATTLE, "question": {"kind": "dance"}}),
        ("/ruling", {"battle": {"example": "dropfleet", "text": "x"}, "question": FIRING}),
        ("/ruling", {"battle": {}, "question": FIRING}),
        ("/rulings", {"battle": BATTLE, "questions": []}),
        ("/survey", {"battle": BATTLE, "piece": "Heron", "odds": 1}),
        ("/odds", {"battle": BATTLE, "action": FIRE, "exact": "yes"}),
        ("/odds", {"battle": BATTLE, "action": FIRE, "sample": {"trials": 0, "seed": "a"}}),
        ("/sessions", {"battle": {"session": "abcdefgh"}}),
        ("/check", {"battle": {"text": "a\ud800b"}}),
        ("/check", {"battle": {"document": {"a\ud800": 1}}}),
        ("/check", [1]),
        ("/check", None),
    ],
)
def test_input_of_another_shape_is_refused_with_its_place(
    small: Api, path: str, body: object
) -> None:
    headers = {"Content-Type": "application/json"}
    told = small.call("POST", path, content=json.dumps(body), headers=headers)
    assert told.status_code == 422, told.text
    assert told.headers["content-type"] == "application/problem+json"
    assert told.json()["errors"][0]["at"][0] == "body"


@pytest.mark.parametrize(
    ("content", "kind", "code"),
    [
        (b"{", "application/json", "not-json"),
        (b"\xff\xfe", "application/json", "not-json"),
        (b"[" * 15_000, "application/json", "not-json"),
        (b'{"battle": {"document": {"a": NaN}}}', "application/json", "invalid"),
        (b'{"battle": {"document": {"a": 1e999}}}', "application/json", "invalid"),
        (b"{}", "text/plain", "media-type"),
        (b"{}", "", "media-type"),
    ],
)
def test_bodies_that_are_no_json_are_refused(
    small: Api, content: bytes, kind: str, code: str
) -> None:
    headers = {"Content-Type": kind} if kind else {}
    told = small.call("POST", "/check", content=content, headers=headers)
    assert 400 <= told.status_code < 500
    assert told.json()["code"] == code
    assert "Traceback" not in told.text


def test_only_its_own_names_are_answered(small: Api) -> None:
    for host, code in [("localhost:99", 200), ("[::1]:99", 200), ("evil.example", 400)]:
        assert small.get("/health", headers={"Host": host}).status_code == code


def test_an_unknown_path_and_a_wrong_method_are_problems_too(small: Api) -> None:
    assert small.get("/nothing").json()["code"] == "not-found"
    wrong = small.get("/check")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "method-not-allowed")
    assert wrong.headers["allow"] == "POST"


def test_every_answer_forbids_sniffing(small: Api) -> None:
    for path in ("/systems", "/nothing"):
        assert small.get(path).headers["x-content-type-options"] == "nosniff"


def test_limits_are_told_and_read_back(small: Api) -> None:
    told = small.get("/limits").json()
    assert limits_from(told) == SMALL
    assert limits_json(limits_from(told)) == told


@pytest.mark.parametrize(
    "given",
    [
        {"bodies": 1},
        {"body": 1.5},
        {"body": -1},
        {"body": True},
        {"making": 3},
        {"making": {"per_second": 1, "burst": 0}},
        {"making": {"per_second": 1, "burst": 1, "more": 1}},
        {"ask_seconds": "5"},
    ],
)
def test_limits_that_cannot_be_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        limits_from(given)


def test_each_kind_of_request_has_its_rate() -> None:
    limits = Limits()
    prefix = "/api/v1"
    found = {
        path: rate_of("POST", prefix + path, limits)[0]
        for path in ("/ruling", "/odds", "/survey", "/sessions", "/sessions/x/act", "/shares")
    }
    assert list(found.values()) == [
        "asking",
        "reckoning",
        "surveying",
        "making",
        "moving",
        "making",
    ]
    assert rate_of("GET", "/api/v1/ruling", limits)[0] == "reading"


def test_a_guard_lets_a_client_through_again_after_a_while() -> None:
    async def nothing(*_: Any) -> None:
        pass

    guard = Guard(nothing, Settings(limits=Limits(reading=Rate(5.0, 1))))
    codes: list[int] = []

    async def send(message: Any) -> None:
        codes.append(message.get("status", 0))

    async def asked() -> None:
        scope: Any = {"type": "http", "method": "GET", "path": "/", "client": ("a", 1)}
        scope["headers"] = [(b"host", b"localhost")]

        async def receive() -> dict[str, Any]:
            return {"type": "http.request"}

        for _ in range(2):
            await guard(scope, receive, send)
        await anyio.sleep(0.4)
        await guard(scope, receive, send)

    anyio.run(asked)
    assert codes == [429, 0]
