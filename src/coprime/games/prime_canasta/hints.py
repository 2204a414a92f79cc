"""Hints for Prime Canasta: where to look, why (in factors), and what to do."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.hint_steps import HintStep
from ...core.messages import join_sentences, join_with_commas
from ...core.numbers import prime_factors
from ...decks.primepak.cards import NUMBERS, PRIME, WILD
from ...decks.primepak.factoring_explanations import divisibility_tests, explain_factors, product_text
from ...decks.primepak.notation import kind_name
from . import bots
from .actions import kind_of, operand_of, verb_of
from .discard_pile import LEAST_PILE, top_of
from .hand_plans import best_sets, makable_sets
from .labels import label
from .phrases import SAY, cards_text, equation_text, extended_text, wilds_text
from .refusal_texts import explain_refusal
from .rules import Phase, Verb, find_refusal, to_act
from .sides import laydown_minimum, side_of
from .state import State
from .tables import CARDS, COUNTS, FIRST_RUN, PAIRS, POINTS, SET_POINTS


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return up to three hints for the seat to act, or one that says that there is nothing to find."""
    if not to_act(view) >> seat & 1:
        return [SAY["hint"]["none"]]
    if view.phase == Phase.ANSWER:
        return answer_hint_steps(view, seat)
    action, _ = bots.choose(view, seat, "casual", 1)
    *before, what = hint_texts(view, seat, verb_of(action), action)
    look = [HintStep(where, cards=cards_to_consider(view, seat, verb_of(action), action)) for where in before[:1]]
    return [*look, *filter(None, [join_sentences(before[1:])]), HintStep(what, action)]


def cards_to_consider(view: State, seat: int, verb: int, action: int) -> list[str]:
    """Return the cards that the first hint points at, as the scene calls them."""
    if verb in (Verb.DRAW, Verb.TAKE, Verb.ONTO) and top_of(view) >= 0:
        return [kind_name(top_of(view))]
    if verb == Verb.LAY:
        row = operand_of(action)
        look = (lambda kind: PRIME[kind]) if row >= FIRST_RUN else (lambda kind: not PRIME[kind])
        return [kind_name(kind) for kind in range(WILD) if view.hand[seat, kind] and look(kind)]
    if verb == Verb.DISCARD:
        best = best_sets(makable_sets(view, view.hand[seat]), view.hand[seat], lambda row: float(SET_POINTS[row]))
        inside = {int(kind) for row in best for kind in CARDS[row] if kind >= 0}
        return [kind_name(kind) for kind in range(WILD) if view.hand[seat, kind] and kind not in inside]
    return []


def cards_used(view: State, seat: int, action: int) -> list[str]:
    """Return the cards of the hand that an action uses, as the scene calls them."""
    verb = verb_of(action)
    if verb == Verb.DISCARD:
        return [kind_name(operand_of(action))]
    if verb in (Verb.LAY, Verb.TAKE):
        counts = COUNTS[operand_of(action)].copy()
    elif verb in (Verb.EXTEND, Verb.ONTO):
        old, new = (int(row) for row in PAIRS[operand_of(action)])
        counts = COUNTS[new] - COUNTS[old]
    else:
        return [label(action)] if verb == Verb.CHOOSE else []
    if verb in (Verb.TAKE, Verb.ONTO):
        counts[top_of(view)] -= 1
    return [kind_name(kind) for kind in range(len(counts)) for _ in range(int(counts[kind]))]


def hint_texts(view: State, seat: int, verb: int, action: int) -> list[str]:
    """Return the hints that lead to an action, the answer last."""
    if verb in (Verb.LAY, Verb.TAKE):
        return set_hint_texts(view, seat, verb, operand_of(action))
    if verb in (Verb.EXTEND, Verb.ONTO):
        return growth_hint_texts(view, verb, operand_of(action))
    return other_hint_texts(view, seat, verb, action)


