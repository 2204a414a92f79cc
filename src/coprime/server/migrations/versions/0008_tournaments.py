"""Tournaments: a director, and everything else as JSON."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "tournaments",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("director", sa.String(40), nullable=False, index=True),
        sa.Column("phase", sa.String(10), nullable=False, index=True),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("kept", sa.Text, nullable=False))
