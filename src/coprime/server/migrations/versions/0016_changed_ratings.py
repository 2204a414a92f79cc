"""Games whose ratings are to be computed again."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Make the table of this version."""
    op.create_table(
        "changed_ratings",
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("mark", sa.String(24), nullable=False))
