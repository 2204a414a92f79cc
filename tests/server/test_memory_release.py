"""What leaves memory is freed at once, by its last reference: the garbage collector looks at old objects once an hour.

So nothing may know itself in a ring: neither a table by its sockets, nor an exception by the frames that it went
through.  In these tests there is no collector.
"""

import asyncio
import gc
import json
import weakref

import pytest
from test_table_handover import both

from coprime.core.registry import find_game
from coprime.server.app.application import TableSockets
from coprime.server.app.table_socket import ConnectionReader, TableSocket
from coprime.server.cluster.leases import HeldElsewhere
from coprime.server.rate_limits import Limits
from coprime.server.store.store import Store
from coprime.server.table_manager import TableManager
from coprime.table import bot_chairs
from coprime.table.settings import Settings, choose_options


@pytest.fixture(autouse=True)
def _no_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Page:
    """A browser at a table, as its server has it."""

    def __init__(self, table_actor, key, breaks=False):
        self.table_actor, self.key, self.breaks = table_actor, key, breaks
        self.said, self.heard = asyncio.Queue(), []

    async def begin(self):
        socket = TableSocket(self._send)
        connection = self.table_actor.table.add_connection(socket, self.key, self.key)
        talk = ConnectionReader(socket, self.table_actor, connection, Limits())
        self.running = asyncio.ensure_future(talk.read_until_closed(self._receive))
        await self.say(type="hello", seen=0)
        return self

    async def _send(self, message):
        if self.breaks and self.heard:
            raise OSError("the line is broken")
        self.heard.append(message)
        if message["type"] == "websocket.close":
            self.said.put_nowait({"type": "websocket.disconnect"})

    async def _receive(self):
        return await self.said.get()

    async def say(self, **message):
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
        await asyncio.sleep(0.05)

    async def go(self):
        self.said.put_nowait({"type": "websocket.disconnect"})
        await self.running


def alone(tmp_path, play):
    async def lived():
        store = Store(f"sqlite:///{tmp_path}/x.db")
        server = TableManager(store, Limits(), lambda code: {}, warm=False)
        store.call_soon = server.loop.call_soon_threadsafe
        try:
            await play(server)
        finally:
            await server.stop_all()
            store.close()
    asyncio.run(lived())


async def played(server, breaks=False):
    """A table of two with a match that goes on, and its pages."""
    prime = find_game("prime_daifugo")
    code = await server.open_table(prime, Settings(2, choose_options(prime, 2, {}, None, {})), "",
                                   lambda table, now: bot_chairs.set_up_chairs(table, [None, None], 2))
    table_actor = server.table_actors[code]
    pages = [await Page(table_actor, key, breaks).begin() for key in ("Ada", "Bo")]
    await pages[0].say(type="start", id="s")
    for n in range(4):
        for page in pages:
            await page.say(type="act", acts=["pass"], id=f"a{n}")
    assert table_actor.table.n > 2
    return code, weakref.ref(table_actor.table), pages


async def forgotten(server):
    """The store has something else to do than what it did last."""
    await server.write_durably(lambda connection: None)
    await asyncio.sleep(0.05)


@pytest.mark.parametrize("breaks", [False, True])
def test_a_table_that_is_dropped_is_freed_when_its_pages_have_gone(tmp_path, breaks):
    async def play(server):
        code, table, pages = await played(server, breaks)
        server.drop_table(table(), "")
        for page in pages:
            await page.go()
        del page, pages
        await forgotten(server)
        assert table() is None
    alone(tmp_path, play)


def test_pages_that_have_gone_do_not_keep_a_table(tmp_path):
    async def play(server):
        code, table, pages = await played(server)
        for _ in range(3):
            for page in pages:
                await page.go()
            pages = [await Page(server.table_actors[code], key).begin() for key in ("Ada", "Bo")]
        assert len(table().connections) == 2
        server.drop_table(table(), "")
        await asyncio.gather(*(page.running for page in pages))     # they are told to connect again
        del page, pages
        await forgotten(server)
        assert table() is None
    alone(tmp_path, play)


def test_what_says_that_a_table_is_elsewhere_is_not_kept(tmp_path):
    async def play(one, other):
        code = await one.open_table(find_game("prime_daifugo"), Settings(2, {}), "", lambda table, now: None)
        try:
            await other.get_table_actor(code)
        except HeldElsewhere as there:
            kept = weakref.ref(there)
        await asyncio.sleep(0.05)
        assert kept() is None
    both(tmp_path, play)


def test_a_socket_that_is_passed_on_does_not_keep_how_its_table_was_sought():
    class Door:
        async def find_table_by_code(self, address, code, key):
            raise HeldElsewhere("ABCDE", "server", "127.0.0.1:1")
    found = asyncio.run(TableSockets(Door())._locate_table("", "ABCDE", ""))
    assert isinstance(found, HeldElsewhere) and found.__traceback__ is None
