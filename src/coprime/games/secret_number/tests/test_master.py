"""The master counts what choices tell, mixes what it shows, and takes the casual bot's time."""

import random
from types import SimpleNamespace

import numpy as np
import pytest

import coprime
from coprime.arena.match import play_actions, play_one, victory_shares
from coprime.arena.players import make_player
from coprime.core.match import Match
from coprime.games.secret_number.tests.test_knowledge import hands_of, result

GAME = coprime.game("secret_number")
MASTER, BOTS = GAME.load_module("expert"), GAME.bots
BELIEFS, DISPLAY, RULES = MASTER.beliefs, MASTER.display_policy, BOTS.rules


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


@pytest.mark.parametrize(("seats", "open_card", "low", "high"), [(3, 2, 1, 2), (4, 0, 0, 1), (4, 0, 2, 2)])
def test_likely_are_the_choices_of_a_casual_bot(seats, open_card, low, high):
    s = GAME.new_state(seats, {}, RULES)
    s.stage, s.rounds, s.open_card, s.low[0], s.high[0] = RULES.Stage.OPENING, 1, open_card, low, high
    found = {BOTS.choose_in_opening(BOTS.to_namespace(s), 0, "casual", random.Random(seed)) for seed in range(40)}
    shares = BELIEFS.choice_likelihoods(1, seats, open_card, (), low, high)
    assert {int(action) for action, share in shares.items() if share == max(shares.values())} == found != set(shares)


# What it shows.

@pytest.mark.parametrize("seats", [2, 5])
def test_the_plans_of_a_hand_are_all_that_it_can_show_and_shared_out_whole(seats):
    chances = DISPLAY.plan_chances(seats, 1)
    for (low, high), plans in chances.items():
        possible = {(op, number, op_first) for op in range(4) if result(low, high, op) is not None
                    for number in (low, high) if number for op_first in (False, True)}
        assert set(plans) == possible and sum(plans.values()) == pytest.approx(1) and min(plans.values()) >= 0
    assert len(chances) == {2: 4, 5: 19}[seats]                     # two 1s are in no hand where one lies open


def right_guesses(plans_of):
    """How often somebody guesses right who knows with which chance each hand shows what, of all deals for two."""
    tiny, right, whole = GAME.load_module("tiny"), 0.0, 0.0
    for open_card in range(3):
        seen = {}
        for state, share in tiny.enumerate_deals(GAME.new_state(2, tiny.OPTIONS), (open_card,)):
            low, high = int(state.low[1]), int(state.high[1])
            share *= {0: 5, 1: 4, 2: 4}[open_card] / 13             # how often each card lies open
            for (op, number, op_first), chance in plans_of(open_card, low, high).items():
                key = int(state.low[0]), int(state.high[0]), result(low, high, op), op, number, op_first
                ways = seen.setdefault(key, [0.0] * 3)
                ways[int(state.secret)] += share * chance
        right += sum(map(max, seen.values()))
        whole += sum(map(sum, seen.values()))
    assert whole == pytest.approx(1)
    return right


def test_it_hides_better_than_a_choice_at_random_even_from_whoever_knows_how_it_chooses():
    """9 games of 13 are won by whoever knows the number; 11 of 13 are then the fewest right guesses."""
    def even(open_card, low, high):
        plans = DISPLAY.list_plans(low, high)
        return dict.fromkeys(plans, 1 / len(plans))

    mixed = right_guesses(lambda open_card, low, high: DISPLAY.plan_chances(2, open_card)[low, high])
    assert mixed == pytest.approx(0.9196, abs=0.002)                # docs/exploitability.md
    assert 11 / 13 < mixed < right_guesses(even)


def test_it_shows_a_hand_as_often_as_its_plans_say():
    state = next(state for state, _ in GAME.load_module("tiny").enumerate_deals(
        GAME.new_state(2, {"match_length": 1}), (2,)) if (state.low[0], state.high[0]) == (1, 2))
    GAME.pure_rules.redact(state, 0)
    shares, found = {}, {}
    for plan, share in DISPLAY.plan_chances(2, 2)[1, 2].items():
        action = int(RULES.encode_cover(RULES.PLACE_OF_RESULT[result(1, 2, plan.op)], plan.op))
        shares[action] = shares.get(action, 0.0) + share
    for seed in range(400):
        action, _ = MASTER.choose(state, 0, seed)
        found[action] = found.get(action, 0) + 1 / 400
    assert all(found.get(action, 0) == pytest.approx(share, abs=0.1) for action, share in shares.items())


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


def last_rounds(match_length):
    """Views of seat 1 in the last round of a first game, after seat 0 has laid a card, and the exact chances."""
    tiny, out, dice = GAME.load_module("tiny"), np.zeros(RULES.MAX_ACTIONS, np.int64), random.Random(3)
    for state, _ in tiny.enumerate_deals(GAME.new_state(2, {"match_length": match_length})):
        while state.stage != RULES.Stage.RACE:
            seat = int(tiny.to_act(state)).bit_length() - 1
            tiny.apply(state, seat, int(out[dice.randrange(RULES.list_choices(state, seat, out))]))
        tiny.apply(state, 0, int(RULES.encode_answer(dice.randrange(3))))
        GAME.pure_rules.redact(state, 1)
        yield state, 1, BOTS.exact_chances(BOTS.freeze_view(BOTS.to_namespace(state), BOTS.STEADY_FIELDS), 1)


def test_once_the_other_has_laid_a_card_it_lays_only_what_it_is_sure_of():
    """SN-7, SN-11: in the last round of a match between two who are level, whoever waits wins by a wrong card of the
    other.  Earlier in a match a right card brings more than a wrong one costs, so an even chance is enough."""
    def laid(match_length):
        return {float(chances[RULES.argument_of(action)]) for view, seat, chances in last_rounds(match_length)
                if (action := MASTER.choose(view, seat, 1)[0]) is not None
                and RULES.verb_of(action) == RULES.Verb.ANSWER}
    assert laid(1) == {1.0} and min(laid(2)) == pytest.approx(1 / 2)


def test_whoever_is_behind_or_lays_first_goes_by_points():
    view = BOTS.to_namespace(next(last_rounds(2))[0])
    view.game, view.points[0][:2], view.spent[:2] = 1, [3, 3], [0, 1]
    assert MASTER.waits_to_win(view, 0) and not MASTER.waits_to_win(view, 1)
    for name, value in (("points", [[2, 3, 0, 0, 0]]), ("rounds", 2), ("game", 0), ("seats", 3)):
        assert not MASTER.waits_to_win(SimpleNamespace(**{**vars(view), name: value}), 0)


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
