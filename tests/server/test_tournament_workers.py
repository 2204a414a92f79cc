"""A tournament in a server of two processes: nothing is done twice, and one goes on where the other was killed."""

import contextlib
import os
import signal
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
import sqlalchemy as sa
from server_process import Person
from test_tournament_crash import LIMITS, Ledger, insist, play_pairing
from test_tournaments import QUICK, entered, opened
from test_workers import both, living, owner, store_of, workers

from coprime.server.store import schema


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request):
    """The address of a database for `fresh`; None for the SQLite of its data folder."""
    return request.getfixturevalue("postgres").url if request.param == "postgresql" else None


def process_of(server, code):
    """The system's number of the process that holds a table."""
    port = owner_port(server, code)
    for pid in workers(server):
        with open(f"/proc/{pid}/net/tcp", encoding="ascii") as sockets:
            inodes = {line.split()[9] for line in sockets if line.split()[1].endswith(f":{port:04X}")
                      and line.split()[3] == "0A"}
        for number in os.listdir(f"/proc/{pid}/fd"):
            with contextlib.suppress(FileNotFoundError):        # closed meanwhile
                if os.readlink(f"/proc/{pid}/fd/{number}") in {f"socket:[{inode}]" for inode in inodes}:
                    return pid
    raise AssertionError(f"nobody listens at {port}")


def owner_port(server, code):
    p = schema.processes.c
    with store_of(server) as store:
        address = store.execute(sa.select(p.address).where(p.id == owner(server, code)[0])).scalar_one()
    return int(address.rpartition(":")[2])


def test_two_processes_pair_one_round_and_one_of_them_is_killed(fresh, database):
    server = fresh(workers=2, rest=0, grace=0, limits=LIMITS, database=database)
    living(server, 2)
    director, path = opened(server, **QUICK)
    names = [f"Player {letter}" for letter in "ABCD"]
    people = dict(zip(names, entered(server, path, *names), strict=True))
    lines = list(both(server, director).values())
    with ThreadPoolExecutor(4) as pool:                 # each process is asked twice, all at once
        statuses = sorted(pool.map(lambda http: http.post(f"{path}/round", json={}).status_code, [*lines, *lines]))
    assert statuses == [200, 409, 409, 409]
    told = [http.get(path).json()["round"] for http in lines]
    assert told[0] == told[1] and told[0]["number"] == 1
    codes = [one["code"] for one in told[0]["pairings"]]
    with store_of(server) as store:
        assert sorted(store.execute(sa.select(schema.tables.c.code)).scalars()) == sorted(codes)

    ledger = Ledger()
    ledger.paired[1] = [(one["code"], one["players"]) for one in told[0]["pairings"]]
    watcher = Person(server, "Watcher")
    with ThreadPoolExecutor(2) as pool:
        playing = [pool.submit(play_pairing, ledger, people, watcher, path, code, players)
                   for code, players in ledger.paired[1]]
        page = insist(watcher.page, codes[0], watch=True)
        if page.told["phase"] == "lobby":
            page.wait("table", match=lambda m: m["table"]["phase"] != "lobby")
        os.kill(process_of(server, codes[0]), signal.SIGKILL)
        for one in playing:
            one.result(200)
    living(server, 2)
    director.http = httpx.Client(base_url=server.url, timeout=60, cookies=director.http.cookies)
    found = [http.get(path).json() for http in both(server, director).values()]
    assert found[0]["standings"] == found[1]["standings"]
    assert {one["name"]: one["points"] for one in found[0]["standings"]} == ledger.points(wins=1)
    assert [one["state"] for one in found[0]["round"]["pairings"]] == ["done", "done"]
