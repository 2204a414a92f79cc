"""What a series shows, counted while it is played."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..core.options import Value
from .match import shares
from .series import Deal, SeriesPlan
from .sprt import Sprt, SprtResult
from .statistics import Interval, Ratio


@dataclass(frozen=True)
class Standing:
    """How one bot did.

    wins     games won, a shared victory counting as its share
    rate     of its games; with more seats than two an even bot wins one in so many
    payoff   mean of its returns
    by_seat  wins and games in each seat
    slips    answers that could not be used: a bot from outside that failed, was late, or took what is refused
    slip     what was wrong with the first of them
    """

    bot: str
    games: int
    wins: float
    rate: Interval
    payoff: Interval
    by_seat: list[tuple[float, int]]
    slips: int
    slip: str


@dataclass(frozen=True)
class Result:
    """What a series showed.  Intervals hold 95 times in 100 and are by deal.

    won_by_seat  the share of all games that each seat won, whoever sat there
    began        the share that who acted first won; None where nobody acts alone at first
    shared       games that had no one winner
    endless      games that would have gone round for ever, were broken off, and count as they stood
    actions      of a game, of seats only
    stopped      it was broken off before all games were played
    sprt         what a sequential test says of the first bot's share; None where none was asked for
    """

    game: str
    options: dict[str, Value]
    seats: int
    games: int
    deals: int
    seed: int
    standings: list[Standing]
    won_by_seat: list[Interval]
    began: Interval | None
    shared: int
    endless: int
    actions: Interval
    longest: int
    seconds: float
    stopped: bool = False
    sprt: SprtResult | None = None

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Tally:
    """Counts a series while it is played, in memory that does not grow with it."""

    def __init__(self, plan: SeriesPlan, sprt: Sprt | None = None) -> None:
        self.plan, self.sprt = plan, sprt
        self.games = self.deals = self.shared = self.endless = self.longest = 0
        self._actions, self._began = Ratio(), Ratio()
        self._seats = [Ratio() for _ in plan.bots]
        self._bots = {name: _Count(len(plan.bots)) for name in plan.bots}

    def add(self, deal: Deal) -> None:
        """Another deal, whole."""
        won = [shares(row.returns) for row in deal]
        self.deals += 1
        self.games += len(deal)
        self.shared += sum(0 < max(share) < 1 for share in won)
        self.endless += sum(row.endless for row in deal)
        self.longest = max(self.longest, *(row.actions for row in deal))
        self._actions.add(sum(row.actions for row in deal), len(deal))
        opened = [share[row.began] for row, share in zip(deal, won, strict=True) if row.began is not None]
        self._began.add(sum(opened), len(opened))
        for seat, ratio in enumerate(self._seats):
            ratio.add(sum(share[seat] for share in won), len(deal))
        for name, one in self._bots.items():
            one.add([(seat, share[seat], row.returns[seat])
                     for row, share in zip(deal, won, strict=True) for seat, bot in enumerate(row.bots) if bot == name])
            for number, slip in (row.slips[name] for row in deal if name in row.slips):
                one.slips += number
                one.slip = one.slip or slip

    @property
    def verdict(self) -> SprtResult | None:
        """On the first bot's share of its games."""
        if self.sprt is None:
            return None
        return self.sprt.verdict(self._bots[self.plan.bots[0]].wins, 1 / len(self.plan.bots))

    def result(self, seconds: float, stopped: bool = False) -> Result:
        plan = self.plan
        standings = [Standing(name, int(one.wins.bottom), one.wins.top, one.wins.share(), one.payoff.interval(),
                              one.by_seat, one.slips, one.slip)
                     for name, one in self._bots.items()]
        return Result(plan.game, dict(plan.options), len(plan.bots), self.games, self.deals, plan.seed, standings,
                      [seat.share() for seat in self._seats], self._began.share() if self._began.deals else None,
                      self.shared, self.endless, self._actions.interval(), self.longest, seconds, stopped, self.verdict)


class _Count:
    """What one bot has done, in all seats that it took."""

    def __init__(self, seats: int) -> None:
        self.wins, self.payoff = Ratio(), Ratio()
        self.slips, self.slip = 0, ""
        self.by_seat: list[tuple[float, int]] = [(0.0, 0)] * seats

    def add(self, taken: Sequence[tuple[int, float, float]]) -> None:
        """The seats of a deal: (seat, share of the victory, return)."""
        self.wins.add(sum(won for _, won, _ in taken), len(taken))
        self.payoff.add(sum(value for _, _, value in taken), len(taken))
        for seat, won, _ in taken:
            wins, games = self.by_seat[seat]
            self.by_seat[seat] = (wins + won, games + 1)
