"""The steps of a hint ladder: where to look, why, what to do. Each is a sentence; the last carries its actions."""

from collections.abc import Iterable
from typing import Any

MOST_STEPS = 3
MOST_OLD_STEPS = 4          # of games of other packages, which version 1.0 let have a nudge before them


class HintStep(str):
    """A sentence of a hint ladder.

    actions  the actions that it recommends, in order
    cards    the cards that it is about, as the scene calls them: a screen rings those of "where to look" and raises
             those of "show me"
    """

    actions: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()

    def __new__(cls, sentence: str, *actions: Any, cards: Iterable[str] = ()) -> "HintStep":
        """Create a step from its sentence, any number of actions, and the cards that it is about."""
        step = super().__new__(cls, sentence)
        step.actions = tuple(int(action) for action in actions)
        step.cards = tuple(cards)
        return step
