"""Number games for people and programs: the rules that the browser game plays by, from Python.

`all_games()` returns every game by name and `game(name)` one of them, a `Game`: its seats and options, its rules
(compiled, or as pure Python for a debugger), its words and bots. A `Match` holds a true state and everything that has
happened; `simulate` lets bots play a series and counts; `batch` steps many matches at once for a learner; `review`
finds the costliest moments of a finished match.

>>> import random
>>> import coprime
>>> game = coprime.game("prime_climb")
>>> game.title, game.seats
('Prime Climb', (1, 4))

A match, in which chance (dice, shuffles) is drawn from a source of random bits:

>>> match = coprime.Match(game, seats=2)
>>> match.settle(random.Random(2).getrandbits)          # the roll
>>> match.to_act()                                      # a list of seats
[0]
>>> actions = match.sound_actions(0)
>>> [game.words.label(action) for action in actions]    # in the game's own notation
['a+1', 'a*1', 'a/1', 'b+1', 'b*1', 'b/1', 'a+6', 'a*6', 'a/6', 'b+6', 'b*6', 'b/6']
>>> match.act(0, actions[0])
>>> int(match.view(1).pawn[0])                          # what the other seat sees: a state of the same type
1

A series between two bots, the seats rotated:

>>> result = coprime.simulate("prime_climb", bots=["casual", "novice"], games=4, seed=1)
>>> [(standing.bot, standing.games) for standing in result.standings]
[('casual', 4), ('novice', 4)]

Wrong arguments raise `BadInput` (`coprime.core.errors`), whose text may be shown to a person.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .arena.tally import SeriesResult
    from .core.game import Game
    from .core.match import Match
    from .core.options import Value
    from .core.record import GameRecord
    from .env.batch import Batch
    from .reviews.review import Review

__version__ = "1.0.0"
__all__ = ["Game", "Match", "batch", "game", "review", "all_games", "simulate"]


def game(name: str) -> "Game":
    """Return the game called `name`, such as "prime_climb".

    Raises `UnknownGame` with the names there are.
    """
    from .core.registry import find_game as find

    return find(name)


def all_games() -> "dict[str, Game]":
    """Return every installed game, by name."""
    from .core.registry import all_games

    return all_games()


def simulate(game: "str | Game", bots: Sequence[str] = ("casual",), games: int = 100, seed: int = 1,
             seats: int | None = None, options: "Mapping[str, Value] | None" = None, jobs: int = 1,
             cluster: str | None = None, preset: str | None = None) -> "SeriesResult":
    """Let bots play a series of matches and count.  Raises `BadInput`.

    game     a game or its name
    bots     for each seat a level, "random", "strong" or "strong:N" with N iterations a move, "master" where a game has
             one, "policy", "pimc:N" with N worlds a move, or one of your own (docs/bots.md); the last one named takes
             the seats left over
    games    how many matches, at least: every deal is played from each seat once, and the last one, too, is played
             whole; seatings that differ only in equal bots would be the same match and are played once
    seed     of all chance: the same seed gives the same series
    seats    how many; by default as many as bots are named, or the fewest that the game takes
    options  of the game, by name; what is not named has its default
    jobs     processes that play; more than one only in a file whose main part stands under `if __name__ ==
             "__main__"`, as the library multiprocessing wants it
    preset   a named set of options, which `options` change
    cluster  HOST:PORT of a Dask scheduler whose workers play, or "local"; the series is the same

    The result has, for each bot, its share of wins and its mean returns, what each seat wins and what who begins wins,
    with intervals of 95 % by deal, and the mean number of actions of a match.
    """
    from .arena.executor_factory import make_executor
    from .arena.simulate import play_series
    from .core.registry import find_game as find

    found = find(game) if isinstance(game, str) else game
    with make_executor(jobs, cluster) as hands:
        return play_series(found, bots, games, seed, found.preset_options(preset, options), seats, hands)


def batch(game: "str | Game", n: int, seats: int | None = None, options: "Mapping[str, Value] | None" = None,
          seed: int | None = 1, threads: int = 1, max_steps: int | None = 10_000,
          preset: str | None = None) -> "Batch":
    """Many matches of a game side by side, for learners: one call steps them all.  Raises `BadInput`.

    game     a game or its name
    n        how many matches
    seats    of each; two, or as many as the game takes
    options  of the game, by name; what is not named has its default
    preset   a named set of options, which `options` change
    seed     of all chance: the same arguments and choices give the same matches; None draws one
    threads  that step them; the matches are the same with any number
    max_steps  choices of a match, of all seats together, after which it is truncated: `done` and `truncated` say so,
             `final` has what it would have asked next, and another match starts; None for no limit

    `now`, `reset()` and `step(choices)` give observations, masks, who is asked, rewards, and what is over; `sample()`
    draws choices; `encoder` says what the numbers mean.  A batch can be copied (`copy.deepcopy`) and pickled.  The
    first batch of a game compiles it, in half a minute.
    """
    from .core.registry import find_game as find
    from .env.batch import Batch

    found = find(game) if isinstance(game, str) else game
    return Batch(found, n, seats, found.preset_options(preset, options), seed, threads, max_steps)


def review(record: "str | GameRecord", seat: int = 0, seconds: float | None = 10.0, seed: int = 1,
           master: bool | None = None) -> "Review":
    """Find the moments, three at most, of a finished match that cost a seat most.  Raises BadInput.

    record   of the match, as text or as `coprime.core.record.load_record` returns it
    seat     whose moments; each is judged by what this seat could see at the time
    seconds  of thinking at most; None for no limit.  The first review of a game compiles it, in half a minute at
             most, which is not counted
    seed     of the worlds that are sampled: the same seed gives the same review, if there is time for all of it
    master   whether the game's master is asked besides the hints: True compiles it first if need be, in a minute or
             two; None asks it if it is compiled already

    The result has its moments in order of play: what was done, what was better, the hints for it, and what it cost.
    """
    from .reviews.review import review as look_back

    return look_back(record, seat, seconds, seed, master)


# NumPy is imported when a class is asked for: `import coprime` alone stays quick.
_HOMES = {"Game": "core.game", "Match": "core.match"}


def __getattr__(name: str) -> Any:
    if name == "shelf":
        from warnings import warn

        warn("coprime.shelf is now all_games", DeprecationWarning, stacklevel=2)
        return all_games
    if name not in _HOMES:
        raise AttributeError(f"module 'coprime' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"coprime.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
