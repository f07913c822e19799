"""The store: appending to logs, reading them back, sharing battles.

Knows rows; every write is one transaction, and is on disk when its call returns.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from defilade.errors import DefiladeError
from defilade.server.seats import Seat
from defilade.server.store.engines import opened
from defilade.server.store.tables import (
    agreements,
    entries,
    seats,
    seeds,
    sessions,
    shares,
    snapshots,
)


class NotThere(DefiladeError):
    """A session or share that is not kept."""


class WrittenMeanwhile(DefiladeError):
    """An entry whose place in the log was taken by another writer."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log: its number from 0, and its JSON values with its digest."""

    number: int
    document: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NewSession:
    """What a session begins with."""

    id: str
    key_hash: str
    system: str
    title: str
    header: Mapping[str, Any]
    start: str
    seats: Sequence[Seat] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """What one step adds: entries, the seeds they commit to, and what is to be seen now."""

    entries: Sequence[Entry]
    seeds: Mapping[int, str]
    head: str
    engine: str
    view: bytes


@dataclass(frozen=True, slots=True)
class Kept:
    """A session as it is kept, without its log."""

    id: str
    key_hash: str
    system: str
    title: str
    header: dict[str, Any]
    start: str
    head: str
    count: int
    seed: str | None
    """The seed in use."""
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """A shared battle as compact JSON."""

    id: str
    system: str
    title: str
    battle: str
    waived: tuple[str, ...]


