"""The master counts what choices tell, shows what tells least, and takes the casual bot's time."""

import random

import pytest

import coprime
from coprime.arena.match import play_actions, play_one, victory_shares
from coprime.arena.players import make_player
from coprime.core.match import Match
from coprime.games.secret_number.tests.test_knowledge import hands_of, result

GAME = coprime.game("secret_number")
MASTER, BOTS = GAME.load_module("expert"), GAME.bots
BELIEFS, RULES = MASTER.beliefs, BOTS.rules


def rounds(seats, seed):
    """The states in which the rounds of some games between casual bots began."""
    match = Match(GAME, seats, {"match_length": 2})
    for _ in play_actions(match, [make_player(GAME, "casual")] * seats, random.Random(seed)):
        if match.state.stage == RULES.Stage.RACE and match.state.laid == match.state.since[match.state.rounds - 1]:
            yield match.state.copy(), [match.view(seat) for seat in range(seats)]


def chosen(view, other, low, high):
    """The chance that a hand shows what a seat has shown, by every operation and clue that it could have chosen."""
    in_two = view.first_op >> other & 1
    numbers = tuple(sorted(int(view.number[one]) for one in range(view.seats)
                           if view.number[one] and not view.first_op >> one & 1))
    table, total = (int(view.seats), int(view.open_card)), 0.0
    for op in range(4):
        made = result(low, high, op)
        if made is None or RULES.PLACE_OF_RESULT[made] != view.place[other]:
            continue
        if (in_two or view.rounds == 3) and op != view.op[other]:
            continue
        place, share = int(view.place[other]), 1.0
        share *= BELIEFS.choice_likelihoods(1, *table, (), low, high)[RULES.encode_cover(place, op)]
        number = RULES.encode_show_number(int(view.number[other]))
        if view.rounds >= 2:
            clues = BELIEFS.choice_likelihoods(2, *table, (), low, high, op, place)
            share *= clues[int(RULES.Verb.OPERATION)] if in_two else clues[number]
        if view.rounds == 3 and in_two:
            share *= BELIEFS.choice_likelihoods(3, *table, numbers, low, high, op, place)[number]
        total += share
    return total


@pytest.mark.parametrize("seats", [2, 3])
def test_the_chances_are_those_of_an_enumeration_of_all_deals(seats):
    looked = 0
    for seed in range(4 if seats == 2 else 1):
        for _, views in rounds(seats, seed):
            view, weights = views[0], [0.0] * (seats + 1)
            for hands, secret in hands_of(view, 0):
                weight = 1.0
                for other, (low, high) in hands.items():
                    weight *= chosen(view, other, low, high)
                weights[secret] += weight
            expected = [weight / sum(weights) for weight in weights]
            assert BELIEFS.secret_chances(BOTS.to_namespace(view), 0) == pytest.approx(expected)
            looked += 1
    assert looked >= 6


def test_the_true_number_is_never_ruled_out():
    for seed in range(5):
        for state, views in rounds(3, seed):
            for seat, view in enumerate(views):
                assert BELIEFS.secret_chances(BOTS.to_namespace(view), seat)[state.secret] > 0


def test_choices_are_shared_out_whole():
    for low, high in [(0, 2), (1, 1), (1, 2), (2, 2)]:
        shares_of = BELIEFS.choice_likelihoods(1, 2, 0, (), low, high)
        assert sum(shares_of.values()) == pytest.approx(1) and min(shares_of.values()) > 0


def test_it_takes_as_long_as_the_casual_bot():
    compared = 0
    for _, views in rounds(2, 1):
        for seat, view in enumerate(views):
            mine, after = MASTER.choose(view, seat, 5)
            theirs, theirs_after = BOTS.choose(view, seat, "casual", 5)
            if None not in (mine, theirs) and RULES.verb_of(mine) == RULES.verb_of(theirs):
                assert after == theirs_after
                compared += 1
    assert compared > 2


def test_the_same_arguments_give_the_same_listed_action_and_the_view_is_left_alone():
    match = Match(GAME, 2, {"match_length": 1})
    for _ in play_actions(match, [make_player(GAME, "master"), make_player(GAME, "novice")], random.Random(1)):
        if match.over or 0 not in match.to_act():
            continue
        view = match.view(0)
        before = view.tobytes()
        action, after = MASTER.choose(view, 0, 9)
        assert (action, after) == MASTER.choose(view, 0, 9, iterations=3) and view.tobytes() == before
        assert action is None or action in match.sound_actions(0)


@pytest.mark.parametrize("seats, least", [(2, 0.68), (3, 0.55)])
def test_it_beats_casual_bots_at_their_own_pace(seats, least, sample_size):
    won, games = 0.0, sample_size(30, 90)
    for n in range(games):
        bots = [make_player(GAME, "casual")] * seats
        bots[n % seats] = make_player(GAME, "master")
        won += victory_shares(play_one(GAME, bots, str(n // seats), {}).returns)[n % seats]
    assert won > least * games
