"""Do numbered work in several processes: results in order, each number once, even if processes die."""

import multiprocessing
import os
import signal
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Protocol

from ..core.errors import BadInput
from ..core.messages import load_messages

SAY = load_messages(Path(__file__).parent)["workers"]
ALONE_SECONDS = 1.0             # seconds that one process works by itself, before others are worth their start
SLICE_SECONDS = 0.5             # seconds of work that a process is given at a time
MOST = 256              # numbers of it
AHEAD = 4               # slices for each process that may wait for an earlier one
GRACE_SECONDS = 2.0             # seconds that processes have to end
MOST_DEATHS = 3              # of processes over the same slice, after which it is given up


class WorkUnit(Protocol):
    """Work that is split by numbers.  It is pickled to other processes before `begin`.

    kind  what the numbers count, as a key of the messages
    """

    kind: str

    def begin(self) -> None:
        """Prepare in the process that works.  Raises BadInput."""

    def do(self, number: int) -> Any:
        """Return the result of a number, which is the same wherever and whenever it runs.  Raises BadInput."""

    def end(self) -> None:
        """Close what has been opened."""


class Executor(Protocol):
    """Runs work outside this process."""

    def map_numbers(self, work: WorkUnit, numbers: Iterator[int], size: int) -> Generator[Any]:
        """Yield the results of numbers in their order, computed in slices of a size.  Raises BadInput."""


def run_work(work: WorkUnit, numbers: Iterator[int], executor: Executor | None = None,
             size: int | None = None) -> Generator[Any]:
    """Yield the results of numbers in their order.  Raises BadInput.

    executor  other processes; this one works alone first, to see whether starting them is worth it
    size      of a slice, if known: then the executor works from the first number on
    """
    start, done = time.perf_counter(), 0
    if not (executor and size):
        work.begin()
        try:
            while not executor or time.perf_counter() - start < ALONE_SECONDS:
                number = next(numbers, None)
                if number is None:
                    return
                yield work.do(number)
                done += 1
        finally:
            work.end()
    if executor:
        size = size or max(1, min(MOST, round(SLICE_SECONDS * done / (time.perf_counter() - start))))
        yield from executor.map_numbers(work, numbers, size)


@dataclass
class WorkSlice:
    """Numbers that one process works through, and how many processes have died over them."""

    place: int
    numbers: list[int]
    deaths: int = 0


@dataclass
class PoolWorker:
    """A worker process, the connection to it and the slice it works on."""
    process: Any
    connection: Connection
    work_slice: WorkSlice | None = None


@dataclass
class ProcessExecutor:
    """Executor with other processes of this machine."""

    jobs: int
    workers: list[PoolWorker] = field(default_factory=list)
    work: WorkUnit | None = None

    def map_numbers(self, work: WorkUnit, numbers: Iterator[int], size: int) -> Generator[Any]:
        """Yield the results of numbers in their order, and end the processes afterwards."""
        self.work = work
        try:
            yield from self._collect_answers(numbers, size)
        finally:
            self._stop_workers()

    def _collect_answers(self, numbers: Iterator[int], size: int) -> Iterator[Any]:
        done: dict[int, list[Any]] = {}
        again: list[WorkSlice] = []
        cut = told = 0                  # slices cut, and slices told
        while True:
            while len(again) < self.jobs and cut - told < AHEAD * self.jobs:
                part = list(islice(numbers, size))
                if not part:
                    break
                again.append(WorkSlice(cut, part))
                cut += 1
            again.sort(key=lambda one: one.place)
            self._hand_out(again)
            if told in done:            # they work on while these are counted
                yield from done.pop(told)
                told += 1
                continue
            if not any(worker.work_slice for worker in self.workers):
                return
            for worker, answer in self._wait_for_answers():
                if isinstance(answer, Exception):
                    raise answer
                assert worker.work_slice
                if answer is None:
                    again.append(self._reclaim_slice(worker))
                else:
                    done[worker.work_slice.place] = answer
                worker.work_slice = None

    def _hand_out(self, waiting: list[WorkSlice]) -> None:
        """Give work to whoever has none."""
        while waiting and len([worker for worker in self.workers if worker.work_slice]) < self.jobs:
            worker = next((worker for worker in self.workers if not worker.work_slice), None) or self._start_worker()
            worker.work_slice = waiting.pop(0)
            try:
                worker.connection.send(worker.work_slice.numbers)
            except OSError:             # it has died meanwhile: seen when it is listened to
                pass

    def _wait_for_answers(self) -> list[tuple[PoolWorker, Any]]:
        """Who has something to say, and what; None from one that has died."""
        busy = [worker for worker in self.workers if worker.work_slice]
        ready = wait([worker.connection for worker in busy])
        return [(worker, _receive_answer(worker.connection)) for worker in busy if worker.connection in ready]

    def _reclaim_slice(self, worker: PoolWorker) -> WorkSlice:
        """A process has died over its slice, which is to be played again."""
        assert worker.work_slice and self.work
        self.workers.remove(worker)
        worker.connection.close()
        worker.process.join()
        worker.work_slice.deaths += 1
        if worker.work_slice.deaths >= MOST_DEATHS:
            raise BadInput(SAY["dead"].format(n=MOST_DEATHS, kind=self.work.kind, first=worker.work_slice.numbers[0],
                                              last=worker.work_slice.numbers[-1], code=worker.process.exitcode))
        return worker.work_slice

    def _start_worker(self) -> PoolWorker:
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(target=serve_work, args=(self.work, theirs), daemon=True)
        process.start()
        theirs.close()
        worker = PoolWorker(process, ours)
        self.workers.append(worker)
        return worker

    def _stop_workers(self) -> None:
        for worker in self.workers:
            worker.process.terminate()          # so that it ends programs that it has started
        end = time.monotonic() + GRACE_SECONDS
        for worker in self.workers:
            worker.process.join(max(0.0, end - time.monotonic()))
            worker.process.kill()
            worker.process.join()
            worker.connection.close()
        self.workers.clear()


def _receive_answer(line: Connection) -> Any:
    try:
        return line.recv()
    except (EOFError, OSError):
        return None


def serve_work(work: WorkUnit, connection: Connection) -> None:
    """Run in a worker process: answer slices of numbers until the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)        # Ctrl-C is for who has begun

    def leave(*_: object) -> None:
        work.end()
        os._exit(0)                 # not as an exception, which a bot could take for its own

    signal.signal(signal.SIGTERM, leave)
    try:
        work.begin()
        while True:
            numbers = connection.recv()
            connection.send([work.do(number) for number in numbers])
    except (EOFError, OSError):
        return
    except Exception as wrong:
        connection.send(wrong if isinstance(wrong, BadInput) else RuntimeError(f"{type(wrong).__name__}: {wrong}"))
    finally:
        work.end()
