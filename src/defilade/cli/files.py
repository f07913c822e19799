"""Writing what a command makes: pictures by their suffix, texts, never over stdin's file.

Knows files and streams; nothing of what is in them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from defilade.cli.exits import Code, left
from defilade.cli.screen import Screen


def write_picture(path: str, svg: str, screen: Screen, *, scale: float = 2.0) -> None:
    """An SVG as it is, or as PNG where the file's name says so; `-` is stdout, as SVG."""
    if path.lower().endswith(".png"):
        from defilade.drawing import png

        write_bytes(path, png(svg, scale=scale), screen)
        return
    if path != "-" and not path.lower().endswith(".svg"):
        screen.complain(f"{path}: pictures are written as .svg or .png")
        raise left(Code.USAGE)
    write_bytes(path, svg.encode(), screen)


def write_bytes(path: str, data: bytes, screen: Screen) -> None:
    """The bytes to a file, with a note, or to stdout; leaves where that cannot be."""
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        screen.complain(f"{path}: {error.strerror or error}")
        raise left(Code.USAGE) from None
    screen.note(f"wrote {path}")
