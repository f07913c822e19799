"""How values show themselves in notebooks: by name, when asked, and not before.

Knows one name of the layer that draws; values below it need not import it.
"""

from __future__ import annotations

from importlib import import_module

PAINTERS = "defilade.drawing.notebook"


def svg(painter: str, value: object) -> str:
    """The picture that a painter of `defilade.drawing.notebook` makes of a value."""
    made: str = getattr(import_module(PAINTERS), painter)(value)
    return made
