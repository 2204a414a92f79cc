"""Count for a designer how often each rule of Daifugo matters."""

from collections.abc import Iterator

from ...core.seats import CHANCE
from . import rules
from .actions import bag_size, cards_of, kind_of, lowest_column, verb_of
from .effects import count_skipped, ends_on_forbidden, is_revolution, makes_eleven_back
from .state import Kind, Phase, State, Verb
from .words import cuts_by_eight

SECONDS = {"play": 6, "pass": 3, "give": 10}         # assumed, not measured
ENDED_PHASES = (Phase.DEAL, Phase.OVER)


def rule_events(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Yield the keys of the rules that an event used, as in `[rule_event]` of the messages."""
    if seat == CHANCE:
        if before.phase == Phase.DEAL and after.phase == Phase.EXCHANGE:
            yield "DF-17"
        return
    if before.phase != Phase.PLAY:
        return
    if verb_of(action) == Verb.PASS or rules.violation(before, seat, action):
        yield "DF-6"
        if before.meld and not after.meld and after.phase == Phase.PLAY:
            yield "DF-7"
    else:
        yield from play_keys(before, action, after)
        if ends_on_forbidden(before, seat, action):
            yield "DF-31"
    for other in range(after.seats):
        if after.phase == Phase.PLAY and other != seat and after.place[other] and not before.place[other]:
            yield "DF-14"
    if after.phase in ENDED_PHASES:
        yield "DF-26"


def play_keys(before: State, action: int, after: State) -> Iterator[str]:
    """Yield the keys of the rules that a play used."""
    kind = kind_of(action)
    if kind == Kind.RUN:
        yield "DF-2"
    if kind == Kind.JOKERS and before.kind != Kind.JOKERS:
        yield "DF-9"
    if before.kind == Kind.JOKERS:
        yield "DF-11"
    elif after.phase == Phase.PLAY and cuts_by_eight(before, action):
        yield "DF-10"
    elif after.phase == Phase.PLAY and not after.meld:
        yield "DF-7"
    if after.phase == Phase.PLAY and is_revolution(after) != is_revolution(before):
        yield "DF-12" if is_revolution(after) else "DF-13"
    if after.lock and after.lock != before.lock:
        yield "DF-15"
    if after.stepped and not before.stepped:
        yield "DF-32"
    play = kind, lowest_column(action), bag_size(cards_of(action))
    if makes_eleven_back(before, *play):
        yield "DF-29"
    if count_skipped(before, *play):
        yield "DF-30"
