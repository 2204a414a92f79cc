"""Prime Solitaire.  Clear the foundation with factor sets.  Rules like PS-7 are in rules.md, PP-3 in the deck's."""

import numpy as np

from ...core.bits import has_member, set_size
from ...core.chance import below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from ...decks.primepak.cards import COPIES, LEVEL, VALUE
from .actions import only, places_of, run_of, take, verb_of, well_formed
from .offers import PAD, list_sets
from .state import Fault, Outcome, Phase, Refusal, State, Verb
from .tables import COVERS, KINDS, PLACES, PYRAMID, WIDTH
from .winnable import COUNT, NUMBERED, sort_of

__all__ = ["MAX_ACTIONS", "SWING", "Fault", "Outcome", "Phase", "Refusal", "State", "Verb", "take"]

LAST_DEAL = 99_999_999              # PS-20: a seed up to it is the number of a deal
# Every way of taking one to seven cards from the tops of seven columns, with every run of the stack that leaves three
# to seven cards, is 6,385; a factor set has to be much luckier.
MAX_ACTIONS = 6_385 + 1 + PAD
SWING = 1.0
NO_PEEK, OFF = 1, 2                 # values of `undo`


# Whose turn it is, and what may be done.

def begin(s):
    s.seed = UNKNOWN
    s.card[:] = UNKNOWN
    s.pile[:] = UNKNOWN
    s.stack[:] = UNKNOWN


def to_act(s):
    if s.phase == Phase.OVER:
        return 0
    return 1 << CHANCE if s.phase == Phase.DEAL else 1


def chance_outcomes(s, out, weight):
    """PS-20: a numbered deal is dealt by its number, any other by a fresh seed."""
    out[0], weight[0] = s.deal, 1.0
    return 1 if s.deal else 0


def refusal(s, seat, action):
    if not has_member(to_act(s), seat):
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        if action < 0:
            return Refusal.NO_SUCH_ACTION
        return Refusal.OTHER_DEAL if s.deal and action != s.deal else Refusal.NONE
    if not well_formed(action):
        return Refusal.NO_SUCH_ACTION
    verb = verb_of(action)
    if verb == Verb.TURN:
        return Refusal.NONE if s.left else Refusal.PILE_EMPTY
    return refusal_to_take(s, places_of(action), run_of(action)) if verb == Verb.TAKE else Refusal.NONE


def refusal_to_take(s, places, run):
    """PS-8 to PS-13: which cards may go together."""
    if places & ~s.there:
        return Refusal.NOT_THERE
    if run > s.height:
        return Refusal.STACK_SHORT
    if places == 0:
        return Refusal.NO_FOUNDATION
    if is_covered(s, places):
        return Refusal.COVERED
    if set_size(places) + run < 3:
        return Refusal.TOO_FEW
    return Refusal.NONE if is_set(s, places, run) else Refusal.NO_SET


def is_covered(s, places):
    """PS-11: does a card lie on one of these that is not one of them?"""
    others, rest = s.there & ~places, places
    while rest:
        one = rest & -rest
        rest ^= one
        if COVERS[s.foundation, only(one)] & others:
            return True
    return False


def is_set(s, places, run):
    """PP-3: the product of all cards is the largest one twice."""
    largest, product, rest = 0, 1.0, places
    while rest:
        one = rest & -rest
        rest ^= one
        value = VALUE[s.card[only(one)]]
        largest, product = max(largest, value), product * value
    for i in range(s.height - run, s.height):
        value = VALUE[s.stack[i]]
        largest, product = max(largest, value), product * value
    return product == largest * largest


def violation(s, seat, action):
    """PS-16: giving up is taken, but nothing to branch on."""
    return Fault.GIVING_UP if seat != CHANCE and verb_of(action) == Verb.GIVE_UP else Fault.NONE


def sound_actions(s, seat, out):
    n = 0
    if s.left:
        out[0] = Verb.TURN
        n = 1
    return list_sets(s.foundation, s.card, s.there, s.stack, s.height, out, n)


def is_irrevocable(s, seat, action):
    """PS-19: what is never taken back, not even in practice."""
    return s.undo == OFF or (s.undo == NO_PEEK and verb_of(action) == Verb.TURN)


# What happens.

def apply(s, seat, action):
    verb = verb_of(action)
    if seat == CHANCE:
        lay_out(s, action)
    elif verb == Verb.TURN:
        turn(s)
    elif verb == Verb.TAKE:
        remove(s, places_of(action), run_of(action))
    else:
        end(s, Outcome.GAVE_UP)
    if s.phase == Phase.PLAY and s.left == 0 and sound_actions(s, seat, np.empty(MAX_ACTIONS, np.int64)) == 0:
        end(s, Outcome.LOST)                                            # PS-16


def rows_of(s):
    """PS-2, PS-4, PS-5."""
    if s.rows:
        return s.rows
    return 7 if s.foundation == PYRAMID else 5 if s.level <= 2 else 3


def foundation_of(s):
    """How many cards the foundation has."""
    rows = rows_of(s)
    return rows * (rows + 1) // 2 if s.foundation == PYRAMID else WIDTH * rows


def lay_out(s, seed):
    """PS-1, PS-6: the whole deck of the level, first the foundation, row by row; the rest is the draw pile."""
    if s.winnable_only:
        seed = winnable_deal(s, seed)
    s.phase, s.seed = Phase.PLAY, seed
    for kind in range(KINDS):
        if LEVEL[kind] <= s.level:
            for _ in range(COPIES[kind]):
                s.pile[s.left] = kind
                s.left += 1
            s.unseen[kind] = COPIES[kind]
    shuffle(s.pile, 0, s.left, seed)
    for i in range(foundation_of(s)):
        place = PLACES - 1 - i
        s.card[place] = next_card(s)
        s.there |= 1 << place


def winnable_deal(s, seed):
    """PS-21: the number of a deal for which a way through is known."""
    sort = sort_of(s.level, s.foundation, rows_of(s))
    number, _ = below(seed, COUNT[sort])
    return NUMBERED[sort, number]


def next_card(s):
    """The next card of the draw pile, for all to see."""
    s.left -= 1
    kind = s.pile[s.left]
    s.pile[s.left] = UNKNOWN
    s.unseen[kind] -= 1
    return kind


def turn(s):
    """PS-6: one card onto the stack."""
    s.stack[s.height] = next_card(s)
    s.height += 1
    s.turned += 1


def remove(s, places, run):
    """PS-8: a set leaves the game; PS-15: with the last card of the foundation it is won."""
    rest = places
    while rest:
        one = rest & -rest
        rest ^= one
        s.card[only(one)] = UNKNOWN
    s.there &= ~places
    s.stack[s.height - run:s.height] = UNKNOWN
    s.height -= run
    s.taken += 1
    if s.there == 0:
        end(s, Outcome.WON)


def end(s, outcome):
    s.phase, s.outcome = Phase.OVER, outcome


def returns(s, out):
    """One for a win."""
    out[0] = 1.0 if s.outcome == Outcome.WON else 0.0


compile_rules(globals(), makers="apply")
