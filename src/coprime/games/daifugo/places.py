"""The places of a hand of Daifugo, and those that are remembered of the hands before."""

from ...core.bits import without
from ...core.kernel import compile_rules
from .state import PAST

HELD_HANDS = 4 * PAST


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
    """The places of a hand in fifteen bits, three for each seat, four hands to a word, the oldest overwritten."""
    at = s.hands % HELD_HANDS
    shift = 15 * (at % 4)
    s.past[at // 4] &= ~(0x7FFF << shift)
    for seat in range(s.seats):
        s.past[at // 4] |= s.place[seat] << shift + 3 * seat


def places_in(s, hand, seat):
    """The place of a seat in one of the last hundred hands, hands counted from 0."""
    at = hand % HELD_HANDS
    return s.past[at // 4] >> 15 * (at % 4) + 3 * seat & 7


compile_rules(globals())
