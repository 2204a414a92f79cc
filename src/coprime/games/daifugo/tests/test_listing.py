"""How many plays a hand can list, under the options that make lists long.

The hands below are the longest that were found: of any suits by trying every hand there is (the slow test), of one
suit by climbing from many hands, one card at a time.  A play of one suit is one of any suits as well, so the longest
list of any suits bounds all others.
"""

from itertools import combinations

import numpy as np
import pytest

import coprime
from coprime.core.kernel import import_pure
from coprime.games.daifugo.actions import GIVE_BIT

from .test_rules import GAME, RULES, bag, moves, plays, table

listing = import_pure("coprime.games.daifugo.listing")

RANKS, OF_A_RANK = 13, 4
WIDEST = {"seq_suit": "any", "seq_max": 0, "joker_off_end": "on", "max_group": 6, "pass_on_lead": "on"}
LONGEST = 3105              # 3,104 plays and the pass

FULL_ROW = "3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As"
OTHERS = ["3h", "4h", "5h", "6h"]


@pytest.mark.parametrize("hand, options, listed", [
    ("5s 5h 5d 5c 6s 6h 6d 6c 7s 7h 7d 7c Jo Jo", {}, 285),
    (f"{FULL_ROW} Jo Jo", GAME.presets["house"], 1549),
    (f"{FULL_ROW} Jo Jo", WIDEST | {"seq_suit": "same"}, 1651),
    ("5s 5c 6s 6h 6d 6c 7s 7h 7d 7c 8s 8d Jo Jo", {"seq_suit": "any"}, 696),
    ("5s 6h 7h 7c 8s 8h 9s 9c 10h 10d Jh Qd Jo Jo", {"seq_suit": "any", "seq_max": 0}, 3104),
    ("4d 5d 6h 6c 7d 7c 8s 8c 9s 9h 10d Jd Jo Jo", WIDEST, LONGEST),
    ("7d 8h 8d 9s 9d 10s 10c Jh Jd Qs Qd Kd As Jo", WIDEST | {"jokers": 1}, 1753),
])
def test_longest_lists(hand, options, listed):
    assert len(moves(table(hand, *OTHERS[1:], **options))) == listed <= LONGEST <= RULES.MAX_ACTIONS


def test_longest_list_of_the_contest():
    s = table("5s 6s 7s 8s 9s 10s Js Qs Ks As Jo", *OTHERS, **GAME.presets["uecda"])
    assert len(moves(s)) == 288


def counts(left, ranks=RANKS):
    """Every way in which so many cards can be spread over ranks."""
    if ranks == 0:
        yield from [()] if left == 0 else []
        return
    for n in range(min(OF_A_RANK, left) + 1):
        if left - n <= OF_A_RANK * (ranks - 1):
            for rest in counts(left - n, ranks - 1):
                yield (n, *rest)


@pytest.mark.long
def test_no_hand_lists_more():
    """Of any suits a list hangs on how many cards of each rank there are, and upside down it is as long."""
    compiled = coprime.game("daifugo").rules
    s = table("3s", *OTHERS[1:], **WIDEST)
    out = np.zeros(RULES.MAX_ACTIONS, np.int64)
    longest, s.cards[0] = 0, 14
    for ways in counts(12):
        if ways <= ways[::-1]:
            s.hand[0] = sum((1 << n) - 1 << 4 * rank for rank, n in enumerate(ways)) + 2 * plays.JOKER
            longest = max(longest, int(compiled.sound_actions(s, 0, out)))
    assert longest == LONGEST


@pytest.mark.parametrize("hand", ["3s 3h 4d Ac", "3s 4d Ac Jo", "2h 2s 9c Jo Jo", "Jo Jo", "5c"])
@pytest.mark.parametrize("count", [1, 2])
def test_DF_17_every_choice_of_cards_to_give_is_listed_once(hand, count):
    """Against every choice of one or two cards of the hand; jokers are alike."""
    cards = hand.split()
    out = np.zeros(RULES.MAX_ACTIONS, np.int64)
    n = listing.list_gifts(bag(hand), count, out, 0, GIVE_BIT)
    chosen = {GIVE_BIT | bag(" ".join(some)) for some in combinations(cards, count)}
    assert n == len(chosen) and {int(one) for one in out[:n]} == chosen
