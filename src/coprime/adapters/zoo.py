"""PettingZoo environments: every game with an encoding.  Needs `pip install coprime[env]`."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.messages import load_messages
from ..core.options import Value
from ..core.registry import find_game as find
from ..core.seats import WATCHER
from ..env.episode_limit import MAX_STEPS, check_max_steps
from ..env.sequential_env import SequentialEnv

SAY = load_messages(Path(__file__).parent)["env"]
STATE_FIELDS = ("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos",
                "_last_returns", "_steps", "_skip_agent_selection")

try:
    import gymnasium
    import numpy as np
    import pettingzoo
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ImportError as wrong:
    raise BadInput(SAY["missing"].format(library="PettingZoo")) from wrong


class MultiSeatEnv(pettingzoo.AECEnv):         # type: ignore[misc]      # a library without types
    """A PettingZoo environment in which every seat is an agent.

    `seat_0`, `seat_1`, ..., asked one after the other.

    An observation is a dict: `observation`, float32[size], the view of that seat (`encoder.stretches` says which
    numbers mean what), and `action_mask`, int8[choices], zeros for a seat that is not asked.  Rewards are changes of
    the rules' `returns`.  If several seats may act at once one of them is drawn; the last choice is to wait, while a
    window is open. A choice that the mask does not allow raises BadInput and changes nothing.  A match of `max_steps`
    choices that is not over is truncated for all agents.

    name         of the game
    seats        how many
    options      of the game, by name
    render_mode  "ansi": `render` returns what a spectator sees as text; "human": prints it
    max_steps    choices of all seats together in an episode; None for no limit
    preset       a named set of the game's options, which `options` change
    """

    metadata = {"name": "coprime", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(self, name: str, seats: int | None = None, options: Mapping[str, Value] | None = None,
                 render_mode: str | None = None, max_steps: int | None = MAX_STEPS,
                 preset: str | None = None) -> None:
        super().__init__()
        game = find(name)
        self._match_env = SequentialEnv(game, seats, game.preset_options(preset, options), seed=1)
        self.encoder = self._match_env.encoder
        self.metadata = {**type(self).metadata, "name": f"coprime_{name}"}
        self.render_mode, self.max_steps, self._steps = render_mode, check_max_steps(max_steps), 0
        self.possible_agents = [f"seat_{seat}" for seat in range(self.encoder.seats)]
        self.agents: list[str] = []
        self._observation_spaces = {agent: gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(self.encoder.low, self.encoder.high, dtype=np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (self.encoder.choices,), np.int8)})
            for agent in self.possible_agents}
        self._action_spaces = {agent: gymnasium.spaces.Discrete(self.encoder.choices) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's choices."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new match."""
        self._match_env.begin(seed)
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._last_returns = self._match_env.match.returns()
        self.agent_selection = self.possible_agents[self._match_env.seat or 0]

    def save_state(self) -> Mapping[str, Any]:
        """Return everything that the next steps depend on, for `restore_state`; it can be pickled."""
        own = {name: deepcopy(self.__dict__[name]) for name in STATE_FIELDS if name in self.__dict__}
        return {"match": self._match_env.save_state(), "own": own}

    def restore_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state of the same game, as often as wanted."""
        self._match_env.restore_state(state["match"])
        self.__dict__.update(deepcopy(dict(state["own"])))

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and action mask."""
        seat = self.possible_agents.index(agent)
        return {"observation": self._match_env.observation(seat), "action_mask": self._match_env.mask(seat)}

    def last(self, observe: bool = True) -> Any:
        """Return observation, reward, termination, truncation and info of the agent that is asked."""
        self._check_has_agents()
        return super().last(observe)

    def _check_has_agents(self) -> None:
        """Raise BadInput if no match has begun, or all agents have been removed after its end."""
        if not self.agents:
            raise BadInput(SAY["over" if hasattr(self, "terminations") else "reset"])

    def step(self, action: Any) -> None:
        """Carry out the choice of the agent that is asked."""
        self._check_has_agents()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, self._steps = self.agent_selection, self._steps + 1
        self._match_env.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        before, self._last_returns = self._last_returns, self._match_env.match.returns()
        for seat, one in enumerate(self.possible_agents):
            self.rewards[one] = self._last_returns[seat] - before[seat]
        if self._match_env.seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._match_env.seat]
            if self.max_steps is not None and self._steps >= self.max_steps:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return or print what a spectator sees."""
        if self.render_mode is None:
            gymnasium.logger.warn(SAY["render"])
            return None
        text = self.encoder.view_text(self._match_env.match.view(WATCHER), WATCHER)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: nothing is open."""


def aec(name: str, seats: int | None = None, options: Mapping[str, Value] | None = None,
        render_mode: str | None = None, max_steps: int | None = MAX_STEPS,
        preset: str | None = None) -> MultiSeatEnv:
    """Return the environment of a game, agent by agent.  Raises BadInput, as for a match."""
    return MultiSeatEnv(name, seats, options, render_mode, max_steps, preset)


def parallel(name: str, seats: int | None = None, options: Mapping[str, Value] | None = None,
             render_mode: str | None = None, max_steps: int | None = MAX_STEPS,
             preset: str | None = None) -> Any:
    """Return the environment for libraries that send an action of every agent at once.

    Only the asked agent's counts.
    """
    return turn_based_aec_to_parallel(aec(name, seats, options, render_mode, max_steps, preset))
