"""The first form: people, tables with their guests, journal and chat, replays."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables and columns of this version."""
    op.create_table(
        "people",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False))
    op.create_table(
        "tables",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("phase", sa.String(10), nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False, index=True),
        sa.Column("address", sa.String(60), nullable=False),
        sa.Column("kept", sa.Text, nullable=False))
    op.create_table(
        "guests",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("who", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("role", sa.String(10), nullable=False))
    op.create_table(
        "events",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("seat", sa.String(10), nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("message", sa.String(60), nullable=False))
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("who", sa.Integer, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False))
    op.create_index("chat_code", "chat", ["code", "id"])
    op.create_table(
        "replays",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("record", sa.Text, nullable=False))
