"""Statistics of Prime Climb for a designer: which rules fire, and which cards are drawn."""

from collections.abc import Iterator

from ...core.seats import CHANCE
from .actions import Verb, verb_of
from .board import is_safe, start_of
from .board_and_card_data import HOME
from .phrases import card_scene
from .state import State
from .turn_phases import Phase

KEYS_BY_VERB = {Verb.ADD: "CL-4 +", Verb.SUBTRACT: "CL-4 −", Verb.MULTIPLY: "CL-4 ×", Verb.DIVIDE: "CL-4 ÷",
                Verb.SPEND: "CL-5", Verb.LOSE: "CL-5",
                **dict.fromkeys((Verb.KEEPER_ADD, Verb.KEEPER_SUBTRACT, Verb.CLEAR, Verb.LIMIT), "CL-10 played")}
SECONDS = {"move": 15, "keeper": 8, "send": 6, "done": 2}        # assumed, not measured; a move with its roll and sum


def card_gains(before: State, seat: int, action: int, after: State) -> Iterator[tuple[int, str]]:
    """Yield the cards that come to seats in an event, as (seat, name)."""
    if seat == CHANCE and before.phase == Phase.DRAW:
        yield int(before.turn), card_scene(after, action)["title"]


def rule_events(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Yield the keys of the rules that an event used, as in `[rule_event]` of the messages."""
    if seat == CHANCE:
        if before.phase == Phase.ROLL and action // 100 == action % 100:
            yield "CL-3"
        elif before.phase == Phase.DRAW:
            yield "CL-10" if card_scene(after, action)["keeper"] else "CL-9"
    elif before.phase == Phase.MOVE:
        if verb_of(action) in KEYS_BY_VERB:
            yield KEYS_BY_VERB[verb_of(action)]
    yield from bump_keys(before, seat, action, after)
    yield from arrival_keys(before, after)
    yield from ending_keys(before, after)


def bump_keys(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Yield a key for every pawn that goes to its start because another stands in its place, one's own among them.

    Neither pawns that exchange places are bumped, nor those that the clearing Keeper sends to their start (CL-24).
    """
    verb = None if seat == CHANCE else verb_of(action)
    if verb in (Verb.CLEAR, Verb.SWAP):
        return
    pawns = range(2 * before.seats)
    for pawn in pawns:
        space, start = int(before.pawn[pawn]), start_of(before, pawn)
        if is_safe(space) or space == HOME or after.pawn[pawn] != start:
            continue
        arrived = [other for other in pawns if other != pawn and after.pawn[other] == space]
        # What a drawn card moves comes from a red space, so that whoever came from the start has been exchanged.
        may_begin = before.phase == Phase.MOVE or verb == Verb.SEND
        if any(may_begin or before.pawn[other] != start for other in arrived):
            yield "CL-7" if pawn // 2 != before.turn else "CL-22"


def arrival_keys(before: State, after: State) -> Iterator[str]:
    """Yield a key for every pawn that comes home or turns round, and for every station ticked."""
    for pawn in range(2 * before.seats):
        if after.pawn[pawn] == HOME and before.pawn[pawn] != HOME:
            yield "CL-8"
    for seat in range(before.seats):
        yield from ["CL-14"] * int(after.ticks[seat] & ~before.ticks[seat]).bit_count()
    if after.back != before.back:
        yield "CL-30"


def ending_keys(before: State, after: State) -> Iterator[str]:
    """Yield the key of the turn limit, if the match ended by it."""
    if after.phase == Phase.OVER and after.turn_limit and not any(after.place):
        yield "CL-27"
