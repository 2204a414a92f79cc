"""Who played the seats of a match, and since when, so that a log says "you" to whoever acted and to nobody else.

`play` notes it after every action, `watcher_log` asks for it, and `snapshot` stores it: no name of a person, only their
number.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

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
    held: bool
    stands_in: bool


AnyTenure = TypeVar("AnyTenure", Tenure, NamedTenure)


class TenureAccount:
    """The tenures of a match as one person reads of them, at a place that knows neither the table nor its people."""

    def __init__(self, seats: Sequence[Sequence[Sequence[Any]]]) -> None:
        self._seats = [[NamedTenure(*one) for one in seat] for seat in seats]

    def names(self, n: int) -> list[str]:
        """What the players of all seats are called who played them at event `n`."""
        return [_last(seat, n).name for seat in self._seats]

    def is_own(self, watcher: int, acting: int, n: int) -> bool:
        """As `Holders.is_own` of that person."""
        tenure = _last(self._seats[watcher], n)
        return _acted_themselves(tenure.held, tenure, acting == watcher)


class Holders:
    """The tenures of every seat in one match, the oldest first."""

    def __init__(self, tenures: Sequence[Sequence[Any]] = ()) -> None:
        self._seats = [[Tenure(*one) for one in seat] for seat in tenures]

    def note(self, n: int, chairs: Sequence[Chair], acting: int | None = None, bot: bool = False) -> bool:
        """Note who sits where as event `n` happens.  Returns whether anybody has changed.

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

    def replace(self, old: int, new: int, seat: int | None = None) -> None:
        """Another number stands for a person, in one seat or everywhere: another device, or the next of their team."""
        for at, tenures in enumerate(self._seats):
            if seat in (None, at):
                tenures[:] = [one._replace(who=new) if one.who == old else one for one in tenures]

    def names(self, n: int, lobby: Lobby) -> list[str]:
        """What the players of all seats are called who played them at event `n`."""
        return [_name(self._at(chair.seat, n), chair, lobby) for chair in lobby.chairs]

    def is_own(self, watcher: int, who: int | None, acting: int, n: int) -> bool:
        """Is event `n` of seat `acting` told as "you" to person `who`, who looks from seat `watcher` now?

        Only where they or their team held that seat, and no bot acted for them.  Whoever looks with a bot's eyes, or a
        spectator's, is nobody that it could be told to.
        """
        tenure = self._at(watcher, n)
        return who is None or tenure is None or _acted_themselves(tenure.who == who, tenure, acting == watcher)

    def account(self, lobby: Lobby, who: int | None) -> list[list[NamedTenure]]:
        """What `TenureAccount` is made of, for person `who`: by seat, who played it and since when."""
        return [[NamedTenure(one.n, _name(one, chair, lobby), who is not None and one.who == who, one.stands_in)
                 for one in tenures] for chair, tenures in zip(lobby.chairs, self._seats, strict=False)]

    def _at(self, seat: int, n: int) -> Tenure | None:
        tenures = self._seats[seat] if seat < len(self._seats) else []
        return _last(tenures, n) if tenures and tenures[0].n <= n else None

    def kept(self) -> list[list[list[Any]]]:
        """As it is stored, and as `Holders` is made again."""
        return [[list(one) for one in seat] for seat in self._seats]


def _acted_themselves(held: bool, tenure: Tenure | NamedTenure, acted: bool) -> bool:
    """Does an event concern who held the seat, and if the seat acted in it, was that no bot that stood in?"""
    return held and not (acted and tenure.stands_in)


def _last(tenures: Sequence[AnyTenure], n: int) -> AnyTenure:
    """The tenure of event `n`."""
    return next((one for one in reversed(tenures) if one.n <= n), tenures[0])


def _name(tenure: Tenure | None, chair: Chair, lobby: Lobby) -> str:
    if tenure is None or tenure.who == chair.who is not None:
        return lobby.name(chair)
    if tenure.who is None:
        return tenure.bot
    return lobby.guests[tenure.who].name if tenure.who in lobby.guests else say("names.nobody")
