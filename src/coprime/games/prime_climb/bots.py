"""Rule-of-thumb bots for Prime Climb: `novice` looks one number ahead, `casual` its whole turn."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from ...core import bot_function_compilation
from ...core.bot_function_compilation import are_helpers_enabled
from . import action_ratings, rules
from .action_ratings import KEEPER_GAIN, WINS, is_keeper_verb, spaces_made, value_turn_end
from .actions import Verb, verb_of
from .choice_scenes import list_actions
from .rules import Phase
from .state import State
from .turn_phases import count_numbers_left

LEVELS = ("novice", "casual")

RANDOM_SHARE = 0.1          # of a novice's actions


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """Return an action of the seat whose view it is, and the milliseconds it takes (0)."""
    chance = random.Random(seed)
    rate = rate_actions_compiled if are_helpers_enabled() else rate_actions
    actions, ratings = rate(view, seat, level)
    best = max(ratings)
    if level == "casual" or best == WINS:
        return actions[ratings.index(best)], 0
    if chance.random() < RANDOM_SHARE:
        return chance.choice(actions), 0
    return max(zip(actions, ratings, strict=True), key=lambda rated: (rated[1], chance.random()))[0], 0


def rate_actions(view: State, seat: int, level: str) -> tuple[list[int], list[float]]:
    """Return the seat's actions and what each is worth to a level; WINS for one that wins at once."""
    actions = list_actions(view, seat)
    ratings = [WINS if wins_at_once(view, seat, action) else -WINS for action in actions]
    if WINS not in ratings and level == "casual":
        ratings[actions.index(best_turn_actions(view, seat)[0])] = 0.0
    elif WINS not in ratings:
        ratings = [spaces_gained(view, seat, action) for action in actions]
    return actions, ratings


def rate_actions_compiled(view: State, seat: int, level: str) -> tuple[list[int], list[float]]:
    """Return the same from compiled code; for casual what each action can lead to."""
    return bot_function_compilation.rate_actions(action_ratings.rate_actions, view, seat, rules.MAX_ACTIONS,
                                           level == "casual", *work_arrays())


@cache
def work_arrays() -> tuple[Any, ...]:
    """Return the arrays that compiled ratings work on, the same in every turn."""
    return action_ratings.make_work_arrays()


def wins_at_once(view: Any, seat: int, action: int) -> bool:
    """Return whether one move by a number wins the match at once."""
    if view.phase != Phase.MOVE or verb_of(action) > Verb.KEEPER_SUBTRACT:
        return False
    after = view.copy()
    rules.apply_move(after, seat, action)
    return rules.has_won(after, seat)


# Novice: one number at a time, as far ahead as it goes.

def spaces_gained(view: Any, seat: int, action: int) -> int:
    """Return how many spaces an action wins; a Keeper counts least, so it is kept until it wins."""
    if is_keeper_verb(verb_of(action)):
        return KEEPER_GAIN
    after = view.copy()
    (rules.apply_move if view.phase == Phase.MOVE else rules.apply)(after, seat, action)
    return sum(spaces_made(after, pawn) - spaces_made(view, pawn) for pawn in (2 * seat, 2 * seat + 1))


# Casual: all ways to use the numbers.

def best_turn_actions(view: State, seat: int) -> list[int]:
    """Return the actions of the turn that leaves the best position."""
    return max(list_turns(view, seat, set()), key=lambda turn: value_turn_end(view, turn[1], seat))[0]


def list_turns(view: Any, seat: int, visited: set[tuple[int, ...]]) -> Iterator[tuple[list[int], State]]:
    """Yield every use of the turn as its actions and the position after them.

    Keepers are tried only after the numbers.  `visited` collects the positions already met.
    """
    for action in list_actions(view, seat):
        if is_keeper_verb(verb_of(action)) and count_numbers_left(view):
            continue
        after = view.copy()
        rules.apply(after, seat, action)
        if after.phase != Phase.MOVE or after.turn != seat:
            yield [action], after
        elif (key := turn_position_key(after, seat)) not in visited:
            visited.add(key)
            for path, end in list_turns(after, seat, visited):
                yield [action, *path], end


def turn_position_key(view: State, seat: int) -> tuple[int, ...]:
    """Return what tells the positions of one turn apart."""
    return (*view.pawn.tolist(), *view.left.tolist(), int(view.keepers[seat]), int(view.atop), int(view.back),
            int(view.limited))
