"""Hints for Prime Solitaire as a ladder: where to look, what divides it, a multiplier, the set.

The set, or to turn, is what the player says that does not see the draw pile.
"""

from ...core.bits import set_size
from ...core.hint_steps import HintStep
from ...core.messages import join_words
from ...decks.primepak.cards import NUMBERS, PRIME
from ...decks.primepak.explain import divides, explain
from . import features
from .actions import run_of
from .bots import sets_of
from .phrases import SAY, cards_of, kinds_of, members, row_of, said
from .player import TURN, choose, desk
from .state import Phase, State

HARD = 1.2              # a number that is worth a word of its own
SHOWN = 3
TRIES = 24              # imagined games: a tenth of a second uncompiled
USUAL = 21              # cards with which they take as long as that; with twice as many it is four times as long
CARDS = 12              # cards turned in each: to play on to the end would take three times as long
LUCK = 1                # the same view has the same hint


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Four rungs while the game goes on, or one that says that there is nothing to find."""
    if view.phase != Phase.PLAY:
        return [SAY["hint"]["none"]]
    best = advised(view)
    return taking(view, best) if best != TURN else turning(view, bool(sets_of(view)))


def advised(view: State) -> int:
    """What the player does who sees no more than this."""
    tries = TRIES * USUAL**2 // max(USUAL, set_size(view.there))**2
    action, _ = choose(view, tries, desk(CARDS), LUCK)
    return int(action)


def taking(view: State, action: int) -> list[HintStep | str]:
    """From the answer to the set."""
    say, row = SAY["hint"], row_of(view, action)
    answer, *multipliers = kinds_of(row)
    number, largest = NUMBERS[answer], max(multipliers)
    hard = features.HARD[answer] >= HARD
    on_stack = largest in cards_of(view, action)[-int(run_of(action)):] if run_of(action) else False
    return [say["nudge_hard" if hard else "nudge"].format(answer=number), say["clue"].format(explained=explain(number)),
            say["method_stack" if on_stack else "method_one"].format(
                partner=NUMBERS[largest], divides=divides(NUMBERS[largest], number)),
            HintStep(say["answer"].format(set=said(row)), action)]


def turning(view: State, some: bool) -> list[HintStep | str]:
    """What to look out for."""
    say = SAY["hint"]
    kinds = sorted({int(view.card[place]) for place in members(view.there)}, key=lambda kind: -features.HARD[kind])
    hardest = next((kind for kind in kinds if not PRIME[kind]), kinds[0])
    return [say["turn_nudge" if some else "turn_nudge_bare"],
            say["turn_clue"].format(cards=join_words([str(NUMBERS[kind]) for kind in kinds[:SHOWN]])),
            say["turn_method"].format(explained=explain(NUMBERS[hardest])), HintStep(say["turn_answer"], TURN)]
