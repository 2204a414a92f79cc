"""The deal, the draw pile, and the end of a turn, a round and the match (CA-1 to CA-5, CA-17, CA-18, CA-33)."""
# mypy: ignore-errors, implicit-reexport

from ...core.arrays import add_up
from ...core.chance import random_below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import COPIES, KINDS, LEVEL, WILD
from .hands import forget_known_card
from .sides import STRICT, count_sides, side_of
from .state import Answer, Column, Phase
from .tables import BONUS, POINTS, SET_POINTS, WILDS_IN_DECK

HAND = 13                   # CA-1
MORE = 2                    # turned on a first card that is wild
DRAWN = 2                   # CA-3
OUT = 100                   # CA-16
PENALTY = 100               # CA-19


def copies_in_deck(s, kind):
    """Return how many cards of a kind the table's deck has."""
    if kind == WILD:
        return WILDS_IN_DECK[s.level]
    return COPIES[kind] if LEVEL[kind] <= s.level else 0


# The deal.

def deal_round(s, seed):
    """Deal a round: choose the dealer, shuffle, deal the hands and turn the first card (CA-1, CA-2)."""
    s.rounds += 1
    s.dealer, x = next_dealer(s, seed)
    if s.partnerships:
        s.dealt[s.dealer % 2] = s.dealer
    clear_round(s)
    for kind in range(KINDS):
        for _ in range(copies_in_deck(s, kind)):
            s.deck[s.left] = kind
            s.left += 1
    shuffle(s.deck, 0, s.left, x)
    for seat in range(s.seats):
        for _ in range(HAND):
            s.hand[seat, take_from_deck(s)] += 1
        s.cards[seat] = HAND
    put_on_pile(s, take_from_deck(s))
    if s.frozen:                                                        # CA-1
        for _ in range(MORE):
            put_on_pile(s, take_from_deck(s))
    s.phase, s.turn = Phase.DRAW, (s.dealer + 1) % s.seats


def next_dealer(s, x):
    """CA-2, CA-22: the side with the highest total deals, ties are drawn; at first all are tied."""
    best, tied = s.score[0], 0
    for side in range(count_sides(s)):
        if s.score[side] > best:
            best, tied = s.score[side], 0
        tied += s.score[side] == best
    nth, x = random_below(x, tied)
    chosen = 0
    for side in range(count_sides(s)):
        if s.score[side] == best:
            if nth == 0:
                chosen = side
            nth -= 1
    if not s.partnerships:
        return chosen, x
    if s.dealt[chosen] != UNKNOWN:
        return (s.dealt[chosen] + 2) % s.seats, x
    which, x = random_below(x, 2)
    return chosen + 2 * which, x


def clear_round(s):
    """Reset everything of the last round."""
    s.deck[:] = UNKNOWN
    s.pile[:] = UNKNOWN
    s.left = s.piled = s.frozen = s.remade = s.odd = 0
    s.pool[:] = 0
    s.gained[:] = 0
    s.hand[:] = 0
    s.known[:] = 0
    s.cards[:] = 0
    s.laid[:] = 0
    s.laid_n[:] = 0
    s.canastas[:] = 0
    s.made[:] = 0
    s.penalty[:] = 0
    s.went_out = UNKNOWN
    clear_turn(s)


def clear_turn(s):
    """Reset what belongs to a turn."""
    s.back = s.answer = s.announced = 0


def take_from_deck(s):
    """Take the next card of the draw pile and return its kind."""
    s.left -= 1
    kind = s.deck[s.left]
    s.deck[s.left] = UNKNOWN
    return kind


def put_on_pile(s, kind):
    """Put a card on the discard pile; a wild freezes it."""
    s.pile[s.piled] = kind
    s.piled += 1
    s.frozen += kind == WILD


# Drawing.

def draw_cards(s, seat):
    """CA-3, CA-5: two cards; where the draw pile has fewer CHANCE makes a new one, or the round is over."""
    if s.left >= DRAWN:
        draw_two(s, seat)
    elif s.left + s.piled - 1 >= DRAWN:
        s.phase = Phase.RESHUFFLE
    else:
        end_round(s, UNKNOWN)


def draw_two(s, seat):
    """Draw two cards and go on to laying."""
    for _ in range(DRAWN):
        kind = take_from_deck(s)
        s.hand[seat, kind] += 1
        s.gained[seat, kind] += s.remade
    s.cards[seat] += DRAWN
    s.phase = Phase.LAY


def reshuffle_pile(s, seed):
    """Shuffle the discard pile, less its top card, into the draw pile, and draw (CA-5)."""
    s.remade, s.odd = 1, s.left
    s.pool[:] = 0
    s.gained[:] = 0
    for place in range(s.piled - 1):
        s.pool[s.pile[place]] += 1
        s.deck[s.left] = s.pile[place]
        s.left += 1
    top = s.pile[s.piled - 1]
    s.pile[:s.piled] = UNKNOWN
    s.piled = s.frozen = 0
    put_on_pile(s, top)
    shuffle(s.deck, 0, s.left, seed)
    draw_two(s, s.turn)


# The end of a turn.

def end_turn(s, seat, kind):
    """Discard a card; the last card of the hand goes out with it."""
    s.hand[seat, kind] -= 1
    s.cards[seat] -= 1
    forget_known_card(s, seat, kind)
    put_on_pile(s, kind)
    if s.announced:
        go_out(s, seat)
        return
    if s.answer == Answer.YES and s.referee == STRICT:                  # CA-21
        s.penalty[side_of(s, seat)] += PENALTY
    clear_turn(s)
    s.turn, s.phase = (seat + 1) % s.seats, Phase.DRAW


def go_out(s, seat):
    """Go out: end the round, with a penalty against the partner's no (CA-21)."""
    if s.answer == Answer.NO:                                           # CA-21, only with the strict referee
        s.penalty[side_of(s, seat)] += PENALTY
    end_round(s, seat)


# The end of a round.

def end_round(s, seat):
    """CA-16, CA-17, CA-33: the sheet is filled in; `seat` went out, UNKNOWN when nobody did."""
    clear_turn(s)
    s.went_out = seat
    s.sheet[:] = 0
    for i in range(s.seats):
        for kind in range(KINDS):
            s.sheet[side_of(s, i), Column.HAND] -= POINTS[kind] * s.hand[i, kind]
            s.known[i, kind] = s.hand[i, kind]          # laid open to be counted
    for side in range(count_sides(s)):
        for i in range(s.laid_n[side]):
            s.sheet[side, Column.CANASTAS] += BONUS[s.laid[side, i]]
            s.sheet[side, Column.LAID] += SET_POINTS[s.laid[side, i]]
        s.sheet[side, Column.PENALTY] = -s.penalty[side]
    if seat != UNKNOWN:
        s.sheet[side_of(s, seat), Column.OUT] = OUT
    for side in range(count_sides(s)):
        s.score[side] += add_up(s.sheet[side])
    s.phase = Phase.OVER if is_match_decided(s) else Phase.DEAL


def is_match_decided(s):
    """Tell whether somebody has reached the target and one total is the highest (CA-18)."""
    best, tied = leading_side(s)
    return tied == 1 and s.score[best] >= s.target_score


def leading_side(s):
    """The first side with the highest total, and how many have it."""
    best, tied = 0, 0
    for side in range(count_sides(s)):
        if s.score[side] > s.score[best]:
            best, tied = side, 0
        tied += s.score[side] == s.score[best]
    return best, tied


compile_rules(globals(), makers="next_dealer leading_side")
