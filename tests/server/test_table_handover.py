"""Two processes of a server in one loop: tables that are left to the other, given away, given up and swept."""

import asyncio
import threading
import time
from functools import partial

import pytest

from coprime.core.errors import BadRecord
from coprime.core.registry import find_game
from coprime.server import table_manager as manager_module
from coprime.server.cluster import lease_keeper, leases
from coprime.server.cluster.handover import (
    balance_tables,
    collect_fences,
    drop_all_tables,
    drop_lost_tables,
    hand_over_all,
    hand_over_table,
)
from coprime.server.cluster.lease_keeper import LeaseKeeper
from coprime.server.cluster.leases import HeldElsewhere, Peer
from coprime.server.rate_limits import Limits
from coprime.server.request_error import RequestError
from coprime.server.store.store import Store
from coprime.server.store.table_queries import list_idle_tables
from coprime.server.table_manager import TableManager
from coprime.table.settings import Settings


def both(tmp_path, play, versions=("1", "1")):
    """Run `play(one, other)` with two processes on one database."""
    async def lived():
        url, servers = f"sqlite:///{tmp_path}/x.db", []
        Store(url).close()
        for number, version in enumerate(versions):
            store = Store(url, is_shared=True, is_locked=True)
            server = TableManager(store, Limits(), lambda code: {}, warm=False,
                                  holder=LeaseKeeper(store, b"secret", f"127.0.0.1:{number}", version).__enter__())
            store.call_soon = server.loop.call_soon_threadsafe
            servers.append(server)
        for server in servers:
            server.lease_keeper.living_peers = server.store.read(leases.read_living_peers)
        try:
            await play(*servers)
        finally:
            for server in servers:
                await server.stop_all()
                server.store.close()
    asyncio.run(lived())


def opened(server):
    return server.open_table(find_game("prime_daifugo"), Settings(2, {}), "", lambda table, now: None)


def test_a_table_has_one_owner_until_it_is_given_away(tmp_path):
    async def play(one, other):
        code = await opened(one)
        with pytest.raises(HeldElsewhere, match="127.0.0.1:0"):
            await other.get_table_actor(code)
        await hand_over_table(one, one.table_actors[code])
        table_actor = await other.get_table_actor(code)
        assert table_actor.fence == 2 and code not in one.table_actors
        with pytest.raises(HeldElsewhere, match="127.0.0.1:1"):
            await one.get_table_actor(code)
    both(tmp_path, play)


def test_who_has_lost_a_table_without_knowing_drops_it_at_the_next_write(tmp_path):
    async def play(one, other):
        code = await opened(one)
        lost = one.table_actors[code]
        await asyncio.to_thread(one.store.run_transaction, partial(leases.end_lease, me=one.lease_keeper.me.id))
        table_actor = await other.get_table_actor(code)
        lost.enqueue_input(lambda now: lost.table.mark_changed())          # it has been paused, and goes on
        lost.enqueue_input(lambda now: lost.table.append_journal_row("0", "pass", ""))
        await asyncio.sleep(0.3)
        assert code not in one.table_actors and lost.is_stopped
        table_actor.enqueue_input(lambda now: table_actor.table.mark_changed())
        await other.write_durably(lambda connection: None)
        assert other.table_actors[code] is table_actor and other.store.load_match_rows(code, 0) == []
    both(tmp_path, play)


def test_who_is_asked_to_end_hands_everything_over_and_begins_nothing(tmp_path):
    async def play(one, other):
        codes = [await opened(one) for _ in range(3)]
        await hand_over_all(one)
        assert not one.table_actors
        for step in (opened(one), one.get_table_actor(codes[0])):
            with pytest.raises(RequestError, match="closing for a moment"):
                await step
        assert [(await other.get_table_actor(code)).fence for code in codes] == [2, 2, 2]
    both(tmp_path, play)


def test_a_lease_that_has_ended_ends_the_hold_on_all_tables(tmp_path):
    async def play(one, other):
        code = await opened(one)
        drop_all_tables(one)
        assert not one.table_actors
        assert (await one.get_table_actor(code)).fence == 2, "the database has another clock, by which it had not ended"
    both(tmp_path, play)


def test_who_has_more_than_their_share_gives_some_away(tmp_path):
    async def play(one, other):
        codes = [await opened(one) for _ in range(7)]
        balance_tables(one)
        assert len(one.table_actors) == 7, "the loads are not known yet"
        for load in (7, 6, 5):
            me = one.lease_keeper.me = one.lease_keeper.me._replace(load=load)
            them = other.lease_keeper.me
            one.lease_keeper.living_peers = {me.id: me, them.id: them._replace(load=7 - load)}
            balance_tables(one)
            await asyncio.sleep(0.2)
        assert len(one.table_actors) == 5, "with 5 and 2 it is not worth a move"
        gone = [code for code in codes if code not in one.table_actors]
        assert [(await other.get_table_actor(code)).fence for code in gone] == [2, 2]
    both(tmp_path, play)


