"""Who played the seats of a match, and since when, so that a log says "you" to whoever acted and to nobody else.

`match_lifecycle` notes it after every action, `observer_log` asks for it, and `snapshot` stores it: no name of a
person, only their number.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from .hidden_people import hidden_people
from .lobby import Chair, Lobby
from .sentences import say


class Tenure(NamedTuple):
    """From event number `n` on, one person or bot played a seat.

    who      the number at the table of the person, or of the first in a team; None for a bot's own seat
    bot      the name of that bot
    stands_in  a bot acted for the person, who was away
    """

    n: int
    who: int | None
    bot: str = ""
    stands_in: bool = False


class NamedTenure(NamedTuple):
    """A tenure as one person reads of it: under which name, and whether they held the seat."""

    n: int
    name: str
    is_holder: bool
    stands_in: bool


AnyTenure = TypeVar("AnyTenure", Tenure, NamedTenure)


class TenureAccount:
    """The tenures of a match as one person may read them, for code without the table or its people."""

    def __init__(self, tenures: Sequence[Sequence[Sequence[Any]]]) -> None:
        self._seats = [[NamedTenure(*one) for one in seat] for seat in tenures]

    def names_at(self, n: int) -> list[str]:
        """What the players of all seats are called who played them at event `n`."""
        return [_tenure_of_event(seat, n).name for seat in self._seats]

    def is_own(self, watcher: int, acting: int, n: int) -> bool:
        """As `Holders.is_own` of that person."""
        tenure = _tenure_of_event(self._seats[watcher], n)
        return _is_own_event(tenure.is_holder, tenure, acting == watcher)


class SeatHolders:
    """The tenures of every seat in one match, the oldest first."""

    def __init__(self, tenures: Sequence[Sequence[Any]] = ()) -> None:
        self._seats = [[Tenure(*one) for one in seat] for seat in tenures]

    def note_event(self, n: int, chairs: Sequence[Chair], acting: int | None = None, bot: bool = False) -> bool:
        """Record who holds each seat as event `n` happens. Returns whether anybody has changed.

        acting  the seat that acts in it, None for chance and time;  bot  a bot chose that action
        """
        changed = False
        self._seats += [[] for _ in chairs[len(self._seats):]]
        for chair, tenures in zip(chairs, self._seats, strict=False):
            last = tenures[-1] if tenures else None
            stands_in = last is not None and last.who == chair.who and last.stands_in
            if chair.seat == acting:
                stands_in = bot and chair.who is not None
            found = Tenure(n, chair.who, chair.name if chair.who is None else "", stands_in)
            if last is None or last[1:] != found[1:]:
                tenures.append(found)
                changed = True
        return changed

    def replace_person(self, old: int, new: int, seat: int | None = None) -> None:
        """Give the tenures of one person to another number, in one seat or in all.

        Used when somebody moves to another device, or when the next of a team succeeds.
        """
        for at, tenures in enumerate(self._seats):
            if seat in (None, at):
                tenures[:] = [one._replace(who=new) if one.who == old else one for one in tenures]

    def names_at(self, n: int, lobby: Lobby) -> list[str]:
        """What the players of all seats are called who played them at event `n`."""
        return [_holder_name(self._tenure_at(chair.seat, n), chair, lobby) for chair in lobby.chairs]

    def is_own(self, watcher: int, who: int | None, acting: int, n: int) -> bool:
        """Is event `n` of seat `acting` told as "you" to person `who`, who looks from seat `watcher` now?

        Only where they or their team held that seat, and no bot acted for them.  Whoever looks with a bot's eyes, or a
        spectator's, is nobody that it could be told to.
        """
        tenure = self._tenure_at(watcher, n)
        return who is None or tenure is None or _is_own_event(tenure.who == who, tenure, acting == watcher)

    def account_for(self, lobby: Lobby, who: int | None) -> list[list[NamedTenure]]:
        """Return the tenures by seat as `TenureAccount` takes them, seen by person `who`."""
        return [[NamedTenure(one.n, _holder_name(one, chair, lobby), who is not None and one.who == who, one.stands_in)
                 for one in tenures] for chair, tenures in zip(lobby.chairs, self._seats, strict=False)]

    def whole_match_players(self) -> list[int]:
        """Return who has held a seat from the first event to the last, without a bot that stood in for them."""
        alone = [tenures[0] for tenures in self._seats if len(tenures) == 1]
        return [one.who for one in alone if one.who is not None and not one.stands_in]

    def _tenure_at(self, seat: int, n: int) -> Tenure | None:
        tenures = self._seats[seat] if seat < len(self._seats) else []
        return _tenure_of_event(tenures, n) if tenures and tenures[0].n <= n else None

    def to_lists(self) -> list[list[list[Any]]]:
        """Return the tenures as lists, from which `SeatHolders` can be made again."""
        return [[list(one) for one in seat] for seat in self._seats]


def _is_own_event(held: bool, tenure: Tenure | NamedTenure, acted: bool) -> bool:
    """Does an event concern who held the seat, and if the seat acted in it, was that no bot that stood in?"""
    return held and not (acted and tenure.stands_in)


def _tenure_of_event(tenures: Sequence[AnyTenure], n: int) -> AnyTenure:
    """The tenure of event `n`."""
    return next((one for one in reversed(tenures) if one.n <= n), tenures[0])


def _holder_name(tenure: Tenure | None, chair: Chair, lobby: Lobby) -> str:
    if tenure is None or tenure.who == chair.who is not None:
        return lobby.seat_name(chair)
    if tenure.who is None:
        return tenure.bot
    return say("names.muted", n=chair.seat + 1) if tenure.who in hidden_people() else lobby.guest_name(tenure.who)
