"""The steps of a hint ladder: sentences, of which one also carries the recommended actions."""

from typing import Any


class HintStep(str):
    """A sentence of a hint ladder, with the actions that it recommends, in order."""

    actions: tuple[int, ...] = ()

    def __new__(cls, sentence: str, *actions: Any) -> "HintStep":
        """Create a step from its sentence and any number of actions."""
        step = super().__new__(cls, sentence)
        step.actions = tuple(int(action) for action in actions)
        return step
