"""What a worker keeps at hand: systems, battles that passed their checks, sessions.

Knows how a battle or a session comes to be; nothing of requests. All of it is a cache.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from typing import Any, Generic, NoReturn, TypeVar

from defilade.formats.battle import Unread, battle_json, read_battle
from defilade.formats.editing import WrongEdit, edited
from defilade.formats.fields import helps_of
from defilade.formats.log import opening
from defilade.formats.report import faults_json
from defilade.formats.unreadable import UnreadableError
from defilade.game import LogError, Session, fold, read_log
from defilade.server.problems import trouble
from defilade.server.settings import Limits
from defilade.server.work.frames import Unheard
from defilade.systems.protocol import System
from defilade.systems.registry import load, names
from defilade.table import Draft, Fault, Faults, Scene, Source, Table

V = TypeVar("V")

KEPT = "battle.json"
"""What a battle is called, in messages, that came as JSON values."""


class Recent(Generic[V]):
    """The values used last, so many of them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: OrderedDict[str, V] = OrderedDict()

    def get(self, key: str) -> V | None:
        """A value, which counts as used."""
        if key in self._held:
            self._held.move_to_end(key)
        return self._held.get(key)

    def put(self, key: str, value: V) -> None:
        """Keep a value, and forget the one unused for longest where there are too many."""
        self._held[key] = value
        self._held.move_to_end(key)
        while len(self._held) > self.most:
            self._held.popitem(last=False)

    def clear(self) -> None:
        """Forget all."""
        self._held.clear()


class Systems(Mapping[str, System]):
    """The installed systems, loaded when they are asked for."""

    def __getitem__(self, name: str) -> System:
        if name not in names():
            raise KeyError(name)
        return load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())


@dataclass(frozen=True, slots=True)
class Opened:
    """A table, and what its battle is called."""

    system: System
    table: Table[Any]
    title: str
    source: Source
    draft: Draft[Any] | None = None
    """What the battle was read from; there is none of a session."""
    written: str = ""
    """The battle as it was written down for a session."""

    @property
    def battle(self) -> str:
        """The battle as compact JSON."""
        if self.draft is None:
            return self.written
        return battle_json(self.draft, self.system)

    @property
    def scene(self) -> Scene:
        """What stands where, under the battle's title or at least the game's."""
        scene = self.system.scene(self.table)
        return replace(scene, title=scene.title or self.title)


