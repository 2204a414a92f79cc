"""Prime Canasta as numbers for reinforcement learning: the encoded fields of a view, and the action space."""

from typing import Any

from ...core.encoding import counts, number, one_of, seat, top
from ...decks.primepak.cards import KINDS
from ...decks.primepak.notation import kind_name
from .rules import ACTIONS, ALL
from .state import Phase
from .tables import DECK, MOST_LAID

COPY_SCALE = 12                 # more of a kind are rare, and numbers above 1 do no harm
POINT_SCALE = 5000
FIELDS = (
    one_of("phase", Phase.DRAW, Phase.LAY),
    seat("turn"),
    seat("dealer"),
    number("score", POINT_SCALE).each(),
    number("penalty", POINT_SCALE).each(),
    number("hand", COPY_SCALE).mine(),
    number("gained", COPY_SCALE).mine(),
    number("cards", DECK).each(),
    number("known", COPY_SCALE).others(),
    number("left", DECK),
    number("remade"),
    number("pool", COPY_SCALE),
    number("odd"),
    counts("pile", 0, KINDS - 1, COPY_SCALE, used="piled"),
    top("pile", 0, KINDS - 1, used="piled"),
    number("piled", DECK),
    number("frozen", 3),
    number("chosen", COPY_SCALE),
    number("picked", DECK),
    counts("laid", 0, ALL - 1, 1, used="laid_n").each(),
    number("laid_n", MOST_LAID).each(),
    number("canastas", 5).each(),
    number("made").each(),
    counts("stage", 0, ALL - 1, 1, used="staged"),
    number("stage_points", POINT_SCALE),
    number("stage_cards", DECK),
    number("taking"),
    number("back"),
    number("announced"),
)
LEFT_OUT = {
    "rounds": "how many there have been",
    "dealt": "for partners",
    "sheet": "of the round before",
    "went_out": "of the round before",
    "deck": "hidden",
    "staged": "how many sets `stage` has",
    "answer": "for partners",
}
NEEDS = {"partnerships": "off"}     # a side of two has its entries under one number, which no seat's row begins with
CARD_NAMES = [kind_name(kind) for kind in range(KINDS)]


def actions(s: Any) -> list[int]:
    """Every number that can be an action of a position, at its own place; cards that make no set are beyond them."""
    return list(range(ACTIONS))
