"""Texts of refusals, with the numbers of the position and the rule."""

from collections import Counter
from typing import Any

import numpy as np

from ...core.seats import UNKNOWN
from ...decks.primepak.cards import LEVEL, NUMBERS, PRIME, PRIMES, WILD
from ...decks.primepak.factor_set_catalogue import MOST_WILDS_IN_SET
from ...decks.primepak.factoring_explanations import explain_set
from .actions import kind_of, misfit_set, operand_of, place_of, read_shown_card, verb_of
from .discard_pile import LEAST_PILE
from .going_out import count_canastas_with
from .laying import is_at_level
from .phrases import SAY, cards_text, equation_text, wilds_text
from .sides import canastas_needed, cards_in_hand, laydown_minimum, side_of
from .state import Answer, Phase, Refusal, State, Verb
from .tables import (
    ALL,
    CARDS,
    COUNT,
    COUNTS,
    FIRST_PAIR,
    FIRST_RUN,
    NO_CARD,
    PAIR_COUNT,
    PAIRS,
    PLACE_OF,
    POINTS,
    SHORTEST_RUN,
    WILD_MEANING,
)


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """Return the sentence of a refusal and its rule, with facts where view and action are given."""
    name = Refusal(reason).name
    sentence, rule = SAY["refusal"][name]
    if view is None or action is None or name not in FACTS:
        return sentence, rule
    found = FACTS[name](view, action)
    return found if isinstance(found, tuple) else (found or sentence, rule)


# Cards.

def cards_of(action: int) -> Any:
    """Return the cards that an action takes from hand and pile, as counts of kinds; None for other verbs."""
    verb, what = verb_of(action), operand_of(action)
    if verb in (Verb.LAY, Verb.TAKE):
        return COUNTS[what]
    if verb in (Verb.EXTEND, Verb.ONTO):
        return COUNTS[PAIRS[what, 1]] - COUNTS[PAIRS[what, 0]]
    if verb not in (Verb.DISCARD, Verb.SHOW, Verb.MISFIT):
        return None
    counts = np.zeros(WILD + 1, np.int64)
    for kind in [what] if verb == Verb.DISCARD else shown_kinds(action):
        counts[kind] += 1
    return counts


def shown_kinds(action: int) -> list[int]:
    """Return the kinds of a SHOW or MISFIT action."""
    places = range(4 if verb_of(action) == Verb.MISFIT else 8)
    return [kind for kind in (int(read_shown_card(action, i)) for i in places) if kind >= 0]


def not_in_hand_text(view: State, action: int) -> str | None:
    """Return the first card that is lacking, and how many of it there are and are needed."""
    have, need = view.hand[view.turn].copy(), cards_of(action)
    if takes_top(action) and view.piled:
        have[top_of(view)] += 1
    kind = int(np.argmax(need > have))
    if kind != WILD and LEVEL[kind] > view.level:
        return SAY["why"]["not_in_deck"].format(card=cards_text([kind]), level=int(view.level), of=int(LEVEL[kind]))
    form = SAY["why"]["wilds_lacking" if kind == WILD else "lacking"]
    aside = SAY["why"]["aside"] if view.staged else ""
    return form.format(card=cards_text([kind]), have=int(have[kind]), need=int(need[kind]), aside=aside)


def takes_top(action: int) -> bool:
    """Tell whether an action takes the pile's top card."""
    return verb_of(action) in (Verb.TAKE, Verb.ONTO) or (verb_of(action) in (Verb.SHOW, Verb.MISFIT)
                                                         and bool(action >> 56 & 1))


def top_of(view: State) -> int:
    """Return the pile's top card."""
    return int(view.pile[view.piled - 1])


def no_set_text(view: State, action: int) -> tuple[str, str] | None:
    """Return why cards make no set, and the rule."""
    kinds = shown_kinds(action)
    if all(PRIME[kind] for kind in kinds) and len(kinds) > 3:
        return no_run_text(view, kinds)
    rule = "CA-7" if kinds.count(WILD) > MOST_WILDS_IN_SET or len(kinds) - kinds.count(WILD) < 2 <= len(kinds) - 1 \
        else "CA-6"
    return explain_set(kinds), rule


def no_run_text(view: State, kinds: Any) -> Any:
    """Return why four or more primes and wilds are no run, and the rule."""
    say, held = SAY["why"], Counter(kinds)
    wilds = held.pop(WILD, 0)
    twice = [kind for kind in sorted(held) if held[kind] > 1]
    if wilds > MOST_WILDS_IN_SET or not held:
        return say["run_wilds"].format(n=wilds), "CA-7"
    if twice:
        return say["run_twice"].format(card=cards_text(twice[:1]), n=held[twice[0]]), "CA-26"
    if len(kinds) < SHORTEST_RUN:
        return say["run_short"].format(n=len(kinds)), "CA-6"
    places = sorted(int(PLACE_OF[kind]) for kind in held)
    gaps = [PRIMES[place] for place in range(places[0], places[-1]) if place not in places]
    return say["run_gaps"].format(first=PRIMES[places[0]], last=PRIMES[places[-1]], gaps=number_list_text(gaps),
                                  n=len(gaps), wilds=wilds), "CA-6"


