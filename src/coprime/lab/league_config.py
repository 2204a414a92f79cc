"""Read a league from a TOML file and check it before anything is played."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import join_with_commas, load_messages
from ..core.options import Value
from ..core.os_errors import describe_os_error
from ..core.registry import find_game as find

SAY = load_messages(Path(__file__).parent)["file"]
ALL, SWISS = "round robin", "swiss"
MOST = 1_000_000            # games of a pairing, rounds of a league
KEYS: dict[str, dict[str, type]] = {
    "": {"title": str, "seed": int, "games": int, "format": str, "rounds": int, "game": list, "bot": list},
    "game": {"name": str, "seats": int, "preset": str, "options": dict},
    "bot": {"name": str, "title": str},
}


@dataclass(frozen=True)
class LeagueGame:
    """A game of a league, with the seats and options of all its pairings."""

    game: Game
    seats: int
    options: Mapping[str, Value]


@dataclass(frozen=True)
class League:
    """A league as its file describes it.

    games   per pairing and game, at least: every deal is played whole
    rounds  of a Swiss league; 0: everybody meets everybody
    bots    titles by the names that `coprime simulate --bots` takes
    text    the content of the file
    """

    title: str
    seed: int
    games: int
    rounds: int
    league_games: tuple[LeagueGame, ...]
    bots: Mapping[str, str]
    text: str


def load_league(file: Path) -> League:
    """Read a league file.  Raises BadInput."""
    try:
        text = file.read_text(encoding="utf-8")
        found = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadInput(SAY["unread"].format(file=file, why=describe_os_error(wrong))) from None
    except tomllib.TOMLDecodeError as wrong:
        raise BadInput(SAY["no_toml"].format(file=file, why=wrong)) from None
    check_keys(found, "")
    for kind in ("game", "bot"):
        if not found.get(kind):
            raise BadInput(SAY["none"].format(kind=kind))
        for n, one in enumerate(found[kind], 1):
            if not isinstance(one, dict):
                raise BadInput(SAY["none"].format(kind=kind))
            check_keys(one, kind, n)
    bots = {one["name"]: one.get("title", one["name"]) for one in found["bot"]}
    if len(bots) < len(found["bot"]) or len(set(bots.values())) < len(bots):
        raise BadInput(SAY["twice"])
    format_ = found.get("format", ALL)
    if format_ not in (ALL, SWISS):
        raise BadInput(SAY["format"].format(format=repr(format_)))
    if (format_ == SWISS) != ("rounds" in found):
        raise BadInput(SAY["rounds"])
    return League(found.get("title", file.stem), found.get("seed", 1), check_number("games", found.get("games", 100)),
                  check_number("rounds", found["rounds"]) if format_ == SWISS else 0,
                  tuple(parse_league_game(one) for one in found["game"]), bots, text)


def check_keys(found: Mapping[str, Any], kind: str, n: int = 0) -> None:
    """Check the keys, types and name of a TOML table.  Raises BadInput."""
    where = SAY["where"].format(kind=kind, n=n) if kind else SAY["top"]
    for key, value in found.items():
        wanted = KEYS[kind].get(key)
        if wanted is None:
            near = get_close_matches(key, KEYS[kind], 1)
            hint = SAY["near"].format(near=near[0]) if near else SAY["keys"].format(keys=join_with_commas(KEYS[kind]))
            raise BadInput(SAY["key"].format(where=where, key=repr(key), hint=hint))
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise BadInput(SAY["kind"].format(where=where, key=key, kind=SAY[wanted.__name__], value=repr(value)[:40]))
    if kind and not found.get("name"):
        raise BadInput(SAY["name"].format(where=where))


def check_number(key: str, number: int) -> int:
    """Return a number that lies between 1 and the maximum.  Raises BadInput."""
    if not 1 <= number <= MOST:
        raise BadInput(SAY["number"].format(what=key, number=number, most=f"{MOST:,}"))
    return number


def parse_league_game(found: Mapping[str, Any]) -> LeagueGame:
    """Parse a game of the league with its seats and options.  Raises BadInput."""
    game = find(found["name"])
    options = game.preset_options(found.get("preset"), found.get("options", {}))
    fewest, most = game.seats
    seats = found.get("seats", next((n for n in range(fewest, most + 1) if n % 2 == 0), fewest))
    if seats % 2:
        raise BadInput(SAY["seats"].format(title=game.localized_title, seats=seats))
    return LeagueGame(game, seats, game.check_options(seats, options))
