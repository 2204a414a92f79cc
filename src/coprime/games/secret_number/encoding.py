"""Encode Secret Number for machine learning: a view as numbers, and every action at its own index."""

from typing import Any

from ...core.encoding import members, number, one_of, seat, seats_in
from .actions import encode_answer, encode_cover, encode_show_number
from .display_card_results import PLACES
from .state import ANSWERS, NUMBERS, OPERATION_CLUE, OPERATIONS, ROUNDS, SEATS, Stage, Verb

MAX_CLOCK_MS = 600_000
FIELDS = (
    one_of("stage", Stage.OPENING, Stage.RACE),
    one_of("rounds", 1, ROUNDS),
    number("left", MAX_CLOCK_MS),
    seats_in("chosen"),
    seats_in("agreed"),
    one_of("open_card", 0, SEATS),
    one_of("low", 0, SEATS).mine(),
    one_of("high", 0, SEATS).mine(),
    one_of("op", 0, OPERATIONS - 1).each(),
    one_of("clue", 1, OPERATION_CLUE).mine(),
    one_of("place", 0, len(PLACES) - 1).each(),
    one_of("number", 1, SEATS).each(),
    seats_in("first_op"),
    number("laid", ANSWERS),
    number("since", ANSWERS),
    seat("placer"),
    one_of("answer", 0, SEATS),
    members("used", NUMBERS).mine(),
    number("spent", NUMBERS).each(),
)
LEFT_OUT = {
    "game": "what was won in the games before changes nothing in this one",
    "points": "what was won in the games before changes nothing in this one",
    "secret": "hidden",
}


def actions(s: Any) -> list[int]:
    """Return every action that can be listed: covering a place, showing, placing an answer, agreeing."""
    covers = [encode_cover(place, op) for place in range(len(PLACES)) for op in range(OPERATIONS)]
    shows = [*map(encode_show_number, range(1, SEATS + 1)), Verb.OPERATION]
    return [*covers, *shows, *map(encode_answer, range(SEATS + 1)), Verb.AGREE]
