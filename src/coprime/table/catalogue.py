"""Describe a game in words for the pages: its options, presets, rule chips and bot levels."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..arena.players import default_level
from ..core.game import Game
from ..core.messages import join_with_commas, load_messages
from ..core.options import Option, Value, to_json_value
from ..search import levels as searches
from .sentences import FOLDER, say

MOST_VALUES = 1_000         # of an option that are listed; more are only described


def message_file(game: Game) -> Mapping[str, Any]:
    """The game's message file."""
    return load_messages(game.folder)


def describe_option(game: Game, option: Option) -> dict[str, Any]:
    """An option with all its texts and allowed values."""
    fewest, most = game.seats
    words = message_file(game).get("option", {}).get(option.name, {})
    return {"name": option.name, "title": words.get("title", option.name), "help": words.get("help", ""),
            "rule": option.rule,
            "kind": _option_kind(option), "allowed": option.allowed_text,
            "values": [{"value": value, "text": _value_text(words, value)} for value in option.values]
            if len(option.values) <= MOST_VALUES else [],
            "default": {str(n): to_json_value(option.default_for(n)) for n in range(fewest, most + 1)}}


def _option_kind(option: Option) -> str:
    if option.many:
        return "many"
    if not option.has_names:
        return "number"
    return "switch" if set(option.values) == {"off", "on"} else "choice"


def _value_text(words: Mapping[str, Any], value: object) -> str:
    """What a value is called: by the game, or as every switch and every number is."""
    return str(words.get("values", {}).get(str(value)) or load_messages(FOLDER)["switch"].get(str(value), value))


def rule_chips(game: Game, seats: int, options: Mapping[str, Value]) -> list[dict[str, Any]]:
    """The rules in force: one chip per option."""
    found = []
    for one in game.options:
        words = message_file(game).get("option", {}).get(one.name, {})
        value = options[one.name]
        chosen = value if isinstance(value, tuple) else (value,)
        found.append({"option": one.name, "title": words.get("title", one.name), "help": words.get("help", ""),
                      "rule": one.rule, "value": to_json_value(value),
                      "text": join_with_commas(_value_text(words, part) for part in chosen) or "–",
                      "usual": value == one.decode(one.encode(one.default_for(seats)))})
    return found


def goal_text(game: Game) -> str:
    """Return the aim of the game in one line for beginners; "" where the game has none."""
    return str(message_file(game).get("game", {}).get("goal", ""))


def describe_presets(game: Game) -> list[dict[str, Any]]:
    """Return the presets of a game with their titles and options, as JSON."""
    words = message_file(game).get("preset", {})
    return [{"name": name, "title": words.get(name, {}).get("title", name),
             "options": {key: to_json_value(value) for key, value in options.items()}}
            for name, options in game.presets.items()]


def rule_of_thumb_levels(game: Game) -> list[str]:
    """The levels that play by rules of thumb, weakest first."""
    return list(game.bots.LEVELS)


def describe_levels(game: Game, own: Iterable[str] = ()) -> list[dict[str, str]]:
    """Return the bot levels, weakest first, then the bots that the server's owner has added."""
    names = rule_of_thumb_levels(game) + searches.search_level_names(game)
    words = message_file(game).get("bot", {})
    found = [{"level": name, "title": words.get(name, {}).get("title", name),
              "knows": words.get(name, {}).get("knows", "")} for name in names]
    return found + [{"level": name, "title": name, "knows": say("bot.own")} for name in own]


def is_search_level(game: Game, level: str) -> bool:
    """Does this level need a search?"""
    return level in searches.search_level_names(game)


def search_levels_below(game: Game, level: str) -> list[str]:
    """Return a searching level and the searching levels below it, strongest first; [] for any other level.

    The first one that is compiled plays where a stronger one is not ready yet.
    """
    names = searches.search_level_names(game)
    return names[names.index(level)::-1] if level in names else []


def describe_game(game: Game) -> dict[str, Any]:
    """Return the entry of a game in the list of games, as JSON."""
    words = message_file(game)["game"]
    return {"name": game.name, "title": game.localized_title, "tagline": words.get("tagline", ""),
            "about": words.get("about", ""), "minutes": words.get("minutes", 0), "seats": list(game.seats),
            "default_seats": game.default_seats, "rests": hasattr(game.pure_rules.module, "is_between_hands"),
            "options": [describe_option(game, one) for one in game.options], "presets": describe_presets(game),
            "bots": describe_levels(game),
            "bot": default_level(game), "gentle": game.gentle, "usual": game.usual, "ladder": game.progression,
            "suggested_to": game.suggested_to, "hotseat": game.hotseat,
            "days": game.seats[1] > 1 and not game.races}
