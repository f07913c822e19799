"""Deployment zones of a map as rings on the board, y down."""

from __future__ import annotations

from defilade.formats.kdc40.model import At, Pattern
from defilade.formats.kdc40.resolve import Ring, corners_of


def zone_rings(pattern: Pattern) -> tuple[tuple[str, Ring], ...]:
    """Each zone's player and corners; a zone's shape is moved by its offset, not recentred."""
    return tuple(
        (
            zone.player,
            tuple(At(x + zone.position.x, y + zone.position.y) for x, y in corners_of(zone.shape)),
        )
        for zone in pattern.zones
    )
