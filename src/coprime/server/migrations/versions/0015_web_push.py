"""Web push: the browsers that get notices of turns, and the notices that are to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(20), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False))
    op.create_table(
        "push_notices",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("subscription", sa.String(20), primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Column("tries", sa.Integer, nullable=False))
