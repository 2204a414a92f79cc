"""Prime Climb as numbers for reinforcement learning: the encoded fields of a view, and the action space."""

from typing import Any

from ...core.encoding import bag, members, number, one_of, seat, seats_in
from . import phrases
from .board_and_card_data import DIE_MAX, HOME, KINDS, REDS, STATIONS
from .rules import ACTIONS
from .turn_phases import Phase

FIELDS = (
    one_of("phase", Phase.MOVE, Phase.CARD),
    seat("turn"),
    one_of("pawn", 0, HOME).each(2),
    one_of("rolled", 1, DIE_MAX, over=100, modulo=100),
    one_of("rolled", 1, DIE_MAX, over=1, modulo=100),
    number("left", 4),
    number("again", 3),
    one_of("card", 0, KINDS - 1),
    members("landed", 2),
    one_of("began", 0, HOME),
    members("strayed", 2),
    one_of("atop", 0, 1),
    bag("stock", KINDS, 3),
    bag("discard", KINDS, 3),
    bag("keepers", KINDS, 3).each(),
    bag("fresh", KINDS, 3),
    seats_in("limited"),
    members("ticks", len(STATIONS)).each(),
    seats_in("back", 2),
    number("place", 4).each(),
    number("laps", 100),
    number("rolls", 100),
    seat("first"),
    members("drew", len(REDS)),
)
LEFT_OUT = {"opening": "nobody is asked while the start is rolled for"}
CARD_NAMES = [phrases.CARD_NAMES.get(kind, str(kind)) for kind in range(KINDS)]


def actions(s: Any) -> list[int]:
    """Return every number that can be an action, each at its own index."""
    return list(range(ACTIONS))
