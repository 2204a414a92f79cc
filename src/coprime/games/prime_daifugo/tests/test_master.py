"""The master: repeatable, blind to what is hidden, the same uncompiled; its style and its certain endings are sound."""

import os
import random
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from coprime.core.bits import add_to_bag
from coprime.core.match import Match
from coprime.core.seats import CHANCE, UNKNOWN
from coprime.games.prime_daifugo import action_features, heuristics, observation, rules, winning_chain
from coprime.games.prime_daifugo.expert import learning, player
from coprime.games.prime_daifugo.game import GAME
from coprime.games.prime_daifugo.tables import PLAY_ACTION
from coprime.search import search_warmup
from coprime.search.learner import Training

ALL = {"cards_5_9": "on", "cards_4_6_8": "on", "cards_0": "on"}
TABLES = [(2, {}), (2, {**ALL, "multi_in_three": "off"}), (3, {**ALL, "cards_skip": "on", "skip_last": "barred"})]


def walk(seats, options, seed, most=200):
    """Random play: the state, at every point where a seat has a choice, and the seat."""
    luck, match = random.Random(seed), Match(GAME, seats, options)
    for _ in range(most):
        match.settle(luck.getrandbits)
        if match.over:
            return
        seat = match.to_act()[0]
        if seat == CHANCE:                          # between two games
            match.act(CHANCE, match.chance(luck.getrandbits))
            continue
        listed = match.sound_actions(seat)
        if len(listed) > 1:
            yield match.state, seat
        match.act(seat, luck.choice(listed))


def some(count, seats=2, options=None, seed=1):
    """Some (view, seat) of random play."""
    found = []
    while len(found) < count:
        for i, (s, seat) in enumerate(walk(seats, options or {}, seed)):
            if i % 5 == 0 and len(found) < count:
                view = s.copy()
                observation.redact(view, seat)
                found.append((view, seat))
        seed += 1
    return found


class Desk:
    """Work arrays of the style."""

    def __init__(self):
        n = rules.MAX_ACTIONS + 200
        self.actions, self.row_of = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.rows, self.weights = np.zeros((3, 8), np.int64), np.zeros(n)

    def listed(self, s, seat):
        return action_features.list_actions_with_rows(s, seat, self.actions, self.row_of, self.rows)

    def likings(self, s, seat, theta, block):
        n = self.listed(s, seat)
        fixed = player.weigh_fixed_traits(theta)
        return n, action_features.write_action_weights(s, seat, self.actions, self.row_of, n, self.weights, theta,
                                                       block, fixed, self.rows)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_same_seed_gives_the_same_action_and_the_view_stays(seats):
    for view, seat in some(3, seats):
        before = view.tobytes()
        first = player.choose(view, seat, 7, iterations=120)
        assert first == player.choose(view, seat, 7, iterations=120)
        out = np.zeros(rules.MAX_ACTIONS, np.int64)
        assert first in out[:rules.sound_actions(view, seat, out)]
        assert view.tobytes() == before and player.ready()


def test_it_needs_nothing_that_a_view_hides():
    """What other hands and the deck are does not reach it: it is given a view, and all worlds of it have one answer."""
    for view, seat in some(3, 3, seed=5):
        choices = set()
        for seed in (1, 2, 3):
            world = view.copy()
            observation.imagine(world, seat, seed)
            observation.redact(world, seat)
            choices.add(player.choose(world, seat, 3, iterations=60))
        assert len(choices) == 1


def test_the_style_is_the_same_in_every_world():
    """So that others in playouts act on what they hold and see alone."""
    desk, theta = Desk(), player.load_style()[0]
    for view, seat in some(6, 3, ALL, seed=3):
        found = set()
        for seed in (1, 2, 3):
            world = view.copy()
            observation.imagine(world, seat, seed)
            n, _ = desk.likings(world, seat, theta, 2)
            found.add(desk.weights[:n].tobytes())
        assert len(found) == 1


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_it_lists_what_the_rules_list(seats, options):
    desk, out = Desk(), np.zeros(rules.MAX_ACTIONS, np.int64)
    for seed in range(3):
        for s, seat in walk(seats, options, seed):
            n = desk.listed(s, seat)
            assert desk.actions[:n].tolist() == out[:rules.sound_actions(s, seat, out)].tolist()
            rows = desk.row_of[:n]
            plays = rows != UNKNOWN
            assert (PLAY_ACTION[rows[plays]] == desk.actions[:n][plays]).all()
            assert all(rules.verb_of(one) != rules.Verb.PLAY for one in desk.actions[:n][~plays])


