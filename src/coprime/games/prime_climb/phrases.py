"""The words of Prime Climb that labels, log, hints and screen share."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...core.messages import load_messages
from .actions import number_of, pawn_of, verb_of
from .board import goal_of, target_space
from .board_and_card_data import (
    ADVANCE,
    AGAIN,
    BACK,
    CLEAR_KEEPER,
    DOUBLE,
    FIFTY,
    LAST,
    LIMIT_KEEPER,
    REVERSE,
    SEND,
    STEAL,
    SWAP,
)
from .state import State

SAY = load_messages(Path(__file__).parent)
CARD_NAMES = {CLEAR_KEEPER: "clear", LIMIT_KEEPER: "limit", AGAIN: "again", FIFTY: "fifty", DOUBLE: "double",
              ADVANCE: "advance", BACK: "back", REVERSE: "reverse", SWAP: "swap", SEND: "send", STEAL: "steal"}


def equation_text(view: State, seat: int, action: int) -> str:
    """Return the sum of a move in the position: `26 × 3 = 78`."""
    verb, d = verb_of(action), number_of(action)
    space = int(view.pawn[2 * seat + pawn_of(action)])
    return f"{space} {SAY['word']['signs'][verb % 4]} {d} = {target_space(space, verb, d)}"


def card_scene(view: State, kind: int) -> dict[str, Any]:
    """Return one card for the screen: its kind, its title and its text under the options of this table."""
    kind = int(kind)
    if kind < CLEAR_KEEPER:
        say = SAY["card"]["number"]
        title, text = (say[part].format(n=kind) for part in ("title", "text"))
        return {"kind": str(kind), "keeper": True, "title": title, "text": text}
    name = CARD_NAMES[kind]
    printed = name + {CLEAR_KEEPER: "_any" * int(view.near_bump), SEND: "_own" * int(view.sixty_four),
                      STEAL: "_random" * int(view.steal)}.get(kind, "")
    return {"kind": name, "keeper": kind <= LIMIT_KEEPER, **SAY["card"][printed]}


def pawn_owner_text(pawn: int, watcher: int, names: Sequence[str]) -> str:
    """Return a pawn by its owner: "Your pawn" or "Heron's pawn"."""
    owner = pawn // 2
    return SAY["word"]["your_pawn"] if owner == watcher else SAY["word"]["a_pawn"].format(who=names[owner])


def you_or_name(seat: int, watcher: int, names: Sequence[str]) -> str:
    """Return "you" for the watcher's own seat, else the player's name."""
    return SAY["word"]["you"] if seat == watcher else names[seat]


def rolls_text(n: int) -> Any:
    """Return a number of rolls in words."""
    return SAY["word"]["rolls"].format(n=n)


def goal_space(view: State, pawn: int) -> int:
    """Return the space on which a pawn is home; there and back 101 while it is on its way out."""
    return 0 if goal_of(view, pawn) == 0 else LAST
