"""Array helpers for compiled rules."""
# mypy: ignore-errors, implicit-reexport

from .kernel import compile_rules


def copy_first(source, n, target):
    """Copy the first n items of an array to the same places of another.

    Written as a loop: Numba spends two seconds on the slice assignment because of its error message.
    """
    for i in range(n):
        target[i] = source[i]


def add_up(numbers):
    """Return the sum of an array of integers.

    Written as a loop: Numba compiles NumPy's `sum`, with axes and types, anew for every array that it is called on.
    """
    total = 0
    for i in range(len(numbers)):
        total += numbers[i]
    return total


compile_rules(globals())
