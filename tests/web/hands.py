"""What hands do on the board: choose, drag, and where things are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

XY = tuple[float, float]


def piece(page: Page, name: str) -> Locator:
    """A piece on the board by its id."""
    return page.locator(f'[data-piece="{name}"]')


def centre(page: Page, name: str) -> XY:
    """The middle of a piece in pixels of the page."""
    box = piece(page, name).locator(".hit").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def choose(page: Page, name: str) -> None:
    """Click a piece, and wait until what it can do was asked."""
    with page.expect_response(lambda reply: reply.url.endswith("/api/v1/survey")):
        page.mouse.click(*centre(page, name))


def drag(page: Page, name: str, to: XY) -> None:
    """Drag a piece to a spot, in steps as a hand does, and wait until it is a step."""
    x, y = centre(page, name)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2, steps=6)
    page.mouse.move(*to, steps=6)
    with page.expect_response(lambda reply: reply.url.endswith("/api/v1/edit")):
        page.mouse.up()
