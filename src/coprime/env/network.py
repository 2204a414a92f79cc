"""A policy that was learned: a small network from an observation to a choice, kept in one file."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import load_messages
from ..core.os_errors import describe_os_error
from .encoder import Encoder

SAY = load_messages(Path(__file__).parent)["network"]
PARTS = ("into", "at", "out", "off", "worth", "base")
Numbers = NDArray[np.float32]


class Network:
    """One layer of tanh between an observation, the choices' logits and the worth of a position.

    encoder  what the numbers mean
    weights  by name: into [size, hidden] and at [hidden] make the hidden layer; out [hidden, choices] and off [choices]
             the logits; worth [hidden] and base [1] what the seat may expect, in units of the rules' SWING
    """

    def __init__(self, encoder: Encoder, weights: dict[str, Numbers]) -> None:
        self.encoder, self.weights = encoder, weights

    @classmethod
    def new(cls, encoder: Encoder, hidden: int, luck: np.random.Generator) -> "Network":
        """One that knows nothing: near enough to drawing evenly."""
        def drawn(scale: float, *shape: int) -> Numbers:
            return (luck.standard_normal(shape) * scale).astype(np.float32)

        return cls(encoder, {
            "into": drawn(encoder.size**-0.5, encoder.size, hidden), "at": drawn(0, hidden),
            "out": drawn(0.01, hidden, encoder.choices), "off": drawn(0, encoder.choices),
            "worth": drawn(0.01, hidden), "base": drawn(0, 1)})

    def hidden(self, seen: Numbers) -> Numbers:
        """float32[n, hidden] of observations float32[n, size]."""
        return np.tanh(seen @ self.weights["into"] + self.weights["at"])

    def chances(self, hidden: Numbers, mask: NDArray[np.bool_]) -> Numbers:
        """float32[n, choices]: how likely each choice is; those that the mask forbids never."""
        scores = np.where(mask, hidden @ self.weights["out"] + self.weights["off"], -np.inf)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return scores / scores.sum(axis=1, keepdims=True)

    def worth(self, hidden: Numbers) -> Numbers:
        """float32[n]: what the seat that looks may expect from here on."""
        return hidden @ self.weights["worth"] + self.weights["base"]

    def best(self, view: Any, seat: int) -> int:
        """The likeliest of the actions that are listed for a seat.  Raises BadInput for another number of seats."""
        encoder, rules = self.encoder, self.encoder.game.rules
        if view.seats != encoder.seats:
            raise BadInput(SAY["seats"].format(title=encoder.game.localized_title, theirs=encoder.seats,
                                               seats=int(view.seats)))
        out = np.zeros(rules.MAX_ACTIONS, np.int64)
        listed = out[:rules.sound_actions(view, seat, out)].tolist()
        hidden = self.hidden(encoder.observation(view, seat)[None])
        mask = np.zeros((1, encoder.choices), np.bool_)
        numbers = [encoder.choice(view, action) for action in listed]
        mask[0, numbers] = True
        return int(listed[numbers.index(int(self.chances(hidden, mask).argmax()))])

    def save(self, file: Path) -> None:
        """Write it to a file, with the game, the seats and the options that it is for.  Raises BadInput.

        The file has its name when it is whole, so one that was there stays until then.
        """
        half = file.with_name(f"{file.name}.half")
        about = {"game": self.encoder.game.name, "seats": self.encoder.seats, "options": self.encoder.options}
        try:
            with half.open("wb") as out:
                np.savez_compressed(out, about=json.dumps(about), **self.weights)       # type: ignore[arg-type]
            half.replace(file)
        except OSError as wrong:
            raise BadInput(SAY["unwritten"].format(file=file, why=describe_os_error(wrong))) from None

    @classmethod
    def load(cls, file: Path, game: Game) -> "Network":
        """One that was saved.  Raises BadInput where it cannot be read, or does not fit the game as it is now."""
        try:
            with np.load(file, allow_pickle=False) as found:
                about, weights = json.loads(str(found["about"])), {part: found[part] for part in PARTS}
            name, seats, options = str(about["game"]), int(about["seats"]), dict(about["options"])
        except OSError as wrong:
            raise BadInput(SAY["unread"].format(file=file, why=describe_os_error(wrong))) from None
        except Exception as wrong:          # whatever a strange file does to the library that reads it
            raise BadInput(SAY["strange"].format(file=file)) from wrong
        if name != game.name:
            raise BadInput(SAY["game"].format(file=file, theirs=name, ours=game.name))
        encoder = Encoder(game, seats, options)
        wanted = cls.new(encoder, weights["at"].size, np.random.default_rng(1)).weights
        if any(weights[part].shape != wanted[part].shape for part in PARTS):
            raise BadInput(SAY["other"].format(file=file, title=game.localized_title))
        return cls(encoder, weights)
