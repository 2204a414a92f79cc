"""Which game is compiled next, and that nothing goes on compiling for a server that is closed."""

import subprocess
import sys

import pytest

from coprime.core.registry import all_games, find_game
from coprime.search import levels
from coprime.server.bots import compile_queue as warming_module
from coprime.server.bots.compile_queue import CompileJob, CompileQueue


def test_games_that_are_played_come_first_and_rules_before_searches():
    *others, last = all_games().values()
    warming = CompileQueue(is_enabled=False)
    assert warming.pop_job() == CompileJob(others[0])
    warming.current_rules(last)
    searching = levels.search_level_names(last)
    asked = [warming.pop_job() for _ in range(1 + len(searching))]
    assert asked == [CompileJob(last),
                     *(CompileJob(last, level) for level in searching)], "whoever plays waits for all of them"
    left = [warming.pop_job() for _ in range(len(others) - 1)]
    assert [job.level for job in left] == [""] * len(left)
    rest = [CompileJob(game, level) for game in others for level in levels.search_level_names(game)]
    found = [warming.pop_job() for _ in rest]
    assert all(job in found for job in rest)


def test_strong_before_masters():
    warming, order = CompileQueue(is_enabled=False), ["", levels.STRONG, levels.MASTER]
    found = [order.index(warming.pop_job().level) for _ in range(len(warming._jobs))]
    assert found == sorted(found)


def test_what_begins_to_compile_while_the_server_closes_is_ended(monkeypatch):
    warming, begun = CompileQueue(is_enabled=False), []

    def child(module):
        warming.stop()
        begun.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.PIPE))
        return begun[0]
    monkeypatch.setattr(warming_module, "_start_child", child)
    assert not warming._compile_in_child(next(iter(all_games().values())), [])
    assert begun[0].returncode < 0


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_search_that_is_kept_is_loaded_without_a_child(monkeypatch, is_kept):
    """A process that comes back after a crash takes nothing from the others for what was compiled long ago."""
    children, game = [], find_game("prime_climb")
    level = levels.SearchLevel(ready=lambda: is_kept, warm=None, choose=lambda *given: 0)
    monkeypatch.setattr(warming_module, "_start_child", lambda module: children.append(module) or finished_child())
    monkeypatch.setattr(levels, "get_level", lambda game, name: level)
    monkeypatch.setattr(warming_module, "warm_rules", lambda *given: None)
    monkeypatch.setattr(warming_module, "warm_search", lambda *given: None)
    monkeypatch.setattr(warming_module, "relax_garbage_collector", lambda: None)
    warming = CompileQueue(is_enabled=False)
    warming._jobs = [CompileJob(game), CompileJob(game, levels.STRONG)]
    warming._run_jobs()
    assert [module[1:] for module in children] == [["prime_climb"], *[["--strong", "prime_climb"]] * (not is_kept)]
    assert (warming.find_search(game, levels.STRONG) is not None) == is_kept


def finished_child():
    """A child process that has compiled all that it should."""
    return subprocess.Popen([sys.executable, "-c", ""], stderr=subprocess.PIPE)


def test_what_compiles_ends_with_the_process_that_began_it():
    child = ("from coprime.table.jit_warmup import exit_with_parent; import time; exit_with_parent(); print(1); "
             "time.sleep(600)")
    parent = "import subprocess, sys; subprocess.run([sys.executable, '-uc', sys.argv[1]])"
    begun = subprocess.Popen([sys.executable, "-c", parent, child], stdout=subprocess.PIPE)
    assert begun.stdout.readline() == b"1\n"
    begun.kill()
    begun.wait()
    begun.stdout.read()                     # it ends when nobody has the pipe any more
    begun.stdout.close()
