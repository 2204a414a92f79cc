"""Another process that does not answer holds up nothing here but what was asked of it."""

import asyncio
import socket
from types import SimpleNamespace

from starlette.requests import Request

from coprime.server.cluster.leases import HeldElsewhere
from coprime.server.cluster.peer_forwarding import Peers
from coprime.server.request_error import RequestError

MANY = 40               # more than there are threads for anything


def test_a_stopped_process_that_is_asked_for_much_does_not_keep_others_from_working():
    async def play():
        holder = SimpleNamespace(living={"there": None})
        peers, loop = Peers(b"secret", holder), asyncio.get_running_loop()
        with socket.create_server(("127.0.0.1", 0), backlog=2 * MANY) as stopped:     # its system takes connections
            there = HeldElsewhere("ABCDE", "there", f"127.0.0.1:{stopped.getsockname()[1]}")
            scope = {"type": "http", "method": "GET", "path": "/api/me", "raw_path": b"/api/me", "query_string": b"",
                     "headers": [(b"host", b"x")]}
            asking = [asyncio.ensure_future(peers.forward_request(there, Request(scope), "", b"")) for _ in range(MANY)]
            await asyncio.sleep(0.3)
            assert await asyncio.wait_for(asyncio.to_thread(int), 5) == 0           # as a table is woken
            holder.living_peers = {}
            peers.drop_dead_peers()
            said = await asyncio.wait_for(asyncio.gather(*asking, return_exceptions=True), 5)
            assert [type(one) for one in said] == [RequestError] * MANY
            threads = [loop.run_in_executor(peers._threads, int) for _ in range(MANY)]
            assert await asyncio.wait_for(asyncio.gather(*threads), 5) == [0] * MANY    # none of them waits still
    asyncio.run(play())


def test_whoever_cannot_be_reached_is_looked_at_whether_it_is_dead():
    async def play():
        dead = []

        async def end_dead_lease(process_id, refused):
            dead.append((process_id, refused))
        peers = Peers(b"secret", SimpleNamespace(living={"there": None}, end_dead_lease=end_dead_lease))
        with socket.create_server(("127.0.0.1", 0)) as gone:
            there = HeldElsewhere("ABCDE", "there", f"127.0.0.1:{gone.getsockname()[1]}")
        scope = {"type": "http", "method": "GET", "path": "/api/me", "raw_path": b"/api/me", "query_string": b"",
                 "headers": [(b"host", b"x")]}
        assert await peers.forward_request(there, Request(scope), "", b"") is None
        assert await peers.forward_table_command(there, "end", {}) is None
        assert not await peers.forward_socket(there, Request(scope), "", None, None)
        assert dead == [("there", True)] * 3
    asyncio.run(play())
