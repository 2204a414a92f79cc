"""Choose what to display so that hands stay together: a mixed strategy of a small signalling game.

Whoever displays wins the points of the place, and loses by what the display tells.  The opponent is of two kinds: one
counts every choice as equally likely, the other knows the strategy and guesses best.  So the strategy is a restricted
Nash response (Johanson, Zinkevich and Bowling, "Computing robust counter-strategies", 2007): it wins against the first
kind, and the second cannot exploit it much.  It is found by regret matching+ (Tammelin 2014) against best responses to
its average.

The cards, hands and displays are those of the real game for any number of seats; what others display is left out.  So
the strategy depends on the number of seats and the open card alone, and is computed once for each.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import observation, rules
from ..bots import bonus_points

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ITERATIONS = 200
# Points that a display costs, by round, for each share of certainty that it gives somebody who counts every choice as
# equally likely: such a player answers as soon as it can.
COUNTING_COSTS = (3.2, 0.8, 0.4)
# And for each share of right guesses of somebody who knows how the master chooses.
GUESSING_COSTS = (0.8, 0.2, 0.2)
Hand = tuple[int, int]


class Plan(NamedTuple):
    """What a hand can display in a game: an operation, a number, and whether the operation comes first."""

    op: int
    number: int
    op_first: bool


@dataclass(frozen=True)
class SignallingGame:
    """The game of one who displays and one who guesses.

    deals      float64[hands, hands, numbers]: chance of the displayer's hand, the guesser's hand and the secret number
    plans      every plan of every hand, hand by hand
    hand       int64[plans]: the hand of each
    displays   by round int64[plans]: the number of the display that everybody then sees
    bonus      float64[plans]: points of the place
    """

    deals: Floats
    plans: list[Plan]
    hand: Ints
    displays: list[Ints]
    bonus: Floats

    def sum_by_display(self, at: int, shares: Floats) -> Floats:
        """Return how much of each hand shows each display in a round, float64[displays, hands]."""
        found = np.zeros((int(self.displays[at].max()) + 1, len(self.deals)))
        np.add.at(found, (self.displays[at], self.hand), shares)
        return found


def list_plans(low: int, high: int) -> list[Plan]:
    """Return every plan of a hand."""
    return [Plan(op, number, op_first) for op in range(rules.OPERATIONS)
            if rules.compute_result(low, high, op) != observation.UNKNOWN
            for number in sorted({low, high} - {0}) for op_first in (False, True)]


def list_displays(low: int, high: int, plan: Plan) -> tuple[tuple[int, ...], ...]:
    """Return what everybody sees of a plan after each of the three openings."""
    place = int(rules.PLACE_OF_RESULT[rules.compute_result(low, high, plan.op)])
    second = plan.op if plan.op_first else plan.number
    return (place,), (place, plan.op_first, second), (place, plan.op_first, plan.op, plan.number)


def deal_chances(seats: int, open_card: int) -> Floats:
    """Return the chance of each displayer's hand, guesser's hand and secret number, from what lies open."""
    hands = observation.POSSIBLE_HANDS
    found = np.zeros((len(hands), len(hands), seats + 1))
    cards = [2 - (number == open_card) for number in range(seats + 1)]
    for mine, hand in enumerate(hands):
        ways, left = take_hand(cards, hand)
        for theirs, other in enumerate(hands) if ways else ():
            other_ways, rest = take_hand(left, other)
            found[mine, theirs] = ways * other_ways * np.maximum(rest, 0)
    return found / found.sum()


def take_hand(cards: list[int], hand: Hand) -> tuple[int, list[int]]:
    """Return in how many ways a hand can be taken from so many cards of each number, and what is left."""
    low, high = hand
    if high >= len(cards):
        return 0, cards
    ways = cards[low] * (cards[low] - 1) // 2 if low == high else cards[low] * cards[high]
    return ways, [n - (number == low) - (number == high) for number, n in enumerate(cards)]


def build_game(seats: int, open_card: int) -> SignallingGame:
    """Return the signalling game of a table with this open card."""
    deals = deal_chances(seats, open_card)
    plans, hand, displays = list[Plan](), list[int](), list[tuple[int, ...]]()
    known: list[dict[tuple[int, ...], int]] = [{}, {}, {}]
    for mine, (low, high) in enumerate(observation.POSSIBLE_HANDS):
        for plan in list_plans(low, high) if deals[mine].any() else ():
            plans.append(plan)
            hand.append(mine)
            displays.append(tuple(seen.setdefault(one, len(seen))
                                  for seen, one in zip(known, list_displays(low, high, plan), strict=True)))
    bonus = [bonus_points(rules.encode_cover(
        int(rules.PLACE_OF_RESULT[rules.compute_result(*observation.POSSIBLE_HANDS[mine], plan.op)]), plan.op))
        for mine, plan in zip(hand, plans, strict=True)]
    return SignallingGame(deals, plans, np.array(hand), list(np.array(displays).T), np.array(bonus, np.float64))


def counting_costs(game: SignallingGame) -> Floats:
    """Return what each plan loses to an opponent who takes every operation for equally likely, float64[plans].

    It loses by how sure the opponent becomes.
    """
    chance, cost = game.deals.sum((1, 2)), np.zeros(len(game.plans))
    meetings = game.deals.sum(2) / np.where(chance > 0, chance, 1.0)[:, None]
    for at, points in enumerate(COUNTING_COSTS):
        ways = np.zeros((int(game.displays[at].max()) + 1, len(chance)))
        for display, mine, _ in sorted({(int(game.displays[at][i]), int(game.hand[i]), plan.op)
                                        for i, plan in enumerate(game.plans)}):
            ways[display, mine] += 1
        weights = np.tensordot(ways, game.deals, 1)
        sure = weights.max(2) / np.where(weights.sum(2) > 0, weights.sum(2), 1.0)
        cost += points * (sure @ meetings.T)[game.displays[at], game.hand]
    return cost


def guessing_costs(game: SignallingGame, policy: Floats) -> Floats:
    """Return what each plan loses to an opponent who knows the policy and guesses best, float64[plans]."""
    chance, cost = game.deals.sum((1, 2)), np.zeros(len(game.plans))
    for at, points in enumerate(GUESSING_COSTS):
        weights = np.tensordot(game.sum_by_display(at, policy), game.deals, 1)
        guess = weights.argmax(2)
        right = np.take_along_axis(game.deals[None], guess[:, None, :, None], 3)[..., 0].sum(2)
        cost += points * (right / np.where(chance > 0, chance, 1.0))[game.displays[at], game.hand]
    return cost


def normalize(game: SignallingGame, weights: Floats) -> Floats:
    """Return shares proportional to weights, hand by hand; equal ones where all weights of a hand are 0."""
    size = len(game.deals)
    total, count = np.bincount(game.hand, weights, size), np.bincount(game.hand, minlength=size)
    safe = np.where(total > 0, total, 1.0)
    return np.asarray(np.where(total[game.hand] > 0, weights / safe[game.hand], 1 / count[game.hand]))


def solve(game: SignallingGame) -> Floats:
    """Return the chance of each plan, given its hand, float64[plans]."""
    counted = game.bonus - counting_costs(game)
    regret, total = np.zeros(len(game.plans)), np.zeros(len(game.plans))
    for number in range(1, ITERATIONS + 1):
        policy = normalize(game, regret)
        total += number * policy
        values = counted - guessing_costs(game, normalize(game, total))
        expected = np.bincount(game.hand, policy * values, len(game.deals))
        regret = np.maximum(regret + values - expected[game.hand], 0)
    return normalize(game, total)


@cache
def plan_chances(seats: int, open_card: int) -> dict[Hand, dict[Plan, float]]:
    """Return for each hand how likely the master follows each plan."""
    game = build_game(seats, open_card)
    found: dict[Hand, dict[Plan, float]] = {}
    for plan, mine, share in zip(game.plans, game.hand, solve(game), strict=True):
        found.setdefault(observation.POSSIBLE_HANDS[mine], {})[plan] = float(share)
    return found
