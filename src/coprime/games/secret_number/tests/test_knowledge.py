"""What a seat may see and suppose: views, and imagined worlds against an enumeration of all arrangements."""

from collections import Counter
from itertools import permutations, product
from math import perm

import numpy as np
import pytest

import coprime
from coprime.core.seats import CHANCE, CLOCK, UNKNOWN, WATCHER
from coprime.games.secret_number import observation, secret_posterior
from coprime.games.secret_number.display_card_results import PLACES
from coprime.testing.laws import RandomWalk, view_of

GAME = coprime.game("secret_number")
RULES = GAME.rules
Stage, Verb = RULES.module.Stage, RULES.module.Verb


def result(low, high, op):
    """Arithmetic of its own, not the rules': the result of an operation, or None."""
    return (low + high, high - low, low * high, 0 if low == 0 else high // low if high % low == 0 else None)[op]


def hands_of(view, seat):
    """Every way of laying the unseen number cards, one by one, in the hidden places: (hands, secret)."""
    cards = [n for n in range(view.seats + 1) for _ in range(2)]
    cards.remove(view.open_card)
    others = [i for i in range(view.seats) if i != seat]
    for i in range(view.seats):
        for card in ([view.low[i], view.high[i]] if i == seat else [view.number[i]] * bool(view.number[i])):
            cards.remove(card)
    for laid in permutations(cards):
        laid, hands = list(laid), {}
        for i in others:
            known = [int(view.number[i])] if view.number[i] else []
            hands[i] = sorted(known + [laid.pop() for _ in range(2 - len(known))])
        if all(any(hand) for hand in hands.values()):               # SN-2
            yield hands, laid.pop()


def operations_of(view, i, low, high):
    """The operations that a seat with this hand may have committed to."""
    if view.rounds == 1 and view.stage != Stage.RACE and not view.chosen >> i & 1:
        return [UNKNOWN]
    made = [op for op in range(4) if result(low, high, op) is not None]
    if view.place[i] >= 0:
        made = [op for op in made if PLACES[view.place[i]] == result(low, high, op)]
    return [op for op in made if view.op[i] in (UNKNOWN, op)]


def clues_of(view, i, low, high):
    if not view.clue[i]:
        return [0]
    numbers = sorted({low, high} - {0}) if not view.number[i] else []
    return numbers + [6] * (not view.first_op >> i & 1)


def answers_of(view, i):
    mine = [k for k in range(view.laid) if view.placer[k] == i]
    return [dict(zip(mine, values, strict=True)) for values in permutations(range(view.seats + 1), len(mine))]


def enumerate_worlds(view, seat):
    """How often each world comes up when every arrangement is counted once."""
    counts = Counter()
    for hands, secret in hands_of(view, seat):
        ways = [[(i, low, high, op, clue, answers) for op in operations_of(view, i, low, high)
                 for clue in clues_of(view, i, low, high) for answers in answers_of(view, i)]
                for i, (low, high) in hands.items()]
        for filled in product(*ways):
            counts[(secret, *((*one[:5], tuple(one[5].items())) for one in filled))] += 1
    return counts


def world_of(state, seat):
    return (int(state.secret), *(
        (i, int(state.low[i]), int(state.high[i]), int(state.op[i]), int(state.clue[i]),
         tuple((k, int(state.answer[k])) for k in range(state.laid) if state.placer[k] == i))
        for i in range(state.seats) if i != seat))


def deviation(counts, drawn):
    """How far drawn frequencies lie from counted ones, in standard deviations (Wilson and Hilferty's chi-square)."""
    total, n = sum(counts.values()), sum(drawn.values())
    chi = sum((drawn[world] - n * ways / total) ** 2 / (n * ways / total) for world, ways in counts.items())
    free = len(counts) - 1
    return 0.0 if not free else ((chi / free) ** (1 / 3) - 1 + 2 / (9 * free)) / (2 / (9 * free)) ** 0.5


def size_of_worlds(view, seat):
    """A bound on the number of worlds, so that the test stays small."""
    answers = [perm(view.seats + 1, int(view.spent[i])) for i in range(view.seats) if i != seat]
    return int(np.prod(answers))


def positions(seats, seed):
    """Positions of a random match, with few answer cards placed."""
    walk = RandomWalk(GAME, RULES, seats, {"match_length": 1, "opening_seconds": 20 * (seed % 2)}, seed)
    for state in walk.walk_positions(60):
        if observation.is_game_hidden(state):
            yield state.copy()


@pytest.mark.parametrize("seats, seed", [(2, 1), (2, 2), (2, 3), (2, 8), (3, 4), (3, 5), (3, 6), (3, 9)])
def test_imagined_worlds_have_the_frequencies_of_an_enumeration(seats, seed):
    tried, worst = 0, []
    for state in positions(seats, seed):
        for seat in (0, seats - 1) if seats == 3 else (0, 1, WATCHER):
            view = view_of(RULES, state, seat)
            if size_of_worlds(view, seat) > 12:
                continue
            counts = enumerate_worlds(view, seat)
            n = min(6000, 30 * len(counts))
            drawn = Counter(world_of(imagined(view, seat, 97 * k + seed), seat) for k in range(n))
            assert set(drawn) <= set(counts)
            worst.append(deviation(counts, drawn))
            tried += 1
    assert tried > 10
    assert max(worst) < 4.5 and abs(sum(worst) / tried) < 1.2, worst


def imagined(view, seat, seed):
    world = view.copy()
    RULES.imagine(world, seat, seed * 7_919)
    return world


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_secret_number_that_a_view_allows_is_imagined(seats):
    state = next(positions(seats, 1))
    for seat in (0, WATCHER):
        view = view_of(RULES, state, seat)
        seen = Counter([int(view.open_card)] + ([] if seat == WATCHER else [int(view.low[seat]), int(view.high[seat])]))
        assert {int(imagined(view, seat, k).secret) for k in range(40 * seats)} == {
            number for number in range(seats + 1) if seen[number] < 2}


@pytest.mark.parametrize("seats, seed", [(2, 11), (2, 12), (3, 13)])
def test_probabilities_are_those_of_the_enumeration(seats, seed):
    out, hands = np.zeros(6), np.zeros(observation.HANDS)
    for state in list(positions(seats, seed))[::seats - 1]:
        for seat in (0, 1) if seats == 3 else (0, WATCHER):
            view = view_of(RULES, state, seat)
            if size_of_worlds(view, seat) > 12:
                continue
            counts = enumerate_worlds(view, seat)
            total = sum(counts.values())
            secret_posterior.secret_probabilities(view, seat, out)
            exact = [sum(ways for world, ways in counts.items() if world[0] == n) / total for n in range(6)]
            assert out.tolist() == pytest.approx(exact)
            other = next(i for i in range(seats) if i != seat)
            secret_posterior.hand_probabilities(view, seat, other, hands)
            exact = [sum(ways for world, ways in counts.items() if (other, *hand) in [one[:3] for one in world[1:]])
                     / total for hand in observation.POSSIBLE_HANDS]
            assert hands.tolist() == pytest.approx(exact)


def test_five_players_hands_agree_with_the_secret():
    """Too many to enumerate: the marginals from another order of counting give the same whole."""
    secret, hands = np.zeros(6), np.zeros(observation.HANDS)
    for state in positions(5, 21):
        view = view_of(RULES, state, 2)
        secret_posterior.secret_probabilities(view, 2, secret)
        expected = dict.fromkeys(range(6), 2.0)
        expected[int(view.open_card)] -= 1
        for card in (int(view.low[2]), int(view.high[2])):
            expected[card] -= 1
        for other in (0, 1, 3, 4):
            secret_posterior.hand_probabilities(view, 2, other, hands)
            for chance, (low, high) in zip(hands, observation.POSSIBLE_HANDS, strict=True):
                expected[low] -= chance
                expected[high] -= chance
        assert secret.tolist() == pytest.approx([expected[n] for n in range(6)], abs=1e-9)


def test_a_view_shows_what_it_may_and_no_more():
    state = GAME.new_state(3, {"match_length": 1}, RULES)
    RULES.apply(state, CHANCE, 12)
    RULES.apply(state, 1, RULES.module.list_choices(state, 1, out := np.zeros(8, np.int64)) and int(out[0]))
    view = view_of(RULES, state, 0)
    assert view.secret == UNKNOWN and view.chosen == 0b010                     # that one has chosen is public
    assert view.low[0] == state.low[0] and view.op[1] == UNKNOWN and view.high[2] == UNKNOWN
    mine = view_of(RULES, state, 1)
    assert mine.op[1] == state.op[1] >= 0


def test_seen_masks_choices_and_answers():
    state = GAME.new_state(3, {}, RULES)
    RULES.apply(state, CHANCE, 12)
    out = np.zeros(8, np.int64)
    RULES.sound_actions(state, 1, out)
    assert RULES.observe_action(state, 1, int(out[0]), 1) == out[0]
    assert RULES.observe_action(state, 1, int(out[0]), 0) == Verb.CHOICE
    assert RULES.observe_action(state, 1, int(Verb.OPERATION), WATCHER) == Verb.CHOICE
    assert RULES.observe_action(state, 1, RULES.module.encode_answer(2), 2) == Verb.FACE_DOWN
    assert RULES.observe_action(state, 1, int(Verb.AGREE), 2) == Verb.AGREE
    assert RULES.observe_action(state, CLOCK, 500, 2) == 500
    assert RULES.observe_action(state, CHANCE, 12, 2) == UNKNOWN


def share_that_knows(seats, rounds, games, seed):
    """Of random deals with clues at random, the share of seats that know the secret as each round begins."""
    random, out, chances = np.random.default_rng(seed), np.zeros(8, np.int64), np.zeros(6)
    known = np.zeros(rounds)
    for _ in range(games):
        state = GAME.new_state(seats, {"match_length": 1}, RULES)
        RULES.apply(state, CHANCE, int(random.integers(2**62)))
        for at in range(rounds):
            for seat in range(seats):
                n = RULES.sound_actions(state, seat, out)
                RULES.apply(state, seat, int(out[random.integers(n)]))
            for seat in range(seats):
                secret_posterior.secret_probabilities(view_of(RULES, state, seat), seat, chances)
                known[at] += chances.max() > 1 - 1e-12
            for seat in range(seats):
                RULES.apply(state, seat, int(Verb.AGREE))
    return known / games / seats


# The shares that the design's rules file gives for clues chosen at random, and ours over 4,000 games (every listed
# choice equally likely).  Our counting is held to an enumeration above, so the file's seem to come from fewer games.
SHARES = {2: (0.32, 0.70, 0.94), 3: (0.17, 0.55, 0.95), 4: (0.08, 0.44, 0.88), 5: (0.05, 0.46, 0.87)}
OURS = {2: (0.343, 0.679, 0.943), 3: (0.165, 0.535, 0.937), 4: (0.069, 0.433, 0.893), 5: (0.035, 0.394, 0.890)}


@pytest.mark.parametrize("seats", SHARES)
def test_the_shares_of_the_rules_file(seats):
    found = share_that_knows(seats, 3, 2000, 2026)
    assert found == pytest.approx(OURS[seats], abs=0.02)
    assert found == pytest.approx(SHARES[seats], abs=0.08)
