"""Hints: every sentence is true in its position, compared with primes found by trial division."""

import math
import random
import re
from itertools import permutations, product

import pytest

from coprime.core.bits import count_kind
from coprime.core.registry import find_game
from coprime.core.seats import CHANCE, CLOCK
from coprime.games.sosu_daifugo.tests.playing import RULES, Phase, Verb, actions, deal, do, number, put
from coprime.testing import laws

GAME = find_game("sosu_daifugo")
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]


def steps(s, seat=None):
    """Return the hints of the seat on turn."""
    seat = int(s.turn) if seat is None else seat
    return GAME.hint_steps(laws.view_of(GAME.pure_rules, s, seat), seat, NAMES)


def told(s):
    """Return the labels of the actions that the last hint recommends."""
    return [GAME.words.label(action) for action in steps(s)[-1].actions]


def is_prime(n):
    """Tell by trial division whether a number of few cards is a prime."""
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))


def primes_that_fit(s, n):
    """Return the primes that some n cards of the hand make and that fit, jokers as any value, without the rules."""
    hand = [kind for kind in range(14) for _ in range(int(count_kind(s.held[s.turn], kind)))]
    values = range(1, 14) if s.joker_zero else range(14)
    found = set()
    for cards in set(permutations(hand, n)):
        for chosen in product(*(values if card == 0 else (card,) for card in cards)):
            made = int("".join(map(str, chosen)))
            if chosen[0] and (not s.count or (made < number(s) if s.revolution else made > number(s))):
                found.add(made)
    return {made for made in found if is_prime(made)}


def random_positions(seed, most=60, **options):
    """Yield positions of a random game in which a seat has the turn."""
    chance = random.Random(seed)
    s = deal(seats=2 + seed % 2, seed=seed, hand=5, games_to_win=1, revolution=seed % 2, **options)
    for _ in range(most):
        if s.phase == Phase.OVER:
            return
        if RULES.to_act(s) & 1 << CHANCE:
            RULES.apply(s, CHANCE, chance.getrandbits(60))
            continue
        yield s
        out = [0] * RULES.MAX_ACTIONS
        listed = out[:RULES.sound_actions(s, int(s.turn), out)]
        RULES.apply(s, int(s.turn), int(chance.choice(listed)))


@pytest.mark.parametrize("seed", range(6))
def test_what_hints_say_is_true_in_random_games(seed):
    for s in random_positions(seed, joker_zero=seed % 2, lone_joker=2 if seed % 3 == 0 else 0):
        ladder, seat = steps(s), int(s.turn)
        assert len(ladder) == 3 and ladder[-1].actions
        for action in ladder[-1].actions:
            assert not RULES.refusal(s, seat, action) and not RULES.violation(s, seat, action)
        for made in re.findall(r"([\d ]+) is a prime", ladder[-1]):
            assert is_prime(int(made.replace(" ", "")))
        if ladder[0].startswith("Your cards make no prime") and s.cards[seat] < 7:
            assert RULES.verb_of(ladder[-1].actions[0]) in (Verb.DRAW, Verb.PASS)
            sizes = [int(s.count)] if s.count else range(1, 1 + min(4, int(s.cards[seat])))
            for n in sizes:
                fits = primes_that_fit(s, n) if n <= s.cards[seat] and not is_joker_on_top(s) else set()
                alone = n == 1 and s.lone_joker != 2 and count_kind(s.held[seat], 0)
                assert not fits or alone, (n, fits)


def is_joker_on_top(s):
    """Tell whether a joker without a value lies there."""
    return s.count > 0 and s.number[0] < 0


def test_laws_of_hints_hold_over_random_options():
    looked = 0
    for seed in range(6):
        random_ = laws.random.Random(seed)
        seats, options = laws.random_options(GAME, random_)
        walk = laws.RandomWalk(GAME, GAME.pure_rules, seats, options, seed)
        for _ in walk.walk_positions(60):
            acting = walk.acting_seats()
            if acting and CHANCE not in acting and random_.random() < 0.3:
                looked += laws.hints_hold(walk, NAMES)
    assert looked > 20


