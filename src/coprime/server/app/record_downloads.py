"""The records of several matches as one file, as `core.record_splitting` reads them."""

from collections.abc import AsyncIterator, Iterator, Sequence
from tempfile import SpooledTemporaryFile
from typing import IO

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ...table.ports import JournalRow
from ..request_error import RequestError
from .request_context import AppState
from .responses import download_headers

MOST_MATCHES, MOST_BYTES = 1_000, 50_000_000        # of one file
CHUNK = 65_536                                      # bytes that are sent at once


async def send_records(state: AppState, request: Request, key: str, name: str,
                       matches: AsyncIterator[tuple[str, Sequence[JournalRow]]]) -> Response:
    """Return the records of matches as one file, in the order given.

    key  whose request it is, of whom a few are answered at a time;  name  of the file, without its ending
    matches  the game and the journal of each

    Raises RequestError where there is no match, or more than one file takes.
    """
    file = SpooledTemporaryFile[bytes](max_size=state.limits.body)      # closed by what sends it, or when it is dropped
    with state.upload_limiter.hold_slot(key, state.client_address(request)):
        count = 0
        async for game, rows in matches:
            file.write((await state.replays.record_from_journal(game, rows, key)).encode())
            count += 1
            if count > MOST_MATCHES or file.tell() > MOST_BYTES:
                raise RequestError(413, "wrong.records", matches=MOST_MATCHES, megabytes=MOST_BYTES // 1_000_000)
    if not count:
        raise RequestError(409, "wrong.record")
    headers = download_headers(f"{name}.txt") | {"content-length": str(file.tell())}
    file.seek(0)
    return StreamingResponse(_read_and_close(file), media_type="text/plain", headers=headers)


def _read_and_close(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK):
            yield chunk
