"""The time of a turn, of a player and of a game, in milliseconds (SD-38 to SD-40)."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .state import Phase

MOVE, BANK, NO_CLOCK = range(3)         # `clock`


def start_clocks(s):
    """Give everybody the time of a new game; first all think, if the table says so (SD-38)."""
    s.game_ms = 60_000 * s.game_limit
    for seat in range(s.seats):
        s.bank[seat] = 1000 * s.bank_seconds if s.clock == BANK else 0
    s.phase = Phase.THINK if s.think else Phase.TURN
    start_window(s)
    if s.think:
        s.window = 1000 * s.think


def start_window(s):
    """Give whoever is on turn the time of a turn; after a cut, too (SD-38)."""
    s.window = 0 if s.clock == NO_CLOCK else 1000 * s.move_seconds


def deadline(s):
    """Return how long CLOCK may still wait for whoever is on turn; 0 where time does not count."""
    if s.phase == Phase.THINK:
        return s.window
    if s.phase != Phase.TURN and s.phase != Phase.LAST:
        return 0
    time = s.window + s.bank[s.turn]
    if s.game_limit and s.phase == Phase.TURN:
        return min(time, s.game_ms) if time else s.game_ms
    return time


def spend_time(s, milliseconds):
    """Take time from the bank of whoever is on turn, then from the turn, and from the game."""
    if s.phase == Phase.TURN and s.game_limit:
        s.game_ms -= milliseconds
    if s.phase != Phase.THINK:
        of_bank = min(milliseconds, s.bank[s.turn])
        s.bank[s.turn] -= of_bank
        milliseconds -= of_bank
    s.window = max(0, s.window - milliseconds)


def is_game_time_over(s):
    """Tell whether the time of the whole game has run out (SD-40)."""
    return s.phase == Phase.TURN and s.game_limit > 0 and s.game_ms <= 0


compile_rules(globals(), makers="")