def test_a_table_is_left_to_another_version_and_set_aside_when_that_cannot_read_it_either(tmp_path, monkeypatch):
    ordinary, good = manager_module.restore_table, set()

    def restore_slowly(*given):
        if given[-1] not in good:
            raise BadRecord("These rules play it otherwise.")
        return ordinary(*given)
    monkeypatch.setattr(manager_module, "restore_table", restore_slowly)

    async def play(one, other):
        code = await opened(one)
        await hand_over_all(one)
        one.lease_keeper.is_draining = False
        with pytest.raises(HeldElsewhere, match="127.0.0.1:1"):
            await one.get_table_actor(code)
        good.add(other)
        assert (await other.get_table_actor(code)).fence == 3
        good.clear()
        await hand_over_all(other)
        other.lease_keeper.is_draining = False
        with pytest.raises(HeldElsewhere, match="127.0.0.1:0"):         # left to one, which has left it to us before
            await other.get_table_actor(code)
        with pytest.raises(RequestError, match="play it otherwise"):
            await one.get_table_actor(code)
        assert one.store.load_table(code).phase == "aside"
    both(tmp_path, play, versions=("1", "2"))


def test_idle_tables_are_swept_by_who_holds_them_and_free_ones_by_the_first(tmp_path):
    async def play(one, other):
        first, second = sorted((one, other), key=lambda server: server.lease_keeper.me.id)
        assert first.lease_keeper.is_leader and not second.lease_keeper.is_leader
        mine, free = await opened(second), await opened(second)
        await hand_over_table(second, second.table_actors[free])
        found = partial(list_idle_tables, before=10**12)
        assert await first.read_store(partial(found, me=first.lease_keeper.me.id)) == [free]
        assert sorted(await second.read_store(partial(found, me=second.lease_keeper.me.id))) == sorted([mine, free])
        for server in (first, second):
            await server.sweep_tables()
        assert first.calendar is not None and second.calendar is None
    both(tmp_path, play)


