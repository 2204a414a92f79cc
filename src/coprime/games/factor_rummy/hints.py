"""Hints for Factor Rummy as a ladder: a nudge, a clue, a method in factors, an answer."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.hint_steps import HintStep
from ...decks.primepak.cards import NUMBERS, WILD
from ...decks.primepak.catalogue import SETS
from ...decks.primepak.explain import equation, explain
from ...decks.primepak.names import name
from . import rules
from .bots import choose
from .groups import best_grouping
from .state import Phase, State, Verb
from .words import SAY, written


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Four rungs for the seat that is asked, or one that says that there is nothing to find."""
    if not rules.to_act(view) >> seat & 1:
        return [SAY["hint"]["none"]]
    action = choose(view, seat, "casual", 0)[0]
    verb, number = rules.verb_of(action), rules.number_of(action)
    hand = np.asarray(view.hand[seat], np.int64).copy()
    if verb == Verb.OUT:
        rungs = out_ladder(hand, number - 1)
    elif view.phase == Phase.TURN:
        return turn_ladder(view, hand, verb)
    else:
        rungs = lay_ladder(hand) if view.phase == Phase.LAYOFF else drawn_ladder(hand, number)
    return [*rungs[:-1], HintStep(rungs[-1], action)]


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """The sort of puzzle that an answer makes; what is chosen between is one sort, so that its name tells nothing."""
    verb = rules.verb_of(action)
    if verb in (Verb.DRAW, Verb.TAKE):
        return "draw"
    return "lay" if verb in (Verb.LAY, Verb.DONE) else "out" if verb == Verb.OUT else "discard"


def out_ladder(hand: Any, discard: Any) -> Any:
    say = SAY["hint"]
    if discard >= 0:
        hand[discard] -= 1
    grouping = best_grouping(hand)
    answer = say["answer_out"] if discard < 0 else say["answer_out_with"]
    return [say["nudge_out"], say["clue_out"].format(n=grouping.over), method(grouping.rows),
            answer.format(sets=say["between"].join(map(equation, grouping.rows)),
                          card=written(discard) if discard >= 0 else "")]


def turn_ladder(view: State, hand: NDArray[np.int64], verb: int) -> list[HintStep | str]:
    say = SAY["hint"]
    draw = HintStep(say["answer_draw"], Verb.DRAW)
    if view.height == 0:
        return [draw]
    top = int(view.pile[view.height - 1])
    hand[top] += 1
    rows = [row for row in best_grouping(hand).rows if top in SETS[row]] if verb == Verb.TAKE else []
    facts = {"card": SAY["cards"]["plain"] if top == WILD else name(top)}
    return [say["nudge_turn_wild" if top == WILD else "nudge_turn"].format(**facts),
            say["clue_turn_yes" if rows else "clue_turn_no"].format(**facts),
            say["method_none"] if top == WILD else explain(NUMBERS[top]),
            HintStep(say["answer_take"].format(set=equation(rows[0]), **facts), Verb.TAKE) if rows else draw]


def drawn_ladder(hand: NDArray[np.int64], discard: int) -> list[str]:
    say, grouping = SAY["hint"], best_grouping(hand)
    clue = say["clue_drawn"].format(n=grouping.over)
    return [say["nudge_drawn"], clue, method(grouping.rows), say["answer_discard"].format(card=written(discard))]


def lay_ladder(hand: Any) -> Any:
    say, rows = SAY["hint"], best_grouping(hand).rows
    return [method(rows), say["answer_lay"].format(set=equation(rows[0])) if rows else say["answer_done"]]


def method(rows: list[int]) -> str:
    """How the answer of a set comes apart."""
    return explain(NUMBERS[int(SETS[rows[0], 0])]) if rows else SAY["hint"]["method_none"]
