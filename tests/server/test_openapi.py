"""The OpenAPI document: as kept with the source, true of the server, its examples of use."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import SchemathesisConfig

from defilade.server import create_app
from defilade.server.guard import PREFIX
from defilade.server.problems import KINDS
from tests.server.conftest import BATTLE, FIRE, Api, seated

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "openapi.json"
PAGE = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
DOCUMENT: dict[str, Any] = create_app().openapi()
VERBS = ("get", "post")


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (verb, path, of_path[verb])
        for path, of_path in DOCUMENT["paths"].items()
        for verb in VERBS
        if verb in of_path
    ]


def test_the_document_is_the_one_that_is_kept() -> None:
    made = json.loads(json.dumps(DOCUMENT))
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert made == kept, "defilade serve --openapi > docs/openapi.json"


def test_every_reference_leads_somewhere() -> None:
    text = json.dumps(DOCUMENT)
    found = set(re.findall(r'"\$ref": "#/components/schemas/(\w+)"', text))
    assert found <= set(DOCUMENT["components"]["schemas"])
    assert "x-published" not in text
    assert "$defs" not in text


def test_every_post_has_an_example_that_fits_its_schema() -> None:
    components = {"components": DOCUMENT["components"]}
    for verb, path, operation in operations():
        if verb != "post":
            continue
        content = operation["requestBody"]["content"]["application/json"]
        assert content["examples"], path
        for example in content["examples"].values():
            jsonschema.Draft202012Validator({**content["schema"], **components}).validate(
                example["value"]
            )


def test_every_example_of_a_question_can_be_sent_as_it_is(api: Api) -> None:
    for verb, path, operation in operations():
        if verb != "post" or "{" in path:
            continue
        examples = operation["requestBody"]["content"]["application/json"]["examples"]
        for example in examples.values():
            answer = api.post(path.removeprefix(PREFIX), example["value"])
            assert answer.is_success, (path, answer.text)


def test_every_path_and_every_code_is_on_the_page() -> None:
    for _, path, _ in operations():
        last = path.removeprefix(PREFIX).rpartition("/")[2]
        word = last if not last.startswith("{") else path.split("/")[3]
        assert f"/{word}" in PAGE, path
    for code, (status, _) in KINDS.items():
        assert f"`{code}`" in PAGE, code
        assert str(status) in PAGE


load_all_checks()
REFUSED = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429"]
"""What may be answered to what fits no schema; it may be too large as well (413)."""
CONFIG = SchemathesisConfig.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}}
)
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT, config=CONFIG)
CHECKED = CHECKS.get_all()
BOUND = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
NOT_CHECKED = {
    "positive_data_acceptance",  # what only a rule system can see is refused as well
    "ignored_auth",  # looking on needs no key, by design
    "use_after_free",  # nothing is ever deleted
    "ensure_resource_availability",
}


SENT = [
    (verb, path, mode)
    for verb, path, operation in operations()
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or {"parameters", "requestBody"} & set(operation)
]
"""Every operation with what fits its schema, and with what does not where anything is sent."""


@pytest.mark.parametrize(("verb", "path", "mode"), SENT)
def test_the_server_is_as_the_document_says_whatever_it_is_sent(
    api: Api, verb: str, path: str, mode: GenerationMode
) -> None:
    operation = SCHEMA[path][verb.upper()]
    checks = [check for check in CHECKED if check.__name__ not in NOT_CHECKED]

    @BOUND
    @given(case=operation.as_strategy(generation_mode=mode))
    def sent(case: Any) -> None:
        if path.endswith("/feed"):
            case.path_parameters["session"] = "nobody"  # a feed does not end
        answer = _sent(api, case)
        case.validate_response(answer, checks=checks)
        assert answer.status_code < 500, answer.content
        assert b"Traceback" not in answer.content

    sent()


def _sent(api: Api, case: Any) -> Any:
    """The case through the client in this process, as the answer that checks want."""
    asked = case.as_transport_kwargs(base_url="http://localhost")
    wanted = {k: v for k, v in asked.items() if k in ("headers", "params", "json")}
    content = asked.get("data")
    answer = api.call(asked["method"], asked["url"], content=content, **wanted)
    return schemathesis.Response.from_httpx(answer, verify=False)


def test_a_session_and_its_steps_follow_the_document(api: Api) -> None:
    components = {"components": DOCUMENT["components"]}
    seat = seated(api, BATTLE)
    answers = {
        "/sessions/{session}": api.get(f"/sessions/{seat.id}"),
        "/sessions/{session}/log": api.get(f"/sessions/{seat.id}/log"),
        "/sessions/{session}/act": seat.step("act", action=FIRE),
        "/sessions/{session}/events": api.get(f"/sessions/{seat.id}/events"),
        "/sessions/{session}/undo": seat.step("undo"),
        "/sessions/{session}/redo": seat.step("redo"),
    }
    for path, answer in answers.items():
        assert answer.is_success, answer.text
        of_path = DOCUMENT["paths"][PREFIX + path]
        operation = of_path.get("post") or of_path["get"]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.Draft202012Validator({**schema, **components}).validate(answer.json())
