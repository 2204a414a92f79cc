"""Mutes: whose name and chat somebody does not want to read."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "mutes",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("muted", sa.String(40), nullable=False, index=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False))
