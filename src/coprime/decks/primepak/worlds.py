"""Imagined draw piles: which of the cards that a seat cannot place lie there, every way being equally likely.

A draw pile made of discards holds nothing but them, so there is little room in it for other kinds.
"""

import numpy as np

from ...core.chance import below, shuffle
from ...core.kernel import compile_rules
from .cards import KINDS


def split(left, unseen, room, odd, cards, x):
    """Write the unseen cards to `cards`, in random order; the first `left` of them are the draw pile.

    unseen  how many of each kind;  room  how many of them the draw pile can hold;  odd  how many more of any kind
    Return the generator's next state.
    """
    tight, n = False, 0
    for kind in range(KINDS):
        tight = tight or unseen[kind] > room[kind]
        for _ in range(unseen[kind]):
            cards[n] = kind
            n += 1
    if not tight:
        return shuffle(cards, 0, n, x)
    x = choose_deck(left, unseen, room, max(0, odd), cards, x)
    x = shuffle(cards, 0, left, x)
    return shuffle(cards, left, n, x)


def choose_deck(left, unseen, room, odd, cards, x):
    """Order cards so that the first `left` are a random draw pile in which at most `odd` cards go beyond the room.

    ways[kind, n, k] counts the ways of taking n physical cards, k of them beyond, of the kinds from `kind` on.
    """
    ways = np.zeros((KINDS + 1, left + 1, odd + 1))
    ways[KINDS, 0, :] = 1
    for kind in range(KINDS - 1, -1, -1):
        for n in range(left + 1):
            for k in range(odd + 1):
                for here in range(min(unseen[kind], n) + 1):
                    beyond = max(0, here - room[kind])
                    if beyond <= k:
                        ways[kind, n, k] += choices(unseen[kind], here) * ways[kind + 1, n - here, k - beyond]
    front, back, wanted = 0, left, left
    for kind in range(KINDS):
        r, x = below(x, 1 << 30)
        here = drawn(ways, kind, wanted, odd, unseen[kind], room[kind], r / (1 << 30))
        wanted, odd = wanted - here, odd - max(0, here - room[kind])
        for i in range(unseen[kind]):
            if i < here:
                cards[front] = kind
                front += 1
            else:
                cards[back] = kind
                back += 1
    return x


def drawn(ways, kind, wanted, odd, unseen, room, part):
    """How many cards of a kind a draw pile has, each number as likely as its share of the ways."""
    at, last = part * ways[kind, wanted, odd], 0
    for here in range(min(unseen, wanted) + 1):
        beyond = max(0, here - room)
        if beyond <= odd:
            share = choices(unseen, here) * ways[kind + 1, wanted - here, odd - beyond]
            if share > 0:
                last = here
                at -= share
                if at < 0:
                    break
    return last


def choices(n, k):
    """The ways of choosing k of n cards."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


compile_rules(globals())
