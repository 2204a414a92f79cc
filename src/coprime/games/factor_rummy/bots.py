"""Play Factor Rummy by rules of thumb; the levels differ by how well they see sets."""

import random

import numpy as np
from numpy.typing import NDArray

from ...core.bot_function_compilation import compile_for_series
from ...decks.primepak.cards import KIND, KINDS, PRIME, VALUE, WILD
from . import going_out, rules
from .deck_data import COPIES_AT
from .hand_grouping import best_grouping, list_kinds
from .state import Going, Phase, State, Verb

LEVELS = ("novice", "casual")
OVERLOOK_RATE = 0.35                # how often a novice does not see that a card fits
# In which a novice does not think of going out: a newcomer's first round has turns.
NOVICE_LAPS = 2
PATIENCE_TURNS = 6                    # turns that a casual player waits for more than Factor with Deadwood
WILD_VALUE = 1000.0
find_going = compile_for_series(going_out.find_going)


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """Return an action of the seat whose view it is, and the milliseconds it takes."""
    chance = random.Random(seed)
    hand = np.asarray(view.hand[seat], np.int64)
    if view.phase == Phase.LAYOFF:
        rows = best_grouping(hand).rows
        return (rules.action_of(Verb.LAY, rows[0]) if rows else int(Verb.DONE)), 4000
    if view.phase == Phase.TURN:
        return choose_before_drawing(view, seat, hand, level, chance), 0
    return choose_after_drawing(view, seat, hand, level, chance), 0


def choose_before_drawing(view: State, seat: int, hand: NDArray[np.int64], level: str,
                          random_source: random.Random) -> int:
    """Choose before a draw: go out, take the top discard if it makes a set, else draw."""
    if considers_going_out(view, level) and find_going(hand, int(view.cards[seat]), -1) != Going.NONE:
        return int(Verb.OUT)
    if view.height == 0 or (level == "novice" and random_source.random() < OVERLOOK_RATE):
        return int(Verb.DRAW)
    top = int(view.pile[view.height - 1])
    hand = hand.copy()
    before = best_grouping(hand)
    hand[top] += 1
    after = best_grouping(hand)
    if top == WILD or (after.deadwood <= before.deadwood and top not in after.left):
        return int(Verb.TAKE)
    return int(Verb.DRAW)


def choose_after_drawing(view: State, seat: int, hand: NDArray[np.int64], level: str,
                         random_source: random.Random) -> int:
    """Choose after a draw: go out if that is worth it, else discard the card of the fewest partners."""
    grouping = best_grouping(hand)
    out = considers_going_out(view, level)
    if out and grouping.deadwood == 0 and find_going(hand, int(view.cards[seat]), -1) != Going.NONE:
        return int(Verb.OUT)
    unseen = count_unseen(view, seat)
    left = [kind for kind in sorted(set(grouping.left or list_kinds(hand))) if may_discard(view, seat, kind)]
    left = left or [kind for kind in sorted(set(list_kinds(hand))) if may_discard(view, seat, kind)]
    if level == "novice":
        discard = random_source.choice(left)
    else:
        discard = min(left, key=lambda kind: card_value(kind, hand, unseen))
    over = grouping.deadwood - (discard in grouping.left)
    if out and over <= 2 and (over == 0 or level == "novice" or is_deadwood_out_worthwhile(view, over)):
        action = rules.action_of(Verb.OUT, discard + 1)
        if not rules.refusal(view, seat, action) and not rules.violation(view, seat, action):
            return action
    return rules.action_of(Verb.DISCARD, discard)


def considers_going_out(view: State, level: str) -> bool:
    """Tell whether a bot thinks of going out yet: a novice does not in its first turns."""
    return level != "novice" or bool(view.turns >= NOVICE_LAPS * view.seats)


def may_discard(view: State, seat: int, kind: int) -> bool:
    """Tell whether a seat may discard a kind now."""
    return not rules.refusal(view, seat, rules.action_of(Verb.DISCARD, kind))


def is_deadwood_out_worthwhile(view: State, over: int) -> bool:
    """Tell whether to go out with cards left over (FR-11): late in the round, with two still later."""
    return view.turns >= (PATIENCE_TURNS + 4 * (over - 1)) * view.seats


def count_unseen(view: State, seat: int) -> NDArray[np.int64]:
    """Return how many cards of each kind a seat has not seen."""
    unseen = COPIES_AT[view.level].copy()
    for other in range(view.seats):
        unseen -= np.asarray(view.hand[seat] if other == seat else view.known[other], np.int64)
    for kind in view.pile[:view.height]:
        unseen[kind] -= 1
    return unseen


def card_value(kind: int, hand: NDArray[np.int64], unseen: NDArray[np.int64]) -> float:
    """Return how many unseen cards would make a set of a card and another one of the hand."""
    if kind == WILD:
        return WILD_VALUE
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
