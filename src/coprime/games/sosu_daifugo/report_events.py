"""Statistics of Sosu Daifugo for a designer: which rules fire, and which cards are dealt."""

from collections.abc import Iterator

from ...core.bits import count_kind
from ...core.seats import CHANCE, CLOCK
from .actions import verb_of
from .card_signs import KINDS
from .labels import NAMES, played_signs
from .play_reading import count_shown
from .play_verdicts import effect_of, play_violation
from .state import Effect, Phase, State, Verb

EFFECT_KEYS = {Effect.JOKER: "SD-44", Effect.CUT: "SD-28", Effect.TURN: "SD-29"}
OPTIONS = {"games_to_win": 1}           # a match is one game, so a hand is of the whole match
SECONDS = {"play": 20, "draw": 4, "pass": 4}        # assumed, not measured


def card_gains(before: State, seat: int, action: int, after: State) -> Iterator[tuple[int, str]]:
    """Yield the cards of the first hands as (seat, name), when they are dealt."""
    if before.phase == Phase.DEAL:
        for one in range(after.seats):
            yield from ((one, NAMES[kind]) for kind in range(KINDS) if count_kind(after.held[one], kind))


def rule_events(before: State, seat: int, action: int, after: State) -> Iterator[str]:
    """Yield the keys of the rules that an event used, as in `[rule_event]` of the messages."""
    if seat == CHANCE:
        return
    if seat == CLOCK:
        if after.passes > before.passes:
            yield "SD-39"
        return
    verb = verb_of(action)
    if verb == Verb.DRAW:
        yield "SD-6"
    elif verb == Verb.PASS:
        yield "SD-11" if before.count else "SD-11 lead"
    elif verb == Verb.PLAY and before.phase == Phase.TURN:
        yield from play_events(before, seat, played_signs(after))
    if after.place[seat] > 0 and before.place[seat] == 0:
        yield "SD-34"
    if after.place[seat] < 0 and before.place[seat] == 0:
        yield "SD-36"
    if after.phase == Phase.DEAL and after.winner < 0 and before.phase == Phase.TURN:
        yield "SD-37"


def play_events(before: State, seat: int, signs: list[int]) -> Iterator[str]:
    """Yield the key of what a play was."""
    n = len(signs)
    composite = count_shown(signs, n) < n
    if play_violation(before, seat, signs, n):
        yield "SD-16" if composite else "SD-15"
    elif effect := effect_of(before, signs, n):
        yield EFFECT_KEYS[effect]
    else:
        yield "SD-19" if composite else "SD-14"
