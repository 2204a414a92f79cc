"""Send the notices of turns that are due: encrypted, each with a limit of time, none in the way of a table.

A look every few seconds claims what is due at the tables of this process and counts the try; a process that is killed
while it sends leaves a row by which the next one tries again.  So a notice reaches its push service at least once if
that answers in one of five tries, and at most five times; a browser shows those of a table in one place.
"""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from hashlib import sha256

import httpx
import msgspec
import sqlalchemy as sa

from ...core.language_selection import use_language
from ...core.registry import all_games
from ..request_error import RequestError
from ..sentences import say
from ..store import push_rows
from ..store.push_rows import DueNotice
from ..table_manager import TableManager
from .base64url import decode_base64url, encode_base64url
from .message_encryption import encrypt_message
from .push_services import PushOptions, check_endpoint
from .server_identity import ServerIdentity

log = logging.getLogger(__name__)
TICK_SECONDS = 2.0              # between two looks
SEND_SECONDS = 10.0             # in which a push service must answer
MOST_AT_ONCE = 64               # messages that are under way
PAUSES_MS = (60_000, 300_000, 1_200_000, 3_600_000, 0)      # after each try
LONGEST_PAUSE_MS = 6 * 3_600_000        # that a push service may ask for
PRESENT_MS = 900_000            # for which a notice waits while the page of its table is open
PRESENT_LOOK_MS = 60_000        # and between two looks at whether it still is
SHORTEST_SECONDS, LONGEST_SECONDS = 60, 28 * 86_400         # that a push service keeps a message
PADDED_BYTES = 512              # of every text
GONE = (404, 410)
PASSING = (408, 425, 429)       # answers after which another try makes sense, beside those from 500 on


class WebPush:
    """Sends notices; `identity` and `options` are also what the endpoints need."""

    def __init__(self, secret: bytes, options: PushOptions, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.identity, self.options = ServerIdentity(secret, options.contact), options
        self._secret, self._transport = secret, transport
        self._sending: set[asyncio.Task[None]] = set()
        logging.getLogger("httpx").setLevel(logging.WARNING)        # its other lines name addresses

    async def run(self, manager: TableManager) -> None:
        """Look again and again until cancelled."""
        async with httpx.AsyncClient(transport=self._transport, timeout=SEND_SECONDS, follow_redirects=False) as client:
            try:
                while True:
                    await asyncio.sleep(TICK_SECONDS)
                    try:
                        await self.send_due_notices(manager, client)
                    except RequestError as wrong:
                        log.warning("notices were not looked at: %s", wrong)
                    except Exception:
                        log.exception("looking at notices")
            finally:
                for task in self._sending:
                    task.cancel()

    async def send_due_notices(self, manager: TableManager, client: httpx.AsyncClient) -> None:
        """Begin to send what is due, and do not wait for it."""
        keeper = manager.lease_keeper
        free = MOST_AT_ONCE - len(self._sending)
        if not free or keeper is not None and (keeper.has_lapsed or keeper.is_draining):
            return
        due = await manager.read_store(partial(push_rows.read_due_notices, most=free, me=manager.process_id,
                                               is_leader=keeper is not None and keeper.is_leader))
        if not due:
            return
        early = [one for one in due if one.age_ms < PRESENT_MS and is_at_table(manager, one)]
        ready = [one for one in due if one not in early]
        for notice in await manager.change_durably(partial(_claim, ready=ready, early=early)):
            task = asyncio.ensure_future(self._send_and_note(manager, client, notice))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send_and_note(self, manager: TableManager, client: httpx.AsyncClient, notice: DueNotice) -> None:
        try:
            status, pause = await self.send(client, notice, manager.open_seconds())
        except Exception:
            log.exception("a notice could not be made", extra={"table": notice.code})
            status, pause = 400, 0
        if status in GONE:
            await manager.write_durably(partial(push_rows.delete_lost_subscription, id=notice.subscription))
        elif not (status in PASSING or status >= 500):
            await manager.write_durably(partial(push_rows.end_notice, notice=notice))
        elif pause * 1000 > PAUSES_MS[notice.tries]:
            later = min(pause * 1000, LONGEST_PAUSE_MS)
            await manager.write_durably(partial(push_rows.delay_notice, notice=notice, ms=later))

    async def send(self, client: httpx.AsyncClient, notice: DueNotice, open_now: float) -> tuple[int, int]:
        """Send one message. Returns the status and the seconds to wait, 503 where there is no answer."""
        endpoint = notice.target.endpoint
        try:
            origin = check_endpoint(endpoint, self.options.hosts)       # the operator may have taken a host away
        except RequestError:
            return GONE[0], 0
        body = encrypt_message(make_text(notice), decode_base64url(notice.target.p256dh),
                               decode_base64url(notice.target.auth), PADDED_BYTES)
        left = int(notice.ends - open_now)
        headers = {"ttl": str(min(max(left, SHORTEST_SECONDS), LONGEST_SECONDS)), "urgency": "normal",
                   "topic": self._topic(notice), "content-encoding": "aes128gcm",
                   "content-type": "application/octet-stream", "user-agent": "Coprime",
                   "authorization": self.identity.authorization(origin)}
        try:
            async with asyncio.timeout(SEND_SECONDS):
                async with client.stream("POST", endpoint, content=body, headers=headers) as answer:
                    status, wait = answer.status_code, answer.headers.get("retry-after", "")
        except (httpx.HTTPError, TimeoutError, OSError) as wrong:
            log.warning("%s does not take notices: %s", origin, type(wrong).__name__)
            return 503, 0
        if status >= 300 and status not in GONE:
            log.warning("%s answers %d to a notice", origin, status)
        return status, int(wait) if wait.isascii() and wait.isdigit() else 0

    def _topic(self, notice: DueNotice) -> str:
        """Return by what a push service knows that a message replaces another one; it tells nothing of the table."""
        text = f"{notice.code} {notice.subscription}".encode()
        return encode_base64url(sha256(self._secret + b" topic " + text).digest())[:32]


def _claim(connection: sa.Connection, ready: Sequence[DueNotice], early: Sequence[DueNotice]) -> list[DueNotice]:
    push_rows.postpone_notices(connection, early, PRESENT_LOOK_MS)
    return push_rows.claim_notices(connection, ready, PAUSES_MS)


def is_at_table(manager: TableManager, notice: DueNotice) -> bool:
    """Tell whether the page of a table is open somewhere for whom a notice is meant.  This process holds the table."""
    table_actor = manager.table_actors.get(notice.code)
    return table_actor is not None and any(one.key == notice.person for one in table_actor.table.connections)


def make_text(notice: DueNotice) -> bytes:
    """Return what a browser shows, as JSON: nothing but that it is somebody's turn at a table of a game."""
    with use_language(notice.language):
        game = all_games()[notice.game].localized_title if notice.game in all_games() else "Coprime"
        text = {"title": say("push.title"), "body": say("push.body", game=game, code=notice.code),
                "language": notice.language, "code": notice.code}
    return msgspec.json.encode(text)
