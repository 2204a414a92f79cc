"""Classes: a teacher, pupils, and the tables of their rounds, as JSON."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "classes",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("teacher", sa.String(40), nullable=False, index=True),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("kept", sa.Text, nullable=False))
