"""Old Cards.  Rules like OC-1 are in rules.md."""

from enum import IntEnum

import numpy as np

from coprime.core.chance import shuffle
from coprime.core.kernel import compile_rules, record
from coprime.core.seats import CHANCE

SEATS = 4
DECK = 24
ACTIONS = DECK + 1          # an action is the card that is played; CHANCE's is the seed of a shuffle
LEFT, PLAYED = 0, 9         # where a card is; 1 + seat for a card in a hand


@record
class State:
    """Everything on the table."""

    seats: int
    hand: int               # the option, as declared in game.py

    dealt: int
    turn: int
    place: [DECK + 1]       # where each card is; LEFT, too, for a card that one cannot see
    cards: [SEATS]          # how many cards each holds
    trick: [SEATS]          # the card that each has played to this trick; 0 for none
    taken: [SEATS]          # tricks


class Refusal(IntEnum):
    NONE = 0
    NOT_YOUR_TURN = 1
    NO_SUCH_ACTION = 2
    NOT_HELD = 3            # OC-2


def begin(s):
    """The cards are not dealt yet."""


def to_act(s):
    if s.dealt == 0:
        return 1 << CHANCE
    return 1 << s.turn if s.cards.max() else 0


def legal_actions(s, seat, out):
    n = 0
    for card in range(1, DECK + 1):
        if s.place[card] == 1 + seat:
            out[n] = card
            n += 1
    return n


def refusal(s, seat, action):
    if not to_act(s) >> seat & 1:
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        return Refusal.NONE if action >= 0 else Refusal.NO_SUCH_ACTION
    if not 1 <= action <= DECK:
        return Refusal.NO_SUCH_ACTION
    return Refusal.NONE if s.place[action] == 1 + seat else Refusal.NOT_HELD


def apply(s, seat, action):
    if seat == CHANCE:
        deal(s, action)
        return
    s.place[action] = PLAYED
    s.cards[seat] -= 1
    s.trick[seat] = action
    s.turn = (seat + 1) % s.seats
    if s.trick[s.turn]:
        s.turn = np.argmax(s.trick)
        s.taken[s.turn] += 1
        s.trick[:] = 0


def deal(s, seed):
    """OC-1."""
    deck = np.arange(1, DECK + 1)
    shuffle(deck, 0, DECK, seed)
    for i in range(s.hand * s.seats):
        s.place[deck[i]] = 1 + i % s.seats
    s.cards[:s.seats] = s.hand
    s.dealt = 1


def returns(s, out):
    """OC-3."""
    for seat in range(s.seats):
        out[seat] = 1.0 if s.dealt and s.cards.max() == 0 and s.taken[seat] == s.taken.max() else 0.0


def fault(s, seat, action):
    """Nothing that is taken is punished."""
    return 0


def resting(s):
    """Between two tricks of a match that is not over."""
    return False


def pace(s, seat):
    """A simulated seat takes its time."""
    return 400


def quiet(s, seat, action):
    """Everybody sees a card that is played."""
    return False


def final(s, seat, action):
    """A card that lies on the table stays there, in practice too."""
    return True


compile_rules(globals())
