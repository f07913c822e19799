"""The store: logs only grow, migrations and tables agree, a cache is only a cache."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import delete, inspect, update
from sqlalchemy.exc import DBAPIError

from defilade.server.seats import Seat
from defilade.server.store import (
    Entry,
    NewSession,
    NotThere,
    Share,
    Store,
    Written,
    WrittenMeanwhile,
)
from defilade.server.store.engines import configuration
from defilade.server.store.tables import entries, metadata, seeds, snapshots

POSTGRES = os.environ.get("DEFILADE_TEST_POSTGRES")
"""The URL of an empty PostgreSQL database that tests may fill."""


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/kept.db"
    if POSTGRES is None:
        pytest.skip("DEFILADE_TEST_POSTGRES names no database")
    return POSTGRES


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


def written(start: int, *kinds: str, seeds: dict[int, str] | None = None) -> Written:
    listed = [
        Entry(start + n, {"kind": kind, "digest": f"{start + n:064d}"})
        for n, kind in enumerate(kinds)
    ]
    head = listed[-1].document["digest"] if listed else "0"
    return Written(listed, seeds or {}, head, "engine", b'{"view": "\xc3\xa9"}')


def begun(store: Store, first: Written | None = None) -> str:
    name = secrets.token_hex(8)
    new = NewSession(name, "hash", "game", "A title", {"format": "x"}, "s" * 64)
    store.begin(new, first or written(0))
    return name


def test_a_session_is_read_back_as_it_was_written(store: Store) -> None:
    name = begun(store)
    kept = store.session(name)
    assert (kept.head, kept.count, kept.seed, kept.title) == ("s" * 64, 0, None, "A title")
    store.append(name, written(0, "act", "throw"))
    kept = store.session(name)
    assert (kept.head, kept.count) == (f"{1:064d}", 2)
    assert [each["kind"] for each in store.log(name)["entries"]] == ["act", "throw"]
    assert [each.number for each in store.entries(name, 1)] == [1]
    with pytest.raises(NotThere):
        store.session("nobody")


def test_the_same_place_in_a_log_is_taken_once(store: Store) -> None:
    name = begun(store)
    store.append(name, written(0, "act"))
    with pytest.raises(WrittenMeanwhile):
        store.append(name, written(0, "undo"))
    assert [each["kind"] for each in store.log(name)["entries"]] == ["act"]


def test_a_step_that_fails_leaves_nothing_behind(store: Store) -> None:
    name = begun(store)
    store.append(name, written(1, "act"))
    with pytest.raises(WrittenMeanwhile):
        store.append(name, written(0, "commit", "act", seeds={0: "secret"}))
    assert store.session(name).count == 2
    assert store.session(name).seed is None
    assert [each.number for each in store.entries(name)] == [1]


def test_the_seed_in_use_is_that_of_the_last_commitment(store: Store) -> None:
    name = begun(store, written(0, "commit", seeds={0: "first"}))
    assert store.session(name).seed == "first"
    store.append(name, written(1, "throw"))
    assert store.session(name).seed == "first"
    store.append(name, written(2, "reveal"))
    assert store.session(name).seed is None
    store.append(name, written(3, "commit", "throw", seeds={3: "second"}))
    assert store.session(name).seed == "second"


@pytest.mark.parametrize("table", [entries, seeds])
def test_what_is_in_a_log_cannot_be_changed(store: Store, table: Any) -> None:
    name = begun(store, written(0, "commit", seeds={0: "first"}))
    mine = table.c.session_id == name
    for statement in (delete(table).where(mine), update(table).where(mine).values(number=9)):
        with pytest.raises(DBAPIError, match="only grows"), store.engine.begin() as connection:
            connection.execute(statement)
    assert store.session(name).seed == "first"


def test_a_view_is_a_cache_for_one_head_and_one_engine(store: Store) -> None:
    name = begun(store)
    store.append(name, written(0, "act"))
    head = store.session(name).head
    assert store.view(name, head, "engine") == b'{"view": "\xc3\xa9"}'
    assert store.view(name, head, "another") is None
    assert store.view(name, "s" * 64, "engine") is None
    with store.engine.begin() as connection:
        connection.execute(delete(snapshots))
    assert store.view(name, head, "engine") is None
    assert store.session(name).head == head


def test_a_battle_is_shared_once(store: Store) -> None:
    share = Share(secrets.token_hex(8), "game", "A title", "{}", ("crowded",))
    before = store.counts()[1]
    store.keep_share(share)
    store.keep_share(share)
    assert store.share(share.id) == share
    assert store.counts()[1] == before + 1


def test_the_migrations_lead_to_the_tables_there_are(store: Store) -> None:
    with store.engine.begin() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []


def test_the_migrations_lead_back_again(url: str) -> None:
    store = Store(url)
    with store.engine.begin() as connection:
        command.downgrade(configuration(connection), "base")
        assert set(inspect(connection).get_table_names()) <= {"alembic_version"}
    store.close()
    again = Store(url)
    assert again.counts() == (0, 0)
    again.close()


def test_sessions_of_before_there_were_seats_go_on(url: str) -> None:
    store = Store(url)
    old = begun(store, written(0, "commit", seeds={0: "first"}))
    with store.engine.begin() as connection:
        command.downgrade(configuration(connection), "0001")
        assert "seats" not in inspect(connection).get_table_names()
    store.close()
    again = Store(url)
    kept = again.session(old)
    assert (kept.seats, kept.seed, kept.count) == ((), "first", 1)
    again.append(old, written(1, "throw"))
    again.agree(old, kept.head, "host")
    assert again.agreed(old, kept.head) == ("host",)
    again.close()


def test_a_seat_is_taken_once_and_agreement_is_to_one_head(store: Store) -> None:
    name = secrets.token_hex(8)
    seats = (Seat("red", "a" * 64), Seat("blue", "b" * 64))
    store.begin(NewSession(name, "h", "game", "T", {}, "s" * 64, seats), written(0))
    assert store.session(name).seats == seats
    store.take_seat(name, "blue")
    store.take_seat(name, "blue")
    assert [each.taken for each in store.session(name).seats] == [False, True]
    for seat in ("blue", "red", "blue"):
        store.agree(name, "s" * 64, seat)
    assert store.agreed(name, "s" * 64) == ("blue", "red")
    assert store.agreed(name, "t" * 64) == ()


def test_what_was_kept_is_there_when_it_is_opened_again(url: str) -> None:
    store = Store(url)
    name = begun(store)
    store.append(name, written(0, "act"))
    store.close()
    again = Store(url)
    assert again.session(name).count == 1
    again.close()
