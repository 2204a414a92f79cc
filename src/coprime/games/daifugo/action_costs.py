"""What rule-of-thumb bots give for each action; in series it runs compiled."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .actions import ALL_SUITS, NATURAL, SUIT_COUNTS, count_play_jokers, gift_of, lowest_rank
from .effects import ends_on_forbidden
from .heuristics import play_strength
from .opponent_model import play_cost
from .rules import sound_actions
from .state import Phase

JOKER_RANKS, SPLIT_RANKS = 30, 2    # what a joker, and a torn group, add to the ranks of a gift
NOVICE_JOKER, NOVICE_FORBIDDEN = 100, 1000      # a novice's lowest play, without jokers and nothing forbidden first


def list_costs(s, seat, actions, costs, looks_ahead):
    """List the seat's actions with what each costs, and return how many there are; a pass costs 0.

    looks_ahead  of the level casual, which spares groups and goes out where it can
    """
    n = sound_actions(s, seat, actions)
    for i in range(n):
        if s.phase == Phase.EXCHANGE:
            costs[i] = gift_cost(s, seat, gift_of(actions[i]), looks_ahead)
        elif actions[i] == 0:
            costs[i] = 0
        else:
            costs[i] = play_cost(s, seat, actions[i]) if looks_ahead else novice_cost(s, seat, actions[i])
    return n


def gift_cost(s, seat, bag, looks_ahead):
    """Return the sum of a gift's ranks, more for a joker, and with `looks_ahead` for each torn group."""
    cost = JOKER_RANKS if bag > NATURAL else 0
    rest = bag & NATURAL
    while rest:
        one = rest & -rest
        rest ^= one
        rank = lowest_rank(one)
        cost += rank
        if looks_ahead and SUIT_COUNTS[s.hand[seat] >> 4 * rank & ALL_SUITS] != 1:
            cost += SPLIT_RANKS
    return cost


def novice_cost(s, seat, action):
    """Return how high a play is; jokers cost more, and what is forbidden as a last play costs most."""
    forbidden = NOVICE_FORBIDDEN if ends_on_forbidden(s, seat, action) else 0
    return forbidden + NOVICE_JOKER * count_play_jokers(action) + play_strength(s, action)


compile_rules(globals())
