"""Records and their values to JSON values and back, without loss.

Knows the plain values that a record may hold; nothing of what they mean. A fraction is
`{"fraction": "1/3"}`, a record inside a record `{"record": {...}}`, an endless number
`{"number": "inf"}`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from defilade.record import Datum, Record


def record_json(record: Mapping[str, Datum]) -> dict[str, Any]:
    """A record as a JSON object."""
    return {name: datum_json(value) for name, value in record.items()}


def datum_json(value: Datum) -> Any:
    """One value of a record as a JSON value; enums become their words."""
    if isinstance(value, tuple):
        return [datum_json(each) for each in value]
    if isinstance(value, Record):
        return {"record": record_json(value)}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": str(value)}
    return str(value) if isinstance(value, str) else value


def record_from(document: Mapping[str, Any]) -> Record:
    """The record that `record_json` gives this object for."""
    return Record(**{name: datum_from(value) for name, value in document.items()})


def datum_from(value: Any) -> Datum:
    """The value that `datum_json` gives this for; raises `ValueError` for any other object."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case list():
            return tuple(datum_from(each) for each in value)
        case {"fraction": str(text), **rest} if not rest:
            return Fraction(text)
        case {"number": str(text), **rest} if not rest:
            return float(text)
        case {"record": dict(inner), **rest} if not rest:
            return record_from(inner)
    raise ValueError(f"{value!r} is not a value of a record")
