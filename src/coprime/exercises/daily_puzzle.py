"""Choose the puzzle of a day: one familiar kind for each weekday, the same on every server of one version.

A game says in `Game.daily` on which weekday its puzzles are those of the day, and of which kind.  A day without a game
asks of numbers whether they are prime.
"""

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from math import gcd
from typing import Any, NamedTuple

from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import load_messages
from ..core.numbers import is_prime
from ..core.registry import all_games
from .exercise import SAY
from .puzzle_bank import list_themes, puzzle_title

STEPS = 3                               # puzzles of a day: an easy one, a harder one, a hard one
REACHES = ((11, 100), (11, 100), (100, 300), (100, 300), (300, 1000), (300, 1000))     # of a day of numbers, in order
GOLDEN_SHARE = 0.618                    # of a third: how far apart the puzzles of two weeks lie


class DailyPuzzle(NamedTuple):
    """The puzzle of a day.

    game   whose puzzles, with their `kind`;  "" where numbers are asked
    title  what is asked;  rule  how it goes, in one line
    steps  numbers of the puzzles, or the numbers to be judged, in order
    """

    game: str
    kind: str
    title: str
    rule: str
    steps: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle of a day as docs/protocol.md has it."""
        return self._asdict()


def parse_day(day: int) -> date:
    """Return the date of a day such as 20261122.  Raises BadInput."""
    try:
        return date(day // 10_000, day // 100 % 100, day % 100)
    except ValueError:
        raise BadInput(SAY["no_day"].format(day=day)) from None


def puzzle_of_day(day: int) -> DailyPuzzle:
    """Return the puzzle of a day such as 20261122.  Raises BadInput."""
    on = parse_day(day)
    game = _find_daily_game(on.weekday())
    if game is None:
        return DailyPuzzle("", "numbers", SAY["daily"]["title"], SAY["daily"]["rule"], _choose_numbers(day))
    assert game.daily is not None
    kind = game.daily[1]
    numbers = next(theme["puzzles"] for theme in list_themes(game.name) if theme["kind"] == kind)
    return DailyPuzzle(game.name, kind, puzzle_title(game, kind), load_messages(game.folder)["daily"]["rule"],
                       _choose_puzzles(numbers, on.toordinal() // 7))


def _find_daily_game(weekday: int) -> Game | None:
    """Return the first game in the list of games that names a weekday, 0 for Monday, and has such puzzles; or None."""
    having = [game for game in all_games().values() if game.daily is not None and game.daily[0] == weekday
              and any(theme["kind"] == game.daily[1] for theme in list_themes(game.name))]
    return min(having, key=lambda game: (game.place, game.title), default=None)


def _choose_puzzles(numbers: Sequence[int], week: int) -> tuple[int, ...]:
    """Return one puzzle of each part of a kind, easiest first; none comes again before its part has been through."""
    found = []
    for step in range(STEPS):
        part = numbers[step * len(numbers) // STEPS:(step + 1) * len(numbers) // STEPS] or numbers
        stride = next(one for one in range(max(1, int(GOLDEN_SHARE * len(part))), 0, -1) if gcd(one, len(part)) == 1)
        found.append(part[week * stride % len(part)])
    return tuple(found)


def _choose_numbers(day: int) -> tuple[int, ...]:
    """Return numbers that look prime, from small to large, half of them primes at chance; no number twice."""
    found: list[int] = []
    for step, (first, last) in enumerate(REACHES):
        drawn = int.from_bytes(sha256(f"coprime numbers {day} {step}".encode()).digest()[:8])
        wanted = bool(drawn & 1)
        fits = [n for n in range(first, last) if n % 2 and n % 5 and is_prime(n) == wanted and n not in found]
        found.append(fits[(drawn >> 1) % len(fits)])
    return tuple(found)
