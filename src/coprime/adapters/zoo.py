"""Every game with an encoding as an environment of PettingZoo: `pip install coprime[env]`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.messages import load_messages
from ..core.options import Value
from ..core.registry import find_game as find
from ..core.seats import WATCHER
from ..env.single_env import MatchEnv

SAY = load_messages(Path(__file__).parent)["env"]

try:
    import gymnasium
    import numpy as np
    import pettingzoo
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ImportError as wrong:
    raise BadInput(SAY["missing"].format(library="PettingZoo")) from wrong


class Seats(pettingzoo.AECEnv):         # type: ignore[misc]      # a library without types
    """A match in which every seat is an agent: `seat_0`, `seat_1`, ..., asked one after the other.

    An observation is a dict: `observation`, float32[size], the view of that seat (`encoder.stretches` says what stands
    where), and `action_mask`, int8[choices], zeros for who is not asked.  Rewards are changes of the rules' `returns`.
    Of several seats that may act at once one is drawn; the last choice is to wait, where a window is open.  Whoever
    chooses what the mask does not allow gets a BadInput, and nothing has changed.

    name         of the game
    seats        how many
    options      of the game, by name
    render_mode  "ansi": `render` gives what a watcher sees as text; "human": prints it
    """

    metadata = {"name": "coprime", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(self, name: str, seats: int | None = None, options: Mapping[str, Value] | None = None,
                 render_mode: str | None = None) -> None:
        super().__init__()
        self._asking = MatchEnv(find(name), seats, options, seed=1)
        self.encoder = self._asking.encoder
        self.metadata = {**type(self).metadata, "name": f"coprime_{name}"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.encoder.seats)]
        self.agents: list[str] = []
        self._spaces = {agent: gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(-np.inf, np.inf, (self.encoder.size,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (self.encoder.choices,), np.int8)})
            for agent in self.possible_agents}
        self._choices = {agent: gymnasium.spaces.Discrete(self.encoder.choices) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._choices[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self._asking.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._worth = self._asking.match.returns()
        self.agent_selection = self.possible_agents[self._asking.seat or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self._asking.observation(seat), "action_mask": self._asking.mask(seat)}

    def last(self, observe: bool = True) -> Any:
        self._check_begun()
        return super().last(observe)

    def _check_begun(self) -> None:
        """Raises BadInput where no match has begun, or all agents have been told of its end."""
        if not self.agents:
            raise BadInput(SAY["over" if hasattr(self, "terminations") else "reset"])

    def step(self, action: Any) -> None:
        self._check_begun()
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._asking.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        before, self._worth = self._worth, self._asking.match.returns()
        for seat, one in enumerate(self.possible_agents):
            self.rewards[one] = self._worth[seat] - before[seat]
        if self._asking.seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._asking.seat]
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn(SAY["render"])
            return None
        text = self.encoder.text(self._asking.match.view(WATCHER), WATCHER)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""


def aec(name: str, seats: int | None = None, options: Mapping[str, Value] | None = None,
        render_mode: str | None = None) -> Seats:
    """The environment of a game, agent by agent.  Raises BadInput, as for a match."""
    return Seats(name, seats, options, render_mode)


def parallel(name: str, seats: int | None = None, options: Mapping[str, Value] | None = None,
             render_mode: str | None = None) -> Any:
    """The same for libraries that want an action of every agent at once: only that of who is asked counts."""
    return turn_based_aec_to_parallel(aec(name, seats, options, render_mode))
