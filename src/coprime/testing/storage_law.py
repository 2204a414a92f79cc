"""The law of what a batch stores: a state comes back whole, and numbers keep within RANGES (`core.packed_layout`)."""

from typing import Any

import numpy as np

from ..core.game import Game, Rules
from ..core.packed_layout import PackedLayout, constant_fields


class StorageLaw:
    """Checks positions in which a seat is to act against what a game's State declares in RANGES, PER_SEAT, LISTS."""

    def __init__(self, game: Game, rules: Rules, seats: int, begun: Any) -> None:
        """Prepare for a match; `begun` is its state before anything has happened."""
        self.rules, self.seats = rules, seats
        self.layout = PackedLayout(rules.State, constant_fields(game.options), seats)
        self.begun = np.frombuffer(begun.tobytes(), np.int64)

    def check(self, state: Any) -> None:
        """Check a position and its views."""
        for name, (least, greatest) in self.rules.State.ranges.items():
            assert least <= state[name].min() and state[name].max() <= greatest, f"{name} has {state[name]}"
        views = [state.copy() for _ in range(self.seats)]
        for seat, view in enumerate(views):
            self.rules.redact(view, seat)
        words = np.stack([np.frombuffer(one.tobytes(), np.int64) for one in (state, *views)])
        rows, again = self.layout.make_rows(len(words)), np.tile(self.begun, (len(words), 1))
        self.layout.pack(words, rows)
        self.layout.unpack(rows, again)
        assert np.array_equal(again, words), f"words {np.unique(np.nonzero(again != words)[1])} are not stored"
