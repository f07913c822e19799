"""Rulings, refusals and events to JSON values, and rulings back.

Knows the shapes of answers and no system; words are put beside codes where a wording is
given, and are not read back. Schemas: `ruling-1`, `refusal-1`, `events-1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, Protocol

from defilade.formats.tones import tone_of
from defilade.formats.unreadable import unreadable
from defilade.formats.values import datum_from, datum_json, record_from, record_json
from defilade.game import Ambiguous, Event, NotUnderstood, Refusal, Rejection
from defilade.record import Record
from defilade.ruling import (
    Cells,
    Cover,
    Covered,
    Disc,
    Entry,
    Fact,
    Firing,
    Line,
    Mark,
    Movement,
    Outline,
    Permission,
    Question,
    Reading,
    Reason,
    Route,
    Ruling,
    Shape,
    Sight,
    Verdict,
    Visible,
    Wedge,
    Weight,
)

VERSION = 1

_QUESTIONS: Mapping[str, type[Question]] = {
    "movement": Movement,
    "sight": Sight,
    "cover": Cover,
    "entry": Entry,
    "firing": Firing,
}
_SHAPES: Mapping[str, type[Shape]] = {
    "line": Line,
    "disc": Disc,
    "wedge": Wedge,
    "outline": Outline,
    "route": Route,
    "cells": Cells,
}
_VERDICTS: Mapping[str, type[Verdict]] = {
    "permission": Permission,
    "visible": Visible,
    "covered": Covered,
}


class Wording(Protocol):
    """The words of a system that may stand beside codes; `systems.protocol.Wording` is one."""

    def reason(self, reason: Reason) -> str:
        """One reason as a sentence."""

    def event(self, code: str, params: Record) -> str:
        """One event as a sentence."""


def ruling_json(ruling: Ruling, *, system: str, wording: Wording | None = None) -> dict[str, Any]:
    """A ruling as JSON values; with a wording each reason also `says` itself."""
    return {
        "format": "defilade.ruling",
        "version": VERSION,
        "system": system,
        "question": _tagged(ruling.question, _QUESTIONS),
        **_verdict_json(ruling.verdict),
        "tone": tone_of(ruling.verdict).value,
        "numbers": record_json(ruling.numbers),
        "reasons": reasons_json(ruling.reasons, wording),
        "facts": [_fact_json(fact) for fact in ruling.facts],
        "readings": [_reading_json(reading) for reading in ruling.readings],
    }


def ruling_from(document: object, *, name: str = "<memory>") -> Ruling:
    """The ruling that `ruling_json` wrote; raises `UnreadableError` for anything else."""
    try:
        return _ruling(document)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        problem = f"there is no {error}" if isinstance(error, KeyError) else str(error)
        raise unreadable(name, "json.shape", format="ruling-1", problem=problem) from error


def refusal_json(refusal: Refusal, *, wording: Wording | None = None) -> dict[str, Any]:
    """What became of a wish that was not carried out, as JSON values."""
    head = {"format": "defilade.refusal", "version": VERSION}
    match refusal:
        case Rejection(action, reasons):
            said = reasons_json(reasons, wording)
            return {**head, "kind": "refused", "action": action, "reasons": said}
        case NotUnderstood(text, position, wanted):
            found = {"text": text, "position": position, "wanted": list(wanted)}
            return {**head, "kind": "not_understood", **found}
        case Ambiguous(text, candidates):
            return {**head, "kind": "ambiguous", "text": text, "candidates": list(candidates)}


def events_json(
    events: Iterable[Event], *, system: str, wording: Wording | None = None
) -> dict[str, Any]:
    """Events in their order, as JSON values."""
    listed = []
    for event in events:
        plain = {"code": event.code, "clause": event.clause, "params": record_json(event.params)}
        says = {"says": wording.event(event.code, event.params)} if wording else {}
        listed.append({**plain, **says})
    return {"format": "defilade.events", "version": VERSION, "system": system, "events": listed}


def reasons_json(reasons: Iterable[Reason], wording: Wording | None) -> list[dict[str, Any]]:
    """Reasons in their order, as JSON values."""
    return [_reason_json(reason, wording) for reason in reasons]


def _reason_json(reason: Reason, wording: Wording | None) -> dict[str, Any]:
    plain = {
        "clause": reason.clause,
        "code": reason.code,
        "params": record_json(reason.params),
        "weight": reason.weight.value,
        "default": reason.default,
    }
    return {**plain, "says": wording.reason(reason)} if wording else plain


def _verdict_json(verdict: Verdict) -> dict[str, str]:
    return {"verdict": verdict.value, "verdict_of": _name(verdict, _VERDICTS)}


def _reading_json(reading: Reading) -> dict[str, Any]:
    return {
        "option": reading.option,
        "value": reading.value,
        **_verdict_json(reading.verdict),
        "numbers": record_json(reading.numbers),
    }


def _fact_json(fact: Fact) -> dict[str, Any]:
    return {
        "code": fact.code,
        "shape": _tagged(fact.shape, _SHAPES),
        "mark": fact.mark.value,
        "params": record_json(fact.params),
    }


def _name(value: object, kinds: Mapping[str, type[Any]]) -> str:
    return next(name for name, kind in kinds.items() if type(value) is kind)


def _tagged(value: Any, kinds: Mapping[str, type[Any]]) -> dict[str, Any]:
    """A flat dataclass as an object that says which `kind` it is."""
    plain = {each.name: _field_json(getattr(value, each.name)) for each in fields(value)}
    return {"kind": _name(value, kinds), **plain}


def _field_json(value: Any) -> Any:
    return record_json(value) if isinstance(value, Record) else datum_json(value)


def _untagged(document: Mapping[str, Any], kinds: Mapping[str, type[Any]]) -> Any:
    kind = kinds[document["kind"]]
    given = {name: value for name, value in document.items() if name != "kind"}
    known = {each.name for each in fields(kind)}
    if set(given) != known:
        raise ValueError(f"{document['kind']} has the fields {', '.join(sorted(known))}")
    return kind(**{name: _field_from(value) for name, value in given.items()})


def _field_from(value: Any) -> Any:
    if isinstance(value, dict) and not (len(value) == 1 and {"number", "fraction"} & set(value)):
        return record_from(value)
    return datum_from(value)


def _ruling(document: Any) -> Ruling:
    if (document["format"], document["version"]) != ("defilade.ruling", VERSION):
        raise ValueError(f"{document['format']} {document['version']}")
    return Ruling(
        question=_untagged(document["question"], _QUESTIONS),
        verdict=_verdict(document),
        numbers=record_from(document["numbers"]),
        reasons=_all(_reason, document["reasons"]),
        facts=_all(_fact, document["facts"]),
        readings=_all(_reading, document["readings"]),
    )


def _all(read: Callable[[Mapping[str, Any]], Any], listed: list[Any]) -> tuple[Any, ...]:
    return tuple(read(each) for each in listed)


def _verdict(document: Mapping[str, Any]) -> Verdict:
    kind: Callable[[str], Verdict] = _VERDICTS[document["verdict_of"]]
    return kind(document["verdict"])


def _reason(document: Mapping[str, Any]) -> Reason:
    params = record_from(document["params"])
    weight = Weight(document["weight"])
    return Reason(document["clause"], document["code"], params, weight, document["default"])


def _fact(document: Mapping[str, Any]) -> Fact:
    shape = _untagged(document["shape"], _SHAPES)
    return Fact(document["code"], shape, Mark(document["mark"]), record_from(document["params"]))


def _reading(document: Mapping[str, Any]) -> Reading:
    numbers = record_from(document["numbers"])
    return Reading(document["option"], document["value"], _verdict(document), numbers)