KINDS = {Verb.DRAW: "draw", Verb.TAKE: "draw", Verb.ONTO: "draw", Verb.CHOOSE: "choose", Verb.DONE: "choose",
         Verb.DISCARD: "discard", Verb.ASK: "out", Verb.OUT: "out", Verb.YES: "answer", Verb.NO: "answer"}


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """Return the kind of puzzle that an action answers.

    Actions between which one chooses are of one kind, so that its name tells nothing.
    """
    return KINDS.get(Verb(verb_of(action)), "lay")


# Sets.

def set_hint_texts(view: State, seat: int, verb: int, row: int) -> list[str]:
    """Return the hints for a set: its answer, what divides it, the points a laydown still lacks."""
    say, top = SAY["hint"], verb == Verb.TAKE
    first = say["nudge_draw"].format(top=cards_text([top_of(view)])) if top else nudge_text(view, seat, row)
    last = say["answer_take" if top else "answer"].format(set=wilds_text(row))
    last = join_sentences([last, *next_step_texts(view, seat, row, top)])
    if row >= FIRST_RUN:
        return [first, say["clue_run"], say["method_run"].format(set=join_with_commas(run_card_names(row))), last]
    answer = NUMBERS[CARDS[row, 0]]
    passed = divisibility_tests(answer)
    multipliers = [NUMBERS[kind] for kind in CARDS[row, 1:] if 0 <= kind != WILD]
    part = max(multipliers, default=2)
    return [first, say["clue"].format(answer=answer, test=passed[0][1] if passed else explain_factors(answer)),
            say["method"].format(answer=answer, product=product_text(prime_factors(answer)), part=part,
                                 rest=answer // part),
            last]


def next_step_texts(view: State, seat: int, row: int, top: bool) -> list[str]:
    """Return what follows a set: more of an initial laydown, or the choice from the pile."""
    say, need = SAY["hint"], laydown_minimum(view, view.score[side_of(view, seat)])
    if view.made[side_of(view, seat)]:
        return [say["then_choose"]] if top else []
    counts = int(view.stage_points) + int(SET_POINTS[row]) - (int(POINTS[top_of(view)]) if top else 0)
    facts = {"n": counts, "minimum": need, "lacking": need - counts}
    if counts >= need:
        return [say["then_enough"].format(**facts)]
    return [say["then_more"].format(**facts)]


def run_card_names(row: int) -> Any:
    """Return the cards of a run as written: primes, and the word for a wild."""
    return [str(NUMBERS[kind]) if kind != WILD else SAY["card"]["wild"] for kind in CARDS[row] if kind >= 0]


def nudge_text(view: State, seat: int, row: int) -> str:
    """Return the first hint for a set that is to be laid from the hand."""
    say = SAY["hint"]
    if row >= FIRST_RUN:
        return say["nudge_run"]
    if not view.made[side_of(view, seat)]:
        return say["nudge_first"].format(minimum=laydown_minimum(view, view.score[side_of(view, seat)]),
                                         n=int(view.stage_points))
    return say["nudge_lay"].format(n=sum(1 for kind in range(WILD) if view.hand[seat, kind] and not PRIME[kind]))


def growth_hint_texts(view: State, verb: int, pair: Any) -> Any:
    """Return the hints for extending a laid set."""
    say, onto = SAY["hint"], verb == Verb.ONTO
    old, new = (int(row) for row in PAIRS[pair])
    rungs = [say["nudge_onto"].format(top=cards_text([top_of(view)])) if onto else
             say["nudge_grow"] if old < FIRST_RUN else say["nudge_run_grow"]]
    if old < FIRST_RUN:
        rungs.append(say["clue_grow"].format(set=equation_text(old), answer=NUMBERS[CARDS[old, 0]]))
    becomes = wilds_text(new, extended_text(old, new))
    last = say["answer_onto" if onto else "answer_grow"].format(old=equation_text(old), set=becomes)
    return [*rungs, join_sentences([last, say["then_choose"] if onto else ""])]


# The rest of a turn.

def other_hint_texts(view: State, seat: int, verb: int, action: int) -> list[str]:
    """Return the hints for drawing, discarding, choosing, taking back and going out."""
    say = SAY["hint"]
    if verb == Verb.DRAW:
        look = say["look_pile"].format(top=cards_text([top_of(view)])) if top_of(view) >= 0 else ""
        return [*filter(None, [look]), draw_nudge_text(view, seat), say["answer_draw"]]
    if verb == Verb.DISCARD:
        return discard_hint_texts(view, operand_of(action), seat)
    if verb == Verb.CHOOSE:
        return choose_hint_texts(view, seat, kind_of(action))
    if verb == Verb.BACK:
        return [explain_refusal(find_refusal(view, seat, int(Verb.DOWN)), view, int(Verb.DOWN))[0], say["answer_back"]]
    forms: dict[int, tuple[str, ...]] = {
        Verb.DOWN: ("look_down", "why_down", "answer_down"), Verb.OUT: ("why_out", "answer_out"),
        Verb.DONE: ("why_done", "answer_done"), Verb.ASK: ("why_ask", "answer_ask")}
    facts = {"n": int(view.stage_points), "minimum": laydown_minimum(view, view.score[side_of(view, seat)])}
    return [say[form].format(**facts) for form in forms[verb]]


def draw_nudge_text(view: State, seat: int) -> str:
    """Why not the pile; who has taken a set back could take it again, though that is not listed."""
    say, back = SAY["hint"], view.back and not view.made[side_of(view, seat)]
    if not back and not any(verb_of(action) in (Verb.TAKE, Verb.ONTO) for action in bots.list_actions(view, seat)):
        return SAY["ask"]["why_small"] if view.piled < LEAST_PILE else say["nudge_draw_none"]
    return say["nudge_draw_short"].format(top=cards_text([top_of(view)]),
                                          minimum=laydown_minimum(view, view.score[side_of(view, seat)]))


def discard_hint_texts(view: State, kind: int, seat: int) -> list[str]:
    """Return the hints for a discard."""
    say, name = SAY["hint"], cards_text([kind])
    sets = makable_sets(view, view.hand[seat])
    lonely = kind != WILD and not any(COUNTS[row, kind] for row in sets)
    clue = say["clue_discard" if lonely and not has_related_card(view, seat, kind)
               else "clue_discard_plain"].format(card=name)
    if view.announced:
        return [say["answer_discard"].format(card=name)]
    return [keep_cards_text(view, seat, sets), clue, say["answer_discard"].format(card=name)]


def keep_cards_text(view: State, seat: int, sets: NDArray[np.int64]) -> str:
    """Return a sentence that says why nothing is laid."""
    say, side = SAY["hint"], side_of(view, seat)
    if not len(sets):
        return say["nudge_none"]
    if view.made[side]:
        return say["nudge_keep"]
    best = best_sets(sets, view.hand[seat], lambda row: float(SET_POINTS[row]), keep=2)
    n, need = sum(int(SET_POINTS[row]) for row in best), laydown_minimum(view, view.score[side])
    return say["nudge_short"].format(n=n, minimum=need, lacking=need - n) if n < need else say["nudge_keep"]


def has_related_card(view: State, seat: int, kind: int) -> bool:
    """Tell whether the card divides another card of the hand that is no wild, or is divided by one."""
    n, held = NUMBERS[kind], [NUMBERS[other] for other in range(WILD) if view.hand[seat, other] and other != kind]
    return any(other % n == 0 or n % other == 0 for other in held)


def choose_hint_texts(view: State, seat: int, kind: int) -> list[str]:
    """Return the hints for choosing a card of the pile."""
    say, name = SAY["hint"], cards_text([kind])
    counts = view.hand[seat] + view.chosen
    counts[kind] += 1
    with_it = [row for row in makable_sets(view, counts) if COUNTS[row, kind]]
    clue = [say["clue_choose"].format(card=name, set=wilds_text(int(with_it[0])))] if with_it else []
    return [say["nudge_choose"], *clue, say["answer_choose"].format(cards=name)]


def answer_hint_steps(view: State, seat: int) -> Any:
    """Return the hints for answering the partner's question."""
    say, points = SAY["hint"], bots.hand_points(view, seat)
    answer = bots.choose_answer(view, seat)
    form = "answer_no" if answer == Verb.NO else "answer_yes" if points <= bots.HEAVY else "answer_danger"
    return [say["nudge_answer"], HintStep(say[form].format(n=points), answer)]
