"""The type of what an action exercised, for a report to a teacher."""

from typing import NamedTuple

KINDS = ("prime", "factors", "sum", "order")


class PracticeItem(NamedTuple):
    """One judgement or calculation.

    kind    "prime": a number was taken for a prime;  "factors": cards for a factor set;  "sum": a sum was worked
            out;  "order": cards were compared by their strength
    number  the number in question;  text  as an equation, such as `57 = 3 × 19`;  right  whether it was correct
    """

    kind: str
    number: int
    text: str
    right: bool
