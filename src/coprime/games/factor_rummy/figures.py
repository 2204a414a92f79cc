"""Draw the cards of the rules' pages: they are those of the deck."""

from ...decks.primepak.figures import draw_notation

__all__ = ["draw_notation"]
