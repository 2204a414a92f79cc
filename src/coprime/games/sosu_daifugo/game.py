"""Define Sosu Daifugo, the original Prime Daifugo: its options, presets and endings."""

from collections.abc import Mapping

from ...core.game import Game
from ...core.options import Option, Value

ON_OFF = ("off", "on")
LEAST_DECK = 8              # cards that stay in the deck after the deal (SD-3)


def conflict(seats: int, options: Mapping[str, Value]) -> str | None:
    """Return the key of the sentence why options do not go together: too few cards for so many hands (SD-3)."""
    cards = 28 + 6 * int(options["even_copies"]) + int(options["jokers"])               # type: ignore[arg-type]
    if seats * int(options["hand"]) + LEAST_DECK > cards:                               # type: ignore[arg-type]
        return "hand"
    return None


def warnings(seats: int, options: Mapping[str, Value]) -> tuple[str, ...]:
    """Warn where all may pass for ever (SD-37), and where most cards go in composites alone (SD-7)."""
    found = ("endless",) if options["stalemate_n"] == 0 else ()
    return (*found, "single") if options["max_play"] == 1 else found


GAME = Game(
    name="sosu_daifugo",
    title="Sosu Daifugo",
    seats=(2, 6),
    default_seats=2,
    place=9,
    options=(
        Option("hand", range(3, 14), lambda seats: 11 if seats < 5 else 9 if seats == 5 else 7, "SD-3"),
        Option("jokers", (0, 1, 2), 2, "SD-1"),
        Option("even_copies", (2, 3, 4), 4, "SD-1"),
        Option("max_play", range(0, 12), 0, "SD-7"),
        Option("penalty", ("all", "shown", "one"), "all", "SD-15"),
        Option("composites", ("on", "off"), "on", "SD-19"),
        Option("specials", ("both", "cut", "revolution", "off"), "both", "SD-28"),
        Option("start_revolution", ON_OFF, "off", "SD-29"),
        Option("joker_zero", ("on", "off"), "on", "SD-9"),
        Option("lone_joker", ("flow", "top", "off"), "flow", "SD-44"),
        Option("two_jokers", ("values", "strongest"), "values", "SD-45"),
        Option("special_finish", ("on", "off"), "on", "SD-46"),
        Option("flow", ("ordered", "shuffled", "deck"), "ordered", "SD-33"),
        Option("burst", (0, *range(15, 41)), 0, "SD-36"),
        Option("max_misses", range(0, 10), 0, "SD-18"),
        Option("pass_out", ON_OFF, "off", "SD-11"),
        Option("places", ("first", "all"), "first", "SD-35"),
        Option("first_player", ("random", "seat"), "random", "SD-4"),
        Option("next_first", ("alternate", "loser", "winner", "random"), "alternate", "SD-43"),
        Option("games_to_win", range(1, 10_001), 2, "SD-43"),
        Option("games", (0, *range(2, 10_001)), 0, "SD-43"),
        Option("think", range(0, 601), 0, "SD-38"),
        Option("clock", ("move", "bank", "none"), "move", "SD-38"),
        Option("move_seconds", range(5, 601), 60, "SD-38"),
        Option("bank_seconds", range(0, 3601), 300, "SD-38"),
        Option("game_limit", range(0, 121), 0, "SD-40"),
        Option("show_factors", ("none", "smallest", "all"), "smallest", "SD-42"),
        Option("deck_memory", ON_OFF, "off", "SD-5"),
        Option("assist", ("none", "show_primes"), "none", "SD-42"),
        Option("stalemate_n", (0, *range(6, 101)), 20, "SD-37"),
    ),
    version=1,
    endings=("won", "burst", "void"),
    longest=300_000_000,
    gentle="beginner",
    presets={
        "standard": {},
        "mathprime_cup": {"think": 60, "show_factors": "none"},
        "math_power": {"think": 60, "game_limit": 15, "show_factors": "none", "next_first": "loser"},
        "sapporo_open": {"think": 60, "clock": "bank", "move_seconds": 15, "flow": "shuffled",
                         "show_factors": "none"},
        "sapporo_light": {"hand": 7, "even_copies": 3, "max_play": 6, "burst": 20, "flow": "shuffled",
                          "think": 60, "clock": "bank", "bank_seconds": 180, "move_seconds": 10},
        "sekyun_cup": {"max_play": 7, "special_finish": "off", "clock": "bank", "bank_seconds": 180,
                       "move_seconds": 10},
        "casual_7": {"hand": 7, "penalty": "one", "clock": "none"},
        "casual_5": {"hand": 5, "penalty": "one", "clock": "none"},
        "beginner": {"hand": 7, "even_copies": 2, "penalty": "one", "clock": "none", "assist": "show_primes",
                     "games_to_win": 1},
        "primes_only": {"composites": "off"},
        "revolution_start": {"start_revolution": "on"},
    },
    conflict=conflict,
    warnings=warnings,
    hotseat=True,
    puzzle_options={"hand": 7, "max_play": 4, "composites": "off", "clock": "none", "games_to_win": 1},
)
