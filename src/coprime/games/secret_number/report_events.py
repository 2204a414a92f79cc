"""Count for a designer how often each rule of Secret Number matters."""

from collections.abc import Iterator

from ...core.seats import CHANCE, CLOCK
from .actions import verb_of
from .display_card_results import CARD_A, PLACES
from .state import Stage, State, Verb

KEYS_BY_VERB = {Verb.NUMBER: "SN-5", Verb.OPERATION: "SN-5 operation", Verb.ANSWER: "SN-7"}
OPTIONS = {"match_length": 1}       # a match is one game, so a covered place is of the whole match


def card_gains(before: State, seat: int, action: int, after: State) -> Iterator[tuple[int, str]]:
    """Yield what each seat covers when all is revealed, as (seat, name): the display card, and the place on it."""
    if before.stage in (Stage.OPENING, Stage.LATE) and after.stage == Stage.RACE and after.rounds == 1:
        for one in range(after.seats):
            place = int(after.place[one])
            card = "A" if place < len(CARD_A) else "B"
            yield from ((one, card), (one, f"{card} {PLACES[place]}"))


def rule_events(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Yield the keys of the rules that an event used, as in `[rule_event]` of the messages."""
    if seat == CHANCE:
        if before.stage == Stage.LATE:
            yield "SN-14"
    elif seat != CLOCK and verb_of(action) in KEYS_BY_VERB and (before.rounds == 2 or verb_of(action) == Verb.ANSWER):
        yield KEYS_BY_VERB[verb_of(action)]
    if before.stage == Stage.RACE and (after.stage != Stage.RACE or after.rounds != before.rounds):
        yield "SN-8 time" if seat == CLOCK else "SN-8"
    if after.game > before.game:
        yield from answer_keys(before)


def answer_keys(before: State) -> Iterator[str]:
    """Yield the keys for the answer cards of a game that is over."""
    right = sum(int(one == before.secret) for one in before.answer[:before.laid])
    yield from ["SN-10"] * right
    yield from ["SN-10 wrong"] * (int(before.laid) - right)
    if not right:
        yield "SN-16"
