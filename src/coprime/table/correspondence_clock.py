"""The time of a move at a table over days, in seconds that the server has been open: it stands while that is closed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MOVE_HOURS = (1, 6, 12, 24, 48, 72, 168)        # what a table may give for a move
HOUR_SECONDS = 3600


@dataclass
class MoveClock:
    """Until when each person who is asked has time.  `open_now`: seconds that the server has been open in all.

    due_at   when the time of a seat ends, by seat; only those that are asked
    moves    how many moves of such a seat there were when its time began; not stored
    late     seats whose time is over: a bot plays for them for as long as they are asked
    stopped_at  since when it stands still; None while it runs
    turn     rises whenever the time of a seat begins
    """

    due_at: dict[int, int] = field(default_factory=dict)
    moves: dict[int, int] = field(default_factory=dict)
    late: set[int] = field(default_factory=set)
    stopped_at: int | None = None
    turn: int = 0

    def follow_turns(self, asked: Mapping[int, int], move_seconds: int, open_now: float) -> bool:
        """Begin the time of seats that are newly asked or have moved. Returns whether anything changed.

        asked  the seats of people who are asked, each with the number of moves that it has made
        """
        before = dict(self.due_at), set(self.late)
        start = int(open_now) if self.stopped_at is None else self.stopped_at
        for seat, moves in asked.items():
            if seat not in self.due_at or self.moves.get(seat, moves) != moves:
                self.due_at[seat] = start + move_seconds
                self.turn += 1
        self.due_at = {seat: due for seat, due in self.due_at.items() if seat in asked}
        self.moves = dict(asked)
        self.late &= set(asked)
        return before != (self.due_at, self.late)

    def set_running(self, is_running: bool, open_now: float) -> bool:
        """Stop the clock, or let it go on with the time that was left. Returns whether anything changed."""
        if is_running == (self.stopped_at is None):
            return False
        if self.stopped_at is None:
            self.stopped_at = int(open_now)
            return True
        stood = int(open_now) - self.stopped_at
        self.due_at = {seat: due + stood for seat, due in self.due_at.items()}
        self.stopped_at = None
        return True

    def note_late_seats(self, open_now: float) -> bool:
        """Note the seats whose time is over. Returns whether there are new ones."""
        if self.stopped_at is not None:
            return False
        late = {seat for seat, due in self.due_at.items() if due <= open_now} - self.late
        self.late |= late
        return bool(late)

    def seconds_left(self, seat: int, open_now: float) -> int | None:
        """Return the seconds that a seat has left; None where it is not asked."""
        if seat not in self.due_at:
            return None
        return max(0, self.due_at[seat] - int(open_now if self.stopped_at is None else self.stopped_at))

    def to_json(self) -> dict[str, Any]:
        """Return the clock as it is stored."""
        return {"due_at": [[seat, due] for seat, due in sorted(self.due_at.items())], "late": sorted(self.late),
                "stopped_at": self.stopped_at, "turn": self.turn}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> "MoveClock":
        """Return a stored clock; a new one where none was stored."""
        if not stored:
            return cls()
        return cls(dict(stored["due_at"]), {}, set(stored["late"]), stored["stopped_at"], stored.get("turn", 0))
