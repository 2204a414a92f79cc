"""Run the bots of a table: ask them when the position changes, and let them act at a human pace."""

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
from .pending_bot_jobs import BotDecision
from .table import Table

PACE_SECONDS = {"quick": 0.2, "human": 1.0, "slow": 3.0}        # seconds for a move where no window is open
WINDOW_PACE_FACTORS = {"quick": 0.5, "human": 1.0, "slow": 2.0}       # of a bot's own time where one is
SEARCH_MS = 800                                          # milliseconds for a bot that searches
LEAST_SECONDS = 0.1                                              # seconds: no bot is faster in a race

log = logging.getLogger(__name__)


def ask_bots(table: Table, now: float) -> None:
    """Ask the bots that may act and have not been asked about this position; forget the others."""
    bots, acting = table.bots, list_acting_bots(table, now)
    for seat in set(bots.decisions) - acting:
        del bots.decisions[seat]
    for seat in set(bots.turn_began) - acting:
        del bots.turn_began[seat]
    for seat in sorted(acting):
        if not _is_asked(table, seat):
            bots.turn_began.setdefault(seat, now)
            _ask_bot(table, seat, now)


def list_acting_bots(table: Table, now: float) -> set[int]:
    """The seats that may act now and are played by a bot or a program."""
    if not table.is_running:
        return set()
    acting = table.acting_seats()
    return {chair.seat for chair in table.lobby.chairs
            if acting >> chair.seat & 1 and (chair.kind != "person" or table.is_away(chair, now))}


def _is_asked(table: Table, seat: int) -> bool:
    """Has a bot been asked about the position as it is?"""
    thought = table.bots.decisions.get(seat)
    return thought is not None and thought.asked_number == table.visible_number_for(seat)


def _ask_bot(table: Table, seat: int, now: float) -> None:
    decision = table.bots.decisions[seat] = BotDecision(table.visible_number_for(seat), now)
    if table.lobby.chairs[seat].kind == "program":
        _use_program_action(table, seat, now)
    else:
        table.table_host.run_job(table, bot_job(table, seat), partial(_note_answer, table, seat, decision))


def send_program_action(table: Table, seat: int, action: int, now: float) -> None:
    """Note the action that an external program has chosen for its seat."""
    table.bots.program_actions[seat] = action
    _use_program_action(table, seat, now)


def _use_program_action(table: Table, seat: int, now: float) -> None:
    decision = table.bots.decisions.get(seat)
    if decision is not None and seat in table.bots.program_actions:
        _note_answer(table, seat, decision, table.bots.program_actions[seat], now)


def bot_job(table: Table, seat: int) -> Callable[[], Any]:
    """Return the job that computes a bot's move: it holds a view, never the true state."""
    game, level, seed = table.game, table.bot_level(seat), table.table_host.randbits(62)
    view = table.match.view(seat)
    if level in table.table_host.operator_bots:
        return partial(table.table_host.operator_bots[level], game, view, seat, seed)
    stand_in = game.bots.stand_in
    if stand_in is not None and table.lobby.chairs[seat].who == table.teacher:
        return lambda: stand_in(to_object(view), seat, _rule_of_thumb_level(table, level), seed)
    for weaker in catalogue.search_levels_below(game, level):
        search = table.table_host.find_search(game, weaker)
        if search is not None:
            return partial(search, view, seat, seed, SEARCH_MS)
    return lambda: game.bots.choose(to_object(view), seat, _rule_of_thumb_level(table, level), seed)


def _rule_of_thumb_level(table: Table, level: str) -> str:
    """The level, or another one where the search is not there yet, or the owner's bot no more."""
    return level if level in catalogue.rule_of_thumb_levels(table.game) else default_level(table.game)


def _note_answer(table: Table, seat: int, decision: BotDecision, result: Any, now: float) -> None:
    if table.bots.decisions.get(seat) is not decision:
        return                                          # the position has changed since
    if isinstance(result, Exception):
        is_owner_error = isinstance(result, BadInput)     # a bot of the owner's: its sentence says it all
        log.error("a bot at table %s of %s failed%s", table.code, table.game.name, f": {result}" * is_owner_error,
                  exc_info=None if is_owner_error else result, extra={"table": table.code})
        result = random_action(table, seat), 0
    action, after_ms = result if isinstance(result, tuple) else (result, 0)
    if action is None:
        table.bots.turn_began.pop(seat, None)           # it waits: what it will think about has not begun
        return
    decision.action = int(action)
    decision.due_at = action_time(table, seat, decision, float(after_ms), now)


def action_time(table: Table, seat: int, decision: BotDecision, after_ms: float, now: float) -> float:
    """Return when a bot acts that has named `after_ms` milliseconds (0 for none), as a monotonic time."""
    chair, is_timed = table.lobby.chairs[seat], bool(table.acting_seats() >> CLOCK & 1)
    if after_ms or is_timed:                                     # a race: the bot says itself how long it takes
        wait = max(after_ms / 1000 * WINDOW_PACE_FACTORS[chair.pace] * (table.clock.factor or 1), LEAST_SECONDS)
        if is_timed:
            return max(decision.asked_at + wait, now)
        # Without a clock no view says how long it has thought, and it does not begin anew because another has moved.
        least = max(move_seconds(table, chair), LEAST_SECONDS)
        return max(table.bots.turn_began[seat] + wait, decision.asked_at + least, now)
    return max(table.bots.turn_began[seat] + move_seconds(table, chair), now)


def move_seconds(table: Table, chair: Chair) -> float:
    """Return the seconds that a bot takes for a move: 0 where nobody is connected."""
    if not table.connections:
        return 0.0
    jitter = 0.75 + table.table_host.randbits(16) / 2**17
    return PACE_SECONDS[chair.pace] * jitter


def random_action(table: Table, seat: int) -> int | None:
    """Return a random listed action, for a bot that failed; None where there is none."""
    match = table.match
    out = np.zeros(match.rules.MAX_ACTIONS, np.int64)
    n = int(match.rules.sound_actions(match.state, seat, out))
    return int(out[table.table_host.randbits(32) % n]) if n else None


def pop_ready_action(table: Table, now: float) -> tuple[int, int] | None:
    """Return the seat and action of a bot that is due in an unchanged position, and forget its decision."""
    bots = table.bots
    for seat, thought in bots.decisions.items():
        if thought.due_at <= now and thought.action is not None and _is_asked(table, seat):
            del bots.decisions[seat]
            bots.turn_began.pop(seat, None)
            bots.program_actions.pop(seat, None)
            return seat, thought.action
    return None
