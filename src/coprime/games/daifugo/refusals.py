"""The sentences of what Daifugo refuses."""

from .faces import SAY, suits_text
from .state import Refusal


def why_not(reason, view=None, action=None):
    """The sentence of a refusal, and its rule."""
    say, name = SAY["refusal"], Refusal(reason).name
    facts = {}
    if name == "NOT_HIGHER" and view is not None and view.reversed:
        name = "NOT_HIGHER_TURNED"
    elif name == "JOKER_STANDS" and view is not None and view.count == 1:
        name = "JOKER_STANDS_ONE" if view.three_of_spades else "JOKER_STANDS_ALONE"
    elif name == "LOCKED":
        name = "LOCKED" if view is not None and view.lock else "LOCKED_PLAIN"
        facts = {"suits": suits_text(int(view.lock))} if view is not None and view.lock else {}
    sentence, rule = say[name]
    return sentence.format(**facts), rule
