"""Reduce Secret Number so far that all of it can be searched: two seats, answers only in round 3.

Every deal of the real cards for two is looked at, all three openings, and the last round.  What is not of the real
game: rounds 1 and 2 are ended at once by both, and in round 3 the seats are asked by turns, seat 0 first, until both
have agreed one after the other.  That takes the place of time; nobody has a clock (`round_seconds` 0).  Openings stay
secret: who is asked second has not seen what the first one chose.  Used by lab/bot_exploitability.py.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np

from ...core.bits import has_member
from . import rules
from .rules import ROUNDS, Stage, Verb

SEATS = 2
OPTIONS = {"round_seconds": 0, "match_length": 1}
CARDS = (0, 0, 1, 1, 2, 2)      # SN-1
INSTEAD = int(Verb.AGREE)       # what a fault would come to; nobody makes one


def enumerate_deals(begun: Any, open_cards: tuple[int, ...] = (0, 1, 2)) -> Iterator[tuple[Any, float]]:
    """Yield every deal (SN-2) as the state before the first choice, and its probability.

    start_state  a state with SEATS and OPTIONS, which is left as it is
    open_cards   only deals in which one of these lies open
    """
    ways = Counter((*sorted(cards[:2]), *sorted(cards[2:4]), *cards[4:]) for cards in permutations(CARDS)
                   if any(cards[:2]) and any(cards[2:4]) and cards[4] in open_cards)
    for cards, n in ways.items():
        yield make_dealt_state(begun, cards), n / ways.total()


def make_dealt_state(start_state: Any, cards: tuple[int, ...]) -> Any:
    """Return the state of a deal: the hand of seat 0, that of seat 1, the open card and the secret number."""
    s = start_state.copy()
    rules.clear_table(s)
    s.low[:SEATS], s.high[:SEATS] = cards[:4:2], cards[1:4:2]
    s.open_card, s.secret = cards[4:]
    rules.open_round(s)
    return s


def to_act(s: Any) -> int:
    """Return the one seat that is asked now, as a set; 0 when it is over."""
    if s.stage == Stage.RACE:
        last = int(rules.last_placer(s))
        first = 1 - last if last >= 0 else 0
        return 1 << (1 - first if has_member(s.agreed, first) else first)
    acting = int(rules.to_act(s))
    return acting & -acting


def apply(s: Any, seat: int, action: int) -> None:
    """Carry out an action; a round before the last is over as soon as it is open."""
    rules.apply(s, seat, action)
    if s.stage == Stage.RACE and s.rounds < ROUNDS:
        for one in range(SEATS):
            rules.apply(s, one, int(Verb.AGREE))


def returns(s: Any, out: Any) -> None:
    """Write 1 for the seat with more points and -1 for the other one (SN-11); 0 for a shared victory."""
    rules.returns(s, out)
    out[0] = np.sign(out[0] - out[1])
    out[1] = -out[0]
