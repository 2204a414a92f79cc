"""The places of a hand of Daifugo, and those that are remembered of the hands before."""

from ...core.bits import without
from ...core.kernel import compile_rules

HELD_HANDS = 100            # what the words of state.PAST have room for


def take_place(s, seat):
    s.live = without(s.live, seat)
    s.top += 1
    s.place[seat] = s.top


def take_last_place(s, seat):
    """DF-31, DF-14: the lowest place that is free."""
    s.live = without(s.live, seat)
    place = s.seats
    while is_taken(s, place):
        place -= 1
    s.place[seat] = place


def is_taken(s, place):
    for seat in range(s.seats):
        if s.place[seat] == place:
            return True
    return False


def fall(s, former):
    """DF-14, `exile: end`: the former daifugo is last, and those behind move up."""
    for seat in range(s.seats):
        if s.place[seat] > s.place[former]:
            s.place[seat] -= 1
    s.place[former] = s.seats


def note_places(s):
    """The places of a hand, three bits for each of five or six seats, four or three hands to a word, oldest first."""
    at = s.hands % HELD_HANDS
    bits, words = word_of(s)
    shift = bits * (at % words)
    s.past[at // words] &= ~((1 << bits) - 1 << shift)
    for seat in range(s.seats):
        s.past[at // words] |= s.place[seat] << shift + 3 * seat


def places_in(s, hand, seat):
    """The place of a seat in one of the last hundred hands, hands counted from 0."""
    at = hand % HELD_HANDS
    bits, words = word_of(s)
    return s.past[at // words] >> bits * (at % words) + 3 * seat & 7


def word_of(s):
    """Bits of a hand, and hands in a word of `past`."""
    return (15, 4) if s.seats <= 5 else (18, 3)


compile_rules(globals())
