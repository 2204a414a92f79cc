"""Encode Factor Rummy for machine learning: a view as numbers, and every action at its own index."""

from typing import Any

from ...core.encoding import counts, number, one_of, seat, seats_in, top
from ...decks.primepak.cards import KINDS
from ...decks.primepak.factor_set_catalogue import LEVEL_ENDS
from ...decks.primepak.notation import kind_name
from .deck_data import HAND_SIZE, MAX_DECK_SIZE
from .rules import action_of
from .state import Going, Phase, Verb

COPY_SCALE = 12                 # more of a kind are rare, and numbers above 1 do no harm
MAX_HAND_SIZE = max(HAND_SIZE) + 1
FIELDS = (
    one_of("phase", Phase.TURN, Phase.LAYOFF),
    seat("turn"),
    seat("dealer"),
    number("turns", 100),
    one_of("taken", 0, KINDS - 1),
    number("score", 200).each(),
    number("hand", COPY_SCALE).mine(),
    number("gained", COPY_SCALE).mine(),
    number("cards", MAX_HAND_SIZE).each(),
    number("known", COPY_SCALE).others(),
    number("left", MAX_DECK_SIZE),
    number("pool", COPY_SCALE),
    number("height", MAX_DECK_SIZE),
    counts("pile", 0, KINDS - 1, COPY_SCALE, used="height"),
    top("pile", 0, KINDS - 1, used="height"),
    seat("out"),
    one_of("going", Going.PRIME_FACTOR, Going.WITH_DEADWOOD),
    number("failed", 3),
    seats_in("laying"),
    number("laid_n", 4).each(),
)
LEFT_OUT = {
    "rounds": "how many there have been",
    "deck": "hidden",
    "gain": "of the round before, or of one that is over",
    "deadwood": "of the round before, or of one that is over",
    "shown": "hands that lie open after somebody has gone out change nothing",
    "clock": "for people",
    "laid": "sets that others have laid off change nothing",
}
CARD_NAMES = [kind_name(kind) for kind in range(KINDS)]


def actions(s: Any) -> list[int]:
    """Return every action that can be listed: draws, discards, going out without one and with it, sets."""
    return [Verb.DRAW, Verb.TAKE, Verb.DONE, *(action_of(Verb.DISCARD, kind) for kind in range(KINDS)),
            *(action_of(Verb.OUT, n) for n in range(KINDS + 1)),
            *(action_of(Verb.LAY, row) for row in range(int(LEVEL_ENDS[s.level])))]
