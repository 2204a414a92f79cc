"""What a user of the package meets first: `help(coprime)`, whose examples run, and names that are there."""

import copy
import doctest
import pickle
import pydoc
import random
import subprocess
import sys

import numpy as np
import pytest

import coprime
from coprime.core.seats import CHANCE, CLOCK


def test_the_examples_of_its_help_run():
    done = doctest.testmod(coprime)
    assert done.attempted >= 10 and done.failed == 0


@pytest.mark.parametrize("name", coprime.__all__)
def test_help_tells_of_every_name(name):
    assert getattr(coprime, name).__doc__ and name in dir(coprime)
    said = pydoc.plain(pydoc.render_doc(coprime))
    assert f"class {name}(" in said or f"    {name}(" in said


def test_importing_it_imports_nothing_heavy():
    code = "import coprime, sys; print({'numpy', 'numba', 'starlette', 'typer'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="'dance'"):
        coprime.dance                                           # noqa: B018 - asking is the test


def test_simulate_takes_a_game_or_its_name():
    by_name = coprime.simulate("prime_climb", ["novice"], games=1, seed=3, seats=2)
    assert by_name.standings == coprime.simulate(coprime.game("prime_climb"), ["novice"], 1, 3, 2).standings
    with pytest.raises(ValueError, match="no bot 'genius'"):
        coprime.simulate("prime_climb", ["genius"])


@pytest.fixture
def dealt():
    match = coprime.Match(coprime.game("prime_daifugo"), 2)
    match.settle(random.Random(1).getrandbits)
    return match


@pytest.mark.parametrize("ask", [
    lambda match: match.sound_actions(2), lambda match: match.sound_actions(-1), lambda match: match.sound_actions(29),
    lambda match: match.sound_actions("0"), lambda match: match.sound_actions(0.5), lambda match: match.act(2, 1),
    lambda match: match.act(29, 1), lambda match: match.view(2), lambda match: match.view(None),
])
def test_a_seat_that_is_not_there_gets_a_sentence(dealt, ask):
    before = dealt.state.tobytes()
    with pytest.raises(ValueError, match=r"There is no seat .+; the seats are 0 to 1\."):
        ask(dealt)
    assert dealt.state.tobytes() == before


@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_nothing_is_listed_of_chance_and_of_the_clock_its_deadline(name):
    """They have no hand, and compiled rules would read one beyond the last."""
    match = coprime.Match(coprime.game(name), coprime.game(name).seats[1])
    match.settle(random.Random(1).getrandbits)
    assert match.sound_actions(match.to_act()[0])
    assert match.sound_actions(CHANCE) == []
    runs = [int(match.rules.deadline(match.state))] if CLOCK in match.to_act() else []
    assert match.sound_actions(CLOCK) == runs


@pytest.mark.parametrize("action", ["draw", 2.5, None, 2**63, -2**63 - 1, [1]])
def test_what_is_no_action_gets_a_sentence(dealt, action):
    before, events = dealt.state.tobytes(), list(dealt.events)
    with pytest.raises(ValueError, match="is no action; an action is a whole number of 64 bits"):
        dealt.act(dealt.to_act()[0], action)
    assert dealt.state.tobytes() == before and dealt.events == events


def test_numbers_of_numpy_are_seats_and_actions(dealt):
    seat = dealt.to_act()[0]
    action = np.array(dealt.sound_actions(np.int64(seat)))[0]
    dealt.act(np.int8(seat), action)
    assert dealt.events[-1] == (seat, int(action)) and type(dealt.events[-1].seat) is int


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_a_match_can_be_copied_and_pickled(name, plain):
    game, luck = coprime.game(name), random.Random(5)
    match = coprime.Match(game, game.seats[1], rules=game.pure_rules if plain else None)
    match.settle(luck.getrandbits)
    seat = match.to_act()[0]
    first, second = match.sound_actions(seat)[0], match.sound_actions(seat)[-1]
    twins = [copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))]
    match.act(seat, first)
    for twin in twins:
        assert twin.rules is match.rules and twin.options == match.options and len(twin.events) == len(match.events) - 1
        other = copy.copy(twin)
        twin.act(seat, first)
        assert twin.state.tobytes() == match.state.tobytes() and twin.events == match.events
        other.act(seat, second)                                 # and each goes its own way
        assert (other.state.tobytes() == match.state.tobytes()) == (first == second)


def deals(name):
    game = coprime.game(name)
    for seed in range(40):
        match = coprime.Match(game, max(2, game.seats[0]))
        match.settle(random.Random(seed).getrandbits)
        seat = match.to_act()[0]
        yield match, seat, {game.words.label(action): action for action in match.sound_actions(seat)}


@pytest.mark.parametrize("name", ["prime_daifugo", "daifugo", "secret_number"])
def test_an_action_is_read_without_its_verb_where_one_is_written_so(name):
    one = several = 0
    for match, seat, labels in deals(name):
        for label, action in labels.items():
            assert match.read(seat, label) == action
            rest = label.partition(" ")[2].replace(" ", "")
            alike = [other for other in labels if other.partition(" ")[2].replace(" ", "") == rest]
            if not rest or rest in labels:
                continue
            if len(alike) == 1:
                assert match.read(seat, rest) == match.read(seat, " ".join(rest)) == action
                one += 1
            else:
                with pytest.raises(ValueError, match="can be") as told:
                    match.read(seat, rest)
                assert all(other in str(told.value) for other in alike)
                several += 1
    assert one and (several or name != "prime_daifugo")


def test_what_is_no_action_is_told_as_before(dealt):
    seat = dealt.to_act()[0]
    for text in ("", " ", "127127127", "no such thing", "play"):
        with pytest.raises(ValueError, match="is not an action"):
            dealt.read(seat, text)
        with pytest.raises(ValueError, match="is not an action"):
            dealt.read(1 - seat, text)
