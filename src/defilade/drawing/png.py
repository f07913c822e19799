"""SVG to PNG, by vl-convert where it is installed; no browser, no network.

Knows bytes and the install line to type when the extra is missing.
"""

from __future__ import annotations

from defilade.errors import DefiladeError

INSTALL = "pip install 'defilade[png]'"


class PngUnavailable(DefiladeError):
    """PNG was asked for without the extra that writes it; the message has the install line."""

    def __init__(self) -> None:
        super().__init__(f"writing PNG needs one more package: {INSTALL}")


def png(svg: str, *, scale: float = 2.0) -> bytes:
    """A picture as PNG, `scale` pixels for each of its own; raises `PngUnavailable`."""
    try:
        import vl_convert
    except ImportError:
        raise PngUnavailable from None
    image: bytes = vl_convert.svg_to_png(svg, scale=scale)
    return image
