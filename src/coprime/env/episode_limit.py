"""How long an episode may be: an environment truncates longer ones, as Gymnasium defines it.

Some policies never end a match: one that always takes the last listed action walks its pawns back and forth.
"""

from operator import index
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.messages import load_messages

SAY = load_messages(Path(__file__).parent)["episode"]
MAX_STEPS = 10_000              # the longest of 86,000 random matches of all games had 6,236 choices


def check_max_steps(max_steps: Any) -> int | None:
    """Return the limit as a whole number, or None for no limit.  Raises BadInput."""
    if max_steps is None:
        return None
    try:
        found = index(max_steps)
    except TypeError:
        found = 0
    if found < 1:
        raise BadInput(SAY["steps"].format(value=repr(max_steps)))
    return found
