"""Words for sets, refusals and sums."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.messages import join_words, load_messages
from ...decks.primepak import names
from ...decks.primepak.cards import NUMBERS, WILD
from ...decks.primepak.explain import times
from .tables import BONUS, CARDS, COUNT, MEANT, POINTS, RUN, WILD_CARDS

SAY = load_messages(Path(__file__).parent)


def equation(row: int) -> str:
    """A set with its arithmetic: `42 = 6 × 7`, a wild as the prime that it stands for; a run as `the run 2–13`."""
    if row >= RUN:
        return str(SAY["set"]["run"].format(range=run_range(row)))
    numbers = meant_numbers(row)
    return f"{numbers[0]} = {times(sorted(numbers[1:]))}"


def run_range(row: int) -> str:
    """The first and the last prime of a run: `2–13`."""
    numbers = meant_numbers(row)
    return str(SAY["set"]["range"].format(first=numbers[0], last=numbers[-1]))


def meant_numbers(row: int) -> list[int]:
    """The numbers of a set, a wild as the prime that it stands for."""
    return [int(MEANT[row, i]) or NUMBERS[CARDS[row, i]] for i in range(COUNT[row])]


def extended(old: int, new: int) -> str:
    """What a set becomes, after the set that grows has been named: of a run the new range alone."""
    return run_range(new) if old >= RUN else equation(new)


def with_wilds(row: int, name: str = "") -> str:
    """A set, by its name or its arithmetic, and what its wilds stand for: `66 = 6 × 11, a prime wild standing for
    the 11`."""
    primes = [str(prime) for prime in MEANT[row] if prime]
    name = name or equation(row)
    return str(SAY["set"]["wilds"].format(set=name, n=len(primes), primes=join_words(primes))) if primes else name


def canasta_of(row: int) -> str:
    """The kind of a canasta: `factor`, `prime` or `royal`."""
    return "factor" if row < RUN else "royal" if COUNT[row] == 8 else "prime"


def title(row: int) -> str:
    """What kind of canasta a set is; "" for none."""
    if not BONUS[row]:
        return ""
    say, kind = SAY["set"], canasta_of(row)
    return say[kind][1 if WILD_CARDS[row] else 0].format(bonus=int(BONUS[row]))


def with_title(row: int, name: str = "") -> str:
    """A set, by its name or its arithmetic, and the kind of canasta that it is."""
    name = name or equation(row)
    return str(SAY["set"]["titled"].format(set=name, title=title(row))) if BONUS[row] else name


def listed(rows: NDArray[np.int64]) -> str:
    return join_words([with_title(int(row)) for row in rows])


def card_list(kinds: list[int]) -> str:
    return join_words([SAY["card"]["wild"] if kind == WILD else names.name(int(kind)) for kind in kinds])


def points_of(kinds: Any) -> Any:
    return sum(int(POINTS[kind]) for kind in kinds)
