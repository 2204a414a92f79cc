"""A contest at its table: it goes on until its games are played, its table has gone, or somebody closes that."""

import asyncio
import socket
import threading
from types import SimpleNamespace

import pytest

from coprime.contest import web_contest
from coprime.games.daifugo.game import GAME

CODE = "TABLE"


class Rooms(dict):
    """The tables of a server, which count how often somebody looks for one."""

    looks = 0

    def get(self, code):
        self.looks += 1
        return super().get(code)


class FakeServer:
    """A server with the contest's table and nothing else."""

    def __init__(self):
        self.loop = asyncio.get_running_loop()
        self.table_actors = Rooms({CODE: SimpleNamespace(table=SimpleNamespace(commit_listener=None, is_closed=False,
                                                                         connections=[]))})

    async def open_table(self, *given):
        return CODE

    def invitation_json(self, code):
        return {"url": ""}


def close_table(server, games):
    server.table_actors[CODE].table.is_closed = True


def forget_table(server, games):
    del server.table_actors[CODE]


def wake_it_as_another(server, games):
    server.table_actors[CODE] = SimpleNamespace(table=SimpleNamespace(is_closed=False))


def end_games(server, games):
    games.set()


@pytest.fixture
def contest(monkeypatch):
    """A contest whose games end when told, and the event that ends them."""
    for name in ("POLL_SECONDS", "LINGER_SECONDS", "STOP_SECONDS"):
        monkeypatch.setattr(web_contest, name, 0.0)
    here, there = socket.socketpair()
    games, one = threading.Event(), web_contest.HostedContest(GAME, here, web_contest.ContestSettings(1, 1, []),
                                                              lambda line: None, print)
    monkeypatch.setattr(one, "play", games.wait)
    with here, there:
        yield one, games
    games.set()


@pytest.mark.parametrize("end", [close_table, forget_table, wake_it_as_another, end_games])
def test_it_goes_on_until_one_of_these_ends_it(contest, end):
    one, games = contest

    async def hold():
        server = FakeServer()
        holding = asyncio.ensure_future(one.run_beside_server(server))
        while server.table_actors.looks < 3:
            await asyncio.sleep(0)
            assert not holding.done() and not one.feed.is_stopped
        end(server, games)
        await asyncio.wait_for(holding, 60)
    asyncio.run(hold())
    assert one.feed.is_stopped
