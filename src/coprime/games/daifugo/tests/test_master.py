"""The master: what it proves is true against every holding, what it infers is what counting says, and it repeats."""

import itertools
import os
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

import coprime
from coprime.core import kernel
from coprime.core.match import Match
from coprime.core.seats import CHANCE, UNKNOWN
from coprime.games.daifugo import expert
from coprime.games.daifugo.state import Phase
from coprime.search import action_races
from coprime.search.network_weights import Provenance, save_weights

GAME = coprime.game("daifugo")
RULES = GAME.pure_rules
SURE, RECALL, PLAYS = (kernel.import_pure(f"coprime.games.daifugo.{name}")
                       for name in ("forced_win", "world_resampling", "actions"))
OPTIONS = {**GAME.presets["uecda"], "match_length": 1}
DECK = [1 << i for i in range(53)]


# What a play looks like.

@pytest.mark.parametrize(("low", "is_reversed", "high", "gap"), [
    (4, False, 7, 3), (9, True, 8, 3), (5, True, 9, 0), (4, False, 4, 0), (6, False, 3, 0), (0, False, 13, 12)])
def test_how_much_higher_than_needed_a_play_is(low, is_reversed, high, gap):
    """In a revolution the ranks are counted from the other end."""
    policy = kernel.import_pure("coprime.games.daifugo.fitted_policy")
    s = GAME.new_state(5, OPTIONS, RULES)
    s.low, s.reversed = low, is_reversed
    assert policy.height_above_needed(s, high, 1) == gap and policy.height_above_needed(s, high, 0) == 0


# What is proved.

def tiny(seed):
    """Three seats with two to four cards each, everything else has been played; the position, and the others' cards."""
    luck = random.Random(seed)
    s = GAME.new_state(5, OPTIONS, RULES)
    sizes = [luck.randint(2, 4), luck.randint(1, 3), luck.randint(1, 2)]
    ranks = luck.sample(range(13), 5)
    near = [card for card in DECK if card.bit_length() - 1 >> 2 in ranks] + [DECK[52]]
    cards = luck.sample(near, sum(sizes))
    s.phase, s.live, s.top, s.turn, s.owner = Phase.PLAY, 0b111, 2, 0, 0
    s.place[3], s.place[4] = 1, 2
    s.reversed = luck.random() < 0.3
    for seat in range(3):
        s.cards[seat] = sizes[seat]
    s.hand[0] = sum(cards[:sizes[0]])
    s.played = sum(DECK) - sum(cards)
    return s, cards[sizes[0]:]


def holdings(s, others):
    """Every way in which the others can hold their cards."""
    for first in itertools.combinations(others, int(s.cards[1])):
        world = s.copy()
        world.hand[1], world.hand[2] = sum(first), sum(others) - sum(first)
        yield world


def listed(s, seat):
    out = np.zeros(RULES.MAX_ACTIONS, np.int64)
    return out[:RULES.sound_actions(s, seat, out)].tolist()


def proved(s):
    """The first play of a sure way out, or UNKNOWN."""
    found = listed(s, 0)
    out = np.array(found + [0] * 4096, np.int64)
    return int(SURE.certain(s.copy(), 0, out, len(found)))


def is_out_whatever_they_do(s):
    """The seat plays what is proved, and passes where it is asked about its own cards."""
    if s.place[0] or RULES.is_between_hands(s):
        return bool(s.rank[0] == 3 if RULES.is_between_hands(s) else s.place[0] == 3)
    seat = int(s.turn)
    if seat == 0:
        action = proved(s)
        choices = [0 if action == UNKNOWN and s.owner == 0 and s.meld else action]
        if choices == [UNKNOWN]:
            return False
    else:
        choices = listed(s, seat)
    for action in choices:
        after = s.copy()
        RULES.apply(after, seat, action)
        if not is_out_whatever_they_do(after):
            return False
    return True


def test_a_sure_way_out_is_one_against_every_holding_and_every_answer():
    sure = 0
    for seed in range(250):
        s, others = tiny(seed)
        action = proved(s)
        if action != UNKNOWN and PLAYS.bag_size(PLAYS.cards_of(action)) < s.cards[0]:
            sure += 1
            assert all(is_out_whatever_they_do(world) for world in holdings(s, others)), seed
    assert sure > 20


