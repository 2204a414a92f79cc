"""A process that reads records: what comes from outside is checked and replayed here, beside the house and not in it.

It is asked for one thing after the other through its input, and ends when the server closes that.  `ReplayWorkerPool`
starts it.
"""

import contextlib
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from ...classroom.moment import posed
from ...classroom.report import practised
from ...core.errors import BadInput
from ...core.language import use_language
from ..sentences import RequestError
from . import ending, review_session
from .session import ReplaySession, journal_as_record

SIZE = 8                # bytes of a message's length
FAULT = 500             # the status of an answer that no one had thought of


class ReaderRequest(msgspec.Struct, array_like=True):
    """Something that a reader is to do.

    language  in which its sentences are
    text      the record's, or None where the reader has it still;  has  the records that it keeps open
    """

    language: str
    job: str
    id: str
    text: str | None
    has: list[str]
    given: list[Any]


class ReaderResponse(msgspec.Struct, array_like=True):
    """What came of it: status 0 and the result, encoded; else a status and a sentence."""

    status: int
    sentence: str
    result: msgspec.Raw


class ReplayWorker:
    """The records that this process has open, and what can be asked about them."""

    def __init__(self) -> None:
        self._opened: dict[str, ReplaySession] = {}

    def answer(self, asked: ReaderRequest) -> ReaderResponse:
        """Carry out what is asked."""
        try:
            with use_language(asked.language):
                result = self._result(asked)
        except BadInput as wrong:
            return ReaderResponse(wrong.status if isinstance(wrong, RequestError) else 400, str(wrong), _nothing())
        except Exception:
            return ReaderResponse(FAULT, traceback.format_exc()[-4000:], _nothing())
        return ReaderResponse(0, "", msgspec.Raw(msgspec.msgpack.encode(result, enc_hook=int)))

    def _result(self, asked: ReaderRequest) -> Any:
        if asked.job in ALONE:
            return ALONE[asked.job](*asked.given)
        self._opened = {id: opened for id, opened in self._opened.items() if id in asked.has}
        if asked.text is not None:
            self._opened[asked.id] = ReplaySession(asked.text)
        return JOBS[asked.job](self._opened[asked.id], *asked.given)


ALONE: dict[str, Callable[..., Any]] = {            # of a journal, not of a record
    "written": journal_as_record, "ended": ending.ending_json, "best": ending.best_moments, "practised": practised,
                                        "posed": posed}
JOBS: dict[str, Callable[..., Any]] = {
    "kept": ReplaySession.kept, "told": ReplaySession.whole, "look": ReplaySession.look, "upto": ReplaySession.upto,
    **review_session.JOBS}


def _nothing() -> msgspec.Raw:
    return msgspec.Raw(msgspec.msgpack.encode(None))


def main() -> None:
    """Answer until there is nothing more to be asked."""
    with contextlib.suppress(OSError):
        os.nice(10)                                         # tables go before
    inward = sys.stdin.buffer
    outward = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)                                           # whatever prints does not print into an answer
    reader, decoder = ReplayWorker(), msgspec.msgpack.Decoder(ReaderRequest)
    while (message := _taken(inward)) is not None:
        answer = msgspec.msgpack.encode(reader.answer(decoder.decode(message)))
        outward.write(len(answer).to_bytes(SIZE) + answer)
        outward.flush()


def _taken(inward: BinaryIO) -> bytes | None:
    """The next message; None when there is none any more."""
    size = inward.read(SIZE)
    return inward.read(int.from_bytes(size)) if len(size) == SIZE else None


if __name__ == "__main__":
    main()
