"""Small words: cards, points, and why something is refused."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.messages import join_with_commas, join_words
from ...core.seats import WATCHER
from ...decks.primepak.cards import NUMBERS, WILD
from ...decks.primepak.explain import explain_set
from ...decks.primepak.names import name
from .labels import SAY, place_name, places_of
from .lying import PLACES_OF_LEVEL, kinds_gone, unpacked
from .state import WIDE, Claim, Offence, Refusal, State, Verb, number_of, verb_of

EXPLAINED = (Refusal.WRONG_PRODUCT, Refusal.MANY_WILDS, Refusal.FEW_NATURALS, Refusal.TOO_FEW_CARDS)


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """The sentence of a refusal, and its rule, with the numbers of the position where they are known.

    Of cards picked up it says what is wrong with them, and nothing that a player should find out: no other set.
    """
    sentence, rule = SAY["refusal"][Refusal(reason).name]
    if view is None or action is None:
        return sentence, rule
    if reason in EXPLAINED:
        return explain_set(kinds_of(view, action), quietly=True), rule
    found = FACTS[Refusal(reason)](view, action) if reason in FACTS else ""
    return found or sentence, rule


def wrong_order(view: State, action: int) -> str | None:
    answer = max(NUMBERS[kind] for kind in kinds_of(view, action) if kind != WILD)
    return SAY["why"]["order"].format(answer=answer)


def empty_place(view: State, action: int) -> str | None:
    place = next(place for place in places_of(action) if place >= len(view.face_up) or view.face_up[place] < 0)
    return SAY["why"]["empty"].format(place=place_name(place))


def not_full(view: State, action: int) -> Any:
    places = PLACES_OF_LEVEL[view.level]
    gaps = sum(kind < 0 for kind in view.face_up[:places])
    return SAY["why"]["not_full"].format(n=int(gaps), places=int(places))


def claimed(view: State, action: int) -> str:
    return SAY["why"]["claimed_hit" if view.claim == Claim.HIT else "claimed_done"]


def too_late(view: State, action: int) -> Any:
    if verb_of(action) == Verb.WAIT:
        return SAY["why"]["nothing_to_pass"]
    if view.claim == Claim.NONE and not any(view.open_left[:view.open_n]):
        return SAY["why"]["nothing_open"]
    return SAY["why"]["too_late"].format(number=number_of(action))


FACTS = {Refusal.WRONG_ORDER: wrong_order, Refusal.NO_CARD_THERE: empty_place, Refusal.NOT_FULL: not_full,
         Refusal.CLAIMED: claimed, Refusal.TOO_LATE: too_late}


def kinds_of(view: State, action: int) -> list[int]:
    """The kinds that lie at the places of a pick-up, in the order taken."""
    return [int(view.face_up[place]) for place in places_of(action)]


def kinds_open(view: State, i: int) -> list[int]:
    """The kinds of an open pick-up, in the order taken."""
    kinds = np.zeros(WIDE, np.int64)
    return kinds[:kinds_gone(view, i, kinds)].tolist()


def kinds_kept(view: State, i: int) -> Any:
    """Those of a wrong set that was kept."""
    kinds = np.zeros(WIDE, np.int64)
    return kinds[:unpacked(view.missed_kinds[i], kinds)].tolist()


def equation(kinds: list[int]) -> str:
    """`42 = 6 × 7.` of a set; of what is none why, but not what would be one: the cards may go back to the table."""
    return explain_set(kinds, quietly=True)


def in_order(kinds: list[int]) -> str:
    """`42, then 6 and 7`: what was taken, without a word on whether it is right."""
    first, *others = [SAY["card"]["wild"] if name(kind) == "W" else name(kind) for kind in kinds]
    return SAY["card"]["taken"].format(first=first, others=join_words(others)) if others else \
        SAY["card"]["alone"].format(first=first)


def offence_list(offences: Any, last: Any = "and") -> Any:
    return join_words([SAY["offence"][one.name.lower()] for one in Offence if offences >> one & 1], last)


def signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def points_word(points: int) -> str:
    return SAY["ask"]["points"][min(abs(points), 2)].format(n=signed(points))


def you_or(seat: int, watcher: int, names: Sequence[str]) -> str:
    return SAY["ask"]["you"] if seat == watcher else names[seat]


def score_line(points: list[int], watcher: int, names: Sequence[str]) -> str:
    """`you 12, Otter −1`."""
    return join_with_commas(SAY["event"]["points"].format(who=you_or(i, watcher, names), points=signed(int(n)))
                            for i, n in enumerate(points))


def paid(giver: int, taker: int, points: int, watcher: int, names: Sequence[str]) -> str:
    """`3 points go from you to Otter.`"""
    if watcher == WATCHER or watcher not in (giver, taker):
        key = "pays"
    else:
        key = "you_pay" if watcher == giver else "pays_you"
    return SAY["event"][key].format(giver=names[giver], taker=names[taker], points=points_word(points))