class Store:
    """A database of sessions and shared battles. Calls block; threads may share it."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = opened(url)
        self._reading = self.engine.execution_options(defilade_reading=True)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def begin(self, new: NewSession, written: Written) -> None:
        """Keep a new session with its first entries."""
        with self.engine.begin() as connection:
            row = {
                "id": new.id,
                "key_hash": new.key_hash,
                "system": new.system,
                "title": new.title,
                "header": json.dumps(new.header),
                "start": new.start,
                "created": time.time(),
            }
            connection.execute(insert(sessions).values(row))
            sat = [
                {"session_id": new.id, "number": n, "side": each.side, "key_hash": each.key_hash}
                for n, each in enumerate(new.seats)
            ]
            if sat:
                connection.execute(insert(seats), sat)
            _write(connection, new.id, written)

    def append(self, session_id: str, written: Written) -> None:
        """Add entries; raises `WrittenMeanwhile` where the log has them already."""
        try:
            with self.engine.begin() as connection:
                _write(connection, session_id, written)
        except IntegrityError as error:
            raise WrittenMeanwhile(session_id) from error

    def session(self, session_id: str) -> Kept:
        """A session without its log; raises `NotThere`."""
        with self._reading.begin() as connection:
            row = connection.execute(select(sessions).where(sessions.c.id == session_id)).first()
            if row is None:
                raise NotThere(session_id)
            mine = entries.c.session_id == session_id
            newest = select(entries.c.number, entries.c.digest).where(mine)
            last = connection.execute(newest.order_by(entries.c.number.desc()).limit(1)).first()
            return Kept(
                row.id,
                row.key_hash,
                row.system,
                row.title,
                json.loads(row.header),
                row.start,
                last.digest if last else row.start,
                last.number + 1 if last else 0,
                _seed(connection, session_id),
                _seats(connection, session_id),
            )

    def take_seat(self, session_id: str, side: str) -> None:
        """Note that somebody came with the key of a side; the first time counts."""
        mine = (seats.c.session_id == session_id, seats.c.side == side, seats.c.taken.is_(None))
        with self.engine.begin() as connection:
            connection.execute(update(seats).where(*mine).values(taken=time.time()))

    def agree(self, session_id: str, head: str, seat: str) -> None:
        """Note that a seat agrees to take back the dice thrown last before a head."""
        row = {"session_id": session_id, "head": head, "seat": seat, "at": time.time()}
        with suppress(IntegrityError), self.engine.begin() as connection:
            connection.execute(insert(agreements).values(row))

    def agreed(self, session_id: str, head: str) -> tuple[str, ...]:
        """The seats that agree to that, in the order in which they did."""
        wanted = select(agreements.c.seat).where(
            agreements.c.session_id == session_id, agreements.c.head == head
        )
        with self._reading.begin() as connection:
            return tuple(connection.execute(wanted.order_by(agreements.c.at)).scalars())

    def entries(self, session_id: str, since: int = 0) -> tuple[Entry, ...]:
        """The entries of a log from number `since` on."""
        wanted = (
            select(entries.c.number, entries.c.body)
            .where(entries.c.session_id == session_id, entries.c.number >= since)
            .order_by(entries.c.number)
        )
        with self._reading.begin() as connection:
            rows = connection.execute(wanted).all()
        return tuple(Entry(row.number, json.loads(row.body)) for row in rows)

    def log(self, session_id: str) -> dict[str, Any]:
        """A whole log as JSON values (schema `log-1`); raises `NotThere`."""
        kept = self.session(session_id)
        listed = self.entries(session_id)[: kept.count]
        return {**kept.header, "entries": [each.document for each in listed]}

    def view(self, session_id: str, head: str, engine: str) -> bytes | None:
        """What an engine told of a session at a head, if it is still kept."""
        wanted = select(snapshots.c.body).where(
            snapshots.c.session_id == session_id,
            snapshots.c.head == head,
            snapshots.c.engine == engine,
        )
        with self._reading.begin() as connection:
            found = connection.execute(wanted).scalar_one_or_none()
        return None if found is None else str(found).encode()

    def keep_view(self, session_id: str, written: Written) -> None:
        """Keep what a session looks like, in place of what was kept before."""
        with self.engine.begin() as connection:
            _snapshot(connection, session_id, written)

    def share(self, share_id: str) -> Share:
        """A shared battle; raises `NotThere`."""
        with self._reading.begin() as connection:
            row = connection.execute(select(shares).where(shares.c.id == share_id)).first()
        if row is None:
            raise NotThere(share_id)
        return Share(row.id, row.system, row.title, row.battle, tuple(json.loads(row.waived)))

    def keep_share(self, share: Share) -> None:
        """Keep a shared battle; once is enough."""
        row = {
            "id": share.id,
            "system": share.system,
            "title": share.title,
            "battle": share.battle,
            "waived": json.dumps(share.waived),
            "created": time.time(),
        }
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(shares).values(row))
        except IntegrityError:
            if self.share(share.id).battle != share.battle:
                raise

    def counts(self) -> tuple[int, int]:
        """How many sessions and how many shared battles are kept."""
        with self._reading.begin() as connection:
            of_sessions = connection.execute(select(func.count()).select_from(sessions))
            of_shares = connection.execute(select(func.count()).select_from(shares))
            return of_sessions.scalar_one(), of_shares.scalar_one()


def _write(connection: Connection, session_id: str, written: Written) -> None:
    now = time.time()
    rows: list[dict[str, Any]] = [
        {
            "session_id": session_id,
            "number": each.number,
            "kind": each.document["kind"],
            "digest": each.document["digest"],
            "body": json.dumps(each.document),
            "at": now,
        }
        for each in written.entries
    ]
    if rows:
        connection.execute(insert(entries), rows)
    for number, seed in written.seeds.items():
        values = {"session_id": session_id, "number": number, "seed": seed}
        connection.execute(insert(seeds).values(values))
    _snapshot(connection, session_id, written)


def _snapshot(connection: Connection, session_id: str, written: Written) -> None:
    connection.execute(delete(snapshots).where(snapshots.c.session_id == session_id))
    row = {
        "session_id": session_id,
        "head": written.head,
        "engine": written.engine,
        "body": written.view.decode(),
    }
    connection.execute(insert(snapshots).values(row))


def _seats(connection: Connection, session_id: str) -> tuple[Seat, ...]:
    mine = select(seats).where(seats.c.session_id == session_id).order_by(seats.c.number)
    rows = connection.execute(mine)
    return tuple(Seat(row.side, row.key_hash, row.taken is not None) for row in rows)


def _seed(connection: Connection, session_id: str) -> str | None:
    """The seed of the last commitment, if it was not revealed since."""
    told = select(entries.c.number, entries.c.kind).where(
        entries.c.session_id == session_id, entries.c.kind.in_(("commit", "reveal"))
    )
    last = connection.execute(told.order_by(entries.c.number.desc()).limit(1)).first()
    if last is None or last.kind == "reveal":
        return None
    wanted = select(seeds.c.seed).where(
        seeds.c.session_id == session_id, seeds.c.number == last.number
    )
    found: str | None = connection.execute(wanted).scalar_one_or_none()
    return found
