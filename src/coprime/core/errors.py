"""What can go wrong in a way that a person may be told: each carries one sentence."""


class BadInput(ValueError):
    """Something given from outside is not allowed; the sentence says what was wrong and what is allowed."""


class UnknownGame(BadInput):
    """There is no game of that name."""


class BadRecord(BadInput):
    """A record cannot be read or replayed; the sentence says which line and why."""


class Refused(BadInput):
    """An action that the table does not take.

    reason  the game's numbered reason;  rule  the rule it comes from, such as "PD-28", or ""
    """

    def __init__(self, sentence: str, reason: int = 0, rule: str = "") -> None:
        super().__init__(sentence)
        self.reason, self.rule = reason, rule


class Unfinished(BadInput, KeyError, AttributeError):
    """A game lacks something; the sentence says what is missing in which file."""

    __str__ = Exception.__str__
