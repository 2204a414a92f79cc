"""What is being computed for a table: the moves of its bots and the hints of its people."""

from dataclasses import dataclass, field
from typing import NamedTuple

from ..core.hint_steps import HintStep
from .connection import Connection
from .lobby import TableGuest


@dataclass
class BotDecision:
    """What a bot was asked (at number `n`, as its seat counts), and once it has answered, what it will do and when."""

    asked_number: int
    asked_at: float
    due_at: float = float("inf")
    action: int | None = None


@dataclass
class BotState:
    """By seat: the decisions of bots, when their turn began, and the actions that external programs sent.

    Times are monotonic seconds.
    """

    decisions: dict[int, BotDecision] = field(default_factory=dict)
    turn_began: dict[int, float] = field(default_factory=dict)
    program_actions: dict[int, int] = field(default_factory=dict)

    def next_due(self) -> float:
        """Return when the next bot acts; infinite where none does."""
        return min((thought.due_at for thought in self.decisions.values()), default=float("inf"))


class PendingHintRequest(NamedTuple):
    """A request for a hint that waits for the hints of the position; `is_repeat` asks for no further step."""

    connection: Connection
    guest: TableGuest
    id: str
    is_repeat: bool = False     # only what has been opened


@dataclass
class HintLadder:
    """The hints for a seat in one position (numbered as that seat counts).

    `hint_steps` is None until computed; `hidden` are the muted people whom they do not name.
    `question` identifies the decision of the seat: see `hints.seat_question`.
    """

    position_number: int
    language: str
    hidden: frozenset[int]
    question: tuple[int, list[int]]
    opened_count: int = 0
    hint_steps: list[HintStep] | None = None
    waiting_requests: list[PendingHintRequest] = field(default_factory=list)
