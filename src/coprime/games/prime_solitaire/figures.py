"""What the rules' pages draw: the cards of the deck."""

from ...decks.primepak.figures import drawn

__all__ = ["drawn"]
