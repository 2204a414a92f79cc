"""Pairings of arenas that are over, apart from their tournaments, which are written with every game."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "arena_pairings",
        sa.Column("tournament", sa.String(8), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer, nullable=False),
        sa.Column("kept", sa.Text, nullable=False))
