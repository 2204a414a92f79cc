"""Bots that play Factor Rummy by rules of thumb, told apart by how well they see sets."""

import random

import numpy as np
from numpy.typing import NDArray

from ...decks.primepak.cards import KIND, KINDS, PRIME, VALUE, WILD
from . import rules
from .going_out import going_of
from .groups import best_grouping, cards_in
from .state import Going, Phase, State, Verb
from .tables import COPIES_AT

LEVELS = ("novice", "casual")
OVERLOOKS = 0.35                # how often a novice does not see that a card fits
LAPS = 2                        # in which a novice does not think of going out: a newcomer's first round has turns
PATIENCE = 6                    # turns that a casual player waits for more than Factor with Deadwood
WILD_WORTH = 1000.0


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """An action for the seat whose view it is."""
    chance = random.Random(seed)
    hand = np.asarray(view.hand[seat], np.int64)
    if view.phase == Phase.LAYOFF:
        rows = best_grouping(hand).rows
        return (rules.action_of(Verb.LAY, rows[0]) if rows else int(Verb.DONE)), 4000
    if view.phase == Phase.TURN:
        return before_drawing(view, seat, hand, level, chance), 0
    return after_drawing(view, seat, hand, level, chance), 0


def before_drawing(view: State, seat: int, hand: NDArray[np.int64], level: str, chance: random.Random) -> int:
    """Out if that goes at once; the top discard if it makes a set; else a card from the pile."""
    if thinks_of_out(view, level) and going_of(hand, int(view.cards[seat]), -1) != Going.NONE:
        return int(Verb.OUT)
    if view.height == 0 or (level == "novice" and chance.random() < OVERLOOKS):
        return int(Verb.DRAW)
    top = int(view.pile[view.height - 1])
    hand = hand.copy()
    before = best_grouping(hand)
    hand[top] += 1
    after = best_grouping(hand)
    if top == WILD or (after.over <= before.over and top not in after.left):
        return int(Verb.TAKE)
    return int(Verb.DRAW)


def after_drawing(view: State, seat: int, hand: NDArray[np.int64], level: str, chance: random.Random) -> int:
    """Out if that is worth it; else away with the card of the fewest partners."""
    grouping = best_grouping(hand)
    out = thinks_of_out(view, level)
    if out and grouping.over == 0 and going_of(hand, int(view.cards[seat]), -1) != Going.NONE:
        return int(Verb.OUT)
    unseen = unseen_by(view, seat)
    left = [kind for kind in sorted(set(grouping.left or cards_in(hand))) if may_discard(view, seat, kind)]
    left = left or [kind for kind in sorted(set(cards_in(hand))) if may_discard(view, seat, kind)]
    if level == "novice":
        discard = chance.choice(left)
    else:
        discard = min(left, key=lambda kind: worth(kind, hand, unseen))
    over = grouping.over - (discard in grouping.left)
    if out and over <= 2 and (over == 0 or level == "novice" or pays(view, over)):
        action = rules.action_of(Verb.OUT, discard + 1)
        if not rules.refusal(view, seat, action) and not rules.violation(view, seat, action):
            return action
    return rules.action_of(Verb.DISCARD, discard)


def thinks_of_out(view: State, level: str) -> bool:
    return level != "novice" or bool(view.turns >= LAPS * view.seats)


def may_discard(view: State, seat: int, kind: int) -> bool:
    return not rules.refusal(view, seat, rules.action_of(Verb.DISCARD, kind))


def pays(view: State, over: int) -> bool:
    """FR-11 is for when the others may be out soon: late in the round, and with one card left rather than two."""
    return view.turns >= (PATIENCE + 4 * (over - 1)) * view.seats


def unseen_by(view: State, seat: int) -> NDArray[np.int64]:
    """How many cards of each kind a seat has not seen."""
    unseen = COPIES_AT[view.level].copy()
    for other in range(view.seats):
        unseen -= np.asarray(view.hand[seat] if other == seat else view.known[other], np.int64)
    for kind in view.pile[:view.height]:
        unseen[kind] -= 1
    return unseen


def worth(kind: int, hand: NDArray[np.int64], unseen: NDArray[np.int64]) -> float:
    """How many unseen cards would make a set of a card and another one of the hand."""
    if kind == WILD:
        return WILD_WORTH
    total, value = 0.0, int(VALUE[kind])
    for other in range(WILD):
        if hand[other] - (other == kind) <= 0:
            continue
        theirs = int(VALUE[other])
        for wanted in {value * theirs, value // theirs if value % theirs == 0 else 0,
                       theirs // value if theirs % value == 0 else 0}:
            if wanted in KIND:
                total += max(0, int(unseen[KIND[wanted]]))
    return total + (0.5 if PRIME[kind] else 0.0) + KINDS / (1000.0 * value)
