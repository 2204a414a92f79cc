"""Whose names are hidden from whoever is addressed now: the guests whom that person has muted.

Like the language this is a context variable, so that every sentence for one reader is made without these names.
What is stored, and what others read, is made outside of it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

NOBODY: frozenset[int] = frozenset()
_hidden: ContextVar[frozenset[int]] = ContextVar("hidden_people", default=NOBODY)


def hidden_people() -> frozenset[int]:
    """Return the numbers at the table of the people whose names are hidden now."""
    return _hidden.get()


@contextmanager
def hide_people(guests: frozenset[int]) -> Iterator[None]:
    """Hide the names of these guests in a `with` block."""
    token = _hidden.set(guests)
    try:
        yield
    finally:
        _hidden.reset(token)
