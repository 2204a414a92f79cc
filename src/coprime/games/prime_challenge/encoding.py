"""Prime Challenge as numbers for reinforcement learning: the encoded fields of a view, and the action space."""

from typing import Any

from ...core.encoding import counts, number, one_of, seat, seats_in
from ...decks.primepak.cards import KINDS
from ...decks.primepak.factor_set_catalogue import SETS, SIZE
from ...decks.primepak.notation import kind_name
from .codes import CODE_COUNT, FIRST_CHALLENGE, FIRST_CLAIM
from .state import DECK, FOUNDATION_PLACES, MAX_OPEN, OFFENCES, PLACES, Claim, Phase

MAX_TIMER_MS = 60_000
MAX_POINTS = 400
MAX_COPIES = 25                         # of a kind of card
FIELDS = (
    one_of("phase", Phase.TURN, Phase.SETTLE),
    number("rounds", 20),
    seat("deals"),
    seat("first"),
    seat("turn"),
    number("left", DECK),
    one_of("face_up", 0, KINDS - 1).head(FOUNDATION_PLACES),
    counts("face_up", 0, KINDS - 1, MAX_COPIES, "extent"),
    number("extent", PLACES),
    number("set_there"),
    number("points", MAX_POINTS).each(),
    number("natural", DECK).each(),
    number("wild", 13).each(),
    counts("stack_kind", 0, KINDS - 1, MAX_COPIES, "stack_n"),
    number("clock", MAX_TIMER_MS),
    one_of("claim", Claim.HIT, Claim.DONE),
    number("window", MAX_TIMER_MS),
    number("open_n", MAX_OPEN),
    number("used_main"),
    number("sets", 20),
    number("progress"),
    number("dry", 20),
    seat("challenger"),
    number("found"),
    number("stopped"),
    one_of("heard", Phase.TURN, Phase.SETTLE),      # the phase that a challenge has interrupted
    number("tie", MAX_TIMER_MS),               # milliseconds in which another challenge ties with the first
    seats_in("tied"),
    seats_in("waived"),
)
_IN_ACTION_MASK = "the mask of legal actions says what can rightly be challenged"
_REVIEW = "for the talk after a round; changes nothing"
LEFT_OUT = {
    "deck": "hidden",
    "gained": _REVIEW,
    "before": "the totals when the round began change nothing",
    "stack_n": "the sum of what is counted",
    "stack_seat": "whose the collected cards are changes nothing but points, which are told",
    "number": "a code counts how many pick-ups and claims ago the challenged one was",
    "gone": _IN_ACTION_MASK,
    "open_number": _IN_ACTION_MASK,
    "open_seat": _IN_ACTION_MASK,
    "open_pick": _IN_ACTION_MASK,
    "open_left": _IN_ACTION_MASK,
    "target": _IN_ACTION_MASK,
    "named": _IN_ACTION_MASK,
    "missed_n": _REVIEW,
    "missed_row": _REVIEW,
    "missed_kinds": _REVIEW,
    "missed_by": _REVIEW,
}
CARD_NAMES = [kind_name(kind) for kind in range(KINDS)]


def actions(s: Any) -> list[int]:
    """Return the code of every action that can be listed."""
    return list(range(CODE_COUNT))


def label(code: int) -> str:
    """Return a code in words."""
    if code < FIRST_CLAIM:
        cards = " ".join(kind_name(kind) for kind in SETS[code // 2, :SIZE[code // 2]])
        return f"pick {cards}" + " outside foundation" * (code % 2)
    if code < FIRST_CHALLENGE:
        return ("hit", "done", "waive the challenge")[code - FIRST_CLAIM]
    ago, named = divmod(code - FIRST_CHALLENGE, 1 << OFFENCES)
    return f"challenge {ago} ago" + "".join(f" {offence}" for offence in range(OFFENCES) if named >> offence & 1)
