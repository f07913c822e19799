"""Formations: equal rectangles in ranks and files, how they move, and where they may touch.

Knows blocks of rectangles, slides and wheels with the whole ground they sweep, turns until
flush, and placements against an outline. Must not know who stands in a formation.
"""

from defilade.geometry.formations.blocks import (
    Formation,
    back_of,
    base_of,
    blocks_of,
    centre_of_formation,
    files_allowed,
    front_corners,
    outline_of,
    reformed,
    shrunk,
    slid,
    stands_of,
    wheeled,
)
from defilade.geometry.formations.placing import (
    Keepout,
    contact_shifts,
    furthest_stand,
    keepout,
    shifts_clear,
    slide_to_clear,
)
from defilade.geometry.formations.sweeps import (
    free_turn,
    slide_gap,
    slide_until,
    turn_gap,
)
from defilade.geometry.formations.turning import flush_facings, flush_turn, front_contact

__all__ = [
    "Formation",
    "Keepout",
    "back_of",
    "base_of",
    "blocks_of",
    "centre_of_formation",
    "contact_shifts",
    "files_allowed",
    "flush_facings",
    "flush_turn",
    "free_turn",
    "front_contact",
    "front_corners",
    "furthest_stand",
    "keepout",
    "outline_of",
    "reformed",
    "shifts_clear",
    "shrunk",
    "slid",
    "slide_gap",
    "slide_to_clear",
    "slide_until",
    "stands_of",
    "turn_gap",
    "wheeled",
]
