"""Prove endings of Prime Daifugo Lv. 0 that are won whatever the others hold: plays that nobody can answer.

A play keeps the turn if a 12 in it ends the round (PD-11), or if the unseen cards make no higher prime of as many
cards: then all others pass, whatever they draw, and the round ends (PD-13).  The proof exhausts one's own plays and
holds in every world that a view allows.  Where it finds nothing there may still be a win.

Left to the search: SKIP in another hand (PD-18), and a deck that could run out while the others draw, since a new one
is made of cards that have been played (PD-20) and an empty one lets a D go as the last card (PD-29).  `spare` counts
the draws that the deck can still supply.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.bits import count_kind
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .action_features import (
    HAND,
    HIGHER,
    PLAY_CARDS,
    PLAY_COUNT,
    PLAY_STOPS,
    UNSEEN,
    count_unseen_cards,
    list_plays,
    no_unseen_play,
    write_bag_plays,
)
from .state import Phase
from .tables import FIRST_ABOVE, KINDS, LARGEST, PLAY_ACTION, ROWS, SKIP, TEN

MAX_HANDS = 3_000                # hands that are looked at
BAG, DRAWS, NEXT = 0, 1, 2      # columns of the stack: what is left, draws that the deck stands, the next play to try


def certain(s, seat, actions, row_of, rows, stack):
    """Return a listed play after which `seat` wins against anything; UNKNOWN where none is found.

    stack  work array: a hand for every depth
    """
    unseen = count_unseen_cards(s, seat)
    if s.phase == Phase.DISCARD or s.seats > 2 and count_kind(unseen, SKIP):
        return UNKNOWN
    write_bag_plays(s, unseen, rows, UNSEEN)
    write_bag_plays(s, s.hand[seat], rows, HAND)
    n = list_plays(s, seat, actions, row_of, rows)
    for i in range(n):
        row = row_of[i]
        left = s.hand[seat] - PLAY_CARDS[row]
        if left == 0:
            return actions[i]
        spare = s.left - 1 - most_drawn_after(s, row)
        if keeps_turn(row, rows) and spare >= 0 and can_play_out(s, left, spare, rows, stack):
            return actions[i]
    return UNKNOWN


def keeps_turn(row, rows):
    """Return whether nobody can answer a play, so that the same seat leads the next round."""
    return PLAY_STOPS[row] > 0 or no_unseen_play(rows, HIGHER[row], FIRST_ABOVE[PLAY_COUNT[row], LARGEST])


def most_drawn_after(s, row):
    """Return the most cards that the others can draw before one's next turn.

    One each or two with D, and two more each on a 10.
    """
    if PLAY_STOPS[row]:
        return 0
    return (s.seats - 1) * (4 if count_kind(PLAY_CARDS[row], TEN) else 2)


def can_play_out(s, bag, spare, rows, stack):
    """Return whether a hand that leads a round can be played out by plays that keep the turn.

    Depth first, with a stack of hands.
    """
    depth, looked = 0, 0
    push_hand(stack, 0, bag, spare)
    while depth >= 0 and looked < MAX_HANDS:
        row = next_row(stack, depth, rows)
        if row == UNKNOWN:
            depth -= 1
            continue
        left = stack[depth, BAG] - PLAY_CARDS[row]
        if left == 0:
            return True
        after = stack[depth, DRAWS] - most_drawn_after(s, row)
        if after >= 0 and keeps_turn(row, rows):
            depth, looked = depth + 1, looked + 1
            push_hand(stack, depth, left, after)
    return False


def push_hand(stack, depth, bag, spare):
    """Push a hand and the draws that the deck can supply onto the stack."""
    stack[depth, BAG], stack[depth, DRAWS], stack[depth, NEXT] = bag, spare, 0


def next_row(stack, depth, rows):
    """Return the next play in the table that the hand at this depth can make; UNKNOWN after the last."""
    bag = stack[depth, BAG]
    for row in range(stack[depth, NEXT], len(PLAY_ACTION)):
        if rows[HAND, row // ROWS] >> row % ROWS & 1 and contains_cards(bag, PLAY_CARDS[row]):
            stack[depth, NEXT] = row + 1
            return row
    stack[depth, NEXT] = len(PLAY_ACTION)
    return UNKNOWN


def contains_cards(bag, cards):
    """Return whether a bag holds all of some cards."""
    for kind in range(KINDS):
        if count_kind(cards, kind) > count_kind(bag, kind):
            return False
    return True


compile_rules(globals(), makers="")
