"""What the rules' pages draw: the cards of the deck."""

from ...decks.primepak.figures import draw_notation

__all__ = ["draw_notation"]
