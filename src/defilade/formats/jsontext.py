"""JSON text to values, strictly: keys once, finite numbers, bounded depth, whole characters.

Knows nothing of what the values mean. Raises `UnreadableError` with the place where known.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from defilade.formats.unreadable import unreadable
from defilade.table import Place

_SPACE = re.compile(r"[ \t\n\r]*")


def json_value(text: str, name: str, *, depth: int) -> Any:
    """The value of a JSON text; `name` is the file's, for messages."""
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        at = Place(error.lineno, error.colno)
        raise unreadable(name, "json.syntax", at=at, text=text, problem=error.msg) from error
    except _Twice as error:
        raise unreadable(name, "json.twice", text=text, key=str(error)) from error
    except RecursionError as error:
        raise unreadable(name, "file.too_deep", limit=depth) from error
    except ValueError as error:
        raise unreadable(name, "json.syntax", text=text, problem=str(error)) from error
    if _deeper(value, depth):
        raise unreadable(name, "file.too_deep", limit=depth)
    if _has_surrogates(value):
        raise unreadable(name, "file.character", character="half a surrogate pair")
    return value


def place_of_item(text: str, key: str, number: int) -> Place | None:
    """Where an item of a list under a key of the outermost object stands in a JSON text.

    The text must be JSON that was read already; None where there is no such item.
    """
    decoder = json.JSONDecoder()
    at = _skipped(text, 0, "{")
    while at < len(text) and text[at] == '"':
        name, at = decoder.raw_decode(text, at)
        at = _skipped(text, at, ":")
        if name == key and text[at] == "[":
            return _item(text, _skipped(text, at, "["), number, decoder)
        _, at = decoder.raw_decode(text, at)
        at = _skipped(text, at, ",")
    return None


def _item(text: str, at: int, number: int, decoder: json.JSONDecoder) -> Place | None:
    for _ in range(number):
        if text[at] == "]":
            return None
        _, at = decoder.raw_decode(text, at)
        at = _skipped(text, at, ",")
    line = text.count("\n", 0, at)
    return None if text[at] == "]" else Place(line + 1, at - text.rfind("\n", 0, at))


def _skipped(text: str, at: int, mark: str) -> int:
    """The position behind white space and, if it is there, a mark and white space after it."""
    found = _SPACE.match(text, at)
    at = found.end() if found else at
    if text[at : at + 1] != mark:
        return at
    behind = _SPACE.match(text, at + 1)
    return behind.end() if behind else at + 1


class _Twice(ValueError):
    """A key that is written twice in one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _Twice(counts.most_common(1)[0][0])
    return found


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


def _has_surrogates(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _deeper(value: Any, depth: int) -> bool:
    level = [value]
    for _ in range(depth):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
