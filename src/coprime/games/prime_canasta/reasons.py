"""Why something is refused, with the numbers of the position and the rule that says so."""

from collections import Counter
from typing import Any

import numpy as np

from ...core.seats import UNKNOWN
from ...decks.primepak.cards import LEVEL, NUMBERS, PRIME, PRIMES, WILD
from ...decks.primepak.catalogue import MOST_WILDS_IN_SET
from ...decks.primepak.explain import explain_set
from .actions import kind_of, misfit_set, place_of, shown_card, verb_of, what_of
from .going_out import canastas_with
from .laying import at_level
from .phrases import SAY, card_list, equation, with_wilds
from .pile import LEAST_PILE
from .sides import in_hand, minimum, needed, side_of
from .state import Answer, Phase, Refusal, State, Verb
from .tables import (
    ALL,
    CARDS,
    COUNT,
    COUNTS,
    FIRST_PAIR,
    MEANT,
    NO_CARD,
    PAIR_COUNT,
    PAIRS,
    PLACE_OF,
    POINTS,
    RUN,
    SHORTEST_RUN,
)


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """The sentence of a refusal, and its rule; with the facts of the view and the action where they are given."""
    name = Refusal(reason).name
    sentence, rule = SAY["refusal"][name]
    if view is None or action is None or name not in FACTS:
        return sentence, rule
    found = FACTS[name](view, action)
    return found if isinstance(found, tuple) else (found or sentence, rule)


# Cards.

def cards_of(action: int) -> Any:
    """The cards that an action takes from the hand and the top of the pile, as counts of kinds; None for none."""
    verb, what = verb_of(action), what_of(action)
    if verb in (Verb.LAY, Verb.TAKE):
        return COUNTS[what]
    if verb in (Verb.EXTEND, Verb.ONTO):
        return COUNTS[PAIRS[what, 1]] - COUNTS[PAIRS[what, 0]]
    if verb not in (Verb.DISCARD, Verb.SHOW, Verb.MISFIT):
        return None
    counts = np.zeros(WILD + 1, np.int64)
    for kind in [what] if verb == Verb.DISCARD else shown(action):
        counts[kind] += 1
    return counts


def shown(action: int) -> list[int]:
    places = range(4 if verb_of(action) == Verb.MISFIT else 8)
    return [kind for kind in (int(shown_card(action, i)) for i in places) if kind >= 0]


def not_in_hand(view: State, action: int) -> str | None:
    """The first card that is lacking, and how many there are of it."""
    have, need = view.hand[view.turn].copy(), cards_of(action)
    if takes_top(action) and view.piled:
        have[top_of(view)] += 1
    kind = int(np.argmax(need > have))
    if kind != WILD and LEVEL[kind] > view.level:
        return SAY["why"]["not_in_deck"].format(card=card_list([kind]), level=int(view.level), of=int(LEVEL[kind]))
    form = SAY["why"]["wilds_lacking" if kind == WILD else "lacking"]
    aside = SAY["why"]["aside"] if view.staged else ""
    return form.format(card=card_list([kind]), have=int(have[kind]), need=int(need[kind]), aside=aside)


def takes_top(action: int) -> bool:
    return verb_of(action) in (Verb.TAKE, Verb.ONTO) or (verb_of(action) in (Verb.SHOW, Verb.MISFIT)
                                                         and bool(action >> 56 & 1))


def top_of(view: State) -> int:
    return int(view.pile[view.piled - 1])


def no_set(view: State, action: int) -> tuple[str, str] | None:
    kinds = shown(action)
    if all(PRIME[kind] for kind in kinds) and len(kinds) > 3:
        return no_run(view, kinds)
    rule = "CA-7" if kinds.count(WILD) > MOST_WILDS_IN_SET or len(kinds) - kinds.count(WILD) < 2 <= len(kinds) - 1 \
        else "CA-6"
    return explain_set(kinds), rule


def no_run(view: State, kinds: Any) -> Any:
    """Of four primes and wilds or more."""
    say, held = SAY["why"], Counter(kinds)
    wilds = held.pop(WILD, 0)
    twice = [kind for kind in sorted(held) if held[kind] > 1]
    if wilds > MOST_WILDS_IN_SET or not held:
        return say["run_wilds"].format(n=wilds), "CA-7"
    if twice:
        return say["run_twice"].format(card=card_list(twice[:1]), n=held[twice[0]]), "CA-26"
    if len(kinds) < SHORTEST_RUN:
        return say["run_short"].format(n=len(kinds)), "CA-6"
    places = sorted(int(PLACE_OF[kind]) for kind in held)
    gaps = [PRIMES[place] for place in range(places[0], places[-1]) if place not in places]
    return say["run_gaps"].format(first=PRIMES[places[0]], last=PRIMES[places[-1]], gaps=card_words(gaps),
                                  n=len(gaps), wilds=wilds), "CA-6"


