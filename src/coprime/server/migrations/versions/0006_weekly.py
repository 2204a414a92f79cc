"""Results of the weekly deal, one for each person and week."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "weekly_results",
        sa.Column("week", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True))
