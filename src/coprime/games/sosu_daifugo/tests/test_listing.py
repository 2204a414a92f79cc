"""The listed actions: each is sound, and all primes of few cards are among them."""

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from coprime.core.bits import count_kind
from coprime.core.kernel import import_pure
from coprime.core.seats import CHANCE, UNKNOWN
from coprime.games.sosu_daifugo.prime_orders import ORDERS, PRIMES, row_of_play
from coprime.games.sosu_daifugo.record_notation import format_signs
from coprime.games.sosu_daifugo.tests.playing import (
    DEAL,
    LIMBS,
    RULES,
    Phase,
    Refusal,
    Verb,
    Violation,
    deal,
    do,
    number_of_ranks,
    put,
)

CODES = import_pure("coprime.games.sosu_daifugo.codes")


def listed(s):
    out = np.zeros(RULES.MAX_ACTIONS, np.int64)
    return [int(action) for action in out[:RULES.sound_actions(s, int(s.turn), out)]]


def plays(s):
    return {format_signs([action >> 3 + 5 * i & 31 for i in range(RULES.count_signs(action))])
            for action in listed(s) if action & 7 == Verb.PLAY}


@pytest.mark.parametrize(("options", "seed"), [({}, 1), ({"specials": 3, "lone_joker": 2}, 2), ({"flow": 1}, 3),
                                               ({"penalty": 1, "special_finish": 1, "joker_zero": 1}, 4),
                                               ({"seats": 4, "pass_out": 1, "places": 1, "hand": 7}, 5)])
def test_random_games_of_listed_actions_are_sound_and_end(options, seed):
    chance = random.Random(seed)
    s = deal(seed=seed, games_to_win=1, **options)
    for _ in range(2000):
        if s.phase == Phase.OVER:
            break
        if RULES.to_act(s) == 1 << CHANCE:
            RULES.apply(s, CHANCE, chance.getrandbits(62))
            continue
        actions = listed(s)
        assert len(set(actions)) == len(actions)
        assert [CODES.find_action(s, s.turn, CODES.code(s, action)) for action in actions] == actions
        for action in actions:
            assert RULES.refusal(s, int(s.turn), action) == Refusal.NONE
            assert RULES.violation(s, int(s.turn), action) == Violation.NONE
        some = [action for action in actions if action & 7 == Verb.PLAY] or actions
        RULES.apply(s, int(s.turn), chance.choice(some))
        total = s.held[:s.seats].sum() + sum(1 << 3 * int(kind) for kind in [*s.deck[:s.left], *s.area[:s.laid]])
        assert total == DEAL.whole_pack(s)                 # no card is lost or made
    assert s.phase == Phase.OVER


def test_all_primes_of_up_to_three_cards_of_a_hand_are_listed():
    s = put("A23579JK", "2")
    ranks = [kind for kind in range(14) for _ in range(int(count_kind(s.held[0], kind)))]
    expected = {number_of_ranks(order) for n in (1, 2, 3) for order in permutations(ranks, n)}
    expected = {n for n in expected if n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))}
    assert expected == {number_of_ranks([action >> 3 + 5 * i & 31 for i in range(RULES.count_signs(action))])
                        for action in listed(s) if action & 7 == Verb.PLAY and RULES.count_signs(action) < 4} - {57}


@pytest.mark.parametrize(("cards", "top", "joker_zero"), [
    ("A2356789TJQK", None, 0), ("23379JJKXX", None, 0), ("AA379QXX", None, 1),
    ("A2479TKX", "A49", 0), ("4779JKXX", "A2", 1)])
def test_jokers_stand_for_what_the_hand_lacks(cards, top, joker_zero):
    s = put(cards, "2", joker_zero=joker_zero) if top is None else do(put(top + "4", cards, joker_zero=joker_zero), top)
    hand = Counter({kind: int(count_kind(s.held[s.turn], kind)) for kind in range(14)})
    jokers = hand.pop(0)
    expected = []
    for row, order in enumerate(ORDERS.tolist()):
        values = [value for value in order if value != UNKNOWN]
        follows = s.count == 0 or (len(values) == s.count and PRIMES[row] > LIMBS.small_value(s.number))
        lacking = (Counter(values) - hand).total()
        if follows and lacking <= (jokers if len(values) > 1 else 0) and not (joker_zero and 0 in values):
            expected.append(row)
    found = [row_of_play(action) for action in listed(s) if action & 7 == Verb.PLAY]
    assert expected and [row for row in found if row != UNKNOWN] == expected


def test_every_order_has_its_row():
    for row, order in enumerate(ORDERS.tolist()):
        signs = [value or 14 for value in order if value != UNKNOWN]
        assert row_of_play(RULES.encode_signs(Verb.PLAY, np.array(signs), 0, len(signs))) == row
    assert [row_of_play(RULES.encode_signs(Verb.PLAY, np.array(signs), 0, len(signs)))
            for signs in ([5, 7], [1, 7, 2, 9], [28], [5, 28], [4])] == [UNKNOWN] * 5


def test_special_plays_and_jokers_are_listed_with_their_values():
    assert {"57", "A729", "X"} <= plays(put("57A729X", "2"))
    assert "AX|X=0" not in plays(put("AX4", "2")) and "AX3|X=0" in plays(put("AX34", "2"))
    assert plays(do(put("K4", "X2A"), "K")) == {"X"}


def test_only_what_follows_is_listed():
    s = do(put("A94", "57A3K2"), "A9")
    assert all(LIMBS.compare_limbs(RULES.read_number(np.array([a >> 3 & 31, a >> 8 & 31]), 0, 2), s.number) > 0
               for a in listed(s) if a & 7 == Verb.PLAY)
    assert "57" in plays(s) and "A3" not in plays(s)
