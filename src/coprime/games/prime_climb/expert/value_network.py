"""The value network of the expert bot for two with cards: a seat's chance of winning from the table.

It values positions between two turns, or before a card is drawn, from the side of the seat that rolls next if nobody
rolls again.  `learning` trains the weights.
"""
# mypy: ignore-errors, implicit-reexport

import math

from ....core.bits import count_kind, has_member, set_size
from ....core.kernel import compile_rules
from ....search.value_network import evaluate_network, logistic
from ..board_and_card_data import CLEAR_KEEPER, HOME, KINDS, LAST, LIMIT_KEEPER
from ..heuristics import NUMBER_KEEPER_BITS, ROLLS
from ..rules import Phase

# Inputs: where each of them begins.
MINE, THEIRS = 0, HOME + 1                          # a pawn's space, of the seat that rolls and of the other
MY_HAND = THEIRS + HOME + 1                         # a Keeper's kind, from 1
THEIR_HAND = MY_HAND + LIMIT_KEEPER
PILE = THEIR_HAND + LIMIT_KEEPER                           # how likely a card to be drawn is a number Keeper or another
LIMITED = PILE + 2                                  # the seat may only subtract and divide
ONE_DRAWS, BOTH_DRAW = LIMITED + 1, LIMITED + 2     # the other seat is about to draw, for one pawn or for either
BIAS_INPUT = BOTH_DRAW + 1
FIGURE_INPUTS = BIAS_INPUT + 1                          # numbers that go to the result as well, see `evaluate_net`
FIGURE_COUNT = 16
INPUT_COUNT = FIGURE_INPUTS + FIGURE_COUNT
ONE_OF_EACH_KIND = sum(1 << 3 * kind for kind in range(KINDS))


def next_roller(s):
    """Return the seat that rolls next if nobody rolls again."""
    return s.turn if s.phase == Phase.ROLL else 1 - s.turn


def pile_size(bag):
    """Count the cards of a pile."""
    return (set_size(bag & ONE_OF_EACH_KIND) + 2 * set_size(bag >> 1 & ONE_OF_EACH_KIND)
            + 4 * set_size(bag >> 2 & ONE_OF_EACH_KIND))


def keepers_of(s, seat):
    """Return a seat's Keepers, fresh ones included."""
    return s.keepers[seat] + (s.fresh if seat == s.turn else 0)


def rolls_with_keepers(rolls, a, b, hand, out):
    """Write two pawns' rolls to home with no, the best and the best two number Keepers to out[:3]."""
    out[0] = rolls[a, b]
    one, two = out[0], out[0]
    for d in range(1, CLEAR_KEEPER):
        if count_kind(hand, d):
            for way in range(4):
                p, q = pawns_after_keeper(a, b, d, way)
                if p >= 0:
                    one = min(one, rolls[p, q])
                    for e in range(d + 1, CLEAR_KEEPER):
                        if count_kind(hand, e):
                            for then in range(4):
                                v, w = pawns_after_keeper(p, q, e, then)
                                if v >= 0:
                                    two = min(two, rolls[v, w])
    out[1], out[2] = one, min(one, two)


def pawns_after_keeper(a, b, d, way):
    """Return two pawns after one of four uses of a number Keeper; -1 where there is none."""
    if way >= 2:
        p, q = pawn_after_keeper(b, d if way == 2 else -d), a
    else:
        p, q = pawn_after_keeper(a, d if way == 0 else -d), b
    return p, q


def pawn_after_keeper(p, d):
    """Return a pawn after + or - d; -1 where it cannot move so."""
    if p == HOME or p + d < 0 or p + d > LAST:
        return -1
    return HOME if p + d == LAST else p + d


def expected_bump_cost(s, reach_chances, rolls, seat, other):
    """Return how many rolls a seat's next turn may cost the other by sending its pawns to Start."""
    a, b = s.pawn[2 * other], s.pawn[2 * other + 1]
    now, cost = rolls[a, b], 0.0
    for mine in range(2):
        p = s.pawn[2 * seat + mine]
        cost += reach_chances[p, a] * (rolls[0, b] - now) + reach_chances[p, b] * (rolls[a, 0] - now)
    return cost