def test_who_leaves_last_leaves_nothing_beside_the_database(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/x.db", is_shared=True, is_locked=True)
    with LeaseKeeper(store, b"secret", "127.0.0.1:1"):
        assert (tmp_path / "x.db-wal").exists()
        store.close()                                       # as the server does, before its lease ends
    assert [path.name for path in tmp_path.iterdir()] == ["x.db"]


def test_a_renewal_on_its_way_ends_before_the_lease_is_given_up(tmp_path, monkeypatch):
    asked, ordinary = threading.Event(), leases.renew_lease

    def renew(connection, me):
        asked.set()
        time.sleep(0.3)                     # it waits for its turn at the database
        return ordinary(connection, me)
    monkeypatch.setattr(leases, "renew_lease", renew)

    async def play(one, other):
        renewing = asyncio.ensure_future(one.lease_keeper.keep_lease(dict, lambda gone: None, lambda: None,
                                                                     lambda: None))
        await asyncio.to_thread(asked.wait, 10)
        renewing.cancel()
        await asyncio.to_thread(one.lease_keeper.__exit__)
        await asyncio.sleep(0.6)
        assert list(one.store.read(leases.read_living_peers)) == [other.lease_keeper.me.id]
    both(tmp_path, play)


async def renewed(server):
    """Until the lease of a server has been renewed once."""
    once = asyncio.Event()
    renewing = asyncio.ensure_future(server.lease_keeper.keep_lease(
        partial(collect_fences, server), partial(drop_lost_tables, server), partial(drop_all_tables, server), once.set))
    await asyncio.wait_for(once.wait(), 10)
    renewing.cancel()


def ended(connection, me):
    """The lease of a process has ended by the database's clock."""
    connection.exec_driver_sql("UPDATE houses SET until = 0 WHERE id = ?", (me,))


class Link:
    """A page's line, and how it was closed."""

    is_full, code = False, None

    def send(self, data):
        pass

    def close(self, code, sentence):
        self.code = code


def test_a_table_that_was_woken_while_the_lease_ended_is_not_kept(tmp_path):
    """Whoever came to it saw an old position, was answered, and waited for somebody who played elsewhere."""
    async def play(one, other):
        code = await opened(one)
        await hand_over_table(one, one.table_actors[code])
        ordinary, go_on = one.read_store, asyncio.Event()

        async def asked(query):
            await go_on.wait()                              # the process is stopped after its claim
            return await ordinary(query)
        one.read_store = asked
        waking = asyncio.ensure_future(one.get_table_actor(code))
        while one.store.read(lambda c: c.exec_driver_sql("SELECT fence FROM tables").scalar()) < 2:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(one.store.run_transaction, partial(ended, me=one.lease_keeper.me.id))
        assert (await other.get_table_actor(code)).fence == 3
        drop_all_tables(one)                                          # it goes on, and gives up what it has
        go_on.set()
        table_actor, link = await waking, Link()
        table_actor.table.add_connection(link, "key", "Ada")
        await renewed(one)
        assert code not in one.table_actors and table_actor.is_stopped and link.code == 1012
        assert code in other.table_actors
    both(tmp_path, play)


def test_a_table_that_was_claimed_while_nobody_wrote_is_given_up(tmp_path):
    async def play(one, other):
        code, kept = await opened(one), await opened(one)
        link = Link()
        one.table_actors[code].table.add_connection(link, "key", "Ada")
        await asyncio.to_thread(one.store.run_transaction, partial(ended, me=one.lease_keeper.me.id))
        await other.get_table_actor(code)
        await renewed(one)
        assert list(one.table_actors) == [kept] and link.code == 1012
        await renewed(other)
        assert list(other.table_actors) == [code]
    both(tmp_path, play)


def test_a_claim_that_was_made_anew_meanwhile_is_not_given_up(tmp_path):
    async def play(one, other):
        code = await opened(one)
        drop_lost_tables(one, {code: one.table_actors[code].fence - 1})
        assert code in one.table_actors
    both(tmp_path, play)


def test_many_claims_are_looked_at_in_turn(tmp_path, monkeypatch):
    monkeypatch.setattr(lease_keeper, "CLAIMS_PER_RENEWAL", 2)

    async def play(one, other):
        codes = sorted([await opened(one) for _ in range(5)])
        await asyncio.to_thread(one.store.run_transaction, partial(ended, me=one.lease_keeper.me.id))
        for code in (codes[0], codes[3]):
            await other.get_table_actor(code)
        await renewed(one)
        assert sorted(one.table_actors) == codes[1:]
        await renewed(one)
        await renewed(one)
        assert sorted(one.table_actors) == [codes[1], codes[2], codes[4]]
    both(tmp_path, play)


def test_a_table_that_could_not_be_let_go_of_does_not_stay_and_hear_nothing(tmp_path, monkeypatch):
    def broken(*given, **more):
        raise RuntimeError("something that nobody has thought of")

    async def play(one, other):
        code, link = await opened(one), Link()
        one.table_actors[code].table.add_connection(link, "key", "Ada")
        with monkeypatch.context() as patched, pytest.raises(RuntimeError):
            patched.setattr(leases, "release_table", broken)
            await hand_over_table(one, one.table_actors[code])
        assert link.code == 1012
        assert not (await one.get_table_actor(code)).is_stopped
    both(tmp_path, play)


def test_who_comes_in_the_moment_in_which_a_table_goes_is_sent_away(tmp_path):
    """Whoever waits for a table to wake up has their turn after it has: it may be gone by then."""
    async def play(one, other):
        code = await opened(one)
        await hand_over_table(one, one.table_actors[code])
        coming = asyncio.ensure_future(one.get_table_actor(code))
        await asyncio.sleep(0)
        one._waking[code].add_done_callback(lambda done: drop_all_tables(one))
        with pytest.raises(RequestError):
            await coming
        assert not (await one.get_table_actor(code)).is_stopped
    both(tmp_path, play)


def test_the_lightest_process_is_known():
    holder = LeaseKeeper.__new__(LeaseKeeper)
    holder.me = Peer("b", "", "1", "", 9)
    holder.living_peers = {"a": Peer("a", "", "1", "", 1), "b": holder.me, "c": Peer("c", "", "2", "", 2)}
    assert holder.find_lighter_process().id == "a" and holder.find_other_version().id == "c" and not holder.is_leader


def test_whoever_is_at_a_table_of_a_process_that_stops_comes_again(tmp_path):
    async def play(one, other):
        links, actors = [Link(), Link()], [one.table_actors[await opened(one)] for _ in range(2)]
        for link, table_actor in zip(links, actors, strict=True):
            table_actor.table.add_connection(link, "key", "Ada")
        await one.stop_all()
        assert [link.code for link in links] == [1012, 1012] and not one.table_actors
        assert all(table_actor.is_stopped for table_actor in actors)
    both(tmp_path, play)
