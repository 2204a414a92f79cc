"""Old Cards in words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from coprime.core.messages import Line, messages, told
from coprime.core.seats import CHANCE

SAY = messages(Path(__file__).parent)


def label(action: int) -> str:
    """An action as people type it, and as it stands on its button."""
    return f"play {action}"


def text(view: Any, seat: int, names: Sequence[str]) -> str:
    """The table in a few lines of text."""
    say = SAY["text"]
    lines = [say["seat"].format(who=name, n=int(view.cards[i]), tricks=int(view.taken[i]),
                                card=int(view.trick[i]) or say["none"]) for i, name in enumerate(names)]
    hand = [str(card) for card in range(len(view.place)) if view.place[card] == 1 + seat]
    return "\n".join([*lines, say["hand"].format(cards=" ".join(hand))] if hand else lines)


def event(before: Any, seat: int, action: int, after: Any, names: Sequence[str], watcher: int) -> Line:
    """A line of the log, as `watcher` reads it: of a deal nobody sees the seed."""
    if seat == CHANCE:
        return Line(SAY["event"]["deal"])
    return Line(told(SAY["event"]["play"], seat, watcher, names, card=action))