class Desk:
    """The limits, and what is at hand."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.systems = Systems()
        self.drafts: Recent[Draft[Any] | Unread] = Recent(limits.remembered)
        self.judged: Recent[Table[Any] | Faults[Any]] = Recent(limits.remembered)
        self.sessions: Recent[tuple[Session, str]] = Recent(limits.remembered)

    def warm(self) -> None:
        """Load every system and open its example, so that no request waits for that."""
        for name, system in self.systems.items():
            self.opened({"example": name, "waive": []})
            helps_of(system)

    def forget(self) -> None:
        """Drop everything at hand."""
        from defilade.dice import forget

        self.drafts.clear()
        self.judged.clear()
        self.sessions.clear()
        forget()

    def system(self, name: str) -> System:
        """A system by name."""
        if name not in self.systems:
            known = sorted(self.systems)
            raise trouble("unknown-system", f"There are {', '.join(known)}.", known=known)
        return self.systems[name]

    def opened(self, battle: Mapping[str, Any]) -> Opened:
        """The table that a request means: of a text and edits, of an example, or of a session
        as it stands."""
        if "session" in battle:
            return self.of_session(battle)
        draft = self.read(battle)
        system = self.systems[draft.system]
        table = self.checked(battle, draft)
        if isinstance(table, Faults):
            self.faulty(table.faults, draft.source, draft.system)
        title = getattr(draft.battle, "title", "") or system.title
        return Opened(system, table, title, draft.source, draft)

    def read(self, battle: Mapping[str, Any]) -> Draft[Any]:
        """What a request says, its edits made; refused where its text is no battle."""
        draft = self.draft(battle)
        if isinstance(draft, Unread):
            self.faulty(draft.faults, draft.source, draft.system)
        return draft

    def draft(self, battle: Mapping[str, Any]) -> Draft[Any] | Unread:
        """What a request says, its edits made, before any check."""
        text, name = self._text(battle)
        edits = battle.get("edits") or []
        base = _base(text, name)
        for known in sorted({len(edits), max(len(edits) - 1, 0), 0}, reverse=True):
            found = self.drafts.get(_key(base, edits[:known]))
            if found is not None:
                break
        else:
            known, found = 0, read_battle(text, name, self.systems)
            self.drafts.put(_key(base, []), found)
        if isinstance(found, Unread) or known >= len(edits):
            return found
        return self._edited(found, base, edits, known)

    def checked(self, battle: Mapping[str, Any], draft: Draft[Any]) -> Table[Any] | Faults[Any]:
        """The table of a draft that a request led to, or all that is wrong with it."""
        waive = tuple(battle["waive"])
        key = _key(_base(*self._text(battle)), battle.get("edits") or [], waive)
        found = self.judged.get(key)
        if found is None:
            found = self.systems[draft.system].check(draft, waive=waive)
            self.judged.put(key, found)
        return found

    def keep_draft(self, text: str, draft: Draft[Any]) -> str:
        """Have the draft at hand that a battle's own text would be read to; its name there."""
        self.drafts.put(_key(_base(text, KEPT), []), draft)
        return sha256(text.encode()).hexdigest()

    def _edited(
        self, draft: Draft[Any], base: str, edits: Sequence[Mapping[str, Any]], known: int
    ) -> Draft[Any]:
        """A draft with the edits after those `known`; all but the last stay at hand besides,
        since the last of them is what somebody is dragging."""
        system = self.systems[draft.system]
        try:
            for end in sorted({len(edits) - 1, len(edits)} - {*range(known + 1)}):
                draft = edited(draft, edits[known:end], system, first=known)
                self.drafts.put(_key(base, edits[:end]), draft)
                known = end
        except WrongEdit as error:
            raise trouble("wrong-edit", error.why, index=error.index) from None
        return draft

    def of_session(self, asked: Mapping[str, Any]) -> Opened:
        """The table of a session at its head."""
        session, title = self.session(asked)
        system = self.systems[session.log.header.system]
        return Opened(system, session.table, title, Source(), written=session.log.header.battle)

    def session(self, asked: Mapping[str, Any]) -> tuple[Session, str]:
        """The session a request means, from what is at hand or by folding the `log` sent along.

        Raises `Unheard` where neither is there.
        """
        held = self.sessions.get(asked["session"])
        if held is not None and held[0].log.head == asked["head"]:
            return held
        if asked.get("log") is None:
            raise Unheard
        found = self.folded(asked["log"])
        self.sessions.put(asked["session"], found)
        return found

    def keep(self, session_id: str, session: Session, title: str) -> None:
        """Keep a session at hand."""
        self.sessions.put(session_id, (replace(session, seed=None), title))

    def _text(self, battle: Mapping[str, Any]) -> tuple[str, str]:
        if "example" in battle:
            system = self.system(battle["example"])
            return _shipped(system.example), system.example
        return battle["text"], battle.get("name", "battle")

    def faulty(self, faults: tuple[Fault, ...], source: Source, system: str | None) -> NoReturn:
        """Refuse a battle with everything that is wrong with it."""
        wording = self.systems[system].wording if system else None
        says = "There is 1 fault." if len(faults) == 1 else f"There are {len(faults)} faults."
        raise trouble("faulty-battle", says, faults=faults_json(faults, source, wording))

    def folded(self, document: Mapping[str, Any]) -> tuple[Session, str]:
        """The session that a log leads to, and its title; refused where it leads nowhere."""
        try:
            log = read_log(document)
            system, table = opening(log, self.systems)
            session = fold(system, table, log)
        except LogError as error:
            raise trouble("log-broken", f"At entry {error.entry}: {error.why}.") from None
        except UnreadableError as error:
            raise trouble("log-broken", str(error)) from None
        return session, self._title(session)

    def _title(self, session: Session) -> str:
        system = self.systems[session.log.header.system]
        return str(json.loads(session.log.header.battle).get("title") or system.title)


@cache
def _shipped(name: str) -> str:
    """The text of a battle that comes with the package."""
    return files("defilade").joinpath("battles", name).read_text(encoding="utf-8")


def _base(text: str, name: str) -> str:
    """A text and its name, in short."""
    return f"{sha256(text.encode()).hexdigest()} {name}"


def _key(*parts: Any) -> str:
    return sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()


@cache
def engine() -> str:
    """The version of the engine, as logs keep it."""
    return version("defilade")
