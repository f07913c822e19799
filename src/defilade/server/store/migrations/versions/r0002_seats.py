"""A seat with a key of its own for each side, and who agrees to take back dice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make both tables; sessions begun before have no seats but the host's."""
    op.create_table(
        "seats",
        sa.Column("session_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("taken", sa.Float, nullable=True),
        sa.PrimaryKeyConstraint("session_id", "number", name="pk_seats"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_seats_session_id"),
    )
    op.create_table(
        "agreements",
        sa.Column("session_id", sa.String(32), nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("seat", sa.String(200), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "head", "seat", name="pk_agreements"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_agreements_session_id"),
    )


def downgrade() -> None:
    """Drop both tables; keys of sides are good for nothing then."""
    op.drop_table("agreements")
    op.drop_table("seats")
