"""Declare Prime Challenge: its seats, options, presets and endings."""

from collections.abc import Mapping, Sequence

from ...core.game import Game
from ...core.options import Option, Value


def conflict(seats: int, options: Mapping[str, Value]) -> str | None:
    """Return the key of the sentence why options do not go together (PC-18, PC-2, PC-29); None if they do."""
    if options["dealer"] == "dropout" and seats < 3:
        return "dropout"
    if options["dealer"] == "dropout" and int(options["match_length"]) % seats:      # type: ignore[arg-type]
        return "match_length"
    if options["overlook"] == "off" and options["referee"] == "players":
        return "overlook"
    return None


def teacher(options: Mapping[str, Value]) -> int | None:
    """Return the seat that always deals (PC-2); None without a teacher."""
    return 0 if options["dealer"] == "teacher" else None


def diverges(version: int, options: Mapping[str, Value], labels: Sequence[str]) -> bool:
    """Return whether a stored match of version 1 would end differently under today's rules.

    PC-2: a playing dealer had one round by itself.  PC-26: a challenge could hold in part.
    """
    by_itself = options["dealer"] == "playing" and options["match_length"] == 0
    names_two = any(label.startswith("challenge") and label.count(" ") > 2 for label in labels)
    return version < 2 and (by_itself or names_two)


GAME = Game(
    name="prime_challenge",
    title="Prime Challenge",
    seats=(2, 4),
    place=4,
    daily=(5, "take"),
    options=(
        Option("level", range(1, 7), 3, "PC-1"),
        Option("dealer", ("program", "dropout", "teacher", "playing"), "program", "PC-2"),
        Option("teacher_plays", ("off", "on"), "off", "PC-2"),
        Option("referee", ("players", "program"), "players", "PC-15"),
        Option("overlook", ("on", "off"), "on", "PC-29"),
        Option("penalty", ("points", "cards"), "points", "PC-12"),
        Option("first_seconds", (0, *range(10, 301)), 30, "PC-9"),
        Option("next_seconds", (0, *range(5, 301)), 15, "PC-9"),
        Option("challenge_seconds", range(1, 11), 2, "PC-9"),
        Option("tie_ms", range(501), 50, "PC-10"),
        Option("match_length", range(11), 0, "PC-17"),
        Option("stalemate_n", range(1, 11), 2, "PC-30"),
        Option("factors", ("shown", "primes", "hidden"), "shown", "PC-1", screen=True),
    ),
    version=2,
    endings=("won", "shared", "stalemate"),
    longest=50_000,
    gentle="learners",
    presets={
        "book": {},
        "learners": {"level": 1, "referee": "program", "overlook": "off", "first_seconds": 0, "next_seconds": 0},
        "calm": {"first_seconds": 0, "next_seconds": 0, "challenge_seconds": 10},
        "quick": {"level": 2, "first_seconds": 15, "next_seconds": 10},
        "experts": {"level": 6, "penalty": "cards"},
    },
    conflict=conflict,
    diverges=diverges,
    teacher=teacher,
    races=True,                                         # PC-9
    teams=True,                                         # PC-18
    progression="level",
)
