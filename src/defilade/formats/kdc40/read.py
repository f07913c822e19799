"""40kdc terrain files to their values, and values back to files; each undoes the other.

Knows which key holds which kind of thing. A layout that does not fit is left out whole, with
findings at their places; the others are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from defilade.formats.battle import Unread
from defilade.formats.jsontext import json_value
from defilade.formats.kdc40.decode import decoded, encoded
from defilade.formats.kdc40.model import HullShape, Pattern, Sheet, Template
from defilade.formats.limits import TERRAIN
from defilade.formats.text import Located
from defilade.formats.text import decoded as text_of
from defilade.formats.unreadable import UnreadableError, unreadable
from defilade.record import Record
from defilade.table import Finding, Place, Source

KINDS: Mapping[str, type[Any]] = {
    "terrain_layouts": Sheet,
    "terrain_templates": Template,
    "deployment_patterns": Pattern,
    "hull_shapes": HullShape,
}
"""What a file may hold, under which key."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """Everything that terrain files hold together, by id, and what was noticed."""

    layouts: Mapping[str, Sheet] = field(default_factory=dict)
    templates: Mapping[str, Template] = field(default_factory=dict)
    patterns: Mapping[str, Pattern] = field(default_factory=dict)
    hulls: Mapping[str, HullShape] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def is_terrain(value: object) -> bool:
    """Whether a JSON value looks like a terrain file."""
    if isinstance(value, dict) and KINDS.keys() & value.keys():
        return True
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, dict) and _kind(first) is not None


def read_terrain(files: Mapping[str, bytes]) -> Terrain | Unread:
    """Layouts, templates, deployment maps and hulls of several files, by id.

    Files are objects of lists (`terrain_layouts`, ...), lists of one kind, or one thing. Unread
    where a file is no JSON or nothing of these is in it; what is wrong inside is a finding.
    """
    found: dict[str, dict[str, Any]] = {name: {} for name in KINDS}
    findings: list[Finding] = []
    try:
        for name, data in files.items():
            for key, value, place in _things(name, data):
                made, told = decoded(KINDS[key], value, place)
                findings += told
                if made is not None and _fresh(made.id, found[key], place, findings):
                    found[key][made.id] = made
    except UnreadableError as error:
        return Unread(error.faults, error.source)
    return Terrain(
        found["terrain_layouts"],
        found["terrain_templates"],
        found["deployment_patterns"],
        found["hull_shapes"],
        tuple(findings),
    )


def terrain_document(terrain: Terrain) -> dict[str, list[dict[str, Any]]]:
    """The JSON values of a terrain file that holds all of it; empty lists are left out."""
    listed = {
        "terrain_layouts": terrain.layouts,
        "terrain_templates": terrain.templates,
        "deployment_patterns": terrain.patterns,
        "hull_shapes": terrain.hulls,
    }
    return {
        key: [encoded(each) for each in things.values()] for key, things in listed.items() if things
    }


def terrain_json(terrain: Terrain) -> str:
    """The text of a terrain file; `read_terrain` reads it back."""
    return json.dumps(terrain_document(terrain), ensure_ascii=False, indent=1) + "\n"


def json_of(name: str, data: bytes) -> Any:
    """The JSON value of a file within the limits; raises `UnreadableError`."""
    text = text_of(data, TERRAIN)
    if isinstance(text, Located):
        raise UnreadableError([text.fault], Source(name, (), {(): text.place or Place(1, 1)}))
    value = json_value(text, name, depth=TERRAIN.depth)
    if _nodes(value, TERRAIN.nodes) > TERRAIN.nodes:
        raise unreadable(name, "file.too_many", limit=TERRAIN.nodes)
    return value


def _nodes(value: Any, most: int) -> int:
    waiting, count = [value], 0
    while waiting and count <= most:
        each = waiting.pop()
        count += 1
        if isinstance(each, dict):
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)
    return count


def _things(name: str, data: bytes) -> Iterator[tuple[str, object, str]]:
    value = json_of(name, data)
    if isinstance(value, dict) and KINDS.keys() & value.keys():
        for key, listed in value.items():
            if key in KINDS and isinstance(listed, list):
                yield from ((key, each, f"{name}:{key}[{k}]") for k, each in enumerate(listed))
        return
    whole: Sequence[Any] = value if isinstance(value, list) else [value]
    kinds = [_kind(each) if isinstance(each, dict) else None for each in whole]
    known = next((kind for kind in kinds if kind is not None), None)
    if known is None:
        raise unreadable(name, "json.shape", format="40kdc terrain", problem="nothing of it here")
    for number, each in enumerate(whole):
        place = f"{name}:[{number}]" if isinstance(value, list) else f"{name}:"
        yield kinds[number] or known, each, place


def _kind(value: Mapping[str, Any]) -> str | None:
    if "zones" in value:
        return "deployment_patterns"
    if value.get("kind") in ("area", "feature"):
        return "terrain_templates"
    if "pieces" in value or "deployment_pattern_id" in value:
        return "terrain_layouts"
    return "hull_shapes" if "points" in value and "id" in value else None


def _fresh(name: str, known: Mapping[str, Any], place: str, findings: list[Finding]) -> bool:
    if name in known:
        findings.append(Finding("id.twice", place, Record(id=name, name=name), lost=True))
        return False
    return True
