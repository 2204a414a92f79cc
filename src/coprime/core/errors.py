"""Errors that may be shown to a person: each carries one sentence."""


class BadInput(ValueError):
    """Input from outside is not allowed; the sentence says what is wrong and what is allowed."""


class UnknownGame(BadInput):
    """No game has that name."""


class BadRecord(BadInput):
    """A record cannot be read or replayed; the sentence names the line and the reason."""


class Refused(BadInput):
    """The rules do not accept an action.

    reason  the game's numbered reason;  rule  the rule it follows from, such as "PD-28", or ""
    """

    def __init__(self, sentence: str, reason: int = 0, rule: str = "") -> None:
        super().__init__(sentence)
        self.reason, self.rule = reason, rule


class Unfinished(BadInput, KeyError, AttributeError):
    """A game lacks a part; the sentence names the part and the file."""

    __str__ = Exception.__str__
