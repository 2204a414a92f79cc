"""Hints for Prime Solitaire as a ladder: where to look, what divides it, a multiplier, the set.

The set, or to turn, is what the player says that does not see the draw pile.
"""

from ...core.bits import set_size
from ...core.hint_steps import HintStep
from ...core.messages import join_words
from ...decks.primepak.cards import NUMBERS, PRIME
from ...decks.primepak.explain import explain_divisibility, explain_factors
from . import features
from .actions import run_of
from .bots import list_takes
from .phrases import SAY, cards_of, list_places, set_kinds, set_row, set_text
from .player import TURN, choose_action, make_workspace
from .state import Phase, State

HARD = 1.2              # a number that is worth a word of its own
SHOWN = 3
TRIES = 24              # imagined games: a tenth of a second uncompiled
USUAL = 21              # cards with which they take as long as that; with twice as many it is four times as long
CARDS = 12              # cards turned in each: to play on to the end would take three times as long
LUCK = 1                # the same view has the same hint


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return four hints while the game goes on, or one that says that there is nothing to find."""
    if view.phase != Phase.PLAY:
        return [SAY["hint"]["none"]]
    best = advised_action(view)
    return take_hint_steps(view, best) if best != TURN else turn_hint_steps(view, bool(list_takes(view)))


def advised_action(view: State) -> int:
    """Return the action that the blind player takes after a few imagined games."""
    tries = TRIES * USUAL**2 // max(USUAL, set_size(view.there))**2
    action, _ = choose_action(view, tries, make_workspace(CARDS), LUCK)
    return int(action)


def take_hint_steps(view: State, action: int) -> list[HintStep | str]:
    """Return the hints that lead from a set's answer to the set."""
    say, row = SAY["hint"], set_row(view, action)
    answer, *multipliers = set_kinds(row)
    number, largest = NUMBERS[answer], max(multipliers)
    hard = features.HARD[answer] >= HARD
    on_stack = largest in cards_of(view, action)[-int(run_of(action)):] if run_of(action) else False
    return [say["nudge_hard" if hard else "nudge"].format(answer=number),
            say["clue"].format(explained=explain_factors(number)),
            say["method_stack" if on_stack else "method_one"].format(
                partner=NUMBERS[largest], divides=explain_divisibility(NUMBERS[largest], number)),
            HintStep(say["answer"].format(set=set_text(row)), action)]


def turn_hint_steps(view: State, some: bool) -> list[HintStep | str]:
    """Return the hints for turning a card.

    `some`: are there sets that could be taken?
    """
    say = SAY["hint"]
    kinds = sorted({int(view.card[place]) for place in list_places(view.there)}, key=lambda kind: -features.HARD[kind])
    hardest = next((kind for kind in kinds if not PRIME[kind]), kinds[0])
    return [say["turn_nudge" if some else "turn_nudge_bare"],
            say["turn_clue"].format(cards=join_words([str(NUMBERS[kind]) for kind in kinds[:SHOWN]])),
            say["turn_method"].format(explained=explain_factors(NUMBERS[hardest])), HintStep(say["turn_answer"], TURN)]
