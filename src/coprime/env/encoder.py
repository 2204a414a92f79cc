"""Encode positions as rows of numbers and actions as numbers from 0, for reinforcement learning."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.encoding import RowLayout
from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import load_messages
from ..core.observation_writer import encode_row
from ..core.options import Value
from ..core.registry import find_game as find
from . import identity_action_codes

SAY = load_messages(Path(__file__).parent)["encoder"]
WAIT = "wait"


class Encoder:
    """The encoding of a game for a number of seats and options.  Raises BadInput where the game has none.

    seats      two by default, or as many as the game takes
    options    all options by name
    begun      a state at the start of a match
    finds_actions  whether the action of a choice follows from the state, without a list of them
    codes      int64: by choice the action, or its code
    choices    number of choices: the codes, and waiting as the last
    size       length of an observation
    low        float32[size]: the least value of each number of it
    high       float32[size]: the greatest value of each number of it
    stretches  where each field of the view stands in it
    """

    def __init__(self, game: Game, seats: int | None = None, options: Mapping[str, Value] | None = None) -> None:
        encoding = game.load_module("encoding", pure=False)
        if encoding is None:
            raise BadInput(SAY["none"].format(title=game.localized_title))
        self.game = game
        self.seats = seats if seats is not None else game.default_seat_count(2)
        self.options = game.check_options(self.seats, options)
        for name, value in encoding.NEEDS.items():
            if self.options[name] != value:
                raise BadInput(SAY["needs"].format(title=game.localized_title, name=name, value=value,
                                                   given=self.options[name]))
        self.begun = game.new_state(self.seats, self.options)
        codes = load_codes(game)
        self.finds_actions = hasattr(codes, "find_action")
        self._code, self._label = codes.code, encoding.label or game.words.label
        self.codes = np.array(encoding.actions(self.begun), np.int64)
        self.choices = len(self.codes) + 1
        self.layout = RowLayout(game.rules.State, encoding.FIELDS, self.seats)
        self.size, self.stretches = self.layout.size, self.layout.stretches
        self.low, self.high = self.layout.low, self.layout.high

    @property
    def wait_choice(self) -> int:
        """The choice to wait: the last one."""
        return self.choices - 1

    @cached_property
    def choice_by_code(self) -> dict[int, int]:
        """The choice of each code."""
        return {code: number for number, code in enumerate(self.codes.tolist())}

    def choice(self, state: Any, action: int) -> int:
        """Return the choice for an action that is listed in a position; a view is enough."""
        return self.choice_by_code[int(self._code(state, action))]

    def action(self, listed: Iterable[int], state: Any, choice: int) -> int:
        """Return the listed action that a choice stands for."""
        return next(action for action in listed if self.choice(state, action) == choice)

    def observation(self, view: Any, seat: int) -> NDArray[np.float32]:
        """Return a seat's view (`Match.view`) as float32[size].  Raises BadInput for an unknown seat."""
        if not 0 <= seat < self.seats:
            raise BadInput(SAY["nobody"].format(seat=seat, last=self.seats - 1))
        out = np.zeros(self.size, np.float32)
        words = np.frombuffer(view.tobytes(), np.int64)
        layout = self.layout
        encode_row(words, layout.table, layout.scale, layout.spans, seat, self.seats, out, np.zeros(1, np.int32))
        return out

    def label(self, choice: int) -> str:
        """Return a choice in the game's or the code's notation; "wait" for the last one."""
        return WAIT if choice == self.wait_choice else str(self._label(int(self.codes[choice])))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Encoder":
        """Return the encoder itself, which never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the game, which is found by its name."""
        return _unpickle_encoder, (self.game.name, self.seats, self.options)

    def view_text(self, view: Any, seat: int) -> str:
        """Return what a seat (or WATCHER) sees, in words."""
        names = [SAY["seat"].format(seat=one) for one in range(self.seats)]
        return str(self.game.words.text(view, seat, names))


def has_encoding(game: Game) -> bool:
    """Tell whether a game says how its observations and actions are numbered."""
    return (game.folder / "encoding.py").is_file()


def load_codes(game: Game) -> Any:
    """Return the module whose `code` maps an action to its code."""
    return game.load_module("codes", pure=False) or identity_action_codes


def _unpickle_encoder(name: str, seats: int, options: Mapping[str, Value]) -> Encoder:
    return Encoder(find(name), seats, options)
