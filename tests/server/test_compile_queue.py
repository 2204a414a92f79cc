"""Which game is compiled next, and that nothing goes on compiling for a server that is closed."""

import subprocess
import sys

import pytest

from coprime.core.game import CONTRACT_FUNCTIONS
from coprime.core.registry import all_games, find_game
from coprime.search import levels
from coprime.server.bots import compile_queue as warming_module
from coprime.server.bots.compile_queue import RULES, CompileJob, CompileQueue
from coprime.table.compiler_process import CompilerProcess
from coprime.table.jit_warmup import warm_rules


class FakeCompiler:
    """A child process that compiles everything at once, but for the parts that fail."""

    failing: set[str] = set()

    def __init__(self, begun, game_name):
        self.game_name, self.parts, self.is_open, self.is_killed = game_name, [], True, False
        begun.append(self)

    def compile(self, part):
        assert self.is_open
        self.parts.append(part)
        return not self.is_killed and part not in self.failing

    def exit_code(self):
        return -9 if self.is_killed else None

    def kill(self):
        self.is_killed = True

    def close(self):
        self.is_open = False
        return "it broke" if self.failing & set(self.parts) else ""


@pytest.fixture
def begun(monkeypatch):
    """The child processes that have begun; nothing is loaded from the cache."""
    begun = []
    monkeypatch.setattr(warming_module, "CompilerProcess", lambda name, is_background: FakeCompiler(begun, name))
    monkeypatch.setattr(warming_module, "warm_rules", lambda *given: None)
    monkeypatch.setattr(warming_module, "warm_search", lambda *given: None)
    monkeypatch.setattr(warming_module, "relax_garbage_collector", lambda: None)
    return begun


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
    assert [job.part for job in left] == [RULES] * len(left)
    rest = [CompileJob(game, level) for game in others for level in levels.search_level_names(game)]
    assert [warming.pop_job() for _ in rest] == rest, "a game's levels together, strong before master"


@pytest.fixture
def nothing_is_kept(monkeypatch):
    level = levels.SearchLevel(ready=lambda: False, warm=None, choose=lambda *given: 0)
    monkeypatch.setattr(levels, "get_level", lambda game, name: level)


@pytest.mark.usefixtures("nothing_is_kept")
def test_one_child_compiles_what_follows_of_a_game(begun):
    """It infers the types of the rules once."""
    played, other = find_game("prime_climb"), find_game("daifugo")
    warming = CompileQueue(is_enabled=False)
    warming._jobs = [CompileJob(game, part) for game in (other, played) for part in (RULES, "strong", "master")]
    warming.current_rules(played)
    warming._run_jobs()
    assert [(child.game_name, child.parts) for child in begun] == [
        ("prime_climb", [RULES, "strong", "master"]), ("daifugo", [RULES, "strong", "master"])]
    assert not any(child.is_open for child in begun)


@pytest.mark.usefixtures("nothing_is_kept")
def test_a_child_that_fails_is_left_and_told_and_the_next_part_has_another(begun, monkeypatch, caplog):
    monkeypatch.setattr(FakeCompiler, "failing", {"strong"})
    game = find_game("prime_climb")
    warming = CompileQueue(is_enabled=False)
    warming._jobs = [CompileJob(game, part) for part in (RULES, "strong", "master")]
    warming._run_jobs()
    assert [child.parts for child in begun] == [[RULES, "strong"], ["master"]]
    assert "prime_climb goes on uncompiled: it broke" in caplog.text


def test_what_begins_to_compile_while_the_server_closes_is_ended(monkeypatch):
    warming, begun = CompileQueue(is_enabled=False), []

    def child(name, is_background):
        warming.stop()
        begun.append(CompilerProcess(name, is_background))
        return begun[0]
    monkeypatch.setattr(warming_module, "CompilerProcess", child)
    assert not warming._compile_in_child(CompileJob(next(iter(all_games().values()))))
    assert begun[0].exit_code() < 0


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_search_that_is_kept_is_loaded_without_a_child(begun, monkeypatch, is_kept):
    """A process that comes back after a crash takes nothing from the others for what was compiled long ago."""
    game = find_game("prime_climb")
    level = levels.SearchLevel(ready=lambda: is_kept, warm=None, choose=lambda *given: 0)
    monkeypatch.setattr(levels, "get_level", lambda game, name: level)
    warming = CompileQueue(is_enabled=False)
    warming._jobs = [CompileJob(game), CompileJob(game, levels.STRONG)]
    warming._run_jobs()
    assert [child.parts for child in begun] == [[RULES, *[levels.STRONG] * (not is_kept)]]
    assert (warming.find_search(game, levels.STRONG) is not None) == is_kept


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


class NotedRules:
    """The rules of a game, and which functions of the contract somebody has asked them for."""

    def __init__(self, rules):
        self._rules, self.asked = rules, set()

    def __getattr__(self, name):
        if name in CONTRACT_FUNCTIONS:
            self.asked.add(name)
        return getattr(self._rules, name)


@pytest.mark.parametrize("name", all_games())
def test_all_that_a_table_calls_is_compiled_beforehand(name):
    """What is not would be compiled at its first call, in the server, while everybody waits."""
    rules = NotedRules(all_games()[name].pure_rules)
    warm_rules(all_games()[name], rules)
    assert rules.asked == set(CONTRACT_FUNCTIONS) - {"is_listed"}           # by which only the laws judge an action
