"""Endings of Prime Daifugo that are won whatever the others hold: plays that nobody can answer, one after the other.

A play keeps the turn when a 12 in it ends the round (PD-11) or when the unseen cards make no higher prime of as many
cards: then all others pass, whatever they draw, and the round ends (PD-13).  It is a proof over every world that a view
allows, by exhaustion of one's own plays; where it finds nothing there may still be a win.

What could come between is left to the search: SKIP in another hand (PD-18), and a deck that could run out while the
others draw, since a new one is made of cards that have been played (PD-20) and an empty one lets a D go as the last
card (PD-29).  `spare` counts the draws that the deck still stands.
"""

from ...core.bits import count_kind
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .state import Phase
from .tables import FIRST, KINDS, LARGEST, PLAY_ACTION, ROWS, SKIP, TEN
from .traits import HAND, HIGHER, PLAY_CARDS, PLAY_COUNT, PLAY_STOPS, UNSEEN, list_plays, none_unseen, supply, unseen_by

PATIENCE = 3_000                # hands that are looked at
BAG, DRAWS, NEXT = 0, 1, 2      # columns of the stack: what is left, draws that the deck stands, the next play to try


def certain(s, seat, actions, row_of, rows, stack):
    """A listed play after which `seat` wins against anything, UNKNOWN where none is found.

    stack: room for a hand at every depth
    """
    unseen = unseen_by(s, seat)
    if s.phase == Phase.DISCARD or s.seats > 2 and count_kind(unseen, SKIP):
        return UNKNOWN
    supply(s, unseen, rows, UNSEEN)
    supply(s, s.hand[seat], rows, HAND)
    n = list_plays(s, seat, actions, row_of, rows)
    for i in range(n):
        row = row_of[i]
        left = s.hand[seat] - PLAY_CARDS[row]
        if left == 0:
            return actions[i]
        spare = s.left - 1 - drawn_after(s, row)
        if keeps_turn(row, rows) and spare >= 0 and goes_out(s, left, spare, rows, stack):
            return actions[i]
    return UNKNOWN


def keeps_turn(row, rows):
    return PLAY_STOPS[row] > 0 or none_unseen(rows, HIGHER[row], FIRST[PLAY_COUNT[row], LARGEST])


def drawn_after(s, row):
    """The most cards that the others draw before one's next turn: one or, with D, two each, and two more on a 10."""
    if PLAY_STOPS[row]:
        return 0
    return (s.seats - 1) * (4 if count_kind(PLAY_CARDS[row], TEN) else 2)


def goes_out(s, bag, spare, rows, stack):
    """Can a hand, beginning a round, be played out by plays that keep the turn?  Depth first, with a stack of hands."""
    depth, looked = 0, 0
    enter(stack, 0, bag, spare)
    while depth >= 0 and looked < PATIENCE:
        row = next_row(stack, depth, rows)
        if row == UNKNOWN:
            depth -= 1
            continue
        left = stack[depth, BAG] - PLAY_CARDS[row]
        if left == 0:
            return True
        after = stack[depth, DRAWS] - drawn_after(s, row)
        if after >= 0 and keeps_turn(row, rows):
            depth, looked = depth + 1, looked + 1
            enter(stack, depth, left, after)
    return False


def enter(stack, depth, bag, spare):
    stack[depth, BAG], stack[depth, DRAWS], stack[depth, NEXT] = bag, spare, 0


def next_row(stack, depth, rows):
    """The next play in the table that the hand at this depth can supply; UNKNOWN after the last."""
    bag = stack[depth, BAG]
    for row in range(stack[depth, NEXT], len(PLAY_ACTION)):
        if rows[HAND, row // ROWS] >> row % ROWS & 1 and covers(bag, PLAY_CARDS[row]):
            stack[depth, NEXT] = row + 1
            return row
    stack[depth, NEXT] = len(PLAY_ACTION)
    return UNKNOWN


def covers(bag, cards):
    """Does a bag hold all of some cards?"""
    for kind in range(KINDS):
        if count_kind(cards, kind) > count_kind(bag, kind):
            return False
    return True


compile_rules(globals(), makers="")
