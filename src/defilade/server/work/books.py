"""Jobs that only look things up: systems, clauses, examples, schemas.

Knows what a system says of itself; no battle but the examples.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

from defilade.formats.schema import OTHERS, battle_schema, published, schema_name
from defilade.ruling import Clause
from defilade.server.problems import trouble
from defilade.server.work.answer import Answer, answer
from defilade.server.work.desk import Desk, engine
from defilade.systems.protocol import System

Asked = Mapping[str, Any]


def systems(_asked: Asked, desk: Desk) -> Answer:
    """All systems in short."""
    listed = [_brief(each) for each in desk.systems.values()]
    return answer({"engine": engine(), "systems": listed})


def system(asked: Asked, desk: Desk) -> Answer:
    """One system."""
    return answer(_brief(desk.system(asked["system"])))


def clauses(asked: Asked, desk: Desk) -> Answer:
    """The clauses of a system in the order of its ledger, or the one of an id."""
    found = desk.system(asked["system"])
    wanted = asked.get("clause")
    if wanted is not None and wanted not in found.clauses:
        raise trouble("not-found", f"{found.title} has no clause of that id.")
    listed = [found.clauses[wanted]] if wanted else list(found.clauses.values())
    return answer({"system": found.name, "clauses": [_clause(each) for each in listed]})


def example(asked: Asked, desk: Desk) -> Answer:
    """The battle shipped with a system, as text with comments and as JSON."""
    import json

    found = desk.system(asked["system"])
    battle = {"example": found.name, "waive": []}
    opened = desk.opened(battle)
    text = "\n".join(opened.source.lines)
    document = json.loads(opened.battle)
    return answer({"system": found.name, "title": opened.title, "text": text, "document": document})


def schemas(_asked: Asked, desk: Desk) -> Answer:
    """The names of all schemas."""
    return answer({"schemas": sorted(_schemas(desk))})


def schema(asked: Asked, desk: Desk) -> Answer:
    """One schema by name; a system's name stands for that of its battle files."""
    known = _schemas(desk)
    name = asked["name"]
    if name in desk.systems:
        return answer(battle_schema(desk.systems[name]))
    if name not in known:
        raise trouble("not-found", f"There are {', '.join(sorted(known))}.", known=sorted(known))
    owner = known[name]
    return answer(published(name) if owner is None else battle_schema(owner))


def _schemas(desk: Desk) -> dict[str, System | None]:
    of_battles: dict[str, System | None] = {schema_name(s): s for s in desk.systems.values()}
    return {**of_battles, **dict.fromkeys(OTHERS)}


def _brief(system: System) -> dict[str, Any]:
    return {
        "name": system.name,
        "title": system.title,
        "version": system.version,
        "clauses": len(system.clauses),
        "policies": sorted(system.policies),
        "schema": schema_name(system),
        "package": _package(system.name),
    }


def _package(name: str) -> str:
    """The distribution that brings a system, which need not be ours."""
    (point,) = (each for each in entry_points(group="defilade.systems") if each.name == name)
    return point.dist.name if point.dist is not None else ""


def _clause(clause: Clause) -> dict[str, Any]:
    return {
        "id": clause.id,
        "says": clause.says,
        "origin": clause.origin.value,
        "option": clause.option,
        "not_built": clause.not_built,
    }
