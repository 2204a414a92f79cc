"""Written division by one digit, for the rules pages; rulebook_parser.py has the block `division`."""

from typing import NamedTuple


class WrittenLine(NamedTuple):
    """A number under the dividend of a long division.

    `end` counts the dividend's digits up to the one over the last digit.  A ruled line has a stroke under it.
    """

    number: int
    end: int
    is_ruled: bool


def write_long_division(dividend: int, divisor: int) -> list[WrittenLine]:
    """Return the numbers under the dividend of a long division, top to bottom."""
    lines: list[WrittenLine] = []
    for end, part, _ in _division_steps(dividend, divisor):
        if part >= divisor:
            if lines:
                lines.append(WrittenLine(part, end, False))
            lines.append(WrittenLine(part - part % divisor, end, True))
    lines.append(WrittenLine(dividend % divisor, len(str(dividend)), False))
    return lines


def write_carried_digits(dividend: int, divisor: int) -> list[int]:
    """Return, per digit of the dividend, the remainder that short division writes in front of it.

    0 for none.
    """
    carried: list[int] = []
    begun = False
    for _, part, rest in _division_steps(dividend, divisor):
        carried.append(rest if begun else 0)
        begun = begun or part >= divisor
    return carried


def _division_steps(dividend: int, divisor: int) -> list[tuple[int, int, int]]:
    """Return per digit its place from 1, the number divided there and the remainder carried to it."""
    if not 1 < divisor < 10 or dividend < divisor:
        raise ValueError(f"No page divides {dividend} by {divisor}.")
    steps, rest = [], 0
    for end, digit in enumerate(map(int, str(dividend)), 1):
        part = rest * 10 + digit
        steps.append((end, part, rest))
        rest = part % divisor
    return steps
