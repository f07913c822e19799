"""Runs migrations within the transaction of whoever opens the database.

Alembic runs this file under a name of its own; imported otherwise it does nothing.
"""

from __future__ import annotations

from alembic import context

from defilade.server.store.tables import metadata


def run() -> None:
    """Run the migrations that Alembic was asked for."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":
    run()
