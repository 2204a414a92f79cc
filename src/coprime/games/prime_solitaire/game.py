"""Define Prime Solitaire: its options, presets and endings."""

from collections.abc import Mapping

from ...core.game import Game
from ...core.options import Option, Value
from ...core.weekly_deal_settings import WeeklyDealSettings

LEVELS = range(1, 7)
ROWS = {"columns": (3, 7), "pyramid": (5, 9)}           # PS-5: fewest and most
LAST_DEAL = 99_999_999                                  # PS-20
NONE_KNOWN: tuple[tuple[int, str, int], ...] = ()       # PS-21: sorts of deals of which none is known to be winnable


def conflict(seats: int, options: Mapping[str, Value]) -> str | None:
    """PS-5: rows that the layout has; PS-20: a numbered deal is what it is."""
    layout = str(options["foundation"])
    fewest, most = ROWS[layout]
    if options["rows"] and options["rows"] not in range(fewest, most + 1):
        return f"rows_{layout}"
    if options["winnable_only"] == "on" and options["deal"]:
        return "numbered"
    if options["winnable_only"] == "on" and (options["level"], layout, options["rows"]) in NONE_KNOWN:
        return "none_known"
    return None


GAME = Game(
    name="prime_solitaire",
    title="Prime Solitaire",
    seats=(1, 1),
    place=5,
    weekly=WeeklyDealSettings({"undo": "no_peek"}),
    daily=(2, "take"),
    options=(
        Option("level", LEVELS, 3, "PS-1"),
        Option("foundation", ("columns", "pyramid"), "columns", "PS-4"),
        Option("rows", (0, *range(3, 10)), 0, "PS-5"),
        Option("undo", ("free", "no_peek", "off"), "free", "PS-19"),
        Option("winnable_only", ("off", "on"), "off", "PS-21"),
        Option("deal", range(LAST_DEAL + 1), 0, "PS-20"),
        Option("factors", ("shown", "primes", "hidden"), "shown", "PS-1", screen=True),
    ),
    version=1,
    endings=("won", "lost", "gave_up"),
    longest=300,
    progression="level",
    gentle="first",
    usual="winnable",
    presets={
        "book": {},
        "first": {"level": 1, "winnable_only": "on"},
        "winnable": {"winnable_only": "on"},
        "pyramid": {"foundation": "pyramid"},
        "strict": {"undo": "off"},
    },
    conflict=conflict,
)
