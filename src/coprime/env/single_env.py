"""One match, question by question: CHANCE and CLOCK act by themselves, and a seat is asked for a choice."""

import random
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import Match
from ..core.options import Value
from ..core.seats import CHANCE, CLOCK
from .encoder import SAY, Encoder


class MatchEnv:
    """A match whose actions are choices by number.  The same arguments give the same questions for the same choices.

    Of several seats that may act at once one is drawn.  Where a window is open, every question takes the time that a
    simulated seat needs (the rules' `pace`), and waiting is a choice.

    encoder  what the numbers mean
    match    the true state and all that has happened
    seat     who is asked; None when it is over
    """

    def __init__(self, game: Game, seats: int | None = None, options: Mapping[str, Value] | None = None,
                 seed: int | None = None) -> None:
        self.encoder = Encoder(game, seats, options)
        self.begin(seed)

    def begin(self, seed: int | None = None) -> None:
        """Another match; without a seed as chance will have it."""
        self._luck = random.Random(seed)
        self.match = Match(self.encoder.game, self.encoder.seats, self.encoder.options)
        self.seat = self._next()

    def mask(self, seat: int) -> NDArray[np.int8]:
        """int8[choices]: 1 where a seat may choose now; nothing for one that is not asked."""
        mask = np.zeros(self.encoder.choices, np.int8)
        if seat == self.seat:
            mask[[self.encoder.choice(self.match.state, action) for action in self.match.sound_actions(seat)]] = 1
            mask[-1] = CLOCK in self.match.to_act()
        return mask

    def observation(self, seat: int) -> NDArray[np.float32]:
        """float32[size]: what a seat sees."""
        return self.encoder.observation(self.match.view(seat), seat)

    def choose(self, choice: int) -> None:
        """Carry out what the seat that is asked has chosen, and go on to the next question.  Raises BadInput."""
        if self.seat is None:
            raise BadInput(SAY["over"])
        if not 0 <= choice < self.encoder.choices or not self.mask(self.seat)[choice]:
            raise BadInput(SAY["masked"].format(seat=self.seat, choice=choice, last=self.encoder.choices - 1))
        if choice < self.encoder.choices - 1:
            listed = self.match.sound_actions(self.seat)
            self.match.act(self.seat, self.encoder.action(listed, self.match.state, choice))
        self.seat = self._next()

    def _next(self) -> int | None:
        while (seat := asked(self.match, self._luck.choice, self.match.act)) == CHANCE:
            self.match.act(CHANCE, self.match.chance(self._luck.getrandbits))
        return seat


def asked(match: Match, chosen: Callable[[list[int]], int], act: Callable[[int, int], None]) -> int | None:
    """Who is asked now, one `chosen` of the seats that may act, or CHANCE; None when it is over.

    CLOCK takes what time the question needs, by `act(seat, action)`.
    """
    while acting := match.to_act():
        if CHANCE in acting:
            return CHANCE
        left = int(match.rules.deadline(match.state)) if CLOCK in acting else 0
        seats = [seat for seat in acting if seat != CLOCK]
        if not seats:
            act(CLOCK, left)
            continue
        seat = chosen(seats)
        if CLOCK not in acting:
            return seat
        taken = int(match.rules.simulated_ms(match.state, seat)) // len(seats)
        if taken:
            act(CLOCK, min(taken, left))
        if taken < left:
            return seat
    return None
