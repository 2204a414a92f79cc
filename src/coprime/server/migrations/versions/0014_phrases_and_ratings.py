"""Recovery phrases, as hashes; results of rated events, and ratings."""

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
    op.create_table(
        "rated_results",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(60), nullable=False, index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("first", sa.String(40), nullable=False, index=True),
        sa.Column("second", sa.String(40), nullable=False, index=True),
        sa.Column("score", sa.Integer, nullable=False))
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("results", sa.Integer, nullable=False))
    op.create_table("hidden_ratings", sa.Column("person", sa.String(40), primary_key=True))
