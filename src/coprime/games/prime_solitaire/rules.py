"""Prime Solitaire.  Clear the foundation with factor sets.  Rules like PS-7 are in rules.md, PP-3 in the deck's."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import has_member, set_size
from ...core.chance import random_below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from ...decks.primepak.cards import COPIES, LEVEL, VALUE
from .actions import encode_take, is_well_formed, places_of, single_member, stack_cards_taken, verb_of
from .listing import PAD, list_sets
from .state import Outcome, Phase, Refusal, State, Verb, Violation
from .tables import COVERS, KINDS, PLACES, PYRAMID, WIDTH
from .winnable_deals import DEAL_COUNT, DEAL_NUMBERS, sort_index

__all__ = ["MAX_ACTIONS", "SWING", "Violation", "Outcome", "Phase", "Refusal", "State", "Verb", "encode_take"]

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
    if not is_well_formed(action):
        return Refusal.NO_SUCH_ACTION
    verb = verb_of(action)
    if verb == Verb.TURN:
        return Refusal.NONE if s.left else Refusal.PILE_EMPTY
    return refusal_to_take(s, places_of(action), stack_cards_taken(action)) if verb == Verb.TAKE else Refusal.NONE


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
    """Tell whether a card lies on one of these places that is not taken along (PS-11)."""
    others, rest = s.there & ~places, places
    while rest:
        one = rest & -rest
        rest ^= one
        if COVERS[s.foundation, single_member(one)] & others:
            return True
    return False


def is_set(s, places, run):
    """Tell whether the product of all cards is the largest one squared (PP-3)."""
    largest, product, rest = 0, 1.0, places
    while rest:
        one = rest & -rest
        rest ^= one
        value = VALUE[s.card[single_member(one)]]
        largest, product = max(largest, value), product * value
    for i in range(s.height - run, s.height):
        value = VALUE[s.stack[i]]
        largest, product = max(largest, value), product * value
    return product == largest * largest


def violation(s, seat, action):
    """PS-16: giving up is taken, but nothing to branch on."""
    return Violation.GIVING_UP if seat != CHANCE and verb_of(action) == Verb.GIVE_UP else Violation.NONE


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
        deal_cards(s, action)
    elif verb == Verb.TURN:
        turn_card(s)
    elif verb == Verb.TAKE:
        remove_set(s, places_of(action), stack_cards_taken(action))
    else:
        end_game(s, Outcome.GAVE_UP)
    if s.phase == Phase.PLAY and s.left == 0 and sound_actions(s, seat, np.empty(MAX_ACTIONS, np.int64)) == 0:
        end_game(s, Outcome.LOST)                                            # PS-16


def rows_of(s):
    """Return how many rows the foundation has: as chosen, or as usual (PS-2, PS-4, PS-5)."""
    if s.rows:
        return s.rows
    return 7 if s.foundation == PYRAMID else 5 if s.level <= 2 else 3


def foundation_size(s):
    """Return how many cards the foundation has."""
    rows = rows_of(s)
    return rows * (rows + 1) // 2 if s.foundation == PYRAMID else WIDTH * rows


def deal_cards(s, seed):
    """Shuffle the deck of the level and lay out the foundation; the rest is the draw pile (PS-1, PS-6)."""
    if s.winnable_only:
        seed = pick_winnable_deal(s, seed)
    s.phase, s.seed = Phase.PLAY, seed
    for kind in range(KINDS):
        if LEVEL[kind] <= s.level:
            for _ in range(COPIES[kind]):
                s.pile[s.left] = kind
                s.left += 1
            s.unseen[kind] = COPIES[kind]
    shuffle(s.pile, 0, s.left, seed)
    for i in range(foundation_size(s)):
        place = PLACES - 1 - i
        s.card[place] = take_next_card(s)
        s.there |= 1 << place


def pick_winnable_deal(s, seed):
    """Choose the number of a deal that is known to be winnable (PS-21)."""
    sort = sort_index(s.level, s.foundation, rows_of(s))
    number, _ = random_below(seed, DEAL_COUNT[sort])
    return DEAL_NUMBERS[sort, number]


def take_next_card(s):
    """Take the next card of the draw pile and return its kind."""
    s.left -= 1
    kind = s.pile[s.left]
    s.pile[s.left] = UNKNOWN
    s.unseen[kind] -= 1
    return kind


def turn_card(s):
    """Turn one card onto the stack (PS-6)."""
    s.stack[s.height] = take_next_card(s)
    s.height += 1
    s.turned += 1


def remove_set(s, places, run):
    """Take a set out of the game (PS-8); with the last card of the foundation the game is won (PS-15)."""
    rest = places
    while rest:
        one = rest & -rest
        rest ^= one
        s.card[single_member(one)] = UNKNOWN
    s.there &= ~places
    s.stack[s.height - run:s.height] = UNKNOWN
    s.height -= run
    s.taken += 1
    if s.there == 0:
        end_game(s, Outcome.WON)


def end_game(s, outcome):
    """End the game with an outcome."""
    s.phase, s.outcome = Phase.OVER, outcome


def returns(s, out):
    """Write 1 for a win, 0 for anything else."""
    out[0] = 1.0 if s.outcome == Outcome.WON else 0.0


compile_rules(globals(), makers="apply")
