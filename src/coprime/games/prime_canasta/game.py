"""Declaration of Prime Canasta: seats, options and presets."""

from collections.abc import Mapping

from ...core.game import Game
from ...core.options import Option, Value


def conflict(seats: int, options: Mapping[str, Value]) -> str | None:
    """CA-20: two sides of two."""
    return "partnerships" if options["partnerships"] == "on" and seats != 4 else None


GAME = Game(
    name="prime_canasta",
    title="Prime Canasta",
    seats=(2, 4),
    place=7,
    options=(
        Option("level", range(3, 7), 6, "CA-6"),
        Option("partnerships", ("off", "on"), "off", "CA-20"),
        Option("target_score", range(100, 10_001), 5000, "CA-18"),
        Option("referee", ("program", "strict"), "program", "CA-19"),
        Option("discard_view", ("top", "all"), "top", "CA-23"),
        Option("factors", ("shown", "primes", "hidden"), "shown", "CA-6", screen=True),
    ),
    version=2,
    endings=("went_out", "dry"),
    longest=100_000,
    gentle="first",
    presets={
        "book": {},
        "partners": {"partnerships": "on"},
        "ten_minutes": {"level": 3, "target_score": 300},
        "first": {"level": 3, "target_score": 1000},
        "strict": {"referee": "strict"},
    },
    conflict=conflict,
    progression="level",
    hotseat=True,
)
