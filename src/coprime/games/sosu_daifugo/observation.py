"""What a seat may see of the original Prime Daifugo, and how a world that fits its view is sampled (SD-5).

Public are the area, what hands showed in failed plays, and the part of the deck that flowed in an order that everybody
saw.  The line that a player is laying is that player's own.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import add_to_bag, bag_size, write_bag
from ...core.chance import shuffle
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import verb_of
from .card_signs import DECK
from .deal import whole_pack
from .play_verdicts import clear_line
from .state import Verb


def redact(s, seat):
    """Blank what `seat` cannot see: other hands, the unseen part of the deck, and another player's line."""
    for place in range(s.seen, DECK):
        s.deck[place] = UNKNOWN
    for other in range(s.seats):
        if other != seat:
            s.held[other] = UNKNOWN
    if seat != s.turn:
        clear_line(s)


def observe_action(s, seat, action, watcher):
    """Return an action as `watcher` sees it: what is put on a line, and taken back, only its player sees."""
    hidden = verb_of(action) == Verb.ADD or verb_of(action) == Verb.CLEAR
    return UNKNOWN if hidden and seat < s.seats and watcher != seat else action


def imagine(s, seat, seed):
    """Fill a view with a random deal that it allows, every placing of unseen cards equally likely."""
    if s.game == 0:
        return
    cards = np.empty(DECK, np.int64)
    n = write_bag(unseen_cards(s, seat), cards, 0)
    shuffle(cards, 0, n, seed)
    for place in range(s.left - 1, s.seen - 1, -1):
        n -= 1
        s.deck[place] = cards[n]
    for other in range(s.seats):
        if other != seat:
            s.held[other] = s.known[other]
            for _ in range(s.cards[other] - bag_size(s.known[other])):
                n -= 1
                s.held[other] = add_to_bag(s.held[other], cards[n], 1)


def unseen_cards(s, seat):
    """Return the bag of cards that `seat` cannot place."""
    unseen = whole_pack(s)
    for place in range(s.laid):
        unseen = add_to_bag(unseen, s.area[place], -1)
    for place in range(s.seen):
        unseen = add_to_bag(unseen, s.deck[place], -1)
    for other in range(s.seats):
        unseen -= s.held[other] if other == seat else s.known[other]
    return unseen


compile_rules(globals(), makers="imagine")
