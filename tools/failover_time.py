"""Measure how long a table is unavailable after its process is killed.

Until another process claims and shows it.

    python tools/failover_time.py                20 kills of one of two servers on a PostgreSQL of its own
    python tools/failover_time.py --sqlite       20 kills of one of two worker processes on SQLite

Nobody else plays.  A page connects to the process that is alive at the moment of the kill, and again whenever it is
disconnected.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

import httpx
import sqlalchemy as sa
from chaos import BROKEN, ROOT, ServerProcess
from websockets.asyncio.client import connect

OWNER = "SELECT houses.address FROM tables JOIN houses ON houses.id = tables.owner WHERE tables.code = :code"


async def open_table(port):
    """Open a table of one person; return its code and the person's cookie."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        await http.get("/api/me")
        code = (await http.post("/api/tables", json={"game": "prime_daifugo", "seats": 2, "bots": [None, None]})).json()
        return code["code"], "; ".join(f"{name}={value}" for name, value in http.cookies.items())


async def wait_for_welcome(port, code, cookie):
    """Wait until a process shows the table."""
    while True:
        try:
            async with connect(f"ws://127.0.0.1:{port}/ws/{code}", additional_headers={"Cookie": cookie}, proxy=None,
                               compression=None, max_size=None, close_timeout=0.1, ping_interval=None) as socket:
                await socket.send(json.dumps({"type": "hello", "seen": 0, "as": "seat"}))
                async for message in socket:
                    if json.loads(message)["type"] == "welcome":
                        return
        except BROKEN:
            pass
        await asyncio.sleep(0.1)


async def wait_for_claim(engine, code, owner):
    """Return when another process holds the table, by the monotonic clock."""
    while (await asyncio.to_thread(owner_of, engine, code)) in (owner, None):
        await asyncio.sleep(0.02)
    return time.monotonic()


def owner_of(engine, code):
    """Return the address of the process that holds a table."""
    with engine.connect() as connection:
        return connection.execute(sa.text(OWNER), {"code": code}).scalar()


def listening_process(address, pids):
    """Return which of these processes listens at an address."""
    port = int(address.rpartition(":")[2])
    inodes = {line.split()[9] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
              if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"}
    for pid in pids:
        for handle in Path(f"/proc/{pid}/fd").iterdir():
            if os.readlink(handle).removeprefix("socket:[").removesuffix("]") in inodes:
                return pid
    raise LookupError(address)


async def measure_takeovers(servers, engine, kills, dice):
    """Kill the process that holds a new table, again and again.

    Return the seconds until claimed and shown.
    """
    delays = []
    for _ in range(kills):
        port = dice.choice(servers).port
        code, cookie = await open_table(port)
        await asyncio.wait_for(wait_for_welcome(port, code, cookie), 60)
        await asyncio.sleep(dice.uniform(0.5, 1.5))         # anywhere between two renewals
        owner = owner_of(engine, code)
        pids = servers[0].workers if len(servers) == 1 else [server.process.pid for server in servers]
        pid = listening_process(owner, pids)
        begin = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        left = next((server for server in servers if server.process.pid != pid), servers[0])
        claimed = asyncio.ensure_future(wait_for_claim(engine, code, owner))
        await asyncio.wait_for(wait_for_welcome(left.port, code, cookie), 60)
        delays.append((await claimed - begin, time.monotonic() - begin))
        print(f"{len(delays):4}   claimed after {delays[-1][0]:5.2f} s, shown after {delays[-1][1]:5.2f} s", flush=True)
        if len(servers) > 1:
            dead = next(server for server in servers if server.process.pid == pid)
            dead.process.wait()
            await asyncio.to_thread(dead.start)
        while len(servers) == 1 and len(servers[0].workers) < 2:
            await asyncio.sleep(0.1)
        await asyncio.sleep(2.0)                            # so that it takes part
    return delays


async def on_postgres(folder, postgres, kills, dice):
    servers = []
    for number in range(2):
        data = folder / f"data{number}"
        if number:
            data.mkdir(mode=0o700)
            shutil.copy(folder / "data0" / "secret", data / "secret")
        servers.append(await asyncio.to_thread(ServerProcess(data, database=postgres.url).start))
    return await measure_and_stop(servers, postgres.url, kills, dice)


async def on_sqlite(folder, kills, dice):
    server = await asyncio.to_thread(ServerProcess(folder / "data", workers=2).start)
    return await measure_and_stop([server], f"sqlite:///{folder}/data/coprime.db", kills, dice)


async def measure_and_stop(servers, url, kills, dice):
    """Measure, and end the servers."""
    engine = sa.create_engine(url)
    try:
        return await measure_takeovers(servers, engine, kills, dice)
    finally:
        engine.dispose()
        for server in servers:
            server.process.kill()


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--kills", type=int, default=20)
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--sqlite", action="store_true", help="one server of two processes on SQLite")
    asked = given.parse_args()
    dice = random.Random(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        if asked.sqlite:
            delays = asyncio.run(on_sqlite(Path(folder), asked.kills, dice))
        else:
            sys.path.insert(0, str(ROOT / "tests" / "server"))
            from postgres import Postgres

            postgres = Postgres()
            try:
                delays = asyncio.run(on_postgres(Path(folder), postgres, asked.kills, dice))
            finally:
                postgres.close()
    for what, times in zip(("claimed", "shown"), zip(*delays, strict=True), strict=True):
        middle = sorted(times)[len(times) // 2]
        print(f"{what}: middle {middle:.2f} s, longest {max(times):.2f} s of {len(times)} kills")


if __name__ == "__main__":
    main()
