"""The clock of a round: how long it may last. It tells the time, and decides nothing when that is over.

It counts seconds that the server has been open, so that it stands still while the server is closed.
"""

from .sentences import wrong
from .tournament import MINUTE_SECONDS, Tournament

ROUND_MINUTES_RANGE = (1, 180)


def change_round_minutes(tournament: Tournament, minutes: int, now: int) -> None:
    """Set how many minutes a round may last from the next one on, 0 for any time. Raises BadInput."""
    if tournament.is_arena:
        raise wrong("arenaround")
    fewest, most = ROUND_MINUTES_RANGE
    if minutes and not fewest <= minutes <= most:
        raise wrong("roundminutes", fewest=fewest, most=most)
    if minutes == tournament.round_minutes:
        return
    tournament.round_minutes = minutes
    if minutes:
        tournament.note(now, "time", minutes=minutes)
    else:
        tournament.note(now, "notime")


def start_clock(tournament: Tournament, open_seconds: float) -> None:
    """Start the clock of the round that has just been paired, where it has one."""
    if tournament.round_minutes:
        tournament.rounds[-1].ends_open = int(open_seconds) + MINUTE_SECONDS * tournament.round_minutes


def round_seconds_left(tournament: Tournament, open_seconds: float) -> int | None:
    """Return the seconds that the running round has left; None where it has no time or is complete."""
    ends = tournament.rounds[-1].ends_open if tournament.rounds else 0
    if not ends or tournament.over or not tournament.open_pairings():
        return None
    return max(0, ends - int(open_seconds))
