"""The deals of a series, played by several processes: in order, each once, whoever of them dies."""

import multiprocessing
import os
import signal
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from ..core.faults import BadInput
from ..core.game import Game
from ..core.messages import messages
from .players import Player
from .series import Deal, Plan, close, play_deal, players_of

SAY = messages(Path(__file__).parent)["workers"]
ALONE = 1.0             # seconds that one process plays by itself, before others are worth their start
SLICE = 0.5             # seconds of work that a process is given at a time
MOST = 256              # deals of it
AHEAD = 4               # slices for each process that may wait for an earlier one
GRACE = 2.0             # seconds that processes have to end
DEATHS = 3              # of processes over the same deals, after which they are given up


def deals(game: Game, plan: Plan, numbers: Iterator[int], jobs: int = 1) -> Generator[Deal]:
    """Play the deals with these numbers.  Raises BadInput.

    With several jobs the game must be on the shelf: other processes find it by its name.
    """
    players, start, played = players_of(game, plan), time.perf_counter(), 0
    try:
        while jobs <= 1 or time.perf_counter() - start < ALONE:
            deal = next(numbers, None)
            if deal is None:
                return
            yield play_deal(game, plan, deal, players)
            played += 1
    finally:
        close(players)
    size = max(1, min(MOST, round(SLICE * played / (time.perf_counter() - start))))
    crew = Crew(plan, jobs)
    try:
        yield from crew.play(numbers, size)
    finally:
        crew.dismiss()


@dataclass
class Slice:
    """Deals that are played by one process, one after the other."""

    place: int
    numbers: list[int]
    deaths: int = 0


@dataclass
class Worker:
    process: Any
    line: Connection
    at: Slice | None = None


@dataclass
class Crew:
    """Processes that play slices of a series."""

    plan: Plan
    jobs: int
    workers: list[Worker] = field(default_factory=list)

    def play(self, numbers: Iterator[int], size: int) -> Iterator[Deal]:
        """Deals in the order of their numbers."""
        done: dict[int, list[Deal]] = {}
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
            if told in done:            # they play on while these are counted
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
        assert worker.at
        self.workers.remove(worker)
        worker.line.close()
        worker.process.join()
        worker.at.deaths += 1
        if worker.at.deaths >= DEATHS:
            raise BadInput(SAY["dead"].format(n=DEATHS, first=worker.at.numbers[0], last=worker.at.numbers[-1],
                                              code=worker.process.exitcode))
        return worker.at

    def _hire(self) -> Worker:
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(target=work, args=(self.plan, theirs), daemon=True)
        process.start()
        theirs.close()
        worker = Worker(process, ours)
        self.workers.append(worker)
        return worker

    def dismiss(self) -> None:
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


def work(plan: Plan, line: Connection) -> None:
    """What a process does: play the deals that it is told, until nobody is there any more."""
    from ..core.shelf import game as find

    signal.signal(signal.SIGINT, signal.SIG_IGN)        # Ctrl-C is for who has begun the series
    players: dict[str, Player] = {}

    def leave(*_: object) -> None:
        close(players)
        os._exit(0)                 # not as an exception, which a bot could take for its own

    signal.signal(signal.SIGTERM, leave)
    try:
        game = find(plan.game)
        players.update(players_of(game, plan))
        while True:
            numbers = line.recv()
            line.send([play_deal(game, plan, deal, players) for deal in numbers])
    except (EOFError, OSError):
        return
    except Exception as wrong:
        line.send(wrong if isinstance(wrong, BadInput) else RuntimeError(f"{type(wrong).__name__}: {wrong}"))
    finally:
        close(players)
