"""Warhammer 40,000, eleventh edition: terrain, visibility, cover, movement and shooting."""

from defilade.systems.wh40k.system import SYSTEM

__all__ = ["SYSTEM"]
