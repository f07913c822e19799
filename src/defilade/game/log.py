"""The log: an append-only, hash-chained list of what was done and how the dice fell.

Knows entries and digests, not what an action means. Undoing appends an entry that marks
others as undone; nothing is ever removed. A seed is committed to before it is used and
shown only by a later entry, so that no saved log betrays a roll that is still to come.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from defilade.errors import DefiladeError

FORMAT = "defilade.log"
FORMAT_VERSION = 1

Face: TypeAlias = int | str


class LogError(DefiladeError):
    """A log that cannot be trusted or folded: `entry` (0-based) and why."""

    def __init__(self, entry: int, why: str) -> None:
        self.entry = entry
        self.why = why
        super().__init__(f"log entry {entry}: {why}")


@dataclass(frozen=True, slots=True)
class Act:
    """A side does something; `action` is in the system's own notation."""

    action: str


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice fell for `clause`; `origin` is `seed` or `table` (physical dice, typed in)."""

    clause: str
    faces: tuple[Face, ...]
    origin: str


@dataclass(frozen=True, slots=True)
class Pick:
    """A player chose option number `index` of those offered for `clause`."""

    clause: str
    index: int
    label: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Marks the entry number `entry` as undone."""

    entry: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Takes back the undoing of the entry number `entry`."""

    entry: int


@dataclass(frozen=True, slots=True)
class Commit:
    """Commits to a seed: the sha256 of it."""

    sha256: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """Shows the seed committed to last."""

    seed: str


Body: TypeAlias = Act | Throw | Pick | Undo | Redo | Commit | Reveal
_KINDS: Mapping[str, type[Body]] = {
    "act": Act,
    "throw": Throw,
    "pick": Pick,
    "undo": Undo,
    "redo": Redo,
    "commit": Commit,
    "reveal": Reveal,
}
_NAMES: Mapping[type[Body], str] = {kind: name for name, kind in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class Header:
    """What a log starts from: engine, system and its version, and the whole battle."""

    engine: str
    system: str
    rules: str
    battle: str
    """The battle document as compact JSON, so that a log can be folded by itself."""
    waived: tuple[str, ...] = ()
    """The faults of the battle that the players agreed to overlook, by name."""


@dataclass(frozen=True, slots=True)
class Log:
    """A header and the bodies since, each chained to the one before by `digests`."""

    header: Header
    bodies: tuple[Body, ...] = ()
    digests: tuple[str, ...] = ()

    @property
    def head(self) -> str:
        """The digest that stands for this whole log."""
        if self.digests:
            return self.digests[-1]
        # the battle as its text: the order of its parts matters to a game, and to the digest
        return digest("", {**header_json(self.header), "battle": self.header.battle})

    def append(self, body: Body) -> Log:
        """The log with one more entry."""
        mark = digest(self.head, body_json(body))
        return Log(self.header, (*self.bodies, body), (*self.digests, mark))

    def live(self) -> tuple[int, ...]:
        """Numbers of the acts, throws and picks that stand, in order."""
        return _stands(self.bodies)[0]

    def history(self, before: int | None = None) -> int:
        """A number that stands for what was done and still stood before entry `before` (now,
        if None): what a seeded throw is drawn for. Doing the same again after an undo gives
        the same dice; doing something else gives others, which nobody can know beforehand."""
        live, _ = _stands(self.bodies[:before])
        mark = ""
        for number in live:
            mark = digest(mark, body_json(self.bodies[number]))
        return int(mark[:16] or "0", 16)

    def open_commitment(self) -> str | None:
        """The sha256 of the seed committed to last, if it has not been shown since."""
        for body in reversed(self.bodies):
            if isinstance(body, Commit | Reveal):
                return body.sha256 if isinstance(body, Commit) else None
        return None

    def unchecked(self) -> int:
        """How many throws were drawn from seeds that the log never shows."""
        waiting, never = 0, 0
        for body in self.bodies:
            match body:
                case Throw(_, _, "seed"):
                    waiting += 1
                case Reveal():
                    waiting = 0
                case Commit():
                    never, waiting = never + waiting, 0
                case _:
                    pass
        return never + waiting

    def undone(self) -> tuple[int, ...]:
        """Numbers of the entries that could be redone, the next one last."""
        return _stands(self.bodies)[1]


def _stands(bodies: Iterable[Body]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    live: list[int] = []
    undone: list[int] = []
    for number, body in enumerate(bodies):
        match body:
            case Act() | Throw() | Pick():
                live.append(number)
                undone.clear()
            case Undo(entry):
                if not live or live[-1] != entry:
                    raise LogError(number, f"undoes entry {entry}, which is not the last")
                undone.append(live.pop())
            case Redo(entry):
                if not undone or undone[-1] != entry:
                    raise LogError(number, f"redoes entry {entry}, which was not undone last")
                live.append(undone.pop())
            case Commit() | Reveal():
                pass
    return tuple(live), tuple(undone)


def canonical(value: object) -> str:
    """The one JSON text of a value: sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def compact(value: object) -> str:
    """The JSON text of a value without spaces, its keys in the order they were given."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def digest(before: str, body: Mapping[str, object]) -> str:
    """sha256 over the digest before and the canonical JSON of an entry."""
    return hashlib.sha256((before + canonical(body)).encode()).hexdigest()


def header_json(header: Header) -> dict[str, object]:
    """The header as JSON values."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "engine": header.engine,
        "system": header.system,
        "rules": header.rules,
        "battle": json.loads(header.battle),
        "waived": list(header.waived),
    }


