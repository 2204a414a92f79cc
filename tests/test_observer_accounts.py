"""What the observers of a match read in the log: every event is told to each of them, and their accounts agree."""

import re

import numpy as np
import pytest

from coprime.core.messages import Line
from coprime.core.registry import all_games, find_game
from coprime.core.seats import WATCHER
from coprime.testing import log_laws
from coprime.testing.laws import RandomWalk, view_of
from coprime.testing.log_laws import Account, check_accounts, check_accounts_of_matches


@pytest.mark.parametrize("name", list(all_games()))
def test_accounts_agree(name):
    check_accounts_of_matches(find_game(name), range(3), most=60)


@pytest.mark.parametrize("name", list(all_games()))
def test_accounts_agree_over_many_matches(name, sample_size):
    check_accounts_of_matches(find_game(name), range(3, sample_size(4, 20)), most=120)


@pytest.mark.parametrize("name", list(all_games()))
def test_what_a_watcher_reads_over_the_table_is_about_others(name):
    """A watcher may do nothing: no sentence asks them, or says what they may do."""
    game, names = find_game(name), ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"]
    walk = RandomWalk(game, game.rules, game.default_seat_count(2), {}, 7)
    for _ in range(80):
        if not walk.acting_seats():
            break
        scene = game.words.scene(view_of(walk.rules, walk.state, WATCHER), WATCHER, names[:walk.seats])
        text = f"{scene['ask']} {scene.get('why', '')}"
        assert not re.search(r"\b[Yy]ou", text), text
        walk.play_event()


# The laws find what they are for.

TOLD = "Ada plays 17."


def accounts_read(*texts, marks=("", "", ""), seen=(3, 3, 3)):
    """Of two seats, of which seat 0 acts, and a spectator."""
    return [Account(observer, action, Line(text, mark), (b"before", b"after"))
            for observer, action, text, mark in zip((0, 1, WATCHER), seen, texts, marks, strict=True)]


@pytest.fixture(scope="module")
def walk():
    return log_laws.RandomWalk(find_game("secret_number"), find_game("secret_number").pure_rules, 2, {}, 1)


@pytest.mark.parametrize(("told", "wrong"), [
    (accounts_read("You roll -1.", TOLD, TOLD), "a hidden value"),
    (accounts_read("You play 17.", "Ada plays {card}.", TOLD), "reads “Ada plays {card}.”"),
    (accounts_read("You play None.", TOLD, TOLD), "reads “You play None.”"),
    (accounts_read("You play 17.", TOLD, TOLD, marks=("failed", "prime", "prime")), "have the marks"),
    (accounts_read("You play 17.", "", TOLD), "only some read of it"),
    (accounts_read("You play 17.", "Ada plays 19.", TOLD), "numbers lack"),
    (accounts_read("You play 17.", "Ada plays 17 for 2.", TOLD), "they differ"),
    (accounts_read("You play.", TOLD, TOLD), "numbers lack"),
    (accounts_read("You play 17.", "Somebody plays 17.", TOLD), "unlike lines")])
def test_what_disagrees_is_found(walk, told, wrong):
    with pytest.raises(AssertionError, match=wrong):
        check_accounts(walk, log_laws.Event(0, 0), told)


@pytest.mark.parametrize("told", [
    accounts_read("You draw 4 and 9.", "Ada draws.", "Ada draws."), accounts_read("", "", ""),
    accounts_read("You lose 5: −5 points.", "Ada loses 5: −5 points.", "Ada loses 5: −5 points."),
    accounts_read("You give 8.", "Ada gives you 8.", "Ada gives a card.", seen=(3, 3, -1)),
    accounts_read("You roll 2-1.", "Ada rolls 2-1.", "Ada rolls 2-1.")])
def test_what_agrees_is_left_alone(walk, told):
    check_accounts(walk, log_laws.Event(0, 0), told)


def test_violations_are_among_the_events():
    """Prime Daifugo Lv. 0 takes composites that are played as primes: without them half of the log is not looked at."""
    it = find_game("prime_daifugo")
    walk = log_laws.check_match_accounts(it, 2, {}, 1, 150)
    state, wrong = it.new_state(2, walk.options, it.pure_rules), 0
    for event in walk.events:
        wrong += bool(event.seat < 2 and it.pure_rules.violation(state, *event))
        it.pure_rules.apply(state, *event)
    assert wrong >= 5 and isinstance(state, np.void)
