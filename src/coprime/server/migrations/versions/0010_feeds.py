"""Private feeds of whose turn it is: an address per person, by its digest."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "feeds",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, index=True, unique=True),
        sa.Column("made", sa.BigInteger, nullable=False))
