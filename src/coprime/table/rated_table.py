"""A rated table: two people, whose finished matches count for the ratings of both.

What would make a result doubtful is fixed: no hints, nothing taken back, no numbered deal, no other game.
"""

from typing import Any

from ..arena.match import victory_shares
from . import wire
from .bot_chairs import list_seated_people
from .ports import RatedMatch
from .sentences import refusal
from .settings import Settings
from .table import Table

SEATS = 2
FIXED = (wire.Hints, wire.TakeBacks, wire.ChangeGame)


def require_ratable(settings: Settings, has_bots: bool) -> None:
    """Raise Refused where a new table of these settings cannot be rated."""
    if (settings.seats != SEATS or settings.practice or settings.hotseat or settings.class_ or settings.deal
            or has_bots):
        raise refusal("rated")


def require_rated_rules(settings: Settings, message: wire.Message) -> None:
    """Raise Refused for what stays as it is at a rated table."""
    if settings.rated and (isinstance(message, FIXED) or isinstance(message, wire.Options) and (
            message.seats not in (None, SEATS) or message.deal) or isinstance(message, wire.Rematch) and message.deal):
        raise refusal("ratedfixed")


def require_two_people(table: Table) -> None:
    """Raise Refused where a rated match cannot begin yet."""
    if table.settings.rated and len(list_seated_people(table)) < SEATS:
        raise refusal("ratedstart")


def find_rated_match(table: Table) -> RatedMatch | None:
    """Return the result of a match that is over; None where it does not count.

    It counts where two people held one seat each from beginning to end, and no bot stood in.
    """
    if not table.settings.rated:
        return None
    guests = table.lobby.guests
    keys = [guests[who].key for who in table.holders.whole_match_players() if who in guests]
    if len(keys) != SEATS or not all(keys) or keys[0] == keys[1] or any(chair.members for chair in table.lobby.chairs):
        return None
    shares: list[Any] = victory_shares([float(one) for one in table.match.returns()])
    return RatedMatch(table.match_count, keys[0], keys[1], round(2 * shares[0]))
