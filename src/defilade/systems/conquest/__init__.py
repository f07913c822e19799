"""Conquest: The Last Argument of Kings, garrison terrain: occupying, leaving, fighting."""

from defilade.systems.conquest.system import SYSTEM

__all__ = ["SYSTEM"]
