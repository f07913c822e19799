"""The page is sent as it was built, compressed where that is accepted, and may load only itself."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal

from defilade.server import Settings, create_app
from tests.server.conftest import LIMITS, Api, living

SCRIPT = b"console.log('table')\n" * 40
INDEX = b"<!doctype html><title>Defilade</title>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a build leaves: a page, a hashed asset plain and in two codings, a worker."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "assets").mkdir()
    (folder / "index.html").write_bytes(INDEX)
    (folder / "sw.js").write_bytes(b"self.skipWaiting()")
    (folder / "manifest.webmanifest").write_bytes(b"{}")
    (folder / ".secret").write_bytes(b"hidden")
    script = folder / "assets" / "index-3f2a.js"
    script.write_bytes(SCRIPT)
    script.with_name("index-3f2a.js.gz").write_bytes(gzip.compress(SCRIPT))
    script.with_name("index-3f2a.js.br").write_bytes(b"brotli")
    return folder


@pytest.fixture(scope="module")
def page(portal: BlockingPortal, folder: Path) -> Iterator[Api]:
    app = create_app(Settings("sqlite://", 1, limits=LIMITS, page=folder))
    with portal.wrap_async_context_manager(living(app)) as client:
        yield Api(portal, client, app)


def at(path: str) -> str:
    return f"http://localhost{path}"


@pytest.mark.parametrize("path", ["/", "/play/Zm9vYmFyYmF6cXV4", "/s/0123456789abcdef"])
def test_every_link_that_people_share_opens_the_page(page: Api, path: str) -> None:
    answer = page.get(at(path))
    assert (answer.status_code, answer.content) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_hashed_asset_is_kept_for_ever_and_the_worker_is_asked_for_again(page: Api) -> None:
    script = page.get(at("/assets/index-3f2a.js"), headers={"accept-encoding": "identity"})
    assert script.content == SCRIPT
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"].startswith("text/javascript")
    assert page.get(at("/sw.js")).headers["cache-control"] == "no-cache"
    manifest = page.get(at("/manifest.webmanifest"))
    assert manifest.headers["content-type"].startswith("application/manifest+json")


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("", None)],
)
def test_a_compressed_file_is_sent_where_it_is_accepted(
    page: Api, accepted: str, coding: str | None
) -> None:
    async def asked() -> tuple[str | None, bytes, str]:
        path = at("/assets/index-3f2a.js")
        async with page.client.stream("GET", path, headers={"accept-encoding": accepted}) as got:
            body = b"".join([part async for part in got.aiter_raw()])
            return got.headers.get("content-encoding"), body, got.headers["vary"]

    wanted = {"br": b"brotli", "gzip": gzip.compress(SCRIPT), None: SCRIPT}
    encoding, body, vary = page.portal.call(asked)
    assert (encoding, vary) == (coding, "Accept-Encoding")
    assert len(body) == len(wanted[coding])


def test_a_page_that_is_known_is_not_sent_again_until_it_is_built_anew(
    page: Api, folder: Path
) -> None:
    tag = page.get(at("/")).headers["etag"]
    again = page.get(at("/"), headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    (folder / "index.html").write_bytes(INDEX + b"<p>")
    assert page.get(at("/"), headers={"if-none-match": tag}).content == INDEX + b"<p>"
    (folder / "index.html").write_bytes(INDEX)


@pytest.mark.parametrize(
    "path",
    [
        "/nothing.js",
        "/assets/nothing.js",
        "/.secret",
        "/assets/..%2f.secret",
        "/%2e%2e/x",
        "/assets",
    ],
)
def test_nothing_but_the_files_of_the_page_is_sent(page: Api, path: str) -> None:
    answer = page.get(at(path))
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_a_server_without_a_page_says_how_to_make_one(
    portal: BlockingPortal, tmp_path: Path
) -> None:
    app = create_app(Settings("sqlite://", 1, limits=LIMITS, page=tmp_path / "none"))
    with portal.wrap_async_context_manager(living(app)) as client:
        api = Api(portal, client, app)
        answer = api.get(at("/"))
        assert answer.status_code == 503
        assert "make page" in answer.text
        assert api.get("/health").status_code == 200
