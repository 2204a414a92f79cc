"""A learnt policy: a small network from observations to choices, stored in one file."""

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
FloatArray = NDArray[np.float32]


class Network:
    """One tanh layer between an observation and both the choices' logits and the position's value.

    encoder  meaning of the observations and choices
    weights  by name: into [size, hidden] and at [hidden] are the hidden layer; out [hidden, choices] and off
             [choices] the logits; worth [hidden] and base [1] the value, in units of the rules' SWING
    """

    def __init__(self, encoder: Encoder, weights: dict[str, FloatArray]) -> None:
        self.encoder, self.weights = encoder, weights

    @classmethod
    def new(cls, encoder: Encoder, hidden: int, rng: np.random.Generator) -> "Network":
        """Return an untrained network, which is close to uniform."""
        def draw_normal(scale: float, *shape: int) -> FloatArray:
            return (rng.standard_normal(shape) * scale).astype(np.float32)

        return cls(encoder, {
            "into": draw_normal(encoder.size**-0.5, encoder.size, hidden), "at": draw_normal(0, hidden),
            "out": draw_normal(0.01, hidden, encoder.choices), "off": draw_normal(0, encoder.choices),
            "worth": draw_normal(0.01, hidden), "base": draw_normal(0, 1)})

    def hidden_layer(self, obs: FloatArray) -> FloatArray:
        """Return the hidden layer, float32[n, hidden], of observations float32[n, size]."""
        return np.tanh(obs @ self.weights["into"] + self.weights["at"])

    def choice_probabilities(self, hidden: FloatArray, mask: NDArray[np.bool_],
                             among: NDArray[np.int64] | None = None) -> FloatArray:
        """Return the probabilities of the choices, float32[n, choices]; 0 for masked ones.

        among  the choices that the columns of the mask and of the result stand for, int64[k]; all by default
        """
        out, off = self.weights["out"], self.weights["off"]
        if among is not None:
            out, off = out.take(among, axis=1), off[among]
        scores = np.where(mask, hidden @ out + off, -np.inf)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return scores / scores.sum(axis=1, keepdims=True)

    def state_value(self, hidden: FloatArray) -> FloatArray:
        """Return the expected value for the observing seat, float32[n], from the hidden layer."""
        return hidden @ self.weights["worth"] + self.weights["base"]

    def choose_likeliest(self, view: Any, seat: int) -> int:
        """Return the likeliest of the listed actions of a seat.  Raises BadInput for another number of seats."""
        encoder, rules = self.encoder, self.encoder.game.rules
        if view.seats != encoder.seats:
            raise BadInput(SAY["seats"].format(title=encoder.game.localized_title, theirs=encoder.seats,
                                               seats=int(view.seats)))
        out = np.zeros(rules.MAX_ACTIONS, np.int64)
        listed = out[:rules.sound_actions(view, seat, out)].tolist()
        hidden = self.hidden_layer(encoder.observation(view, seat)[None])
        mask = np.zeros((1, encoder.choices), np.bool_)
        numbers = [encoder.choice(view, action) for action in listed]
        mask[0, numbers] = True
        return int(listed[numbers.index(int(self.choice_probabilities(hidden, mask).argmax()))])

    def save(self, file: Path) -> None:
        """Write the weights with game, seats and options to a file, atomically.  Raises BadInput."""
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
        """Load a saved network.

        Raises BadInput where it cannot be read or does not fit the game as it is now.
        """
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
