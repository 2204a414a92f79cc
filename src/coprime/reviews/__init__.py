"""Review a finished match: the moments that cost a seat most, and what was better.

A moment is judged by the seat's view alone.  The action played is compared with the hint's for that view and with the
action of the game's master; both choices are played on in the same worlds sampled from the view.  Only clear
differences are reported, in the words of the hints.  A game with finds.py also tells of every turn what could have been
played (`turn_finds`).
"""

from .decision_cost import find_equally_good
from .decisions import HINT
from .review import Review, ReviewChoice, ReviewMoment, WinBoxes, review
from .turn_finds import ReviewTurn

__all__ = ["HINT", "WinBoxes", "ReviewChoice", "ReviewMoment", "Review", "ReviewTurn", "find_equally_good", "review"]
