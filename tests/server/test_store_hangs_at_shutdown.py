"""A server that ends while its store does not answer: who waits is told, and the log has no trace of a stack."""

import asyncio
import sqlite3
import time

import pytest
from server_process import Person, ServerProcess

from coprime.server.shutdown_responses import GracefulShutdown


def told(kind, app):
    """What is sent where an application is cancelled."""
    sent = []

    async def send(message):
        sent.append(message)

    async def cancelled():
        task = asyncio.ensure_future(GracefulShutdown(app)({"type": kind, "headers": []}, None, send))
        await asyncio.sleep(0.01)
        task.cancel()
        await task
    asyncio.run(cancelled())
    return sent


async def waits(scope, receive, send):
    await asyncio.sleep(1000)


def test_a_request_is_answered_and_a_socket_closed_so_that_it_connects_again():
    begun, body = told("http", waits)
    assert begun["status"] == 503 and b"cannot reach its database" in body["body"]
    assert told("websocket", waits) == [{"type": "websocket.close", "code": 1012}]


def test_who_has_gone_is_told_nothing():
    async def gone(scope, receive, send):
        async def never(message):
            raise OSError
        await GracefulShutdown(waits)(scope, receive, never)
    assert told("websocket", gone) == []


def test_the_lifespan_is_cancelled_as_ever():
    with pytest.raises(asyncio.CancelledError):
        told("lifespan", waits)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_server_that_ends_while_its_database_is_locked(tmp_path, processes):
    server = ServerProcess(tmp_path / "data", workers=processes, rest=600).start()
    ada = Person(server, "Ada")
    code = ada.open(seats=2, names=["Ann", "Bob"], now=True)
    server.stop()
    server.start()                                       # the table sleeps, and whoever comes wakes it
    with sqlite3.connect(tmp_path / "data" / "coprime.db", timeout=20, isolation_level=None) as store:
        store.execute("BEGIN EXCLUSIVE")
        ada.page(code, hello=False)
        time.sleep(1)
        said = server.stop(60)
        store.execute("ROLLBACK")
    assert "Traceback" not in said, said
