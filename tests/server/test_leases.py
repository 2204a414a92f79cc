"""Who holds a table: claims, fences, the end of a lease, and what an order is told that comes too late."""

import threading
import time
from contextlib import closing
from functools import partial
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from coprime.core.errors import BadInput
from coprime.server.cluster import lease_keeper, leases
from coprime.server.cluster.advisory_lock_session import LeaseSession
from coprime.server.cluster.lease_keeper import LeaseKeeper
from coprime.server.cluster.leases import HeldElsewhere, Peer
from coprime.server.request_error import RequestError
from coprime.server.store import schema
from coprime.server.store.store import Store, WriteJob
from coprime.table.ports import ChangeSet, JournalRow

ADA, BO = (Peer(name, f"127.0.0.1:{port}", "1.0", "same") for name, port in (("ada", 1), ("bo", 2)))


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request, tmp_path):
    postgres = request.getfixturevalue("postgres") if request.param == "postgresql" else None
    opened = Store(postgres.url if postgres else f"sqlite:///{tmp_path}/x.db", is_shared=True)
    opened.process_id = "ada"
    row = {"game": "x", "phase": "playing", "opened": 0, "touched": 0, "address": "", "kept": "{}"}
    opened.run_transaction(lambda c: c.execute(sa.insert(schema.tables),
                                               [{"code": code, **row} for code in ("AAAAA", "BBBBB")]))
    for one in (ADA, BO):
        opened.run_transaction(partial(leases.begin_lease, me=one))
    yield opened
    opened.close()


def claim(store, who, code="AAAAA"):
    return store.run_transaction(partial(leases.claim_table, code=code, me=who.id))


def ends(store, who, until=0):
    query = sa.update(schema.processes).where(schema.processes.c.id == who.id).values(until=until)
    store.run_transaction(lambda connection: connection.execute(query))


def put(store, *orders):
    """What the orders are told."""
    told, left = {}, threading.Semaphore(0)
    for n, order in enumerate(orders):
        def done(wrong, n=n):
            told[n] = wrong
            left.release()
        order.on_done = done
        store.enqueue_write(order)
    for _ in orders:
        assert left.acquire(timeout=20)
    return [told[n] for n in range(len(orders))]


def line(n, fence, code="AAAAA", owner=None):
    return WriteJob(None, code, ChangeSet(journal_rows=[JournalRow(n, 1, "0", "pass", "")]), owner=owner, fence=fence)


def test_a_claim_counts_and_keeps_others_out(store):
    assert claim(store, ADA) == 1
    with pytest.raises(HeldElsewhere) as told:
        claim(store, BO)
    assert (told.value.code, told.value.process_id, told.value.address) == ("AAAAA", "ada", "127.0.0.1:1")
    assert claim(store, ADA) == 2, "claimed again, what was on its way under the first claim is refused"
    assert claim(store, ADA, "ZZZZZ") is None


@pytest.mark.parametrize("until", [0, 10**15])
def test_when_a_lease_has_ended_another_may_claim(store, until):
    """Also one that ends later than any could: the database's clock has been set back."""
    claim(store, ADA)
    ends(store, ADA, until)
    assert claim(store, BO) == 2
    assert set(store.read(leases.read_living_peers)) == {"bo"}
    with pytest.raises(HeldElsewhere):
        store.run_transaction(partial(leases.renew_lease,
                                      me=ADA))         # that it lives again does not give the table back
        claim(store, ADA)


def test_a_process_that_is_dead_has_its_lease_ended_by_whoever_cannot_reach_it(store):
    """On PostgreSQL its session tells; on SQLite all are on one machine, and nobody listens at its address."""
    by_session = store.engine.dialect.name == "postgresql"
    session = LeaseSession(store, "ada") if by_session else None
    renew = partial(session.run_transaction if session else store.run_transaction, partial(leases.renew_lease, me=ADA))
    claim(store, ADA)
    renew()
    assert not store.run_transaction(partial(leases.end_dead_lease, process_id="ada", refused=by_session))
    with pytest.raises(HeldElsewhere):
        claim(store, BO)
    if session:
        session.close()                                     # as it is closed when its process is killed
    wait_until(lambda: store.run_transaction(partial(leases.end_dead_lease, process_id="ada", refused=not by_session)))
    assert set(store.read(leases.read_living_peers)) == {"bo"} and claim(store, BO) == 2
    renew()                                                 # it was alive after all
    assert set(store.read(leases.read_living_peers)) == {"ada", "bo"}
    assert store.read(partial(leases.find_lost_claims, me="ada", claims={"AAAAA": 1})) == {"AAAAA": 1}
    if session:
        session.close()


def test_a_session_that_was_broken_is_opened_again_with_its_lock(request):
    postgres = request.getfixturevalue("postgres")
    with closing(Store(postgres.url, is_shared=True)) as store:
        session = LeaseSession(store, "ada")
        session.run_transaction(partial(leases.begin_lease, me=ADA))
        store.run_transaction(lambda connection: connection.execute(sa.text(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock'"
            " AND granted")))
        wait_until(lambda: store.run_transaction(partial(leases.end_dead_lease, process_id="ada", refused=False)))
        assert set(session.run_transaction(partial(leases.renew_lease, me=ADA))) == {"ada"}
        assert not store.run_transaction(partial(leases.end_dead_lease, process_id="ada", refused=True))
        session.close()


