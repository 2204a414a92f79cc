"""Estimate the secret number by the cards and by what others chose to show.

The count over hands is exact, as that of `heuristics` is.  That supposes of others that any choice was as likely as any
other; here a choice is the likelier, the better it would have been for a player by rules of thumb with that hand.
"""

from functools import lru_cache
from types import SimpleNamespace

from ....core.bits import has_member
from ....core.seats import UNKNOWN
from .. import observation, rules
from ..bots import POINTS_PER_BIT, bonus_points, hand_entropy
from ..rules import ROUNDS, Stage, Verb

SIMPLE_PLAYER_CHANCE = 0.85           # how likely a choice follows the rule of thumb; else any was as likely as another
EQUAL_TOLERANCE = 0.01            # choices that differ by less are equally good by that rule


def secret_chances(view: SimpleNamespace, seat: int) -> list[float]:
    """Return the chance of each number, 0 to `view.seats`, of being the secret one, for a seat in a round."""
    ways = {observation.unseen_code(view, seat): 1.0}
    for other in range(view.seats):
        if other != seat:
            ways = bags_after_seat(view, other, ways)
    found = [ways.get(observation.DIGIT[number], 0.0) for number in range(view.seats + 1)]
    return [n / sum(found) for n in found]


def bags_after_seat(view: SimpleNamespace, other: int, ways: dict[int, float]) -> dict[int, float]:
    """Return the bags that another seat's hand leaves, with their weights."""
    left: dict[int, float] = {}
    for low, high in observation.POSSIBLE_HANDS:
        for bag, weight in bags_after_hand(view, other, low, high, ways).items():
            left[bag] = left.get(bag, 0.0) + weight
    return left


def bags_after_hand(view: SimpleNamespace, other: int, low: int, high: int, ways: dict[int, float]) -> dict[int, float]:
    """Return the bags that one hand of another seat leaves, with their weights."""
    if high > view.seats or not observation.count_choices(view, other, low, high):
        return {}
    hand, likely = observation.POSSIBLE_HANDS.index((low, high)), showing_likelihood(view, other, low, high)
    return {bag - observation.taken_code(view, other, hand): weight * ways_ * likely for bag, weight in ways.items()
            if (ways_ := observation.count_ways_to_take(view, other, hand, bag))}


def showing_likelihood(view: SimpleNamespace, other: int, low: int, high: int) -> float:
    """Return how likely a seat with this hand would have shown what it has shown."""
    return 1.0 if count_revealed_rounds(view) == 0 else sum(operation_likelihood(view, other, low, high, op)
                                                              for op in range(rules.OPERATIONS)
                                               if observation.is_operation_possible(view, other, low, high, op))


def operation_likelihood(view: SimpleNamespace, other: int, low: int, high: int, op: int) -> float:
    """Return how likely a seat would have chosen this operation, and shown what it has shown of that."""
    table, place = (view.seats, view.open_card), view.place[other]
    share = choice_likelihoods(1, *table, (), low, high)[rules.encode_cover(place, op)]
    if count_revealed_rounds(view) == 1:
        return share
    number, in_two = rules.encode_show_number(view.number[other]), has_member(view.first_op, other)
    share *= choice_likelihoods(2, *table, (), low, high, op, place)[int(Verb.OPERATION) if in_two else number]
    # Whoever has shown a number has no choice in the third.
    if count_revealed_rounds(view) == 2 or not in_two:
        return share
    return share * choice_likelihoods(3, *table, numbers_shown_in_round_two(view), low, high, op, place)[number]


def count_revealed_rounds(view: SimpleNamespace) -> int:
    """Return how many openings have been revealed."""
    return int(view.rounds - (view.stage != Stage.RACE))


def numbers_shown_in_round_two(view: SimpleNamespace) -> tuple[int, ...]:
    """Return the numbers that were shown in the second round."""
    return tuple(sorted(number for other, number in enumerate(view.number[:view.seats])
                        if number and not has_member(view.first_op, other)))


@lru_cache(maxsize=1 << 14)
def choice_likelihoods(rounds: int, seats: int, open_card: int, numbers: tuple[int, ...], low: int, high: int,
           op: int = UNKNOWN, place: int = UNKNOWN) -> dict[int, float]:
    """Return how likely each choice in the opening of a round is, of a seat with such a hand.

    numbers  what other hands have shown; in the third round the seat itself has shown its operation
    """
    view = SimpleNamespace(
        seats=seats, stage=Stage.OPENING, rounds=rounds, chosen=0, open_card=open_card, first_op=int(rounds == ROUNDS),
        low=make_seat_zero_field(low, 0), high=make_seat_zero_field(high, 0), op=make_seat_zero_field(op, UNKNOWN),
        place=make_seat_zero_field(place, UNKNOWN),
        clue=make_seat_zero_field(0, 0), number=[0, *numbers] + [0] * (rules.SEATS - 1 - len(numbers)))
    out = [0] * rules.MAX_ACTIONS
    actions = out[:rules.list_choices(view, 0, out)]
    good = [bonus_points(action) + POINTS_PER_BIT / 2 * hand_entropy(view, 0, action) for action in actions]
    best = [value > max(good) - EQUAL_TOLERANCE for value in good]
    return {action: SIMPLE_PLAYER_CHANCE * is_best / sum(best) + (1 - SIMPLE_PLAYER_CHANCE) / len(actions)
            for action, is_best in zip(actions, best, strict=True)}


def make_seat_zero_field(value: int, other: int) -> list[int]:
    """Return a field of the state in which only seat 0 has something."""
    return [value] + [other] * (rules.SEATS - 1)
