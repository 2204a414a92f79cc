"""A game as a learner meets it: positions as rows of numbers, actions as numbers from 0."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.encoding import Layout
from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import load_messages
from ..core.observation_writer import encode_row
from ..core.options import Value
from ..core.registry import find_game as find
from . import identity_codes

SAY = load_messages(Path(__file__).parent)["encoder"]
WAIT = "wait"


class Encoder:
    """How a game with so many seats and these options is told to a learner.  Raises BadInput where that is not known.

    seats      two, or as many as it takes, where nobody says how many
    options    by name, in full
    begun      a state that has begun, as every match does
    coded      whether an action says which places it takes, so that it is numbered by its code: by what it does,
               wherever the cards lie
    codes      int64: by its number, every action that can be listed, or its code
    choices    how many choices there are: the codes, and last of all to wait
    size       how many numbers an observation has
    stretches  where each field of the view stands in it
    """

    def __init__(self, game: Game, seats: int | None = None, options: Mapping[str, Value] | None = None) -> None:
        encoding = game.load_module("encoding", pure=False)
        if encoding is None:
            raise BadInput(SAY["none"].format(title=game.localized_title))
        self.game = game
        self.seats = seats if seats is not None else game.usual_seats(2)
        self.options = game.check_options(self.seats, options)
        for name, value in encoding.NEEDS.items():
            if self.options[name] != value:
                raise BadInput(SAY["needs"].format(title=game.localized_title, name=name, value=value,
                                                   given=self.options[name]))
        self.begun = game.new_state(self.seats, self.options)
        codes = codes_of(game)
        self.coded = codes is not identity_codes
        self._code, self._label = codes.code, encoding.label or game.words.label
        self.codes = np.array(encoding.actions(self.begun), np.int64)
        self.choices = len(self.codes) + 1
        self.layout = Layout(game.rules.State, encoding.FIELDS, self.seats)
        self.size, self.stretches = self.layout.size, self.layout.stretches

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The numbers of the codes."""
        return {code: number for number, code in enumerate(self.codes.tolist())}

    def choice(self, state: Any, action: int) -> int:
        """The number of an action that is listed in a position, of which a view is enough."""
        return self.numbers[int(self._code(state, action))]

    def action(self, listed: Iterable[int], state: Any, choice: int) -> int:
        """The one of the actions listed in a position that has this number."""
        return next(action for action in listed if self.choice(state, action) == choice)

    def observation(self, view: Any, seat: int) -> NDArray[np.float32]:
        """float32[size]: the view of a seat (`Match.view`) as numbers.  Raises BadInput where there is no such seat."""
        if not 0 <= seat < self.seats:
            raise BadInput(SAY["nobody"].format(seat=seat, last=self.seats - 1))
        out = np.zeros(self.size, np.float32)
        words = np.frombuffer(view.tobytes(), np.int64)
        layout = self.layout
        encode_row(words, layout.table, layout.scale, layout.spans, seat, self.seats, out, np.zeros(1, np.int32))
        return out

    def label(self, choice: int) -> str:
        """What a choice means, in the game's notation or the code's; "wait" for the last one."""
        return WAIT if choice == self.choices - 1 else str(self._label(int(self.codes[choice])))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Encoder":
        """Itself: it never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Elsewhere the game is found by its name."""
        return _encoder, (self.game.name, self.seats, self.options)

    def text(self, view: Any, seat: int) -> str:
        """What a seat (or WATCHER) sees, in words."""
        names = [SAY["seat"].format(seat=one) for one in range(self.seats)]
        return str(self.game.words.text(view, seat, names))


def codes_of(game: Game) -> Any:
    """The module whose `code` gives an action its code."""
    return game.load_module("codes", pure=False) or identity_codes


def _encoder(name: str, seats: int, options: Mapping[str, Value]) -> Encoder:
    return Encoder(find(name), seats, options)
