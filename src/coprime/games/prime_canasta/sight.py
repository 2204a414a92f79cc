"""What a seat may see of Prime Canasta, and what it may suppose about the rest (CA-23)."""

import numpy as np

from ...core.chance import below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from ...decks.primepak.cards import KINDS
from .actions import verb_of
from .rounds import copies
from .sides import STRICT, side_of, sides
from .state import Verb
from .tables import CARDS, COUNT, DECK


def redact(s, seat):
    """Blank whatever `seat` cannot see: the draw pile, the other hands, and what others stage unseen."""
    s.deck[:] = UNKNOWN
    for other in range(s.seats):
        if other != seat:
            s.hand[other, :] = UNKNOWN
            s.gained[other, :] = UNKNOWN
    if seat != s.turn and s.referee != STRICT:
        s.stage[:] = 0
        s.staged = s.stage_points = s.stage_cards = s.taking = s.back = 0


def seen(s, actor, action, watcher):
    """What is staged where nobody sees it, and taken back from there, is nobody's business."""
    if actor == CHANCE:
        return UNKNOWN
    verb = verb_of(action)
    if (watcher != actor and s.referee != STRICT and s.made[side_of(s, actor)] == 0
            and (verb == Verb.LAY or verb == Verb.TAKE or verb == Verb.BACK)):
        return UNKNOWN
    return action


def imagine(s, seat, seed):
    """Fill a view with a deal that it allows, every way of laying the unseen cards being equally likely.

    Kept: every count, the cards shown and still held, and that a draw pile made of discards holds nothing else (but one
    card, perhaps, that was left in it).  Left out: that somebody may have staged sets unseen; that who asks "May I go
    out?" could; and, when cards of a kind are both in a remade draw pile and in a hand from before it was played
    since, which of them it was.
    """
    if s.rounds == 0 or s.cards.sum() + s.left == 0:
        return
    unseen = unseen_cards(s, seat)
    cards = np.empty(DECK, np.int64)
    fill_deck(s, seat, unseen, cards, seed)
    s.deck[:s.left] = cards[:s.left]
    fill_hands(s, seat, cards)
    for other in range(s.seats):
        if other != seat:
            s.gained[other, :] = 0              # what it drew is not supposed: only its owner would use it


def unseen_cards(s, seat):
    """How many cards of each kind `seat` cannot place: in the draw pile, or in a hand and never shown."""
    unseen = np.empty(KINDS, np.int64)
    for kind in range(KINDS):
        unseen[kind] = copies(s, kind) - s.chosen[kind]
        for other in range(s.seats):
            unseen[kind] -= s.hand[other, kind] if other == seat else s.known[other, kind]
    for place in range(s.piled):
        if s.pile[place] != UNKNOWN:
            unseen[s.pile[place]] -= 1
    for side in range(sides(s)):
        for i in range(s.laid_n[side]):
            without(unseen, s.laid[side, i])
    for i in range(s.staged):
        without(unseen, s.stage[i])
    if s.taking:
        unseen[s.pile[s.piled - 1]] += 1
    return unseen


def without(counts, row):
    for i in range(COUNT[row]):
        counts[CARDS[row, i]] -= 1


def fill_deck(s, seat, unseen, cards, x):
    """Shuffle the unseen cards; the first `left` are the draw pile, of which a remade one holds little but its pool."""
    room = unseen.copy()
    odd, n = 0, 0
    if s.remade:
        odd = s.odd
        for kind in range(KINDS):
            gained = s.gained[seat, kind] if seat < s.seats else 0
            room[kind] = max(0, s.pool[kind] - gained)
            odd -= max(0, gained - s.pool[kind])
    tight = False
    for kind in range(KINDS):
        tight = tight or unseen[kind] > room[kind]
        for _ in range(unseen[kind]):
            cards[n] = kind
            n += 1
    if not tight:
        return shuffle(cards, 0, n, x)
    x = choose_deck(s.left, unseen, room, max(0, odd), cards, x)
    x = shuffle(cards, 0, s.left, x)
    return shuffle(cards, s.left, n, x)


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


def fill_hands(s, seat, cards):
    """Deal the cards behind the draw pile to the hidden hands, beside what each has shown."""
    n = s.left
    for other in range(s.seats):
        if other != seat:
            s.hand[other, :] = s.known[other, :]
            visible = s.known[other].sum() + (s.stage_cards if other == s.turn else 0)
            for _ in range(s.cards[other] - visible):
                s.hand[other, cards[n]] += 1
                n += 1


compile_rules(globals())
