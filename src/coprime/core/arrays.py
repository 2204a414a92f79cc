"""What compiled rules do with arrays."""

from .kernel import compile_rules


def copy_first(source, n, to):
    """The first n things of one array into another, in their places.

    `to[:n] = source[:n]` does the same, but makes Numba compile what says in words that two sizes differ: two seconds.
    """
    for i in range(n):
        to[i] = source[i]


compile_rules(globals())
