"""What a seat may see of Prime Daifugo Lv. 0, and how a world that fits its view is sampled (PD-25)."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.arrays import copy_first
from ...core.bits import add_to_bag, bag_size, count_kind, write_bag
from ...core.chance import random_below, shuffle
from ...core.combinatorics import count_combinations
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .rules import whole_deck
from .tables import DECK, KINDS, SKIP


def redact(s, seat):
    """Blank what `seat` cannot see: the order of the deck, the other hands and what they drew."""
    s.deck[:] = UNKNOWN
    for other in range(s.seats):
        if other != seat:
            s.hand[other] = UNKNOWN
            s.gained[other] = UNKNOWN


def imagine(s, seat, seed):
    """Fill a view with a random deal that it allows, every placing of unseen cards equally likely.

    Kept: all counts, cards shown in failed plays and still held, that a remade deck holds nothing but discards, and
    where the rules prove that a hand holds no SKIP.  Left out: if a kind is both in a remade deck and in a hand from
    before it, and one was played since, which of the two it was.
    """
    if s.game == 0:
        return
    x = seed
    unseen = unseen_cards(s, seat)
    cards = np.empty(DECK, np.int64)
    while True:
        x = fill_deck(s, seat, unseen, cards, x)
        fill_hands(s, seat, cards)
        if are_skip_counts_consistent(s, seat):
            break
    for other in range(s.seats):
        if other != seat:
            s.gained[other] = 0                 # what it drew is not supposed: only its owner would use it


def unseen_cards(s, seat):
    """Return the bag of cards that `seat` cannot place: in the deck, or in a hand and never shown."""
    unseen = whole_deck(s) - s.discards - s.area
    for other in range(s.seats):
        unseen -= s.hand[other] if other == seat else s.known[other]
    return unseen


def fill_deck(s, seat, unseen, cards, x):
    """Shuffle the unseen cards and lay the first of them as the deck; return the next random state.

    A remade deck holds only cards of its pool.
    """
    room = s.pool - (s.gained[seat] if seat < s.seats else 0)
    tight = False
    for kind in range(KINDS):
        tight = tight or count_kind(unseen, kind) > count_kind(room, kind)
    n = write_bag(unseen, cards, 0)
    if tight:
        x = sample_deck(s.left, unseen, room, cards, x)
        x = shuffle(cards, 0, s.left, x)
        x = shuffle(cards, s.left, n, x)
    else:
        x = shuffle(cards, 0, n, x)
    copy_first(cards, s.left, s.deck)
    return x


def sample_deck(deck_size, unseen, capacity, cards, x):
    """Order cards so that the first `deck_size` are a random deck of at most `capacity` of each kind.

    ways[k, n] counts the ways of taking n cards of the kinds from k on; a deck is drawn kind by kind.
    """
    ways = np.zeros((KINDS + 1, deck_size + 1))
    ways[KINDS, 0] = 1
    for kind in range(KINDS - 1, -1, -1):
        for n in range(deck_size + 1):
            for k in range(min(count_kind(unseen, kind), count_kind(capacity, kind), n) + 1):
                ways[kind, n] += count_combinations(count_kind(unseen, kind), k) * ways[kind + 1, n - k]
    front, back, wanted = 0, deck_size, deck_size
    for kind in range(KINDS):
        r, x = random_below(x, 1 << 30)
        at, k = r / (1 << 30) * ways[kind, wanted], 0
        while k < min(count_kind(unseen, kind), count_kind(capacity, kind), wanted):
            at -= count_combinations(count_kind(unseen, kind), k) * ways[kind + 1, wanted - k]
            if at < 0:
                break
            k += 1
        wanted -= k
        for i in range(count_kind(unseen, kind)):
            if i < k:
                cards[front] = kind
                front += 1
            else:
                cards[back] = kind
                back += 1
    return x


def fill_hands(s, seat, cards):
    """Deal the cards behind the deck to the hidden hands, beside what each has shown."""
    n = s.left
    for other in range(s.seats):
        if other != seat:
            s.hand[other] = s.known[other]
            for _ in range(s.cards[other] - bag_size(s.known[other])):
                s.hand[other] = add_to_bag(s.hand[other], cards[n], 1)
                n += 1


def are_skip_counts_consistent(s, seat):
    """Return whether no hand holds more SKIPs than the rules allow (PD-17, PD-32)."""
    for other in range(s.seats):
        if other != seat and count_kind(s.hand[other], SKIP) > s.skips[other]:
            return False
    return True


compile_rules(globals())