def number_list_text(numbers: Any) -> Any:
    """Return numbers as a list of cards in words."""
    return cards_text([NUMBERS.index(number) for number in numbers])


def not_at_level_text(view: State, action: int) -> str | tuple[str, str] | None:
    """Return the prime or card of a set that the table's level does not have."""
    verb, what = verb_of(action), operand_of(action)
    row = int(what if verb in (Verb.LAY, Verb.TAKE) else PAIRS[what, 1])
    if row < FIRST_RUN:
        kind = max((int(kind) for kind in CARDS[row, :COUNT[row]] if kind != WILD), key=lambda kind: LEVEL[kind])
        return SAY["why"]["not_in_deck"].format(card=cards_text([kind]), level=int(view.level), of=int(LEVEL[kind])), \
            "CA-6"
    last = int(WILD_MEANING[row, COUNT[row] - 1]) or NUMBERS[CARDS[row, COUNT[row] - 1]]
    return SAY["why"]["no_prime"].format(prime=last, level=int(view.level))


# Growing.

def no_growth_text(view: State, action: int) -> str:
    """Return how the laid set could grow instead, or that it never grows."""
    say, row = SAY["why"], int(misfit_set(action))
    if not 0 <= row < ALL:
        return ""
    pairs = [pair for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]) if is_at_level(view, PAIRS[pair, 1])]
    if row >= FIRST_RUN:
        return run_growth_text(row, pairs)
    answer = NUMBERS[CARDS[row, 0]]
    facts = {"set": equation_text(row), "answer": answer, "square": answer * answer}
    if not pairs:
        return say["never_grows"].format(**facts, level=int(view.level))
    return say["grows"].format(**facts, new=equation_text(int(PAIRS[pairs[0], 1])))


def run_growth_text(row: int, pairs: Any) -> Any:
    """Return which primes a run takes next, at either end."""
    say = SAY["why"]
    ones = {int(PAIRS[pair, 1]) for pair in pairs if PAIR_COUNT[pair] == 1}
    primes = sorted({prime for new in ones for prime in run_primes(new)} - set(run_primes(row)))
    if not primes:
        return say["run_full"].format(set=equation_text(row))
    return say["run_grows"].format(set=equation_text(row), primes=number_list_text(primes), n=len(primes))


def run_primes(row: int) -> Any:
    """Return the primes of a run, wilds as the primes that they stand for."""
    return [int(WILD_MEANING[row, i]) or NUMBERS[CARDS[row, i]] for i in range(COUNT[row])]


def not_laid_text(view: State, action: int) -> str | None:
    """Return that the side has not laid the set."""
    verb = verb_of(action)
    row = int(misfit_set(action)) if verb == Verb.MISFIT else int(PAIRS[operand_of(action), 0])
    return SAY["why"]["not_laid"].format(set=wilds_text(row))


# The initial laydown.

def laydown_minimum_now(view: State) -> int:
    """Return the points that the initial laydown of the player on turn must have."""
    return int(laydown_minimum(view, view.score[side_of(view, view.turn)]))


def not_down_yet_text(view: State, action: int) -> str:
    """Return that the initial laydown comes first, with its minimum."""
    return SAY["why"]["not_down_yet"].format(minimum=laydown_minimum_now(view))


def below_minimum_text(view: State, action: int) -> str | tuple[str, str]:
    """Return the staged points and the minimum; with the pile's top card also the rule for that."""
    facts = {"n": int(view.stage_points), "minimum": laydown_minimum_now(view)}
    if not view.taking:
        return SAY["why"]["below"].format(**facts)
    return SAY["why"]["below_taking"].format(**facts, card=cards_text([top_of(view)])), "CA-14"


def staged_text(view: State, action: int) -> Any:
    """Return that staged sets must be put down or taken back, with their points and the minimum."""
    say, need = SAY["why"], laydown_minimum_now(view)
    enough = view.stage_points >= need
    return say["staged_enough" if enough else "staged_short"].format(n=int(view.stage_points), minimum=need)


# Going out.

def cards_left_after(view: State, action: int) -> Any:
    """Return how many cards an action would leave in the hand."""
    taken = cards_of(action)
    return int(cards_in_hand(view, view.turn)) - int(taken.sum() if taken is not None else 0)


def barred_text(view: State, action: int) -> Any:
    """Return that the partner has forbidden going out, with the cards that would be left."""
    if verb_of(action) not in (Verb.LAY, Verb.EXTEND, Verb.DOWN):
        return SAY["why"]["barred"]
    return SAY["why"]["barred_left"].format(n=cards_left_after(view, action))


