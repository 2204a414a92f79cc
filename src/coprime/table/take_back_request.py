"""The open question whether a move may be taken back; `take_back_consent` asks and answers it."""

from dataclasses import dataclass, field


@dataclass
class TakeBackRequest:
    """The question whether a seat's last move may be taken back.

    step  it leads back to;  n  the table's number when it was asked;  asked, agreed  the seats
    message  the key of the asker's message
    """

    seat: int
    who: int
    step: int
    n: int
    asked: set[int]
    ends_at: float
    message: str
    agreed: set[int] = field(default_factory=set)
