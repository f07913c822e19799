"""For everyone: a phone, the keyboard alone, no network, a screen reader, both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import NewPage, open_system
from tests.web.hands import centre, choose, piece
from tests.web.serving import PHONE, Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
WORDS = WEB / "src" / "words"
RUN_AXE = """async () => (await axe.run({ resultTypes: ['violations'] })).violations
    .filter(each => ['serious', 'critical'].includes(each.impact))
    .map(each => `${each.id}: ${each.nodes.map(node => node.html).slice(0, 3).join(' | ')}`)"""
ON_A_PHONE: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.fixture
def axe() -> str:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: run `make page`")
    return AXE.read_text(encoding="utf-8")


def findings(page: Page, axe: str) -> list[str]:
    """The serious findings about the page as it is now. The script is put in past the page's own
    policy, which forbids scripts that are not its own."""
    page.evaluate(axe)
    found: list[str] = page.evaluate(RUN_AXE)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("panel", ["ask", "play", "setup"])
def test_no_serious_finding_of_axe(panel: str, scheme: str, new_page: NewPage, axe: str) -> None:
    page = new_page(color_scheme=scheme)
    open_system(page, "dropfleet")
    choose(page, "Heron")
    page.get_by_test_id("target").first.click()
    page.get_by_test_id("card").wait_for()
    page.get_by_test_id(f"tab-{panel}").click()
    assert findings(page, axe) == []


@pytest.mark.parametrize("dialog", ["bar.list", "bar.keys", "bar.share"])
def test_no_serious_finding_in_dialogs(dialog: str, new_page: NewPage, axe: str) -> None:
    page = new_page()
    open_system(page, "greatwar")
    word = json.loads((WORDS / "en.json").read_text("utf-8"))[dialog]
    page.get_by_role("banner").get_by_role("button", name=word, exact=True).click()
    page.get_by_role("dialog").wait_for()
    assert findings(page, axe) == []


def test_a_phone_shows_board_and_panel_with_nothing_out_of_sight(new_page: NewPage) -> None:
    page = new_page(**ON_A_PHONE)
    open_system(page, "dropzone")
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]
    with page.expect_response(lambda reply: reply.url.endswith("/survey")):
        page.touchscreen.tap(*centre(page, "H1"))
    page.get_by_test_id("targets").wait_for(state="attached")
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, summary, a')]
            .filter(each => each.checkVisibility() && each.getBoundingClientRect().width > 2)
            .filter(each => !each.closest('.unseen') && !each.matches('.skip'))
            .map(each => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
            .filter(([, box]) => box.width < 24 || box.height < 24).map(([html]) => html)"""
    )
    assert small == []
    page.get_by_test_id("tab-setup").tap()
    page.locator(".grip").tap()
    page.wait_for_timeout(300)
    page.get_by_role("button", name="Choose a file").scroll_into_view_if_needed()
    high = page.evaluate("() => document.documentElement.scrollHeight")
    assert high <= PHONE["height"], "the sheet is never higher than the screen"
    page.locator(".grip").tap()
    last = page.get_by_test_id("tool-snap").bounding_box()
    first = page.get_by_role("button", name="Zoom in").bounding_box()
    assert last is not None
    assert first is not None
    assert last["x"] + last["width"] <= first["x"], "tools lie side by side"


def test_touch_drags_a_piece(new_page: NewPage) -> None:
    page = new_page(**ON_A_PHONE)
    open_system(page, "dropzone")
    x, y = centre(page, "H1")
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", x, y)
    for step in range(1, 9):
        send("touchMove", x - 5 * step, y)
    with page.expect_response(lambda reply: reply.url.endswith("/edit")):
        send("touchEnd")
    assert centre(page, "H1")[0] < x - 20


def test_everything_works_with_the_keyboard_alone(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.matches('.skip')"), "a link to the panel"
    piece(page, "Heron").focus()
    with page.expect_response(lambda reply: reply.url.endswith("/survey")):
        page.keyboard.press("Enter")
    page.get_by_test_id("target").first.wait_for()
    before = centre(page, "Heron")
    with page.expect_response(lambda reply: reply.url.endswith("/edit")):
        page.keyboard.press("Shift+ArrowRight")
    page.wait_for_timeout(100)
    assert centre(page, "Heron")[0] > before[0] + 5
    page.keyboard.press("Control+z")
    page.wait_for_timeout(200)
    assert abs(centre(page, "Heron")[0] - before[0]) < 1
    page.get_by_test_id("target").first.focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("card").wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


def test_a_key_can_be_bound_anew(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    page.locator("svg[role=application]").focus()
    page.keyboard.press("?")
    page.get_by_role("button", name="Another key for: See the whole table").click()
    page.keyboard.press("k")
    page.reload()
    page.locator("svg[role=application]").focus()
    page.keyboard.press("?")
    row = page.get_by_test_id("keys").locator("div", has_text="See the whole table").last
    assert "K" in row.locator("kbd").all_inner_texts()


def test_a_piece_tells_a_screen_reader_who_and_where_it_is(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    label = piece(page, "Heron").get_attribute("aria-label") or ""
    assert "Heron" in label
    assert "red" in label
    assert "20" in label
    choose(page, "Heron")
    page.get_by_test_id("target").first.click()
    page.wait_for_function(
        "() => /Heron/.test(document.querySelector('[data-testid=spoken]').textContent)"
    )


def test_the_table_can_be_read_as_a_list(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "greatwar")
    page.get_by_role("banner").get_by_role("button", name="The table as a list").click()
    dialog = page.get_by_role("dialog")
    row = dialog.get_by_role("row").filter(has_text=re.compile(r"^MG3"))
    assert "I6" in row.inner_text()


def test_both_languages_say_everything(new_page: NewPage) -> None:
    english = json.loads((WORDS / "en.json").read_text("utf-8"))
    german = json.loads((WORDS / "de.json").read_text("utf-8"))
    assert set(english) == set(german)
    holes = re.compile(r"\{\w+\}")
    for key, said in english.items():
        assert sorted(holes.findall(said)) == sorted(holes.findall(german[key])), key
    page = new_page()
    open_system(page, "dropfleet")
    page.get_by_test_id("language").select_option("de")
    assert page.get_by_test_id("tab-ask").inner_text().strip() == german["tab.ask"]
    assert page.evaluate("() => document.documentElement.lang") == "de"
    page.reload()
    assert page.get_by_test_id("tab-ask").inner_text().strip() == german["tab.ask"]


def test_the_page_works_offline_after_the_first_visit(new_page: NewPage, served: Served) -> None:
    page = new_page(offline_errors=True)
    open_system(page, "dropfleet")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.reload()
    piece(page, "Heron").wait_for()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)  # the browser's own word
    page.reload()
    piece(page, "Heron").wait_for()
    before = centre(page, "Heron")
    piece(page, "Heron").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_timeout(200)
    after = centre(page, "Heron")
    assert after[0] > before[0] + 5, "what is moved is shown at once"
    page.locator(".offline").wait_for()
    page.reload()
    piece(page, "Heron").wait_for()
    assert abs(centre(page, "Heron")[0] - after[0]) < 1, "and kept"
    page.context.set_offline(False)
    page.locator(".offline").wait_for(state="detached")
    with page.expect_response(lambda reply: reply.url.endswith("/survey") and reply.ok):
        page.mouse.click(*centre(page, "Heron"))
