"""Give hints for Factor Rummy: where to look, why (in factors), and what to do."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.hint_steps import HintStep
from ...core.messages import join_sentences
from ...decks.primepak.cards import NUMBERS, WILD
from ...decks.primepak.factor_set_catalogue import SETS
from ...decks.primepak.factoring_explanations import equation_text, explain_factors
from ...decks.primepak.notation import kind_name
from . import rules
from .bots import choose
from .hand_grouping import best_grouping
from .state import Phase, State, Verb
from .words import SAY, log_card_text


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return the hints for the seat that is asked, or one that says that there is nothing to find."""
    if not rules.to_act(view) >> seat & 1:
        return [SAY["hint"]["none"]]
    action = choose(view, seat, "casual", 0)[0]
    verb, number = rules.verb_of(action), rules.number_of(action)
    hand = np.asarray(view.hand[seat], np.int64).copy()
    if verb == Verb.OUT:
        rungs = out_hint_texts(hand, number - 1)
    elif view.phase == Phase.TURN:
        return turn_card_hint_steps(view, hand, verb)
    else:
        rungs = lay_hint_texts(hand) if view.phase == Phase.LAYOFF else discard_hint_texts(hand, number)
    left = best_grouping(hand).left if verb == Verb.DISCARD else ()
    look = HintStep(rungs[0], cards=[kind_name(int(kind)) for kind in left])
    return [look, *rungs[1:-1], HintStep(rungs[-1], action)]


def cards_used(view: State, seat: int, action: int) -> list[str]:
    """Return the cards of the hand that an action uses, as the scene calls them."""
    verb, number = rules.verb_of(action), rules.number_of(action)
    if verb == Verb.LAY:
        return [kind_name(int(kind)) for kind in SETS[number] if kind >= 0]
    kind = number if verb == Verb.DISCARD else number - 1 if verb == Verb.OUT else -1
    return [kind_name(int(kind))] if kind >= 0 else []


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """Return the sort of puzzle that an action answers; alternatives share one sort, so it tells nothing."""
    verb = rules.verb_of(action)
    if verb in (Verb.DRAW, Verb.TAKE):
        return "draw"
    return "lay" if verb in (Verb.LAY, Verb.DONE) else "out" if verb == Verb.OUT else "discard"


def out_hint_texts(hand: Any, discard: Any) -> Any:
    """Return the hints that lead to going out."""
    say = SAY["hint"]
    if discard >= 0:
        hand[discard] -= 1
    grouping = best_grouping(hand)
    answer = say["answer_out"] if discard < 0 else say["answer_out_with"]
    return [say["nudge_out"], join_sentences([say["clue_out"].format(n=grouping.deadwood), method_text(grouping.rows)]),
            answer.format(sets=say["between"].join(map(equation_text, grouping.rows)),
                          card=log_card_text(discard) if discard >= 0 else "")]


def turn_card_hint_steps(view: State, hand: NDArray[np.int64], verb: int) -> list[HintStep | str]:
    """Return the hints that lead to a draw, or to taking the top discard."""
    say = SAY["hint"]
    draw = HintStep(say["answer_draw"], Verb.DRAW)
    if view.height == 0:
        return [draw]
    top = int(view.pile[view.height - 1])
    hand[top] += 1
    rows = [row for row in best_grouping(hand).rows if top in SETS[row]] if verb == Verb.TAKE else []
    facts = {"card": SAY["cards"]["plain"] if top == WILD else kind_name(top)}
    return [HintStep(say["nudge_turn_wild" if top == WILD else "nudge_turn"].format(**facts), cards=[kind_name(top)]),
            join_sentences([say["clue_turn_yes" if rows else "clue_turn_no"].format(**facts),
                            say["method_none"] if top == WILD else explain_factors(NUMBERS[top])]),
            HintStep(say["answer_take"].format(set=equation_text(rows[0]), **facts), Verb.TAKE) if rows else draw]


def discard_hint_texts(hand: NDArray[np.int64], discard: int) -> list[str]:
    """Return the hints that lead to a discard."""
    say, grouping = SAY["hint"], best_grouping(hand)
    clue = say["clue_drawn"].format(n=grouping.deadwood)
    return [say["nudge_drawn"], join_sentences([clue, method_text(grouping.rows)]),
            say["answer_discard"].format(card=log_card_text(discard))]


def lay_hint_texts(hand: Any) -> Any:
    """Return the hints that lead to laying off a set."""
    say, rows = SAY["hint"], best_grouping(hand).rows
    if not rows:
        return [say["method_none"], say["answer_done"]]
    return [say["nudge_lay"], method_text(rows), say["answer_lay"].format(set=equation_text(rows[0]))]


def method_text(rows: list[int]) -> str:
    """Return how the answer of a hand's first set comes apart into factors."""
    return explain_factors(NUMBERS[int(SETS[rows[0], 0])]) if rows else SAY["hint"]["method_none"]
