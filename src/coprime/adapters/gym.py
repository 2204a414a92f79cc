"""Gymnasium environments: one seat of a game against bots.  Needs `pip install coprime[env]`.

Importing this module registers one for every game with an encoding: `gymnasium.make("coprime/PrimeDaifugo-v0")`.
"""

import random
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from ..arena.match import play_action
from ..arena.players import Player, default_level, make_player
from ..arena.series import close_players
from ..core.deprecated import forward_old_names
from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import Match
from ..core.messages import load_messages
from ..core.options import Value
from ..core.registry import all_games
from ..core.registry import find_game as find
from ..core.seats import CLOCK
from ..env.encoder import Encoder, has_encoding
from ..env.episode_limit import MAX_STEPS, check_max_steps

SAY = load_messages(Path(__file__).parent)["env"]
NAMESPACE = "coprime"
STATE_FIELDS = ("_match", "_rng", "_action", "_steps", "_is_truncated", "_last_return", "_np_random", "_np_random_seed")

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
except ImportError as wrong:
    raise BadInput(SAY["missing"].format(library="Gymnasium")) from wrong


class SingleSeatEnv(gymnasium.Env[Any, Any]):
    """A Gymnasium environment in which the learner plays one seat and bots play the others.

    An observation is float32[size], the view of the seat (`encoder.stretches` says which numbers mean what).  Allowed
    choices are given by `action_masks()` and `info["action_mask"]`, bool[choices]; the last choice is to wait, while a
    window is open.  A choice that is not allowed is replaced by a random one, and `info["slip"]` is True.  The reward
    is the change of the rules' `returns` until the seat is asked again.  A match in which the learner has chosen
    `max_steps` times and which is not over is truncated, as Gymnasium defines it.

    name         of the game
    seats        how many
    options      of the game, by name
    seat         the learner's seat
    bots         the other seats from the next one on, by any name that `coprime simulate --bots` takes; the last one
                 has all seats left over
    render_mode  "ansi": `render` returns what the seat sees as text
    max_steps    choices of the learner in an episode; None for no limit
    preset       a named set of the game's options, which `options` change
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, name: str, seats: int | None = None, options: Mapping[str, Value] | None = None, seat: int = 0,
                 bots: Sequence[str] = (), render_mode: str | None = None, max_steps: int | None = MAX_STEPS,
                 preset: str | None = None) -> None:
        game = find(name)
        self.encoder = Encoder(game, seats, game.preset_options(preset, options))
        n = self.encoder.seats
        if not 0 <= seat < n:
            raise BadInput(SAY["no_seat"].format(seat=seat, last=n - 1))
        if len(bots) > n - 1:
            raise BadInput(SAY["many_bots"].format(n=len(bots), others=n - 1))
        self.seat, self.render_mode, self.max_steps = seat, render_mode, check_max_steps(max_steps)
        named = [*bots] or [default_level(game)]
        named += [named[-1]] * (n - 1 - len(named))
        self._bots = named[:n - 1]
        self._players = self._make_players()
        self.observation_space = gymnasium.spaces.Box(self.encoder.low, self.encoder.high, dtype=np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.encoder.choices)
        self._action: int | None = None
        self._match: Match | None = None
        self._steps, self._is_truncated = 0, False

    def _make_players(self) -> list[Player]:
        """Return the learner and the bots, by seat."""
        n = self.encoder.seats
        players: list[Player] = [self._submitted_action] * n
        for i, name in enumerate(self._bots):
            players[(self.seat + 1 + i) % n] = make_player(self.encoder.game, name)
        return players

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the players, which are functions; a copy makes its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_players"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._players = self._make_players()

    @property
    def match(self) -> Match:
        """The match, with the true state.  Raises BadInput before the first `reset`."""
        if self._match is None:
            raise BadInput(SAY["reset"])
        return self._match

    def _submitted_action(self, view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        """Return the learner's choice, in the form of a bot's answer."""
        return self._action, int(self.match.rules.simulated_ms(view, seat))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new match and play until the learner is asked; return its observation and info.

        Where a match is over before that, another one begins.
        """
        super().reset(seed=seed)
        self._rng = random.Random(int(self.np_random.integers(1 << 62)))
        self._steps, self._is_truncated = 0, False
        self._match = None
        while self._match is None or self._match.over:
            self._match = Match(self.encoder.game, self.encoder.seats, self.encoder.options)
            self._play_until_asked()
        self._last_return = self.match.returns()[self.seat]
        return self._encode_view(), self._make_info(slip=False)

    def save_state(self) -> Mapping[str, Any]:
        """Return everything that the next steps depend on, for `restore_state`; it can be pickled.

        Bots answer by what they see and a seed, so that nothing of them is saved.
        """
        return {name: deepcopy(self.__dict__[name]) for name in STATE_FIELDS if name in self.__dict__}

    def restore_state(self, state: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Go back to a state of the same game, as often as wanted; return observation and info, as `reset` does."""
        self.__dict__.update({name: deepcopy(value) for name, value in state.items()})
        return self._encode_view(), self._make_info(slip=False)

    def _play_until_asked(self) -> None:
        """Let the others act until the learner is asked or the match is over."""
        while not self.match.over and self.seat not in self.match.to_act():
            if play_action(self.match, self._players, self._rng) is None:
                raise RuntimeError(f"{self.encoder.game.name}: everybody waits for nothing")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out a choice, and let the others act until the learner is asked again.

        Return observation, reward, terminated, truncated and info.
        """
        if self.match.over:
            raise BadInput(SAY["over"])
        if self._is_truncated:
            raise BadInput(SAY["truncated"].format(n=self._steps))
        mask, choice = self.action_masks(), int(action)
        slip = not (0 <= choice < len(mask) and mask[choice])
        if slip:
            choice = self._rng.choice(np.flatnonzero(mask).tolist())
        listed = self.match.sound_actions(self.seat)
        self._action = self.encoder.action(listed, self.match.state, choice) if choice < len(mask) - 1 else None
        # Somebody else may be quicker: then the learner is asked again.
        play_action(self.match, self._players, self._rng)
        self._play_until_asked()
        before, self._last_return = self._last_return, self.match.returns()[self.seat]
        self._steps, over = self._steps + 1, self.match.over
        self._is_truncated = not over and self.max_steps is not None and self._steps >= self.max_steps
        return self._encode_view(), self._last_return - before, over, self._is_truncated, self._make_info(slip)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return bool[choices]: what may be chosen now."""
        mask = np.zeros(self.encoder.choices, np.bool_)
        acting = self.match.to_act()
        if self.seat in acting:
            listed = self.match.sound_actions(self.seat)
            mask[[self.encoder.choice(self.match.state, action) for action in listed]] = True
            mask[-1] = CLOCK in acting
        return mask

    def close(self) -> None:
        """End the programs that play as bots."""
        close_players(dict(enumerate(self._players)))

    def _encode_view(self) -> Any:
        return self.encoder.observation(self.match.view(self.seat), self.seat)

    def _make_info(self, slip: bool) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "slip": slip}

    def render(self) -> Any:
        """Return what the seat sees as text, in mode "ansi"; else None."""
        return self.encoder.view_text(self.match.view(self.seat), self.seat) if self.render_mode == "ansi" else None


def env_id(game: Game) -> str:
    """Return the id of a game in Gymnasium's registry, such as "coprime/PrimeDaifugo-v0"."""
    return f"{NAMESPACE}/{''.join(part.capitalize() for part in game.name.split('_'))}-v0"


def register_envs() -> None:
    """Register an environment for every game with an encoding, but for ids that are registered already."""
    for game in all_games().values():
        if env_id(game) not in gymnasium.registry and has_encoding(game):
            gymnasium.register(env_id(game), f"{__name__}:{SingleSeatEnv.__name__}", kwargs={"name": game.name},
                               vector_entry_point=f"{__name__}_vector:BatchVectorEnv")


register_envs()
__getattr__ = forward_old_names(__name__, {"Seat": "SingleSeatEnv"})
