"""People who have played together, and invitations."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "acquaintances",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("first", sa.String(40), nullable=False, index=True),
        sa.Column("second", sa.String(40), nullable=False, index=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False))
    op.create_index("acquaintances_pair", "acquaintances", ["first", "second"], unique=True)
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("to", sa.String(40), nullable=False, index=True),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True))
