"""Disk quota of replays: per person, and in all."""

from typing import Any

import sqlalchemy as sa

from ..rate_limits import Limits
from . import schema


def store_within_quota(connection: sa.Connection, row: dict[str, Any], limits: Limits) -> None:
    """Store a replay, and delete others to stay within the quota.

    First the oldest of its person go, where they have too many or too much; then, where the total is exceeded, the
    oldest
    of whoever has most, so that many small owners lose nothing to a large one.
    """
    row = row | {"size": len(row["record"].encode())}
    r = schema.replays.c
    mine = connection.execute(sa.select(r.id, r.size).where(r.person == row["person"]).order_by(
        r.created.desc(), r.id)).all()
    bytes_left, kept_count = limits.kept - row["size"], 0
    for one in mine:
        bytes_left -= one.size
        if bytes_left < 0 or kept_count >= limits.replays - 1:
            break
        kept_count += 1
    _delete_replays(connection, [one.id for one in mine[kept_count:]])
    sums = connection.execute(sa.select(r.person, sa.func.sum(r.size)).group_by(r.person))
    held = {person: int(size) for person, size in sums}
    held[row["person"]] = held.get(row["person"], 0) + row["size"]
    while sum(held.values()) > limits.shelf:
        most = max(held, key=lambda person: held[person])
        oldest = connection.execute(sa.select(r.id, r.size).where(r.person == most).order_by(
            r.created, r.id)).first()
        if oldest is None:
            break
        _delete_replays(connection, [oldest.id])
        held[most] -= oldest.size
    connection.execute(sa.insert(schema.replays), row)


def _delete_replays(connection: sa.Connection, ids: list[str]) -> None:
    if ids:
        connection.execute(sa.delete(schema.replays).where(schema.replays.c.id.in_(ids)))
