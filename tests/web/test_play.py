"""Play: dice typed in from the table, taken back, and two browsers at one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web.conftest import NewPage, open_system
from tests.web.hands import choose

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIRE = "fire R1 -> W1 with Rifles; R2 -> W1 with Rifles"


def begin(page: Page, system: str = "dropzone") -> None:
    open_system(page, system)
    page.get_by_test_id("tab-play").click()
    page.get_by_test_id("begin-button").click()
    page.get_by_test_id("game").wait_for()


def act(page: Page, action: str = FIRE) -> None:
    page.get_by_test_id("notation").fill(action)
    page.get_by_test_id("notation").press("Enter")


def head(page: Page) -> str:
    return page.get_by_test_id("game").get_attribute("data-head") or ""


def type_dice(page: Page, face: str = "5") -> None:
    """Give every die that is asked for, by its buttons, until no more are."""
    for _ in range(20):
        dice = page.get_by_test_id("dice")
        if not dice.is_visible():
            return
        before = head(page)
        button = dice.locator(f'[data-face="{face}"]')
        while button.is_enabled():
            button.click()
        page.get_by_test_id("give").click()
        page.wait_for_function(
            "head => document.querySelector('[data-testid=game]')?.dataset.head !== head",
            arg=before,
        )


def test_dice_are_typed_in_step_by_step_and_the_log_tells_them(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    act(page)
    page.get_by_test_id("dice").wait_for()
    type_dice(page)
    log = page.get_by_test_id("log").inner_text()
    assert "5" in log
    assert "W1" in log


def test_a_face_can_be_typed_with_the_keyboard(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    act(page)
    dice = page.get_by_test_id("dice")
    dice.locator("[data-face]").first.focus()
    for _ in range(40):
        if page.get_by_test_id("give").is_enabled():
            break
        page.keyboard.press("6")
    page.get_by_test_id("give").press("Enter")


def test_a_roll_that_is_half_done_survives_leaving_the_page(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    act(page)
    page.get_by_test_id("dice").wait_for()
    asked = page.get_by_test_id("dice").inner_text().splitlines()[0]
    session = page.url
    page.goto("about:blank")
    page.goto(session)
    page.get_by_test_id("tab-play").click()
    if not page.get_by_test_id("game").is_visible():
        page.get_by_test_id("begin").locator("li button").first.click()
    page.get_by_test_id("dice").wait_for()
    assert page.get_by_test_id("dice").inner_text().splitlines()[0] == asked


def test_an_action_is_taken_back_and_done_again(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    before = head(page)
    act(page)
    page.get_by_test_id("dice").wait_for()
    page.get_by_test_id("play-undo").click()
    page.get_by_test_id("dice").wait_for(state="detached")
    assert head(page) != before, "what was taken back stays in the log"
    page.get_by_test_id("play-redo").click()
    page.get_by_test_id("dice").wait_for()


def test_what_the_rules_refuse_is_explained_with_its_clause(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    act(page, "fire K1 -> H1 with Bayonets")
    page.get_by_test_id("refused").wait_for()


def test_two_browsers_at_one_table_see_each_others_moves(new_page: NewPage) -> None:
    one, two = new_page(), new_page()
    begin(one)
    two.goto(link(one, secret=True))
    two.get_by_test_id("game").wait_for()
    act(one)
    two.get_by_test_id("dice").wait_for()
    assert head(two) == head(one)
    type_dice(two)
    one.get_by_test_id("dice").wait_for(state="detached")
    assert head(two) == head(one)


def test_a_stale_move_is_refused_and_explained(new_page: NewPage) -> None:
    one, two = new_page(), new_page()
    begin(one)
    two.goto(link(one, secret=True))
    two.get_by_test_id("game").wait_for()
    two.route("**/feed", lambda route: route.abort())
    two.reload()
    two.get_by_test_id("game").wait_for()
    act(one)
    one.get_by_test_id("dice").wait_for()
    act(two)
    two.get_by_test_id("news").wait_for()


def test_a_watcher_sees_and_cannot_move(new_page: NewPage) -> None:
    one, two = new_page(), new_page()
    begin(one)
    two.goto(link(one, secret=False))
    two.get_by_test_id("game").wait_for()
    act(one)
    two.get_by_test_id("dice").wait_for()
    assert two.get_by_test_id("give").count() == 0


def link(page: Page, *, secret: bool) -> str:
    """A link to the table that is played: to play along, or only to look on."""
    links = page.locator("[data-link]").evaluate_all("all => all.map(each => each.dataset.link)")
    return str(next(each for each in links if ("#" in each) is secret))


def test_choosing_a_unit_lists_its_own_actions(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    choose(page, "K1")
    actions = page.get_by_test_id("action")
    actions.first.wait_for()
    assert all("K1" in text for text in actions.all_inner_texts())
