"""What the host has chosen for a table."""

from dataclasses import dataclass, fields
from typing import Any

from ..core.game import Game
from ..core.options import Value
from .sentences import no


@dataclass
class Settings:
    """The settings of a table.

    seats, options, preset  of the game: how many play, its options in full, and the preset that they are, if any
    practice  one person against bots: everything may be taken back, and the record be had at any time
    class_    a table for a class;  talk  people may chat;  hints  they may ask for hints
    hotseat   several people at one device
    factor    seconds that a second of game time takes, 0 where no time passes;  paused  everything stands still
    """

    seats: int
    options: dict[str, Value]
    preset: str | None = None
    practice: bool = False
    class_: bool = False
    talk: bool = True
    hints: bool = True
    hotseat: bool = False
    factor: int = 1
    paused: bool = False


def choose(game: Game, count: int, given: Any, preset: str | None, before: dict[str, Any]) -> dict[str, Any]:
    """The options in full: given ones over a preset's, over those before.  Raises BadInput."""
    if not isinstance(given, dict):
        raise no("options")
    if preset is not None and preset not in game.presets:
        raise no("preset", preset=str(preset)[:40], presets=", ".join(game.presets) or "none")
    asked = {**before, **(game.presets[preset] if preset is not None else {}), **given}
    return game.check(count, unlisted(asked))


def unlisted(options: dict[str, Any]) -> dict[str, Any]:
    """Options as JSON has them, as the game takes them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


def settings_of(kept: dict[str, Any]) -> Settings:
    """Settings as they were kept; what today's tables do not know is left out."""
    known = {one.name for one in fields(Settings)}
    chosen = Settings(**{name: value for name, value in kept.items() if name in known})
    chosen.options = unlisted(kept["options"])
    return chosen