def card_words(numbers: Any) -> Any:
    return card_list([NUMBERS.index(number) for number in numbers])


def not_at_level(view: State, action: int) -> str | tuple[str, str] | None:
    """A run with a prime beyond the level; of a factor set, a card that is not in the deck."""
    verb, what = verb_of(action), what_of(action)
    row = int(what if verb in (Verb.LAY, Verb.TAKE) else PAIRS[what, 1])
    if row < RUN:
        kind = max((int(kind) for kind in CARDS[row, :COUNT[row]] if kind != WILD), key=lambda kind: LEVEL[kind])
        return SAY["why"]["not_in_deck"].format(card=card_list([kind]), level=int(view.level), of=int(LEVEL[kind])), \
            "CA-6"
    last = int(MEANT[row, COUNT[row] - 1]) or NUMBERS[CARDS[row, COUNT[row] - 1]]
    return SAY["why"]["no_prime"].format(prime=last, level=int(view.level))


# Growing.

def no_growth(view: State, action: int) -> str:
    say, row = SAY["why"], int(misfit_set(action))
    if not 0 <= row < ALL:
        return ""
    pairs = [pair for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]) if at_level(view, PAIRS[pair, 1])]
    if row >= RUN:
        return run_grows(row, pairs)
    answer = NUMBERS[CARDS[row, 0]]
    facts = {"set": equation(row), "answer": answer, "square": answer * answer}
    if not pairs:
        return say["never_grows"].format(**facts, level=int(view.level))
    return say["grows"].format(**facts, new=equation(int(PAIRS[pairs[0], 1])))


def run_grows(row: int, pairs: Any) -> Any:
    """What a run takes next, at either end."""
    say = SAY["why"]
    ones = {int(PAIRS[pair, 1]) for pair in pairs if PAIR_COUNT[pair] == 1}
    primes = sorted({prime for new in ones for prime in primes_of(new)} - set(primes_of(row)))
    if not primes:
        return say["run_full"].format(set=equation(row))
    return say["run_grows"].format(set=equation(row), primes=card_words(primes), n=len(primes))


def primes_of(row: int) -> Any:
    return [int(MEANT[row, i]) or NUMBERS[CARDS[row, i]] for i in range(COUNT[row])]


def not_laid(view: State, action: int) -> str | None:
    verb = verb_of(action)
    row = int(misfit_set(action)) if verb == Verb.MISFIT else int(PAIRS[what_of(action), 0])
    return SAY["why"]["not_laid"].format(set=with_wilds(row))


# The initial laydown.

def need_of(view: State) -> int:
    return int(minimum(view.score[side_of(view, view.turn)]))


def not_down_yet(view: State, action: int) -> str:
    return SAY["why"]["not_down_yet"].format(minimum=need_of(view))


def below_minimum(view: State, action: int) -> str | tuple[str, str]:
    facts = {"n": int(view.stage_points), "minimum": need_of(view)}
    if not view.taking:
        return SAY["why"]["below"].format(**facts)
    return SAY["why"]["below_taking"].format(**facts, card=card_list([top_of(view)])), "CA-14"


def staged(view: State, action: int) -> Any:
    say, need = SAY["why"], need_of(view)
    enough = view.stage_points >= need
    return say["staged_enough" if enough else "staged_short"].format(n=int(view.stage_points), minimum=need)


# Going out.

def left_after(view: State, action: int) -> Any:
    """Cards that an action would leave in the hand."""
    taken = cards_of(action)
    return int(in_hand(view, view.turn)) - int(taken.sum() if taken is not None else 0)


def barred(view: State, action: int) -> Any:
    if verb_of(action) not in (Verb.LAY, Verb.EXTEND, Verb.DOWN):
        return SAY["why"]["barred"]
    return SAY["why"]["barred_left"].format(n=left_after(view, action))


