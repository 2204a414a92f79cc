"""Chains in the journals, so that a lost or changed row is noticed; rows that are there are chained as they stand."""

import sqlalchemy as sa
from alembic import op

from coprime.server.store.journal_chain import chain_row

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables and columns of this version."""
    for name in ("link", "digest"):
        op.add_column("events", sa.Column(name, sa.String(12), nullable=False, server_default=""))
    heads = op.create_table(
        "journal_heads",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("link", sa.String(12), nullable=False))
    connection = op.get_bind()
    e = sa.table("events", *map(sa.column, ("code", "n", "match", "seat", "action", "message", "link", "digest")))
    change = sa.update(e).where(e.c.code == sa.bindparam("of"), e.c.n == sa.bindparam("at")).values(
        link=sa.bindparam("link"), digest=sa.bindparam("digest"))
    for code in connection.execute(sa.select(e.c.code).distinct()).scalars().all():
        query = sa.select(e.c.code, e.c.n, e.c.match, e.c.seat, e.c.action, e.c.message)
        changes, link = [], ""
        for row in connection.execute(query.where(e.c.code == code).order_by(e.c.n)):
            link, digest = chain_row(link, *row)
            changes.append({"of": code, "at": row.n, "link": link, "digest": digest})
        connection.execute(change, changes)
        connection.execute(sa.insert(heads), {"code": code, "n": changes[-1]["at"], "link": link})
