"""What the search is told: which actions of Prime Canasta a sensible player likes."""

import random

import numpy as np
import pytest

from coprime.core.kernel import import_pure
from coprime.core.match import draw_chance
from coprime.core.seats import CHANCE
from coprime.decks.primepak.cards import KIND, KINDS, WILD
from coprime.games.prime_canasta import heuristics as compiled

from .table import GAME, RULES, WORDS, actor, do, table

heuristics, prospects, tables = (import_pure(f"coprime.games.prime_canasta.{name}")
                               for name in ("heuristics", "card_ratings", "tables"))


def likings(s, module=heuristics, rules=RULES):
    """The listed actions and how much each is liked."""
    actions, weights, seat = np.zeros(rules.MAX_ACTIONS, np.int64), np.zeros(rules.MAX_ACTIONS), actor(s)
    n = rules.sound_actions(s, seat, actions)
    total = module.prefer(s, seat, actions, n, weights)
    assert total == pytest.approx(weights[:n].sum()) and weights[:n].min() > 0
    return {WORDS.label(int(actions[i])): float(weights[i]) for i in range(n)}


def liked(s):
    """The action that is liked most."""
    weights = likings(s)
    return max(weights, key=weights.get)


def does(s, number, seat=0):
    uses = np.zeros(KINDS)
    prospects.score_kinds(s, seat, uses)
    return uses[KIND[number]]


# What cards may become.

def test_a_card_counts_by_the_best_set_that_it_can_be_in():
    """81 = 3 × 3 × 3 × 3 counts 80 and 400; without one 3 an eighth of it."""
    s = table("81 3 3 3 3 98 25", "10")
    assert does(s, 81) == does(s, 3) == 480 and does(s, 98) < 30
    assert does(table("81 3 3 3 98 25", "10"), 81) == pytest.approx(480 / 8)


def test_a_set_whose_cards_lie_on_the_table_is_none_to_hope_for():
    """There is one 81: on the table it is no answer to threes any more."""
    hand = "3 3 3 3 98"
    assert does(table(hand, "10"), 3) >= 480 / 8
    assert does(table(hand, "10", laid=["", "81=3x27"]), 3) < 480 / 8


def test_a_card_counts_by_the_laid_set_that_grows_with_it():
    """8 = 2 × 2 × 2 becomes with 64 = 2 × 2 × 2 × 8 a canasta."""
    assert does(table("64 98", "10", laid=["8=2x2x2"]), 64) > does(table("64 98", "10", laid=["9=3x3"]), 64) + 300


def test_others_use_small_primes_more_easily_than_large_ones():
    assert prospects.EASE[KIND[2]] > prospects.EASE[KIND[7]] > prospects.EASE[KIND[19]] > 0
    assert prospects.EASE[WILD] == 0


def brute(s, seat):
    """The same as `score_kinds`, looking at every set and every growth."""
    hand, there = s.hand[seat], np.array([int(prospects.copies_in_deck(s, kind)) for kind in range(KINDS)])
    for side in range(s.seats):
        for row in s.laid[side, :s.laid_n[side]]:
            there -= tables.COUNTS[row]
    uses = np.zeros(KINDS)
    options = [(tables.COUNTS[row], prospects.VALUE[row]) for row in range(tables.ALL)]
    for old in s.laid[seat, :s.laid_n[seat]]:
        for _, new in tables.PAIRS[tables.PAIRS[:, 0] == old]:
            options.append((tables.COUNTS[new] - tables.COUNTS[old], prospects.VALUE[new] - prospects.VALUE[old]))
    for need, value in options:
        lacks = np.maximum(need - hand, 0).sum()
        if lacks <= prospects.FAR and (need <= there).all():
            uses = np.maximum(uses, np.where(need > 0, value / (1 + lacks) ** 3, 0))
    return uses


@pytest.mark.parametrize("level", [3, 6])
def test_cards_count_as_by_looking_at_everything(level):
    for s in positions({"level": level}, seed=level, moves=120, every=30):
        uses = np.zeros(KINDS)
        prospects.score_kinds(s, actor(s), uses)
        assert uses == pytest.approx(brute(s, actor(s)))


