"""Threads to think in, shared by all tables: bots' moves before what people ask, everybody in turn."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, NamedTuple

from ...table.sentences import refusal

THREADS = 2             # one of them never thinks about a question: a bot does not wait for the end of one
MOST = 3                # questions of one person that are thought about or wait
PATIENCE = 5.0          # seconds after which a question has its turn even while bots wait

Job = Callable[[], Any]
Done = Callable[[Any], None]


class FairQueue:
    """A queue in which everybody has their turn, however much each of them brings."""

    def __init__(self) -> None:
        self._waiting: dict[str, Any] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, thing: Any, whose: str, *parts: str) -> None:
        """Behind the others of its owner; `parts` share their owner's turns in the same way."""
        own = self._waiting.setdefault(whose, FairQueue() if parts else deque())
        own.put(thing, *parts) if parts else own.append(thing)

    def take(self) -> Any:
        whose = next(iter(self._waiting))
        own = self._waiting.pop(whose)
        thing = own.take() if isinstance(own, FairQueue) else own.popleft()
        if own:
            self._waiting[whose] = own
        return thing


class ThinkJob(NamedTuple):
    """Something to be thought about; `person` is the key of who asked, "" for a bot's move."""

    job: Job
    done: Done
    person: str


class ThinkScheduler:
    """Lives on one event loop; only the jobs run in the threads."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._moves, self._questions = FairQueue(), FairQueue()
        self._asked: Counter[str] = Counter()           # by person
        self.busy = self._busy_asked = 0                # threads, and those of them that think about questions
        self._waits = 0.0                               # since when a question waits
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")

    def put(self, code: str, job: Job, done: Done, person: str = "") -> None:
        """Think about something for a table, then call `done(result or exception)` on the loop.

        What is said of it is in the language that is spoken now.

        Raises Refused when this person has asked for too many things.
        """
        thought = ThinkJob(partial(copy_context().run, job), done, person)
        if not person:
            self._moves.put(thought, code)
        else:
            if self._asked[person] >= MOST:
                raise refusal("thinking", n=MOST)
            self._asked[person] += 1
            if not self._questions:
                self._waits = self.loop.time()
            self._questions.put(thought, code, person)
        self._begin()

    def _begin(self) -> None:
        """Give the free threads what is next."""
        while self.busy < THREADS and (thought := self._next()) is not None:
            self.busy += 1
            self._busy_asked += bool(thought.person)
            self._threads.submit(thought.job).add_done_callback(partial(self._tell, thought))

    def _tell(self, thought: ThinkJob, future: Future[Any]) -> None:
        """In the thread: the rest is the loop's."""
        self.loop.call_soon_threadsafe(self._end, thought, future)

    def _next(self) -> ThinkJob | None:
        late = self.loop.time() > self._waits + PATIENCE
        asks = self._questions and self._busy_asked < THREADS - 1
        if asks and (late or not self._moves):
            self._waits = self.loop.time()
            return self._questions.take()
        return self._moves.take() if self._moves else None

    def _end(self, thought: ThinkJob, future: Future[Any]) -> None:
        self.busy -= 1
        if thought.person:
            self._busy_asked -= 1
            self._asked[thought.person] -= 1
            if not self._asked[thought.person]:
                del self._asked[thought.person]
        if future.cancelled():
            return
        self._begin()
        thought.done(future.exception() or future.result())

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
