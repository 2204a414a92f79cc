"""Reasons of the review are true: hands and secret numbers are counted again by going through all of them."""

from itertools import combinations_with_replacement

import coprime
from coprime.games.secret_number.tests.test_knowledge import hands_of, operations_of, result
from coprime.testing.reason_checks import check_reasons, walk_choices

GAME = coprime.game("secret_number")
RULES = GAME.pure_rules.module


def fitting_hands(view, seat, action):
    """The hands with which a seat could show what it shows after a choice, for a spectator."""
    found = 0
    for low, high in combinations_with_replacement(range(view.seats + 1), 2):
        cards = [2 - (number == view.open_card) for number in range(view.seats + 1)]
        for other in range(view.seats):
            if view.number[other]:
                cards[view.number[other]] -= other != seat
        for number in (low, high):
            cards[number] -= 1
        if high and min(cards) >= 0:
            found += shows(view, seat, action, low, high)
    return found


def shows(view, seat, action, low, high):
    verb = RULES.verb_of(action)
    number = RULES.argument_of(action) if verb == RULES.Verb.NUMBER else int(view.number[seat])
    if number and number not in (low, high):
        return False
    place = RULES.place_of(action) if verb == RULES.Verb.COVER else int(view.place[seat])
    open_op = verb == RULES.Verb.OPERATION or view.first_op >> seat & 1 or verb != RULES.Verb.COVER and view.rounds == 3
    return any(result(low, high, op) is not None and RULES.PLACE_OF_RESULT[result(low, high, op)] == place
               for op in range(4) if not open_op or op == view.op[seat])


def are_wider(view, seat, played, better, facts):
    n, other = (fitting_hands(view, seat, one[0]) for one in (better, played))
    return n > other and facts == {"n": n, "other": other}


def possible(view, seat):
    return {secret for hands, secret in hands_of(view, seat)
            if all(operations_of(view, other, *hand) for other, hand in hands.items())}


def is_sure(view, seat, played, better, facts):
    return possible(view, seat) == {facts["number"]} and better == [RULES.encode_answer(facts["number"])]


def is_never(view, seat, played, better, facts):
    return facts["number"] not in possible(view, seat) and played == [RULES.encode_answer(facts["number"])]


CHECKS = {"wider": are_wider, "sure": is_sure, "never": is_never}


def test_reasons_are_true_in_random_matches():
    met = check_reasons(GAME, CHECKS, (choice for seats in (2, 3) for seed in range(3)
                                       for choice in walk_choices(GAME, seats, {"match_length": 1}, seed, 80)))
    assert set(met) == set(CHECKS), met
