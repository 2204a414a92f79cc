"""Declare Prime Daifugo Lv. 0: its seats, options, presets and endings."""

from collections.abc import Mapping

from ...core.game import Game
from ...core.options import Option, Value

ON_OFF = ("off", "on")


def conflict(seats: int, options: Mapping[str, Value]) -> str | None:
    """Return the key of the sentence why options do not go together: SKIP needs three (PD-2)."""
    return "cards_skip" if seats == 2 and options["cards_skip"] == "on" else None


GAME = Game(
    name="prime_daifugo",
    suggested_to="13",
    title="Prime Daifugo Lv. 0",
    seats=(2, 3),
    place=1,
    daily=(1, "two"),
    options=(
        Option("cards_5_9", ON_OFF, "off", "PD-2"),
        Option("cards_4_6_8", ON_OFF, "off", "PD-2"),
        Option("cards_0", ON_OFF, "off", "PD-2"),
        Option("cards_skip", ON_OFF, "off", "PD-16"),
        Option("skip_last", ("draw", "barred"), "draw", "PD-32"),
        Option("multi_in_three", ("on", "off"), "on", "PD-8"),
        Option("hand_limit", (0, 13), 0, "PD-3"),
        Option("discard_view", ("top", "all"), "top", "PD-21"),
        Option("games_to_win", range(1, 10_001), 2, "PD-22"),
        Option("assist", ("none", "clues", "show_primes", "table"), "none", "PD-24"),
        Option("stalemate_n", (0, *range(6, 101)), 30, "PD-30"),
    ),
    version=2,
    endings=("won", "void"),
    longest=150_000_000,    # 3 players, 10,000 games to win: 29,998 games of fewer than 5,000 actions
    gentle="beginners",
    presets={
        "book": {},
        "advanced": {"cards_5_9": "on", "cards_4_6_8": "on", "cards_0": "on"},
        "beginners": {"assist": "table", "multi_in_three": "off", "games_to_win": 1},
        "family": {"assist": "clues", "hand_limit": 13, "games_to_win": 1},
    },
    conflict=conflict,
    hotseat=True,
)
