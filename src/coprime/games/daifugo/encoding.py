"""Encode Daifugo for machine learning: a view as numbers, and every action at its own index."""

from typing import Any

import numpy as np

from ...core.encoding import members, number, one_of, seat, seats_in
from .actions import COLUMNS, GIVE_BIT, JOKERS_SHIFT, NATURAL, SECOND_JOKER_SHIFT
from .labels import JOKER_NAME, RANKS, SUITS
from .listing import list_gifts, list_leads
from .rules import DECK_SIZE
from .state import Kind, Phase

BAG_BITS = JOKERS_SHIFT + 2         # bits of a bag: the cards, and how many jokers
MELD_BITS = SECOND_JOKER_SHIFT + 4        # bits of a play
FIELDS = (
    one_of("phase", Phase.EXCHANGE, Phase.PLAY),
    seat("turn"),
    members("hand", BAG_BITS).mine(),
    number("cards", DECK_SIZE).each(),
    members("gave", BAG_BITS).each(),
    members("sure", BAG_BITS).each(),
    seats_in("chosen"),
    seats_in("live"),
    seats_in("passed"),
    seat("owner"),
    one_of("kind", Kind.GROUP, Kind.JOKERS),
    number("count", COLUMNS),
    one_of("low", 0, COLUMNS - 1),
    members("meld", MELD_BITS),
    members("suits", 4),
    members("lock", 4),
    number("alike", 3),
    members("played", BAG_BITS),
    number("reversed"),
    number("opening"),
    number("dry", 100),
    seat("after").each(),
    number("rank", 5).each(),
    number("place", 5).each(),
    number("points", 100).each(),
    number("back"),
    number("stepped"),
)
LEFT_OUT = {
    "hands": "how many there have been",
    "past": "places in hands before; `rank` has those that count",
    "top": "to be seen from `place`",
}
NEEDS = {"seq_suit": "same"}        # in mixed suits there are more sequences than can be numbered
CARD_NAMES = [*(rank + suit for rank in RANKS for suit in SUITS), JOKER_NAME]


def actions(s: Any) -> list[int]:
    """Return every action that can be listed: pass, all leads of the whole deck, and all gifts."""
    deck, out = NATURAL | int(s.jokers) << JOKERS_SHIFT, np.zeros(1 << 16, np.int64)
    n = list_leads(s, deck, out)
    for count in 1, 2:
        n = list_gifts(deck, count, out, n, GIVE_BIT)
    return [0, *out[:n].tolist()]
