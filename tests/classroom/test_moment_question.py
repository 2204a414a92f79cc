"""A moment of a game as a question: some things to choose from, and nothing of what the seat could not see."""

import random

import pytest

from coprime.classroom.moment_question import MOST_CHOICES, ChoiceMaker
from coprime.core.attr_view import to_object
from coprime.core.errors import BadInput
from coprime.core.match import Match, copy_state
from coprime.core.registry import all_games
from coprime.core.seats import WATCHER
from coprime.table.event_history import EventWithStates, HistoryEvent

NAMES = ("Ada", "Ben", "Cem", "Dan", "Eve", "Fay")
STEPS = 40


def moments(name, seed=5):
    """Some steps of a random game, each as its match stood before it."""
    game, luck = all_games()[name], random.Random(seed)
    match = Match(game, max(game.seats[0], min(3, game.seats[1])), None, game.pure_rules)
    for step in range(STEPS):
        match.settle(luck.getrandbits)
        acting = [seat for seat in match.to_act() if seat < match.seats]
        if not acting:
            return
        seat = luck.choice(acting)
        action = luck.choice(match.sound_actions(seat))
        before = copy_state(match.state)
        yield match, EventWithStates(step, HistoryEvent(step, seat, action, False), before, before)
        match.act(seat, action)


def asked(match, step, state):
    seat = step.event.seat
    try:
        return ChoiceMaker(match, match.view(seat, state), seat, NAMES[:match.seats]).make_choices(step)
    except BadInput:
        return None


@pytest.mark.parametrize("name", sorted(all_games()))
def test_what_is_asked_follows_from_what_the_seat_saw_alone(name):
    found = 0
    for match, step in moments(name):
        seat, rules = step.event.seat, match.rules
        told = asked(match, step, step.before)
        other = match.view(seat, step.before)                   # another world that the seat could have been in
        rules.imagine(other, seat, 99)
        assert asked(match, step, other) == told
        if told is None:
            continue
        found += 1
        choices, played = told
        assert 2 <= len(choices) <= MOST_CHOICES and len(set(choices)) == len(choices)
        after = copy_state(step.before)
        rules.apply(after, seat, step.event.action)
        own = [to_object(match.view(seat, state)) for state in (step.before, after)]
        line = match.game.words.describe_event(own[0], seat, step.event.action, own[1], NAMES[:match.seats], WATCHER)
        assert choices[played] == str(line.text), "what was played is said as it was"
    assert found, f"{name}: nothing could be asked"
