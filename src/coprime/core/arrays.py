"""Array helpers for compiled rules."""
# mypy: ignore-errors, implicit-reexport

from .kernel import compile_rules


def copy_first(source, n, target):
    """Copy the first n items of an array to the same places of another.

    Written as a loop: Numba spends two seconds on the slice assignment because of its error message.
    """
    for i in range(n):
        target[i] = source[i]


compile_rules(globals())
