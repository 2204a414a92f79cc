"""Look for composite plays: cards that show a composite, and cards that make its prime factors (SD-19 to SD-24)."""

import random
from collections.abc import Iterator

from flint import fmpz

from ..card_signs import EQUALS, FIRST_DECLARED, JOKER, KINDS, POWER, SIGN_KIND, TIMES
from .card_orders import (
    ANY,
    TEXT,
    VALUE,
    Bounds,
    Hand,
    Signs,
    choose_strong,
    is_in_reach,
    list_cards,
    number_of,
    order_signs,
    remove_play,
)
from .prime_search import draw_joker

MAX_DIGITS = 12             # larger numbers are not factored
MOST_REPEATS = 3            # a prime is written so often, or else as a power

Form = tuple[str | int, ...]            # texts of digits, and signs between them


def search_composites(hand: Hand, n: int, chance: random.Random, tries: int, bounds: Bounds = ANY,
                      smallest: bool = False, allows_joker_zero: bool = True) -> Iterator[tuple[int, Signs]]:
    """Yield composite plays that show n cards of a hand within bounds, as (number, signs), factoring so many."""
    if not is_in_reach(hand, n, bounds, smallest):
        return
    cards, met = list_cards(hand), set()
    for attempt in range(tries):
        signs = [kind or draw_joker(chance, smallest, allows_joker_zero) for kind in cards]
        shown = order_signs(choose_strong(signs, n, chance, attempt, smallest), chance, attempt, smallest)
        number = number_of(shown)
        if VALUE[shown[0]] == 0 or number in met or not max(3, bounds[0]) < number < min(10**MAX_DIGITS, bounds[1]):
            continue
        met.add(number)
        factors = find_factor_cards(number, remove_play(hand, shown), allows_joker_zero)
        if factors:
            yield number, (*shown, EQUALS, *factors)


def find_factor_cards(number: int, hand: Hand, allows_joker_zero: bool = True) -> Signs | None:
    """Return signs of a composite number's prime factors made of a hand's cards; None where it cannot."""
    found = [(int(p), int(exponent)) for p, exponent in fmpz(number).factor()]
    if len(found) == 1 and found[0][1] == 1:
        return None
    return FactorSpeller(hand, allows_joker_zero).spell_factors(found)


class FactorSpeller:
    """Spell prime factors with cards.  `left` lacks the cards of what is being looked at."""

    def __init__(self, hand: Hand, allows_joker_zero: bool) -> None:
        self.left, self.allows_joker_zero = list(hand), allows_joker_zero

    def spell_factors(self, factors: list[tuple[int, int]]) -> Signs | None:
        """Return signs of (prime, exponent) after one another, with the signs between them."""
        if not factors:
            return ()
        for form in list_power_forms(*factors[0]):
            for signs in self.spell_form(form):
                rest = self.spell_factors(factors[1:])
                if rest is not None:
                    return (*signs, TIMES, *rest) if rest else signs
        return None

    def spell_form(self, form: Form) -> Iterator[Signs]:
        """Yield signs for texts of digits and signs."""
        if not form:
            yield ()
        elif isinstance(form[0], int):
            yield from ((form[0], *rest) for rest in self.spell_form(form[1:]))
        else:
            for first in self.spell_digits(form[0]):
                for rest in self.spell_form(form[1:]):
                    yield (*first, *rest)

    def spell_digits(self, text: str) -> Iterator[Signs]:
        """Yield rows of cards whose digits make a text: cards before jokers, and few before many."""
        if not text:
            yield ()
        for sign in self.list_first_signs(text):
            kind = SIGN_KIND[sign]
            self.left[kind] -= 1
            for rest in self.spell_digits(text[len(TEXT[sign]):]):
                yield (sign, *rest)
            self.left[kind] += 1

    def list_first_signs(self, text: str) -> list[int]:
        """Return the signs with which a text of digits may begin."""
        values = [int(text[:size]) for size in (2, 1) if len(text) >= size and not (size == 2 and text[0] == "0")]
        found = [value for value in values if 0 < value < KINDS and self.left[value]]
        if self.left[JOKER]:
            found += [FIRST_DECLARED + value for value in values if value < KINDS and (value or self.allows_joker_zero)]
        return found


def list_power_forms(prime: int, exponent: int) -> Iterator[Form]:
    """Yield ways to write a power: as prime ^ exponent, and as the prime again and again."""
    if exponent > 1:
        yield str(prime), POWER, str(exponent)
    if exponent <= MOST_REPEATS:
        yield (str(prime), TIMES) * (exponent - 1) + (str(prime),)
