"""Positions in which somebody is asked for a move, tries it by the game's own rules, and hears what came of it.

A lesson of a game's course is one; so is a puzzle.  Nothing is kept between two tries: whoever tries says what has been
done since the beginning, and the rules carry it out once more.
"""

from .bank import of_day, puzzle, themes
from .course import Course, course
from .exercise import Attempt, Exercise

__all__ = ["Attempt", "Course", "Exercise", "course", "of_day", "puzzle", "themes"]
