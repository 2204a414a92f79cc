"""What people at a table say to each other.  Raises Refused where they may not."""

from collections.abc import Callable
from typing import Any

from ..core.seats import WATCHER
from ..core.text_normalization import to_one_line
from . import wire
from .connection import Connection
from .lobby import TableGuest
from .ports import ChatLine
from .sentences import refusal
from .table import Table

LONGEST_LINE = 300
MOST_CHAT_LINES = 100


def handle_chat(table: Table, connection: Connection, guest: TableGuest, message: wire.Chat, now: float) -> None:
    """Store a line of chat and send it to everybody."""
    if not table.settings.talk and guest.who != table.teacher:
        raise refusal("talk")
    if is_silent_moment(table):
        raise refusal("hush")
    line = ChatLine(guest.who, guest.name, clean_line(message.text), table.table_host.wall_seconds())
    table.chat = [*table.chat[1 - MOST_CHAT_LINES:], line]
    table.changes.chat.append(line)
    data = wire.encoder.encode({"type": "chat", **line._asdict()})
    table.changes.replies.extend((other.link, data) for other in table.connections_hearing(guest.who))


def clean_line(text: str) -> str:
    """What somebody has written as one line.  Raises Refused for one that is empty or too long."""
    text = to_one_line(text)
    if not 1 <= len(text) <= LONGEST_LINE:
        raise refusal("chat", longest=LONGEST_LINE)
    return text


def is_silent_moment(table: Table) -> bool:
    """Tell whether the game forbids talk at this moment."""
    return table.phase == "playing" and table.game.words.is_silent(table.match.view(WATCHER))


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {wire.Chat: handle_chat}
