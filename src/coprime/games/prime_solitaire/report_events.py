"""Count for the design report how often each rule of Prime Solitaire matters."""

from collections.abc import Iterator

from ...core.seats import CHANCE
from .actions import verb_of
from .state import Outcome, State, Verb

SECONDS = {"turn": 3, "take": 12}       # assumed, not measured
ENDS = {Outcome.WON: "PS-15", Outcome.LOST: "PS-16", Outcome.GAVE_UP: "PS-16 up"}


def rule_events(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Keys of the messages' [rule_event]: what an event let happen."""
    if seat == CHANCE:
        return
    verb = verb_of(action)
    if verb == Verb.TURN:
        yield "PS-6"
    elif verb == Verb.TAKE:
        run = int(before.height - after.height)
        yield "PS-10 run" if run > 1 else "PS-10" if run else "PS-12"
    if after.outcome != before.outcome:
        yield ENDS[Outcome(after.outcome)]
