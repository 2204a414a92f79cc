"""Say why a choice was better in Factor Rummy: how many cards are left over."""

from collections.abc import Iterator, Sequence

import numpy as np

from ...core.reasons import MAX_REASONS, Reason, make_reason
from ...decks.primepak.cards import WILD
from . import rules
from .hand_grouping import best_grouping
from .state import Phase, State, Verb
from .words import SAY, log_card_text


def choice_reasons(view: State, seat: int, played: Sequence[int], better: Sequence[int]) -> list[Reason]:
    """Return why a choice was better: with it fewer cards are left over, or none and the seat goes out."""
    if not better or not played or view.phase == Phase.LAYOFF:
        return []
    return list(compare_choices(view, seat, int(played[0]), int(better[0])))[:MAX_REASONS]


def compare_choices(view: State, seat: int, played: int, better: int) -> Iterator[Reason]:
    """Yield what is better about an action of a turn than about another one."""
    say, verb = SAY["reason"], rules.verb_of(better)
    if verb == Verb.OUT:
        left = count_left_over(view, seat, thrown=rules.number_of(better) - 1)
        yield make_reason(say, "out", {"left": left})
    elif verb == Verb.TAKE and view.height:
        card = int(view.pile[view.height - 1])
        now, then = count_left_over(view, seat), count_left_over(view, seat, taken=card)
        if then <= now and card != WILD:                              # one card is discarded after it
            yield make_reason(say, "take", {"left": then, "now": now}, card=log_card_text(card))
    elif verb == Verb.DISCARD and rules.verb_of(played) == Verb.DISCARD:
        thrown, other = rules.number_of(better), rules.number_of(played)
        left, more = (count_left_over(view, seat, thrown=kind) for kind in (thrown, other))
        if left < more and other != WILD:
            yield make_reason(say, "keep", {"left": left, "more": more}, card=log_card_text(other))


def count_left_over(view: State, seat: int, taken: int = -1, thrown: int = -1) -> int:
    """Return how many cards the best sets of a hand leave over, with a card taken or thrown."""
    hand = np.asarray(view.hand[seat], np.int64).copy()
    for kind, n in ((taken, 1), (thrown, -1)):
        if kind >= 0:
            hand[kind] += n
    return best_grouping(hand).deadwood
