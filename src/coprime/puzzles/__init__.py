"""Puzzles: positions of bots' matches in which one answer is clearly the best."""

from .make import Puzzle, puzzles

__all__ = ["Puzzle", "puzzles"]