def test_a_lead_takes_all_cards_and_else_many():
    assert told(put("QK", "2")) == ["play QK"]
    for hand in ("QK8846", "A23456", "TTJQK2X"):
        s = put(hand, "2")
        most = max(n for n in range(1, 5) if primes_that_fit(s, n))
        assert len(steps(s)[-1].cards) == most and steps(s)[0].startswith("You may lead, and your cards make a prime")


def test_an_answer_is_the_least_that_fits():
    s = do(put("A92", "23K57"), "A9")
    assert told(s) == ["play 23"]
    s = do(put("J2", "23K57"), "J")
    assert told(s) == ["play K"]
    s = put("K2", "23JA")
    s.revolution = 1
    assert told(do(s, "K")) == ["play J"] and "below 13" in steps(s)[0]


def test_special_cards_are_named_where_nothing_else_fits():
    s = do(put("53A", "578"), "53")
    assert told(s) == ["play 57"] and "clears the table" in steps(s)[1]
    s = do(put("K2", "X48"), "K")
    assert told(s) == ["play X"]


def test_without_a_prime_draw_then_pass():
    s = put("468", "2", deck="9")
    assert told(s) == ["draw"] and steps(s)[0] == "Your cards make no prime of up to 4 cards that fits here."
    assert told(put("468", "2")) == ["pass"]
    assert told(put("468", "2", deck="9", burst=4)) == ["pass"], "a fourth card would lose"


def test_of_more_than_four_cards_hints_say_that_they_do_not_know():
    s = do(put("A23478", "23456789", deck="K"), "A2347")
    assert steps(s)[0] == "5 cards lie there, and hints know only primes of up to 4." and told(s) == ["draw"]


def test_a_line_is_taken_back_first():
    s = put("A39", "2")
    RULES.apply(s, 0, GAME.words.parse("add A"))
    assert told(s)[0] == "clear" and told(s)[1].startswith("play")


def test_hints_lead_to_a_composite():
    s = put("KKA3TA5", "2")
    ladder = GAME.hint_steps_to(laws.view_of(GAME.pure_rules, s, 0), 0, actions("KK=A3*TA")[0])
    assert ladder[1] == "1313 = 13 × 101, and you hold the cards for both sides."
    assert ladder[-1].cards == ("K", "K", "A", "3", "T", "A")
    assert GAME.hint_steps_to(laws.view_of(GAME.pure_rules, s, 0), 0, actions("KK")[0]) == [], "it fails"


def test_every_method_is_true():
    for n in filter(is_prime, range(2, 20_000)):
        said = GAME.hints.method_text(n)
        for beyond in re.findall(r"(\d+) × \1 is more", said):
            assert int(beyond) ** 2 > n
        assert all(int(total) % 3 or n == 3 for total in re.findall(r"add up to (\d+)", said))
        for apart in re.findall(r"are (\d+) apart", said):
            assert all((n - int(apart)) % p == 0 or (n + int(apart)) % p == 0 for p in (7, 11, 13))
            assert all(int(apart) % p for p in (7, 11, 13))


def test_whoever_is_not_on_turn_waits():
    s = put("37", "29")
    assert steps(s, 1) == ["There is nothing to find just now: wait for your turn."]
    assert CLOCK > CHANCE


@pytest.mark.parametrize(("mine", "lies", "play", "kind"), [
    ("A88Q", "", "8Q8A", "lead"), ("A88TK", "67", "TK", "two"), ("8TK", "Q9J", "8TK", "three"),
    ("64QK", "8Q8A", "64QK", "four"), ("A88X", "", "8A", ""), ("A8", "", "8A", ""),
    ("A8K", "", "K", ""), ("A88Q", "", "D", ""), ("A234567", "", "6A", "")])
def test_a_puzzle_is_a_play_of_cards_that_is_worth_looking_for(mine, lies, play, kind):
    s = put(lies + "2", mine, deck="8888", composites=1) if lies else put("2", mine, deck="8888", composites=1)
    s.turn = 0 if lies else 1
    if lies:
        do(s, lies)
    assert GAME.hints.puzzle_kind(s, 1, actions(play)[-1]) == kind
