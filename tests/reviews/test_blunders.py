"""In every game a mistake that was made on purpose is found, and what is told instead can be done."""

import pytest

import coprime
from coprime.core.attr_view import to_object
from coprime.core.match import Match, copy_state
from coprime.core.record import load_record, replay_record


def ends_well(match, seat, action):
    """Does an action end the hand at once, and bring the seat more than anybody?"""
    after = copy_state(match.state)
    match.rules.apply(after, seat, action)
    before, now = match.returns(), [0.0] * match.seats
    match.rules.returns(after, now)
    gains = [b - a for a, b in zip(before, now, strict=True)]
    ended = match.rules.is_between_hands(after) or not match.rules.to_act(after)
    return bool(ended and gains[seat] > 0 and gains[seat] == max(gains))


def ends_well_from(match, state, seat):
    """Of each action listed in a position: does it end the hand well?"""
    there = Match(match.game, match.seats, match.options, match.rules)
    there.state = state
    return [ends_well(there, seat, action) for action in there.sound_actions(seat)]


def called(match, seat, *verbs):
    """The first of its listed actions that is called so."""
    label = match.game.words.label
    return next((action for action in match.sound_actions(seat) if label(action).split()[0] in verbs), None)


def passes_a_win(match, seat):
    """Prime Daifugo Lv. 0, Sosu Daifugo: a pass with the last cards in hand playable."""
    if any(ends_well(match, seat, action) for action in match.sound_actions(seat)):
        return called(match, seat, "pass")
    return None


def goes_out(match, seat):
    """Daifugo: a pass although all cards could be played, and nobody is out yet."""
    if match.state.phase != 2 or match.state.place.any():
        return None
    for action in match.sound_actions(seat):
        after = copy_state(match.state)
        match.rules.apply(after, seat, action)
        if after.place[seat] == 1:
            return called(match, seat, "pass")
    return None


def stays(match, seat):
    """Prime Climb: the turn is ended, or spent, where one number brings the last pawn home."""
    listed = match.sound_actions(seat)
    if not any(ends_well(match, seat, action) for action in listed):
        return None
    for action in listed:
        after = copy_state(match.state)
        match.rules.apply(after, seat, action)
        if int(match.rules.to_act(after)) and not any(ends_well_from(match, after, seat)):
            return action
    return None


def turns(match, seat):
    """Prime Solitaire: the last card is turned onto what would have cleared the foundation."""
    if match.state.left == 1 and any(ends_well(match, seat, action) for action in match.sound_actions(seat)):
        return called(match, seat, "turn")
    return None


def keeps(match, seat):
    """Factor Rummy: a card is discarded where the hand could go out."""
    rungs = match.game.hint_steps(to_object(match.view(seat)), seat, [])
    out = [action for rung in rungs for action in rung.actions if match.game.words.label(action).startswith("out")]
    return called(match, seat, "discard") if out else None


def throws_a_wild(match, seat):
    """Prime Canasta: a wild is discarded, which helps whoever is next."""
    label = match.game.words.label
    if match.state.made[seat]:
        return next((action for action in match.sound_actions(seat) if label(action) == "discard W"), None)
    return None


def says_done(match, seat):
    """Prime Challenge: done, or a hit, where a set lies there."""
    if match.state.set_there and match.state.phase == 1 and match.state.turn == seat:
        for label in ("done", "hit"):
            action = match.game.words.parse(label)
            if not match.rules.refusal(match.state, seat, action):
                return action
    return None


def places_what_cannot_be(match, seat):
    """Secret Number: a card that cannot be right, where the right one is known."""
    view, worth = match.view(seat), match.game.hints.action_value
    if called(match, seat, "place") is None:
        return None
    values = {action: worth(view, seat, action) for action in match.sound_actions(seat)}
    worst = min(values, key=values.get)
    return worst if max(values.values()) > 2 and values[worst] <= -1 else None


# The seeds are of matches in which there is an occasion.
CASES = [
    ("prime_daifugo", passes_a_win, (2, 4, 8)),
    ("prime_climb", stays, (2, 3, 5)),
    ("prime_solitaire", turns, (19,)),
    ("daifugo", goes_out, (6, 25)),
    ("factor_rummy", keeps, (1, 3, 4)),
    ("prime_canasta", throws_a_wild, (2,)),
    ("prime_challenge", says_done, (3, 5)),
    ("secret_number", places_what_cannot_be, (2, 3, 7)),
    ("sosu_daifugo", passes_a_win, (10, 12, 9)),
]


def test_there_is_a_case_for_every_game():
    assert sorted(name for name, *_ in CASES) == sorted(coprime.all_games())


@pytest.mark.compiled
@pytest.mark.parametrize("name, slip, seed", [(name, slip, seeds[0]) for name, slip, seeds in CASES])
def test_the_mistake_is_found(name, slip, seed, slipped):
    found(slipped(name, seed, slip))


@pytest.mark.parametrize("name, slip, seed", [(name, slip, seed) for name, slip, seeds in CASES for seed in seeds[1:]])
def test_other_mistakes_are_found(name, slip, seed, slipped):
    found(slipped(name, seed, slip))


def found(played):
    assert played.at is not None
    moments = {moment.step: moment for moment in coprime.review(played.text, seconds=None).moments}
    assert played.at in moments
    moment, event = moments[played.at], played.match.events[played.at]
    assert moment.played.labels[0] == played.game.words.label(event.action)
    assert moment.better is None or moment.better.words == moment.reason[-1]
    best = list(moment.better.labels) if moment.better else []
    before = replay_record(load_record(played.text), played.game.pure_rules, played.at)
    for label in best:
        before.act(0, played.game.words.parse(label))


@pytest.mark.compiled
@pytest.mark.parametrize("name, slip, seed", [("prime_daifugo", passes_a_win, 2), ("prime_climb", stays, 2),
                                              ("prime_solitaire", turns, 19)])
def test_of_a_win_passed_over_the_win_is_told(name, slip, seed, slipped):
    played = slipped(name, seed, slip)
    moment = next(one for one in coprime.review(played.text, seconds=None).moments if one.step == played.at)
    before = replay_record(load_record(played.text), played.game.pure_rules, played.at)
    assert ends_well(before, 0, played.game.words.parse(moment.better.labels[0]))
    assert moment.boxes and moment.boxes.better == 10
