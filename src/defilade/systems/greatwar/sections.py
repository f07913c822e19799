"""Sections of the field: left flank, centre, right flank (GW-MAP-04).

Knows which sections a hex belongs to, from its own word or from where the dotted lines lie.
"""

from __future__ import annotations

from functools import lru_cache

from defilade.geometry.hexes import Board, Cube
from defilade.systems.greatwar.state import State
from defilade.systems.greatwar.terms import Section, Side


def sections_of(state: State, here: Cube) -> tuple[Section, ...]:
    """The sections of a hex, seen from the bottom: as the scenario says, else worked out.

    The two lines part the widest row into three; a hex they cut is in both. An endless field
    has no lines, and every hex is in every section.
    """
    stated = state.site(here).sections
    if stated:
        return stated
    board = state.field.board
    if board is None or here not in board:
        return tuple(Section)
    left, sixth = _thirds(board)
    middle = 3 * (here.q - here.s + 1 - left)
    found = []
    if middle - 3 < 2 * sixth:
        found.append(Section.LEFT)
    if middle + 3 > 2 * sixth and middle - 3 < 4 * sixth:
        found.append(Section.CENTRE)
    if middle + 3 > 4 * sixth:
        found.append(Section.RIGHT)
    return tuple(found)


@lru_cache(maxsize=8)
def _thirds(board: Board) -> tuple[int, int]:
    """The board's left edge and half its width, in halves of a hex."""
    left = min(here.q - here.s for here in board)
    right = max(here.q - here.s for here in board) + 2
    return left, (right - left) // 2


def in_sections(state: State, here: Cube, sections: tuple[Section, ...], side: Side) -> bool:
    """Whether a hex is in one of the sections that a player names from the own side of the
    field; no sections mean the whole field (GW-TURN-02)."""
    if not sections:
        return True
    own = {section.seen_by(side) for section in sections}
    return bool(own.intersection(sections_of(state, here)))


def sections_text(sections: tuple[Section, ...]) -> str:
    """Sections as players write them.

    >>> sections_text((Section.LEFT, Section.CENTRE)), sections_text(())
    ('left+centre', 'everywhere')
    """
    return "+".join(section.value for section in sections) or "everywhere"
