"""Find puzzles: positions of bots' matches in which one answer is clearly the best."""

from .puzzle_search import Puzzle, find_puzzles

__all__ = ["Puzzle", "find_puzzles"]
