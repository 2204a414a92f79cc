"""One connection to a table, as the table knows it."""

from dataclasses import dataclass, field

from ..core.language_selection import current_language
from .ports import ClientLink


@dataclass(eq=False)
class Connection:
    """One connection to the table.

    who   the guest, None before `hello`
    last_sent_event  the number of the last event whose lines it was sent
    is_welcomed      it has had its welcome
    needs_everything it is still to be sent everything since `last_sent_event`
    has_open_record  its lines' steps were the record's, nothing left out
    is_studying      an expensive query of its screen is being answered
    watched_seat     the seat whose view a teacher looks at
    plays_own_seat   that seat is the teacher's own, and they, not a bot, act in it
    language  in which everything is said to it, that of whoever opens it
    must_retell  its log is sent anew, since the lines that it has name people whom it has muted, or not any more
    muted  the keys of the people whom its person has muted
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
