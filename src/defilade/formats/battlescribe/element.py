"""One tree for both spellings of a catalogue: XML, and the JSON of New Recruit.

Knows elements, attributes and lines; no vocabulary. XML is read without document types,
entities or anything from outside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from defilade.formats.jsontext import json_value
from defilade.formats.limits import ArchiveLimits
from defilade.formats.unreadable import UnreadableError, unreadable
from defilade.table import Place


@dataclass(slots=True)
class Element:
    """A tag with its attributes, its text and what it contains; `where` it was written.

    A list of things is an element of its own (`profiles`), as XML has it.
    """

    tag: str
    where: str
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def get(self, name: str) -> str:
        """An attribute, or nothing."""
        return self.attributes.get(name, "")

    def all(self, *lists: str) -> Iterator[Element]:
        """What stands in the lists of those names, in order."""
        for child in self.children:
            if child.tag in lists:
                yield from child.children

    def walk(self) -> Iterator[Element]:
        """This element and everything in it, in the order of the text."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


@dataclass(slots=True)
class Budget:
    """How many elements all files together may still hold."""

    left: int


def element_of(name: str, data: bytes, limits: ArchiveLimits, *, budget: Budget) -> Element:
    """The tree of a text, whichever way it is spelt; raises `UnreadableError`."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start in (b"{", b"["):
        return _from_json(name, data, limits, budget)
    if start == b"<" or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _from_xml(name, data, limits, budget)
    raise unreadable(name, "catalogue.neither")


class _Builder:
    """Takes a parser's events; `parser` is set once it is there, to ask it for lines."""

    def __init__(self, name: str, limits: ArchiveLimits, budget: Budget) -> None:
        self.name = name
        self.limits = limits
        self.budget = budget
        self.parser: Any = None
        self.stack: list[Element] = [Element("", name)]

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        line = self.parser.parser.CurrentLineNumber
        _spend(self.name, self.budget, line)
        if len(self.stack) > self.limits.depth:
            at = Place(line, 1)
            raise unreadable(self.name, "file.too_deep", at=at, limit=self.limits.depth)
        element = Element(_local(tag), f"{self.name}:{line}", dict(attributes))
        self.stack[-1].children.append(element)
        self.stack.append(element)

    def data(self, text: str) -> None:
        """Text goes on."""
        self.stack[-1].text += text

    def end(self, _tag: str) -> None:
        """The element ends."""
        done = self.stack.pop()
        done.text = done.text.strip()

    def close(self) -> Element:
        """The root; the parser asks for it too."""
        return self.stack[0].children[0]


def _from_xml(name: str, data: bytes, limits: ArchiveLimits, budget: Budget) -> Element:
    builder = _Builder(name, limits, budget)
    parser = DefusedXMLParser(
        target=builder, forbid_dtd=True, forbid_entities=True, forbid_external=True
    )
    builder.parser = parser
    try:
        parser.feed(data)
        parser.close()
    except ParseError as error:
        line, column = error.position
        problem = re.sub(r": line \d+, column \d+\Z", "", str(error))
        raise _xml(name, data, Place(line, column + 1), problem) from error
    except DefusedXmlException as error:
        at = Place(parser.parser.CurrentLineNumber, 1)
        raise unreadable(name, "xml.entities", at=at) from error
    except (LookupError, ValueError, UnicodeError) as error:
        raise _xml(name, data, Place(1, 1), str(error)) from error
    return builder.close()


def _xml(name: str, data: bytes, at: Place, problem: str) -> UnreadableError:
    text = data.decode(errors="replace")
    return unreadable(name, "xml.syntax", at=at, text=text, problem=problem)


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _spend(name: str, budget: Budget, line: int = 0) -> None:
    budget.left -= 1
    if budget.left < 0:
        at = Place(line, 1) if line else None
        raise unreadable(name, "catalogue.too_many", at=at)


def _from_json(name: str, data: bytes, limits: ArchiveLimits, budget: Budget) -> Element:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"0x{data[error.start]:02X}"
        raise unreadable(name, "file.not_utf8", byte=byte) from error
    value = json_value(text, name, depth=limits.depth)
    if not isinstance(value, dict):
        raise unreadable(name, "catalogue.other", found="a list")
    roots = [key for key, inner in value.items() if isinstance(inner, dict)]
    if len(roots) != 1:
        found = f"`{', '.join(roots or value)[:80]}`"
        raise unreadable(name, "catalogue.other", found=found)
    root = _object(roots[0], value[roots[0]], f"{name}:", budget=budget)
    root.where = name
    for key, inner in value.items():
        if not isinstance(inner, dict | list):
            root.attributes.setdefault(key, _scalar(inner))
    return root


def _object(tag: str, value: dict[str, Any], where: str, *, budget: Budget) -> Element:
    _spend(where, budget)
    element = Element(tag, where)
    for key, inner in value.items():
        if key == "$text":
            element.text = _scalar(inner).strip()
        elif isinstance(inner, list):
            element.children.append(_list(key, inner, where, budget))
        elif isinstance(inner, dict):
            element.children.append(_object(key, inner, f"{where}{key}.", budget=budget))
        else:
            element.attributes[key] = _scalar(inner)
    return element


def _list(tag: str, values: list[Any], where: str, budget: Budget) -> Element:
    element = Element(tag, where)
    for number, inner in enumerate(values):
        place = f"{where}{tag}[{number}]"
        if isinstance(inner, dict):
            child = _object(f"{tag}[]", inner, f"{place}.", budget=budget)
            child.where = place
            element.children.append(child)
        else:
            _spend(where, budget)
            element.children.append(Element(f"{tag}[]", place, text=_scalar(inner)))
    return element


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
