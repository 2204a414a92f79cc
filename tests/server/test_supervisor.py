"""The parent of several processes, its clock set by hand: who is begun again and when, who is ended, who is next."""

import json
import os
import signal
from types import SimpleNamespace

import pytest

from coprime.core.errors import BadInput
from coprime.server.cluster import supervisor as module
from coprime.server.cluster.supervisor import (
    CLOSING_SECONDS,
    RESTART_PAUSES,
    SILENT_SECONDS,
    START_SECONDS,
    STEADY_SECONDS,
    Supervisor,
    WorkerHandle,
)

BEGUN = 1000.0


class Process:
    """A process of which the test says when it ends."""

    def __init__(self):
        self.status, self.signals = None, []

    def poll(self):
        return self.status

    def wait(self):
        return self.status

    def send_signal(self, number):
        self.signals.append(number)


class Parent:
    """A supervisor of some workers; nothing is started, and time passes by `at`."""

    def __init__(self, monkeypatch, count):
        self.clock = SimpleNamespace(now=BEGUN, monotonic=lambda: self.clock.now, sleep=lambda seconds: None)
        monkeypatch.setattr(module, "time", self.clock)
        monkeypatch.setattr(module, "Store", lambda *_, **__: SimpleNamespace(close=lambda: None))
        folder = SimpleNamespace(restrict_permissions=lambda: None, lock=None, secret=b"")
        self.supervisor = Supervisor(SimpleNamespace(url="postgresql://nowhere/none"), folder, None, count)
        self.supervisor._start_worker = self.start
        self.started, self.opened = [], []

    def start(self, worker):
        self.started.append((worker.number, self.clock.now - BEGUN))
        worker.process = Process()
        worker.is_ready, worker.is_leaving, worker.start_error = False, False, ""
        worker.started_at = worker.heard_at = self.clock.now

    def at(self, seconds, ready=()):
        """Look at the workers so many seconds after the beginning, of which some have just said that they are ready."""
        self.clock.now = BEGUN + seconds
        for number in ready:
            worker = self.supervisor.workers[number]
            worker.is_ready, worker.heard_at = True, self.clock.now
        self.supervisor._check_workers(lambda: self.opened.append(seconds))
        return [worker.process and worker.process.signals for worker in self.supervisor.workers]

    def end(self, number, status=1, error=""):
        worker = self.supervisor.workers[number]
        worker.process.status, worker.start_error = status, error


@pytest.fixture
def parent(monkeypatch):
    return lambda count=2: Parent(monkeypatch, count)


def test_the_server_is_open_when_the_first_process_answers(parent):
    found = parent(3)
    assert found.at(0) == [[], [], []] and [number for number, _ in found.started] == [0, 1, 2] and not found.opened
    found.at(1, ready=[1])
    found.at(2, ready=[0, 1, 2])
    assert found.opened == [1]


def test_who_ends_is_begun_again_after_longer_and_longer_pauses(parent):
    found = parent(1)
    found.at(0)
    now, pause = 0.0, RESTART_PAUSES[0]
    for _ in range(12):
        found.end(0)
        found.at(now)
        found.at(now + pause - 0.01)
        assert found.started[-1][1] < now + pause - 0.01 or pause == 0
        found.at(now + pause)
        assert found.started[-1][1] == pytest.approx(now + pause)
        now, pause = now + pause, min(2 * pause, RESTART_PAUSES[1])
    assert pause == RESTART_PAUSES[1]
    found.at(now + STEADY_SECONDS, ready=[0])
    found.end(0)
    found.at(now + STEADY_SECONDS)
    found.at(now + STEADY_SECONDS + RESTART_PAUSES[0])
    assert found.started[-1][1] == pytest.approx(now + STEADY_SECONDS + RESTART_PAUSES[0]), "it was steady"


@pytest.mark.parametrize(("ready", "seconds"), [(True, SILENT_SECONDS), (False, START_SECONDS)])
def test_who_says_nothing_for_long_is_ended(parent, ready, seconds):
    found = parent(2)
    found.at(0, ready=[])
    found.at(0, ready=[0, 1] if ready else [])
    assert found.at(seconds, ready=[1]) == [[], []]
    assert found.at(seconds + 0.1, ready=[1]) == [[signal.SIGKILL], []]


