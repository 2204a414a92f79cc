"""Statistics of Prime Daifugo Lv. 0 for a designer: which rules fire, and which cards are dealt."""

from collections.abc import Iterator

from ...core.bits import count_kind
from ...core.seats import CHANCE
from . import rules
from .labels import NAMES
from .state import Phase, State, Verb
from .tables import FACE_KIND, FIRST_MULTI_FACE, KINDS, PRIME, TEN, TWELVE

OPTIONS = {"games_to_win": 1}       # a match is one game, so a hand is of the whole match
SECONDS = {"play": 15, "draw": 4, "D": 3, "discard": 6, "pass": 4, "skip": 3}       # assumed, not measured


def card_gains(before: State, seat: int, action: int, after: State) -> Iterator[tuple[int, str]]:
    """Yield the cards of the first hands as (seat, name), when they are dealt."""
    if before.phase == Phase.DEAL:
        for one in range(after.seats):
            yield from ((one, NAMES[kind]) for kind in range(KINDS) if count_kind(after.hand[one], kind))


def rule_events(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Yield the keys of the rules that an event used, as in `[rule_event]` of the messages."""
    if seat == CHANCE:
        if before.phase == Phase.RESHUFFLE:
            yield "PD-20"
        return
    verb = rules.verb_of(action)
    if verb in (Verb.DRAW, Verb.D, Verb.SKIP):
        yield {Verb.DRAW: "PD-4", Verb.D: "PD-4 D", Verb.SKIP: "PD-16"}[verb]
    faces = [int(rules.face_of(action, i)) for i in range(rules.card_count_of(action))] if verb == Verb.PLAY else []
    kinds = [int(FACE_KIND[face]) for face in faces]
    prime = bool(faces) and bool(PRIME[rules.number_of(action)])
    if any(face >= FIRST_MULTI_FACE for face in faces):
        yield "PD-8"
    if faces and not prime:
        yield "PD-10"
    if (verb == Verb.PASS or faces and not prime) and TEN in before.last[:before.count]:
        yield "PD-11 10"
    if verb == Verb.PASS and not before.count:
        yield "PD-14"
    yield from ending_keys(before, after, prime and TWELVE in kinds)


def ending_keys(before: State, after: State, stop: bool) -> Iterator[str]:
    """Yield the key of a game or round that ended; `stop` where a 12 was played."""
    if after.winner != before.winner:
        yield "PD-12"
    elif after.phase == Phase.DEAL:
        yield "PD-30"
    elif stop:
        yield "PD-11 12"
    elif before.count and not after.count:
        yield "PD-13"
