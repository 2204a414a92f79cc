"""Sosu Daifugo as numbers for reinforcement learning: the encoded fields of a view, and the action space."""

from typing import Any

from ...core.encoding import bag, counts, number, one_of, seat
from .card_signs import DECK, KINDS
from .codes import CODE_COUNT, FIRST_PRIME, FIRST_SPECIAL
from .labels import NAMES
from .prime_orders import ORDERS
from .state import Phase

MAX_COPIES = 4
MAX_LIMB = 2**28                             # of a limb
MAX_TIMER_MS = 60_000
FIELDS = (
    one_of("phase", Phase.TURN, Phase.LAST),
    seat("turn"),
    number("drawn"),
    number("passes", 20),
    number("wins", 5).each(),
    one_of("place", -1, 6).each(),
    number("misses", 10).each(),
    number("resting"),
    bag("held", KINDS, MAX_COPIES).mine(),
    number("cards", DECK).each(),
    bag("known", KINDS, MAX_COPIES).others(),
    number("left", DECK),
    number("seen", DECK),
    one_of("deck", 0, KINDS - 1),
    number("laid", DECK),
    counts("area", 0, KINDS - 1, MAX_COPIES, "laid"),
    number("count", DECK),
    number("number", MAX_LIMB),
    seat("owner"),
    number("revolution"),
    number("length", DECK),
    number("window", MAX_TIMER_MS),
    number("bank", MAX_TIMER_MS).each(),
    number("game_ms", MAX_TIMER_MS),
)
LEFT_OUT = {
    "game": "how many games there have been changes nothing",
    "first": "who began changes nothing in this game",
    "winner": "of the game before",
    "line": "the signs on the line are played with one action by learners",
    "played": "what is known of it stands in `area` and `known`",
    "played_length": "what is known of it stands in `area` and `known`",
}
CARD_NAMES = NAMES


def actions(s: Any) -> list[int]:
    """Return the code of every action that can be listed."""
    return list(range(CODE_COUNT))


def label(code: int) -> str:
    """Return a code in words."""
    if code < FIRST_PRIME:
        return ("draw", "pass", "clear")[code]
    if code < FIRST_SPECIAL:
        values = [int(value) for value in ORDERS[code - FIRST_PRIME] if value >= 0]
        return "play " + "".join(NAMES[value] if value else "0" for value in values)
    return ("play 57", "play A729", "play X", "play XX")[code - FIRST_SPECIAL]