def test_what_cannot_begin_is_told_before_the_server_is_open_and_tried_again_later(parent):
    found = parent(1)
    found.at(0)
    found.end(0, 2, "The disk is full.")
    with pytest.raises(BadInput, match="The disk is full"):
        found.at(1)
    found = parent(2)
    found.at(0)
    found.at(1, ready=[0])
    found.end(1, 2, "The disk is full.")
    found.at(2, ready=[0])
    found.at(2 + RESTART_PAUSES[0], ready=[0])
    assert [number for number, _ in found.started] == [0, 1, 1]


def test_processes_begin_anew_one_after_the_other_when_all_answer(parent):
    found = parent(3)
    found.at(0)
    found.at(1, ready=[0, 1, 2])
    found.supervisor._handle_signal(signal.SIGHUP, None)
    assert found.at(2, ready=[0, 1]) == [[signal.SIGTERM], [], []]
    assert found.at(3, ready=[1, 2]) == [[signal.SIGTERM], [], []], "the first has not come back"
    found.end(0, 0)
    found.at(4, ready=[1, 2])
    found.at(4, ready=[1, 2])
    assert found.started[3:] == [(0, 4.0)], "at once"
    assert found.at(5, ready=[1, 2]) == [[], [], []]
    assert found.at(6, ready=[0, 1, 2]) == [[], [signal.SIGTERM], []]


def test_a_server_that_closes_begins_nobody_and_ends_who_is_late(parent):
    found = parent(2)
    found.at(0)
    found.at(1, ready=[0, 1])
    found.clock.now = BEGUN + 5
    found.supervisor._handle_signal(signal.SIGTERM, None)
    found.clock.now = BEGUN + 7
    found.supervisor._handle_signal(signal.SIGINT, None)
    assert found.supervisor.closing_since == BEGUN + 5, "the first time counts"
    found.end(0, 0)
    assert found.at(5.5, ready=[1]) == [None, [signal.SIGTERM] * 2]
    assert found.at(5 + CLOSING_SECONDS, ready=[1])[1] == [signal.SIGTERM] * 2 and len(found.started) == 2
    assert found.at(5.1 + CLOSING_SECONDS, ready=[1])[1] == [signal.SIGTERM, signal.SIGTERM, signal.SIGKILL]


# What a process says.

@pytest.fixture
def handle(monkeypatch):
    """A worker that says what the test writes, and the clock."""
    clock = SimpleNamespace(now=BEGUN, monotonic=lambda: clock.now)
    monkeypatch.setattr(module, "time", clock)
    worker = WorkerHandle(3)
    read, write = os.pipe()
    os.set_blocking(read, False)
    worker.heartbeat_pipe, worker.process = os.fdopen(read, "rb", buffering=0), Process()
    yield worker, lambda said: os.write(write, said), clock
    os.close(write)
    if worker.heartbeat_pipe:
        worker.heartbeat_pipe.close()


def test_a_sign_of_life_says_that_a_process_answers(handle):
    worker, say, clock = handle
    worker.read_heartbeats()
    assert not worker.is_ready and worker.heard_at == 0
    clock.now += 1
    say(b"..")
    worker.read_heartbeats()
    assert worker.is_ready and worker.heard_at == BEGUN + 1
    worker.is_ready, worker.is_leaving = False, True
    say(b".")
    worker.read_heartbeats()
    assert not worker.is_ready, "it was asked to end"


def test_a_reason_why_it_cannot_begin_is_kept_when_it_has_ended(handle):
    worker, say, _ = handle
    say(json.dumps({"wrong": "No room."}).encode())
    worker.process.status = 2
    assert worker.reap_process() == 2
    assert worker.start_error == "No room." and not worker.is_ready
    assert worker.process is worker.heartbeat_pipe is worker.control_pipe is None
    worker.send_signal(signal.SIGTERM)                  # there is nobody


def test_who_has_ended_gets_no_signal(handle):
    worker, _, _ = handle
    worker.send_signal(signal.SIGTERM)
    worker.process.status = 0
    worker.send_signal(signal.SIGKILL)
    assert worker.process.signals == [signal.SIGTERM]


@pytest.mark.parametrize(("url", "count", "is_good"), [
    ("postgresql://h/x", 1, True), ("postgresql://h/x", 64, True), ("postgresql://h/x", 65, False),
    ("postgresql://h/x", 0, False), ("sqlite:////tmp/x.db", 2, True), ("mysql://h/x", 2, False),
    ("no address", 0, True)])
def test_several_processes_share_postgresql_or_a_file(url, count, is_good):
    if is_good:
        assert (Supervisor._check_database(url, count) is not None) == url.startswith("sqlite")
    else:
        with pytest.raises(BadInput, match="64"):
            Supervisor._check_database(url, count)
