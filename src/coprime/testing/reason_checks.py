"""Hold a game's reasons to the truth: over random matches, each is worked out again by an independent check."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..core.attr_view import to_object
from ..core.game import Game
from ..core.match import copy_state
from ..core.reasons import MAX_REASONS
from ..core.seats import CHANCE, CLOCK
from .laws import RandomWalk

Choice = tuple[Any, int, list[int], list[int]]              # a seat's view, the seat, what it did, what was better
Check = Callable[[Any, int, list[int], list[int], Mapping[str, Any]], bool]
PAIRS = 6                   # of choices that are compared in a position


def walk_choices(game: Game, seats: int, options: dict[str, Any], seed: int, most: int = 400) -> Iterator[Choice]:
    """Yield pairs of sound actions of the seats that act in a random match, as a review compares them."""
    walk = RandomWalk(game, game.pure_rules, seats, options, seed)
    for state in walk.walk_positions(most):
        for seat in set(walk.acting_seats()) - {CHANCE, CLOCK}:
            listed = walk.listed_actions(seat)
            view = copy_state(state)
            game.pure_rules.redact(view, seat)
            for _ in range(PAIRS if len(listed) > 1 else 0):
                played, better = walk.random.sample(listed, 2)
                yield to_object(view), seat, [played], [better]


def check_reasons(game: Game, checks: Mapping[str, Check], choices: Iterable[Choice]) -> Counter[str]:
    """Check every reason of these choices, and return how many there were of each key.

    A check gets the choice and the facts of the reason, and says whether these are true.
    """
    assert game.reasons is not None
    met: Counter[str] = Counter()
    for view, seat, played, better in choices:
        found = game.reasons.choice_reasons(view, seat, played, better)
        assert len(found) <= MAX_REASONS and len({reason.key for reason in found}) == len(found)
        for reason in found:
            told = [game.words.label(action) for action in (*played, *better)]
            assert "{" not in reason and reason[-1] in ".!。", reason
            assert checks[reason.key](view, seat, played, better, reason.facts), (str(reason), reason.facts, told)
            met[reason.key] += 1
    return met
