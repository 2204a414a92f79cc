"""Alembic environment: runs the migrations on the connection that `store.migrate` provides."""

from alembic import context

from coprime.server.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
