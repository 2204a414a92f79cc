"""Hints for Prime Challenge: where to look, why (in factors), and what to do."""

from ...core.hint_steps import HintStep
from ...core.messages import join_sentences
from ...decks.primepak.cards import KINDS, NUMBERS, PRIME, WILD
from ...decks.primepak.factor_set_catalogue import SETS
from ...decks.primepak.factoring_explanations import explain_factors, set_sentence
from . import rules
from .bots import effort_to_see_set, pick_action, visible_sets
from .challenge_procedure import is_claim, newest_claim_number, offences_of_open_pick
from .face_up_sets import count_cards
from .labels import place_name, places_of
from .phrases import SAY, equation_text, open_pick_kinds
from .rules import Verb, picking_seat
from .state import State, is_pick

AHEAD = 24              # actions that a review plays on for: points are made all the time, and later ones blur a choice


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return the hints from a nudge to the answer; empty where there is nothing to find out."""
    if seat >= view.seats or not rules.is_playing(view):
        return []
    if picking_seat(view) == seat:
        return table_ladder(view, seat)
    if is_claim(view, newest_claim_number(view)) and view.turn != seat:
        return claim_hint_texts(view, seat)
    newest = [i for i in range(view.open_n) if view.open_left[i] and view.open_seat[i] != seat]
    return pick_check_hint_texts(view, newest[-1]) if newest else []


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """Return the sort of puzzle that an action answers; alternatives share one sort, so it tells nothing."""
    verb = rules.verb_of(action)
    if verb in (Verb.PICK, Verb.GRAB, Verb.HIT, Verb.DONE):
        return "take"
    return "challenge"


def easiest_set(view: State, seat: int) -> int | None:
    """Return the set that is seen first; None when none is there."""
    rows = visible_sets(view, seat, "casual")
    return min(rows, key=lambda row: (effort_to_see_set(row), row)) if rows else None


def table_ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return the hints for the seat that picks up."""
    row = easiest_set(view, seat)
    if row is None:
        return no_set_ladder(view, seat)
    where, why, what = hint_texts_for_set(row)
    action = pick_action(view, seat, row, "strong")
    return [HintStep(where, cards=cards_used(view, seat, action)[:1]), why, HintStep(what, action)]


def cards_used(view: State, seat: int, action: int) -> list[str]:
    """Return the places that a pick-up takes from, the answer first."""
    return [place_name(place) for place in places_of(action)] if is_pick(action) else []


def hint_texts_for_set(row: int) -> list[str]:
    """Return the hints to one set: its answer, how that comes apart into factors, the set."""
    answer = NUMBERS[int(SETS[row][0])]
    return [SAY["hint"]["clue"].format(answer=answer), explain_factors(answer), set_sentence(row)]


def no_set_ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return the hints that no set is there, by the answer that comes nearest."""
    say = SAY["hint"]
    done = bool(rules.refusal(view, seat, int(Verb.HIT)))
    return [say["none_nudge"], join_sentences([say["none_clue"], near_miss_text(view)]),
            HintStep(say["none_answer"][done], Verb.DONE if done else Verb.HIT)]


def near_miss_text(view: State) -> str:
    """Return a sentence on an answer that lies there, and why nothing makes it."""
    say, held = SAY["hint"], [0] * KINDS
    count_cards(view, held)
    numbers = [NUMBERS[kind] for kind in range(WILD) if held[kind]]
    answers = [NUMBERS[kind] for kind in range(WILD) if held[kind] and not PRIME[kind]]
    for answer in sorted(answers):
        below = [n for n in numbers if n < answer and answer % n == 0]
        if below:
            return say["one_divisor"].format(d=below[-1], n=answer, rest=answer // below[-1])
    return say["no_divisor"].format(n=answers[0]) if answers else say["nothing_to_divide"]


def claim_hint_texts(view: State, seat: int) -> list[str]:
    """Return the hints on whether to challenge a hit or done."""
    row, say = easiest_set(view, seat), SAY["hint"]
    if row is None:
        return [say["claim_nudge"], say["claim_none"]]
    return [say["claim_nudge"], *hint_texts_for_set(row)[1:]]


def pick_check_hint_texts(view: State, i: int) -> list[str]:
    """Return the hints on whether a pick-up is a set."""
    say, kinds = SAY["hint"], open_pick_kinds(view, i)
    wrong, what = int(offences_of_open_pick(view, i)), equation_text(kinds)
    if not wrong:
        verdict = say["pick_right"].format(what=what)
    elif wrong == 1 << rules.Offence.ORDER:
        verdict = say["pick_order"]
    else:
        verdict = what
    return [say["pick_nudge"], say["pick_clue"], verdict]
