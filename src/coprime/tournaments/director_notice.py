"""The notice: a line that the director writes to everybody, and that stands until they take it away."""

from ..core.text_normalization import to_one_line
from .sentences import wrong
from .tournament import Tournament

LONGEST_NOTICE = 120            # characters
MOST_NOTICES = 6                # that are written within NOTICE_SECONDS
NOTICE_SECONDS = 60


def clean_notice(text: str) -> str:
    """Return a notice as one line, "" for none. Raises BadInput for one that is too long."""
    text = to_one_line(text)
    if len(text) > LONGEST_NOTICE:
        raise wrong("notice", longest=LONGEST_NOTICE)
    return text


def is_notice_limit_reached(tournament: Tournament, now: int) -> bool:
    """Tell whether as many notices have been written lately as may be."""
    return sum(one.key == "wrote" and one.at > now - NOTICE_SECONDS for one in tournament.log) >= MOST_NOTICES


def set_notice(tournament: Tournament, text: str, now: int) -> None:
    """Let a clean notice stand instead of the last one, "" for none, with a line in the log where that is another."""
    if text == tournament.notice:
        return
    tournament.notice = text
    if text:
        tournament.note(now, "wrote", text=text)
    else:
        tournament.note(now, "unwrote")
