"""Count for the design report how often each rule of Prime Canasta matters."""

from collections.abc import Iterator

from ...core.seats import CHANCE, UNKNOWN
from .actions import verb_of
from .state import Phase, State, Verb

DONE = {Verb.DRAW: "CA-3", Verb.TAKE: "CA-12", Verb.ONTO: "CA-12", Verb.EXTEND: "CA-8", Verb.ASK: "CA-21",
        Verb.NO: "CA-21 no", Verb.BACK: "CA-11 back"}
AGAIN = (Phase.DEAL, Phase.OVER)


def rule_events(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Keys of the messages' [rule_event]: what an event let happen."""
    if seat == CHANCE:
        if before.phase == Phase.RESHUFFLE:
            yield "CA-5"
    elif after.penalty.sum() > before.penalty.sum():
        yield "CA-19"
    elif action != UNKNOWN and verb_of(action) in DONE:
        yield DONE[verb_of(action)]
    if before.phase in AGAIN:
        return
    if after.phase in AGAIN:
        yield "CA-15" if after.went_out != UNKNOWN else "CA-5 end"
        return
    yield from ["CA-11"] * int(after.made.sum() - before.made.sum())
    yield from ["CA-10"] * int(after.canastas.sum() - before.canastas.sum())
    if after.frozen > before.frozen:
        yield "CA-13"
