"""Observations of Prime Canasta: what a seat sees, and how the rest is sampled (CA-23)."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.arrays import add_up, copy_first
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from ...decks.primepak.cards import KINDS
from ...decks.primepak.draw_pile_sampling import shuffle_unseen
from .actions import verb_of
from .rounds import copies_in_deck
from .sides import STRICT, count_sides, side_of
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


def observe_action(s, actor, action, watcher):
    """Return the action as a watcher sees it: UNKNOWN for staging and taking back where nobody sees them."""
    if actor == CHANCE:
        return UNKNOWN
    verb = verb_of(action)
    if (watcher != actor and s.referee != STRICT and s.made[side_of(s, actor)] == 0
            and (verb == Verb.LAY or verb == Verb.TAKE or verb == Verb.BACK)):
        return UNKNOWN
    return action


def imagine(s, seat, seed):
    """Fill a view with a deal that it allows, every way of laying the unseen cards being equally likely.

    Kept: every count, the cards shown and still held, and that a draw pile made of discards contains nothing else
    except cards that were left in it.  Left out: that somebody may have staged sets unseen; that a player who asks
    "May I go out?" could; and, when cards of a kind are both in a remade draw pile and in a hand from before, which
    of them it was.
    """
    if s.rounds == 0 or add_up(s.cards) + s.left == 0:
        return
    unseen = unseen_cards(s, seat)
    cards = np.empty(DECK, np.int64)
    fill_deck(s, seat, unseen, cards, seed)
    copy_first(cards, s.left, s.deck)
    fill_hands(s, seat, cards)
    for other in range(s.seats):
        if other != seat:
            s.gained[other, :] = 0              # what it drew is not supposed: only its owner would use it


def unseen_cards(s, seat):
    """Return by kind how many cards `seat` cannot place: in the draw pile, or in hands and never shown."""
    unseen = np.empty(KINDS, np.int64)
    for kind in range(KINDS):
        unseen[kind] = copies_in_deck(s, kind) - s.chosen[kind]
        for other in range(s.seats):
            unseen[kind] -= s.hand[other, kind] if other == seat else s.known[other, kind]
    for place in range(s.piled):
        if s.pile[place] != UNKNOWN:
            unseen[s.pile[place]] -= 1
    for side in range(count_sides(s)):
        for i in range(s.laid_n[side]):
            remove_set(unseen, s.laid[side, i])
    for i in range(s.staged):
        remove_set(unseen, s.stage[i])
    if s.taking:
        unseen[s.pile[s.piled - 1]] += 1
    return unseen


def remove_set(counts, row):
    """Remove the cards of a set from `counts`."""
    for i in range(COUNT[row]):
        counts[CARDS[row, i]] -= 1


def fill_deck(s, seat, unseen, cards, seed):
    """Shuffle the unseen cards; the first `left` are the draw pile, a remade one within its pool."""
    room = unseen.copy()
    odd = 0
    if s.remade:
        odd = s.odd
        for kind in range(KINDS):
            gained = s.gained[seat, kind] if seat < s.seats else 0
            room[kind] = max(0, s.pool[kind] - gained)
            odd -= max(0, gained - s.pool[kind])
    shuffle_unseen(s.left, unseen, room, odd, cards, seed)


def fill_hands(s, seat, cards):
    """Deal the cards behind the draw pile to the hidden hands, beside what each has shown."""
    n = s.left
    for other in range(s.seats):
        if other != seat:
            copy_first(s.known[other], KINDS, s.hand[other])
            visible = add_up(s.known[other]) + (s.stage_cards if other == s.turn else 0)
            for _ in range(s.cards[other] - visible):
                s.hand[other, cards[n]] += 1
                n += 1


compile_rules(globals())
