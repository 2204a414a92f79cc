"""Looking back on a match that is over: the moments that cost a seat most, and what was better.

A moment is judged by the seat's view of it alone.  What was played is compared with what the hint of that view says,
and with what the game's master would do, played on in the same worlds that the view allows; only what differs clearly
is told, in the words of the hints.
"""

from .decisions import HINT
from .review import Boxes, Choice, Moment, Review, review
from .worth import as_good

__all__ = ["HINT", "Boxes", "Choice", "Moment", "Review", "as_good", "review"]
