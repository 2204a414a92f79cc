"""Array helpers for compiled rules."""
# mypy: ignore-errors, implicit-reexport

from .kernel import compile_rules


def copy_first(source, n, target):
    """Copy the first n items of an array to the same places of another.

    Written as a loop: Numba spends two seconds on the slice assignment because of its error message.
    """
    for i in range(n):
        target[i] = source[i]


def copy_spans(source, spans, target):
    """Copy the items of an array that lie in spans (rows of start and end) to the same places of another.

    From a slice on, since an index that may be negative is looked up item by item.
    """
    for k in range(len(spans)):
        start, end = spans[k, 0], spans[k, 1]
        copy_first(source[start:end], end - start, target[start:end])


compile_rules(globals())
