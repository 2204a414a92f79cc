"""What a game says of its weekly deal: a numbered deal for one seat, the same for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .options import Value


@dataclass(frozen=True)
class WeeklyDealSettings:
    """How a game's weekly deal is played.  `weekly_score` of its `ending.py` says what a match is worth.

    options  those that differ from the defaults, apart from the number of the deal
    """

    options: Mapping[str, Value] = field(default_factory=dict)
