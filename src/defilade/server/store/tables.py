"""The tables of the database, as they are after the last migration.

Knows columns. `entries` and `seeds` only ever grow: triggers refuse anything else.
"""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Integer, MetaData, String, Table, Text

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = MetaData(naming_convention=NAMING)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key_hash", String(64), nullable=False),
    Column("system", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("start", String(64), nullable=False),
    Column("created", Float, nullable=False),
)
"""`start` is the head of the log before its first entry; only a hash of the key is kept."""

entries = Table(
    "entries",
    metadata,
    Column("session_id", ForeignKey(sessions.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""The log: `body` is an entry as JSON, with its digest. Append only."""

seeds = Table(
    "seeds",
    metadata,
    Column("session_id", ForeignKey(sessions.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seed", Text, nullable=False),
)
"""The seed behind the commitment in entry `number`; told to nobody until it is revealed."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("session_id", ForeignKey(sessions.c.id), primary_key=True),
    Column("head", String(64), nullable=False),
    Column("engine", String(64), nullable=False),
    Column("body", Text, nullable=False),
)
"""A cache: what a session looks like at a head, as it was told by an engine."""

seats = Table(
    "seats",
    metadata,
    Column("session_id", ForeignKey(sessions.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("side", Text, nullable=False),
    Column("key_hash", String(64), nullable=False),
    Column("taken", Float),
)
"""A seat for each side; `taken` is when somebody first came with its key."""

agreements = Table(
    "agreements",
    metadata,
    Column("session_id", ForeignKey(sessions.c.id), primary_key=True),
    Column("head", String(64), primary_key=True),
    Column("seat", String(200), primary_key=True),
    Column("at", Float, nullable=False),
)
"""Who agrees to take back the dice that were thrown last before a head."""

shares = Table(
    "shares",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("system", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("battle", Text, nullable=False),
    Column("waived", Text, nullable=False),
    Column("created", Float, nullable=False),
)
"""Shared battles, named by what is in them: the same battle has the same id."""