def test_what_is_booked_is_the_slope_of_the_liking():
    """The gradient of the logarithm of an action's share, against small steps of every weight that it names."""
    desk, luck = Desk(), random.Random(2)
    theta = np.random.default_rng(1).normal(size=(4, player.TRAITS)) * 0.3
    for view, seat in some(8, 2, ALL, seed=9):
        n, total = desk.likings(view, seat, theta, 1)
        if n < 2 or action_features.find_whole_hand_play(view, seat, desk.row_of, n) != UNKNOWN:
            continue
        chosen, score = luck.randrange(n), np.zeros((1, player.TRAITS))
        action_features.add_score(view, seat, desk.actions, desk.row_of, n, chosen, desk.weights, total, theta, 1,
                                  desk.rows,
                                  score, 0, action_features.FIXED)
        for place in np.flatnonzero(score[0])[::5]:
            near = []
            for step in (1e-5, -1e-5):
                other = theta.copy()
                other[1, place] += step
                _, total = desk.likings(view, seat, other, 1)
                near.append(np.log(desk.weights[chosen] / total))
            assert (near[0] - near[1]) / 2e-5 == pytest.approx(score[0, place], abs=1e-6)


PLAIN = """
import sys
from coprime.core.kernel import PURE
from coprime.core.match import Match
from coprime.games.prime_daifugo.expert import player
from coprime.games.prime_daifugo.game import GAME
import random
luck, match = random.Random(4), Match(GAME, 2, None, GAME.pure_rules)
match.settle(luck.getrandbits)
seat = match.to_act()[0]
print(PURE, [(row.action, row.visits) for row in player.analyse(match.view(seat), seat, 5, iterations=12)])
"""


def test_it_thinks_the_same_uncompiled():
    said = [subprocess.run([sys.executable, "-c", PLAIN], env={**os.environ, "COPRIME_PURE": plain}, check=True,
                           capture_output=True, text=True, timeout=300).stdout.split(" ", 1) for plain in ("1", "0")]
    assert [one[0] for one in said] == ["True", "False"] and said[0][1] == said[1][1]


def test_kept_machine_code_needs_no_compiler():
    player.warm()
    code = PLAIN + "print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines()[-1] == "False"


# Certain endings.

def small(luck, seats=2):
    """A position on an empty area: a hand of two to four, others of one to three, ten cards in the deck."""
    s = GAME.new_state(seats, {"games_to_win": 1}, GAME.rules)
    s.game, s.phase, s.pool = 1, rules.Phase.DRAW, rules.whole_deck(s)
    cards = [kind for kind in range(20) for _ in range(s.pool >> 3 * kind & 7)]
    luck.shuffle(cards)
    s.turn = 0
    for seat in range(seats):
        for _ in range(luck.randint(2, 4) if seat == 0 else luck.randint(1, 3)):
            s.hand[seat] = add_to_bag(s.hand[seat], cards.pop(), 1)
            s.cards[seat] += 1
    s.left = 10
    for i in range(10):
        s.deck[i] = cards.pop()
    for kind in cards:
        s.discards, s.top = add_to_bag(s.discards, kind, 1), kind
    s.discarded = len(cards)
    return s


def proved(desk, s, stack):
    return int(winning_chain.certain(s, 0, desk.actions, desk.row_of, desk.rows, stack))


def loses(desk, s, stack):
    """By exhaustion: can the others do anything in this world so that seat 0, who follows the proof, does not win?"""
    left = [s.copy()]
    while left:
        one = left.pop()
        if one.phase == rules.Phase.OVER:
            if one.winner != 0:
                return True
        elif one.turn == 0:
            if (action := proved(desk, one, stack)) == UNKNOWN:
                return True
            rules.apply(one, 0, action)
            left.append(one)
        else:
            seat, out = int(one.turn), np.zeros(rules.MAX_ACTIONS, np.int64)
            for action in out[:rules.sound_actions(one, seat, out)].tolist():
                after = one.copy()
                rules.apply(after, seat, action)
                left.append(after)
    return False


@pytest.mark.parametrize("seats", [2, 3])
def test_a_certain_ending_is_won_against_everything(seats):
    """In every one of some worlds, whatever the others do."""
    desk, stack, luck, found = Desk(), np.zeros((64, 3), np.int64), random.Random(seats), 0
    while found < 40:
        s = small(luck, seats)
        if (action := proved(desk, s, stack)) == UNKNOWN or rules.cards_of(action) == s.hand[0]:
            continue
        found += 1
        observation.redact(s, 0)
        for seed in range(4):
            world = s.copy()
            observation.imagine(world, 0, seed)
            assert not loses(desk, world, stack)


