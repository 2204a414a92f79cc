"""Room on the disk for replays: so much for each person, and so much for all."""

from typing import Any

import sqlalchemy as sa

from ..limits import Limits
from . import schema


def store_within_quota(connection: sa.Connection, row: dict[str, Any], limits: Limits) -> None:
    """Keep a replay.

    For its sake its person's oldest go where they keep too many or too much; where the house is full, the oldest of
    whoever keeps most, so that many small keepers lose nothing to a large one.
    """
    row = row | {"size": len(row["record"].encode())}
    r = schema.replays.c
    mine = connection.execute(sa.select(r.id, r.size).where(r.person == row["person"]).order_by(
        r.created.desc(), r.id)).all()
    room, stays = limits.kept - row["size"], 0
    for one in mine:
        room -= one.size
        if room < 0 or stays >= limits.replays - 1:
            break
        stays += 1
    _forget(connection, [one.id for one in mine[stays:]])
    sums = connection.execute(sa.select(r.person, sa.func.sum(r.size)).group_by(r.person))
    held = {person: int(size) for person, size in sums}
    held[row["person"]] = held.get(row["person"], 0) + row["size"]
    while sum(held.values()) > limits.shelf:
        most = max(held, key=lambda person: held[person])
        oldest = connection.execute(sa.select(r.id, r.size).where(r.person == most).order_by(
            r.created, r.id)).first()
        if oldest is None:
            break
        _forget(connection, [oldest.id])
        held[most] -= oldest.size
    connection.execute(sa.insert(schema.replays), row)


def _forget(connection: sa.Connection, ids: list[str]) -> None:
    if ids:
        connection.execute(sa.delete(schema.replays).where(schema.replays.c.id.in_(ids)))
