"""Texts of cards, sets and canastas that the game's other texts share."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.messages import join_words, load_messages
from ...decks.primepak import notation
from ...decks.primepak.cards import NUMBERS, WILD
from ...decks.primepak.factoring_explanations import product_text
from .tables import BONUS, CARDS, COUNT, FIRST_RUN, POINTS, WILD_CARDS, WILD_MEANING

SAY = load_messages(Path(__file__).parent)


def equation_text(row: int) -> str:
    """A set with its arithmetic: `42 = 6 × 7`, a wild as the prime that it stands for; a run as `the run 2–13`."""
    if row >= FIRST_RUN:
        return str(SAY["set"]["run"].format(range=run_range(row)))
    numbers = list_set_numbers(row)
    return f"{numbers[0]} = {product_text(sorted(numbers[1:]))}"


def run_range(row: int) -> str:
    """The first and the last prime of a run: `2–13`."""
    numbers = list_set_numbers(row)
    return str(SAY["set"]["range"].format(first=numbers[0], last=numbers[-1]))


def list_set_numbers(row: int) -> list[int]:
    """The numbers of a set, a wild as the prime that it stands for."""
    return [int(WILD_MEANING[row, i]) or NUMBERS[CARDS[row, i]] for i in range(COUNT[row])]


def extended_text(old: int, new: int) -> str:
    """Return what a set becomes when its text follows the old set's: of a run the new range alone."""
    return run_range(new) if old >= FIRST_RUN else equation_text(new)


def wilds_text(row: int, name: str = "") -> str:
    """Return a set, by its name or its arithmetic, with what its wilds stand for.

    `66 = 6 × 11, a prime wild standing for the 11`
    """
    primes = [str(prime) for prime in WILD_MEANING[row] if prime]
    name = name or equation_text(row)
    return str(SAY["set"]["wilds"].format(set=name, n=len(primes), primes=join_words(primes))) if primes else name


def canasta_kind(row: int) -> str:
    """Return the kind of a canasta: `factor`, `prime` or `royal`."""
    return "factor" if row < FIRST_RUN else "royal" if COUNT[row] == 8 else "prime"


def canasta_title(row: int) -> str:
    """Return the title of the canasta that a set is; "" for none."""
    if not BONUS[row]:
        return ""
    say, kind = SAY["set"], canasta_kind(row)
    return say[kind][1 if WILD_CARDS[row] else 0].format(bonus=int(BONUS[row]))


def titled_set_text(row: int, name: str = "") -> str:
    """Return a set, by its name or its arithmetic, with the title of the canasta that it is."""
    name = name or equation_text(row)
    return str(SAY["set"]["titled"].format(set=name, title=canasta_title(row))) if BONUS[row] else name


def sets_text(rows: NDArray[np.int64]) -> str:
    """Return sets as a list in words, with the titles of canastas."""
    return join_words([titled_set_text(int(row)) for row in rows])


def cards_text(kinds: list[int]) -> str:
    """Return cards as a list in words."""
    return join_words([SAY["card"]["wild"] if kind == WILD else notation.kind_name(int(kind)) for kind in kinds])


def sum_points(kinds: Any) -> Any:
    """Return the sum of the points of some cards."""
    return sum(int(POINTS[kind]) for kind in kinds)
