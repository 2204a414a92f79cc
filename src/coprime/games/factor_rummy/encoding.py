"""Factor Rummy for a learner: a view as numbers, and the actions in a row."""

from typing import Any

from ...core.encoding import counts, number, one_of, seat, seats_in, top
from ...decks.primepak.cards import KINDS
from ...decks.primepak.catalogue import ENDS
from .rules import action_of
from .state import Going, Phase, Verb
from .tables import DECK, HAND

COPIES = 12                 # more of a kind are rare, and numbers above 1 do no harm
CARDS = max(HAND) + 1
FIELDS = (
    one_of("phase", Phase.TURN, Phase.LAYOFF),
    seat("turn"),
    seat("dealer"),
    number("turns", 100),
    one_of("taken", 0, KINDS - 1),
    number("score", 200).each(),
    number("hand", COPIES).mine(),
    number("gained", COPIES).mine(),
    number("cards", CARDS).each(),
    number("known", COPIES).others(),
    number("left", DECK),
    number("pool", COPIES),
    number("height", DECK),
    counts("pile", 0, KINDS - 1, COPIES, used="height"),
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


def actions(s: Any) -> list[int]:
    """Every action that can be listed: what needs no card, discards, going out without one and with it, sets."""
    return [Verb.DRAW, Verb.TAKE, Verb.DONE, *(action_of(Verb.DISCARD, kind) for kind in range(KINDS)),
            *(action_of(Verb.OUT, n) for n in range(KINDS + 1)),
            *(action_of(Verb.LAY, row) for row in range(int(ENDS[s.level])))]
