"""The numbers of pick-ups: right ones when they are taken, wrong ones when a challenge has shown them."""

from collections.abc import Iterator

from ...core.met_numbers import MetNumber
from ...core.seats import CLOCK, UNKNOWN
from ...decks.primepak.factor_sets import NO_SET
from ...decks.primepak.factoring_explanations import find_row
from ...decks.primepak.met_numbers import met_numbers_of_attempt, met_numbers_of_set
from .challenge_procedure import offences_of_open_pick, open_pick_index
from .phrases import list_picked_kinds, open_pick_kinds
from .state import Offence, State, is_pick
from .words import find_judged_challenge


def met_numbers(before: State, actor: int, action: int, after: State, seat: int) -> Iterator[MetNumber]:
    """Yield the numbers of a set that a seat picked up, or that it saw refuted.

    Of a wrong pick-up nothing is said before a challenge has been heard: nobody is told that it is wrong (PC-26).
    """
    if actor != CLOCK and is_pick(action):
        if actor == seat:
            kinds = list_picked_kinds(before, action)
            row = find_row(kinds)
            if row != NO_SET:
                yield from met_numbers_of_set(row)
        return
    heard = find_judged_challenge(before, actor, action, after)
    if heard is None:
        return
    entry, named = open_pick_index(before, heard[1]), heard[2]
    if entry == UNKNOWN or int(before.open_seat[entry]) != seat:
        return
    if named >> Offence.PRODUCT & 1 and not named & ~int(offences_of_open_pick(before, entry)):
        yield from met_numbers_of_attempt(open_pick_kinds(before, entry))
