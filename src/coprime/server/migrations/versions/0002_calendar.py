"""How long the server has been open, and how much each replay takes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "calendar",
        sa.Column("lived", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("wall", sa.BigInteger, primary_key=True, autoincrement=False))
    op.add_column("replays", sa.Column("size", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE replays SET size = length(record)")
