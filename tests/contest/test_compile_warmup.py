"""After its rehearsal a process compiles nothing more, neither a guest nor the contest's host.

Numba is asked in a process of its own, to which nothing is known before.  What it only loads because it was compiled
some other day counts as well: on a machine where that day has not come it would be compiled.
"""

import json
import subprocess
import sys
import threading

import pytest
from plain_client import Client, quietly

import coprime
from coprime.contest import server

GAME = coprime.game("daifugo")
PROGRAM = """
import json, sys
from coprime.core.numba_linker import CompiledFunction
from coprime.contest import client, compile_warmup, server
from coprime.contest.daifugo import GAME
from coprime.search import machine_code_files

made, role, given = {"before": [], "after": []}, sys.argv[1], sys.argv[2:]
when = "before"

def noted(what, named):
    def note(first, *more):
        made[when].append(named(first))
        return what(first, *more)
    return note

def rehearse(*given):
    global when
    compile_warmup.warm_up_contest(*given)
    when = "after"

CompiledFunction._load_cached = noted(CompiledFunction._load_cached, lambda function: function.py_func.__name__)
machine_code_files.load_functions = noted(machine_code_files.load_functions, lambda folder: folder.name)
client.warm_up_contest = server.warm_up_contest = rehearse
if role == "join":
    client.join_contest(GAME, "127.0.0.1", int(given[0]), given[1], "Ann", 1)
else:
    door = server.open_listener("127.0.0.1", 0)
    print(door.getsockname()[1], flush=True)
    server.host_contest(GAME, door, 8, seed=1)
print(json.dumps(made))
"""


def program(*given):
    return subprocess.Popen([sys.executable, "-c", PROGRAM, *map(str, given)], stdout=subprocess.PIPE, text=True)


@pytest.mark.compiled
@pytest.mark.parametrize("bot", ["casual", "strong:40"])
def test_UE_28_a_guest_is_ready_before_it_calls(bot):
    door = server.open_listener("127.0.0.1", 0)
    with program("join", door.getsockname()[1], bot) as guest:
        server.host_contest(GAME, door, 8, ("random",) * 4, seed=1)
        made = json.loads(guest.communicate()[0])
    assert {"apply", "redact"} <= set(made["before"])
    assert made["after"] == []


@pytest.mark.compiled
def test_the_host_is_ready_before_anybody_calls():
    """Among the clients is one that sends nonsense, of which the log tells."""
    with program("host") as host:
        port = int(host.stdout.readline())
        for n in range(5):
            one = Client(port, f"client{n}", rubbish=n == 4)
            threading.Thread(target=lambda one=one: quietly(one.run), daemon=True).start()
        made = json.loads(host.communicate()[0])
    assert {"apply", "put_states", "find_flaw"} <= set(made["before"])
    assert made["after"] == []
