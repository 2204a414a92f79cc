"""Who meets whom: Swiss rounds, round robins by the circle method, knock-outs by seeds.

Players are any hashable names, so that a tournament of people and a league of bots are paired by the same code.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

P = TypeVar("P", bound=Hashable)
POINT_UNITS = 1000              # points are compared to a thousandth


class SwissScore(NamedTuple):
    """What an edge of the matching costs; the first number that differs decides over the sum of all edges."""

    second_byes: int = 0
    repeats: int = 0
    bye_points: int = 0
    bye_rank: int = 0
    difference: int = 0
    slide: int = 0


def pair_swiss(ranked: Sequence[P], points: Mapping[P, float], meetings: Mapping[frozenset[P], int],
               byes: Collection[P]) -> tuple[list[tuple[P, P]], P | None]:
    """Pair a Swiss round by a matching of least cost. Returns the pairs, the best first, and who has a bye.

    ranked    who plays, the best first
    meetings  how often two have met;  byes  who has had a bye

    In this order: nobody has a second bye while somebody has had none, pairs meet again as seldom as possible, the bye
    goes to the lowest, points differ as little as possible (sum of squares), and of equal points the upper half meets
    the lower half.
    """
    if len(ranked) < 2:
        return [], ranked[0] if ranked else None
    units = [round(points[player] * POINT_UNITS) for player in ranked]
    group_sizes, count, lowest = Counter(units), len(ranked), min(units)
    costs = {(i, j): _pair_cost(j - i, units[i] - units[j], group_sizes[units[i]],
                                meetings.get(frozenset((ranked[i], ranked[j])), 0))
             for i in range(count) for j in range(i + 1, count)}
    if count % 2:                                   # place `count` of the ranking is the bye
        costs |= {(i, count): SwissScore(second_byes=int(player in byes), bye_points=units[i] - lowest,
                                         bye_rank=count - 1 - i) for i, player in enumerate(ranked)}
    matching = match_cheapest(costs, count)
    return ([(ranked[i], ranked[j]) for i, j in matching if j < count],
            next((ranked[i] for i, j in matching if j == count), None))


def match_cheapest(costs: Mapping[tuple[int, int], tuple[int, ...]], count: int) -> list[tuple[int, int]]:
    """Return the matching with as many pairs as possible and, among those, the least sum of costs, in order.

    costs  of the pairs that are possible; the first number that differs decides over the sum of all pairs
    count  how many are matched
    """
    from networkx import Graph  # a tenth of a second to import
    from networkx.algorithms.matching import max_weight_matching

    graph = Graph()
    graph.add_weighted_edges_from((*pair, -cost) for pair, cost in _single_numbers(costs, count).items())
    return sorted((min(pair), max(pair)) for pair in max_weight_matching(graph, maxcardinality=True))


def _pair_cost(distance: int, difference: int, group_size: int, met: int) -> SwissScore:
    """What it costs that two meet: their distance in the ranking, the difference of their points, how many have as many
    points as the higher one, and how often they have met."""
    # Of a group of equal points its first meets the first of its lower half. Between groups neighbours meet.
    wanted = group_size // 2 if difference == 0 else 1
    return SwissScore(repeats=met ** 2, difference=difference ** 2, slide=(distance - wanted) ** 2)


def _single_numbers(costs: Mapping[tuple[int, int], tuple[int, ...]], count: int) -> dict[tuple[int, int], int]:
    """Write each cost as one integer whose sums over a matching compare as the sums of its parts in order."""
    bases = [1 + count * max(parts) for parts in zip(*costs.values(), strict=True)]
    found = dict.fromkeys(costs, 0)
    for pair, cost in costs.items():
        for part, base in zip(cost, bases, strict=True):
            found[pair] = found[pair] * base + part
    return found


def circle_rounds(players: Sequence[P]) -> list[list[tuple[P, P | None]]]:
    """Return all rounds of a round robin by the circle method; of an odd number one has a bye in each, as (it, None).

    Everybody comes first in half of their pairings, or in one more or less.
    """
    places: list[P | None] = [*players, *([None] if len(players) % 2 else [])]
    rounds: list[list[tuple[P, P | None]]] = []
    for n in range(len(places) - 1):
        half = len(places) // 2
        pairs = list(zip(places[:half], reversed(places[half:]), strict=True))
        if n % 2:                                   # the one who never moves comes first in every other round
            pairs[0] = pairs[0][::-1]
        rounds.append([(found, other if found is one else None) for one, other in pairs
                       if (found := other if one is None else one) is not None])
        places[1:] = [places[-1], *places[1:-1]]
    return rounds


def bracket_order(count: int) -> list[int]:
    """Return the seeds of a knock-out, 1 the best, in the order of its lines: 1 and 2 can only meet in the last round.

    The number of lines is the next power of two. A seed above `count` is nobody: whoever should meet it has a bye.
    """
    order = [1]
    while len(order) < count:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def usual_rounds(count: int) -> int:
    """Return how many Swiss rounds, or rounds of a knock-out, leave one winner of so many players."""
    return max(1, (count - 1).bit_length())
