"""Exercises: positions in which a player is asked for a move and tries it by the game's rules.

A lesson of a game's course is an exercise, and so is a puzzle.  No state is kept between two attempts: each names all
actions since the begin of the exercise, and the rules apply them again.
"""

from .course import Course, load_course
from .daily_puzzle import DailyPuzzle, puzzle_of_day
from .exercise import Exercise, ExerciseAttempt
from .puzzle_bank import list_themes, load_puzzle
from .sure_win_exercise import load_sure_win

__all__ = ["DailyPuzzle", "ExerciseAttempt", "Course", "Exercise", "load_course", "puzzle_of_day", "load_puzzle",
           "load_sure_win", "list_themes"]
