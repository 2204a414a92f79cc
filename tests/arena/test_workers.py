"""Numbered work in several processes, with threads in their place: results in order, each number once, whoever dies."""

import multiprocessing
import os
import pickle
import signal
import threading
from itertools import count, islice
from multiprocessing.connection import Connection

import pytest

from coprime.arena import workers
from coprime.arena.workers import AHEAD, MOST_DEATHS, ProcessExecutor, run_work, serve_work
from coprime.core.errors import BadInput


class Squares:
    """Work whose result for a number is its square; some numbers cannot be done."""

    kind = "deals"

    def __init__(self, faults=()):
        self.faults, self.calls = dict(faults), []

    def begin(self):
        self.calls.append("begin")

    def do(self, number):
        self.calls.append(number)
        if number in self.faults:
            raise self.faults[number]
        return number * number

    def end(self):
        self.calls.append("end")


class ThreadProcess:
    """A thread in the place of a process.  `dies(numbers)`: does it die over these, before it answers?"""

    begun, exitcode = [], 7

    def __init__(self, target, args, daemon):
        assert target is serve_work and daemon
        self.work, self.connection = args
        self.ended, self.slices = [], []

    def start(self):
        ThreadProcess.begun.append(self)
        self.line = Connection(os.dup(self.connection.fileno()))       # whoever starts a process closes its end
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        work = pickle.loads(pickle.dumps(self.work))
        try:
            while True:
                numbers = self.line.recv()
                self.slices.append(numbers)
                if ThreadProcess.dies(numbers):
                    break
                self.line.send([work.do(number) for number in numbers])
        except (EOFError, OSError):
            pass
        except Exception as wrong:
            self.line.send(wrong)
        self.line.close()

    def join(self, seconds=None):
        self.ended.append("join")

    def terminate(self):
        self.ended.append("terminate")

    def kill(self):
        self.ended.append("kill")


