"""The whole tree of a small game as arrays: nodes by depth, information states with perfect recall."""

import hashlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.deprecated import forward_old_names
from ..core.game import Game
from ..core.match import copy_state
from ..core.seats import CHANCE

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
SEATS = 2


@dataclass(frozen=True)
class InformationTree:
    """The tree of a two-player zero-sum game in which chance deals only at the roots.

    Nodes are ordered by depth, the children of a node side by side in the order of its actions. An information
    state is what a seat has seen since the deal: its views, and what it saw of every action. Its actions have
    consecutive slots; a policy is float64[slots], the probability of each action where its seat is to act.

    deal     float64[nodes]: probability of the deal above
    result   float64[nodes]: what seat 0 wins at a leaf; 0 elsewhere
    parent   int64[nodes]: -1 for a root
    state    int64[nodes]: information state of the actor; -1 at a leaf
    slot     int64[nodes]: slot of the action that led there; -1 for a root
    levels   the nodes of each depth
    seat     int64[states]: the seat of the information state
    at       int64[states]: one of its nodes
    first    int64[states + 1]: its first slot; the last entry is the number of slots
    stages   the information states of each depth
    views    by information state the view of its seat, as bytes
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
    def slot_states(self) -> Ints:
        """The information state of each slot, int64[slots]."""
        return np.repeat(np.arange(len(self.seat)), np.diff(self.first))

    @cached_property
    def own_slots(self) -> tuple[NDArray[np.bool_], ...]:
        """By seat, whether each slot is its own, bool[slots]."""
        return tuple(self.seat[self.slot_states] == seat for seat in range(SEATS))

    def state_view(self, state: int) -> Any:
        """Return the view of an information state's seat."""
        return np.frombuffer(bytearray(self.views[state]), self.game.rules.State.layout)[0]


class TreeBuilder:
    """Builds a tree depth first, one deal after the other."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.parent, self.state, self.depth, self.nth = (array("q") for _ in range(4))
        self.result, self.deal = array("d"), array("d")
        self.known: dict[bytes, int] = {}
        self.seat, self.at, self.stage = (array("q") for _ in range(3))
        self.views: list[bytes] = []
        self.actions: list[list[int]] = []
        self.out, self.returns = np.zeros(self.rules.MAX_ACTIONS, np.int64), np.zeros(SEATS)

    def add_subtree(self, s: Any, histories: list[bytes], deal: float, parent: int = -1, nth: int = 0,
                    depth: int = 0) -> None:
        """Add a node and everything below it.

        histories  for each seat a digest of what it has seen before
        """
        rules, node = self.rules, len(self.parent)
        views = [self.view_bytes(s, seat) for seat in range(SEATS)]
        histories = [digest_history(before + view) for before, view in zip(histories, views, strict=True)]
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
        state = self.state[node] = self.known.setdefault(b"%d" % seat + histories[seat], len(self.known))
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
            self.add_subtree(after, [one + what for one, what in zip(histories, shown, strict=True)], deal,
                             node, number, depth + 1)

    def view_bytes(self, s: Any, seat: int) -> bytes:
        """Return the bytes of what a seat sees of a position."""
        view = copy_state(s)
        self.rules.redact(view, seat)
        return bytes(view.tobytes())


def digest_history(history: bytes) -> bytes:
    """Return a digest of what a seat has seen."""
    return hashlib.blake2b(history, digest_size=16).digest()


def build_tree(game: Game, deals: Iterable[tuple[Any, float]], rules: Any = None) -> InformationTree:
    """Build the tree of some deals, up to the end or the next action of CHANCE.

    rules  the game's by default; a tiny form may override some
    """
    found = TreeBuilder(rules or game.rules)
    for state, share in deals:
        found.add_subtree(state, [b""] * SEATS, share)
    depth, stage = np.array(found.depth), np.array(found.stage)
    nodes, states = np.argsort(depth, kind="stable"), np.argsort(stage, kind="stable")
    node_now, state_now = invert_order(nodes), invert_order(states)
    counts = np.array([len(found.actions[state]) for state in states])
    first = np.concatenate(([0], np.cumsum(counts)))
    parent, before = np.array(found.parent)[nodes], np.array(found.state)
    slot = np.where(parent < 0, -1, first[state_now[before[parent]]] + np.array(found.nth)[nodes])
    state = before[nodes]
    return InformationTree(
        game=game, deal=np.array(found.deal)[nodes], result=np.array(found.result)[nodes],
        parent=np.where(parent < 0, -1, node_now[parent]), state=np.where(state < 0, -1, state_now[state]), slot=slot,
        levels=depth_slices(depth[nodes]), seat=np.array(found.seat)[states], at=node_now[np.array(found.at)[states]],
        first=first, stages=depth_slices(stage[states]),
        views=[found.views[state] for state in states],
        actions=np.array([action for state in states for action in found.actions[state]], np.int64))


def invert_order(order: Ints) -> Ints:
    """Return the inverse of a permutation."""
    places = np.empty_like(order)
    places[order] = np.arange(len(order))
    return places


def depth_slices(depths: Ints) -> list[slice]:
    """Return the slice of each depth among things ordered by depth."""
    ends = np.searchsorted(depths, np.arange(depths[-1] + 2))
    return [slice(int(a), int(b)) for a, b in zip(ends[:-1], ends[1:], strict=True)]


__getattr__ = forward_old_names(__name__, {"grown": "build_tree"})