def wait_until(condition):
    """Wait for what another process does by itself."""
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_who_has_no_lease_claims_nothing(store):
    ends(store, ADA)
    with pytest.raises(RequestError, match="cannot reach its database"):
        claim(store, ADA)


def test_a_lease_that_was_swept_away_is_made_again(store):
    store.run_transaction(partial(leases.end_lease, me="ada"))
    assert set(store.run_transaction(partial(leases.renew_lease, me=ADA._replace(load=7)))) == {"ada", "bo"}
    assert store.read(leases.read_living_peers)["ada"].load == 7


def test_the_row_of_a_process_stays_for_an_hour_after_the_end_of_its_lease(store):
    now = store.read(lambda c: c.execute(sa.select(leases.database_clock(c))).scalar_one())
    for who, age in ((ADA, 3_590_000), (BO, 3_600_001)):
        ends(store, who, now - age)
    store.run_transaction(partial(leases.begin_lease, me=Peer("cy", "127.0.0.1:3", "1.0", "same")))
    assert set(store.read(lambda c: c.execute(sa.select(schema.processes.c.id)).scalars())) == {"ada", "cy"}


def test_what_is_released_is_free_and_who_leaves_releases_all(store):
    fence = claim(store, ADA)
    assert put(store, WriteJob(None, "AAAAA", job=partial(leases.release_table, code="AAAAA"), fence=fence)) == [None]
    assert claim(store, BO) == 2
    claim(store, ADA, "BBBBB")
    store.run_transaction(partial(leases.end_lease, me="ada"))
    assert claim(store, BO, "BBBBB") == 2


def test_a_table_is_given_to_another(store):
    fence = claim(store, ADA)
    put(store, WriteJob(None, "AAAAA", job=partial(leases.release_table, code="AAAAA", to="bo"), fence=fence))
    with pytest.raises(HeldElsewhere, match="bo"):
        claim(store, ADA)
    assert claim(store, BO) == 2


def test_a_write_shows_its_fence_and_a_late_one_takes_no_other_with_it(store):
    first, other = claim(store, ADA), claim(store, ADA, "BBBBB")
    assert put(store, line(1, first)) == [None]
    ends(store, ADA)
    claim(store, BO)                                        # and Ada wakes up late
    whose = type("Whose", (), {})()
    told = put(store, line(2, first, owner=whose), line(1, other, "BBBBB"), line(2, None, "CCCCC"))
    assert isinstance(told[0], RequestError) and "Another process" in str(told[0]) and told[1:] == [None, None]
    assert "came before" in str(put(store, line(3, first, owner=whose))[0])
    assert [row.n for row in store.load_match_rows("AAAAA", 1)] == [1] and len(store.load_match_rows("BBBBB", 1)) == 1


def test_two_claims_of_one_process_in_one_batch(store):
    first, second = claim(store, ADA), claim(store, ADA)
    told = put(store, line(1, first), line(1, second))
    assert isinstance(told[0], RequestError) and told[1] is None


def test_servers_of_another_secret_are_refused(store):
    with pytest.raises(BadInput, match="with another secret"):
        store.run_transaction(partial(leases.begin_lease, me=Peer("eve", "127.0.0.1:3", "1.0", "other")))
    assert leases.make_secret_mark(b"a") != leases.make_secret_mark(b"b") and len(leases.make_secret_mark(b"a")) == 64


def test_a_claim_waits_for_a_write_that_is_under_way(store):
    """Between the check of its fence and its commit nobody else gets the table; then the journal is whole."""
    fence = claim(store, ADA)
    ends(store, ADA)
    claimed = []
    taking = threading.Thread(target=lambda: claimed.append(claim(store, BO)))

    def slow(connection):
        taking.start()
        taking.join(0.5)
        assert not claimed
        connection.execute(sa.insert(schema.events).values(
            code="AAAAA", n=1, match=1, seat="0", action="pass", message=""))
    assert put(store, WriteJob(None, "AAAAA", job=slow, fence=fence)) == [None]
    taking.join(20)
    assert claimed == [2] and len(store.load_match_rows("AAAAA", 1)) == 1


def test_the_oldest_process_is_the_first_as_soon_as_another_one_begins(store, monkeypatch):
    """Whoever begins knows the others before their next renewal, and does nothing that one process does for all."""
    times = iter([7_000_000_000, 7_001_000_000])
    monkeypatch.setattr(lease_keeper, "time", SimpleNamespace(time_ns=lambda: next(times)))
    store.run_transaction(lambda connection: connection.execute(sa.delete(schema.processes)))
    with LeaseKeeper(store, b"", "127.0.0.1:1") as older, LeaseKeeper(store, b"", "127.0.0.1:2") as younger:
        assert older.me.id < younger.me.id and len(younger.me.id) == 16
        assert older.is_leader and not younger.is_leader
        assert set(younger.living_peers) == {older.me.id, younger.me.id}
