"""The small words of Prime Climb, which labels, log and screen share."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...core.messages import load_messages
from .board import counted, goal_of
from .moves import number_of, pawn_of, verb_of
from .state import State
from .tables import ADVANCE, AGAIN, BACK, CLEAR, DOUBLE, FIFTY, LAST, LIMIT, REVERSE, SEND, STEAL, SWAP

SAY = load_messages(Path(__file__).parent)
CARDS = {CLEAR: "clear", LIMIT: "limit", AGAIN: "again", FIFTY: "fifty", DOUBLE: "double", ADVANCE: "advance",
         BACK: "back", REVERSE: "reverse", SWAP: "swap", SEND: "send", STEAL: "steal"}


def equation(view: State, seat: int, action: int) -> str:
    """`26 × 3 = 78`, as the position has it."""
    verb, d = verb_of(action), number_of(action)
    space = int(view.pawn[2 * seat + pawn_of(action)])
    return f"{space} {SAY['word']['signs'][verb % 4]} {d} = {counted(space, verb, d)}"


def card(view: State, kind: int) -> dict[str, Any]:
    """One card: how it is called and what it says at this table."""
    kind = int(kind)
    if kind < CLEAR:
        say = SAY["card"]["number"]
        title, text = (say[part].format(n=kind) for part in ("title", "text"))
        return {"kind": str(kind), "keeper": True, "title": title, "text": text}
    name = CARDS[kind]
    printed = name + {CLEAR: "_any" * int(view.near_bump), SEND: "_own" * int(view.sixty_four),
                      STEAL: "_random" * int(view.steal)}.get(kind, "")
    return {"kind": name, "keeper": kind <= LIMIT, **SAY["card"][printed]}


def whose(pawn: int, watcher: int, names: Sequence[str]) -> str:
    """ "Your pawn" or "Heron's pawn". """
    owner = pawn // 2
    return SAY["word"]["your_pawn"] if owner == watcher else SAY["word"]["a_pawn"].format(who=names[owner])


def you_or(seat: int, watcher: int, names: Sequence[str]) -> str:
    return SAY["word"]["you"] if seat == watcher else names[seat]


def rolls(n: int) -> Any:
    return SAY["word"]["rolls"].format(n=n)


def goal(view: State, pawn: int) -> int:
    """The space on which a pawn is home: there and back, 101 for one that is still on its way out."""
    return 0 if goal_of(view, pawn) == 0 else LAST
