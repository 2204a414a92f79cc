"""What is being thought out for a table: its bots' moves and its people's hints."""

from dataclasses import dataclass, field
from typing import NamedTuple

from ..core.hint_steps import HintStep
from .connection import Connection
from .lobby import Guest


@dataclass
class BotThought:
    """What a bot was asked (at number `n`, as its seat counts), and once it has answered, what it will do and when."""

    n: int
    asked: float
    due: float = float("inf")
    action: int | None = None


@dataclass
class BotState:
    """By seat: what bots think, since when it is their turn, and what programs outside the house have chosen.

    Times are monotonic seconds.
    """

    thoughts: dict[int, BotThought] = field(default_factory=dict)
    began: dict[int, float] = field(default_factory=dict)
    sent: dict[int, int] = field(default_factory=dict)

    def due(self) -> float:
        """When the next bot acts."""
        return min((thought.due for thought in self.thoughts.values()), default=float("inf"))


class PendingQuestion(NamedTuple):
    """A request for a hint that waits."""

    visit: Connection
    guest: Guest
    id: str
    again: bool = False     # only what has been opened


@dataclass
class HintLadder:
    """The hints for a seat in one position (numbered as that seat counts); no rungs yet while they are thought out.

    `question` tells what the seat is asked from what it was asked before: `table.hints.question`.
    """

    at: int
    language: str
    question: tuple[int, list[int]]
    opened: int = 0
    rungs: list[HintStep] | None = None
    waiting: list[PendingQuestion] = field(default_factory=list)
