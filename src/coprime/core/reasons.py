"""Why one choice was better than another: what a game's `reasons.py` returns, and a review tells of a moment.

A reason is a fact about the position, in the words of the game, that the rules or plain counting make certain.  Where a
game has none, nothing is said.
"""

from collections.abc import Mapping
from typing import Any

MAX_REASONS = 2


class Reason(str):
    """A sentence that says why a choice was better.

    key    which of the game's reasons it is, as under `[reason]` of its messages
    facts  what the sentence claims, by name, so that a test can work it out again
    """

    key: str
    facts: Mapping[str, Any]

    def __new__(cls, sentence: str, key: str, facts: Mapping[str, Any]) -> "Reason":
        """Create a reason from its sentence, its key and what it claims."""
        reason = super().__new__(cls, sentence)
        reason.key, reason.facts = key, dict(facts)
        return reason


def make_reason(sentences: Mapping[str, Any], key: str, facts: Mapping[str, Any] | None = None,
                **arguments: Any) -> Reason:
    """Return a reason with the sentence of a key.

    facts      what it claims
    arguments  of the sentence; the facts are its arguments as well
    """
    facts = facts or {}
    return Reason(str(sentences[key].format(**{**facts, **arguments})), key, facts)
