"""What Alembic runs: the steps, on the connection that `coprime.server.store.migrate` hands over."""

from alembic import context

from coprime.server.store.schema import data

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=data, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
