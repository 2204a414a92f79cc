"""OpenSpiel games: every game with an encoding.  Needs `pip install coprime[spiel]`.

Importing this module registers them: `pyspiel.load_game("coprime_prime_daifugo(players=3,options=games_to_win:1)")`.
"""

import hashlib
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import SEED_BITS, Match, chance_faces
from ..core.messages import load_messages
from ..core.options import parse_options
from ..core.registry import all_games
from ..core.registry import find_game as find
from ..core.seats import CHANCE, CLOCK, MAX_OUTCOMES, WATCHER
from ..env.encoder import Encoder
from ..env.sequential_env import advance_to_decision

SAY = load_messages(Path(__file__).parent)["env"]
SHUFFLE_OUTCOMES = 1_024           # outcomes of a shuffle; OpenSpiel lists all of them
MAX_DECISIONS_PER_ACTION = 8       # while a window is open, a seat may choose to wait so often before it acts
LARGEST_LENGTH = 2**31 - 1         # OpenSpiel stores an int32; bounds for 10,000 games to win are larger

try:
    import numpy as np
    import pyspiel
except ImportError as wrong:
    raise BadInput(SAY["spiel"]) from wrong

GAME_TYPE = pyspiel.GameType
DEFAULT_PARAMETERS = {"players": 0, "seed": 1, "options": ""}
Parameters = Mapping[str, Any]


