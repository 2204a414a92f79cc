"""Reasons of the review are true: each is worked out again from digits and trial division."""

from itertools import permutations, product

import coprime
from coprime.testing.reason_checks import check_reasons, walk_choices

GAME = coprime.game("prime_daifugo")
NUMBERS = {"5/9": ("5", "9"), "4/6/8": ("4", "6", "8")}


def cards_of(view, seat):
    hand, names = int(view.hand[seat]), GAME.load_module("labels").NAMES
    return [name for kind, name in enumerate(names) for _ in range(hand >> 3 * kind & 7)]


def after(view, seat, actions):
    """The cards that are kept, by the labels of the action."""
    verb, *used = GAME.words.label(actions[0]).split()
    left = cards_of(view, seat)
    for name in used if verb in ("play", "discard") else ():
        left.remove(name.split("=")[0])
    return left


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n ** 0.5) + 1))


def primes_of(view, cards):
    """Every prime of one to three cards side by side, with the cards: three need a sign that allows it (PD-7)."""
    for n in (1, 2, 3):
        for places in permutations(range(len(cards)), n):
            names = [cards[place] for place in places]
            if {"D", "SKIP"} & set(names):
                continue
            for digits in product(*(NUMBERS.get(name, (name,)) for name in names)):
                if n == 3 and not three_may_be_played(view, names, digits):
                    continue
                if n > 1 and digits[0] == "0":
                    continue
                if is_prime(int("".join(digits))):
                    yield int("".join(digits)), places


def three_may_be_played(view, names, digits):
    signs = [digit in "4689" and len(digit) == 1 for digit in digits]
    single = all(len(digit) == 1 for digit in digits)
    return single and any(signs) and (view.multi_in_three or not set(names) & set(NUMBERS))


def goes_out(view, cards, numbers):
    """Do these primes take all cards between them?"""
    whole, found = set(range(len(cards))), list(primes_of(view, cards))
    if len(numbers) == 1:
        return any(number == numbers[0] and set(places) == whole for number, places in found)
    return any(one == numbers[0] and other == numbers[1] and not set(a) & set(b) and set(a) | set(b) == whole
               for one, a in found for other, b in found)


def verbs(*choices):
    return {GAME.words.label(actions[0]).split()[0] for actions in choices}


def are_out(view, seat, played, better, facts):
    return not after(view, seat, better)


def are_leads(view, seat, played, better, facts):
    return goes_out(view, after(view, seat, better), facts["numbers"])


def are_more_primes(view, seat, played, better, facts):
    n, other = (len({number for number, _ in primes_of(view, after(view, seat, one))}) for one in (better, played))
    return verbs(played, better) == {"discard"} and n > other and facts == {"n": n, "other": other}


def are_fewer(view, seat, played, better, facts):
    n, other = (len(after(view, seat, one)) for one in (better, played))
    return verbs(played, better) == {"play"} and n < other and facts == {"n": n, "other": other}


CHECKS = {"out": are_out, "leads": are_leads, "primes": are_more_primes, "fewer": are_fewer}


def test_reasons_are_true_in_random_matches():
    met = check_reasons(GAME, CHECKS, (choice for seed in range(12) for choice in walk_choices(GAME, 2, {}, seed, 160)))
    assert set(met) == set(CHECKS), met
