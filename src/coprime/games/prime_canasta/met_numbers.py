"""The numbers that a player handles: in sets and runs that are laid or extended, and in cards that make no set."""

from collections.abc import Iterator

from ...core.met_numbers import MetNumber, make_met_number
from ...decks.primepak.met_numbers import met_numbers_of_attempt, met_numbers_of_set
from .actions import operand_of, verb_of
from .labels import run_prime_at, shown_kinds
from .state import State, Verb
from .tables import COUNT, FIRST_RUN, PAIRS


def met_numbers(before: State, actor: int, action: int, after: State, seat: int) -> Iterator[MetNumber]:
    """Yield the numbers of the set that a seat laid, extended, or laid to take the pile.

    For SHOW, which is cards that make no set, yield the largest number, as a wrong one.
    """
    if actor != seat:
        return
    verb = verb_of(action)
    if verb in (Verb.LAY, Verb.TAKE):
        yield from _met_numbers_of_row(operand_of(action))
    elif verb in (Verb.EXTEND, Verb.ONTO):
        _, larger_set = PAIRS[operand_of(action)]
        yield from _met_numbers_of_row(int(larger_set))
    elif verb == Verb.SHOW:
        yield from met_numbers_of_attempt([int(kind) for kind in shown_kinds(action)])


def _met_numbers_of_row(row: int) -> Iterator[MetNumber]:
    """Yield the numbers of a row of the table of sets: a factor set's, or the primes of a run."""
    if row < FIRST_RUN:
        yield from met_numbers_of_set(row)
    else:
        yield from (make_met_number(run_prime_at(row, i), is_right=True) for i in range(COUNT[row]))
