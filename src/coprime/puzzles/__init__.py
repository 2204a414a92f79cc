"""Find puzzles: positions of bots' matches in which one answer is clearly the best."""

from .make import Puzzle, find_puzzles

__all__ = ["Puzzle", "find_puzzles"]
