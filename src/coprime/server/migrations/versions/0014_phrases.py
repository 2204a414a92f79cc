"""Recovery phrases, as hashes."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "phrases",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("at", sa.BigInteger, nullable=False))
