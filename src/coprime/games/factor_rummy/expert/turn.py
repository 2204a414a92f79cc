"""Choose in a turn of the master of Factor Rummy, compiled: a draw, a discard, or going out."""
# mypy: ignore-errors, implicit-reexport

from ....core.arrays import copy_first
from ....core.kernel import compile_rules
from ....core.seats import UNKNOWN
from ....decks.primepak.cards import KINDS
from ....search.value_network import compute_hidden_units
from ..deck_data import FACTOR_RUMMY_BONUS, MAX_DEADWOOD, PRIME_FACTOR_BONUS
from ..going_out import NO_DISCARD, find_going
from ..rules import REDISCARD_OFF, action_of
from ..state import Going, Phase, Verb
from .discard_outcomes import list_needs, solve_all_subhands
from .value_network import (
    OUTPUT_BLIND,
    OUTPUT_OUT,
    OUTPUT_STAY,
    VALUE_UNIT,
    count_unseen,
    evaluate_net,
    gather_inputs,
)

VIEW = 0                            # a row of states
DIGITS, NEEDED, UNSEEN, INPUTS = 0, 1, 2, 3         # counts, of the hand that was looked at last
ACTION, DIGIT = 0, 1                # what was chosen last, and the digit of its discard
WHOLE_HAND_VALUE = 0.25        # what the cards left over of each other bring with no discard, about


def choose(workspace, seat):
    """Return the action of the seat whose view is states[VIEW]."""
    s = workspace.states[VIEW]
    if s.phase == Phase.TURN:
        return choose_before_drawing(s, seat, workspace)
    choose_after_drawing(s, seat, s.hand[seat], s.cards[seat], s.taken, workspace)
    return workspace.chosen[ACTION]


def choose_before_drawing(s, seat, workspace):
    """Choose before a draw: go out, take the top discard if that is worth more, else draw."""
    if find_going(s.hand[seat], s.cards[seat], NO_DISCARD) != Going.NONE:
        return Verb.OUT
    if s.height == 0:
        return Verb.DRAW
    top, cards, digit = s.pile[s.height - 1], s.cards[seat] + 1, 0
    copy_first(s.hand[seat], KINDS, workspace.hand)
    workspace.hand[top] += 1
    taken = choose_after_drawing(s, seat, workspace.hand, cards, top, workspace)
    while workspace.h.kinds[digit] != top:
        digit += 1
    m = gather_inputs(s, seat, workspace.hand, cards, digit, top,
                      workspace)        # less the card that it would take: the hand as it is
    compute_hidden_units(workspace.at, workspace.much, m, workspace.net.inner, workspace.net.units)
    workspace.counts[INPUTS] = m
    return Verb.TAKE if taken > evaluate_net(OUTPUT_BLIND, workspace.at, workspace.much, m,
                                             workspace.net) else Verb.DRAW


def analyse_hand(s, seat, hand, workspace):
    """Work out everything that `gather_inputs` needs of a hand."""
    workspace.counts[UNSEEN] = count_unseen(s, seat, workspace.unseen)
    workspace.counts[DIGITS] = solve_all_subhands(hand, workspace.h)
    workspace.counts[NEEDED] = list_needs(hand, workspace.counts[DIGITS], workspace.unseen, workspace.h)


def choose_after_drawing(s, seat, hand, cards, taken, workspace):
    """Choose after a draw, to `chosen`; returns the value of the choice.

    taken   the kind that came from the discard pile, or UNKNOWN
    """
    analyse_hand(s, seat, hand, workspace)
    best, workspace.chosen[ACTION], workspace.chosen[DIGIT] = -VALUE_UNIT, UNKNOWN, 0
    n = workspace.counts[DIGITS]
    if workspace.h.best[workspace.h.stride[n] - 1] == cards:
        best = out_bonus_value(hand, cards, NO_DISCARD) + WHOLE_HAND_VALUE * (s.seats - 1)
        workspace.chosen[ACTION] = Verb.OUT
    for j in range(n):
        kind = workspace.h.kinds[j]
        if s.rediscard == REDISCARD_OFF and kind == taken and hand[kind] < cards:
            continue
        worth, action = value_discard(s, seat, hand, cards, j, workspace)
        if worth > best:
            best, workspace.chosen[ACTION], workspace.chosen[DIGIT] = worth, action, j
    return best


def value_discard(s, seat, hand, cards, digit, workspace):
    """Return the value of a hand less one of a digit, and the action: discard it, or go out with it."""
    kind = workspace.h.kinds[digit]
    left = cards - 1 - workspace.h.best[workspace.h.stride[workspace.counts[DIGITS]] - 1 - workspace.h.stride[digit]]
    m = gather_inputs(s, seat, hand, cards, digit, kind, workspace)
    compute_hidden_units(workspace.at, workspace.much, m, workspace.net.inner, workspace.net.units)
    if left == 0:
        return out_bonus_value(hand, cards, kind) + evaluate_net(OUTPUT_OUT, workspace.at, workspace.much, m,
                                                                 workspace.net), action_of(Verb.OUT, kind + 1)
    stay = evaluate_net(OUTPUT_STAY, workspace.at, workspace.much, m, workspace.net)
    if left <= MAX_DEADWOOD:
        out = evaluate_net(OUTPUT_OUT + left, workspace.at, workspace.much, m, workspace.net)
        if out > stay:
            return out, action_of(Verb.OUT, kind + 1)
    return stay, action_of(Verb.DISCARD, kind)


def out_bonus_value(hand, cards, discard):
    """Return what going out with nothing left over brings by itself, in VALUE_UNIT points."""
    return (PRIME_FACTOR_BONUS if find_going(hand, cards, discard) == Going.PRIME_FACTOR
            else FACTOR_RUMMY_BONUS) / VALUE_UNIT


compile_rules(globals(), makers="")
