"""How far the ruling is behind the pointer on the board, in Chromium on this machine.

On an official layout with two armies, of the files named by DEFILADE_SHARED, a model is dragged
among the others with a target locked. Each step is timed from the pointer's move to the frame after
the ruling on it came, when it is drawn. Reported beside the same on the shipped Dropfleet battle.
Needs Chromium, `make page`, and the folder of the source on the path: `PYTHONPATH=.`.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from server import ARMIES, BASES, REAL, TERRAIN

from tests.web.hands import centre
from tests.web.serving import CHROMIUM, DESKTOP, FLAGS, Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEPS = 60
NAMED = 41
"""One model among 40 others."""
WATCH = """() => {
    window.lags = [];
    let since = null;
    addEventListener('pointermove', () => { since ??= performance.now(); }, true);
    new PerformanceObserver(list => {
        const rulings = list.getEntries().filter(each => each.name.endsWith('/rulings'));
        if (since === null || rulings.length === 0) return;
        const began = since;
        since = null;
        // behind the frame's own work, so when it was painted
        requestAnimationFrame(() => setTimeout(() => window.lags.push(performance.now() - began)));
    }).observe({ type: 'resource' });
}"""


def official(address: str, most: int | None = None) -> str:
    """The path of a shared battle: an official layout with an army on each side, of all models
    or of so many, each army's share of them."""

    def file(name: str) -> dict[str, str]:
        return {"name": name, "text": (REAL / name).read_text(encoding="utf-8")}

    with httpx.Client(base_url=f"{address}/api/v1", timeout=60, trust_env=False) as client:
        listed = client.post("/import", json=file(TERRAIN)).json()
        beside = [file(name) for name in (*ARMIES, BASES)]
        asked = {**file(TERRAIN), "beside": beside, "pick": listed["choices"][3]["id"]}
        document = client.post("/import", json=asked).json()["document"]
        battle: dict[str, Any] = {"document": document}
        scene = client.post("/scene", json={"battle": battle}).json()["scene"]
        models = [each["id"] for each in scene["pieces"]]
        gone = [] if most is None else [one for one in models if one not in spread(models, most)]
        battle["edits"] = [{"do": "remove", "id": one} for one in gone]
        made = client.post("/shares", json={"battle": battle}).json()
        return str(made["link"])


def spread(models: list[str], most: int) -> set[str]:
    """So many of the models, evenly from first to last."""
    return {models[number * len(models) // most] for number in range(min(most, len(models)))}


def dragged(page: Page, path: str, system: str) -> list[float]:
    """Milliseconds from each step of a drag to the ruling on it."""
    page.goto(path)
    if path == "/":
        page.get_by_test_id("system").select_option(system)
        page.wait_for_timeout(3000)
    page.locator("[data-piece]").first.wait_for()
    name = page.locator("[data-piece]").first.get_attribute("data-piece") or ""
    x, y = centre(page, name)
    page.mouse.click(x, y)
    page.get_by_test_id("target").first.wait_for(timeout=60_000)
    page.get_by_test_id("target").first.click()
    page.get_by_test_id("card").wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH)
    page.mouse.move(x, y)
    page.mouse.down()
    page.keyboard.down("Alt")  # to no grid, so that each step is one
    page.mouse.move(x + 14, y)  # far enough to be a drag
    page.wait_for_function("() => window.lags.length > 0")
    for step in range(STEPS):
        before: int = page.evaluate("() => window.lags.length")
        page.mouse.move(x + 16 + 2 * (step % 20), y + step // 20)
        page.wait_for_function("n => window.lags.length > n", arg=before, timeout=20_000)
    page.mouse.up()
    lags: list[float] = page.evaluate("() => window.lags")
    return lags[1:]


def told(name: str, lags: list[float]) -> None:
    """One line of the report."""
    ordered = sorted(lags)
    last = ordered[int(0.95 * (len(ordered) - 1))]
    print(f"{name:32} {statistics.median(ordered):7.1f} {last:7.1f} {len(ordered):6}")


def main() -> None:
    """Measure and report."""
    from playwright.sync_api import sync_playwright

    print(f"{'dragged on':32} {'median':>7} {'95 %':>7} {'steps':>6}   ms behind the pointer")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            cases: list[tuple[str, str, Any]] = [("the shipped Dropfleet battle", "/", "dropfleet")]
            if (REAL / TERRAIN).exists():
                few = official(server.address, NAMED)
                cases.append((f"an official layout, {NAMED} models", few, ""))
                cases.append(("an official layout, two armies", official(server.address), ""))
            for name, path, system in cases:
                page = browser.new_context(base_url=server.address, viewport=DESKTOP).new_page()
                told(name, dragged(page, path, system))
                page.context.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
