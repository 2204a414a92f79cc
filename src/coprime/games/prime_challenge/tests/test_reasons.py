"""Reasons of the review are true: the numbers that lie face up are multiplied again."""

from itertools import combinations
from math import prod

import coprime
from coprime.core.numbers import prime_factors
from coprime.decks.primepak.cards import NUMBERS, WILD
from coprime.testing.reason_checks import check_reasons, walk_choices

GAME = coprime.game("prime_challenge")


def face_up(view):
    return [int(kind) for kind in view.face_up[:view.extent] if kind >= 0]


def is_set(kinds):
    """The first is the product of the others, of which there are two or more; a wild stands for a prime."""
    answer, *others = kinds
    wilds = others.count(WILD)
    numbers = [NUMBERS[kind] for kind in others if kind != WILD]
    if answer == WILD or not numbers or len(others) < 2 or wilds > 3 or NUMBERS[answer] % prod(numbers):
        return False
    rest = NUMBERS[answer] // prod(numbers)
    return NUMBERS[answer] not in numbers and (len(prime_factors(rest)) if rest > 1 else 0) == wilds


def holds_set(kinds):
    """Is there a set among these cards?  Multipliers are tried with all wilds that are needed."""
    numbers, wilds = [kind for kind in kinds if kind != WILD], min(3, kinds.count(WILD))
    for place, answer in enumerate(numbers):
        others = [kind for i, kind in enumerate(numbers) if i != place and NUMBERS[kind] < NUMBERS[answer]
                  and NUMBERS[answer] % NUMBERS[kind] == 0]
        for n in range(1, min(len(others), 6) + 1):
            for some in combinations(others, n):
                if any(is_set([answer, *some, *[WILD] * used]) for used in range(wilds + 1)):
                    return True
    return False


def is_there(view, seat, played, better, facts):
    lying = face_up(view)
    for kind in facts["kinds"]:
        lying.remove(kind)
    return is_set(facts["kinds"])


def is_none(view, seat, played, better, facts):
    return not holds_set(face_up(view))


def are_more(view, seat, played, better, facts):
    n, other = (len(GAME.words.label(one[0]).split()) - 1 for one in (better, played))
    return n > other and facts == {"n": n, "other": other}


CHECKS = {"set": is_there, "none": is_none, "more": are_more}


def choices():
    for seed in range(4):
        for view, seat, played, better in walk_choices(GAME, 2, {}, seed, 120):
            yield view, seat, played, better
            yield view, seat, [], better


def test_reasons_are_true_in_random_matches():
    met = check_reasons(GAME, CHECKS, choices())
    assert met["set"] and met["more"], met


def test_no_set_is_a_reason_to_say_so():
    """The review compares waiting with the hit that the hint advises."""
    found = 0
    for seed in range(6):
        for view, seat, _, better in walk_choices(GAME, 2, {}, seed, 200):
            if not GAME.load_module("bots").face_up_rows(view):
                for word in ("hit", "done"):
                    reasons = GAME.reasons.choice_reasons(view, seat, [], [GAME.words.parse(word)])
                    assert not reasons or is_none(view, seat, [], better, reasons[0].facts)
                    found += bool(reasons)
        if found:
            return