def stranded(view: State, action: int) -> Any:
    """What is lacking to go out, and so to keep no card: points of a laydown, or canastas."""
    say, side, verb, what = SAY["why"], side_of(view, view.turn), verb_of(action), what_of(action)
    row = int(what) if verb == Verb.LAY else int(PAIRS[what, 1]) if verb == Verb.EXTEND else NO_CARD
    old = int(PAIRS[what, 0]) if verb == Verb.EXTEND else NO_CARD
    left, need = left_after(view, action), needed(view.score[side])
    points = int(view.stage_points) + (sum(int(POINTS[kind]) for kind in CARDS[row, :COUNT[row]]) if row >= 0 else 0)
    if not view.made[side] and points < need_of(view):
        return say["stranded_points"].format(left=left, n=points, minimum=need_of(view))
    return say["stranded"].format(left=left, have=int(canastas_with(view, side, row, old)), need=int(need))


def deadwood(view: State, action: int) -> str:
    return SAY["why"]["deadwood"].format(n=int(in_hand(view, view.turn)))


def too_few(view: State, action: int) -> Any:
    side = side_of(view, view.turn)
    return SAY["why"]["canastas"].format(have=int(canastas_with(view, side, NO_CARD, NO_CARD)),
                                         need=int(needed(view.score[side])))


def last_card(view: State, action: int) -> Any:
    side = side_of(view, view.turn)
    return SAY["why"]["last_card"].format(have=int(view.canastas[side]), need=int(needed(view.score[side])))


def asked_already(view: State, action: int) -> Any:
    return SAY["why"]["asked_yes" if view.answer == Answer.YES else "asked_no"]


def not_asked(view: State, action: int) -> Any:
    return SAY["why"]["answer_first"] if view.phase == Phase.ANSWER else ""


def ask_earlier(view: State, action: int) -> Any:
    return SAY["why"]["ask_earlier"].format(n=int(in_hand(view, view.turn)))


# The discard pile.

def small_pile(view: State, action: int) -> str:
    return SAY["why"]["small"].format(n=int(view.piled))


def frozen(view: State, action: int) -> Any:
    return SAY["why"]["frozen_all" if view.frozen else "frozen_you"]


def frozen_growth(view: State, action: int) -> Any:
    return SAY["why"]["frozen_growth"].format(card=card_list([top_of(view)]))


def unused(view: State, action: int) -> Any:
    """A set without the top card; or what stands against taking it in any set."""
    if view.piled < LEAST_PILE:
        return small_pile(view, action)
    if top_of(view) == WILD:
        return explain_refusal(Refusal.TOP_WILD)
    verb, top = verb_of(action), card_list([top_of(view)])
    if verb not in (Verb.TAKE, Verb.ONTO):
        return SAY["why"]["unused_cards"].format(top=top)
    row = what_of(action) if verb == Verb.TAKE else PAIRS[what_of(action), 1]
    return SAY["why"]["unused"].format(top=top, set=equation(int(row)))


def choose_first(view: State, action: int) -> Any:
    return SAY["why"]["choose_first"].format(n=int(view.picked))


def choose_more(view: State, action: int) -> str:
    return SAY["why"]["choose_more"].format(n=int(view.picked))


def not_there(view: State, action: int) -> Any:
    """What lies at the place instead."""
    say, place = SAY["why"], int(place_of(action))
    if place >= view.piled:
        return say["no_place"].format(n=int(view.piled))
    lies = int(view.pile[place])
    if lies == UNKNOWN:
        return say["chosen_already"].format(place=place + 1)
    return say["lies_there"].format(place=place + 1, lies=card_list([lies]), card=card_list([int(kind_of(action))]))


FACTS = {
    "NOT_IN_HAND": not_in_hand, "NO_SET": no_set, "NOT_AT_LEVEL": not_at_level, "NO_GROWTH": no_growth,
    "NOT_LAID": not_laid, "NOT_DOWN_YET": not_down_yet, "BELOW_MINIMUM": below_minimum, "STAGED": staged,
    "BARRED": barred, "STRANDED": stranded, "DEADWOOD": deadwood, "TOO_FEW_CANASTAS": too_few, "LAST_CARD": last_card,
    "ASKED_ALREADY": asked_already, "NOT_ASKED": not_asked, "ASK_EARLIER": ask_earlier, "PILE_SMALL": small_pile,
    "FROZEN_WILDS": frozen, "FROZEN_GROWTH": frozen_growth, "TOP_UNUSED": unused, "CHOOSE_FIRST": choose_first,
    "CHOOSE_MORE": choose_more, "NOT_THERE": not_there,
}