@pytest.fixture
def threads(monkeypatch):
    class Context:
        Process = ThreadProcess
    ThreadProcess.begun, ThreadProcess.dies = [], staticmethod(lambda numbers: False)
    monkeypatch.setattr(workers.multiprocessing, "get_context", lambda way: Context)
    return ThreadProcess


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize(("last", "size"), [(0, 3), (1, 3), (3, 3), (4, 3), (100, 7), (5, 1)])
def test_results_come_in_order_and_each_number_once(threads, jobs, last, size):
    executor = ProcessExecutor(jobs)
    found = list(executor.map_numbers(Squares(), iter(range(1, last + 1)), size))
    assert found == [n * n for n in range(1, last + 1)]
    assert len(threads.begun) == min(jobs, -(-last // size)) and not executor.workers
    assert all(one.ended[:2] == ["terminate", "join"] and "kill" in one.ended for one in threads.begun)
    assert sorted(n for one in threads.begun for part in one.slices for n in part) == list(range(1, last + 1))
    assert all(len(part) <= size for one in threads.begun for part in one.slices)


def test_only_so_many_slices_wait_for_an_earlier_one(threads):
    taken, held = [], threading.Event()

    def numbers():
        for n in count():
            taken.append(n)
            yield n
    threads.dies = staticmethod(lambda part: 0 in part and not held.wait(20))
    executor = ProcessExecutor(2)
    results = executor.map_numbers(Squares(), numbers(), 1)
    collected = []
    collecting = threading.Thread(target=lambda: collected.extend(islice(results, 30)))
    collecting.start()
    while len(taken) < 2 * AHEAD:
        threading.Event().wait(0.001)
    threading.Event().wait(0.05)
    assert len(taken) == 2 * AHEAD and not collected
    held.set()
    collecting.join(20)
    assert collected == [n * n for n in range(30)]
    results.close()
    assert not executor.workers


@pytest.mark.parametrize("times", [1, MOST_DEATHS - 1])
def test_what_a_process_died_over_is_done_again(threads, times):
    deaths = []

    def dies(numbers):
        if 6 in numbers and len(deaths) < times:
            deaths.append(numbers)
            return True
        return False
    threads.dies = staticmethod(dies)
    assert list(ProcessExecutor(2).map_numbers(Squares(), iter(range(20)), 3)) == [n * n for n in range(20)]
    assert deaths == [[6, 7, 8]] * times


def test_what_ends_every_process_is_given_up(threads):
    threads.dies = staticmethod(lambda numbers: 6 in numbers)
    executor, found = ProcessExecutor(2), []
    with pytest.raises(BadInput) as given_up:
        found.extend(executor.map_numbers(Squares(), iter(range(20)), 3))
    text = str(given_up.value)
    assert all(part in text for part in (str(MOST_DEATHS), "6", "8", "7")) and not executor.workers
    assert sum([6, 7, 8] in one.slices for one in threads.begun) == MOST_DEATHS


def test_a_fault_ends_the_work_with_its_sentence(threads):
    executor, found = ProcessExecutor(1), []
    with pytest.raises(BadInput, match="Seven is odd"):
        for one in executor.map_numbers(Squares({7: BadInput("Seven is odd.")}), iter(range(20)), 2):
            found.append(one)
    assert found == [0, 1, 4, 9, 16, 25] and not executor.workers


# Alone, and with others.

def test_whoever_works_alone_begins_and_ends_its_work():
    work = Squares()
    assert list(run_work(work, iter([3, 4]))) == [9, 16] and work.calls == ["begin", 3, 4, "end"]
    work = Squares({4: BadInput("No.")})
    with pytest.raises(BadInput):
        list(run_work(work, iter([3, 4])))
    assert work.calls == ["begin", 3, 4, "end"]


class Noted:
    """An executor that notes what it was given."""

    def __init__(self):
        self.given = []

    def map_numbers(self, work, numbers, size):
        numbers = list(numbers)
        self.given.append((numbers, size))
        yield from (work.do(n) for n in numbers)


@pytest.mark.parametrize(("seconds", "alone", "size"), [(0.25, 4, 2), (0.001, 1000, 256), (0.7, 2, 1)])
def test_others_are_worth_their_start_after_a_second_and_get_half_a_second_at_a_time(monkeypatch, seconds, alone, size):
    work, noted, now, done = Squares(), Noted(), [0.0], Squares.do

    def do(self, number):
        now[0] += seconds
        return done(self, number)
    monkeypatch.setattr(Squares, "do", do)
    monkeypatch.setattr(workers.time, "perf_counter", lambda: now[0])
    assert list(run_work(work, iter(range(alone + 5)), noted)) == [n * n for n in range(alone + 5)]
    assert noted.given == [(list(range(alone, alone + 5)), size)] and work.calls[alone + 1] == "end"


def test_where_the_size_is_known_others_do_it_all():
    work, noted = Squares(), Noted()
    assert list(run_work(work, iter(range(3)), noted, 9)) == [0, 1, 4] and noted.given == [([0, 1, 2], 9)]
    assert "begin" not in work.calls


def test_what_is_done_before_others_are_worth_it_needs_none():
    noted = Noted()
    assert list(run_work(Squares(), iter(range(3)), noted)) == [0, 1, 4] and not noted.given


# In the other process.

@pytest.fixture
def served(monkeypatch):
    """`serve_work` with some slices; returns what it answered and did."""
    signals = {}
    monkeypatch.setattr(workers.signal, "signal", signals.__setitem__)

    def serve(work, *slices):
        ours, theirs = multiprocessing.Pipe()
        for one in slices:
            ours.send(one)
        answers = []
        reading = threading.Thread(target=lambda: answers.extend(ours.recv() for _ in slices))
        reading.start()
        closing = threading.Thread(target=lambda: (reading.join(20), ours.close()))
        closing.start()
        serve_work(work, theirs)
        closing.join(20)
        return answers
    serve.signals = signals
    return serve


def test_a_process_answers_slices_until_nobody_asks(served):
    work = Squares()
    assert served(work, [1, 2], [3]) == [[1, 4], [9]] and work.calls == ["begin", 1, 2, 3, "end"]
    assert served.signals[signal.SIGINT] == signal.SIG_IGN


@pytest.mark.parametrize(("wrong", "kind", "text"), [
    (BadInput("No."), BadInput, "No."), (KeyError("x"), RuntimeError, "KeyError: 'x'")])
def test_a_process_tells_what_went_wrong_and_ends(served, wrong, kind, text):
    work = Squares({2: wrong})
    (answer,) = served(work, [1, 2])
    assert type(answer) is kind and str(answer) == text and work.calls[-1] == "end"


def test_a_process_that_is_told_to_end_closes_its_work(served, monkeypatch):
    work, codes = Squares(), []
    served(work)
    monkeypatch.setattr(workers.os, "_exit", codes.append)
    served.signals[signal.SIGTERM]()
    assert work.calls[-1] == "end" and codes == [0]
