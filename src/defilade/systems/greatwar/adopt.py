"""Catalogues: none of this game exists in the formats that are read, and it says so.

Knows how to recognise that a catalogue is of another game; units of this one are in its tables.
"""

from __future__ import annotations

from defilade.table import Adoption, Catalogue, WrongEdition

TITLE = "Commands & Colors: The Great War"


def adopt(catalogue: Catalogue) -> Adoption | WrongEdition:
    """Always another edition: this game's units come with its tables (GW-UNIT-06)."""
    return WrongEdition(found=catalogue.game_system or "an unknown game", wanted=TITLE)
