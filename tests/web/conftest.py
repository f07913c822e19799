"""One server for all tests of the board, Chromium, and pages that complain of every error.

The tests of the board are skipped, with the reason, where there is no Chromium or no built page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from defilade.server.pages import is_built
from defilade.server.settings import Settings
from tests.web.serving import CHROMIUM, DESKTOP, FLAGS, Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Response

NewPage = Callable[..., "Page"]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    if not is_built(Settings().page):
        pytest.skip("the page is not built: run `make page`")
    server = Served(tmp_path_factory.mktemp("board"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.skip("there is no Chromium: `apt install chromium`, or name it in DEFILADE_CHROMIUM")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))


@pytest.fixture
def new_page(browser: Browser, served: Served) -> Iterator[NewPage]:
    """Opens a page in a browser of its own; at the end none may have told of an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(path: str = "/", *, viewport: Any = DESKTOP, offline_errors: bool = False,
               **more: Any) -> Page:  # fmt: skip
        settings = {"locale": "en-GB", "reduced_motion": "reduce", **more}
        context = browser.new_context(base_url=served.address, viewport=viewport, **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        if not offline_errors:
            page.on("console", lambda told: errors.append(told.text) if _wrong(told) else None)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def _wrong(told: Any) -> bool:
    """Whether a message on the console is an error that is ours. That a request was refused is
    told there too, and is not."""
    return told.type == "error" and "Failed to load resource" not in told.text


def open_system(page: Page, system: str) -> None:
    """Put a system's example on the table, and wait until it is there."""

    def answered(reply: Response) -> bool:
        return reply.url.endswith("/api/v1/edit") and reply.ok and reply.json()["system"] == system

    with page.expect_response(answered):
        page.get_by_test_id("system").select_option(system)
    page.wait_for_function(
        "system => document.querySelector('[data-testid=system]').value === system", arg=system
    )
    page.locator("[data-piece]").first.wait_for()
