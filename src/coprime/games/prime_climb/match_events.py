"""What a designer asks about Prime Climb: how often each rule matters, what a card is worth that is drawn."""

from collections.abc import Iterator

from ...core.seats import CHANCE
from .moves import Verb, pawn_of, verb_of
from .phrases import card
from .state import State
from .tables import HOME
from .turn import Phase

USES = {Verb.ADD: "CL-4 +", Verb.SUBTRACT: "CL-4 −", Verb.MULTIPLY: "CL-4 ×", Verb.DIVIDE: "CL-4 ÷",
        Verb.SPEND: "CL-5", Verb.LOSE: "CL-5", Verb.PLUS: "CL-10 played", Verb.MINUS: "CL-10 played",
        Verb.CLEAR: "CL-10 played", Verb.LIMIT: "CL-10 played"}


def card_gains(before: State, seat: int, action: int, after: State) -> Iterator[tuple[int, str]]:
    """Cards that come to seats: (seat, name)."""
    if seat == CHANCE and before.phase == Phase.DRAW:
        yield int(before.turn), card(after, action)["title"]


def rule_events(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Keys of the messages' [survey]: what an event let happen."""
    if seat == CHANCE:
        if before.phase == Phase.ROLL and action // 100 == action % 100:
            yield "CL-3"
        elif before.phase == Phase.DRAW:
            yield "CL-10" if card(after, action)["keeper"] else "CL-9"
    elif before.phase == Phase.MOVE:
        if verb_of(action) in USES:
            yield USES[verb_of(action)]
        yield from bumped(before, action, after)
    yield from arrived(before, after)
    yield from ended(before, after)


def bumped(before: State, action: int, after: State) -> Iterator[str]:
    """Pawns that a pawn which has moved sends back; one's own partner, too."""
    actor, verb = int(before.turn), verb_of(action)
    if verb == Verb.CLEAR:
        return
    mover = 2 * actor + pawn_of(action) if verb <= Verb.SPEND else None
    for pawn in range(2 * before.seats):
        if before.pawn[pawn] not in (after.pawn[pawn], HOME) and after.pawn[pawn] != HOME and pawn != mover:
            yield "CL-7" if pawn // 2 != actor else "CL-22"


def arrived(before: State, after: State) -> Iterator[str]:
    """Pawns that come home, and stations."""
    for pawn in range(2 * before.seats):
        if after.pawn[pawn] == HOME and before.pawn[pawn] != HOME:
            yield "CL-8"
    for seat in range(before.seats):
        yield from ["CL-14"] * int(after.ticks[seat] & ~before.ticks[seat]).bit_count()
    if after.back != before.back:
        yield "CL-30"


def ended(before: State, after: State) -> Iterator[str]:
    if after.phase == Phase.OVER and after.turn_limit and not any(after.place):
        yield "CL-27"
