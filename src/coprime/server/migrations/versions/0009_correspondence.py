"""Tables over days: their seats, whose lists have changed, and how long the server has been open."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "correspondence_seats",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("wake", sa.BigInteger, nullable=False, index=True))
    op.create_table(
        "correspondence_changes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True))
    op.create_table(
        "open_time",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seconds", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False))
