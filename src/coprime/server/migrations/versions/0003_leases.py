"""Several processes share a database: who they are, and which of them holds a table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "houses",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("address", sa.String(100), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("load", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False))
    op.add_column("tables", sa.Column("owner", sa.String(20), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("fence", sa.BigInteger, nullable=False, server_default="0"))
