"""Play a league: the pairings, their series and the ratings."""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from ..arena.match import victory_shares
from ..arena.players import make_player
from ..arena.row_writer import RowFile
from ..arena.series import close_players, plan_series
from ..arena.simulate import play_series
from ..arena.tally import SeriesResult
from ..arena.workers import Executor
from ..core.errors import BadInput
from ..core.messages import join_sentences, load_messages
from ..core.os_errors import describe_os_error
from ..tournaments.pairing import pair_swiss
from .league_config import League, LeagueGame
from .ratings import Rating, estimate_ratings, import_choix

SAY = load_messages(Path(__file__).parent)["league"]

BotPair = tuple[str, str]
OnGamePlayed = Callable[[LeagueGame, BotPair, int, int],
                        None]    # a pairing, its games so far, and how many it is to have


@dataclass(frozen=True)
class Pairing:
    """The series of two bots in a game, with its result.

    deals  per deal the number of games and the first bot's wins
    """

    league_game: LeagueGame
    bots: BotPair
    result: SeriesResult
    deals: list[tuple[int, float]]

    @property
    def share(self) -> float:
        """The first bot's share of the games."""
        return self.result.standings[0].wins / self.result.games


@dataclass
class LeagueOutcome:
    """The outcome of a league.

    absent   why bots could not be loaded
    ratings  empty where not all have met, directly or through others
    stopped  whether it was interrupted
    """

    league: League
    pairings: list[Pairing] = field(default_factory=list)
    absent: dict[str, str] = field(default_factory=dict)
    ratings: list[Rating] = field(default_factory=list)
    stopped: bool = False

    def compute_ratings(self) -> list[Rating]:
        """Return the ratings over all games."""
        met: dict[BotPair, list[tuple[int, float]]] = {}
        for one in self.pairings:
            met.setdefault(one.bots, []).extend(one.deals)
        return estimate_ratings(list(self.league.bots), met, self.league.seed)


def play_league(league: League, folder: Path, executor: Executor | None = None,
                on_game_played: OnGamePlayed = lambda contest, pair, done, of: None) -> LeagueOutcome:
    """Play a league, or continue it.  Raises BadInput.

    folder          gets a file of rows per pairing; games in it are not played again
    executor        plays in other processes; the games are the same with any
    on_game_played  called with a pairing's progress

    Ctrl-C ends it with what has been played.
    """
    import_choix()                   # before anything is played
    outcome = LeagueOutcome(league)
    bots = find_playable_bots(league, outcome.absent)
    keep_league_file(league, folder)
    rounds = swiss_rounds(outcome, bots) if league.rounds else iter([list(combinations(bots, 2))])
    try:
        for pair in (pair for pairs in rounds for pair in pairs):
            for contest in league.league_games:
                outcome.pairings.append(play_pairing(league, contest, pair, folder, executor, on_game_played))
                if outcome.pairings[-1].result.stopped:
                    raise KeyboardInterrupt
    except KeyboardInterrupt:
        if not outcome.pairings:
            raise
        outcome.stopped = True
    outcome.ratings = outcome.compute_ratings()
    return outcome


def find_playable_bots(league: League, absent: dict[str, str]) -> list[str]:
    """Return the bots that can play every game; reasons for others go to `absent`.

    Raises BadInput for fewer than two.
    """
    for name in league.bots:
        for contest in league.league_games:
            try:
                close_players({name: make_player(contest.game, name)})
            except BadInput as wrong:
                absent[name] = str(wrong)
                break
    left = [name for name in league.bots if name not in absent]
    if len(left) < 2:
        raise BadInput(join_sentences([SAY["alone"], *absent.values()]))
    return left


def keep_league_file(league: League, folder: Path) -> None:
    """Store the league's file beside its rows.

    Raises BadInput where another league has been played there.
    """
    file = folder / "league.toml"
    try:
        folder.mkdir(exist_ok=True)
        if file.exists() and file.read_text(encoding="utf-8") != league.text:
            raise BadInput(SAY["other"].format(folder=folder))
        file.write_text(league.text, encoding="utf-8")
    except OSError as wrong:
        raise BadInput(SAY["unwritten"].format(folder=folder, why=describe_os_error(wrong))) from None


def swiss_rounds(outcome: LeagueOutcome, bots: list[str]) -> Iterator[list[BotPair]]:
    """Yield Swiss rounds: bots with similar scores meet, and no pair twice while that can be avoided."""
    meetings: dict[frozenset[str], int] = {}
    byes: list[str] = []
    for _ in range(outcome.league.rounds):
        points = dict.fromkeys(bots, 0.0)
        for played in outcome.pairings:
            points[played.bots[0]] += played.share
            points[played.bots[1]] += 1 - played.share
        ranked = sorted(bots, key=lambda bot: (-points[bot], bots.index(bot)))
        pairs, bye = pair_swiss(ranked, points, meetings, byes)
        if bye is not None:
            byes.append(bye)
        for pair in pairs:
            meetings[frozenset(pair)] = meetings.get(frozenset(pair), 0) + 1
        yield [(first, second) for first, second in (sorted(pair, key=bots.index) for pair in pairs)]


def play_pairing(league: League, league_game: LeagueGame, pair: BotPair, folder: Path, executor: Executor | None,
                 on_game_played: OnGamePlayed) -> Pairing:
    """Play the series of two bots in a game, seated alternately.

    Raises KeyboardInterrupt before the first game.
    """
    game, seed = league_game.game, pairing_seed(league, league_game, pair)
    seated = list(pair) * (league_game.seats // 2)
    plan = plan_series(game, seated, seed, league_game.options, league_game.seats)
    with closing(RowFile(folder / pairing_file_name(league_game, pair), plan, resume=True)) as rows:
        result = play_series(game, seated, league.games, seed, league_game.options, league_game.seats, executor,
                             lambda done: on_game_played(league_game, pair, done, league.games), rows)
        deals = []
        for deal in rows.read_deals():
            won = [sum(share for bot,
                       share in zip(row.bots, victory_shares(row.returns), strict=True) if bot == pair[0])
                   for row in deal]
            deals.append((len(deal), sum(won)))
    return Pairing(league_game, pair, result, deals)


def pairing_seed(league: League, league_game: LeagueGame, pair: BotPair) -> int:
    """Return the seed of a pairing, which differs between pairings and games."""
    text = f"{league.seed} {league_game.game.name} {league_game.seats} {' '.join(pair)}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest())


def pairing_file_name(league_game: LeagueGame, pair: BotPair) -> str:
    """Return the file name of a pairing: the game, both bots and a digest that keeps names distinct."""
    identity = repr((league_game.game.name, league_game.seats, sorted(league_game.options.items()), pair))
    digest = hashlib.blake2b(identity.encode(), digest_size=4).hexdigest()
    names = "-".join(re.sub(r"[^\w.]+", "_", bot)[:40] for bot in pair)
    return f"{league_game.game.name}-{names}-{digest}.jsonl"
