"""A worker process that replays records: untrusted input is checked here, not in the server process.

It reads requests from its input, one at a time, and ends when that is closed. `ReplayWorkerPool` starts it.
"""

import contextlib
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from ...classroom.moment_question import make_moment_question
from ...classroom.report import practice_from_journal
from ...core.errors import BadInput
from ...core.language_selection import use_language
from ..request_error import RequestError
from . import match_ending, review_session
from .session import ReplaySession, journal_as_record

LENGTH_BYTES = 8                # bytes of a message's length
FAULT_STATUS = 500             # the status of an answer that no one had thought of


class ReaderRequest(msgspec.Struct, array_like=True):
    """A request to a worker.

    language  of the sentences in the result
    text      of the record, None where the worker has it open;  has  the records that it keeps open
    """

    language: str
    job: str
    id: str
    text: str | None
    open_ids: list[str]
    given: list[Any]


class ReaderResponse(msgspec.Struct, array_like=True):
    """The result of a request: status 0 and the encoded result, else a status and a sentence."""

    status: int
    sentence: str
    result: msgspec.Raw


class ReplayWorker:
    """The records that this process has open, and the jobs that it can do."""

    def __init__(self) -> None:
        self._opened: dict[str, ReplaySession] = {}

    def answer_request(self, request: ReaderRequest) -> ReaderResponse:
        """Carry out a request; every error becomes a response."""
        try:
            with use_language(request.language):
                result = self._run_job(request)
        except BadInput as wrong:
            return ReaderResponse(wrong.status if isinstance(wrong, RequestError) else 400, str(wrong),
                                  _encode_nothing())
        except Exception:
            return ReaderResponse(FAULT_STATUS, traceback.format_exc()[-4000:], _encode_nothing())
        return ReaderResponse(0, "", msgspec.Raw(msgspec.msgpack.encode(result, enc_hook=int)))

    def _run_job(self, request: ReaderRequest) -> Any:
        if request.job in JOURNAL_JOBS:
            return JOURNAL_JOBS[request.job](*request.given)
        self._opened = {id: opened for id, opened in self._opened.items() if id in request.open_ids}
        if request.text is not None:
            self._opened[request.id] = ReplaySession(request.text)
        return REPLAY_JOBS[request.job](self._opened[request.id], *request.given)


JOURNAL_JOBS: dict[str, Callable[..., Any]] = {            # of a journal, not of a record
    "written": journal_as_record, "ended": match_ending.ending_json, "best": match_ending.best_moments,
                                               "practised": practice_from_journal,
                                        "posed": make_moment_question}
REPLAY_JOBS: dict[str, Callable[..., Any]] = {
    "kept": ReplaySession.record_and_replay, "told": ReplaySession.encode_replay, "look": ReplaySession.encode_steps,
    "notation": ReplaySession.write_notation, "upto": ReplaySession.encode_match_up_to,
    **review_session.JOBS}


def _encode_nothing() -> msgspec.Raw:
    return msgspec.Raw(msgspec.msgpack.encode(None))


def main() -> None:
    """Answer requests until the input is closed."""
    with contextlib.suppress(OSError):
        os.nice(10)                                         # tables go before
    inward = sys.stdin.buffer
    outward = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)                                           # whatever prints does not print into an answer
    reader, decoder = ReplayWorker(), msgspec.msgpack.Decoder(ReaderRequest)
    while (message := _read_message(inward)) is not None:
        answer = msgspec.msgpack.encode(reader.answer_request(decoder.decode(message)))
        outward.write(len(answer).to_bytes(LENGTH_BYTES) + answer)
        outward.flush()


def _read_message(inward: BinaryIO) -> bytes | None:
    """The next message; None when there is none any more."""
    size = inward.read(LENGTH_BYTES)
    return inward.read(int.from_bytes(size)) if len(size) == LENGTH_BYTES else None


if __name__ == "__main__":
    main()
