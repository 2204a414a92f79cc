"""What a designer asks about Prime Challenge: how often each rule matters."""

from collections.abc import Iterator

from ...core.seats import CHANCE, CLOCK, UNKNOWN
from .hearings import entry_of, offences_of_entry
from .state import Claim, Phase, State, Verb, is_pick, verb_of
from .words import was_heard

SAID = {Claim.HIT: "PC-6", Claim.DONE: "PC-8"}


def rule_events(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Keys of the messages' [survey]: what an event let happen."""
    if seat == CHANCE:
        return
    if seat == CLOCK:
        if before.phase in (Phase.TURN, Phase.TAKING) and before.clock and before.clock == action:
            yield "PC-9"
    elif is_pick(action):
        yield "PC-5" if before.challenger == UNKNOWN else "PC-11 set"
    elif verb_of(action) == Verb.CHALLENGE:
        yield "PC-10"
    if after.claim and not before.claim:
        yield SAID[Claim(after.claim)]
    yield from settled(before, seat, action, after)
    if after.left < before.left and after.phase != Phase.DEAL and before.claim == Claim.HIT:
        yield "PC-6 card"
    if after.rounds > before.rounds:
        yield "PC-30" if after.left or after.set_there else "PC-16"


def settled(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """A challenge that was heard: what was said is so, or it is false."""
    heard = was_heard(before, seat, action, after)
    if heard is None:
        if before.challenger != UNKNOWN and after.challenger == UNKNOWN and not before.found:
            yield "PC-25"
        return
    _, number, named = heard
    entry = entry_of(before, number)
    if entry == UNKNOWN:
        yield "PC-11" if before.set_there else "PC-14"
    else:
        yield "PC-14" if named & ~int(offences_of_entry(before, entry)) else "PC-26"
