"""A question to the whole class: is a number prime, or what would one play there?"""

from typing import Any

from msgspec import Struct, field

from ..core.errors import BadInput, Refused
from ..core.numbers import is_prime, prime_factors
from .moment_question import MomentQuestion
from .sentences import say

NUMBER_RANGE = (2, 999_999)
PRIME, COMPOSITE = range(2)             # the choices where a number is asked about
FEWEST_SHOWN = 3              # answers that are told by how many gave them; of fewer somebody would know who gave which


class Question(Struct):
    """What everybody is asked: is a number prime, or what would one play in a moment of a game?

    number   0 where a moment is asked about
    n        its number among the questions of the class, from 1
    answers  which of the choices each pupil has taken, by name
    shown    the answer has been told, and how those of the class were spread; nobody answers any more
    """

    n: int = 0
    number: int = 0
    answers: dict[str, int] = field(default_factory=dict)
    shown: bool = False
    moment: MomentQuestion | None = None

    def record_answer(self, name: str, n: int, choice: int) -> None:
        """Record the answer of a pupil, in place of an earlier one.

        Raises BadInput, and Refused when it is too late.
        """
        if self.shown or n != self.n:
            raise Refused(say("no.late"))
        if not 0 <= choice < self.choice_count:
            raise BadInput(say("no.choice"))
        self.answers[name] = choice

    @property
    def choice_count(self) -> int:
        """How many there are to choose from."""
        return len(self.moment.choices) if self.moment else 2

    def to_pupil(self, name: str) -> dict[str, Any]:
        """Return the question as a pupil may see it.

        The solution is included only once it is shown, the answers of others never.
        """
        return self._question_fields() | {"mine": self.answers.get(name)}

    def to_teacher(self) -> dict[str, Any]:
        """Return the question as the wall shows it: how many have answered, and later what; no names."""
        fields = self._question_fields() | {"answered": len(self.answers)}
        return fields | {"spread": self._count_answers(), "fewest": FEWEST_SHOWN} if self.shown else fields

    def _question_fields(self) -> dict[str, Any]:
        fields = {"n": self.n, "number": self.number, "shown": self.shown,
                  "moment": self.moment and {"name": self.moment.name, "choices": self.moment.choices}}
        return fields | self._solution_fields() if self.shown else fields

    def _solution_fields(self) -> dict[str, Any]:
        if self.moment:
            return {"right": self.moment.played, "factors": []}
        return {"right": PRIME if is_prime(self.number) else COMPOSITE, "factors": prime_factors(self.number)}

    def _count_answers(self) -> list[int] | None:
        """How many have taken each choice; None where they are too few."""
        choices = list(self.answers.values())
        return [choices.count(choice) for choice in range(self.choice_count)] if len(choices) >= FEWEST_SHOWN else None


def make_number_question(n: int, number: int) -> Question:
    """Make the nth question of a class, about a number. Raises BadInput."""
    if not NUMBER_RANGE[0] <= number <= NUMBER_RANGE[1]:
        raise BadInput(say("no.number", first=NUMBER_RANGE[0], last=NUMBER_RANGE[1]))
    return Question(n, number)
