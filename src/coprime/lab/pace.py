"""How long a match would take people: stated assumptions about each kind of action, added up.

Nobody has measured them.  Three places say how long an action takes, the first that does counts: the game's
`report_events.SECONDS` (or whoever asks), the rules' `simulated_ms`, and OTHER_SECONDS.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..core.seats import CHANCE, CLOCK

OTHER_SECONDS = 8.0             # a kind of action of which nothing is said
MOST_SECONDS = 3600             # that anybody may say for an action
REST_SECONDS = 10.0             # from the end of a hand, a round or a game to the next


@dataclass
class PlayTime:
    """What a match takes people, added up event by event.

    says     seconds for kinds of action, by verb
    seconds  of the match so far
    clocked  of them those that a clock of the rules has counted
    assumed  seconds that each kind of action met was taken to need
    """

    says: Mapping[str, float] = field(default_factory=dict)
    seconds: float = 0.0
    clocked: float = 0.0
    assumed: dict[str, float] = field(default_factory=dict)
    _is_counted: bool = False           # whether a clock has run since the last action

    def add(self, seat: int, action: int, verb: str, acting: int, simulated_ms: int) -> None:
        """Add an event.

        Where a clock runs, its time counts, and an action after it counts nothing more.  Of n seats that act at once
        the first needs 1/n of an action's time, the next 1/(n - 1) and so on: so long, on the average, people
        wait for the slowest of n whose times are exponentially distributed.
        """
        if seat == CLOCK:
            self.seconds += action / 1000
            self.clocked += action / 1000
            self._is_counted = action > 0
        elif seat < CHANCE:
            if not (self._is_counted and acting >> CLOCK & 1):
                took = self.says.get(verb, simulated_ms / 1000 or OTHER_SECONDS)
                self.assumed[verb] = took
                self.seconds += took / (acting & (1 << CHANCE) - 1).bit_count()
            self._is_counted = False

    def add_rests(self, number: int) -> None:
        """Add rests between hands."""
        self.seconds += REST_SECONDS * max(0, number)
