"""The readers' processes of a house: a few of them, with one job each at a time.

Jobs stand in three lanes: long ones, short ones, and those of a class, for which there is a reader of their own.  In
each lane one job of a person is done at a time, and their next one stands behind everybody else's.
"""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from ...core.errors import BadInput
from ...core.language import language
from ..sentences import RequestError
from .worker import FAULT, SIZE, ReaderRequest, ReaderResponse

log = logging.getLogger(__name__)
IDLE = 60.0             # seconds until a reader that nobody asks ends, and its memory is free again
KEPT = 4                # records that a reader keeps played through
QUEUE = 40              # jobs that one person may have waiting
LANES = {"look_back": "long", "learn": "long", "again": "long",         # jobs that think
         "practised": "class", "best": "class", "posed": "class"}      # a teacher waits for them with their class
Fetch = Callable[[], Awaitable[str | None]]


class WorkerEnded(Exception):
    """The process has ended."""


class WorkerProcess:
    """One reader.  `has`: the records it has been given, of which it keeps the last few."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self.child = child
        self.has: list[str] = []
        self.end: asyncio.TimerHandle | None = None

    @classmethod
    async def start(cls) -> "WorkerProcess":
        return cls(await asyncio.create_subprocess_exec(
            sys.executable, "-m", f"{__package__}.worker", stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, start_new_session=True))

    async def ask(self, asked: ReaderRequest) -> ReaderResponse:
        """Raises Gone."""
        inward, outward = self.child.stdin, self.child.stdout
        assert inward and outward
        message = msgspec.msgpack.encode(asked)
        try:
            inward.write(len(message).to_bytes(SIZE) + message)
            await inward.drain()
            size = int.from_bytes(await outward.readexactly(SIZE))
            return msgspec.msgpack.decode(await outward.readexactly(size), type=ReaderResponse)
        except (OSError, asyncio.IncompleteReadError):
            raise WorkerEnded from None

    def kill(self) -> None:
        if self.end:
            self.end.cancel()
        with contextlib.suppress(ProcessLookupError):
            self.child.kill()


class ReplayWorkerPool:
    """At most `most` processes and one for classes, each stopped when a job takes longer than `patience` seconds.

    Of several readers one is always left free of long jobs.
    """

    def __init__(self, most: int, patience: float) -> None:
        self.patience = patience
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()
        free, thinking = asyncio.Semaphore(most), asyncio.Semaphore(max(1, most - 1))
        self._lanes = {"long": (thinking, free), "short": (free,), "class": (asyncio.Semaphore(1),)}
        # By person and lane: the lock, and how many want it.
        self._turns: dict[tuple[str, str], tuple[asyncio.Lock, int]] = {}

    def waits(self, person: str) -> bool:
        """Is something short being done for this person?"""
        return (person, "short") in self._turns

    async def ask(self, person: str, job: str, id: str, text: Fetch, *given: Any, type: Any) -> Any:
        """The result of a job; `text` fetches the record where the reader has not got it.  Raises RequestError.

        What a reader has made of a record is in words, so each language has its own.
        """
        id = id and f"{language()}:{id}"
        whose = person, lane = person, LANES.get(job, "short")
        lock, wanted = self._turns.get(whose, (asyncio.Lock(), 0))
        if wanted >= QUEUE:
            raise RequestError(429, "wrong.fast", wait=5, seconds=5)
        self._turns[whose] = lock, wanted + 1
        try:
            async with lock, contextlib.AsyncExitStack() as slots:
                for slot in self._lanes[lane]:
                    await slots.enter_async_context(slot)
                answer = await self._asked(job, id, text, list(given))
        finally:
            lock, wanted = self._turns.pop(whose)
            if wanted > 1:
                self._turns[whose] = lock, wanted - 1
        if answer.status == FAULT:
            log.error("a reader's %s: %s", job, answer.sentence)
            raise RequestError(500, "wrong.fault")
        if answer.status:
            raise RequestError.from_sentence(answer.status, answer.sentence)
        return msgspec.msgpack.decode(answer.result, type=type)

    async def _asked(self, job: str, id: str, text: Fetch, given: list[Any]) -> ReaderResponse:
        process = self._take(id) or await WorkerProcess.start()
        self._busy.add(process)
        try:
            asked = ReaderRequest(language(), job, id, None if id in process.has else await text(), process.has, given)
            answer = await asyncio.wait_for(process.ask(asked), self.patience)
        except BadInput:                                # there is no such record, or it cannot be read as text
            self._give_back(process)
            raise
        except TimeoutError:
            process.kill()
            raise RequestError(400, "wrong.reading", seconds=round(self.patience)) from None
        except WorkerEnded:
            log.warning("a reader has ended in the middle of a record")
            process.kill()
            raise RequestError(503, "wrong.reader") from None
        except BaseException:                           # the pipe may hold half a message
            process.kill()
            raise
        finally:
            self._busy.discard(process)
        if id and not answer.status:
            process.has = [*(one for one in process.has if one != id), id][-KEPT:]
        self._give_back(process)
        return answer

    def _take(self, id: str) -> WorkerProcess | None:
        """An idle process, the one that has that record if there is one."""
        self._idle = [one for one in self._idle if one.child.returncode is None]
        if not self._idle:
            return None
        process = next((one for one in self._idle if id in one.has), self._idle[-1])
        self._idle.remove(process)
        if process.end:
            process.end.cancel()
        return process

    def _give_back(self, process: WorkerProcess) -> None:
        self._idle.append(process)
        process.end = asyncio.get_running_loop().call_later(IDLE, self._end, process)

    def _end(self, process: WorkerProcess) -> None:
        self._idle.remove(process)
        process.kill()

    async def stop(self) -> None:
        """End them all."""
        ending = [*self._idle, *self._busy]
        self._idle.clear()
        for process in ending:
            process.kill()
        for process in ending:
            await process.child.wait()
