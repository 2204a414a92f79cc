"""One match, decision by decision: CHANCE and CLOCK act by themselves."""

import random
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import Match
from ..core.options import Value
from ..core.seats import CHANCE, CLOCK
from .encoder import SAY, Encoder

STATE_FIELDS = ("match", "seat", "_rng")


class SequentialEnv:
    """A match whose actions are choices by number.  The same seed and choices give the same decisions.

    One of several seats that may act at once is drawn. In an open window each decision takes the rules'
    `simulated_ms`, and waiting is a choice.

    encoder  meaning of the observations and choices
    match    the true state and all events
    seat     the seat to choose; None when the match is over
    """

    def __init__(self, game: Game, seats: int | None = None, options: Mapping[str, Value] | None = None,
                 seed: int | None = None) -> None:
        self.encoder = Encoder(game, seats, options)
        self.begin(seed)

    def begin(self, seed: int | None = None) -> None:
        """Start another match; without a seed at random."""
        self._rng = random.Random(seed)
        self.match = Match(self.encoder.game, self.encoder.seats, self.encoder.options)
        self.seat = self._next_decision()

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the allowed choices of a seat as int8[choices]; all 0 for a seat that is not to choose."""
        mask = np.zeros(self.encoder.choices, np.int8)
        if seat == self.seat:
            mask[[self.encoder.choice(self.match.state, action) for action in self.match.sound_actions(seat)]] = 1
            mask[-1] = CLOCK in self.match.to_act()
        return mask

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees, as float32[size]."""
        return self.encoder.observation(self.match.view(seat), seat)

    def choose(self, choice: int) -> None:
        """Carry out a choice of the seat to choose, and go on to the next decision.  Raises BadInput."""
        if self.seat is None:
            raise BadInput(SAY["over"])
        if not 0 <= choice < self.encoder.choices or not self.mask(self.seat)[choice]:
            raise BadInput(SAY["masked"].format(seat=self.seat, choice=choice, last=self.encoder.wait_choice))
        if choice != self.encoder.wait_choice:
            listed = self.match.sound_actions(self.seat)
            self.match.act(self.seat, self.encoder.action(listed, self.match.state, choice))
        self.seat = self._next_decision()

    def save_state(self) -> Mapping[str, Any]:
        """Return everything that the next decisions depend on, for `restore_state`; it can be pickled."""
        return {name: deepcopy(getattr(self, name)) for name in STATE_FIELDS}

    def restore_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state of the same game, as often as wanted."""
        self.__dict__.update({name: deepcopy(state[name]) for name in STATE_FIELDS})

    def _next_decision(self) -> int | None:
        while (seat := advance_to_decision(self.match, self._rng.choice, self.match.act)) == CHANCE:
            self.match.act(CHANCE, self.match.chance(self._rng.getrandbits))
        return seat


def advance_to_decision(match: Match, choose_seat: Callable[[list[int]], int],
                        act: Callable[[int, int], None]) -> int | None:
    """Return the seat to choose now, drawn with `choose_seat`, or CHANCE; None when the match is over.

    CLOCK first acts the time that the decision takes, through `act(seat, action)`.
    """
    while acting := match.to_act():
        if CHANCE in acting:
            return CHANCE
        left = int(match.rules.deadline(match.state)) if CLOCK in acting else 0
        seats = [seat for seat in acting if seat != CLOCK]
        if not seats:
            act(CLOCK, left)
            continue
        seat = choose_seat(seats)
        if CLOCK not in acting:
            return seat
        taken = int(match.rules.simulated_ms(match.state, seat)) // len(seats)
        if taken:
            act(CLOCK, min(taken, left))
        if taken < left:
            return seat
    return None
