"""Tables on the home page: those that their hosts have listed, while a seat is free."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "open_tables",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("host", sa.String(100), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("phase", sa.String(10), nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False, index=True))
