"""A server as tests open it: `python server_main.py SETTINGS`, or in a fork of a process that has imported it.

Settings are JSON: those of `serve`, `limits` as fields, those that `server_process.ServerProcess` names, and
`largest`: bytes of the largest file that it can write.  COPRIME_SLOW_COMMITS in the environment: the seconds that every
commit takes longer, so that a test fails which looks at something before the server has written it.
"""

import json
import os
import resource
import sys
import time
from pathlib import Path


def open_server(text):
    """Serve until stopped.  What cannot be used is said, and ends it with 2."""
    from coprime.core.errors import BadInput
    from coprime.server import rate_limits, table_manager
    from coprime.server.correspondence import deadlines
    from coprime.server.run import serve
    from coprime.server.store import push_rows, rating_rows, server_uptime
    from coprime.server.store.store import Store
    from coprime.server.web_push import notice_sender
    from coprime.server.weekly import api as weekly_api
    from coprime.table import tournament_table
    from coprime.table.bots import PACE_SECONDS, WINDOW_PACE_FACTORS
    from coprime.tournaments import arena, tournament

    given = json.loads(text)
    if (largest := given.pop("largest", None)) is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    rate_limits.BACKOFF_SECONDS = given.pop("slow", rate_limits.BACKOFF_SECONDS)
    PACE_SECONDS["quick"] = given.pop("quick", PACE_SECONDS["quick"])
    tournament_table.PAUSE_SECONDS = given.pop("pause", tournament_table.PAUSE_SECONDS)
    tournament.MINUTE_SECONDS = given.pop("minute", tournament.MINUTE_SECONDS)
    arena.ARRIVAL_SECONDS = given.pop("arrival", arena.ARRIVAL_SECONDS)
    WINDOW_PACE_FACTORS["quick"] = given.pop("haste", WINDOW_PACE_FACTORS["quick"])
    table_manager.SWEEP_SECONDS = given.pop("sweep", table_manager.SWEEP_SECONDS)
    deadlines.TICK_SECONDS = given.pop("tick", deadlines.TICK_SECONDS)
    for name, value in given.pop("notices", {}).items():        # by the names of the constants
        setattr(push_rows if hasattr(push_rows, name) else notice_sender, name, value)
    if (shift := given.pop("shift", None)) is not None:        # a file with seconds to be added
        server_uptime.CLOCK = lambda: time.monotonic() + float(Path(shift).read_text())
    if (week := given.pop("week", None)) is not None:          # a time in the week whose deal is played
        weekly_api.CLOCK = lambda: week
    if (month := given.pop("month", None)) is not None:        # a time in the month until which people are rated
        rating_rows.CLOCK = lambda: month
    if (delay := float(os.environ.get("COPRIME_SLOW_COMMITS", 0))) > 0:
        Store._commit_jobs = slow_down(Store._commit_jobs, delay)
    bounds = rate_limits.Limits(**{k: tuple(v) if isinstance(v, list) else v for k,
                                   v in given.pop("limits", {}).items()})
    for name in ("data", "static"):
        if name in given:
            given[name] = Path(given[name])
    try:
        serve(limits=bounds, **given)
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        sys.exit(2)


def slow_down(commit, seconds):
    """The same, so many seconds later."""
    def commit_late(*args):
        time.sleep(seconds)
        return commit(*args)
    return commit_late


def open_server_in_fork(text, environment, stderr):
    """The same with the environment and the standard streams of a process of its own."""
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(stderr.fileno(), 2)
    with stderr, open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    open_server(text)


if __name__ == "__main__":
    open_server(sys.argv[1])
