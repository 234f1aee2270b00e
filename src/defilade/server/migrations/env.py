"""Runs migrations on the connection that the store hands over. Alembic executes this file."""

from __future__ import annotations

from alembic import context

from defilade.server.models import metadata


def run() -> None:
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # while migrations run, not when somebody merely imports the module
    run()
