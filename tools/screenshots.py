"""Takes the pictures of the board that the docs and the README show, from the real page."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.web.serving import CHROMIUM, DESKTOP, FLAGS, PHONE, Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ASSETS = Path(__file__).parents[1] / "docs" / "assets"
CHOSEN = {
    "dropfleet": ("Heron", "Anvil"),
    "dropzone": ("K1", "H1"),
    "wh40k": ("Gunner 1", "Raider 1"),
    "conquest": ("Wolves", "Pikes"),
    "greatwar": ("MG3", "I5"),
}
"""A piece to choose and a target to hover, for each system's example."""


def main() -> None:
    """Write a picture for each system, one in the dark and one of a phone."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            for system in CHOSEN:
                shot(browser, server, system, f"board-{system}.png", viewport=DESKTOP)
            shot(browser, server, "wh40k", "board-dark.png", viewport=DESKTOP, color_scheme="dark")
            phone: dict[str, Any] = {"viewport": PHONE, "device_scale_factor": 2, "has_touch": True}
            shot(browser, server, "dropzone", "board-phone.png", **phone)
        finally:
            browser.close()
            server.stop()


def shot(browser: Browser, server: Served, system: str, name: str, **how: Any) -> None:
    """One picture: a piece chosen, and the line to one target shown."""
    context = browser.new_context(base_url=server.address, reduced_motion="reduce", **how)
    page = context.new_page()
    page.goto("/")
    chosen(page, system)
    page.screenshot(path=ASSETS / name)
    context.close()
    print(f"{name}: {(ASSETS / name).stat().st_size // 1024} kB")


def chosen(page: Page, system: str) -> None:
    """The example of a system with its piece chosen and asked about."""
    piece, target = CHOSEN[system]
    page.get_by_test_id("system").select_option(system)
    page.locator(f'[data-piece="{piece}"]').wait_for()
    page.locator(f'[data-piece="{piece}"]').click()
    page.wait_for_load_state("networkidle")
    page.locator(f'[data-piece="{target}"]').hover()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)


if __name__ == "__main__":
    main()
