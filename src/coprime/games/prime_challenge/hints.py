"""Hints for Prime Challenge, from a nudge to the answer, in terms of factors."""

from ...core.hint_steps import HintStep
from ...decks.primepak.cards import KINDS, NUMBERS, PRIME, WILD
from ...decks.primepak.catalogue import NO_CARD, SETS
from ...decks.primepak.explain import explain, told
from . import rules
from .bots import effort, pick, sees
from .hearings import claim_number, is_claim, offences_of_entry
from .lying import count_cards
from .phrases import SAY, equation, kinds_open
from .rules import Verb, picker
from .state import State

SMALL = 100
AHEAD = 24              # actions that a review plays on for: points are made all the time, and later ones blur a choice


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Nudge, clue, method, answer; empty where there is nothing to find out."""
    if seat >= view.seats or not rules.is_playing(view):
        return []
    if picker(view) == seat:
        return of_table(view, seat)
    if is_claim(view, claim_number(view)) and view.turn != seat:
        return of_claim(view, seat)
    newest = [i for i in range(view.open_n) if view.open_left[i] and view.open_seat[i] != seat]
    return of_pick(view, newest[-1]) if newest else []


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """The sort of puzzle that an answer makes; what is chosen between is one sort, so that its name tells nothing."""
    verb = rules.verb_of(action)
    if verb in (Verb.PICK, Verb.GRAB, Verb.HIT, Verb.DONE):
        return "take"
    return "challenge"


def easiest(view: State, seat: int) -> int | None:
    """The set that is seen first; None when none is there."""
    rows = sees(view, seat, "casual")
    return min(rows, key=lambda row: (effort(row), row)) if rows else None


def of_table(view: State, seat: int) -> list[HintStep | str]:
    row = easiest(view, seat)
    if row is None:
        return of_nothing(view, seat)
    rungs = towards(row)
    return [*rungs[:-1], HintStep(rungs[-1], pick(view, seat, row, "strong"))]


def towards(row: int) -> list[str]:
    """To one set: what to look at, how its answer is seen in factors, the set."""
    say = SAY["hint"]
    cards = [int(kind) for kind in SETS[row] if kind != NO_CARD]
    answer = NUMBERS[cards[0]]
    first = next((NUMBERS[kind] for kind in cards[1:] if kind != WILD), 0)
    nudge = say["nudge"][answer > SMALL].format(n=first)
    return [nudge, say["clue"].format(answer=answer), explain(answer), told(row)]


def of_nothing(view: State, seat: int) -> list[HintStep | str]:
    """That there is none, by the answer that comes nearest."""
    say = SAY["hint"]
    done = bool(rules.refusal(view, seat, int(Verb.HIT)))
    return [say["none_nudge"], say["none_clue"], near_miss(view),
            HintStep(say["none_answer"][done], Verb.DONE if done else Verb.HIT)]


def near_miss(view: State) -> str:
    """An answer that lies there, and why nothing makes it."""
    say, held = SAY["hint"], [0] * KINDS
    count_cards(view, held)
    numbers = [NUMBERS[kind] for kind in range(WILD) if held[kind]]
    answers = [NUMBERS[kind] for kind in range(WILD) if held[kind] and not PRIME[kind]]
    for answer in sorted(answers):
        below = [n for n in numbers if n < answer and answer % n == 0]
        if below:
            return say["one_divisor"].format(d=below[-1], n=answer, rest=answer // below[-1])
    return say["no_divisor"].format(n=answers[0]) if answers else say["nothing_to_divide"]


def of_claim(view: State, seat: int) -> list[str]:
    """Whether to challenge a hit or done."""
    row, say = easiest(view, seat), SAY["hint"]
    if row is None:
        return [say["claim_nudge"], say["claim_none"]]
    return [say["claim_nudge"], *towards(row)[1:]]


def of_pick(view: State, i: int) -> list[str]:
    """Whether what was picked up is a set."""
    say, kinds = SAY["hint"], kinds_open(view, i)
    wrong, what = int(offences_of_entry(view, i)), equation(kinds)
    if not wrong:
        verdict = say["pick_right"].format(what=what)
    elif wrong == 1 << rules.Offence.ORDER:
        verdict = say["pick_order"]
    else:
        verdict = what
    return [say["pick_nudge"], say["pick_clue"], verdict]
