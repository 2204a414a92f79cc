"""What an action of somebody's exercised, for a report to their teacher."""

from typing import NamedTuple

KINDS = ("prime", "factors", "sum")


class PracticeItem(NamedTuple):
    """One judgement or calculation.

    kind    "prime": a number was held for a prime;  "factors": cards for a factor set;  "sum": a sum was worked out
    number  the one that it is about;  text  as an equation, such as `57 = 3 × 19`;  right  it was so
    """

    kind: str
    number: int
    text: str
    right: bool
