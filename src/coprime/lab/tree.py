"""The whole tree of a game that is small enough, as arrays: nodes by depth, information states of perfect recall."""

import hashlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.match import copy_state
from ..core.seats import CHANCE

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
SEATS = 2
OVER = -1               # the seat of a node in which nobody is asked


@dataclass(frozen=True)
class Tree:
    """Two seats, what one wins the other loses; chance deals at the roots and never again.

    Nodes are in the order of their depth, the children of one side by side in the order of its actions.  An information
    state is what a seat has been shown from the deal on: its views, and what it saw of every action.  Its actions have
    slots, side by side; a policy is float64[slots], how likely each is where its seat is asked.

    deal     float64[nodes]: how likely the deal is that it comes from
    result   float64[nodes]: what seat 0 wins, where it is over; 0 elsewhere
    parent   int64[nodes]: -1 for a root
    state    int64[nodes]: the information state of whoever is asked; -1 where it is over
    slot     int64[nodes]: the slot of the action that led there; -1 for a root
    levels   the nodes of each depth
    seat     int64[states]: whose information state it is
    at       int64[states]: one of its nodes
    first    int64[states + 1]: its first slot, and one more: how many slots there are
    stages   the information states of each depth
    views    by information state the view of its seat; where the seat is asked, as bytes
    actions  int64[slots]: the listed actions
    """

    game: Game
    deal: Floats
    result: Floats
    parent: Ints
    state: Ints
    slot: Ints
    levels: list[slice]
    seat: Ints
    at: Ints
    first: Ints
    stages: list[slice]
    views: list[bytes]
    actions: Ints

    @cached_property
    def of_slot(self) -> Ints:
        """int64[slots]: its information state."""
        return np.repeat(np.arange(len(self.seat)), np.diff(self.first))

    @cached_property
    def own(self) -> tuple[NDArray[np.bool_], ...]:
        """By seat, bool[slots]: is it one of its own?"""
        return tuple(self.seat[self.of_slot] == seat for seat in range(SEATS))

    def view(self, state: int) -> Any:
        """What the seat of an information state sees there."""
        return np.frombuffer(bytearray(self.views[state]), self.game.rules.State.layout)[0]


class Growth:
    """A tree while it grows, a deal at a time and depth first."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.parent, self.state, self.depth, self.nth = (array("q") for _ in range(4))
        self.result, self.deal = array("d"), array("d")
        self.known: dict[bytes, int] = {}
        self.seat, self.at, self.stage = (array("q") for _ in range(3))
        self.views: list[bytes] = []
        self.actions: list[list[int]] = []
        self.out, self.returns = np.zeros(self.rules.MAX_ACTIONS, np.int64), np.zeros(SEATS)

    def grow(self, s: Any, told: list[bytes], deal: float, parent: int = -1, nth: int = 0, depth: int = 0) -> None:
        """A node and all below it; `told` is a digest for each seat of what it has been shown before."""
        rules, node = self.rules, len(self.parent)
        views = [self.seen(s, seat) for seat in range(SEATS)]
        told = [digest(before + view) for before, view in zip(told, views, strict=True)]
        acting = int(rules.to_act(s))
        over = acting in (0, 1 << CHANCE)
        rules.returns(s, self.returns)
        for one, number in ((self.parent, parent), (self.depth, depth), (self.nth, nth), (self.state, -1)):
            one.append(number)
        self.deal.append(deal)
        self.result.append(self.returns[0] if over else 0.0)
        if over:
            assert self.returns.sum() == 0, "what one wins the other loses"
            return
        assert acting in (1, 2), "one seat is asked at a time"
        seat = acting - 1
        state = self.state[node] = self.known.setdefault(b"%d" % seat + told[seat], len(self.known))
        if state == len(self.seat):
            self.seat.append(seat)
            self.at.append(node)
            self.stage.append(depth)
            self.views.append(views[seat])
            self.actions.append(self.out[:rules.sound_actions(s, seat, self.out)].tolist())
        for number, action in enumerate(self.actions[state]):
            shown = [b"%d %d" % (seat, rules.observe_action(s, seat, action, other)) for other in range(SEATS)]
            after = copy_state(s)
            rules.apply(after, seat, action)
            self.grow(after, [one + what for one, what in zip(told, shown, strict=True)], deal,
                      node, number, depth + 1)

    def seen(self, s: Any, seat: int) -> bytes:
        view = copy_state(s)
        self.rules.redact(view, seat)
        return bytes(view.tobytes())


def digest(told: bytes) -> bytes:
    return hashlib.blake2b(told, digest_size=16).digest()


def grown(game: Game, deals: Iterable[tuple[Any, float]], rules: Any = None) -> Tree:
    """The tree of these deals: every listed action, until it is over or CHANCE would have to act again.

    rules  the game's, or where its tiny form has some of its own, those
    """
    found = Growth(rules or game.rules)
    for state, share in deals:
        found.grow(state, [b""] * SEATS, share)
    depth, stage = np.array(found.depth), np.array(found.stage)
    nodes, states = np.argsort(depth, kind="stable"), np.argsort(stage, kind="stable")
    node_now, state_now = placed(nodes), placed(states)
    counts = np.array([len(found.actions[state]) for state in states])
    first = np.concatenate(([0], np.cumsum(counts)))
    parent, before = np.array(found.parent)[nodes], np.array(found.state)
    slot = np.where(parent < 0, -1, first[state_now[before[parent]]] + np.array(found.nth)[nodes])
    state = before[nodes]
    return Tree(
        game=game, deal=np.array(found.deal)[nodes], result=np.array(found.result)[nodes],
        parent=np.where(parent < 0, -1, node_now[parent]), state=np.where(state < 0, -1, state_now[state]), slot=slot,
        levels=stretches(depth[nodes]), seat=np.array(found.seat)[states], at=node_now[np.array(found.at)[states]],
        first=first, stages=stretches(stage[states]),
        views=[found.views[state] for state in states],
        actions=np.array([action for state in states for action in found.actions[state]], np.int64))


def placed(order: Ints) -> Ints:
    """Where each thing stands in an order."""
    places = np.empty_like(order)
    places[order] = np.arange(len(order))
    return places


def stretches(depths: Ints) -> list[slice]:
    """Where each depth stands among things that are in the order of their depth."""
    ends = np.searchsorted(depths, np.arange(depths[-1] + 2))
    return [slice(int(a), int(b)) for a, b in zip(ends[:-1], ends[1:], strict=True)]
