"""Set up: the library, properties, checks, files dropped on the page, links that hold a table."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import NewPage, open_system
from tests.web.hands import centre, choose, piece

if TYPE_CHECKING:
    from playwright.sync_api import Dialog

SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[3] / "shared"))
LAYOUTS = SHARED / "realfiles" / "terrain40k"
PAGE = Path(__file__).parents[2] / "src" / "defilade" / "server" / "page"
MOST = 150_000
"""Bytes, compressed, of everything that the first view loads."""


def test_a_thing_from_the_library_is_put_on_the_table(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    page.get_by_test_id("tab-setup").click()
    before = page.locator("[data-piece]").count()
    page.get_by_label("Side", exact=True).first.fill("blue")
    page.get_by_label("Side", exact=True).first.press("Tab")
    page.locator('[data-stock^="unit/"], [data-stock^="ship/"]').first.click()
    board = page.get_by_test_id("board").bounding_box()
    assert board is not None
    with page.expect_response(lambda reply: reply.url.endswith("/edit") and reply.ok):
        page.mouse.click(board["x"] + board["width"] * 0.3, board["y"] + board["height"] * 0.3)
    page.wait_for_function(
        "count => document.querySelectorAll('[data-piece]').length === count", arg=before + 1
    )
    assert "blue" in (
        page.locator("[data-piece][aria-pressed=true]").get_attribute("aria-label") or ""
    )
    page.get_by_test_id("undo").click()
    page.wait_for_function(
        "count => document.querySelectorAll('[data-piece]').length === count", arg=before
    )


def test_a_property_is_changed_and_what_it_changes_is_seen(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    choose(page, "Heron")
    page.get_by_test_id("tab-setup").click()
    fields = page.get_by_test_id("properties-piece")
    layer = fields.locator("label", has_text="Layer").locator("select")
    with page.expect_response(lambda reply: reply.url.endswith("/edit") and reply.ok):
        layer.select_option(label="Low Orbit")
    page.wait_for_function(
        "() => document.querySelector('[data-piece=Heron]').ariaLabel.includes('low')"
    )


def test_checks_tell_what_is_wrong_and_lead_to_it(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    choose(page, "Tack I")
    page.get_by_test_id("tab-setup").click()
    fields = page.get_by_test_id("properties-piece")
    fields.locator("summary").click()
    hull = fields.locator("label").filter(has=page.get_by_text("Hull points", exact=True))
    with page.expect_response(lambda reply: reply.url.endswith("/edit")):
        hull.locator("input").fill("400")
        hull.locator("input").press("Tab")
    faults = page.get_by_test_id("faults")
    faults.wait_for()
    page.mouse.click(*centre(page, "Heron"))
    faults.get_by_role("button", name="Show Tack I").click()
    assert piece(page, "Tack I").get_attribute("aria-pressed") == "true"


def test_a_battle_file_is_opened_by_pasting_it(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "wh40k")
    page.get_by_test_id("tab-setup").click()
    page.locator("summary", has_text="Paste a list or battle").click()
    page.get_by_test_id("paste").fill(
        "system: dropfleet\ntitle: Two frigates\nships:\n"
        "  Wren: {side: red, pos: [12, 10], facing: 0, scan: 6, signature: 3, thrust: 10,"
        " hull: 4, armour: 4+}\n"
    )
    page.get_by_role("button", name="Read it").click()
    piece(page, "Wren").wait_for()
    assert page.get_by_test_id("system").input_value() == "dropfleet"


def test_a_file_that_is_none_says_so_and_loses_nothing(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    page.get_by_test_id("tab-setup").click()
    page.get_by_test_id("file").set_input_files(
        {"name": "holiday.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8\xff\xe0JFIF\x00\x01"}
    )
    page.get_by_test_id("notices").locator("p.bad").wait_for()
    assert piece(page, "Heron").is_visible()


@pytest.mark.skipif(not LAYOUTS.exists(), reason="needs the official layouts of the shared folder")
def test_an_official_layout_is_chosen_from_a_file(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "wh40k")
    page.get_by_test_id("tab-setup").click()
    page.get_by_test_id("file").set_input_files(LAYOUTS / "wh40kdc-1.4.5-terrain.json")
    choice = page.get_by_test_id("choice")
    choice.wait_for()
    value = choice.locator("option").nth(1).get_attribute("value")
    choice.select_option(value)
    page.locator('[data-ground="Pump house"]').wait_for(state="detached")
    assert page.locator("[data-ground]").count() > 10
    label = choice.locator("option").nth(2).inner_text()
    choice.select_option(label=label)
    page.get_by_test_id("imported").get_by_text(label.partition(" (")[0], exact=True).wait_for()
    assert choice.is_enabled(), "another one can be had after a look"


def test_opening_another_game_is_undone_like_any_step(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropfleet")
    choose(page, "Heron")
    before = centre(page, "Heron")
    with page.expect_response(lambda reply: reply.url.endswith("/edit") and reply.ok):
        page.keyboard.press("Shift+ArrowRight")
    open_system(page, "greatwar")
    page.get_by_test_id("undo").click()
    piece(page, "Heron").wait_for()
    assert centre(page, "Heron")[0] > before[0] + 5


def test_a_fault_is_overlooked_and_the_table_can_be_asked_about(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "conquest")
    page.get_by_test_id("tab-setup").click()
    page.mouse.click(*centre(page, "Pikes"))
    with page.expect_response(lambda reply: reply.url.endswith("/edit")):
        page.keyboard.press("Control+d")
    page.get_by_role("button", name="Overlook this").first.click()
    page.get_by_test_id("overlooked").wait_for()
    with page.expect_response(
        lambda reply: reply.ok and '"piece":"Wolves"' in (reply.request.post_data or "")
    ):
        page.mouse.click(*centre(page, "Wolves"))


def test_a_whole_unit_is_copied_and_removed_as_one(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "wh40k")
    before = page.locator("[data-piece]").count()
    page.mouse.dblclick(*centre(page, "Raider 1"))
    count = page.locator('[data-piece][aria-pressed="true"]').count()
    assert count > 1
    page.keyboard.press("Control+d")
    grown = "count => document.querySelectorAll('[data-piece]').length === count"
    page.wait_for_function(grown, arg=before + count)
    page.get_by_test_id("unit").locator("option", has_text="Raiders 2").wait_for(state="attached")
    page.keyboard.press("Delete")
    page.wait_for_function(grown, arg=before)


def test_names_in_a_file_are_text_and_nothing_else(new_page: NewPage) -> None:
    page = new_page()
    shown: list[str] = []

    def told(dialog: Dialog) -> None:
        shown.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", told)
    name = "<img src=x onerror=alert(1)>"
    line = {"facing": 0, "scan": 6, "signature": 3, "thrust": 10, "hull": 4, "armour": "4+"}
    ship = {"side": "<script>alert(2)</script>", "pos": [12, 10], **line}
    ships = {name: ship, "__proto__": {**ship, "pos": [20, 10]}}
    battle = {"system": "dropfleet", "title": name, "ships": ships}
    page.get_by_test_id("tab-setup").click()
    text = json.dumps(battle).encode("utf-8")
    page.get_by_test_id("file").set_input_files(
        {"name": f"{name}.json", "mimeType": "application/json", "buffer": text}
    )
    piece(page, name).wait_for()
    page.mouse.click(*centre(page, name))
    page.get_by_role("banner").get_by_role("button", name="The table as a list").click()
    page.get_by_role("dialog").get_by_role("cell", name=name).or_(
        page.get_by_role("dialog").get_by_role("button", name=name)
    ).first.wait_for()
    assert page.locator("img[src=x]").count() == 0
    assert shown == []


@pytest.mark.parametrize("system", ["conquest", "wh40k"])
def test_the_table_is_cleared_set_up_anew_and_brought_back(system: str, new_page: NewPage) -> None:
    page = new_page()
    open_system(page, system)
    page.get_by_test_id("tab-setup").click()
    before = page.locator("[data-piece]").count()
    count = "count => document.querySelectorAll('[data-piece]').length === count"
    with page.expect_response(lambda reply: reply.url.endswith("/edit") and reply.ok):
        page.get_by_test_id("clear").click()
    page.wait_for_function(count, arg=0)
    page.locator('[data-stock^="unit/"]').first.click()
    board = page.get_by_test_id("board").bounding_box()
    assert board is not None
    with page.expect_response(lambda reply: reply.url.endswith("/edit") and reply.ok):
        page.mouse.click(board["x"] + board["width"] * 0.4, board["y"] + board["height"] * 0.4)
    page.locator("[data-piece]").first.wait_for()
    page.get_by_test_id("undo").click()
    page.get_by_test_id("undo").click()
    page.wait_for_function(count, arg=before)


def test_an_edit_that_means_nothing_is_told_once(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "conquest")
    page.get_by_test_id("tab-setup").click()
    page.route(
        "**/api/v1/edit",
        lambda route: route.fulfill(
            status=422, json={"code": "wrong-edit", "detail": "no such place", "index": 0}
        ),
    )
    page.mouse.click(*centre(page, "Wolves"))
    page.keyboard.press("Shift+ArrowLeft")
    told = page.get_by_test_id("notices").get_by_text("no such place")
    told.wait_for()
    assert told.count() == 1


def test_a_link_holds_the_whole_table(new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "greatwar")
    page.get_by_test_id("share").click()
    link = page.get_by_role("dialog").get_by_role("textbox").first
    page.wait_for_function("() => document.querySelector('dialog input')?.value.includes('#b=')")
    other = new_page("/" + link.input_value().partition("/#")[2].join(("#", "")))
    piece(other, "MG3").wait_for()
    assert piece(other, "MKF1").is_visible()


def test_a_broken_link_says_so(new_page: NewPage) -> None:
    page = new_page("/#b=7VZNb9")
    page.get_by_text("cut short or altered").wait_for()


def test_a_link_to_no_table_leaves_one_to_begin_with(new_page: NewPage) -> None:
    page = new_page("/play/nosuchsession")
    page.get_by_text("There is no such session").wait_for()
    piece(page, "Strider").wait_for()


def test_a_short_link_leads_to_the_table(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    open_system(page, "conquest")
    page.get_by_test_id("share").click()
    page.get_by_test_id("shorten").click()
    field = page.get_by_label("Short link")
    field.wait_for()
    other = new_page("/s/" + field.input_value().rpartition("/")[2])
    piece(other, "Wolves").wait_for()


@pytest.mark.parametrize("kind", ["SVG", "PNG", "JSON"])
def test_the_table_is_saved_as_a_file(kind: str, new_page: NewPage) -> None:
    page = new_page()
    open_system(page, "dropzone")
    page.get_by_test_id("share").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name=kind, exact=True).click()
    content = Path(saved.value.path()).read_bytes()
    start = {"SVG": b"<svg", "PNG": b"\x89PNG", "JSON": b"{"}[kind]
    assert content.startswith(start)
    assert saved.value.suggested_filename.endswith(f".{kind.lower()}")


def test_the_first_view_is_small(new_page: NewPage) -> None:
    page = new_page()
    piece(page, "Strider").wait_for()
    loaded = page.evaluate(
        """() => performance.getEntriesByType('resource').map(each => new URL(each.name).pathname)
            .filter(path => !path.startsWith('/api/'))"""
    )
    names = {"/index.html", *loaded} - {"/", "/sw.js", "/files.json"}
    sizes = {
        name: (PAGE / f"{name[1:]}.br").stat().st_size for name in names if name != "/icon.svg"
    }
    assert sum(sizes.values()) < MOST, sizes
    assert any(name.endswith(".js") for name in sizes)
