"""Give places in a hand of Daifugo, and remember those of the last hundred hands."""
# mypy: ignore-errors, implicit-reexport

from ...core.bits import remove_member
from ...core.kernel import compile_rules

REMEMBERED_HANDS = 100            # the words of the state's `past` have room for so many


def take_place(s, seat):
    """Give a seat the next place and take it out of play."""
    s.live = remove_member(s.live, seat)
    s.top += 1
    s.place[seat] = s.top


def take_last_place(s, seat):
    """Give a seat the lowest place that is free and take it out of play (DF-14, DF-31)."""
    s.live = remove_member(s.live, seat)
    place = s.seats
    while is_place_taken(s, place):
        place -= 1
    s.place[seat] = place


def is_place_taken(s, place):
    """Tell whether a place of this hand has been taken."""
    for seat in range(s.seats):
        if s.place[seat] == place:
            return True
    return False


def exile_to_last_place(s, former):
    """Put the former daifugo last, and move those behind it up (DF-14, `exile: end`)."""
    for seat in range(s.seats):
        if s.place[seat] > s.place[former]:
            s.place[seat] -= 1
    s.place[former] = s.seats


def note_places(s):
    """Remember the places of the hand that ends.

    Three bits for each seat; a word holds four hands of up to five seats, or three hands of six, oldest first.
    """
    at = s.hands % REMEMBERED_HANDS
    bits, words = past_packing_layout(s)
    shift = bits * (at % words)
    s.past[at // words] &= ~((1 << bits) - 1 << shift)
    for seat in range(s.seats):
        s.past[at // words] |= s.place[seat] << shift + 3 * seat


def place_in_hand(s, hand, seat):
    """Return the place of a seat in one of the last hundred hands, hands counted from 0."""
    at = hand % REMEMBERED_HANDS
    bits, words = past_packing_layout(s)
    return s.past[at // words] >> bits * (at % words) + 3 * seat & 7


def past_packing_layout(s):
    """Return how many bits a hand takes in a word of `past`, and how many hands a word holds."""
    return (15, 4) if s.seats <= 5 else (18, 3)


compile_rules(globals())
