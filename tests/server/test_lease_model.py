"""The leases' protocol: every order of its steps, of two and three processes and of two tables; and the same steps, in
an order that is drawn, against the SQL that is used."""

import contextlib
import random
import threading
from functools import partial

import pytest
import sqlalchemy as sa
from lease_model import Broken, Model, explored

from coprime.server.cluster import leases
from coprime.server.request_error import RequestError
from coprime.server.store import schema
from coprime.server.store.store import Store, WriteJob
from coprime.table.ports import ChangeSet, JournalRow


@pytest.mark.parametrize("size, least", [
    ({"processes": 2, "ids": 1, "claims": 3}, 1_000),
    ({"processes": 2, "ids": 2, "claims": 2}, 5_000),
    ({"processes": 3, "ids": 1, "claims": 2}, 3_000),
    ({"processes": 2, "tables": 2, "ids": 1, "claims": 1}, 1_000),
    pytest.param({"processes": 2, "tables": 2, "ids": 1, "claims": 2}, 50_000, marks=pytest.mark.long),
    pytest.param({"processes": 2, "ids": 2, "claims": 3}, 50_000, marks=pytest.mark.long),
    pytest.param({"processes": 3, "ids": 1, "claims": 3}, 30_000, marks=pytest.mark.long),
], ids=str)
def test_every_order_of_the_steps(size, least):
    assert explored(Model(**size)) > least


def test_without_the_fence_the_checker_finds_what_goes_wrong():
    with pytest.raises(Broken, match="wrote|position|twice") as found:
        explored(Model(ids=1, guarded=False))
    assert "claim" in str(found.value) and "written" in str(found.value)


# On the SQL that is used.

class Process:
    """A process of the server with a store of its own, which claims and writes, and is never told to be careful."""

    def __init__(self, url, name):
        self.me = leases.Peer(name, "127.0.0.1:1", "1", "same")
        self.store = Store(url, is_shared=True, is_locked=True)
        self.store.process_id = name
        self.store.run_transaction(partial(leases.begin_lease, me=self.me))
        self.mine = {}                      # code -> (fence, lines that it knows, whose orders)
        self.waiting = threading.Semaphore(0)
        self.told, self.sent = {}, 0

    def step(self, code, dice):
        chosen = dice.choices(("claim", "act", "drop", "release", "renew", "end"), (4, 12, 1, 1, 2, 3))[0]
        if chosen == "end":
            query = sa.update(schema.processes).where(schema.processes.c.id == self.me.id).values(until=0)
            self.store.run_transaction(lambda connection: connection.execute(query))
        elif chosen == "renew":
            self.store.run_transaction(partial(leases.renew_lease, me=self.me))
        elif chosen == "claim" and code not in self.mine:
            with contextlib.suppress(leases.HeldElsewhere, RequestError):
                fence = self.store.run_transaction(partial(leases.claim_table, code=code, me=self.me.id))
                self.mine[code] = [fence, len(self.store.load_match_rows(code, 1)), Whose()]
        elif chosen == "drop":
            self.mine.pop(code, None)
        elif code in self.mine and chosen in ("act", "release"):
            getattr(self, chosen)(code)

    def act(self, code):
        self.mine[code][1] += 1
        fence, n, whose = self.mine[code]
        self.put(WriteJob(None, code,
                          ChangeSet(journal_rows=[JournalRow(n, 1, "0", "pass", f"{self.me.id}:{self.sent}:{fence}")]),
                          owner=whose, fence=fence))

    def release(self, code):
        fence, _, whose = self.mine.pop(code)
        self.put(WriteJob(None, code, job=partial(leases.release_table, code=code), owner=whose, fence=fence))

    def put(self, order):
        name, self.sent = f"{self.me.id}:{self.sent}:{order.fence}", self.sent + 1

        def done(wrong):
            if order.changes:
                self.told[name] = wrong
            self.waiting.release()
        order.on_done = done
        self.store.enqueue_write(order)

    def end(self):
        for _ in range(self.sent):
            assert self.waiting.acquire(timeout=60)
        self.store.close()


class Whose:
    """Whose orders follow each other."""


def interleaved(url, processes, tables, steps, seed):
    dice = random.Random(seed)
    Store(url).close()                                      # alone: the migrations
    codes = [f"TAB{n}E" for n in range(tables)]
    empty = {"game": "x", "phase": "playing", "opened": 0, "touched": 0, "address": "", "kept": "{}"}
    playing = [Process(url, f"p{n}") for n in range(processes)]
    playing[0].store.run_transaction(lambda connection: connection.execute(
        sa.insert(schema.tables), [{"code": code, **empty} for code in codes]))
    for step in range(20 * steps):                          # longer where the machine is so slow that leases end
        if step >= steps and enough(playing):
            break
        dice.choice(playing).step(dice.choice(codes), dice)
    rows = {}
    for process in playing:
        process.end()
    looking = Store(url, is_shared=True, is_locked=True)
    for code in codes:
        rows[code] = looking.load_match_rows(code, 1)
        assert [row.n for row in rows[code]] == list(range(1, len(rows[code]) + 1))
        fences = [int(row.message.rpartition(":")[2]) for row in rows[code]]
        assert fences == sorted(fences), "an earlier claim wrote after a later one"
    looking.close()
    found = [row.message for lines in rows.values() for row in lines]
    kept = {name for process in playing for name, wrong in process.told.items() if wrong is None}
    assert sorted(found) == sorted(kept), "what was told to be kept is there once, and nothing else"
    assert enough(playing)


def enough(playing):
    """Has a good deal been kept, and something refused?"""
    told = [wrong for process in playing for wrong in list(process.told.values())]
    return told.count(None) > 30 and len(told) - told.count(None) > 10


def test_the_steps_in_any_order_on_sqlite(tmp_path):
    interleaved(f"sqlite:///{tmp_path}/x.db", 3, 2, 600, seed=7)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 10))])
def test_the_steps_in_many_orders_on_sqlite(tmp_path, seed):
    interleaved(f"sqlite:///{tmp_path}/x.db", 4, 3, 2000, seed)


def test_the_steps_in_any_order_on_postgres(postgres):
    interleaved(postgres.url, 3, 2, 600, seed=7)
