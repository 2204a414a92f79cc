"""What is printed on the number cards beside the number, computed from the cards (see the rulebook).

Which two partners stand on which copy is a reconstruction, as COPIES is; only one [3], with 5 and 10, is known.
"""

from .tables import COPIES, ICONS, KINDS, NUMBERS, PRIME

ALL_SHOWN = (17, 19)                    # these name every partner


def makes_prime(one: int, other: int) -> bool:
    """Return whether two numbers side by side make a prime, in one order or the other."""
    return bool(PRIME[int(f"{one}{other}")] or PRIME[int(f"{other}{one}")])


# The other numbers that make a prime of two cards with a number, smallest first.
PARTNERS = {number: tuple(other for other in NUMBERS[1:] if other != number and makes_prime(number, other))
            for number in NUMBERS[1:]}


def _copy_clues(number: int, copies: int) -> tuple[tuple[int, ...], ...]:
    """What each copy names: the smallest partner and the largest, the next ones, and so on; the odd one by itself
    goes with the one before it."""
    partners = PARTNERS[number]
    if number in ALL_SHOWN:
        return (partners,) * copies
    some = partners[:2 * copies]
    return tuple((some[i], some[-1 - i]) if i < len(some) - 1 - i else (some[i - 1], some[i])
                 for i in range(copies))


# By kind, what each copy names.  None for a 0, which stands among three cards only, and for what is no number.
CLUES = tuple(_copy_clues(NUMBERS[kind], COPIES[kind]) if 0 < kind < len(NUMBERS) else () for kind in range(KINDS))

THREE_CARD_PRIMES = tuple(sorted({a * 100 + b * 10 + c for a in range(1, 10) for b in range(1, 10) for c in range(1, 10)
                                  if PRIME[a * 100 + b * 10 + c] and {a, b, c} & set(ICONS)}))


def primes_beginning_with(number: int) -> tuple[int, ...]:
    """Return the primes of two cards that begin with a number."""
    return tuple(int(f"{number}{other}") for other in PARTNERS[number] if PRIME[int(f"{number}{other}")])


# The hint cards.  That all primes with 10 and with 12 stand on them is certain, the rest a reconstruction; neither
# makes a prime as the second card.
HINT_CARDS = {"ten": primes_beginning_with(10), "twelve": primes_beginning_with(12), "never_last": tuple(
    number for number in NUMBERS if number % 10 in (0, 2, 4, 5, 6, 8)), "largest": max(
        int(f"{a}{b}") for a in PARTNERS for b in PARTNERS[a] if PRIME[int(f"{a}{b}")]),
              "three": len(THREE_CARD_PRIMES)}
