"""Hints as a ladder: each rung is a sentence, and the one that says what to do also carries it as actions."""

from typing import Any


class HintStep(str):
    """A sentence and the actions that it tells a person to do, in their order: rules can be asked about those."""

    actions: tuple[int, ...] = ()

    def __new__(cls, sentence: str, *actions: Any) -> "HintStep":
        rung = super().__new__(cls, sentence)
        rung.actions = tuple(int(action) for action in actions)
        return rung
