"""A pool of worker processes for records, each of which does one job at a time.

Jobs are in three lanes: long ones, short ones, and those of a class, which have a worker of their own. In each lane one
job of a person runs at a time, and their next one queues behind everybody else's.
"""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from ...core.errors import BadInput
from ...core.language_selection import current_language
from ..request_error import RequestError
from .worker import FAULT_STATUS, LENGTH_BYTES, ReaderRequest, ReaderResponse

log = logging.getLogger(__name__)
IDLE_SECONDS = 60.0             # seconds until a reader that nobody asks ends, and its memory is free again
MOST_OPEN_RECORDS = 4                # records that a reader keeps played through
MOST_QUEUED = 40              # jobs that one person may have waiting
LANES = {"look_back": "long", "learn": "long", "again": "long",         # jobs that think
         "practised": "class", "best": "class", "posed": "class"}      # a teacher waits for them with their class
FetchText = Callable[[], Awaitable[str | None]]


class WorkerEnded(Exception):
    """A worker process has ended before it answered."""


class WorkerProcess:
    """A worker process, and the ids of the records that it keeps open."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self.child = child
        self.record_ids: list[str] = []
        self.idle_timer: asyncio.TimerHandle | None = None

    @classmethod
    async def start_process(cls) -> "WorkerProcess":
        """Start a worker process."""
        return cls(await asyncio.create_subprocess_exec(
            sys.executable, "-m", f"{__package__}.worker", stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, start_new_session=True))

    async def send_request(self, request: ReaderRequest) -> ReaderResponse:
        """Send a request and wait for the response. Raises WorkerEnded."""
        inward, outward = self.child.stdin, self.child.stdout
        assert inward and outward
        message = msgspec.msgpack.encode(request)
        try:
            inward.write(len(message).to_bytes(LENGTH_BYTES) + message)
            await inward.drain()
            size = int.from_bytes(await outward.readexactly(LENGTH_BYTES))
            return msgspec.msgpack.decode(await outward.readexactly(size), type=ReaderResponse)
        except (OSError, asyncio.IncompleteReadError):
            raise WorkerEnded from None

    def kill(self) -> None:
        """Kill the process."""
        if self.idle_timer:
            self.idle_timer.cancel()
        with contextlib.suppress(ProcessLookupError):
            self.child.kill()


class ReplayWorkerPool:
    """At most `most` processes and one for classes.

    One whose job takes longer than `patience` seconds is killed.
    Of several processes one is always left free of long jobs.
    """

    def __init__(self, most: int, patience: float) -> None:
        self.patience = patience
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()
        free, thinking = asyncio.Semaphore(most), asyncio.Semaphore(max(1, most - 1))
        self._lanes = {"long": (thinking, free), "short": (free,), "class": (asyncio.Semaphore(1),)}
        # By person and lane: the lock, and how many want it.
        self._turns: dict[tuple[str, str], tuple[asyncio.Lock, int]] = {}

    def is_waiting(self, person: str) -> bool:
        """Tell whether a short job of this person runs or waits."""
        return (person, "short") in self._turns

    async def run_job(self, person: str, job: str, id: str, text: FetchText, *given: Any, type: Any) -> Any:
        """Run a job and return its result; `text` fetches the record where no worker has it open.

        Raises RequestError.
        Results contain sentences, so each language has its own open copy of a record.
        """
        id = id and f"{current_language()}:{id}"
        whose = person, lane = person, LANES.get(job, "short")
        lock, wanted = self._turns.get(whose, (asyncio.Lock(), 0))
        if wanted >= MOST_QUEUED:
            raise RequestError(429, "wrong.fast", wait=5, seconds=5)
        self._turns[whose] = lock, wanted + 1
        try:
            async with lock, contextlib.AsyncExitStack() as slots:
                for slot in self._lanes[lane]:
                    await slots.enter_async_context(slot)
                answer = await self._send_job(job, id, text, list(given))
        finally:
            lock, wanted = self._turns.pop(whose)
            if wanted > 1:
                self._turns[whose] = lock, wanted - 1
        if answer.status == FAULT_STATUS:
            log.error("a reader's %s: %s", job, answer.sentence)
            raise RequestError(500, "wrong.fault")
        if answer.status:
            raise RequestError.from_sentence(answer.status, answer.sentence)
        return msgspec.msgpack.decode(answer.result, type=type)

    async def _send_job(self, job: str, id: str, text: FetchText, given: list[Any]) -> ReaderResponse:
        process = self._take_idle(id) or await WorkerProcess.start_process()
        self._busy.add(process)
        try:
            request = ReaderRequest(current_language(), job, id, None if id in process.record_ids else await text(),
                                    process.record_ids, given)
            answer = await asyncio.wait_for(process.send_request(request), self.patience)
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
            process.record_ids = [*(one for one in process.record_ids if one != id), id][-MOST_OPEN_RECORDS:]
        self._give_back(process)
        return answer

    def _take_idle(self, id: str) -> WorkerProcess | None:
        """An idle process, the one that has that record if there is one."""
        self._idle = [one for one in self._idle if one.child.returncode is None]
        if not self._idle:
            return None
        process = next((one for one in self._idle if id in one.record_ids), self._idle[-1])
        self._idle.remove(process)
        if process.idle_timer:
            process.idle_timer.cancel()
        return process

    def _give_back(self, process: WorkerProcess) -> None:
        self._idle.append(process)
        process.idle_timer = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end_idle, process)

    def _end_idle(self, process: WorkerProcess) -> None:
        self._idle.remove(process)
        process.kill()

    async def stop_all(self) -> None:
        """Kill all processes and wait for their end."""
        ending = [*self._idle, *self._busy]
        self._idle.clear()
        for process in ending:
            process.kill()
        for process in ending:
            await process.child.wait()
