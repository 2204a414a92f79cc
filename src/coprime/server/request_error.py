"""The exception for an error response."""

from ..core.errors import BadInput
from .sentences import say


class RequestError(BadInput):
    """A request answered with a status, a sentence, and perhaps the seconds to wait."""

    def __init__(self, status: int, key: str, wait: float = 0, **facts: object) -> None:
        super().__init__(say(key, **facts))
        self.status, self.wait = status, wait

    @classmethod
    def from_sentence(cls, status: int, sentence: str) -> "RequestError":
        """Make the error from a finished sentence."""
        made = cls.__new__(cls)
        BadInput.__init__(made, sentence)
        made.status, made.wait = status, 0
        return made
