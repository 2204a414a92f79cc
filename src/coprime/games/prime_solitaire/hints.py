"""Hints for Prime Solitaire as a ladder: where to look, what divides it, a multiplier, the set."""

from ...core.messages import joined
from ...decks.primepak.cards import NUMBERS, PRIME
from ...decks.primepak.explain import divides, explain
from . import features
from .actions import run_of
from .bots import PATIENCE, sets_of
from .phrases import SAY, cards_of, kinds_of, members, row_of, said
from .state import Phase

HARD = 1.2              # a number that is worth a word of its own
SHOWN = 3


def ladder(view, seat):
    """Four rungs while the game goes on, or one that says that there is nothing to find."""
    if view.phase != Phase.PLAY:
        return [SAY["hint"]["none"]]
    sets = sets_of(view)
    best = max(sets, key=lambda action: features.worth(view, action)) if sets else None
    if best is None or (view.left and features.worth(view, best) < PATIENCE):
        return turning(view, bool(sets))
    return taking(view, best)


def taking(view, action):
    """From the answer to the set."""
    say, row = SAY["hint"], row_of(view, action)
    answer, *multipliers = kinds_of(row)
    number, largest = NUMBERS[answer], max(multipliers)
    hard = features.HARD[answer] >= HARD
    on_stack = largest in cards_of(view, action)[-int(run_of(action)):] if run_of(action) else False
    return [say["nudge_hard" if hard else "nudge"].format(answer=number), say["clue"].format(explained=explain(number)),
            say["method_stack" if on_stack else "method_one"].format(
                partner=NUMBERS[largest], divides=divides(NUMBERS[largest], number)),
            say["answer"].format(set=said(row))]


def turning(view, some):
    """What to look out for."""
    say = SAY["hint"]
    kinds = sorted({int(view.card[place]) for place in members(view.there)}, key=lambda kind: -features.HARD[kind])
    hardest = next((kind for kind in kinds if not PRIME[kind]), kinds[0])
    return [say["turn_nudge" if some else "turn_nudge_bare"],
            say["turn_clue"].format(cards=joined([str(NUMBERS[kind]) for kind in kinds[:SHOWN]])),
            say["turn_method"].format(explained=explain(NUMBERS[hardest])), say["turn_answer"]]
