"""Define Factor Rummy: its options, presets and endings."""

from collections.abc import Mapping

from ...core.game import Game
from ...core.options import Option, Value

MAX_SEATS_AT_LEVEL_1 = 4


def conflict(seats: int, options: Mapping[str, Value]) -> str | None:
    """Return "level" if there are too many seats for level 1, whose cards are enough for four (FR-16)."""
    return "level" if options["level"] == 1 and seats > MAX_SEATS_AT_LEVEL_1 else None


GAME = Game(
    name="factor_rummy",
    title="Factor Rummy",
    seats=(2, 6),
    place=6,
    options=(
        Option("level", range(1, 7), 3, "FR-1"),
        Option("target_score", range(50, 1001), 200, "FR-14"),
        Option("layoff", ("best", "manual"), "best", "FR-13"),
        Option("layoff_seconds", range(15, 301), 60, "FR-13"),
        Option("referee", ("program", "strict"), "program", "FR-15"),
        Option("rediscard", ("on", "off"), "on", "FR-6"),
        Option("discard_view", ("top", "all"), "top", "FR-17"),
        Option("turn_limit", (0, *range(20, 1001)), 100, "FR-18"),
        Option("assist", ("none", "deadwood", "sets"), "none", "FR-13"),
        Option("factors", ("shown", "primes", "hidden"), "shown", "FR-1", screen=True),
    ),
    version=1,
    endings=("prime_factor", "factor_rummy", "with_deadwood", "void"),
    longest=1_000_000,
    progression="level",
    gentle="first",
    presets={
        "book": {},
        "first": {"level": 2, "target_score": 50, "assist": "sets", "discard_view": "all"},
        "strict": {"referee": "strict", "layoff": "manual", "rediscard": "off"},
    },
    conflict=conflict,
)