def test_a_play_brings_the_lead_back_just_when_no_holding_can_beat_it():
    seen = Counter()
    for seed in range(300):
        s, others = tiny(seed)
        for action in listed(s, 0):
            if action == 0 or PLAYS.bag_size(PLAYS.cards_of(action)) == s.cards[0]:
                continue
            out, trial = np.zeros(RULES.MAX_ACTIONS, np.int64), s.copy()
            unseen = sum(others)
            said = bool(SURE.lay_and_test_lead(trial, 0, action, unseen, SURE.largest_rival_hand(s, 0), out))
            beaten = False
            for world in holdings(s, others):
                RULES.apply(world, 0, action)
                if world.meld and any(len(listed_with(world, seat)) > 1 for seat in (1, 2)):
                    beaten = True
            seen[said] += 1
            assert said != beaten, (seed, action)
    assert min(seen.values()) > 100


def listed_with(s, seat):
    """What a seat could answer, were it asked now."""
    asked = s.copy()
    asked.turn = seat
    return listed(asked, seat)


# What is inferred.

def played(seed, left):
    """A hand of casual bots, up to seat 0's turn with so few cards held by others: the match, and what was done."""
    luck = random.Random(seed)
    match = Match(GAME, 5, OPTIONS, RULES)
    while match.to_act() == [CHANCE]:
        match.settle(luck.getrandbits)
    history = []
    while not match.over:
        seat = match.to_act()[0]
        if seat == 0 and history and sum(map(int, match.state.cards[1:])) <= left:
            break
        action = GAME.bots.choose(match.view(seat), seat, "casual", luck.getrandbits(30))[0]
        match.act(seat, action)
        history.append((seat, action))
    return match, history


def late(left, holders):
    """Such a position in which so many others still hold cards."""
    for seed in itertools.count(1):
        match, history = played(seed, left)
        if not match.over and sum(int(n) > 0 for n in match.state.cards[1:]) == holders:
            return match, history


def remembered(view, history):
    """The arrays that world_resampling.py works on."""
    rows, n = np.array(history, np.int64), len(history)
    before, later = RULES.State.new(n + 1), np.zeros(n + 1, np.int64)
    before[0] = view
    RECALL.rewind(before[0], rows, later, n)
    for i, (seat, action) in enumerate(history):
        assert RULES.to_act(before[i]) == 1 << seat
        before[i + 1] = before[i]
        RULES.apply(before[i + 1], seat, action)
    return before, later, rows, n


def test_worlds_come_as_often_as_they_are_likely(sample_size):
    match, history = late(4, 2)
    view = match.view(0)
    before, later, rows, n = remembered(view, history)
    actions, weights = np.zeros(4097, np.int64), np.zeros(4097)
    first, second = [seat for seat in range(1, 5) if view.cards[seat]]
    hidden = [card for card in DECK if card & ~int(view.played) & ~int(view.hand[0])]
    share, policy = {}, action_races.load_shipped_policy(GAME)
    for some in itertools.combinations(hidden, int(view.cards[first])):
        bags = sum(some), sum(hidden) - sum(some)
        share[bags] = np.exp(sum(RECALL.log_add_exp(*RECALL.log_likelihoods(bag, who, before, later, rows, n, actions,
                                                                            weights, policy))
                                 for bag, who in zip(bags, (first, second), strict=True)))
    world, scores, shares, x = view.copy(), np.zeros((2, 32)), np.zeros(32), 5
    RULES.imagine(world, 0, 3)
    RECALL.judge(world, 0, before, later, rows, n, scores, shares, actions, weights, policy)
    met, count = Counter(), sample_size(300, 1200)
    for _ in range(count):
        x = RECALL.reconsider(world, 0, before, later, rows, n, scores, shares, 1, actions, weights, policy, x)
        met[int(world.hand[first]), int(world.hand[second])] += 1
    assert set(met) <= set(share) and len(share) > 3
    assert sum(abs(met[bags] / count - share[bags] / sum(share.values())) for bags in share) / 2 < 0.15
    assert all(0 <= shares[seat] <= 1 for seat in (first, second))


# What it does.

@pytest.fixture(scope="module")
def ready():
    expert.warm()
    assert expert.is_ready()


def positions():
    for left in 40, 25, 12:
        match, history = played(left, left)
        if not match.over:
            yield match, history


