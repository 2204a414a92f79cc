"""Words for sets, refusals and sums."""

from pathlib import Path

from ...core.messages import joined, messages
from ...decks.primepak import names
from ...decks.primepak.cards import NUMBERS, PRIME, WILD
from ...decks.primepak.explain import explain_set, times
from .actions import misfit_set, shown_card, verb_of, what_of
from .going_out import canastas_with
from .sides import minimum, needed, side_of
from .state import Refusal, Verb
from .tables import ALL, BONUS, CARDS, COUNT, FIRST_PAIR, MEANT, NO_CARD, PAIRS, POINTS, RUN, WILD_CARDS

SAY = messages(Path(__file__).parent)


def equation(row):
    """A set with its arithmetic: `42 = 6 × 7`, a wild as the prime that it stands for; a run as its primes."""
    numbers = [int(MEANT[row, i]) or NUMBERS[CARDS[row, i]] for i in range(COUNT[row])]
    if row < RUN:
        return f"{numbers[0]} = {times(sorted(numbers[1:]))}"
    return SAY["set"]["run"].format(first=numbers[0], last=numbers[-1])


def title(row):
    """What kind of canasta a set is; "" for none."""
    if not BONUS[row]:
        return ""
    say = SAY["set"]
    kind = "factor" if row < RUN else "royal" if COUNT[row] == 8 else "prime"
    return say[kind][1 if WILD_CARDS[row] else 0].format(bonus=int(BONUS[row]))


def with_title(row):
    return f"{equation(row)} ({title(row)})" if BONUS[row] else equation(row)


def listed(rows):
    return joined([with_title(int(row)) for row in rows])


def card_list(kinds):
    return joined([SAY["card"]["wild"] if kind == WILD else names.name(int(kind)) for kind in kinds])


# Refusals.

def why_not(reason, view=None, action=None):
    """The sentence of a refusal, and its rule; with the facts of the view and the action where they are given."""
    name = Refusal(reason).name
    sentence, rule = SAY["refusal"][name]
    if view is None or action is None or name not in FACTS:
        return sentence, rule
    return FACTS[name](view, action) or sentence, rule


def no_set(view, action):
    kinds = [kind for kind in (int(shown_card(action, i)) for i in range(8)) if kind >= 0]
    if len(kinds) > 3 and all(PRIME[kind] for kind in kinds):
        return SAY["why"]["no_run"]
    return explain_set(kinds) if kinds else ""


def no_growth(view, action):
    say, row = SAY["why"], int(misfit_set(action))
    if not 0 <= row < ALL:
        return ""
    pairs = PAIRS[FIRST_PAIR[row]:FIRST_PAIR[row + 1]]
    if not len(pairs):
        return say["never_grows"].format(set=equation(row))
    if row >= RUN:
        return say["run_grows"].format(set=equation(row))
    answer = NUMBERS[CARDS[row, 0]]
    new = equation(int(pairs[0][1]))
    return say["grows"].format(set=equation(row), answer=answer, square=answer * answer, new=new)


def below_minimum(view, action):
    return SAY["why"]["below"].format(n=int(view.stage_points), minimum=minimum(view.score[side_of(view, view.turn)]))


def too_few(view, action):
    side = side_of(view, view.turn)
    have = int(canastas_with(view, side, NO_CARD, NO_CARD))
    need = needed(view.score[side])
    return SAY["why"]["canastas"].format(have=SAY["number"][str(min(have, 3))], need=SAY["number"][str(need)])


def small_pile(view, action):
    return SAY["why"]["small"].format(n=int(view.piled))


def frozen(view, action):
    return SAY["why"]["frozen_all" if view.frozen else "frozen_you"]


def unused(view, action):
    verb = verb_of(action)
    row = what_of(action) if verb == Verb.TAKE else PAIRS[what_of(action), 1]
    top = int(view.pile[view.piled - 1]) if view.piled else NO_CARD
    return SAY["why"]["unused"].format(top=card_list([top]), set=equation(int(row))) if top >= 0 else ""


FACTS = {"NO_SET": no_set, "NO_GROWTH": no_growth, "BELOW_MINIMUM": below_minimum, "TOO_FEW_CANASTAS": too_few,
         "PILE_SMALL": small_pile, "FROZEN_WILDS": frozen, "FROZEN_GROWTH": frozen, "TOP_UNUSED": unused}


def points_of(kinds):
    return sum(int(POINTS[kind]) for kind in kinds)
