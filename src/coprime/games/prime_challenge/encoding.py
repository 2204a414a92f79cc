"""Prime Challenge as numbers for a learner: the encoded fields of a view, and the action space."""

from typing import Any

from ...core.encoding import counts, number, one_of, seat, seats_in
from ...decks.primepak.cards import KINDS
from ...decks.primepak.factor_set_catalogue import SETS, SIZE
from ...decks.primepak.notation import kind_name
from .codes import CHALLENGES, CLAIMS, CODES
from .state import DECK, FOUNDATION_PLACES, MAX_OPEN, OFFENCES, PLACES, Claim, Phase

SECONDS = 1000 * 60
POINTS = 400
SAME = 25                               # the most cards of a kind
FIELDS = (
    one_of("phase", Phase.TURN, Phase.SETTLE),
    number("rounds", 20),
    seat("deals"),
    seat("first"),
    seat("turn"),
    number("left", DECK),
    one_of("face_up", 0, KINDS - 1).head(FOUNDATION_PLACES),
    counts("face_up", 0, KINDS - 1, SAME, "extent"),
    number("extent", PLACES),
    number("set_there"),
    number("points", POINTS).each(),
    number("natural", DECK).each(),
    number("wild", 13).each(),
    counts("stack_kind", 0, KINDS - 1, SAME, "stack_n"),
    number("clock", SECONDS),
    one_of("claim", Claim.HIT, Claim.DONE),
    number("window", SECONDS),
    number("open_n", MAX_OPEN),
    number("used_main"),
    number("sets", 20),
    number("progress"),
    number("dry", 20),
    seat("challenger"),
    number("found"),
    number("stopped"),
    one_of("heard", Phase.TURN, Phase.SETTLE),
    number("tie", SECONDS),
    seats_in("tied"),
    seats_in("waived"),
)
_SHOWN = "what can rightly be challenged stands in the mask"
_REVIEW = "for the talk after a round; changes nothing"
LEFT_OUT = {
    "deck": "hidden",
    "gained": _REVIEW,
    "before": "the totals when the round began change nothing",
    "stack_n": "the sum of what is counted",
    "stack_seat": "whose the collected cards are changes nothing but points, which are told",
    "number": "challenges are numbered from it backwards",
    "gone": _SHOWN,
    "open_number": _SHOWN,
    "open_seat": _SHOWN,
    "open_pick": _SHOWN,
    "open_left": _SHOWN,
    "target": _SHOWN,
    "named": _SHOWN,
    "missed_n": _REVIEW,
    "missed_row": _REVIEW,
    "missed_kinds": _REVIEW,
    "missed_by": _REVIEW,
}
CARD_NAMES = [kind_name(kind) for kind in range(KINDS)]


def actions(s: Any) -> list[int]:
    """Return the code of every action that can be listed."""
    return list(range(CODES))


def label(code: int) -> str:
    """Return a code in words."""
    if code < CLAIMS:
        cards = " ".join(kind_name(kind) for kind in SETS[code // 2, :SIZE[code // 2]])
        return f"pick {cards}" + " outside" * (code % 2)
    if code < CHALLENGES:
        return ("hit", "done", "no challenge")[code - CLAIMS]
    ago, named = divmod(code - CHALLENGES, 1 << OFFENCES)
    return f"challenge {ago} ago" + "".join(f" {offence}" for offence in range(OFFENCES) if named >> offence & 1)
