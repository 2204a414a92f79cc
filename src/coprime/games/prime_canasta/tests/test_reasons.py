"""Reasons of the review are true: each set is multiplied out again, and its cards are looked for in the hand."""

from collections import Counter
from math import prod

import coprime
from coprime.core.numbers import prime_factors
from coprime.decks.primepak.cards import NUMBERS, WILD
from coprime.testing.reason_checks import check_reasons, walk_choices

GAME = coprime.game("prime_canasta")
TABLES = GAME.load_module("tables")


def set_cards(row):
    return [int(kind) for kind in TABLES.CARDS[row] if kind >= 0]


def is_set(row):
    """The first number is the product of the others, and of a prime for each wild; or the primes are neighbours."""
    cards = set_cards(row)
    if row >= TABLES.FIRST_RUN:
        primes = [n for n in range(2, 20) if len(prime_factors(n)) == 1]
        places = [primes.index(NUMBERS[kind]) for kind in cards if kind != WILD]
        return len(cards) >= 6 and max(places) - min(places) < len(cards) and len(set(places)) == len(places)
    answer, *others = cards
    rest, left = divmod(NUMBERS[answer], prod(NUMBERS[kind] for kind in others if kind != WILD))
    return not left and len(prime_factors(rest) if rest > 1 else []) == others.count(WILD)


def is_kept(view, seat, played, better, facts):
    """The set has the card that was thrown, and the hand without the better discard has all of its cards."""
    held = Counter({kind: int(view.hand[seat][kind]) for kind in range(WILD + 1)})
    thrown, better_card = (GAME.words.label(one[0]).split()[1] for one in (played, better))
    held[NUMBERS.index(int(better_card))] -= 1
    cards = Counter(set_cards(facts["set"]))
    return is_set(facts["set"]) and NUMBERS[facts["card"]] == int(thrown) and cards[facts["card"]] > 0 and all(
        held[kind] >= n for kind, n in cards.items())


def are_points(view, seat, played, better, facts):
    points = GAME.load_module("tables").POINTS
    n, other = (sum(int(points[kind]) for kind in set_cards(operand(one[0])))
                for one in (better, played))
    return n > other and facts == {"n": n, "other": other}


def operand(action):
    return GAME.load_module("actions").operand_of(action)


CHECKS = {"keep": is_kept, "points": are_points}


def test_reasons_are_true_in_random_matches():
    met = check_reasons(GAME, CHECKS, (choice for seed in range(3) for choice in walk_choices(GAME, 2, {}, seed, 200)))
    assert set(met) == set(CHECKS), met
