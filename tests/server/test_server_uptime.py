"""The time that the server has been open: stored, gone on from, and followed by another process."""

import sqlalchemy as sa

from coprime.server.store import server_uptime
from coprime.server.store.server_uptime import FRESH_MS, OpenTime, follow_open_seconds, load_open_seconds


def test_another_process_adds_what_has_passed_since_it_was_stored(connection, monkeypatch):
    now = {"ms": 50_000}
    monkeypatch.setattr(server_uptime, "database_clock", lambda connection: sa.literal(now["ms"]))
    assert load_open_seconds(connection) == 0 and follow_open_seconds(connection) is None
    clock = OpenTime(lambda: now["ms"] / 1000)
    clock.adopt(900)
    now["ms"] += 7_000
    clock.save(connection)
    assert load_open_seconds(connection) == 907 == clock.seconds()
    stored, found = now["ms"], {}
    for age in (-1, 0, 1_500, FRESH_MS, FRESH_MS + 1):
        now["ms"] = stored + age
        found[age] = follow_open_seconds(connection)
    assert found == {-1: None, 0: 907, 1_500: 908.5, FRESH_MS: 937, FRESH_MS + 1: None}
    clock.save(connection)
    assert follow_open_seconds(connection) == clock.seconds() // 1, "the same row, written again"