def positions(options, seed, moves, every, seats=2):
    """Of a round of random play."""
    chance, s = random.Random(seed), GAME.new_state(seats, GAME.check_options(seats, options), RULES)
    for i in range(moves):
        seat = actor(s)
        if seat == CHANCE:
            RULES.apply(s, seat, draw_chance(RULES, s, chance.getrandbits))
            continue
        if i % every == every - 1:
            yield s.copy()
        out = np.zeros(RULES.MAX_ACTIONS, np.int64)
        RULES.apply(s, seat, int(out[chance.randrange(RULES.sound_actions(s, seat, out))]))


@pytest.mark.parametrize(("options", "seats"), [({}, 2), ({"partnerships": "on"}, 4), ({"referee": "strict"}, 3)])
def test_compiled_likings_are_the_plain_ones(options, seats):
    for s in positions(options, 5, moves=150, every=10, seats=seats):
        assert likings(s, compiled, GAME.rules) == pytest.approx(likings(s))


# What is liked.

def test_the_pile_is_taken_and_all_of_it():
    s = table("5 11 W 9", "10 7 8 9 3", deck="2 2", pile="3 W 7 55", laid=["20=4x5"], drawn=False)
    assert liked(s) == "take 55=5x11"
    do(s, "take 55=5x11")
    while "done" not in likings(s):
        assert liked(s).startswith("choose")
        do(s, liked(s))
    assert liked(s).startswith("choose")


def test_when_others_may_go_out_only_wilds_are_chosen_beyond_two():
    s = table("5 11 2 9", "10 7 8", deck="2 2 2 2 2 2 2 2 2 2 2 2", pile="3 W 7 9 55", drawn=False,
              laid=["20=4x5", "81=3x3x3x3"])
    do(s, "take 55=5x11")
    assert liked(s) == "choose W@2"
    do(s, "choose W@2", "choose 3@1")
    assert liked(s) == "done"


def test_a_pile_that_begins_nothing_is_left():
    """The minimum is 100, and 55 = 5 × 11 counts 30 without the card of the pile."""
    s = table("5 11 2 9", "10 7 8 9 3", deck="2 2", pile="3 7 55", drawn=False)
    assert liked(s) == "draw"


def test_sets_wait_for_canastas_until_the_round_ends():
    full = "2 2 2 2 2 2 2 2 2 2 2 2"
    s = table("42 6 7 9 8", "10 7 7 7 7", deck=full, laid=["20=4x5"])
    assert liked(s).startswith("discard")
    s = table("81 3 3 3 3 9 8", "10 7 7 7 7", deck=full, laid=["20=4x5"])
    assert liked(s) == "lay 81=3x3x3x3"
    s = table("42 6 7 9 8", "10 7 7 7 7", deck="2 2", laid=["20=4x5"])
    assert liked(s) == "lay 42=6x7"


def test_an_initial_laydown_is_begun_only_where_it_can_be_finished():
    full = "2 2 2 2 2 2 2 2 2 2 2 2"
    s = table("120 10 3 2 2 50 25 2 7 9", "10 7 7 7 7", deck=full)
    while not s.made[0]:
        do(s, liked(s))
    assert liked(table("42 6 7 9 8", "10 7 7 7 7", deck=full)).startswith("discard")


def test_who_can_goes_out_and_asks_a_partner():
    s = table("42 6 7 9", "10", laid=["run 2 3 5 7 11 13; 81=3x3x3x3"])
    for expected in ("lay 42=6x7", "out", "discard 9"):
        assert liked(s) == expected
        do(s, expected)
    s = table("42 6 7 9", "10 8", "2 3", "2 2", deck="2 2", pile="3", partnerships="on",
              laid=["run 2 3 5 7 11 13; 81=3x3x3x3"])
    assert liked(s) == "ask"
    do(s, "ask")
    assert liked(s) == "yes"


def test_of_useless_cards_the_one_goes_that_others_hardly_use():
    s = table("2 19 2 2 98 98", "10 7 7 7 7", deck="2 2 2 2 2 2 2 2 2 2 2 2", pile="3 3 3 3", laid=["20=4x5"])
    weights = likings(s)
    assert weights["discard 19"] > weights["discard 2"]
