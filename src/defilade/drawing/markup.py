"""SVG as text: elements, attributes, numbers, and the escaping of everything that is given.

Knows XML and nothing of what is drawn. All text passes through here, so that no label, name
or title can end an element or start one.
"""

from __future__ import annotations

import hashlib
import math
import re
from typing import TypeAlias


class Markup(str):
    """Text that is already well-formed markup; any other `str` is escaped before use."""

    __slots__ = ()


Child: TypeAlias = "Markup | str | None"
Value: TypeAlias = "str | int | float | None"

NOTHING = Markup("")

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escaped(text: str) -> Markup:
    """Any text as character data or attribute value; characters XML forbids become `\ufffd`.

    >>> escaped('<b a="1">')
    '&lt;b a=&quot;1&quot;&gt;'
    """
    return Markup(_NOT_XML.sub("\ufffd", text).translate(_ENTITIES))


def number(value: float) -> str:
    """A coordinate with at most two decimals, never in exponent form.

    >>> number(12.0), number(-0.001), number(3.14159)
    ('12', '0', '3.14')
    """
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a coordinate")
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, /, *children: Child, **attributes: Value) -> Markup:
    """One element. A trailing underscore of an attribute's name is dropped, others become `-`.

    >>> tag("circle", class_="dot", stroke_width=1.5, fill=None)
    '<circle class="dot" stroke-width="1.5"/>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(
        child if isinstance(child, Markup) else escaped(child)
        for child in children
        if child is not None
    )
    return Markup(f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>")


def joined(parts: list[Markup]) -> Markup:
    """Elements one after another, each on its own line."""
    return Markup("\n".join(part for part in parts if part))


def picture(
    width: float, height: float, *, title: str, desc: str, style: str, body: Markup
) -> Markup:
    """A whole SVG document that a screen reader can announce by its title and description."""
    mark = digest(title, desc, body)
    return tag(
        "svg",
        Markup("\n"),
        tag("title", title, id=f"t{mark}"),
        tag("desc", desc, id=f"d{mark}"),
        Markup(f"\n<style>{style}</style>\n"),
        body,
        Markup("\n"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=number(width),
        height=number(height),
        role="img",
        aria_labelledby=f"t{mark} d{mark}",
        class_="defilade",
    )


def digest(*parts: str) -> str:
    """A short name that depends on content alone, so ids of two pictures on a page differ."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:10]


def _attribute(value: str | int | float) -> str:
    if isinstance(value, Markup):
        return value
    if isinstance(value, str):
        return escaped(value)
    return number(value)
