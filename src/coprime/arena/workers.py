"""Work that is done number by number, by several processes: in order, each number once, whoever of them dies."""

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
ALONE = 1.0             # seconds that one process works by itself, before others are worth their start
SLICE = 0.5             # seconds of work that a process is given at a time
MOST = 256              # numbers of it
AHEAD = 4               # slices for each process that may wait for an earlier one
GRACE = 2.0             # seconds that processes have to end
DEATHS = 3              # of processes over the same slice, after which it is given up


class WorkUnit(Protocol):
    """What is to be done.  It goes to other processes by pickle, before it has begun.

    kind  what its numbers are of, as the messages know it
    """

    kind: str

    def begin(self) -> None:
        """Make ready, in the process that works.  Raises BadInput."""

    def do(self, number: int) -> Any:
        """The same for the same number, wherever and whenever it is done.  Raises BadInput."""

    def end(self) -> None:
        """Close what has been opened."""


class Hands(Protocol):
    """Who works beside this process."""

    def each(self, work: WorkUnit, numbers: Iterator[int], size: int) -> Generator[Any]:
        """What comes of the numbers, in their order.  They are given out in slices of this size.  Raises BadInput."""


def spread(work: WorkUnit, numbers: Iterator[int], hands: Hands | None = None,
           size: int | None = None) -> Generator[Any]:
    """What comes of the numbers, in their order.  Raises BadInput.

    hands  others who work; first this process works alone, to see whether they are worth it
    size   of a slice, if it is known: then they work from the first number on
    """
    start, done = time.perf_counter(), 0
    if not (hands and size):
        work.begin()
        try:
            while not hands or time.perf_counter() - start < ALONE:
                number = next(numbers, None)
                if number is None:
                    return
                yield work.do(number)
                done += 1
        finally:
            work.end()
    if hands:
        size = size or max(1, min(MOST, round(SLICE * done / (time.perf_counter() - start))))
        yield from hands.each(work, numbers, size)


@dataclass
class Slice:
    """Numbers that one process works through."""

    place: int
    numbers: list[int]
    deaths: int = 0


@dataclass
class Worker:
    process: Any
    line: Connection
    at: Slice | None = None


@dataclass
class Processes:
    """Other processes of this machine."""

    jobs: int
    workers: list[Worker] = field(default_factory=list)
    work: WorkUnit | None = None

    def each(self, work: WorkUnit, numbers: Iterator[int], size: int) -> Generator[Any]:
        self.work = work
        try:
            yield from self._told(numbers, size)
        finally:
            self._dismiss()

    def _told(self, numbers: Iterator[int], size: int) -> Iterator[Any]:
        done: dict[int, list[Any]] = {}
        again: list[Slice] = []
        cut = told = 0                  # slices cut, and slices told
        while True:
            while len(again) < self.jobs and cut - told < AHEAD * self.jobs:
                part = list(islice(numbers, size))
                if not part:
                    break
                again.append(Slice(cut, part))
                cut += 1
            again.sort(key=lambda one: one.place)
            self._hand_out(again)
            if told in done:            # they work on while these are counted
                yield from done.pop(told)
                told += 1
                continue
            if not any(worker.at for worker in self.workers):
                return
            for worker, answer in self._answers():
                if isinstance(answer, Exception):
                    raise answer
                assert worker.at
                if answer is None:
                    again.append(self._lost(worker))
                else:
                    done[worker.at.place] = answer
                worker.at = None

    def _hand_out(self, waiting: list[Slice]) -> None:
        """Give work to whoever has none."""
        while waiting and len([worker for worker in self.workers if worker.at]) < self.jobs:
            worker = next((worker for worker in self.workers if not worker.at), None) or self._hire()
            worker.at = waiting.pop(0)
            try:
                worker.line.send(worker.at.numbers)
            except OSError:             # it has died meanwhile: seen when it is listened to
                pass

    def _answers(self) -> list[tuple[Worker, Any]]:
        """Who has something to say, and what; None from one that has died."""
        busy = [worker for worker in self.workers if worker.at]
        ready = wait([worker.line for worker in busy])
        return [(worker, _heard(worker.line)) for worker in busy if worker.line in ready]

    def _lost(self, worker: Worker) -> Slice:
        """A process has died over its slice, which is to be played again."""
        assert worker.at and self.work
        self.workers.remove(worker)
        worker.line.close()
        worker.process.join()
        worker.at.deaths += 1
        if worker.at.deaths >= DEATHS:
            raise BadInput(SAY["dead"].format(n=DEATHS, kind=self.work.kind, first=worker.at.numbers[0],
                                              last=worker.at.numbers[-1], code=worker.process.exitcode))
        return worker.at

    def _hire(self) -> Worker:
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(target=serve, args=(self.work, theirs), daemon=True)
        process.start()
        theirs.close()
        worker = Worker(process, ours)
        self.workers.append(worker)
        return worker

    def _dismiss(self) -> None:
        for worker in self.workers:
            worker.process.terminate()          # so that it ends programs that it has started
        end = time.monotonic() + GRACE
        for worker in self.workers:
            worker.process.join(max(0.0, end - time.monotonic()))
            worker.process.kill()
            worker.process.join()
            worker.line.close()
        self.workers.clear()


def _heard(line: Connection) -> Any:
    try:
        return line.recv()
    except (EOFError, OSError):
        return None


def serve(work: WorkUnit, line: Connection) -> None:
    """What a process does: the numbers that it is told, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)        # Ctrl-C is for who has begun

    def leave(*_: object) -> None:
        work.end()
        os._exit(0)                 # not as an exception, which a bot could take for its own

    signal.signal(signal.SIGTERM, leave)
    try:
        work.begin()
        while True:
            numbers = line.recv()
            line.send([work.do(number) for number in numbers])
    except (EOFError, OSError):
        return
    except Exception as wrong:
        line.send(wrong if isinstance(wrong, BadInput) else RuntimeError(f"{type(wrong).__name__}: {wrong}"))
    finally:
        work.end()
