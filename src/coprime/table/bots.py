"""The bots of a table: asked whenever the position changes, acting at a human pace."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..arena.players import default_level
from ..core.attr_view import to_object
from ..core.errors import BadInput
from ..core.seats import CLOCK
from . import catalogue
from .lobby import Chair
from .pending_bot_jobs import BotThought
from .table import Table

PACE = {"quick": 0.2, "human": 1.0, "slow": 3.0}        # seconds for a move where no window is open
HASTE = {"quick": 0.5, "human": 1.0, "slow": 2.0}       # of a bot's own time where one is
THINKING = 800                                          # milliseconds for a bot that searches
SOON = 0.1                                              # seconds: no bot is faster in a race

log = logging.getLogger(__name__)


def ask_bots(table: Table, now: float) -> None:
    """Ask the bots that may act and have not been asked about this position; forget the others."""
    bots, acting = table.bots, bot_seats_to_act(table, now)
    for seat in set(bots.thoughts) - acting:
        del bots.thoughts[seat]
    for seat in set(bots.began) - acting:
        del bots.began[seat]
    for seat in sorted(acting):
        bots.began.setdefault(seat, now)
        if not _stands(table, seat):
            _ask(table, seat, now)


def bot_seats_to_act(table: Table, now: float) -> set[int]:
    """The seats that may act now and are played by a bot or a program."""
    if not table.is_running:
        return set()
    acting = table.acting_seats()
    return {chair.seat for chair in table.lobby.chairs
            if acting >> chair.seat & 1 and (chair.kind != "person" or table.is_away(chair, now))}


def _stands(table: Table, seat: int) -> bool:
    """Has a bot been asked about the position as it is?"""
    thought = table.bots.thoughts.get(seat)
    return thought is not None and thought.n == table.visible_number_for(seat)


def _ask(table: Table, seat: int, now: float) -> None:
    thought = table.bots.thoughts[seat] = BotThought(table.visible_number_for(seat), now)
    if table.lobby.chairs[seat].kind == "program":
        _take_sent(table, seat, now)
    else:
        table.outside.work(table, bot_job(table, seat), partial(_answered, table, seat, thought))


def send_program_action(table: Table, seat: int, action: int, now: float) -> None:
    """A program outside the house has chosen."""
    table.bots.sent[seat] = action
    _take_sent(table, seat, now)


def _take_sent(table: Table, seat: int, now: float) -> None:
    thought = table.bots.thoughts.get(seat)
    if thought is not None and seat in table.bots.sent:
        _answered(table, seat, thought, table.bots.sent[seat], now)


def bot_job(table: Table, seat: int) -> Callable[[], Any]:
    """What a bot's thread runs: it holds a view, never the true state."""
    game, level, seed = table.game, table.bot_level(seat), table.outside.randbits(62)
    view = table.match.view(seat)
    if level in table.outside.own:
        return partial(table.outside.own[level], game, view, seat, seed)
    stand_in = game.bots.stand_in
    if stand_in is not None and table.lobby.chairs[seat].who == table.teacher:
        return lambda: stand_in(to_object(view), seat, _by_thumb(table, level), seed)
    for weaker in catalogue.search_levels_below(game, level):
        search = table.outside.search(game, weaker)
        if search is not None:
            return partial(search, view, seat, seed, THINKING)
    return lambda: game.bots.choose(to_object(view), seat, _by_thumb(table, level), seed)


def _by_thumb(table: Table, level: str) -> str:
    """The level, or another one where the search is not there yet, or the owner's bot no more."""
    return level if level in catalogue.rule_of_thumb_levels(table.game) else default_level(table.game)


def _answered(table: Table, seat: int, thought: BotThought, result: Any, now: float) -> None:
    if table.bots.thoughts.get(seat) is not thought:
        return                                          # the position has changed since
    if isinstance(result, Exception):
        said = isinstance(result, BadInput)     # a bot of the owner's: its sentence says it all
        log.error("a bot at table %s of %s failed%s", table.code, table.game.name, f": {result}" * said,
                  exc_info=None if said else result, extra={"table": table.code})
        result = random_action(table, seat), 0
    action, after = result if isinstance(result, tuple) else (result, 0)
    if action is None:
        return
    thought.action = int(action)
    thought.due = action_time(table, seat, thought, float(after), now)


def action_time(table: Table, seat: int, thought: BotThought, after: float, now: float) -> float:
    """When a bot acts that has said that it takes `after` milliseconds (0 where it has not)."""
    chair = table.lobby.chairs[seat]
    if after or table.acting_seats() >> CLOCK & 1:            # a race: the bot says itself how long it takes
        wait = after / 1000 * HASTE[chair.pace] * (table.clock.factor or 1)
        return max(thought.asked + max(wait, SOON), now)
    return max(table.bots.began[seat] + move_seconds(table, chair), now)


def move_seconds(table: Table, chair: Chair) -> float:
    """Seconds for a move.  Nothing, where nobody looks."""
    if not table.visits:
        return 0.0
    jitter = 0.75 + table.outside.randbits(16) / 2**17
    return PACE[chair.pace] * jitter


def random_action(table: Table, seat: int) -> int | None:
    """Any listed action, for a bot that failed."""
    match = table.match
    out = np.zeros(match.rules.MAX_ACTIONS, np.int64)
    n = int(match.rules.sound_actions(match.state, seat, out))
    return int(out[table.outside.randbits(32) % n]) if n else None


def take_ready_action(table: Table, now: float) -> tuple[int, int] | None:
    """The seat and action of a bot whose time has come and whose position still stands; they are forgotten."""
    bots = table.bots
    for seat, thought in bots.thoughts.items():
        if thought.due <= now and thought.action is not None and _stands(table, seat):
            del bots.thoughts[seat]
            bots.began.pop(seat, None)
            bots.sent.pop(seat, None)
            return seat, thought.action
    return None
