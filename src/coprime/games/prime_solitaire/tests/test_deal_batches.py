"""Many deals looked through: the same by one process, by several and by a cluster; and broken off, what there is."""

import json
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

from coprime.arena import workers
from coprime.arena.executor_factory import make_executor
from coprime.cli import app
from coprime.core.errors import BadInput
from coprime.core.kernel import import_pure
from coprime.games.prime_solitaire import commands

SOLVE = ["solve", "prime_solitaire"]


class Numbers:
    """Work without rules: what comes of a number is told, and some end it."""

    kind = "deals"

    def __init__(self, ends):
        self.ends = ends

    def begin(self):
        pass

    def do(self, number):
        if number in self.ends:
            raise self.ends[number]
        return import_pure("coprime.games.prime_solitaire.deal_batches").DealReport(number, "won", ["turn"], 0.5,
                                                                              number == 1, 0.25)

    def end(self):
        pass


def timeless(found):
    return [one._replace(solving=0, playing=0) for one in found]


@pytest.mark.parametrize("end", [KeyboardInterrupt(), BadInput("The cluster is gone.")])
def test_what_breaks_it_off_leaves_what_there_is(end):
    look_through, told = import_pure("coprime.games.prime_solitaire.deal_batches").run_sweep, []
    found, why = look_through(Numbers({4: end}), range(1, 9), on_progress=told.append)
    assert [one.deal for one in found] == told == [1, 2, 3] and why is end
    assert len(look_through(Numbers({}), range(1, 9))[0]) == 8
    with pytest.raises(type(end)):
        look_through(Numbers({1: end}), range(1, 9))


@pytest.mark.parametrize("learns", [True, False])
def test_deals_are_played_by_what_has_learnt_where_something_has(monkeypatch, learns):
    batches = import_pure("coprime.games.prime_solitaire.deal_batches")
    monkeypatch.setattr(batches.search, "is_trained_for", lambda s: learns)
    monkeypatch.setattr(batches, "solve_deal", lambda s, budget, desks: None)
    for player in (batches.search, batches.sequential_halving_player):
        monkeypatch.setattr(player, "make_workspace", lambda *net, player=player: player)
    sweep = batches.SolveSweep(3, 0, 4, tries=0)
    sweep.begin()
    player = batches.search if learns else batches.sequential_halving_player
    assert sweep.play is player.play_game and sweep.desk is player


def test_it_is_summed_up():
    found = import_pure("coprime.games.prime_solitaire.deal_batches").run_sweep(Numbers({}), range(1, 5))[0]
    found[1] = found[1]._replace(word="unknown", solution=[], solving=1.5)
    told = commands.summarize_verdicts(found)
    assert list(told) == ["won", "lost", "unknown", "decided", "seconds_a_deal", "seconds_median", "seconds_at_most",
                          "lists"]
    assert (told["won"]["count"], told["decided"]["share"], told["lists"]["unknown"]) == (3, 0.75, [2])
    assert (told["seconds_a_deal"], told["seconds_median"], told["seconds_at_most"]) == (0.75, 0.5, 1.5)
    blind = commands.summarize_games(found, 20)
    assert list(blind) == ["count", "share", "low", "high", "tries", "seconds_a_game"]
    assert (blind["count"], blind["tries"], blind["seconds_a_game"]) == (1, 20, 0.25)


