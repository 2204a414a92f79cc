"""Schedule the jobs of all tables on a few threads: bots before questions, in fair turns."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, NamedTuple

from ...table.sentences import refusal

THREADS = 2             # one of them never thinks about a question: a bot does not wait for the end of one
MOST_QUESTIONS = 3                # questions of one person that are thought about or wait
QUESTION_PATIENCE = 5.0          # seconds after which a question has its turn even while bots wait

Job = Callable[[], Any]
Done = Callable[[Any], None]


class FairQueue:
    """A queue that takes turns between owners, however much each of them adds."""

    def __init__(self) -> None:
        self._waiting: dict[str, Any] = {}

    def __bool__(self) -> bool:
        """Tell whether anything waits."""
        return bool(self._waiting)

    def put(self, thing: Any, owner: str, *parts: str) -> None:
        """Add something behind the others of its owner.

        `parts` share the turns of their owner in the same way.
        """
        queue = self._waiting.setdefault(owner, FairQueue() if parts else deque())
        queue.put(thing, *parts) if parts else queue.append(thing)

    def pop(self) -> Any:
        """Pop the next item of the owner whose turn it is."""
        owner = next(iter(self._waiting))
        queue = self._waiting.pop(owner)
        thing = queue.pop() if isinstance(queue, FairQueue) else queue.popleft()
        if queue:
            self._waiting[owner] = queue
        return thing


class ThinkJob(NamedTuple):
    """A job to run in a thread; `person` is the key of who asked, "" for a bot's move."""

    job: Job
    on_done: Done
    person: str


class ThinkScheduler:
    """Runs jobs in threads and calls back on one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._moves, self._questions = FairQueue(), FairQueue()
        self._question_count: Counter[str] = Counter()           # by person
        # Threads, and those of them that think about questions.
        self.busy_threads = self._busy_with_questions = 0
        self._question_waits_since = 0.0                               # since when a question waits
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")

    def submit_job(self, code: str, job: Job, on_done: Done, person: str = "") -> None:
        """Run a job for a table, then call `on_done(result or exception)` on the loop.

        Its sentences are in the current language. Raises Refused when this person has too many jobs.
        """
        think_job = ThinkJob(partial(copy_context().run, job), on_done, person)
        if not person:
            self._moves.put(think_job, code)
        else:
            if self._question_count[person] >= MOST_QUESTIONS:
                raise refusal("thinking", n=MOST_QUESTIONS)
            self._question_count[person] += 1
            if not self._questions:
                self._question_waits_since = self.loop.time()
            self._questions.put(think_job, code, person)
        self._start_jobs()

    def _start_jobs(self) -> None:
        """Give the free threads what is next."""
        while self.busy_threads < THREADS and (thought := self._next_job()) is not None:
            self.busy_threads += 1
            self._busy_with_questions += bool(thought.person)
            self._threads.submit(thought.job).add_done_callback(partial(self._pass_to_loop, thought))

    def _pass_to_loop(self, think_job: ThinkJob, future: Future[Any]) -> None:
        """In the thread: the rest is the loop's."""
        self.loop.call_soon_threadsafe(self._finish_job, think_job, future)

    def _next_job(self) -> ThinkJob | None:
        is_overdue = self.loop.time() > self._question_waits_since + QUESTION_PATIENCE
        may_take_question = self._questions and self._busy_with_questions < THREADS - 1
        if may_take_question and (is_overdue or not self._moves):
            self._question_waits_since = self.loop.time()
            return self._questions.pop()
        return self._moves.pop() if self._moves else None

    def _finish_job(self, think_job: ThinkJob, future: Future[Any]) -> None:
        self.busy_threads -= 1
        if think_job.person:
            self._busy_with_questions -= 1
            self._question_count[think_job.person] -= 1
            if not self._question_count[think_job.person]:
                del self._question_count[think_job.person]
        if future.cancelled():
            return
        self._start_jobs()
        think_job.on_done(future.exception() or future.result())

    def stop(self) -> None:
        """Stop the threads; jobs that wait are dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)
