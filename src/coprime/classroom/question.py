"""A question to the whole class: is a number prime, or what would one play there?"""

from typing import Any

from msgspec import Struct, field

from ..core.errors import BadInput, Refused
from ..core.numbers import is_prime, prime_factors
from .moment import Moment
from .sentences import say

NUMBERS = (2, 999_999)
PRIME, COMPOSITE = range(2)             # the choices where a number is asked about
FEWEST = 3              # answers that are told by how many gave them; of fewer somebody would know who gave which


class Question(Struct):
    """What everybody is asked: is a number prime, or what would one play in a moment of a game?

    number   0 where a moment is asked about
    n        the how manieth question of the class it is
    answers  which of the choices each pupil has taken, by name
    shown    the answer has been told, and how those of the class were spread; nobody answers any more
    """

    n: int = 0
    number: int = 0
    answers: dict[str, int] = field(default_factory=dict)
    shown: bool = False
    moment: Moment | None = None

    def answer(self, name: str, n: int, choice: int) -> None:
        """A pupil answers, or thinks better of it.  Raises Refused where that is asked no more, BadInput."""
        if self.shown or n != self.n:
            raise Refused(say("no.late"))
        if not 0 <= choice < self.choices:
            raise BadInput(say("no.choice"))
        self.answers[name] = choice

    @property
    def choices(self) -> int:
        """How many there are to choose from."""
        return len(self.moment.choices) if self.moment else 2

    def to_pupil(self, name: str) -> dict[str, Any]:
        """What a pupil is told: the answer only once it is shown, and what others said never."""
        return self._asked() | {"mine": self.answers.get(name)}

    def to_teacher(self) -> dict[str, Any]:
        """How many have answered, and once it is shown what; no names, since the wall shows it."""
        told = self._asked() | {"answered": len(self.answers)}
        return told | {"spread": self._spread(), "fewest": FEWEST} if self.shown else told

    def _asked(self) -> dict[str, Any]:
        told = {"n": self.n, "number": self.number, "shown": self.shown,
                "moment": self.moment and {"name": self.moment.name, "choices": self.moment.choices}}
        return told | self._solved() if self.shown else told

    def _solved(self) -> dict[str, Any]:
        if self.moment:
            return {"right": self.moment.played, "factors": []}
        return {"right": PRIME if is_prime(self.number) else COMPOSITE, "factors": prime_factors(self.number)}

    def _spread(self) -> list[int] | None:
        """How many have taken each choice; None where they are too few."""
        said = list(self.answers.values())
        return [said.count(choice) for choice in range(self.choices)] if len(said) >= FEWEST else None


def asked(n: int, number: int) -> Question:
    """The nth question of a class.  Raises BadInput."""
    if not NUMBERS[0] <= number <= NUMBERS[1]:
        raise BadInput(say("no.number", first=NUMBERS[0], last=NUMBERS[1]))
    return Question(n, number)
