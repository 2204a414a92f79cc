"""Matches of numbered deals that bots play beforehand.

Every seat's messages, to play the same match at a server.

What CHANCE does follows from the number of a deal, and with the clock off CLOCK does nothing, so a generator that makes
all choices knows every position without asking the server.  The messages can then be computed in advance.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from coprime.arena.players import make_player
from coprime.core import numbered_deals
from coprime.core.game import Game
from coprime.core.match import Match, draw_chance
from coprime.core.options import to_json_value
from coprime.core.seats import CHANCE

# (seat, message) as docs/protocol.md has it, without its id.
Step = tuple[int, dict[str, Any]]


def default_options(game: Game, seats: int) -> dict[str, Any]:
    """Return a game's default options as JSON data."""
    return {one.name: to_json_value(one.decode(one.encode(one.default_for(seats)))) for one in game.options}


def script_match(game: Game, seats: int, options: dict[str, Any], deal: int, level: str) -> Iterator[Step]:
    """Yield the messages of one match, from after its start to its end."""
    played, choose = Match(game, seats, options), make_player(game, level)
    rules = played.rules

    def dealt(forced: bool) -> None:
        while int(rules.to_act(played.state)) >> CHANCE & 1 and (forced or not rules.is_between_hands(played.state)):
            drawn = sum(event.seat == CHANCE for event in played.events)
            played.act(CHANCE, draw_chance(rules, played.state, numbered_deals.deal_bits(deal, drawn)))
            forced = False

    dealt(True)
    while not played.over:
        if rules.to_act(played.state) == 1 << CHANCE:
            yield 0, {"type": "go"}
            dealt(True)
            continue
        seat, action = _next_bot_action(game, played, choose, deal)
        played.act(seat, action)
        yield seat, {"type": "act", "acts": [game.words.label(action)]}
        dealt(False)


def _next_bot_action(game: Game, played: Match, choose: Any, deal: int) -> tuple[int, int]:
    """Return the bot that acts first, and its action.

    If all of them wait, a listed action, since no clock runs.
    """
    seed = 1000 * deal + len(played.events)
    asking = [seat for seat in played.to_act() if seat < CHANCE]
    answers = [(after, seat, action) for seat in asking
               for action, after in [choose(played.view(seat), seat, seed)] if action is not None]
    if answers:
        _, seat, action = min(answers)
        return seat, int(action)
    seat = asking[seed % len(asking)]
    listed = played.sound_actions(seat)
    return seat, int(np.random.default_rng(seed).choice(listed))