def body_json(body: Body) -> dict[str, object]:
    """One entry as JSON values, without its digest."""
    fields = {name: getattr(body, name) for name in type(body).__slots__}
    plain = {k: list(v) if isinstance(v, tuple) else v for k, v in fields.items()}
    return {"kind": _NAMES[type(body)], **plain}


def log_json(log: Log) -> dict[str, object]:
    """The whole log as JSON values: header fields, then `entries`."""
    entries = [
        {**body_json(body), "digest": mark}
        for body, mark in zip(log.bodies, log.digests, strict=True)
    ]
    return {**header_json(log.header), "entries": entries}


def read_log(document: object) -> Log:
    """A log from JSON values; raises `LogError` where the shape or the chain is broken."""
    match document:
        case {
            "format": "defilade.log",
            "version": 1,
            "engine": str(engine),
            "system": str(system),
            "rules": str(rules),
            "battle": battle,
            "waived": list(waived),
            "entries": list(entries),
        } if all(isinstance(name, str) for name in waived):
            log = Log(Header(engine, system, rules, compact(battle), tuple(waived)))
        case _:
            raise LogError(0, f"this is not a {FORMAT} of version {FORMAT_VERSION}")
    for number, entry in enumerate(entries):
        log = log.append(_read_body(number, entry))
        if log.head != entry.get("digest"):
            raise LogError(number, "its digest does not follow from the entries before it")
    log.live()
    return log


def _read_body(number: int, entry: Any) -> Body:
    named = entry.get("kind") if isinstance(entry, dict) else None
    if not isinstance(named, str) or named not in _KINDS:
        raise LogError(number, f"its kind is not one of {', '.join(_KINDS)}")
    kind = _KINDS[named]
    fields = {k: v for k, v in entry.items() if k not in ("kind", "digest")}
    if set(fields) != set(kind.__slots__):
        raise LogError(number, f"a {named} has the fields {', '.join(kind.__slots__)}")
    if "faces" in fields:
        faces = fields["faces"]
        if not isinstance(faces, list) or not all(type(face) in (int, str) for face in faces):
            raise LogError(number, "its faces are not a list of numbers and names")
        fields["faces"] = tuple(faces)
    for name, value in fields.items():
        wanted = {"faces": tuple, "index": int, "entry": int}.get(name, str)
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise LogError(number, f"{name} is not a {wanted.__name__}")
    return kind(**fields)