class SpielGame(pyspiel.Game):              # type: ignore[misc]      # a library without types
    """A game of Coprime for OpenSpiel.  Raises BadInput.

    An observation is float32[size], the view of a seat (`encoder.stretches` says which numbers mean what); the
    information state is text: everything that a seat has seen.  A shuffle has SHUFFLE_OUTCOMES equally likely outcomes,
    drawn from the seed, so a history determines the whole match.  If several seats may act at once they are asked in
    turn; while a window is open (CLOCK runs), every decision takes its time and the last action is to wait.

    players  how many seats
    seed     of all shuffles
    options  by name, as `level:2;target_score:50`
    """

    def __init__(self, name: str, parameters: Parameters | None = None) -> None:
        given = {**DEFAULT_PARAMETERS, **(parameters or {})}
        game = find(name)
        options = parse_options(game.options,
                                str(given["options"]).replace(":", "=").split(";") if given["options"] else [],
                                game.title)
        self.encoder = Encoder(game, int(given["players"]) or None, options)
        self.seed = int(given["seed"])
        most = game.rules.SWING * game.longest          # returns change at rests, and each takes an action at least
        super().__init__(make_game_type(game), pyspiel.GameInfo(
            num_distinct_actions=self.encoder.choices, max_chance_outcomes=max(SHUFFLE_OUTCOMES, MAX_OUTCOMES),
            num_players=self.encoder.seats, min_utility=-most, max_utility=most,
            max_game_length=min(game.longest * MAX_DECISIONS_PER_ACTION, LARGEST_LENGTH)),
            dict(given))

    def new_initial_state(self) -> "SpielState":
        """Return the state at the begin of a match."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Return an observer of states; with perfect recall if the observation type asks for it."""
        return SpielObserver(self.encoder, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielState(pyspiel.State):              # type: ignore[misc]
    """A position in which one seat or chance is to choose, or the terminal position."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.encoder, self.seed = game.encoder, game.seed
        self.match = Match(self.encoder.game, self.encoder.seats, self.encoder.options)
        self.observation_histories: list[list[str]] = [[] for _ in range(self.encoder.seats)]
        self.decision_count = 0
        self.player_to_choose = self._find_next_player()

    def _find_next_player(self) -> int:
        """Return the player to choose now, after CLOCK has acted the time that the decision takes."""
        seat = advance_to_decision(self.match, lambda seats: seats[self.decision_count % len(seats)],
                                   self._act_and_observe)
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def _act_and_observe(self, actor: int, action: int) -> None:
        match = self.match
        seen = [int(match.rules.observe_action(match.state, actor, action, seat)) for seat in range(match.seats)]
        match.act(actor, action)
        for seat, history in enumerate(self.observation_histories):
            view = hashlib.blake2b(match.view(seat).tobytes(), digest_size=8).hexdigest()
            history.append(f"{actor}:{seen[seat]}:{view}")

    def current_player(self) -> int:
        """Return the seat to choose, or OpenSpiel's id for chance or the end."""
        return self.player_to_choose

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.player_to_choose == pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        state = self.match.state
        listed = sorted(self.encoder.choice(state, action) for action in self.match.sound_actions(player))
        return [*listed, self.encoder.wait_choice] if CLOCK in self.match.to_act() else listed

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities; a shuffle has SHUFFLE_OUTCOMES equal ones."""
        faces, weights = chance_faces(self.match.rules, self.match.state)
        if len(faces) == 0:
            return [(deal, 1 / SHUFFLE_OUTCOMES) for deal in range(SHUFFLE_OUTCOMES)]
        return list(enumerate((weights / weights.sum()).tolist()))

    def _apply_action(self, number: int) -> None:
        if self.player_to_choose == pyspiel.PlayerId.CHANCE:
            self._act_and_observe(CHANCE, self._chance_action(number))
        else:
            self.decision_count += 1
            if number != self.encoder.wait_choice:
                listed = self.match.sound_actions(self.player_to_choose)
                self._act_and_observe(self.player_to_choose, self.encoder.action(listed, self.match.state, number))
        self.player_to_choose = self._find_next_player()

    def _chance_action(self, outcome: int) -> int:
        """Return the action of CHANCE for an outcome: one of its faces, or the seed of a shuffle."""
        faces, _ = chance_faces(self.match.rules, self.match.state)
        if len(faces):
            return int(faces[outcome])
        return random.Random(f"{self.seed} {len(self.match.events)} {outcome}").getrandbits(SEED_BITS)

    def _action_to_string(self, player: int, number: int) -> str:
        if player >= 0:
            return self.encoder.label(number)
        return SAY["chance"].format(outcome=number)

    def returns(self) -> list[float]:
        """Return the seats' returns; zeros before the end."""
        return self.match.returns() if self.is_terminal() else [0.0] * self.encoder.seats

    def __str__(self) -> str:
        """Return what a spectator sees as text."""
        return self.encoder.view_text(self.match.view(WATCHER), WATCHER)


class SpielObserver:
    """An observer: what a seat sees as numbers and as text.

    With perfect recall all that it has seen before, too.
    """

    def __init__(self, encoder: Encoder, has_perfect_recall: bool) -> None:
        self.encoder, self.has_perfect_recall = encoder, has_perfect_recall
        self.tensor = np.zeros(encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill `tensor` with what a player sees."""
        self.tensor[:] = self.encoder.observation(state.match.view(player), player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees as text."""
        text = self.encoder.view_text(state.match.view(player), player)
        return " ".join([*state.observation_histories[player], text]) if self.has_perfect_recall else text


def make_game_type(game: Game) -> Any:
    """Return OpenSpiel's description of a game."""
    return GAME_TYPE(
        short_name=f"coprime_{game.name}", long_name=game.title, dynamics=GAME_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=GAME_TYPE.ChanceMode.EXPLICIT_STOCHASTIC, information=GAME_TYPE.Information.IMPERFECT_INFORMATION,
        utility=GAME_TYPE.Utility.GENERAL_SUM, reward_model=GAME_TYPE.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0], provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True, provides_factored_observation_string=False,
        parameter_specification=DEFAULT_PARAMETERS)


def register_game(game: Game) -> None:
    """Register a game with OpenSpiel as `coprime_<name>`."""

    class Registered(SpielGame):            # a class, since OpenSpiel may not let go of a function when Python ends
        def __init__(self, parameters: Parameters | None = None) -> None:
            super().__init__(game.name, parameters)

    pyspiel.register_game(make_game_type(game), Registered)


for one in all_games().values():
    if one.load_module("encoding", pure=False):
        register_game(one)
