"""Prime Solitaire as numbers for reinforcement learning: the fields of a view, and the actions of a foundation."""

from collections.abc import Iterator
from typing import Any

from ...core.encoding import counts, members, number, one_of, top
from ...decks.primepak.notation import kind_name
from .codes import DIGIT, TURN
from .state import DECK, MOST_LEFT
from .tables import KINDS, MOST_RUN, PLACES, WIDTH

NEEDS = {"foundation": "columns"}       # from a pyramid more groups of places can be taken than can be numbered
FEWEST, MOST = 3, 7                     # cards of a set
MAX_COPIES = 25                               # the most cards of a kind
FIELDS = (
    members("there", PLACES),
    one_of("card", 0, KINDS - 1),
    number("left", DECK),
    number("height", MOST_LEFT),
    *(top("stack", 0, KINDS - 1, "height", above) for above in range(MOST_RUN)),
    counts("stack", 0, KINDS - 1, MAX_COPIES, "height"),
    number("unseen", MAX_COPIES),
    number("turned", DECK),
    number("taken", DECK),
)
LEFT_OUT = {
    "phase": "a seat is asked only in play",
    "outcome": "known only when nobody is asked any more",
    "seed": "hidden",
    "pile": "hidden",
}
CARD_NAMES = [kind_name(kind) for kind in range(KINDS)]


def actions(s: Any) -> list[int]:
    """The code of every action that can be listed: turning, and every number of cards from each column and the stack.
    """
    return [TURN, *(columns | run << DIGIT * WIDTH for run in range(MOST_RUN + 1)
                    for columns in take_codes(WIDTH, MOST - run, max(1, FEWEST - run)))]


def take_codes(columns: int, most: int, fewest: int = 0) -> Iterator[int]:
    """Yield the codes of taking `fewest` to `most` cards from so many columns."""
    if columns == 0:
        if fewest <= 0:
            yield 0
        return
    for n in range(most + 1):
        for rest in take_codes(columns - 1, most - n, fewest - n):
            yield n | rest << DIGIT


def label(code: int) -> str:
    """Return a code in words: `turn`, or `take` with the cards from each column and the stack."""
    if code == TURN:
        return "turn"
    taken = [code >> DIGIT * column & 7 for column in range(WIDTH + 1)]
    return f"take {' '.join(map(str, taken[:WIDTH]))}" + f" +{taken[WIDTH]}" * bool(taken[WIDTH])
