"""The words for faults that every system shares: files, keys, values.

Knows codes and their params; a system's own codes are worded by the system.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from defilade.record import Record

_KINDS: Mapping[str, str] = {
    "number": 'a number (distances may have their mark, as 24")',
    "whole": "a whole number",
    "truth": "true or false",
    "text": "a text",
    "keys": "keys with values",
    "list": "a list in [brackets]",
    "word": "one of the words possible here",
}


def general(code: str, params: Record) -> str | None:
    """The sentence for a fault of the file itself, or None for a code of some system."""
    wording = _WORDS.get(code)
    return None if wording is None else wording(params)


def near(params: Record) -> str | None:
    """What was probably meant, where a fault says what was `given` and lists `choices`.

    >>> near(Record(given="hul", choices=("hull", "side")))
    'hull'
    """
    given, choices = params.get("given"), params.get("choices")
    if not isinstance(given, str) or not isinstance(choices, tuple) or not given:
        return None
    words = [str(choice) for choice in choices]
    lowered = {word.lower().replace("-", "_"): word for word in reversed(words)}
    plain = given[:80].lower().replace("-", "_").replace(" ", "_")
    close = get_close_matches(plain, lowered, n=1, cutoff=0.6)
    found = lowered[close[0]] if close else None
    return None if found == given else found


def hint(code: str, params: Record) -> str | None:
    """A second sentence that helps: what was meant, what there is, how to write it."""
    meant = near(params)
    if meant is not None:
        return f"did you mean `{meant}`?"
    choices = params.get("choices")
    if isinstance(choices, tuple) and choices:
        return f"possible here: {_listed(tuple(str(choice) for choice in choices))}"
    helping = _HINTS.get(code)
    return None if helping is None else helping(params)


def _listed(words: tuple[str, ...], most: int = 24) -> str:
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def _unfit(params: Record) -> str:
    if params["wanted"] in (("keys",), ("list",)):
        return f"`{params['given']}` stands where {_wanted(params)} should"
    return f"`{params['given']}` is not {_wanted(params)}"


def _wrong_kind(params: Record) -> str:
    found = "keys with values" if params["found"] == "keys" else "a list"
    return f"this should be {_wanted(params)}, not {found}"


def _wanted(params: Record) -> str:
    wanted = params["wanted"]
    assert isinstance(wanted, tuple)  # the reader makes it so
    return " or ".join(_KINDS.get(str(kind), str(kind)) for kind in wanted) or _KINDS["word"]


def _twice(params: Record) -> str:
    again = params["again"]
    assert isinstance(again, tuple)  # the reader makes it so
    lines = ", ".join(str(line) for line in again)
    return f"`{params['key']}` is written twice: on line {params['first']} and again on {lines}"


def _count(number: object, what: str) -> str:
    return f"{number:,.0f} {what}" if isinstance(number, int | float) else what


def _syntax(params: Record) -> str:
    since = f" (in what begins on line {params['since']})" if "since" in params else ""
    return f"this is not YAML: {params['problem']}{since}"


def _short_list(params: Record) -> str:
    return f"this list is too short, it wants at least {params['at_least']} values"


def _too_deep(params: Record) -> str:
    limit = f", {params['limit']} levels at most" if "limit" in params else ""
    return f"this is nested too deep{limit}"


_WORDS: Mapping[str, Callable[[Record], str]] = {
    "file.too_long": lambda p: f"the file is longer than {_count(p['limit'], 'characters')}",
    "file.utf16": lambda _: "the file is UTF-16, not UTF-8",
    "file.not_utf8": lambda p: f"byte {p['byte']} is not UTF-8",
    "file.character": lambda p: f"the character {p['character']} may not stand in a file",
    "file.empty": lambda _: "the file is empty",
    "file.markup": lambda _: "this is XML, not a battle file",
    "file.not_keys": lambda p: f"the file is a {p['found']}, not keys with values",
    "file.syntax": _syntax,
    "file.token": lambda p: f"a value cannot begin with `{p['character']}`",
    "file.tab": lambda _: "a tab cannot indent a line",
    "file.two_documents": lambda _: "a second document begins here; one file is one battle",
    "file.too_deep": _too_deep,
    "file.too_many": lambda p: f"the file has more than {_count(p['limit'], 'keys and values')}",
    "file.more_faults": lambda p: f"and {p['more']} more faults",
    "system.missing": lambda _: "the file does not say which game it is: `system:` is missing",
    "system.unknown": lambda p: f"no rule system is called `{p['given']}`",
    "key.unknown": lambda p: f"`{p['given']}` is not a key that is read here",
    "key.unfit": lambda p: f"`{p['given']}` is not one of the keys possible here",
    "key.missing": lambda p: f"the key `{p['name']}` is missing here",
    "key.twice": _twice,
    "key.merge": lambda _: "merge keys (`<<`) are not read",
    "key.not_text": lambda _: "a key must be a plain word",
    "list.short": _short_list,
    "list.long": lambda p: f"this list has {p['given']} values, it takes {p['at_most']} at most",
    "value.empty": lambda p: f"`{p['name']}` has no value",
    "value.alias": lambda p: f"aliases (`*{p['name']}`) are not read; write the value out",
    "value.anchor": lambda p: f"anchors (`&{p['name']}`) are not read",
    "value.tag": lambda p: f"tags (`{p['tag']}`) are not read",
    "value.too_long": lambda p: f"this text is longer than {_count(p['limit'], 'characters')}",
    "value.huge": lambda p: f"{p['given']} is too large, {_count(p['limit'], 'is the most')}",
    "value.not_finite": lambda p: f"`{p['given']}` is not a number that can be measured",
    "value.unfit": _unfit,
    "archive.too_large": lambda p: f"it is larger than {_count(p['limit'], 'bytes')} unpacked",
    "archive.broken": lambda p: f"the archive cannot be opened: {p['problem']}",
    "archive.too_many": lambda p: f"the archive holds more than {_count(p['limit'], 'files')}",
    "archive.nothing": lambda _: "the archive is empty",
    "archive.nested": lambda _: "the archive holds another archive",
    "archive.bomb": lambda p: f"it unpacks to more than {p['limit']} times its size",
    "catalogue.neither": lambda _: "this is neither XML nor JSON",
    "catalogue.other": lambda p: f"there is no catalogue or roster in it, but {p['found']}",
    "catalogue.mixed": lambda p: (
        f"`{p['one']}` is of another game or edition than `{p['other']}`; import them apart"
    ),
    "catalogue.too_many": lambda _: "the files hold too many elements",
    "xml.syntax": lambda p: f"this is not XML: {p['problem']}",
    "xml.entities": lambda _: "document types and entities are not read",
    "import.unknown": lambda _: "this is no kind of file that is read",
    "json.syntax": lambda p: f"this is not JSON: {p['problem']}",
    "json.twice": lambda p: f"`{p['key']}` is written twice in one object",
    "json.shape": lambda p: f"this does not follow {p['format']}: {p['problem']}",
    "log.other": lambda _: "this is not the log of a game, in the version that is read",
    "log.broken": lambda p: f"the log is broken at entry {p['entry']}: {p['why']}",
    "value.wrong_kind": _wrong_kind,
    "value.wrong": lambda p: f"this cannot be: {p['problem']}",
}

_HINTS: Mapping[str, Callable[[Record], str]] = {
    "file.utf16": lambda _: "save it as UTF-8",
    "file.not_utf8": lambda _: "save it as UTF-8",
    "file.tab": lambda _: "indent with spaces",
    "file.markup": lambda _: "catalogues and rosters are brought in by `defilade import`",
    "file.token": lambda _: "put the value in quotes",
    "file.empty": lambda _: "begin with `system:` and the name of a game",
    "file.not_keys": lambda _: "begin with `system:` and the name of a game",
    "file.syntax": lambda _: "look for a missing colon, quote or bracket, or for uneven indenting",
    "key.not_text": lambda _: "put texts with { or [ in quotes",
    "value.empty": lambda _: "write a value or leave the key out",
    "value.unfit": lambda p: f"write it as [{p['given']}]" if p["wanted"] == ("list",) else "",
}

CODES = frozenset(_WORDS)
"""Codes that are worded here; a system's own codes must not be among them."""