def test_its_sentences_have_no_colours_even_on_a_terminal_that_has(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    found = import_pure("coprime.games.prime_solitaire.deal_batches").run_sweep(Numbers({}), range(1, 5))[0]
    commands.print_result(commands.summarize_verdicts(found) | {"blind": commands.summarize_games(found, 20)})
    told = capsys.readouterr().out
    assert "0.50" in told and "0.25" in told and "\x1b" not in told


@pytest.mark.parametrize(("words", "says"), [
    (["--jobs", "0"], "--jobs"), (["--deals", "0"], "--deals"),
    (["--first", "99999999", "--deals", "2"], "There are deals 1 to 99999999, so 2 from 99999999 on are too many."),
    (["--level", "7"], "7"), (["--foundation", "heap"], "heap"), (["--rows", "2"], "2"),
    (["--cluster", "tcp://"], "No cluster with a worker has answered at tcp://")])
def test_what_the_command_refuses(words, says):
    done = CliRunner().invoke(app, SOLVE + words, env={"COLUMNS": "200"})
    assert done.exit_code == 2 and says in done.stderr and done.stdout == ""


@pytest.fixture
def hasty(monkeypatch):
    """Others work at once, on one deal at a time."""
    monkeypatch.setattr(workers, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(workers, "SLICE_SECONDS", 0.0)


@pytest.fixture(scope="module")
def alone():
    """What one process finds of deals 1 to 8."""
    from coprime.games.prime_solitaire.deal_batches import SolveSweep, run_sweep

    return run_sweep(SolveSweep(4, 0, 0, 5), range(1, 9))[0]


@pytest.mark.parametrize("cluster", [None, "local"])
def test_whoever_looks_finds_the_same(hasty, cluster, alone):
    from coprime.games.prime_solitaire.deal_batches import SolveSweep, run_sweep

    with make_executor(2, cluster) as hands:
        found, end = run_sweep(SolveSweep(4, 0, 0, 5), range(1, 9), hands)
    assert end is None and timeless(found) == timeless(alone)
    assert [one.deal for one in found] == list(range(1, 9)) and {one.blind for one in found} == {True, False}


def test_whatever_came_before_a_deal_changes_nothing(alone):
    from coprime.games.prime_solitaire.deal_batches import SolveSweep, run_sweep

    assert timeless(run_sweep(SolveSweep(4, 0, 0, 5), range(8, 0, -1))[0])[::-1] == timeless(alone)


def test_a_process_that_dies_loses_nothing():
    from coprime.games.prime_solitaire.deal_batches import SolveSweep, run_sweep

    sweep, hands, found = SolveSweep(2, 0, 0, 3), workers.ProcessExecutor(2), []
    for one in hands.map_numbers(sweep, iter(range(1, 19)), 1):
        found.append(one)
        if len(found) in (3, 9):
            os.kill(hands.workers[0].process.pid, signal.SIGKILL)
    assert timeless(found) == timeless(run_sweep(sweep, range(1, 19))[0])


INTERRUPTED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)      # ignored in what a shell starts in the background
from coprime.arena import workers
from coprime.cli import main
from coprime.games.prime_solitaire import deal_batches

def look_through(work, numbers, hands, told):
    def heard(done):
        told(done)
        if done == 7:
            os.killpg(0, signal.SIGINT)
    return whole(work, numbers, hands, heard)

whole, deal_batches.run_sweep, workers.ALONE_SECONDS = deal_batches.run_sweep, look_through, 0.0
main()
"""


def test_ctrl_c_prints_what_has_been_solved():
    """As from a terminal, which tells the processes that work as well."""
    words = [*SOLVE, "--level", "2", "--first", "11", "--deals", "500", "--blind", "0", "--jobs", "2", "--json"]
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, *words], capture_output=True, text=True,
                          start_new_session=True)
    assert (done.returncode, done.stderr) == (0, "Broken off: these are the first 7 of 500 deals.\n")
    told = json.loads(done.stdout)
    assert (told["first"], told["deals"], told["won"]["count"]) == (11, 7, 7) and "blind" not in told
    assert [one["deal"] for one in told["lists"]["won"]] == [*range(11, 18)]


def test_PS_21_the_catalogue_is_the_same_by_several(hasty):
    from coprime.games.prime_solitaire import deal_solver, winnable_deal_finder, winnable_deals

    alone = winnable_deal_finder.find_winnable_deals(1, 1)
    with make_executor(2) as hands:
        assert np.array_equal(winnable_deal_finder.find_winnable_deals(1, 1, hands), alone)
    for level, layout, rows in ((1, 0, 5), (3, 0, 3), (4, 1, 7), (6, 0, 4)):
        sort = winnable_deals.sort_index(level, layout, rows)
        assert alone[sort, 1] == (deal_solver.solve_deal(deal_solver.deal_position(level, layout, rows, 1),
                                                         deal_solver.QUICK).word == "won")
    assert alone.shape == (winnable_deals.SORTS, 2)
    assert 0 < alone.sum() < sum(map(len, winnable_deal_finder.deals_by_sort(1, 1).values()))


def test_proofs_are_written_a_line_each_or_it_is_said_why_not(tmp_path):
    commands.write_proofs(tmp_path / "proofs", ["one", "two"])
    assert (tmp_path / "proofs").read_text() == "one\ntwo\n"
    with pytest.raises(BadInput, match="nowhere"):
        commands.write_proofs(tmp_path / "nowhere" / "proofs", ["one"])
