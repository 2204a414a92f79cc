"""Every game with an encoding as a game of OpenSpiel: `pip install coprime[spiel]`.

Importing this module registers them: `pyspiel.load_game("coprime_prime_daifugo(players=3,options=games_to_win:1)")`.
"""

import hashlib
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import FACES, SEED_BITS, Match, chance_faces
from ..core.messages import load_messages
from ..core.options import parse_options
from ..core.registry import all_games
from ..core.registry import find_game as find
from ..core.seats import CHANCE, CLOCK, WATCHER
from ..env.encoder import Encoder
from ..env.single_env import asked

SAY = load_messages(Path(__file__).parent)["env"]
DEALS = 1_024           # outcomes of a shuffle; OpenSpiel lists all of them
WAITS = 8               # questions of a window for each action, at most

try:
    import numpy as np
    import pyspiel
except ImportError as wrong:
    raise BadInput(SAY["spiel"]) from wrong

KIND = pyspiel.GameType
SPECIFIED = {"players": 0, "seed": 1, "options": ""}
Parameters = Mapping[str, Any]


class Turns(pyspiel.Game):              # type: ignore[misc]      # a library without types
    """A game of the house.  Raises BadInput.

    An observation is float32[size], the view of a seat (`encoder.stretches` says what stands where); the information
    state is text: all that a seat has seen.  A shuffle has DEALS outcomes, drawn from the seed, each equally likely;
    so a history tells the whole match.  Of several seats that may act at once each is asked in turn, and where a window
    is open, every question takes its time and the last action is to wait.

    players  how many seats
    seed     of all shuffles
    options  by name, as `level:2;target_score:50`
    """

    def __init__(self, name: str, parameters: Parameters | None = None) -> None:
        given = {**SPECIFIED, **(parameters or {})}
        game = find(name)
        options = parse_options(game.options,
                                str(given["options"]).replace(":", "=").split(";") if given["options"] else [],
                                game.title)
        self.encoder = Encoder(game, int(given["players"]) or None, options)
        self.seed = int(given["seed"])
        most = game.rules.SWING * game.longest
        super().__init__(type_of(game), pyspiel.GameInfo(
            num_distinct_actions=self.encoder.choices, max_chance_outcomes=max(DEALS, FACES),
            num_players=self.encoder.seats, min_utility=-most, max_utility=most, max_game_length=game.longest * WAITS),
            dict(given))

    def new_initial_state(self) -> "Turn":
        return Turn(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Seen":
        return Seen(self.encoder, bool(iig_obs_type and iig_obs_type.perfect_recall))


class Turn(pyspiel.State):              # type: ignore[misc]
    """A position in which one seat or chance is asked, or which is the last."""

    def __init__(self, game: Turns) -> None:
        super().__init__(game)
        self.encoder, self.seed = game.encoder, game.seed
        self.match = Match(self.encoder.game, self.encoder.seats, self.encoder.options)
        self.told: list[list[str]] = [[] for _ in range(self.encoder.seats)]
        self.questions = 0
        self.asked = self._next()

    def _next(self) -> int:
        """Who is asked now, when CLOCK has taken what time a question needs."""
        seat = asked(self.match, lambda seats: seats[self.questions % len(seats)], self._act)
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def _act(self, actor: int, action: int) -> None:
        match = self.match
        seen = [int(match.rules.observe_action(match.state, actor, action, seat)) for seat in range(match.seats)]
        match.act(actor, action)
        for seat, told in enumerate(self.told):
            view = hashlib.blake2b(match.view(seat).tobytes(), digest_size=8).hexdigest()
            told.append(f"{actor}:{seen[seat]}:{view}")

    def current_player(self) -> int:
        return self.asked

    def is_terminal(self) -> bool:
        return self.asked == pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        state = self.match.state
        listed = sorted(self.encoder.choice(state, action) for action in self.match.sound_actions(player))
        return [*listed, self.encoder.choices - 1] if CLOCK in self.match.to_act() else listed

    def chance_outcomes(self) -> list[tuple[int, float]]:
        faces, weights = chance_faces(self.match.rules, self.match.state)
        if len(faces) == 0:
            return [(deal, 1 / DEALS) for deal in range(DEALS)]
        return list(enumerate((weights / weights.sum()).tolist()))

    def _apply_action(self, number: int) -> None:
        if self.asked == pyspiel.PlayerId.CHANCE:
            self._act(CHANCE, self._face(number))
        else:
            self.questions += 1
            if number < self.encoder.choices - 1:
                listed = self.match.sound_actions(self.asked)
                self._act(self.asked, self.encoder.action(listed, self.match.state, number))
        self.asked = self._next()

    def _face(self, outcome: int) -> int:
        """What CHANCE does: one of its faces, or a shuffle's seed."""
        faces, _ = chance_faces(self.match.rules, self.match.state)
        if len(faces):
            return int(faces[outcome])
        return random.Random(f"{self.seed} {len(self.match.events)} {outcome}").getrandbits(SEED_BITS)

    def _action_to_string(self, player: int, number: int) -> str:
        if player >= 0:
            return self.encoder.label(number)
        return SAY["chance"].format(outcome=number)

    def returns(self) -> list[float]:
        return self.match.returns() if self.is_terminal() else [0.0] * self.encoder.seats

    def __str__(self) -> str:
        return self.encoder.text(self.match.view(WATCHER), WATCHER)


class Seen:
    """What a seat sees of a position, as numbers and as text; with perfect recall also all that it has seen before."""

    def __init__(self, encoder: Encoder, recall: bool) -> None:
        self.encoder, self.recall = encoder, recall
        self.tensor = np.zeros(encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Turn, player: int) -> None:
        self.tensor[:] = self.encoder.observation(state.match.view(player), player)

    def string_from(self, state: Turn, player: int) -> str:
        text = self.encoder.text(state.match.view(player), player)
        return " ".join([*state.told[player], text]) if self.recall else text


def type_of(game: Game) -> Any:
    return KIND(
        short_name=f"coprime_{game.name}", long_name=game.title, dynamics=KIND.Dynamics.SEQUENTIAL,
        chance_mode=KIND.ChanceMode.EXPLICIT_STOCHASTIC, information=KIND.Information.IMPERFECT_INFORMATION,
        utility=KIND.Utility.GENERAL_SUM, reward_model=KIND.RewardModel.TERMINAL, max_num_players=game.seats[1],
        min_num_players=game.seats[0], provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True, provides_factored_observation_string=False,
        parameter_specification=SPECIFIED)


def register(game: Game) -> None:
    """Under the name `coprime_` and its own."""

    class Registered(Turns):            # a class, since OpenSpiel may not let go of a function when Python ends
        def __init__(self, parameters: Parameters | None = None) -> None:
            super().__init__(game.name, parameters)

    pyspiel.register_game(type_of(game), Registered)


for one in all_games().values():
    if one.load_module("encoding", pure=False):
        register(one)
