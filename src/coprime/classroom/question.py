"""A question to the whole class: is a number prime?"""

from typing import Any

from msgspec import Struct, field

from ..core.faults import BadInput, Refused
from ..core.numbers import factors, is_prime
from .sentences import say

NUMBERS = (2, 999_999)


class Question(Struct):
    """What everybody is asked, and what each pupil has said of it, by name: is it prime?

    shown  the answer has been told, and how those of the class were spread; nobody answers any more
    """

    number: int
    shown: bool = False
    said: dict[str, bool] = field(default_factory=dict)

    def answer(self, name: str, number: int, prime: bool) -> None:
        """A pupil answers, or thinks better of it.  Raises Refused where that is asked no more."""
        if self.shown or number != self.number:
            raise Refused(say("no.late"))
        self.said[name] = prime

    def to_pupil(self, name: str) -> dict[str, Any]:
        """What a pupil is told: the answer only once it is shown, and what others said never."""
        return {"number": self.number, "mine": self.said.get(name), "shown": self.shown, **self._solved()}

    def to_teacher(self) -> dict[str, Any]:
        """How many have answered, and once it is shown what; no names, since the wall shows it."""
        told = {"number": self.number, "answered": len(self.said), "shown": self.shown, **self._solved()}
        prime = sum(self.said.values())
        return told | {"spread": {"prime": prime, "composite": len(self.said) - prime}} if self.shown else told

    def _solved(self) -> dict[str, Any]:
        return {"prime": is_prime(self.number), "factors": factors(self.number)} if self.shown else {}


def asked(number: int) -> Question:
    """Raises BadInput."""
    if not NUMBERS[0] <= number <= NUMBERS[1]:
        raise BadInput(say("no.number", first=NUMBERS[0], last=NUMBERS[1]))
    return Question(number)