def gather_inputs(s, reach_chances, indices, values):
    """Write the nonzero inputs of a position to `indices` and `values`; return how many there are."""
    me = next_roller(s)
    you = 1 - me
    rolls = ROLLS[0, 0 if s.doubles == 4 else 1]
    n = 0
    for mine in range(2):
        indices[n], values[n] = MINE + s.pawn[2 * me + mine], 1.0
        indices[n + 1], values[n + 1] = THEIRS + s.pawn[2 * you + mine], 1.0
        n += 2
    my_hand, their_hand = keepers_of(s, me), keepers_of(s, you)
    my_count, their_count = 0, 0
    for kind in range(1, LIMIT_KEEPER + 1):
        if count_kind(my_hand, kind):
            indices[n], values[n] = MY_HAND + kind - 1, count_kind(my_hand, kind)
            my_count += 1 if kind < CLEAR_KEEPER else 0
            n += 1
        if count_kind(their_hand, kind):
            indices[n], values[n] = THEIR_HAND + kind - 1, count_kind(their_hand, kind)
            their_count += 1 if kind < CLEAR_KEEPER else 0
            n += 1
    pile = s.stock if s.stock else s.discard
    total, numbers = max(1, pile_size(pile)), set_size(pile & NUMBER_KEEPER_BITS)
    indices[n], values[n] = PILE, 2.0 * numbers / total
    other_keepers = count_kind(pile, CLEAR_KEEPER) + count_kind(pile, LIMIT_KEEPER)
    indices[n + 1], values[n + 1] = PILE + 1, 2.0 * other_keepers / total
    n += 2
    if has_member(s.limited, me):
        indices[n], values[n] = LIMITED, 1.0
        n += 1
    if s.phase == Phase.DRAW:
        indices[n], values[n] = BOTH_DRAW if s.landed == 3 else ONE_DRAWS, 1.0
        n += 1
    indices[n], values[n] = BIAS_INPUT, 1.0
    n += 1
    n = put_figures(s, reach_chances, rolls, me, my_hand, 0, indices, values, n)
    n = put_figures(s, reach_chances, rolls, you, their_hand, FIGURE_COUNT // 2, indices, values, n)
    indices[n - FIGURE_COUNT + 7], values[n - FIGURE_COUNT + 7] = FIGURE_INPUTS + 7, my_count / 4
    indices[n - 1], values[n - 1] = FIGURE_INPUTS + FIGURE_COUNT - 1, their_count / 4
    return n


def put_figures(s, reach_chances, rolls, seat, hand, first, indices, values, n):
    """Append the figures of one seat: its rolls with Keepers, their logarithms, the threat it poses."""
    for i in range(FIGURE_COUNT // 2):
        indices[n + i] = FIGURE_INPUTS + first + i
    rolls_with_keepers(rolls, s.pawn[2 * seat], s.pawn[2 * seat + 1], hand, values[n:n + 3])
    for i in range(3):
        values[n + 3 + i] = math.log(max(1.0, values[n + i]) / 4)
        values[n + i] = values[n + i] / 10
    values[n + 6] = expected_bump_cost(s, reach_chances, rolls, seat, 1 - seat) / 4
    return n + FIGURE_COUNT // 2


def evaluate_net(indices, values, n, workspace):
    """Return the chance of winning of the seat that rolls; leaves the hidden units' values in `workspace.units`.

    Training calls it; `winning_chance` does without the call, which takes 4 % of a turn.
    """
    return logistic(evaluate_network(indices, values, n, workspace.inner, workspace.outer, workspace.direct, BIAS_INPUT,
                                     workspace.units))


def winning_chance(s, seat, workspace):
    """Return a seat's chance of winning: the result where the game is over, else the network's value."""
    if s.phase == Phase.OVER:
        return 1.0 if s.place[seat] == 1 else 0.0
    n = gather_inputs(s, workspace.reach, workspace.at, workspace.much)
    chance = logistic(evaluate_network(workspace.at, workspace.much, n, workspace.inner, workspace.outer,
                                       workspace.direct, BIAS_INPUT, workspace.units))
    return chance if next_roller(s) == seat else 1 - chance


compile_rules(globals())
