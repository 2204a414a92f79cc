"""Daifugo for a learner: a view as numbers, and the actions in a row."""

from typing import Any

import numpy as np

from ...core.encoding import members, number, one_of, seat, seats_in
from .listing import list_bags, list_leads
from .plays import COLUMNS, GIVE, JOKERS_AT, NATURAL, SECOND_AT
from .rules import DECK
from .state import Kind, Phase

BAG = JOKERS_AT + 2         # bits of a bag: the cards, and how many jokers
MELD = SECOND_AT + 4        # bits of a play
FIELDS = (
    one_of("phase", Phase.EXCHANGE, Phase.PLAY),
    seat("turn"),
    members("hand", BAG).mine(),
    number("cards", DECK).each(),
    members("gave", BAG).each(),
    members("sure", BAG).each(),
    seats_in("chosen"),
    seats_in("live"),
    seats_in("passed"),
    seat("owner"),
    one_of("kind", Kind.GROUP, Kind.JOKERS),
    number("count", COLUMNS),
    one_of("low", 0, COLUMNS - 1),
    members("meld", MELD),
    members("suits", 4),
    members("lock", 4),
    number("alike", 3),
    members("played", BAG),
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


def actions(s: Any) -> list[int]:
    """Every action that can be listed: pass, whatever the whole deck can lead with, and the gifts."""
    deck, out = NATURAL | int(s.jokers) << JOKERS_AT, np.zeros(1 << 16, np.int64)
    n = list_leads(s, deck, out)
    for count in 1, 2:
        n = list_bags(deck, count, out, n, GIVE)
    return [0, *out[:n].tolist()]