def stranded_text(view: State, action: int) -> Any:
    """Return what is lacking for going out: points of a laydown, or canastas."""
    say, side, verb, what = SAY["why"], side_of(view, view.turn), verb_of(action), operand_of(action)
    row = int(what) if verb == Verb.LAY else int(PAIRS[what, 1]) if verb == Verb.EXTEND else NO_CARD
    old = int(PAIRS[what, 0]) if verb == Verb.EXTEND else NO_CARD
    left, need = cards_left_after(view, action), canastas_needed(view, view.score[side])
    points = int(view.stage_points) + (sum(int(POINTS[kind]) for kind in CARDS[row, :COUNT[row]]) if row >= 0 else 0)
    if not view.made[side] and points < laydown_minimum_now(view):
        return say["stranded_points"].format(left=left, n=points, minimum=laydown_minimum_now(view))
    return say["stranded"].format(left=left, have=int(count_canastas_with(view, side, row, old)), need=int(need))


def deadwood_text(view: State, action: int) -> str:
    """Return how many cards in hand prevent going out."""
    return SAY["why"]["deadwood"].format(n=int(cards_in_hand(view, view.turn)))


def too_few_canastas_text(view: State, action: int) -> Any:
    """Return how many canastas the side has and needs."""
    side = side_of(view, view.turn)
    return SAY["why"]["canastas"].format(have=int(count_canastas_with(view, side, NO_CARD, NO_CARD)),
                                         need=int(canastas_needed(view, view.score[side])))


def last_card_text(view: State, action: int) -> Any:
    """Return that the last card must be kept, with the canastas that the side has and needs."""
    side = side_of(view, view.turn)
    need = int(canastas_needed(view, view.score[side]))
    return SAY["why"]["last_card"].format(have=int(view.canastas[side]), need=need)


def asked_already_text(view: State, action: int) -> Any:
    """Return what the partner has answered already."""
    return SAY["why"]["asked_yes" if view.answer == Answer.YES else "asked_no"]


def not_asked_text(view: State, action: int) -> Any:
    """Return that the partner's question has to be answered first, where there is one."""
    return SAY["why"]["answer_first"] if view.phase == Phase.ANSWER else ""


def ask_earlier_text(view: State, action: int) -> Any:
    """Return that the question comes too late, with the number of cards in hand."""
    return SAY["why"]["ask_earlier"].format(n=int(cards_in_hand(view, view.turn)))


# The discard pile.

def small_pile_text(view: State, action: int) -> str:
    """Return how many cards the pile has."""
    return SAY["why"]["small"].format(n=int(view.piled))


def frozen_text(view: State, action: int) -> Any:
    """Return for whom the pile is frozen."""
    return SAY["why"]["frozen_all" if view.frozen else "frozen_you"]


def frozen_growth_text(view: State, action: int) -> Any:
    """Return that a frozen pile's top card cannot be taken onto a laid set."""
    return SAY["why"]["frozen_growth"].format(card=cards_text([top_of(view)]))


def top_unused_text(view: State, action: int) -> Any:
    """Return that a set lacks the top card, or why no set can take it."""
    if view.piled < LEAST_PILE:
        return small_pile_text(view, action)
    if top_of(view) == WILD:
        return explain_refusal(Refusal.TOP_WILD)
    verb, top = verb_of(action), cards_text([top_of(view)])
    if verb not in (Verb.TAKE, Verb.ONTO):
        return SAY["why"]["unused_cards"].format(top=top)
    row = operand_of(action) if verb == Verb.TAKE else PAIRS[operand_of(action), 1]
    return SAY["why"]["unused"].format(top=top, set=equation_text(int(row)))


def choose_first_text(view: State, action: int) -> Any:
    """Return that the choice from the pile has to be completed first."""
    return SAY["why"]["choose_first"].format(n=int(view.picked))


def choose_more_text(view: State, action: int) -> str:
    """Return how many cards of the pile have been chosen."""
    return SAY["why"]["choose_more"].format(n=int(view.picked))


def not_there_text(view: State, action: int) -> Any:
    """Return which card lies at the place instead."""
    say, place = SAY["why"], int(place_of(action))
    if place >= view.piled:
        return say["no_place"].format(n=int(view.piled))
    lies = int(view.pile[place])
    if lies == UNKNOWN:
        return say["chosen_already"].format(place=place + 1)
    return say["lies_there"].format(place=place + 1, lies=cards_text([lies]), card=cards_text([int(kind_of(action))]))


FACTS = {
    "NOT_IN_HAND": not_in_hand_text, "NO_SET": no_set_text, "NOT_AT_LEVEL": not_at_level_text,
    "NO_GROWTH": no_growth_text,
    "NOT_LAID": not_laid_text, "NOT_DOWN_YET": not_down_yet_text, "BELOW_MINIMUM": below_minimum_text,
    "STAGED": staged_text,
    "BARRED": barred_text, "STRANDED": stranded_text, "DEADWOOD": deadwood_text,
    "TOO_FEW_CANASTAS": too_few_canastas_text, "LAST_CARD": last_card_text,
    "ASKED_ALREADY": asked_already_text, "NOT_ASKED": not_asked_text, "ASK_EARLIER": ask_earlier_text,
    "PILE_SMALL": small_pile_text,
    "FROZEN_WILDS": frozen_text, "FROZEN_GROWTH": frozen_growth_text, "TOP_UNUSED": top_unused_text,
    "CHOOSE_FIRST": choose_first_text,
    "CHOOSE_MORE": choose_more_text, "NOT_THERE": not_there_text,
}
