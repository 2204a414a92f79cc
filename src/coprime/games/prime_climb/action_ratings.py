"""Ratings of the actions of a turn, compiled for series: what `bots.rate_actions` computes, in a tenth of its time."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import bag_size
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from . import heuristics
from .board import Route, goal_of, is_exposed, is_returning, start_of
from .board_and_card_data import HOME, LAST
from .heuristics import TABLE_SIZE, add_if_new, expected_rolls_home
from .rules import Phase, Verb, apply, apply_move, has_won, sound_actions, verb_of
from .turn_phases import count_numbers_left
from .turn_traversal import MAX_DEPTH, list_actions_at_depth, make_workspace, next_action

WINS = np.inf           # wins the match at once, or ends it as the winner
KEEPER_GAIN = -1000     # in spaces: a Keeper is kept until it wins
FINISHED = 100.0        # in rolls
BUMP_VALUE, CARD_VALUE, KEEPER_COST = 1.0, 0.5, 0.8       # in rolls: an opponent sent back, a card drawn, a Keeper gone


def is_keeper_verb(verb):
    """Return whether an action plays a Keeper."""
    return verb == Verb.KEEPER_ADD or verb == Verb.KEEPER_SUBTRACT or verb == Verb.CLEAR or verb == Verb.LIMIT


def rate_actions(s, seat, actions, ratings, looks_ahead, stack, lists, seen):
    """List the seat's actions with a rating each, and return how many there are.

    looks_ahead  rate an action by the best end of the turn that it can lead to, in rolls; otherwise by the spaces
                 that it gains
    """
    n = sound_actions(s, seat, actions)
    for i in range(n):
        if wins_at_once(s, seat, actions[i], stack):
            ratings[i] = WINS
        else:
            ratings[i] = -WINS if looks_ahead else spaces_gained(s, seat, actions[i], stack)
    if looks_ahead:
        rate_by_turn_ends(s, seat, ratings, stack, lists, seen)
    return n


def wins_at_once(s, seat, action, stack):
    """Return whether one move by a number wins the match at once."""
    if s.phase != Phase.MOVE or verb_of(action) > Verb.KEEPER_SUBTRACT:
        return False
    stack[1] = s
    apply_move(stack[1], seat, action)
    return has_won(stack[1], seat)


def spaces_gained(s, seat, action, stack):
    """Return how many spaces an action wins; a Keeper counts least, so it is kept until it wins."""
    if is_keeper_verb(verb_of(action)):
        return KEEPER_GAIN
    stack[1] = s
    if s.phase == Phase.MOVE:
        apply_move(stack[1], seat, action)
    else:
        apply(stack[1], seat, action)
    gained = 0
    for pawn in range(2 * seat, 2 * seat + 2):
        gained += spaces_made(stack[1], pawn) - spaces_made(s, pawn)
    return gained


def spaces_made(s, pawn):
    """Return how many spaces of its route a pawn has behind it."""
    if s.pawn[pawn] == HOME:
        return LAST
    return abs(s.pawn[pawn] - start_of(s, pawn)) + (LAST if is_returning(s, pawn) else 0)


def rate_by_turn_ends(s, seat, ratings, stack, lists, seen):
    """Raise each action's rating to the value of the best end of the turn after it.

    Keepers are tried only after the numbers.
    """
    seen[:] = 0
    stack[0] = s
    list_actions_at_depth(s, seat, lists, 0)
    depth, root = 0, -1
    while depth >= 0:
        action = next_action(lists, depth)
        if depth == 0:
            root += 1
        if action == UNKNOWN:
            depth -= 1
        elif not is_keeper_verb(verb_of(action)) or count_numbers_left(stack[depth]) == 0:
            stack[depth + 1] = stack[depth]
            after = stack[depth + 1]
            apply(after, seat, action)
            if after.phase != Phase.MOVE or after.turn != seat or depth == MAX_DEPTH - 2:
                ratings[root] = max(ratings[root], value_turn_end(s, after, seat))
            elif add_if_new(after, seat, seen):
                depth += 1
                list_actions_at_depth(after, seat, lists, depth)


def value_turn_end(s, after, seat):
    """Return the value of a turn's end in rolls: pawns, opponents sent back, a card to come, Keepers gone."""
    if after.place[seat]:
        return FINISHED
    value = -rolls_needed(after, seat)
    for pawn in range(2 * s.seats):
        if pawn // 2 != seat and is_exposed(s, pawn) and after.pawn[pawn] == start_of(after, pawn):
            value += BUMP_VALUE
    if after.phase == Phase.DRAW:
        value += CARD_VALUE
    return value - KEEPER_COST * (bag_size(s.keepers[seat]) - bag_size(after.keepers[seat]))


def rolls_needed(s, seat):
    """Return the sum of each pawn's expected rolls, a rough measure of what two pawns need together."""
    if s.ticks[seat] != s.way_stations:
        return expected_rolls_home(s, seat)
    one, other = expected_rolls_of_pawn(s, 2 * seat), expected_rolls_of_pawn(s, 2 * seat + 1)
    return min(one, other) if s.sprint else one + other


def expected_rolls_of_pawn(s, pawn):
    """Return the expected rolls of one pawn by itself."""
    doubles = 0 if s.doubles == 4 else 1
    if s.route == Route.THERE_AND_BACK:
        return heuristics.expected_rolls_of_pawn(doubles, s.pawn[pawn], is_returning(s, pawn))
    return heuristics.ROLLS[0 if goal_of(s, pawn) else 1, doubles, s.pawn[pawn], HOME]


compile_rules(globals())


def make_work_arrays():
    """Return the work arrays of `rate_actions`: `stack`, `lists` and `seen`."""
    return *make_workspace(), np.zeros(TABLE_SIZE, np.int64)
