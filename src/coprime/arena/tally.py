"""Count the results of a series while it is played."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..core.options import Value
from .match import victory_shares
from .series import DealRows, SeriesPlan
from .sprt import Sprt, SprtCount, SprtResult
from .statistics import Interval, Ratio


@dataclass(frozen=True)
class Standing:
    """The result of one bot.

    wins     games won; a shared victory counts as its share
    rate     wins per game; with n seats an even bot wins 1/n
    payoff   mean of its returns
    by_seat  wins and games in each seat
    slips    unusable answers of an external bot: failed, late or refused
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
class SeriesResult:
    """The result of a series.  Intervals are 95 % intervals by deal.

    won_by_seat  the share of all games that each seat won
    began        the share that the first to act won; None where nobody acts alone at first
    shared       games without a single winner
    endless      games broken off as endless, which count as they stood
    actions      actions of seats per game
    stopped      whether it was interrupted
    sprt         the sequential test of the first bot's share, or None
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
        """Return the result as JSON data."""
        return asdict(self)


class Tally:
    """Counts a series while it is played, in constant memory."""

    def __init__(self, plan: SeriesPlan, sprt: Sprt | None = None) -> None:
        self.plan = plan
        self._sprt = SprtCount(sprt, 1 / len(plan.bots)) if sprt else None
        self.games = self.deals = self.shared = self.endless = self.longest = 0
        self._actions, self._began = Ratio(), Ratio()
        self._seats = [Ratio() for _ in plan.bots]
        self._bots = {name: _BotCount(len(plan.bots)) for name in plan.bots}

    def add(self, deal: DealRows) -> None:
        """Add the games of a whole deal."""
        won = [victory_shares(row.returns) for row in deal]
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
            taken = [(seat, share[seat], row.returns[seat]) for row, share in zip(deal, won, strict=True)
                     for seat, bot in enumerate(row.bots) if bot == name]
            one.add(taken)
            if self._sprt and name == self.plan.bots[0] and taken:
                self._sprt.add_share(sum(share for _, share, _ in taken) / len(taken))
            for number, slip in (row.slips[name] for row in deal if name in row.slips):
                one.slips += number
                one.slip = one.slip or slip

    @property
    def sprt_result(self) -> SprtResult | None:
        """The sequential test of the first bot's share so far, or None."""
        return self._sprt.result if self._sprt else None

    def make_result(self, seconds: float, stopped: bool = False) -> SeriesResult:
        """Return the result of the series so far."""
        plan = self.plan
        standings = [Standing(name, int(one.wins.bottom), one.wins.top, one.wins.share_interval(),
                              one.payoff.mean_interval(),
                              one.by_seat, one.slips, one.slip)
                     for name, one in self._bots.items()]
        return SeriesResult(plan.game, dict(plan.options), len(plan.bots), self.games, self.deals, plan.seed, standings,
                            [seat.share_interval() for seat in self._seats],
                            self._began.share_interval() if self._began.samples else None,
                            self.shared, self.endless, self._actions.mean_interval(), self.longest, seconds, stopped,
                            self.sprt_result)


class _BotCount:
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
