"""Who meets whom: what every pairing keeps, over random tournaments with named seeds, and small ones worked by hand."""

import random
from collections import Counter
from itertools import combinations

import pytest

from coprime.tournaments.pairing import bracket_order, circle_rounds, pair_swiss, usual_rounds


def play_swiss(count, rounds, seed, leaving=0):
    """A Swiss tournament with random results; yields each round's players, points before it, pairs and bye."""
    rng = random.Random(seed)
    players, points, meetings, byes = list(range(count)), dict.fromkeys(range(count), 0.0), Counter(), []
    for _ in range(rounds):
        if leaving and len(players) > 4 and rng.random() < leaving:
            players.remove(rng.choice(players))
        ranked = sorted(players, key=lambda one: (-points[one], one))
        pairs, bye = pair_swiss(ranked, points, meetings, byes)
        yield ranked, dict(points), pairs, bye, Counter(meetings), list(byes)
        if bye is not None:
            byes.append(bye)
            points[bye] += 1
        for pair in pairs:
            meetings[frozenset(pair)] += 1
            won = rng.choice((1, 0.5, 0))
            points[pair[0]] += won
            points[pair[1]] += 1 - won


@pytest.mark.parametrize("seed", range(40))
def test_everybody_has_one_opponent_or_the_one_bye(seed):
    rng = random.Random(seed)
    for ranked, _, pairs, bye, *_ in play_swiss(rng.randint(2, 24), rng.randint(1, 9), seed, leaving=0.3):
        seen = [one for pair in pairs for one in pair] + ([] if bye is None else [bye])
        assert sorted(seen) == sorted(ranked) and (bye is None) == (len(ranked) % 2 == 0)


@pytest.mark.parametrize("seed", range(40))
def test_nobody_has_two_byes_while_somebody_has_had_none(seed):
    count = random.Random(seed).choice((3, 5, 7, 9, 13))
    for ranked, points, _, bye, _, byes in play_swiss(count, count, seed):
        assert bye not in byes
        if not byes:                                            # nothing stands in its way: the lowest has it
            assert points[bye] == min(points.values()) and bye == ranked[-1]


@pytest.mark.parametrize("seed", range(40))
def test_nobody_meets_twice_while_that_can_be_avoided(seed):
    """While everybody has met fewer than half of the others, a pairing without a repetition exists (Dirac)."""
    count = random.Random(seed).choice((8, 10, 12, 16, 20))
    for _, _, pairs, _, meetings, _ in play_swiss(count, count // 2, seed):
        assert not any(meetings[frozenset(pair)] for pair in pairs)


@pytest.mark.parametrize("seed", range(60))
def test_no_other_pairing_of_six_is_better(seed):
    """Against every pairing there is: fewest repetitions, then the least sum of squared differences."""
    def all_pairings(left):
        if not left:
            yield []
            return
        for other in left[1:]:
            rest = [one for one in left[1:] if one != other]
            yield from ([(left[0], other), *pairs] for pairs in all_pairings(rest))

    for ranked, points, pairs, _, meetings, _ in play_swiss(6, 5, seed):
        def cost(found, points=points, meetings=meetings):
            return (sum(meetings[frozenset(pair)] ** 2 for pair in found),
                    sum((points[one] - points[other]) ** 2 for one, other in found))
        assert cost(pairs) == min(map(cost, all_pairings(ranked)))


def test_of_equal_points_the_upper_half_meets_the_lower_half():
    assert pair_swiss("abcdefgh", dict.fromkeys("abcdefgh", 0.0), {}, ()) == (
        [("a", "e"), ("b", "f"), ("c", "g"), ("d", "h")], None)


def test_the_winners_meet_and_the_losers_meet():
    points = dict(zip("abcdefgh", (1, 1, 1, 1, 0, 0, 0, 0), strict=True))
    met = {frozenset(pair): 1 for pair in ("ae", "bf", "cg", "dh")}
    assert pair_swiss("abcdefgh", points, met, ())[0] == [("a", "c"), ("b", "d"), ("e", "g"), ("f", "h")]


def test_a_bye_passes_by_who_has_had_one():
    assert pair_swiss("abcde", {"a": 2, "b": 1, "c": 1, "d": 1, "e": 0}, {}, ("e",))[1] == "d"


def test_three_who_have_all_met_meet_again_rather_than_have_a_second_bye():
    met = {frozenset(pair): 1 for pair in ("ab", "ac", "bc")}
    assert pair_swiss("abc", {"a": 2, "b": 1, "c": 1}, met, ("a", "b"))[1] == "c"


def test_nobody_and_one_player():
    assert pair_swiss([], {}, {}, ()) == ([], None)
    assert pair_swiss(["a"], {"a": 1}, {}, ("a",)) == ([], "a")


def test_shares_of_points_need_not_be_halves():
    points = {"a": 0.9, "b": 0.2, "c": 0.85, "d": 0.15}
    assert pair_swiss("acbd", points, {}, ())[0] == [("a", "c"), ("b", "d")]


@pytest.mark.parametrize("count", range(2, 17))
def test_in_a_round_robin_all_meet_once_and_come_first_as_often_as_second(count):
    rounds = circle_rounds(range(count))
    assert len(rounds) == count - (count % 2 == 0)
    met = [frozenset(pair) for pairs in rounds for pair in pairs if None not in pair]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(count), 2)]
    for pairs in rounds:
        assert sorted(one for pair in pairs for one in pair if one is not None) == list(range(count))
    first = Counter(pair[0] for pairs in rounds for pair in pairs if None not in pair)
    second = Counter(pair[1] for pairs in rounds for pair in pairs if None not in pair)
    assert all(abs(first[one] - second[one]) <= 1 for one in range(count))


def test_the_lines_of_a_knock_out():
    assert bracket_order(1) == [1]
    assert bracket_order(2) == [1, 2]
    assert bracket_order(4) == [1, 4, 2, 3]
    assert bracket_order(8) == bracket_order(5) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("count", range(2, 33))
def test_in_a_knock_out_the_byes_go_to_the_top(count):
    lines = bracket_order(count)
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    byes = [one for one, other in pairs if other > count]
    assert sorted(byes) == list(range(1, len(lines) - count + 1))
    assert all(min(pair) <= count for pair in pairs) and len(lines) == 2 ** usual_rounds(count)


def test_usual_rounds():
    assert [usual_rounds(count) for count in (2, 3, 4, 5, 8, 9, 16, 17)] == [1, 2, 2, 3, 3, 4, 4, 5]
