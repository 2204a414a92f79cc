"""Words for sets, refusals and sums."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.messages import joined, messages
from ...decks.primepak import names
from ...decks.primepak.cards import NUMBERS, WILD
from ...decks.primepak.explain import times
from .tables import BONUS, CARDS, COUNT, MEANT, POINTS, RUN, WILD_CARDS

SAY = messages(Path(__file__).parent)


def equation(row: int) -> str:
    """A set with its arithmetic: `42 = 6 × 7`, a wild as the prime that it stands for; a run as its primes."""
    numbers = [int(MEANT[row, i]) or NUMBERS[CARDS[row, i]] for i in range(COUNT[row])]
    if row < RUN:
        return f"{numbers[0]} = {times(sorted(numbers[1:]))}"
    return SAY["set"]["run"].format(first=numbers[0], last=numbers[-1])


def with_wilds(row: int) -> str | None:
    """The same, and what its wilds stand for: `66 = 6 × 11, a prime wild standing for the 11`."""
    primes = [str(prime) for prime in MEANT[row] if prime]
    return SAY["set"]["wilds"].format(set=equation(row), n=len(primes), primes=joined(primes)) if primes \
        else equation(row)


def canasta_of(row: int) -> str:
    """The kind of a canasta: `factor`, `prime` or `royal`."""
    return "factor" if row < RUN else "royal" if COUNT[row] == 8 else "prime"


def title(row: int) -> str:
    """What kind of canasta a set is; "" for none."""
    if not BONUS[row]:
        return ""
    say, kind = SAY["set"], canasta_of(row)
    return say[kind][1 if WILD_CARDS[row] else 0].format(bonus=int(BONUS[row]))


def with_title(row: int) -> str:
    return str(SAY["set"]["titled"].format(set=equation(row), title=title(row))) if BONUS[row] else equation(row)


def listed(rows: NDArray[np.int64]) -> str:
    return joined([with_title(int(row)) for row in rows])


def card_list(kinds: list[int]) -> str:
    return joined([SAY["card"]["wild"] if kind == WILD else names.name(int(kind)) for kind in kinds])


def points_of(kinds: Any) -> Any:
    return sum(int(POINTS[kind]) for kind in kinds)
