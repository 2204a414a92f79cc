"""What the secret number probably is, by the cards and by what others chose to show.

The count over hands is exact, as that of `features` is.  That supposes of others that any choice was as likely as any
other; here a choice is the likelier, the better it would have been for a player by rules of thumb with that hand.
"""

from functools import lru_cache
from types import SimpleNamespace

from ...core.bits import has_member
from ...core.seats import UNKNOWN
from . import observation, rules
from .bots import BLUR, bonus, doubt
from .rules import ROUNDS, Stage, Verb

SIMPLE = 0.85           # how likely a choice follows the rule of thumb; else any was as likely as another
EQUAL = 0.01            # choices that differ by less are equally good by that rule


def chances(view: SimpleNamespace, seat: int) -> list[float]:
    """The chance of each number, 0 to `view.seats`, of being the secret one, for a seat in a round."""
    ways = {observation.unseen(view, seat): 1.0}
    for other in range(view.seats):
        if other != seat:
            ways = dealt(view, other, ways)
    found = [ways.get(observation.DIGIT[number], 0.0) for number in range(view.seats + 1)]
    return [n / sum(found) for n in found]


def dealt(view: SimpleNamespace, other: int, ways: dict[int, float]) -> dict[int, float]:
    """The bags that another seat's hand leaves, with their weights."""
    left: dict[int, float] = {}
    for low, high in observation.PAIRS:
        for bag, weight in left_by(view, other, low, high, ways).items():
            left[bag] = left.get(bag, 0.0) + weight
    return left


def left_by(view: SimpleNamespace, other: int, low: int, high: int, ways: dict[int, float]) -> dict[int, float]:
    """The same, of one hand."""
    if high > view.seats or not observation.choices_with(view, other, low, high):
        return {}
    hand, likely = observation.PAIRS.index((low, high)), likelihood(view, other, low, high)
    return {bag - observation.taken(view, other, hand): weight * ways_ * likely for bag, weight in ways.items()
            if (ways_ := observation.ways_to_take(view, other, hand, bag))}


def likelihood(view: SimpleNamespace, other: int, low: int, high: int) -> float:
    """How likely a seat with this hand would have shown what it has shown."""
    return 1.0 if finished(view) == 0 else sum(shows(view, other, low, high, op) for op in range(rules.OPERATIONS)
                                               if observation.operation_fits(view, other, low, high, op))


def shows(view: SimpleNamespace, other: int, low: int, high: int, op: int) -> float:
    """How likely it would have chosen this operation, and shown what it has shown of that."""
    table, place = (view.seats, view.open_card), view.place[other]
    share = liking(1, *table, (), low, high)[rules.cover(place, op)]
    if finished(view) == 1:
        return share
    number, in_two = rules.show_number(view.number[other]), has_member(view.first_op, other)
    share *= liking(2, *table, (), low, high, op, place)[int(Verb.OPERATION) if in_two else number]
    if finished(view) == 2 or not in_two:                    # whoever has shown a number has no choice in the third
        return share
    return share * liking(3, *table, shown_in_two(view), low, high, op, place)[number]


def finished(view: SimpleNamespace) -> int:
    """How many openings have been revealed."""
    return int(view.rounds - (view.stage != Stage.RACE))


def shown_in_two(view: SimpleNamespace) -> tuple[int, ...]:
    """The numbers that were shown in the second round."""
    return tuple(sorted(number for other, number in enumerate(view.number[:view.seats])
                        if number and not has_member(view.first_op, other)))


@lru_cache(maxsize=1 << 14)
def liking(rounds: int, seats: int, open_card: int, numbers: tuple[int, ...], low: int, high: int,
           op: int = UNKNOWN, place: int = UNKNOWN) -> dict[int, float]:
    """How likely each choice in the opening of a round is, of a seat with such a hand, operation and place.

    numbers  what other hands have shown; in the third round the seat itself has shown its operation
    """
    view = SimpleNamespace(
        seats=seats, stage=Stage.OPENING, rounds=rounds, chosen=0, open_card=open_card, first_op=int(rounds == ROUNDS),
        low=alone(low, 0), high=alone(high, 0), op=alone(op, UNKNOWN), place=alone(place, UNKNOWN),
        clue=alone(0, 0), number=[0, *numbers] + [0] * (rules.SEATS - 1 - len(numbers)))
    out = [0] * rules.MAX_ACTIONS
    actions = out[:rules.choices(view, 0, out)]
    good = [bonus(action) + BLUR / 2 * doubt(view, 0, action) for action in actions]
    best = [value > max(good) - EQUAL for value in good]
    return {action: SIMPLE * is_best / sum(best) + (1 - SIMPLE) / len(actions)
            for action, is_best in zip(actions, best, strict=True)}


def alone(value: int, other: int) -> list[int]:
    """A field of the state in which only seat 0 has something."""
    return [value] + [other] * (rules.SEATS - 1)


def hands(view: SimpleNamespace, seat: int, other: int) -> dict[tuple[int, int], float]:
    """The chance of each hand of another seat, as a seat sees it."""
    ways = {observation.unseen(view, seat): 1.0}
    for third in range(view.seats):
        if third not in (seat, other):
            ways = dealt(view, third, ways)
    found: dict[tuple[int, int], float] = {}
    for low, high in observation.PAIRS:
        weight = sum(left_by(view, other, low, high, ways).values())
        if weight:
            found[low, high] = weight
    return {hand: weight / sum(found.values()) for hand, weight in found.items()}
