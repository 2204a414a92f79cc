"""What people at a table say to each other.  Raises Refused where they may not."""

from collections.abc import Callable
from typing import Any

from ..core.seats import WATCHER
from . import wire
from .connection import Connection
from .lobby import Guest
from .ports import ChatLine
from .sentences import refusal
from .table import Table

LONGEST_LINE = 300
CHAT_KEPT = 100


def chat(table: Table, visit: Connection, guest: Guest, message: wire.Chat, now: float) -> None:
    """A line of chat, kept and then told to all."""
    if not table.settings.talk and guest.who != table.teacher:
        raise refusal("talk")
    if is_silent_moment(table):
        raise refusal("hush")
    said = ChatLine(guest.who, guest.name, clean_line(message.text), table.outside.wall())
    table.chat = [*table.chat[1 - CHAT_KEPT:], said]
    table.unit.chat.append(said)
    data = wire.encoder.encode({"type": "chat", **said._asdict()})
    table.unit.replies.extend((other.link, data) for other in table.visits if other.live and table.is_let_in(other))


def clean_line(text: str) -> str:
    """What somebody has written as one line.  Raises Refused for one that is empty or too long."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not 1 <= len(text) <= LONGEST_LINE:
        raise refusal("chat", longest=LONGEST_LINE)
    return text


def is_silent_moment(table: Table) -> bool:
    """Is this a moment at which the game lets nobody talk?"""
    return table.phase == "playing" and table.game.words.is_silent(table.match.view(WATCHER))


MESSAGES: dict[type, Callable[[Table, Connection, Guest, Any, float], None]] = {wire.Chat: chat}
