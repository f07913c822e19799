"""A card tells what other readings give, once it is looked at."""

from __future__ import annotations

import pytest

from tests.web.conftest import NewPage, open_system
from tests.web.hands import choose

CARDS = {"wh40k": ("Raider 1", "Gunners"), "greatwar": ("MG3", "I5")}


@pytest.mark.parametrize("system", CARDS)
def test_a_card_tells_both_readings(system: str, new_page: NewPage) -> None:
    page = new_page()
    open_system(page, system)
    name, target = CARDS[system]
    choose(page, name)
    page.locator(f'[data-testid="target"][data-target="{target}"]').click()
    readings = page.get_by_test_id("readings")
    readings.wait_for()
    option = {"wh40k": "distance", "greatwar": "los corner touch blocks"}[system]
    assert option in readings.inner_text()
