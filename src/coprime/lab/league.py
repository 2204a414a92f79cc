"""A league: who meets whom, the series that they play, and what comes of them."""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from ..arena.match import shares
from ..arena.players import player
from ..arena.rows import Rows
from ..arena.series import close, planned
from ..arena.simulate import play
from ..arena.tally import Result
from ..arena.workers import Hands
from ..core.errors import BadInput
from ..core.messages import join_sentences, load_messages
from ..core.os_errors import describe_os_error
from .plans import Contest, League
from .ratings import Rating, library, rated

SAY = load_messages(Path(__file__).parent)["league"]

Pair = tuple[str, str]
Told = Callable[[Contest, Pair, int, int], None]    # a pairing, its games so far, and how many it is to have


@dataclass(frozen=True)
class Pairing:
    """Two bots' series in a game: what it showed, and deal by deal its games and what the first of them won."""

    contest: Contest
    bots: Pair
    result: Result
    deals: list[tuple[int, float]]

    @property
    def share(self) -> float:
        """Of the games, the first bot's."""
        return self.result.standings[0].wins / self.result.games


@dataclass
class Outcome:
    """What a league has come to.

    absent   why bots could not be loaded
    ratings  none where not all have met, directly or by others
    stopped  it was broken off
    """

    league: League
    pairings: list[Pairing] = field(default_factory=list)
    absent: dict[str, str] = field(default_factory=dict)
    ratings: list[Rating] = field(default_factory=list)
    stopped: bool = False

    def rate(self) -> list[Rating]:
        """The ratings over all games."""
        met: dict[Pair, list[tuple[int, float]]] = {}
        for one in self.pairings:
            met.setdefault(one.bots, []).extend(one.deals)
        return rated(list(self.league.bots), met, self.league.seed)


def run(league: League, folder: Path, hands: Hands | None = None,
        told: Told = lambda contest, pair, done, of: None) -> Outcome:
    """Play a league, or go on with it.  Raises BadInput.

    folder  gets a file of rows for every pairing; what stands there is not played again
    hands   others who play; the games are the same with any
    told    is told how far a pairing is

    Ctrl-C ends it with what has been played.
    """
    library()                   # before anything is played
    outcome = Outcome(league)
    bots = present(league, outcome.absent)
    kept(league, folder)
    rounds = swiss(outcome, bots) if league.rounds else iter([list(combinations(bots, 2))])
    try:
        for pair in (pair for pairs in rounds for pair in pairs):
            for contest in league.contests:
                outcome.pairings.append(met(league, contest, pair, folder, hands, told))
                if outcome.pairings[-1].result.stopped:
                    raise KeyboardInterrupt
    except KeyboardInterrupt:
        if not outcome.pairings:
            raise
        outcome.stopped = True
    outcome.ratings = outcome.rate()
    return outcome


def present(league: League, absent: dict[str, str]) -> list[str]:
    """The bots that can play every game; why the others cannot.  Raises BadInput where fewer than two are left."""
    for name in league.bots:
        for contest in league.contests:
            try:
                close({name: player(contest.game, name)})
            except BadInput as wrong:
                absent[name] = str(wrong)
                break
    left = [name for name in league.bots if name not in absent]
    if len(left) < 2:
        raise BadInput(join_sentences([SAY["alone"], *absent.values()]))
    return left


def kept(league: League, folder: Path) -> None:
    """Keep the league's file beside its rows.  Raises BadInput where another one has been played there."""
    file = folder / "league.toml"
    try:
        folder.mkdir(exist_ok=True)
        if file.exists() and file.read_text(encoding="utf-8") != league.text:
            raise BadInput(SAY["other"].format(folder=folder))
        file.write_text(league.text, encoding="utf-8")
    except OSError as wrong:
        raise BadInput(SAY["unwritten"].format(folder=folder, why=describe_os_error(wrong))) from None


def swiss(outcome: Outcome, bots: list[str]) -> Iterator[list[Pair]]:
    """Round by round: those who have won alike often meet, and nobody meets anybody twice while that can be avoided."""
    met: set[frozenset[str]] = set()
    byes: list[str] = []
    for _ in range(outcome.league.rounds):
        points = dict.fromkeys(bots, 0.0)
        for played in outcome.pairings:
            points[played.bots[0]] += played.share
            points[played.bots[1]] += 1 - played.share
        left = sorted(bots, key=lambda bot: (-points[bot], bots.index(bot)))
        if len(left) % 2:
            # The last one who has not sat out yet does.
            out = next((bot for bot in reversed(left) if bot not in byes), left[-1])
            byes.append(out)
            left.remove(out)
        pairs = []
        while left:
            one = left.pop(0)
            other = next((bot for bot in left if frozenset((one, bot)) not in met), left[0])
            left.remove(other)
            met.add(frozenset((one, other)))
            first, second = sorted((one, other), key=bots.index)
            pairs.append((first, second))
        yield pairs


def met(league: League, contest: Contest, pair: Pair, folder: Path, hands: Hands | None, told: Told) -> Pairing:
    """The series of two bots in a game, who sit in turn round the table.  Raises KeyboardInterrupt before a game."""
    game, seed = contest.game, seed_of(league, contest, pair)
    seated = list(pair) * (contest.seats // 2)
    plan = planned(game, seated, seed, contest.options, contest.seats)
    with closing(Rows(folder / file_of(contest, pair), plan, resume=True)) as rows:
        result = play(game, seated, league.games, seed, contest.options, contest.seats, hands,
                      lambda done: told(contest, pair, done, league.games), rows)
        deals = []
        for deal in rows.played():
            won = [sum(share for bot, share in zip(row.bots, shares(row.returns), strict=True) if bot == pair[0])
                   for row in deal]
            deals.append((len(deal), sum(won)))
    return Pairing(contest, pair, result, deals)


def seed_of(league: League, contest: Contest, pair: Pair) -> int:
    """Of a pairing: the same for the same league, another one for every pairing and game."""
    text = f"{league.seed} {contest.game.name} {contest.seats} {' '.join(pair)}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest())


def file_of(contest: Contest, pair: Pair) -> str:
    """Its name: the game, who has met, and enough of a digest that no two are alike."""
    what = repr((contest.game.name, contest.seats, sorted(contest.options.items()), pair))
    digest = hashlib.blake2b(what.encode(), digest_size=4).hexdigest()
    names = "-".join(re.sub(r"[^\w.]+", "_", bot)[:40] for bot in pair)
    return f"{contest.game.name}-{names}-{digest}.jsonl"