def test_where_two_plays_would_do_none_is_overlooked():
    """By the rules alone: a first prime that no unseen cards beat, or with a 12, and then the rest as one."""
    desk, stack, luck = Desk(), np.zeros((64, 3), np.int64), random.Random(5)
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    agreed = 0
    for _ in range(300):
        s = small(luck)
        listed = out[:rules.sound_actions(s, 0, out)].tolist()
        plays = [one for one in listed if rules.verb_of(one) == rules.Verb.PLAY]
        expected = any(rules.cards_of(one) == s.hand[0] or unbeaten(s, one) and rest_is_prime(s, one) for one in plays)
        found = proved(desk, s, stack) != UNKNOWN
        assert found or not expected
        agreed += found and expected
    assert agreed > 10


def unbeaten(s, action):
    """Does it keep the turn?  The other seat is given every unseen card, and asked for primes."""
    after, out = s.copy(), np.zeros(rules.MAX_ACTIONS, np.int64)
    rules.apply(after, 0, action)
    if after.turn == 0:
        return True
    after.hand[1] = rules.whole_deck(s) - s.discards - s.hand[0]
    after.cards[1] = 40
    listed = out[:rules.sound_actions(after, 1, out)].tolist()
    return all(rules.verb_of(one) != rules.Verb.PLAY for one in listed)


def rest_is_prime(s, action):
    after, out = s.copy(), np.zeros(rules.MAX_ACTIONS, np.int64)
    after.hand[0] -= rules.cards_of(action)
    after.cards[0] -= rules.card_count_of(action)
    listed = out[:rules.sound_actions(after, 0, out)].tolist()
    return any(rules.verb_of(one) == rules.Verb.PLAY and rules.cards_of(one) == after.hand[0] for one in listed)


# Learning.

def test_what_is_learnt_can_be_learnt_again(monkeypatch):
    """By either command, and as before there was a learner: sum, sum of absolute values, and with weights 1, 2, ..."""
    monkeypatch.setattr(learning, "GAMES", 10)
    monkeypatch.setattr(learning, "BATCH", 80)
    first = learning.train_style(learning.initial_style(), 5, 3)[0]
    training = Training(replace(learning.LEARNER, schedule=replace(learning.LEARNER.schedule, batch=80)), 400, 3)
    assert list(training.batches()) == [80, 160, 240, 320, 400]
    assert (first == training.mean_weights()[""][0]).all() and not (first == learning.initial_style()).all()
    flat = first.ravel()
    assert [flat.sum(), np.abs(flat).sum(), (flat * np.arange(1, flat.size + 1)).sum()] == pytest.approx(
        [97.41439710760463, 207.1691250427039, 19253.719821700583], rel=1e-9)


def test_weights_of_a_file_are_played_by(tmp_path):
    """They reach the playouts of one choice, and no other."""
    training = Training(replace(learning.LEARNER, schedule=replace(learning.LEARNER.schedule, batch=8)), 8)
    assert list(training.batches()) == [8]
    training.save(tmp_path / "style.npz", "", "")
    style, _ = player.load_style(tmp_path / "style.npz")
    assert (style == training.mean_weights()[""][0].astype(np.float32)).all()
    assert (style != player.load_style()[0]).any()
    view, seat = search_warmup.first_decision(GAME)
    plain = player.analyse(view, seat, 1, iterations=200)
    assert player.analyse(view, seat, 1, iterations=200, weights=tmp_path / "style.npz") != plain
    assert player.analyse(view, seat, 1, iterations=200) == plain


def test_it_begins_with_the_rule_of_thumb_of_the_features():
    """The same shares as `prefer` gives, but for a play of all cards, which the style always makes."""
    desk, theta, liked = Desk(), learning.initial_style(), np.zeros(rules.MAX_ACTIONS)
    for view, seat in some(20, 3, {"cards_skip": "on"}, seed=4):
        n, total = desk.likings(view, seat, theta, 2 + (view.count > 0))
        if (n > 1 and view.phase != rules.Phase.DISCARD
                and action_features.find_whole_hand_play(view, seat, desk.row_of, n) == UNKNOWN):
            sum_ = heuristics.prefer(view, seat, desk.actions, n, liked)
            assert desk.weights[:n] / total == pytest.approx(liked[:n] / sum_)


def test_the_learnt_style_beats_the_one_it_began_with():
    """Without a search: 200 games, of which it wins four in five."""
    styles, out, won = (player.load_style()[0], learning.initial_style()), np.zeros(3), 0
    desk = Desk()
    for game in range(200):
        luck, match = random.Random(game), Match(GAME, 2, {"games_to_win": 1})
        while not match.over:
            match.settle(luck.getrandbits)
            if match.over:
                break
            seat = match.to_act()[0]
            view = match.view(seat)
            n, total = desk.likings(view, seat, styles[(seat + game) % 2], 1 if view.count else 0)
            match.act(seat, int(luck.choices(desk.actions[:n], desk.weights[:n])[0]))
        match.rules.returns(match.state, out)
        won += out[game % 2] > 0
    assert won > 140
