"""Hints for Prime Solitaire: where to look, what divides it, the set; or which cards to turn up.

The set, or to turn, is what the player says that does not see the draw pile.
"""

import numpy as np

from ...core.bits import set_size
from ...core.hint_steps import HintStep
from ...core.messages import join_sentences, join_words
from ...decks.primepak.cards import NUMBERS, PRIME
from ...decks.primepak.factoring_explanations import explain_divisibility, explain_factors
from ...decks.primepak.notation import kind_name
from . import heuristics
from .actions import places_of, stack_cards_taken
from .bots import list_takes
from .listing import list_sets
from .phrases import SAY, cards_of, catalogue_row_of_action, list_places, place_name, set_kinds, set_text
from .rules import MAX_ACTIONS
from .sequential_halving_player import TURN, choose_action, make_workspace
from .state import Phase, State
from .tables import KINDS

HARD = 1.2              # a number that is worth a word of its own
SHOWN = 3
NAMED = 4               # of the cards that are waited for
TRIES = 24              # imagined games: a tenth of a second uncompiled
USUAL = 21              # cards with which they take as long as that; with twice as many it is four times as long
CARDS = 12              # cards turned in each: to play on to the end would take three times as long
LUCK = 1                # the same view has the same hint


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return three hints while the game goes on, or one that says that there is nothing to find."""
    if view.phase != Phase.PLAY:
        return [SAY["hint"]["none"]]
    best = find_advised_action(view)
    return take_hint_steps(view, best) if best != TURN else turn_card_hint_steps(view, bool(list_takes(view)))


def list_awaited_kinds(view: State) -> list[int]:
    """Return the unseen kinds each of which, turned up, makes a set with open cards, those that help most first.

    Only sets with no other card of the stack count, since other cards may be turned before; what is unseen is known to
    everybody.
    """
    out, stack = np.zeros(MAX_ACTIONS, np.int64), np.zeros(1, np.int64)
    found: dict[int, float] = {}
    for kind in range(KINDS):
        stack[0] = kind
        n = list_sets(view.foundation, view.card, view.there, stack, 1, out, 0) if view.unseen[kind] else 0
        values = [heuristics.take_value(view, int(action)) for action in out[:n] if stack_cards_taken(action)]
        if values:
            found[kind] = max(values)
    return sorted(found, key=lambda kind: (-found[kind], kind))


def find_advised_action(view: State) -> int:
    """Return the action that the blind player takes after a few imagined games."""
    tries = TRIES * USUAL**2 // max(USUAL, set_size(view.there))**2
    action, _ = choose_action(view, tries, make_workspace(CARDS), LUCK)
    return int(action)


def take_hint_steps(view: State, action: int) -> list[HintStep | str]:
    """Return the hints that lead from a set's answer to the set."""
    say, row = SAY["hint"], catalogue_row_of_action(view, action)
    answer, *multipliers = set_kinds(row)
    number, largest = NUMBERS[answer], max(multipliers)
    hard = heuristics.PLACEMENT_HARDNESS[answer] >= HARD
    taken = int(stack_cards_taken(action))
    on_stack = largest in cards_of(view, action)[-taken:] if taken else False
    here = [place_name(place) for place in list_places(places_of(action)) if int(view.card[place]) == answer]
    factors, part = explain_factors(number), NUMBERS[largest]
    divides = "" if f"{number} = {part} × " in factors else explain_divisibility(part, number)
    partner = say["method_stack" if on_stack else "method_one"].format(partner=part, divides=divides).strip()
    return [HintStep(say["nudge_hard" if hard else "nudge"].format(answer=number), cards=here),
            join_sentences([factors, partner]),
            HintStep(say["answer"].format(set=set_text(row)), action)]


def cards_used(view: State, seat: int, action: int) -> list[str]:
    """Return the places of the foundation that an action takes, as the scene calls them."""
    return [] if action == TURN else [place_name(place) for place in list_places(places_of(action))]


def turn_card_hint_steps(view: State, some: bool) -> list[HintStep | str]:
    """Return the hints for turning a card.

    `some`: are there sets that could be taken?
    """
    say, awaited = SAY["hint"], list_awaited_kinds(view)
    kinds = sorted({int(view.card[place]) for place in list_places(view.there)},
                   key=lambda kind: -heuristics.PLACEMENT_HARDNESS[kind])
    hardest = next((kind for kind in kinds if not PRIME[kind]), kinds[0])
    look = [place_name(place) for place in list_places(view.there) if int(view.card[place]) in kinds[:SHOWN]]
    where = say["turn_where"].format(cards=join_words([str(NUMBERS[kind]) for kind in kinds[:SHOWN]]))
    why = join_sentences([say["turn_why" if some else "turn_why_bare"], explain_factors(NUMBERS[hardest])])
    return [HintStep(where, cards=look), why, HintStep(turn_cards_text(view, awaited), TURN)]


def turn_cards_text(view: State, awaited: list[int]) -> str:
    """Return until which cards to turn, and how many of them are in the draw pile."""
    say, named = SAY["hint"], awaited[:NAMED]
    if not named:
        return say["turn_answer_none"].format(n=int(view.left))
    there = sum(int(view.unseen[kind]) for kind in named)
    cards = join_words([kind_name(kind) for kind in named], "or")
    turns = round((view.left + 1) / (there + 1))
    return say["turn_answer"].format(cards=cards, n=there, left=int(view.left), turns=turns)
