"""Migrate a database to the newest schema.

Imported only when needed, since Alembic slows down every start.
"""

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError

from ...core.errors import BadInput
from ..sentences import say
from .data_folder import APPLICATION_ID


def migrate_database(engine: sa.Engine) -> None:
    """Run the pending migrations, all or none. Raises BadInput for the database of a newer Coprime."""
    config = Config()
    config.set_main_option("script_location", "coprime.server:migrations")
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "sqlite":         # by itself the driver would commit each table apart
                connection.connection.dbapi_connection.isolation_level = None       # type: ignore[union-attr]
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
    except CommandError:
        raise BadInput(say("start.newer", file=engine.url.database)) from None
    engine.dispose()
