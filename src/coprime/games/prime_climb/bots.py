"""Bots that play Prime Climb by rules of thumb, told apart by how far into their own turn they look."""

import random
from collections.abc import Iterator
from typing import Any

from ...core.bits import bag_size
from . import features, rules
from .board import Route, exposed, goal_of, returning, start_of
from .choices import listed
from .moves import Verb, verb_of
from .rules import Phase
from .state import State
from .tables import HOME, LAST
from .turn import numbers_left

LEVELS = ("novice", "casual")

BUMP, CARD, SPENT = 1.0, 0.5, 0.8       # in rolls: an opponent sent back, a card drawn, a Keeper gone
KEEPERS = (Verb.PLUS, Verb.MINUS, Verb.CLEAR, Verb.LIMIT)


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """An action for the seat whose view it is."""
    chance = random.Random(seed)
    actions = listed(view, seat)
    wins = [action for action in actions if brings_the_win(view, seat, action)]
    if wins:
        return wins[0], 0
    if level == "novice":
        return greedy(view, seat, actions, chance), 0
    return thought_out(view, seat)[0], 0


def brings_the_win(view: Any, seat: int, action: int) -> bool:
    if view.phase != Phase.MOVE or verb_of(action) > Verb.MINUS:
        return False
    after = view.copy()
    rules.move(after, seat, action)
    return rules.wins(after, seat)


# Novice: one number at a time, as far ahead as it goes.

def greedy(view: State, seat: int, actions: list[int], chance: random.Random) -> int:
    if chance.random() < 0.1:
        return chance.choice(actions)
    return max(actions, key=lambda action: (gain(view, seat, action), chance.random()))


def gain(view: Any, seat: int, action: int) -> int:
    """Spaces won on the way.  A Keeper is kept until it wins."""
    if verb_of(action) in KEEPERS:
        return -1000
    after = view.copy()
    (rules.move if view.phase == Phase.MOVE else rules.apply)(after, seat, action)
    return sum(way_made(after, pawn) - way_made(view, pawn) for pawn in (2 * seat, 2 * seat + 1))


def way_made(view: State, pawn: int) -> int:
    """How many spaces a pawn has put behind it on its present way."""
    if view.pawn[pawn] == HOME:
        return LAST
    return abs(int(view.pawn[pawn]) - int(start_of(view, pawn))) + LAST * returning(view, pawn)


# Casual: all ways to use the numbers.

def thought_out(view: State, seat: int) -> list[int]:
    """The actions of the turn that leaves it best."""
    return max(turns(view, seat, set()), key=lambda turn: worth(view, turn[1], seat))[0]


def turns(view: Any, seat: int, met: set[tuple[int, ...]]) -> Iterator[tuple[list[int], State]]:
    """Every way to use the turn: its actions and the position after it.  Keepers are thought of after the numbers."""
    for action in listed(view, seat):
        if verb_of(action) in KEEPERS and numbers_left(view):
            continue
        after = view.copy()
        rules.apply(after, seat, action)
        if after.phase != Phase.MOVE or after.turn != seat:
            yield [action], after
        elif (key := key_of(after, seat)) not in met:
            met.add(key)
            for path, end in turns(after, seat, met):
                yield [action, *path], end


def key_of(view: State, seat: int) -> tuple[int, ...]:
    """Tells the positions of one turn apart."""
    return (*view.pawn.tolist(), *view.left.tolist(), int(view.keepers[seat]), int(view.atop), int(view.back),
            int(view.limited))


def worth(view: State, after: State, seat: int) -> float:
    """In rolls: how near one's pawns are, opponents sent back, a card to come, Keepers gone."""
    if after.place[seat]:
        return 100.0
    value = -rolls_needed(after, seat)
    for pawn in range(2 * view.seats):
        if pawn // 2 != seat and exposed(view, pawn) and after.pawn[pawn] == start_of(after, pawn):
            value += BUMP
    if after.phase == Phase.DRAW:
        value += CARD
    return value - SPENT * (bag_size(int(view.keepers[seat])) - bag_size(int(after.keepers[seat])))


def rolls_needed(view: State, seat: int) -> float:
    """Each pawn's rolls by itself, added up, which is not quite what two pawns need."""
    if view.ticks[seat] != view.way_stations:
        return float(features.rolls_left(view, seat))
    needs = [alone(view, pawn) for pawn in (2 * seat, 2 * seat + 1)]
    return min(needs) if view.sprint else sum(needs)


def alone(view: State, pawn: int) -> float:
    doubles, space = 0 if view.doubles == 4 else 1, view.pawn[pawn]
    if view.route == Route.THERE_AND_BACK:
        return float(features.alone(doubles, space, returning(view, pawn)))
    return float(features.ROLLS[0 if goal_of(view, pawn) else 1, doubles, space, HOME])
