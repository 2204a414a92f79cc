"""Define Secret Number: its options, presets and endings."""

from ...core.game import Game
from ...core.options import Option

GAME = Game(
    name="secret_number",
    suggested_to="8",
    title="Secret Number",
    seats=(2, 5),
    place=3,
    daily=(4, "show"),
    options=(
        Option("round_seconds", (0, *range(30, 601)), 180, "SN-8"),
        Option("opening_seconds", (0, *range(10, 121)), 0, "SN-14"),
        Option("match_length", range(1, 10), 3, "SN-11"),
    ),
    version=1,
    endings=("won", "shared"),
    # A game: the deal, three openings of at most 6 (with the clock and the program's choice), 30 answer cards, before
    # each of them at most 4 agreements, and 5 to end each round.  Nine games.
    longest=9 * (1 + 3 * 6 + 30 + 30 * 4 + 3 * 5),
    gentle="calm",
    races=True,                                         # SN-8
    presets={
        "book": {},
        "calm": {"round_seconds": 0},
        "quick": {"round_seconds": 60, "opening_seconds": 30, "match_length": 1},
    },
)
