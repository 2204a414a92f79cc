"""One connection to a table, as the table knows it."""

from dataclasses import dataclass, field

from ..core.language_selection import current_language
from .ports import ClientLink


@dataclass(eq=False)
class Connection:
    """One connection to the table.

    who   the guest, None before `hello`;  n  the last number whose lines it was sent
    language  in which everything is said to it, that of whoever opens it
    must_retell  its log is sent anew, since the lines that it has name people whom it has muted, or not any more
    muted  the keys of the people whom its person has muted
    open  these lines' steps were the record's, nothing left out
    live  it has had its welcome;  fresh  it is still to be sent everything since `n`;  studying  a question is out
    watches  the seat with whose eyes a teacher looks;  attends  it is their own, and they act in it
    """

    link: ClientLink
    key: str
    name: str
    who: int | None = None
    last_sent_event: int = 0
    has_open_record: bool = False
    is_welcomed: bool = False
    needs_everything: bool = False
    must_retell: bool = False
    is_studying: bool = False
    watched_seat: int | None = None
    plays_own_seat: bool = False
    muted: frozenset[str] = frozenset()
    language: str = field(default_factory=current_language)
