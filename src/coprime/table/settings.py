"""What the host has chosen for a table."""

from dataclasses import dataclass, fields
from typing import Any

from ..core import numbered_deals
from ..core.game import Game
from ..core.messages import join_with_commas
from ..core.options import Value, options_from_json
from .game_clock import FACTORS
from .sentences import refusal

DEAL_OPTION = "deal"


@dataclass
class Settings:
    """The settings of a table.

    seats, options, preset  of the game: how many play, its options in full, and the preset that they are, if any
    practice  one person against bots: everything may be taken back, and the record be had at any time
    class_    a table for a class;  classroom  the code of the class that it belongs to, whose teacher is its host
    tournament  the code of the tournament that it belongs to;  wins  won games that decide its pairing, 0 in an arena,
              where one game does however it ends;  ends_at  when the time of the arena is over, in seconds of the epoch
    must_decide  it goes on until somebody is ahead
    talk      people may chat;  hints  they may ask for hints
    take_back  moves may be taken back with the consent of all who have seen them
    hotseat   several people at one device
    deal      the number of the deal that is asked for, 0 for none;  dealt  that of the running match, 0 for none
    factor    seconds that a second of game time takes, 0 where no time passes;  paused  everything stands still
    move_hours  hours for a move at a table over days, 0 at one that is played now
    rated     finished matches of two people count for ratings
    listed    since when the table is on the server's home page (seconds since the epoch), 0 where it is not
    """

    seats: int
    options: dict[str, Value]
    preset: str | None = None
    practice: bool = False
    class_: bool = False
    classroom: str = ""
    tournament: str = ""
    wins: int = 0
    ends_at: int = 0
    must_decide: bool = False
    talk: bool = True
    hints: bool = True
    take_back: bool = True
    hotseat: bool = False
    deal: int = 0
    dealt: int = 0
    factor: int = 1
    paused: bool = False
    listed: int = 0
    move_hours: int = 0
    rated: bool = False


def choose_options(game: Game, count: int, given: Any, preset: str | None, before: dict[str, Any]) -> dict[str, Any]:
    """The options in full: given ones over a preset's, over those before.  Raises BadInput."""
    if not isinstance(given, dict):
        raise refusal("options")
    if preset is not None and preset not in game.presets:
        raise refusal("preset", preset=str(preset)[:40], presets=join_with_commas(game.presets) or "–")
    wanted = {**before, **(game.presets[preset] if preset is not None else {}), **given}
    return game.check_options(count, options_from_json(wanted))


def check_deal(game: Game, number: Any) -> int:
    """The number of a deal, 0 for none.  Raises BadInput."""
    if not isinstance(number, int) or not 0 <= number <= numbered_deals.LAST_DEAL:
        raise refusal("deal", last=numbered_deals.LAST_DEAL)
    if number and not has_numbered_deals(game):
        raise refusal("dealoption", option=DEAL_OPTION)
    return number


def check_clock_factor(number: Any) -> int:
    """By how much clocks are lengthened, 0 for none at all.  Raises BadInput."""
    if number not in FACTORS:
        raise refusal("factor")
    return int(number)


def has_numbered_deals(game: Game) -> bool:
    """Are this game's deals numbered by the table?  A game whose rules number them has an option for it."""
    return all(one.name != DEAL_OPTION for one in game.options)


def parse_settings(game: Game, stored: dict[str, Any]) -> Settings:
    """Stored settings; what today's tables do not know is left out.  Raises BadInput for options of no use today."""
    # Tables of older versions: a class takes nothing back.
    stored = {"take_back": not (stored.get("class_") or stored.get("classroom")), **stored}
    known = {one.name for one in fields(Settings)}
    chosen = Settings(**{name: value for name, value in stored.items() if name in known})
    chosen.options = game.check_stored(chosen.seats, stored["options"])
    return chosen
