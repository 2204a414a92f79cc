"""Declare Prime Climb: its seats, options, presets and endings."""

from collections.abc import Mapping

from ...core.game import Game
from ...core.options import Option, Value
from ...core.weekly_deal_settings import WeeklyDealSettings

WEEKLY_TURNS = 200               # of the weekly deal; a careful player needs about 20
OFF_ON = ("off", "on")
STATIONS = (31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79)


def usual_deck(seats: int) -> str:
    """CL-18: alone one plays with the number Keepers only."""
    return "number_keepers" if seats == 1 else "full"


def conflict(seats: int, options: Mapping[str, Value]) -> str | None:
    """CL-28: which way one person may play alone."""
    return "route" if seats == 1 and options["route"] == "decline" else None


GAME = Game(
    name="prime_climb",
    suggested_to="12",
    title="Prime Climb",
    seats=(1, 4),
    place=2,
    weekly=WeeklyDealSettings({"turn_limit": WEEKLY_TURNS}),
    daily=(3, "step"),
    options=(
        Option("route", ("climb", "decline", "there_and_back"), "climb", "CL-28"),
        Option("sprint", OFF_ON, "off", "CL-15"),
        Option("double_time", OFF_ON, "off", "CL-13"),
        Option("way_stations", STATIONS, (), "CL-14", many=True),
        Option("station_by", ("end", "touch"), "end", "CL-32"),
        Option("play_on", OFF_ON, "off", "CL-20"),
        Option("deck", ("full", "number_keepers", "none"), usual_deck, "CL-18"),
        Option("doubles", (4, 2), 4, "CL-3"),
        Option("draw_rule", ("new_space", "moved", "any_end"), "new_space", "CL-9"),
        Option("near_bump", ("within_two", "any_one_pawn"), "within_two", "CL-24"),
        Option("sixty_four", ("any_pawn", "own_red_pawn"), "any_pawn", "CL-24"),
        Option("steal", ("choose", "random"), "choose", "CL-24"),
        Option("turn_limit", (0, *range(20, 1001)), 0, "CL-27"),
        Option("factors", ("shown", "primes", "hidden"), "shown", "CL-1", screen=True),
    ),
    version=1,
    endings=("won", "played_on", "turn_limit", "solitaire"),
    longest=100_000,
    presets={
        "book": {},
        "sprint": {"sprint": "on"},
        "double_time": {"double_time": "on"},
        "stations": {"way_stations": (37, 61)},
        "decline": {"route": "decline"},
        "there_and_back": {"route": "there_and_back"},
        "older": {"draw_rule": "any_end"},
    },
    conflict=conflict,
    hotseat=True,
)
