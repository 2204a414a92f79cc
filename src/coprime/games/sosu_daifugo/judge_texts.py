"""What the judge says of a play: numbers, factors, and why a play fails (SD-14 to SD-23, SD-42, SD-46)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ...core.big_numbers import limbs_to_int
from ...core.number_judge import Judgement, judge_number
from .card_signs import EQUALS, POWER, SIGN_VALUE, TIMES, is_card
from .labels import SAY
from .play_reading import count_shown, end_of_number, read_number
from .state import State, Violation

NONE_SHOWN, SMALLEST, ALL = range(3)    # `show_factors`
GROUPED_DIGITS = 5                      # numbers of so many digits are written in groups


@lru_cache(4096)
def recall_judgement(number: int) -> Judgement:
    """Return what is known of a number; the answer is kept, since every seat asks for it."""
    return judge_number(number)


def shown_number(signs: Sequence[int]) -> int:
    """Return the number that the shown cards of a play make; 0 for a lone joker."""
    shown = count_shown(signs, len(signs))
    if any(SIGN_VALUE[sign] < 0 for sign in signs[:shown]):
        return 0
    return limbs_to_int(read_number(signs, 0, shown))


def number_text(number: int) -> str:
    """Return a number with its digits in groups, as the current language has them."""
    digits, size = str(number), int(SAY["number"]["group"])
    if len(digits) < GROUPED_DIGITS:
        return digits
    first = len(digits) % size or size
    return " ".join([digits[:first], *(digits[i:i + size] for i in range(first, len(digits), size))])


def expression_text(signs: Sequence[int]) -> str:
    """Return the factors of a composite play as numbers: `13 × 101`, `2^5 × 41`."""
    n, place = len(signs), count_shown(signs, len(signs)) + 1
    parts = []
    while place < n:
        if is_card(signs[place]):
            end = end_of_number(signs, place, n)
            parts.append(number_text(limbs_to_int(read_number(signs, place, end))))
            place = end
        else:
            parts.append({TIMES: " × ", POWER: "^", EQUALS: " = "}[signs[place]])
            place += 1
    return "".join(parts)


def factors_text(factors: Sequence[int]) -> str:
    """Return prime factors, smallest first, with exponents: `2^4 × 757`."""
    counts = {p: factors.count(p) for p in dict.fromkeys(factors)}
    return " × ".join(number_text(p) if n == 1 else f"{number_text(p)}^{n}" for p, n in counts.items())


def first_wrong_base(signs: Sequence[int]) -> int:
    """Return the first base of an expression that is not prime; 0 where all are."""
    n, place = len(signs), count_shown(signs, len(signs)) + 1
    while place < n:
        end = end_of_number(signs, place, n)
        base = limbs_to_int(read_number(signs, place, end))
        if not recall_judgement(base).prime:
            return base
        while end < n and signs[end] == POWER:
            end = end_of_number(signs, end + 1, n)
        place = end + 1
    return 0


def why_wrong(view: State, signs: Sequence[int], wrong: int) -> str:
    """Return the sentence why a play fails, with as much of the factors as `show_factors` allows."""
    say, number = SAY["verdict"], shown_number(signs)
    facts: dict[str, Any] = {"number": number_text(number)}
    if wrong == Violation.NOT_PRIME:
        return not_prime_text(view.show_factors, number)
    if wrong == Violation.BASE_NOT_PRIME:
        facts["base"] = number_text(first_wrong_base(signs))
    elif wrong == Violation.WRONG_PRODUCT:
        facts["expression"] = expression_text(signs)
    return str(say[Violation(wrong).name].format(**facts))


def told_factors(shows: int, number: int) -> Sequence[int]:
    """Return the prime factors that are told of a number that is no prime, smallest first (SD-42).

    One of them where the others are not told or not known; none where none is.
    """
    if number < 2 or shows == NONE_SHOWN:
        return ()
    found = recall_judgement(number)
    return found.factors[:1] if shows == SMALLEST or found.unfactored > 1 else found.factors


def not_prime_text(shows: int, number: int) -> str:
    """Return the sentence that a number is no prime (SD-42)."""
    say, shown = SAY["verdict"], number_text(number)
    if number < 2:
        return str(say["one"])
    if shows == NONE_SHOWN:
        return str(say["hidden"].format(number=shown))
    factors = told_factors(shows, number)
    if not factors:
        return str(say["none_found"].format(number=shown))
    if len(factors) == 1:
        return str(say["smallest"].format(number=shown, p=number_text(factors[0])))
    return str(say["all"].format(number=shown, factors=factors_text(factors)))