def test_the_same_seed_gives_the_same_action_in_whatever_world_the_view_is_of(ready):
    for match, history in positions():
        view = match.view(0)
        action = expert.choose(view, 0, 7, iterations=300, history=history)
        world = view.copy()
        RULES.imagine(world, 0, 99)
        RULES.redact(world, 0)
        before = world.tobytes()
        assert expert.choose(world, 0, 7, iterations=300, history=history) == action
        assert world.tobytes() == before and action in listed(view, 0)
        assert expert.choose(view, 0, 7, iterations=300) in listed(view, 0)


def test_what_was_told_of_another_hand_is_passed_over(ready):
    match, history = next(positions())
    view = match.view(0)
    assert expert.choose(view, 0, 7, iterations=200, history=history[1:]) == expert.choose(view, 0, 7, iterations=200)


@pytest.mark.parametrize(("seats", "options"), [
    (3, {}), (6, {}), (4, {"eleven_back": "on", "five_skip": "on", "number_lock": "on", "counter_seq": "on",
                           "forbidden_last": ("strongest", "joker", "eight", "three_of_spades")})])
def test_it_plays_with_other_seats_and_house_rules(ready, seats, options):
    match = Match(GAME, seats, {"match_length": 1, **options})
    match.act(CHANCE, 11)
    for step in range(2 * seats):
        (seat,) = match.to_act()
        action = expert.choose(match.view(seat), seat, step, iterations=20)
        assert action in match.sound_actions(seat)
        match.act(seat, action)


PLAIN = """
import sys
from coprime.games.daifugo import expert
from coprime.games.daifugo.tests.test_master import late
print(expert.is_ready())
match, history = late(9, 2)
print([expert.choose(match.view(0), 0, 3, iterations=12, history=said) for said in (history, ())])
print("numba" in sys.modules)
"""


def test_it_plays_the_same_uncompiled(ready):
    done = subprocess.run([sys.executable, "-c", PLAIN], env={**os.environ, "COPRIME_PURE": "1"}, capture_output=True,
                          text=True, timeout=300)
    match, history = late(9, 2)
    compiled = [expert.choose(match.view(0), 0, 3, iterations=12, history=said) for said in (history, ())]
    assert done.stdout.splitlines() == ["True", str(compiled), "False"], done.stderr


def test_its_kept_code_needs_no_compiler(ready):
    script = PLAIN.replace("iterations=12", "ms=50")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines()[::2] == ["True", "False"], done.stderr


# What it learns.

def test_the_same_hands_give_the_same_weights_and_they_are_written_as_source(tmp_path):
    from coprime.games.daifugo import commands
    from coprime.games.daifugo.expert.learning import train_policy  # brings the compiler

    steps = []
    policy = train_policy(2, 5, lambda: steps.append(1))
    assert len(steps) == 2
    commands.fit(2, 5, tmp_path / "weights.py")
    again = {}
    exec((tmp_path / "weights.py").read_text(), again)
    assert np.any(policy) and np.allclose(again["WEIGHTS"], policy, atol=0.006)


def test_it_plays_by_the_weights_of_a_file(ready, tmp_path):
    """By the shipped ones as without a file; by other ones its playouts, and so what it expects, are others."""
    match, history = next(found for found in map(played, itertools.count(1), itertools.repeat(52))
                          if len(listed(found[0].view(0), 0)) > 4)
    view, shipped = match.view(0), action_races.load_shipped_policy(GAME)
    for name, policy in (("shipped", shipped), ("reversed", -shipped)):
        save_weights(tmp_path / f"{name}.npz", {"policy": policy}, Provenance("daifugo", 1, "", "", 1, 1, 1))
        expert.check_weights(tmp_path / f"{name}.npz")
    assert expert.choose(view, 0, 3, iterations=300, history=history, weights=tmp_path / "shipped.npz") \
        == expert.choose(view, 0, 3, iterations=300, history=history)
    races = action_races.get_race_search(GAME)
    results = [races.run_race(view, 0, 3, 0, 300, history, policy)[0].arms
               for policy in (None, shipped, expert.POLICY_FILE.load(tmp_path / "reversed.npz")["policy"])]
    assert np.array_equal(results[0], results[1]) and not np.array_equal(results[0], results[2])


def test_weights_of_another_game_are_refused(tmp_path):
    save_weights(tmp_path / "other.npz", {"policy": np.zeros(2048)}, Provenance("other", 1, "", "", 1, 1, 1))
    with pytest.raises(ValueError, match="not of daifugo"):
        expert.check_weights(tmp_path / "other.npz")
    with pytest.raises(ValueError, match="are no file"):
        expert.POLICY_FILE.load()
