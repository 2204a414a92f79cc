"""One of several processes of a house: `python -m coprime.server.cluster.worker`, which `workers` begins."""

import asyncio
import json
import os
import signal
import socket
import sys
import threading
import time
from typing import IO

from ...core.errors import BadInput
from ..bots.owner_bots import start_owner_bots
from ..config import ServerConfig
from ..diagnostics import logs
from ..run import run_process, stop_signals
from ..store.store import Store
from ..table_manager import TableManager
from .supervisor import PULSE


def main(control: int, line: int) -> None:
    """Open the house as the first line of `control` says; signs of life go to `line`, or why it cannot be opened."""
    asked = stop_signals()
    for number in (control, line):
        os.set_inheritable(number, False)           # not for readers, bots and compilers of ours
    parent = os.fdopen(control, "rb")
    given = json.loads(parent.readline())
    plan = ServerConfig.read(given["plan"])
    logs.set_up_logging(plan.log)
    threading.Thread(target=stop_when_orphaned, args=(parent,), name="parent", daemon=True).start()

    async def alive(house: TableManager) -> None:
        threading.Thread(target=send_heartbeats, args=(line,), name="pulse", daemon=True).start()
        await asyncio.Event().wait()

    try:
        os.set_inheritable(given["listening"], False)
        for lock in given["locks"]:
            os.set_inheritable(lock, False)
        with start_owner_bots(plan.bots) as own, socket.socket(fileno=given["listening"]) as listening:
            store = Store(plan.url, shared=True, guarded=True)
            run_process(plan, store, bytes.fromhex(given["secret"]), listening, alive, lambda: None, own, asked)
    except BadInput as wrong:
        os.write(line, json.dumps({"wrong": str(wrong)}).encode())
        sys.exit(2)


def send_heartbeats(line: int) -> None:
    """Signs of life, from a thread of its own: that the loop is busy is no reason to be ended."""
    while True:
        os.write(line, b".")
        time.sleep(PULSE)


def stop_when_orphaned(parent: IO[bytes]) -> None:
    """When the parent has ended, so does this process."""
    parent.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
