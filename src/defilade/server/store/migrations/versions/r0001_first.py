"""Sessions with their logs and seeds, snapshots, shared battles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_GROWING = ("entries", "seeds")


def upgrade() -> None:
    """Make all tables, and let logs only grow."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("start", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )
    _of_session(
        "entries",
        ("number",),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    _of_session("seeds", ("number",), sa.Column("seed", sa.Text, nullable=False))
    _of_session(
        "snapshots",
        (),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "shares",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("battle", sa.Text, nullable=False),
        sa.Column("waived", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shares"),
    )
    for statement in _guards(op.get_bind().dialect.name):
        op.execute(statement)


def downgrade() -> None:
    """Drop all tables."""
    for name in ("shares", "snapshots", "seeds", "entries", "sessions"):
        op.drop_table(name)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION only_grows()")


def _of_session(name: str, keys: tuple[str, ...], *columns: sa.Column[object]) -> None:
    op.create_table(
        name,
        sa.Column("session_id", sa.String(32), nullable=False),
        *(sa.Column(key, sa.Integer, nullable=False) for key in keys),
        *columns,
        sa.PrimaryKeyConstraint("session_id", *keys, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=f"fk_{name}_session_id"),
    )


def _guards(dialect: str) -> list[str]:
    """What refuses to change or drop a row that was written."""
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER {table}_{verb.lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} only grows'); END"
            for table in _GROWING
            for verb in ("UPDATE", "DELETE")
        ]
    if dialect == "postgresql":
        return [
            "CREATE FUNCTION only_grows() RETURNS trigger LANGUAGE plpgsql AS "
            "$$BEGIN RAISE EXCEPTION '% only grows', TG_TABLE_NAME; END$$",
            *(
                f"CREATE TRIGGER {table}_grows BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION only_grows()"
                for table in _GROWING
            ),
        ]
    return []
