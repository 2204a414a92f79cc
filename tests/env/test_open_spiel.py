"""The games of OpenSpiel, held to what that library tests."""

import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from encoded_games import ENCODED, ONE_GAME

import coprime
from coprime.adapters import spiel
from coprime.core.errors import BadInput
from coprime.core.seats import CHANCE

LONG = pytest.mark.long


def loaded(name, players=2, **options):
    said = ";".join(f"{key}:{value}" for key, value in (ONE_GAME.get(name, {}) | options).items())
    return pyspiel.load_game(f"coprime_{name}(players={players},options={said})")


def ended(game, luck, state=None):
    """A state at which nobody is asked any more, reached by chance."""
    state = state or game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(luck.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG if name in ("prime_climb", "factor_rummy") else ())
                                  for name in ENCODED])                 # whose matches are longest
def test_its_own_random_simulation(name, capfd):
    """With serialisation: a history and the parameters give the same match again."""
    fewest, most = coprime.game(name).seats
    game = loaded(name, min(max(2, fewest), most))
    pyspiel.random_sim_test(game, num_sims=1, serialize=name != "prime_climb", verbose=False)


@pytest.mark.parametrize("name", ["prime_daifugo", "secret_number"])
def test_a_history_tells_the_match(name):
    game = loaded(name)
    state = ended(game, random.Random(3))
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.match.events == state.match.events and again.returns() == state.returns() == state.match.returns()
    assert any(state.returns())
    other = ended(pyspiel.load_game(str(game).replace("seed=1", "seed=2")), random.Random(3))
    assert other.match.events != state.match.events


def test_a_shuffle_has_outcomes_of_its_own():
    game = loaded("prime_daifugo")
    state = game.new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == spiel.SHUFFLE_OUTCOMES
    dealt = set()
    for outcome in range(40):
        dealt.add(state.child(outcome).match.view(0).tobytes())
    assert len(dealt) == 40


def test_a_window_is_asked_about_seat_by_seat():
    """Secret Number: both may act; whoever is asked may wait, which takes time."""
    state = ended_at(loaded("secret_number"), lambda state: "wait" in labels(state))
    before, first = len(state.match.events), state.current_player()
    state.apply_action(state.encoder.choices - 1)
    assert state.current_player() == 1 - first
    assert all(event.seat > CHANCE for event in state.match.events[before:])


def labels(state):
    return [state.action_to_string(action) for action in state.legal_actions()]


def ended_at(game, reached):
    state = game.new_initial_state()
    while state.is_chance_node() or not reached(state):
        state.apply_action(state.legal_actions()[0])
    return state


def test_what_is_seen_is_the_view():
    game, luck = loaded("prime_daifugo"), random.Random(1)
    state = game.new_initial_state()
    for _ in range(20):
        state.apply_action(luck.choice(state.legal_actions()))
    for seat in range(2):
        view = state.match.view(seat)
        assert (np.array(state.observation_tensor(seat), np.float32) == state.encoder.observation(view, seat)).all()
        assert state.observation_string(seat) == state.encoder.view_text(view, seat)
        assert state.observation_string(seat) in state.information_state_string(seat)
    assert state.information_state_string(0) != state.information_state_string(1)


def test_what_a_seat_cannot_tell_apart_has_one_information_state():
    state = ended_at(loaded("prime_daifugo"), lambda state: len(state.match.events) > 4)
    for seat in range(2):
        other = state.clone()
        other.match.state = state.match.view(seat)
        other.match.rules.imagine(other.match.state, seat, 77)
        assert other.match.state.tobytes() != state.match.state.tobytes()
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)


@pytest.mark.parametrize(("text", "says"), [
    ("coprime_prime_daifugo(players=9)", "Prime Daifugo Lv. 0 is played by 2 to 3, not by 9"),
    ("coprime_prime_daifugo(options=colour:red)", "has no option 'colour'"),
    ("coprime_daifugo(options=seq_suit:any)", "numbered only where seq_suit is same; here it is any"),
])
def test_what_cannot_be_is_told(text, says):
    with pytest.raises(BadInput, match=says):
        pyspiel.load_game(text)


def test_python_ends_in_peace():
    """OpenSpiel keeps what is registered for longer than Python lives."""
    done = subprocess.run([sys.executable, "-c", "import coprime.adapters.spiel"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_who_has_not_installed_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "coprime.adapters.spiel")
    with pytest.raises(BadInput, match=r"pip install coprime\[spiel\]"):
        import coprime.adapters.spiel  # noqa: F401
