"""Counting for compiled rules: in how many ways cards can be chosen."""
# mypy: ignore-errors, implicit-reexport

from .kernel import compile_rules


def count_combinations(n, k):
    """Return the number of ways of choosing k of n cards."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


compile_rules(globals())
