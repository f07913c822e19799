"""Ask: a piece is chosen, what it can do is shown at once, and follows when something is moved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import NewPage, open_system
from tests.web.hands import centre, choose, drag, piece

if TYPE_CHECKING:
    from playwright.sync_api import Page

SYSTEMS = {
    "dropfleet": ("Heron", "Anvil"),
    "dropzone": ("K1", "W1"),
    "wh40k": ("Raider 1", "Gunners"),
    "conquest": ("Wolves", "Crossbows"),
    "greatwar": ("MG3", "I5"),
}
"""A piece of each system's example, and a target that is listed for it."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_choosing_a_piece_lists_its_targets_and_tints_them(system: str, new_page: NewPage) -> None:
    page = new_page()
    open_system(page, system)
    name, target = SYSTEMS[system]
    choose(page, name)
    listed = page.locator(f'[data-testid="target"][data-target="{target}"]')
    listed.wait_for(state="attached")
    assert page.locator("[data-piece] .tone").count() > 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_card_tells_the_verdict_and_why_each_reason_with_its_clause(
    system: str, new_page: NewPage
) -> None:
    page = new_page()
    open_system(page, system)
    name, _ = SYSTEMS[system]
    choose(page, name)
    page.get_by_test_id("target").first.click()
    card = page.get_by_test_id("card")
    card.wait_for()
    clause = page.get_by_test_id("why").get_by_test_id("clause").first
    assert re.fullmatch(r"[A-Z0-9]+-[A-Z0-9]+-\d+", clause.inner_text().strip())
    clause.click()
    assert len(page.get_by_test_id("clause-text").first.inner_text()) > 20
    page.wait_for_function(
        "() => document.querySelector('[data-testid=odds]')?.ariaBusy !== 'true'"
    )


def test_a_card_shows_exact_odds_as_a_chart_that_can_be_read_as_a_table(
    new_page: NewPage,
) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    choose(page, "Heron")
    page.get_by_test_id("target").first.click()
    odds = page.get_by_test_id("odds").first
    odds.get_by_test_id("chart").wait_for()
    assert "exact" in odds.inner_text()
    page.get_by_text("As a table").first.click()
    assert page.get_by_role("table").first.is_visible()


MARGIN = "document.querySelector('[data-testid=margin]')?.innerText"


def test_dragging_a_target_out_of_range_changes_the_ruling(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    choose(page, "Heron")
    page.locator('[data-testid="target"][data-target="Anvil"]').click()
    before = page.get_by_test_id("margin").inner_text()
    x, y = centre(page, "Anvil")
    _, top = centre(page, "Halcyon Ring")
    drag(page, "Anvil", (x, top - 110))
    page.wait_for_function(f"before => {MARGIN} !== before", arg=before)
    page.get_by_test_id("undo").click()
    page.wait_for_function(f"before => {MARGIN} === before", arg=before)
    assert abs(centre(page, "Anvil")[1] - y) < 1


def test_a_drag_leaves_a_ghost_and_asks_while_it_goes_on(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    choose(page, "Heron")
    page.locator('[data-testid="target"][data-target="Anvil"]').click()
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    x, y = centre(page, "Heron")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 5, steps=8)
    page.wait_for_function("() => document.querySelector('.ghosts path') !== null")
    with page.expect_response(re.compile(r"/api/v1/(rulings|survey)$")):
        page.mouse.move(x + 60, y + 5, steps=4)
    assert not any(url.endswith("/edit") for url in asked), (
        "nothing is changed before it is put down"
    )
    page.mouse.up()
    assert centre(page, "Heron")[0] > x + 50


def test_a_question_can_be_put_without_a_pointer(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    page.get_by_text("Put a question").click()
    form = page.get_by_test_id("question")
    assert form.get_by_role("combobox").count() >= 2
    assert form.get_by_role("button").count() >= 1


def test_hovering_a_target_on_the_board_shows_its_line(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    choose(page, "Heron")
    page.get_by_test_id("target").first.wait_for()
    piece(page, "Tack I").hover()
    assert _lines(page) > 0


def _lines(page: Page) -> int:
    page.wait_for_timeout(300)
    return page.locator("svg .m-clear, svg .m-blocked, svg .m-partly").count()
