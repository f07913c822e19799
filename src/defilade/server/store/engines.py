"""Opening a database, and bringing it to the last migration.

Knows SQLite's switches and where migrations lie; no table.
"""

from __future__ import annotations

from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event

MIGRATIONS = "defilade.server.store:migrations"
_WAIT_MS = 10_000


def opened(url: str) -> Engine:
    """An engine for a database that has every migration."""
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _sqlite)
        event.listen(engine, "begin", _begin)
    with engine.begin() as connection:
        migrate(connection)
    return engine


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring a database to a revision, within the transaction of the connection."""
    command.upgrade(configuration(connection), revision)


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's configuration, made here so that a wheel needs no file beside it."""
    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _sqlite(connection: Any, _record: Any) -> None:
    """Durable at every commit, readers beside a writer, and transactions as we begin them."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {_WAIT_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    """A writer takes its lock at once, so that what it has read still holds when it writes."""
    reading = connection.get_execution_options().get("defilade_reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
