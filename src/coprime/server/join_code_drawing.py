"""Draw new codes for tables, classes and tournaments."""

import secrets
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any

import sqlalchemy as sa

from .join_codes import ALPHABET
from .store.table_queries import find_codes


async def draw_join_codes(count: int, letters: int, known: Collection[str],
                          read_store: Callable[[Callable[[sa.Connection], Any]], Awaitable[Any]]) -> list[str]:
    """Return so many different codes of so many letters that are neither known nor in the store."""
    found: set[str] = set()
    while len(found) < count:
        drawn = {"".join(secrets.choice(ALPHABET) for _ in range(letters)) for _ in range(count - len(found))}
        drawn.difference_update(known)
        found |= drawn.difference(await read_store(partial(find_codes, codes=drawn)))
    return list(found)
