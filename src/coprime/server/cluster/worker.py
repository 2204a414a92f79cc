"""A worker process: `python -m coprime.server.cluster.worker`, started by `supervisor`."""

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
from ..bots.operator_bots import start_operator_bots
from ..config import ServerConfig
from ..diagnostics import logs
from ..run import record_stop_signals, run_process
from ..store.store import Store
from ..table_manager import TableManager
from .supervisor import HEARTBEAT_SECONDS


def main(control: int, line: int) -> None:
    """Serve as the first line of `control` says; write heartbeats to `line`, or why it cannot start."""
    signals = record_stop_signals()
    for number in (control, line):
        os.set_inheritable(number, False)           # not for readers, bots and compilers of ours
    parent = os.fdopen(control, "rb")
    given = json.loads(parent.readline())
    config = ServerConfig.from_json(given["plan"])
    logs.set_up_logging(config.log)
    threading.Thread(target=stop_when_orphaned, args=(parent,), name="parent", daemon=True).start()

    async def run_until_cancelled(manager: TableManager) -> None:
        threading.Thread(target=send_heartbeats, args=(line,), name="pulse", daemon=True).start()
        await asyncio.Event().wait()

    try:
        os.set_inheritable(given["listening"], False)
        for lock in given["locks"]:
            os.set_inheritable(lock, False)
        with start_operator_bots(config.bots) as operator_bots, socket.socket(fileno=given["listening"]) as listening:
            store = Store(config.url, is_shared=True, is_locked=True)
            run_process(config, store, bytes.fromhex(given["secret"]), listening, run_until_cancelled, lambda: None,
                        operator_bots, signals)
    except BadInput as wrong:
        os.write(line, json.dumps({"wrong": str(wrong)}).encode())
        sys.exit(2)


def send_heartbeats(line: int) -> None:
    """Write heartbeats from a thread, so that a busy event loop is not taken for a dead process."""
    while True:
        os.write(line, b".")
        time.sleep(HEARTBEAT_SECONDS)


def stop_when_orphaned(parent: IO[bytes]) -> None:
    """End this process when its parent has ended."""
    parent.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
