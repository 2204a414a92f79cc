"""Statistics of Prime Challenge for a designer: how often each rule matters."""

from collections.abc import Iterator

from ...core.seats import CHANCE, CLOCK, UNKNOWN
from .challenge_procedure import offences_of_open_pick, open_pick_index
from .state import Claim, Phase, State, Verb, is_pick, verb_of
from .words import find_judged_challenge

CLAIM_KEYS = {Claim.HIT: "PC-6", Claim.DONE: "PC-8"}


def rule_events(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Yield the keys of the rules that an event used, as in `[rule_event]` of the messages."""
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
        yield CLAIM_KEYS[Claim(after.claim)]
    yield from verdict_keys(before, seat, action, after)
    if after.left < before.left and after.phase != Phase.DEAL and before.claim == Claim.HIT:
        yield "PC-6 card"
    if after.rounds > before.rounds:
        yield "PC-30" if after.left or after.set_there else "PC-16"


def verdict_keys(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Yield the key of a challenge that was judged: right or false."""
    heard = find_judged_challenge(before, seat, action, after)
    if heard is None:
        if before.challenger != UNKNOWN and after.challenger == UNKNOWN and not before.found:
            yield "PC-25"
        return
    _, number, named = heard
    entry = open_pick_index(before, number)
    if entry == UNKNOWN:
        yield "PC-11" if before.set_there else "PC-14"
    else:
        yield "PC-14" if named & ~int(offences_of_open_pick(before, entry)) else "PC-26"
