"""Define Daifugo: its options, presets and endings."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.game import Game
from ...core.options import Option, Value

ON_OFF = ("off", "on")
MAX_RUN_OF_THREE_SEATS = 5               # cards of a sequence of any suits with three players


def conflict(seats: int, options: Mapping[str, Value]) -> Any:
    """Return which options do not go together, as the name of a message; None if all do.

    UE-20: five points are for five places.  DF-33: of long hands some sequences are too many to be listed.
    """
    if seats != 5 and options["payoff"] == "uecda":
        return "payoff"
    long = options["seq_max"] == 0 or int(options["seq_max"]) > MAX_RUN_OF_THREE_SEATS       # type: ignore[arg-type]
    return "sequences" if seats == 3 and options["seq_suit"] == "any" and options["seq_min"] and long else None


def warnings(seats: int, options: Mapping[str, Value]) -> tuple[str, ...]:
    """Warn where a leader may pass and passes are not counted: all may pass for ever (DF-6, UE-18)."""
    return ("endless",) if options["pass_on_lead"] == "on" and options["stalemate_n"] == 0 else ()


def diverges(version: int, options: Mapping[str, Value], labels: Sequence[str]) -> bool:
    """Tell whether a stored match of an older version would go on differently (UE-4).

    Version 1 drew no seats before the first game, so the same seed dealt other hands.
    """
    return version < 2 and options["seat_shuffle"] != 0


GAME = Game(
    name="daifugo",
    suggested_to="cards",
    title="Daifugo",
    seats=(3, 6),
    default_seats=4,
    place=8,
    daily=(6, "play"),
    options=(
        Option("jokers", (0, 1, 2), 2, "DF-1"),
        Option("opener", ("holds_3d", "must_play_3d", "daihinmin"), "holds_3d", "DF-5"),
        Option("deal_start", ("random", "daifugo"), "random", "DF-22"),
        Option("max_group", (4, 5, 6), 4, "DF-2"),
        Option("seq_min", (3, 0), 3, "DF-2"),
        Option("seq_max", (0, *range(3, 16)), 4, "DF-2"),
        Option("seq_suit", ("same", "any"), "same", "DF-3"),
        Option("seq_compare", ("top_above", "all_above"), "top_above", "DF-4"),
        Option("joker_off_end", ON_OFF, "off", "DF-19"),
        Option("pass_is_final", ON_OFF, "on", "DF-6"),
        Option("pass_on_lead", ON_OFF, "off", "DF-6"),
        Option("owner_must_pass", ON_OFF, "off", "DF-7"),
        Option("illegal_play", ("refuse", "pass"), "refuse", "UE-16"),
        Option("eight_cut", ON_OFF, "on", "DF-10"),
        Option("three_of_spades", ON_OFF, "on", "DF-11"),
        Option("revolution", ON_OFF, "on", "DF-12"),
        Option("counter_revolution", ON_OFF, "on", "DF-13"),
        Option("rev_seq_n", (0, 4, 5), 0, "DF-12"),
        Option("exile", ("immediate", "end", "off"), "immediate", "DF-14"),
        Option("lock_after", (3, 2, 0), 3, "DF-15"),
        Option("lock_scope", ("all", "single"), "all", "DF-24"),
        Option("exchange", ON_OFF, "on", "DF-17"),
        Option("payoff", ("place", "uecda"), "place", "DF-18"),
        Option("match_length", range(1, 10_001), 5, "DF-18"),
        Option("seat_shuffle", range(0, 101), 0, "UE-4"),
        Option("reset_period", range(0, 1001), 0, "UE-20"),
        Option("stalemate_n", (0, *range(8, 101)), 0, "UE-18"),
        Option("counter_seq", ON_OFF, "off", "DF-13"),
        Option("eleven_back", ON_OFF, "off", "DF-29"),
        Option("five_skip", ON_OFF, "off", "DF-30"),
        Option("forbidden_last", ("strongest", "joker", "eight", "three_of_spades"), (), "DF-31", many=True),
        Option("number_lock", ON_OFF, "off", "DF-32"),
    ),
    version=2,
    endings=("hand", "exile", "stalemate", "tie"),
    longest=30_000_000,
    presets={
        "seed": {},
        "uecda": {
            "jokers": 1, "deal_start": "daifugo", "max_group": 5, "seq_max": 0, "seq_compare": "all_above",
            "joker_off_end": "on", "pass_on_lead": "on", "owner_must_pass": "on", "illegal_play": "pass",
            "rev_seq_n": 5, "exile": "off", "lock_after": 2, "payoff": "uecda", "match_length": 100,
            "seat_shuffle": 3, "reset_period": 100, "stalemate_n": 20,
        },
        "house": {"seq_max": 0, "max_group": 6, "rev_seq_n": 4, "lock_after": 2},
    },
    conflict=conflict,
    warnings=warnings,
    diverges=diverges,
    hotseat=True,
)
