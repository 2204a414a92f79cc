"""Count for a designer how often each rule of Factor Rummy matters."""

from collections.abc import Iterator

from ...core.seats import CHANCE, CLOCK
from .rules import verb_of
from .state import Going, Phase, State, Verb

SECONDS = {"draw": 4, "take": 6, "discard": 8, "out": 15, "lay": 10, "done": 4}      # assumed, not measured
KEYS_BY_VERB = {Verb.DRAW: "FR-5", Verb.TAKE: "FR-5 discards", Verb.LAY: "FR-13"}
KEYS_BY_GOING = {Going.PRIME_FACTOR: "FR-9", Going.FACTOR_RUMMY: "FR-10", Going.WITH_DEADWOOD: "FR-11"}


def rule_events(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Yield the keys of the rules that an event used, as in `[rule_event]` of the messages."""
    if seat == CHANCE:
        if before.phase == Phase.RESHUFFLE:
            yield "FR-8"
        return
    if seat == CLOCK:
        return
    verb = verb_of(action)
    if verb in KEYS_BY_VERB:
        yield KEYS_BY_VERB[verb]
    if verb == Verb.OUT and after.failed > before.failed:
        yield "FR-15"
    elif verb == Verb.OUT:
        yield KEYS_BY_GOING[Going(after.going)]
        if before.phase == Phase.TURN:
            yield "FR-4"
    elif after.rounds > before.rounds and before.phase != Phase.LAYOFF:
        yield "FR-8 end" if verb == Verb.DRAW else "FR-18"
