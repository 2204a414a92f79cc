"""Rule-of-thumb bots for Prime Climb: `novice` looks one number ahead, `casual` its whole turn."""

import random
from collections.abc import Iterator
from typing import Any

from ...core.bits import bag_size
from . import heuristics, rules
from .actions import Verb, verb_of
from .board import Route, goal_of, is_exposed, is_returning, start_of
from .move_choices import list_actions
from .rules import Phase
from .state import State
from .tables import HOME, LAST
from .turn_phases import count_numbers_left

LEVELS = ("novice", "casual")

BUMP_VALUE, CARD_VALUE, KEEPER_COST = 1.0, 0.5, 0.8       # in rolls: an opponent sent back, a card drawn, a Keeper gone
KEEPER_VERBS = (Verb.PLUS, Verb.MINUS, Verb.CLEAR, Verb.LIMIT)


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """Return an action of the seat whose view it is, and the milliseconds it takes (0)."""
    chance = random.Random(seed)
    actions = list_actions(view, seat)
    wins = [action for action in actions if wins_at_once(view, seat, action)]
    if wins:
        return wins[0], 0
    if level == "novice":
        return choose_greedily(view, seat, actions, chance), 0
    return best_turn_actions(view, seat)[0], 0


def wins_at_once(view: Any, seat: int, action: int) -> bool:
    """Return whether one move by a number wins the match at once."""
    if view.phase != Phase.MOVE or verb_of(action) > Verb.MINUS:
        return False
    after = view.copy()
    rules.apply_move(after, seat, action)
    return rules.has_won(after, seat)


# Novice: one number at a time, as far ahead as it goes.

def choose_greedily(view: State, seat: int, actions: list[int], chance: random.Random) -> int:
    """Return the action that gains most spaces; one time in ten a random one."""
    if chance.random() < 0.1:
        return chance.choice(actions)
    return max(actions, key=lambda action: (spaces_gained(view, seat, action), chance.random()))


def spaces_gained(view: Any, seat: int, action: int) -> int:
    """Return how many spaces an action wins; a Keeper counts least, so it is kept until it wins."""
    if verb_of(action) in KEEPER_VERBS:
        return -1000
    after = view.copy()
    (rules.apply_move if view.phase == Phase.MOVE else rules.apply)(after, seat, action)
    return sum(spaces_made(after, pawn) - spaces_made(view, pawn) for pawn in (2 * seat, 2 * seat + 1))


def spaces_made(view: State, pawn: int) -> int:
    """Return how many spaces of its route a pawn has behind it."""
    if view.pawn[pawn] == HOME:
        return LAST
    return abs(int(view.pawn[pawn]) - int(start_of(view, pawn))) + LAST * is_returning(view, pawn)


# Casual: all ways to use the numbers.

def best_turn_actions(view: State, seat: int) -> list[int]:
    """Return the actions of the turn that leaves the best position."""
    return max(list_turns(view, seat, set()), key=lambda turn: value_turn_end(view, turn[1], seat))[0]


def list_turns(view: Any, seat: int, visited: set[tuple[int, ...]]) -> Iterator[tuple[list[int], State]]:
    """Yield every use of the turn as its actions and the position after them.

    Keepers are tried only after the numbers.  `visited` collects the positions already met.
    """
    for action in list_actions(view, seat):
        if verb_of(action) in KEEPER_VERBS and count_numbers_left(view):
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


def value_turn_end(view: State, after: State, seat: int) -> float:
    """Return the value of a turn's end in rolls: pawns, opponents sent back, a card to come, Keepers gone."""
    if after.place[seat]:
        return 100.0
    value = -rolls_needed(after, seat)
    for pawn in range(2 * view.seats):
        if pawn // 2 != seat and is_exposed(view, pawn) and after.pawn[pawn] == start_of(after, pawn):
            value += BUMP_VALUE
    if after.phase == Phase.DRAW:
        value += CARD_VALUE
    return value - KEEPER_COST * (bag_size(int(view.keepers[seat])) - bag_size(int(after.keepers[seat])))


def rolls_needed(view: State, seat: int) -> float:
    """Return the sum of each pawn's expected rolls, a rough measure of what two pawns need together."""
    if view.ticks[seat] != view.way_stations:
        return float(heuristics.expected_rolls_home(view, seat))
    needs = [expected_rolls_of_pawn(view, pawn) for pawn in (2 * seat, 2 * seat + 1)]
    return min(needs) if view.sprint else sum(needs)


def expected_rolls_of_pawn(view: State, pawn: int) -> float:
    """Return the expected rolls of one pawn by itself."""
    doubles, space = 0 if view.doubles == 4 else 1, view.pawn[pawn]
    if view.route == Route.THERE_AND_BACK:
        return float(heuristics.expected_rolls_of_pawn(doubles, space, is_returning(view, pawn)))
    return float(heuristics.ROLLS[0 if goal_of(view, pawn) else 1, doubles, space, HOME])
