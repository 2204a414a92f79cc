"""Reasons of the review are true: the cards left over are counted again by trying the sets one after another."""

from functools import cache

import coprime
from coprime.core.numbers import prime_factors
from coprime.decks.primepak.cards import KINDS, NUMBERS, WILD
from coprime.testing.reason_checks import check_reasons, walk_choices

GAME = coprime.game("factor_rummy")
MOST_WILDS = 3              # PP-4


def held(view, seat, label=""):
    """The hand after an action, as sorted kinds; "take" adds the top discard."""
    verb, *cards = label.split() or [""]
    hand = [kind for kind in range(KINDS) for _ in range(int(view.hand[seat][kind]))]
    if verb == "take":
        hand.append(int(view.pile[view.height - 1]))
    for card in cards if verb in ("discard", "out") else ():
        hand.remove(WILD if card == "W" or not card.isdigit() else NUMBERS.index(int(card)))
    return tuple(sorted(hand))


@cache
def left_over(hand):
    """The fewest cards that sets leave: the largest card is left, or it is the answer of a set."""
    numbers = [kind for kind in hand if kind != WILD]
    if not numbers:
        return len(hand)
    top = numbers[-1]
    rest = list(hand)
    rest.remove(top)
    return min([1 + left_over(tuple(rest)),
                *(left_over(tuple(after)) for after in sets_of(NUMBERS[top], tuple(rest)))])


def sets_of(answer, cards):
    """The cards that are left after each set with this answer: numbers whose product it is, wilds for primes."""
    wilds = cards.count(WILD)

    def choose(product, start, left, used):
        missing = prime_factors(answer // product) if product < answer else []
        if used + len(missing) >= 2 and used and len(missing) <= min(wilds, MOST_WILDS):
            after = list(left)
            for _ in missing:
                after.remove(WILD)
            yield after
        for i in range(start, len(left)):
            kind = left[i]
            if kind != WILD and NUMBERS[kind] < answer and (answer // product) % NUMBERS[kind] == 0:
                yield from choose(product * NUMBERS[kind], i, left[:i] + left[i + 1:], used + 1)

    yield from choose(1, 0, list(cards), 0)


def are_out(view, seat, played, better, facts):
    return left_over(held(view, seat, GAME.words.label(better[0]))) == facts["left"]


def are_taken(view, seat, played, better, facts):
    now, then = left_over(held(view, seat)), left_over(held(view, seat, "take"))
    return then <= now and facts == {"left": then, "now": now}


def are_kept(view, seat, played, better, facts):
    left, more = (left_over(held(view, seat, GAME.words.label(one[0]))) for one in (better, played))
    return left < more and facts == {"left": left, "more": more}


CHECKS = {"out": are_out, "take": are_taken, "keep": are_kept}


def test_reasons_are_true_in_random_matches():
    met = check_reasons(GAME, CHECKS, (choice for seed in range(4) for choice in walk_choices(GAME, 2, {}, seed, 80)))
    assert met["take"] and met["keep"], met
