"""Gymnasium vector environment over a batch: one seat of many matches.  Needs `pip install coprime[env]`.

`gymnasium.make_vec("coprime/PrimeDaifugo-v0", num_envs=64)` makes it, once `coprime.adapters.gym` is imported.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.messages import load_messages
from ..core.options import Value
from ..core.registry import find_game as find
from ..env.episode_limit import MAX_STEPS, check_max_steps
from ..env.seat_batch import Opponent, SeatBatch

SAY = load_messages(Path(__file__).parent)["env"]

try:
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ImportError as wrong:
    raise BadInput(SAY["missing"].format(library="Gymnasium")) from wrong


class BatchVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """A Gymnasium vector environment in which the learner plays one seat of many matches, stepped in compiled code.

    Observations, choices and rewards are those of `SingleSeatEnv`, one row each, and all arrays are copies.
    `infos["action_mask"]` is bool[num_envs, choices]; a choice that it does not allow is replaced by a random one, and
    `infos["slip"]` is True.  Matches that are over start again as the autoreset mode says (Gymnasium, "Vector
    Autoreset Mode"): with the next step, whose choice is then ignored; in the same step, with `infos["final_obs"]` and
    `infos["final_info"]`; or, disabled, by `reset(options={"reset_mask": rows})`.

    name            of the game
    num_envs        how many matches
    seats           of each
    options         of the game, by name
    seat            the learner's seat
    opponent        (observation float32[k, size], mask bool[k, choices]) -> k choices, asked for all other seats; None:
                    they choose by chance, in compiled code
    max_steps       choices of the learner in an episode, after which it is truncated; None for no limit
    preset          a named set of the game's options, overridden by `options`
    threads         that step the matches
    autoreset_mode  a mode of Gymnasium, or its value
    """

    def __init__(self, name: str, num_envs: int = 1, seats: int | None = None,
                 options: Mapping[str, Value] | None = None, seat: int = 0, opponent: Opponent | None = None,
                 max_steps: int | None = MAX_STEPS, preset: str | None = None, threads: int = 1,
                 autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, render_mode: None = None) -> None:
        game = find(name)
        self.max_steps = check_max_steps(max_steps)
        self._seat_batch = SeatBatch(game, num_envs, seats, game.preset_options(preset, options), seat, opponent,
                                     seed=None, threads=threads)
        self.encoder = encoder = self._seat_batch.batch.encoder
        self.num_envs, self.render_mode = num_envs, None
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
        self.single_observation_space = gymnasium.spaces.Box(encoder.low, encoder.high, dtype=np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(encoder.choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)                # choices of the learner in each episode
        self._is_over = np.zeros(num_envs, np.bool_)                # its episode has ended and none has begun

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start all matches again, or those that `options["reset_mask"]` (bool[num_envs]) names, which takes no seed.

        Return observations and infos.  Raises BadInput.
        """
        mask = (options or {}).get("reset_mask")
        if mask is None:
            self._seat_batch.reset(seed)
            self._lengths[:], self._is_over[:] = 0, False
        elif seed is not None or not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ \
                or mask.shape != (self.num_envs,) or not mask.any():
            raise BadInput(SAY["reset_mask"].format(n=self.num_envs))
        else:
            self._begin_rows(np.flatnonzero(mask))
        return self._seat_batch.batch.now.observation.copy(), self._make_infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Carry out a choice in every match; return observations, rewards, terminations, truncations and infos."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise BadInput(SAY["actions"].format(n=self.num_envs, shape=str(chosen.shape), kind=str(chosen.dtype)))
        over_rows = np.flatnonzero(self._is_over)
        if len(over_rows) and self._mode == AutoresetMode.DISABLED:
            raise BadInput(SAY["row_over"].format(row=int(over_rows[0])))
        played = np.flatnonzero(~self._is_over)
        self._seat_batch.play_rows(played, chosen[played])
        rewards, terminations = self._seat_batch.gained.copy(), self._seat_batch.batch.now.done.copy()
        terminations[over_rows] = False
        self._lengths[played] += 1
        truncations = np.zeros(self.num_envs, np.bool_)
        if self.max_steps is not None:
            truncations[played] = (self._lengths[played] >= self.max_steps) & ~terminations[played]
        self._begin_rows(over_rows)
        self._is_over = terminations | truncations
        infos = {}
        if self._mode == AutoresetMode.SAME_STEP and self._is_over.any():
            infos = self._final_infos(self._is_over)
            slips = self._seat_batch.slip.copy()
            self._begin_rows(np.flatnonzero(self._is_over))
            self._seat_batch.slip[:] = slips
        return (self._seat_batch.batch.now.observation.copy(), rewards, terminations, truncations,
                {**infos, **self._make_infos()})

    def _begin_rows(self, rows: NDArray[np.int64]) -> None:
        self._seat_batch.start_matches(rows)
        self._seat_batch.slip[rows] = False
        self._lengths[rows], self._is_over[rows] = 0, False

    def action_masks(self) -> NDArray[np.bool_]:
        """Return bool[num_envs, choices]: what may be chosen now; nothing in a match that is over."""
        return self._seat_batch.batch.now.mask.copy()

    def save_state(self) -> Mapping[str, Any]:
        """Return everything that the next steps depend on but the opponent, for `restore_state`; it can be pickled."""
        return {"seats": self._seat_batch.save_state(), "lengths": self._lengths.copy(),
                "is_over": self._is_over.copy()}

    def restore_state(self, state: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Go back to a saved state, as often as wanted; return observations and infos.  Raises BadInput."""
        self._seat_batch.restore_state(state["seats"])
        self._lengths[:], self._is_over[:] = state["lengths"], state["is_over"]
        return self._seat_batch.batch.now.observation.copy(), self._make_infos()

    def _make_infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self.action_masks(), "_action_mask": everywhere,
                "slip": self._seat_batch.slip.copy(), "_slip": everywhere.copy()}

    def _final_infos(self, over_mask: NDArray[np.bool_]) -> dict[str, Any]:
        """Return the last observations and infos of the episodes that have just ended."""
        final_obs = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(over_mask):
            final_obs[row] = self._seat_batch.batch.now.observation[row].copy()
        final_info = {**self._make_infos(), "_action_mask": over_mask.copy(), "_slip": over_mask.copy()}
        return {"final_obs": final_obs, "_final_obs": over_mask.copy(), "final_info": final_info,
                "_final_info": over_mask.copy()}
