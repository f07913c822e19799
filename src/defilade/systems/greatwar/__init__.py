"""Commands & Colors: The Great War, on hexes: sight, terrain, combat, reserve artillery."""

from defilade.systems.greatwar.system import GreatWar

__all__ = ["SYSTEM", "GreatWar"]

SYSTEM = GreatWar()
"""The system, as the registry loads it."""
