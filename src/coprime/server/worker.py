"""One of several processes of a house: `python -m coprime.server.worker`, which `workers` begins."""

import asyncio
import json
import os
import signal
import socket
import sys
import threading
import time
from typing import IO

from ..core.faults import BadInput
from . import logs
from .house import House
from .owned import brought
from .plan import Plan
from .run import asked_to_stop, hold
from .store import Store
from .workers import PULSE


def main(control: int, line: int) -> None:
    """Open the house as the first line of `control` says; signs of life go to `line`, or why it cannot be opened."""
    asked = asked_to_stop()
    for number in (control, line):
        os.set_inheritable(number, False)           # not for readers, bots and compilers of ours
    parent = os.fdopen(control, "rb")
    given = json.loads(parent.readline())
    plan = Plan.read(given["plan"])
    logs.begin(plan.log)
    threading.Thread(target=orphaned, args=(parent,), name="parent", daemon=True).start()

    async def alive(house: House) -> None:
        threading.Thread(target=beat, args=(line,), name="pulse", daemon=True).start()
        await asyncio.Event().wait()

    try:
        os.set_inheritable(given["listening"], False)
        for lock in given["locks"]:
            os.set_inheritable(lock, False)
        with brought(plan.bots) as own, socket.socket(fileno=given["listening"]) as listening:
            store = Store(plan.url, shared=True, guarded=True)
            hold(plan, store, bytes.fromhex(given["secret"]), listening, alive, lambda: None, own, asked)
    except BadInput as wrong:
        os.write(line, json.dumps({"wrong": str(wrong)}).encode())
        sys.exit(2)


def beat(line: int) -> None:
    """Signs of life, from a thread of its own: that the loop is busy is no reason to be ended."""
    while True:
        os.write(line, b".")
        time.sleep(PULSE)


def orphaned(parent: IO[bytes]) -> None:
    """When the parent has ended, so does this process."""
    parent.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
