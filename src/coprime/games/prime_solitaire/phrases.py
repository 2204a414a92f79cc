"""Labels of actions, refusals, and how cards and sets are said: what words, screens and hints share."""

from pathlib import Path
from typing import Any

from ...core.errors import BadInput
from ...core.messages import join_sentences, load_messages
from ...decks.primepak.factor_set_catalogue import SETS
from ...decks.primepak.factor_sets import find_set_row
from ...decks.primepak.factoring_explanations import equation_text, explain_set
from ...decks.primepak.notation import kind_name
from .actions import encode_take, places_of, stack_cards_taken, verb_of
from .state import Refusal, State, Verb
from .tables import COVERS, MOST_RUN, PLACES

SAY = load_messages(Path(__file__).parent)
FIXED_LABELS = {Verb.TURN: "turn", Verb.GIVE_UP: "give up"}


# Labels.

def place_name(place: int) -> str:
    """Places are called by the order of dealing, from 1."""
    return str(PLACES - int(place))


def label(action: int) -> str:
    """Return how an action is written: `turn`, `take 15 16 +1`, `give up`."""
    if verb_of(action) != Verb.TAKE:
        return FIXED_LABELS[verb_of(action)]
    run = int(stack_cards_taken(action))
    return " ".join(["take", *map(place_name, list_places(places_of(action))), *[f"+{run}"] * (run > 0)])


def parse(text: str) -> int:
    """The action of a label.  Raises BadInput."""
    for verb, said in FIXED_LABELS.items():
        if text.split() == said.split():
            return int(verb)
    word, *words = text[:200].split() or [""]
    run = words.pop()[1:] if words and words[-1].startswith("+") else "0"
    if word == "take" and all(is_number(place, PLACES) for place in words) and is_number(run, MOST_RUN, 0):
        return int(encode_take(sum(1 << PLACES - place for place in {int(word) for word in words}), int(run)))
    raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))


def is_number(word: str, most: int, least: int = 1) -> bool:
    """Tell whether a word is a decimal number from `least` to `most`."""
    return word.isascii() and word.isdigit() and len(word) < 4 and least <= int(word) <= most


def list_places(places: int) -> list[int]:
    """Return a set of places as a list, in the order of dealing."""
    places = int(places)
    return [place for place in reversed(range(PLACES)) if places >> place & 1]


# Cards and sets.

def cards_of(view: State, action: int) -> list[int]:
    """The kinds that an action takes: of the foundation in the order of dealing, then of the stack."""
    run = int(stack_cards_taken(action))
    kinds = [view.card[place] for place in list_places(places_of(action))]
    return [int(kind) for kind in [*kinds, *view.stack[view.height - run:view.height]]]


def catalogue_row_of_action(view: State, action: int) -> int:
    """Return the row of the deck's catalogue that an action takes; NO_SET for none."""
    kinds = cards_of(view, action)
    return find_set_row(kinds, len(kinds))


def set_text(row: int) -> str:
    """Return a set as an equation: `42 = 6 × 7`."""
    return equation_text(row)


def set_kinds(row: int) -> list[int]:
    """The kinds of a set, the answer first."""
    return [int(kind) for kind in SETS[row] if kind >= 0]


# Refusals.

def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """The sentence of a refusal, with the arithmetic of the cards where they are known, and its rule."""
    sentence, rule = SAY["refusal"][Refusal(reason).name]
    if view is None or action is None:
        return sentence.format(n=0), rule
    if reason == Refusal.NO_SET:
        return join_sentences([sentence, explain_set(cards_of(view, action))]), rule
    if reason == Refusal.STACK_SHORT:
        return sentence.format(n=view.height), rule
    if reason == Refusal.COVERED:
        return join_sentences([covering_text(view, action), sentence]), rule
    return sentence, rule


def covering_text(view: State, action: int) -> str:
    """Return a sentence about the first card that is wanted too early and the card on it; "" for none."""
    places = int(places_of(action))
    for place in list_places(places):
        on_it = int(COVERS[view.foundation, place]) & int(view.there) & ~places
        if on_it:
            above = list_places(on_it)[0]
            return SAY["facts"]["covered"].format(card=kind_name(int(view.card[place])),
                                                  by=kind_name(int(view.card[above])))
    return ""
