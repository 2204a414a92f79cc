"""The numbers of sets and runs that are laid, and of cards that were shown for one in vain."""

from collections.abc import Iterator

from ...core.met_numbers import MetNumber, make_met_number
from ...decks.primepak.met_numbers import numbers_of_cards, numbers_of_set
from .actions import operand_of, verb_of
from .labels import run_prime_at, shown_kinds
from .state import State, Verb
from .tables import COUNT, PAIRS, RUN


def met_numbers(before: State, actor: int, action: int, after: State, seat: int) -> Iterator[MetNumber]:
    """Yield the numbers of what a seat laid, extended, took the pile with, or showed."""
    if actor != seat:
        return
    verb = verb_of(action)
    if verb in (Verb.LAY, Verb.TAKE):
        yield from _numbers_of_row(operand_of(action))
    elif verb in (Verb.EXTEND, Verb.ONTO):
        yield from _numbers_of_row(int(PAIRS[operand_of(action)][1]))
    elif verb == Verb.SHOW:
        yield from numbers_of_cards([int(kind) for kind in shown_kinds(action)])


def _numbers_of_row(row: int) -> Iterator[MetNumber]:
    """Yield the numbers of a factor set, or the primes of a run."""
    if row < RUN:
        yield from numbers_of_set(row)
    else:
        yield from (make_met_number(run_prime_at(row, i), True) for i in range(COUNT[row]))
