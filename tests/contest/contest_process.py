"""A contest of Daifugo programs with people in it, in a process of its own."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

from plain_client import Client, quietly
from server_process import GENEROUS, ServerProcess, free_port

START = """
import faulthandler, json, signal, sys
from pathlib import Path
faulthandler.register(signal.SIGUSR1)
from coprime.core.errors import BadInput
from coprime.games.daifugo.game import GAME
from coprime.contest import web_contest, server
from coprime.contest.compile_warmup import warm_up_contest
from coprime.server.rate_limits import Limits
from coprime.table.bots import PACE_SECONDS
given = json.loads(sys.argv[1])
PACE_SECONDS.update(quick=0, human=given.pop("pace", 0))
web_contest.POLL_SECONDS, web_contest.LINGER_SECONDS = 0.05, given.pop("linger", 0)
options = {"limits": Limits(**{k: tuple(v) if isinstance(v, list) else v for k, v in given.pop("limits").items()})}
options |= {name: given.pop(name) for name in ("grace", "rest", "port") if name in given}
data = Path(given.pop("data"))
given["record"] = Path(given["record"]) if "record" in given else None
door = server.open_listener("127.0.0.1", 0)
say = lambda line: print(line, file=sys.stderr, flush=True)
say(f"programs at {door.getsockname()[1]}")
warm_up_contest(GAME)
tell = lambda result: print(json.dumps(result), flush=True)
try:
    contest = web_contest.HostedContest(GAME, door, web_contest.ContestSettings(**given), say, tell)
    contest.run_with_server(data=data, warm=False, **options)
except BadInput as wrong:
    sys.exit(f"{wrong}")
"""


class Contest(ServerProcess):
    """A contest on free ports.  `settings` are those of `Wanted` and `serve`, and `pace`: a program's seconds."""

    def __init__(self, folder, games=3, people=1, bots=(), **settings):
        self.folder, self.programs = folder, []
        self.settings = {"data": str(folder / "data"), "port": free_port(), "rest": 0, "limits": GENEROUS,
                         "games": games, "people": people, "bots": list(bots), **settings}

    def start(self):
        with open(self.folder / "out", "w") as out, open(self.folder / "err", "w") as err:
            self.process = subprocess.Popen([sys.executable, "-c", START, json.dumps(self.settings)],
                                            env={**os.environ, "PYTHONUNBUFFERED": "1"}, stdout=out, stderr=err)
        self.code = self.told(r"code (\w{5})", 400)         # its rehearsal compiles what has not been
        self.port, self.door = int(self.told(r"open at http://[^:]+:(\d+)")), int(self.told(r"programs at (\d+)"))
        return self

    def __enter__(self):
        return self.start()

    def __exit__(self, *wrong):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    @property
    def log(self):
        return (self.folder / "err").read_text()

    def told(self, pattern, timeout=30):
        """Wait for something in the log."""
        end = time.monotonic() + timeout
        while time.monotonic() < end and self.process.poll() is None:
            if found := re.search(pattern, self.log):
                return found[1] if found.groups() else found[0]
            time.sleep(0.02)
        raise AssertionError(f"no {pattern!r} in: {self.log}")

    def sit(self, kind=Client, **client):
        """A program comes, and plays in a thread."""
        one = kind(self.door, f"client{len(self.programs)}", **client)
        self.programs.append(one)
        threading.Thread(target=lambda: quietly(one.run), daemon=True).start()
        self.told(f"{one.name} sits down")
        return one

    def result(self, timeout=180):
        """What is told at the end, after which the process has closed by itself."""
        try:
            assert self.process.wait(timeout) == 0, self.log
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGUSR1)        # the log then says where each thread stands
            self.told("Current thread")
            raise AssertionError(self.log) from None
        return sorted(json.loads((self.folder / "out").read_text())["players"], key=lambda one: one["seat"])
