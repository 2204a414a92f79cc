"""The words of Prime Challenge that log and screen share: cards, points, and why something is refused."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.messages import join_sentences, join_with_commas, join_words
from ...core.seats import WATCHER
from ...decks.primepak.cards import NUMBERS, WILD
from ...decks.primepak.factoring_explanations import explain_set
from ...decks.primepak.notation import kind_name
from .face_up_sets import PLACES_OF_LEVEL, unpack_kinds, write_pick_kinds
from .labels import SAY, place_name, places_of
from .state import GRAB_PLACES, Claim, Offence, Refusal, State, Verb, challenged_number, verb_of

EXPLAINED = (Refusal.WRONG_PRODUCT, Refusal.MANY_WILDS, Refusal.FEW_NATURALS, Refusal.TOO_FEW_CARDS)


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """Return the sentence of a refusal and its rule, with the numbers of the position if given.

    Of cards picked up it says what is wrong with them, and nothing that a player should find out: no other set.
    """
    sentence, rule = SAY["refusal"][Refusal(reason).name]
    if view is None or action is None:
        return sentence, rule
    if reason in EXPLAINED:
        kinds = list_picked_kinds(view, action)
        largest = largest_first_text(kinds) if reason == Refusal.WRONG_PRODUCT else ""
        return join_sentences([largest, explain_set(kinds, without_solution=True)]), rule
    found = POSITION_TEXTS[Refusal(reason)](view, action) if reason in POSITION_TEXTS else ""
    return found or sentence, rule


def largest_number(kinds: list[int]) -> int:
    """Return the largest number of cards that are not all wilds, which is their answer."""
    return max(NUMBERS[kind] for kind in kinds if kind != WILD)


def largest_first_text(kinds: list[int]) -> str:
    """Return that another card than the first is taken for the answer; "" where the first one is the largest."""
    answer = largest_number(kinds)
    return "" if kinds[0] != WILD and NUMBERS[kinds[0]] == answer else str(SAY["why"]["largest"].format(answer=answer))


def wrong_order_text(view: State, action: int) -> str | None:
    """Return the sentence for a pick-up that does not begin with its answer."""
    return SAY["why"]["order"].format(answer=largest_number(list_picked_kinds(view, action)))


def empty_place_text(view: State, action: int) -> str | None:
    """Return the sentence for a place where no card lies."""
    place = next(place for place in places_of(action) if place >= len(view.face_up) or view.face_up[place] < 0)
    return SAY["why"]["empty"].format(place=place_name(place))


def not_full_text(view: State, action: int) -> Any:
    """Return the sentence for a hit while places of the foundation are empty."""
    places = PLACES_OF_LEVEL[view.level]
    gaps = sum(kind < 0 for kind in view.face_up[:places])
    return SAY["why"]["not_full"].format(n=int(gaps), places=int(places))


def claimed_text(view: State, action: int) -> str:
    """Return the sentence for a pick-up after hit or done was said."""
    return SAY["why"]["claimed_hit" if view.claim == Claim.HIT else "claimed_done"]


def too_late_text(view: State, action: int) -> Any:
    """Return the sentence for a challenge that comes too late."""
    if verb_of(action) == Verb.WAIVE:
        return SAY["why"]["nothing_to_pass"]
    if view.claim == Claim.NONE and not any(view.open_left[:view.open_n]):
        return SAY["why"]["nothing_open"]
    return SAY["why"]["too_late"].format(number=challenged_number(action))


POSITION_TEXTS = {Refusal.WRONG_ORDER: wrong_order_text, Refusal.NO_CARD_THERE: empty_place_text,
                  Refusal.NOT_FULL: not_full_text,
                  Refusal.CLAIMED: claimed_text, Refusal.TOO_LATE: too_late_text}


def list_picked_kinds(view: State, action: int) -> list[int]:
    """Return the kinds that lie at the places of a pick-up, in the order taken."""
    return [int(view.face_up[place]) for place in places_of(action)]


def open_pick_kinds(view: State, i: int) -> list[int]:
    """Return the kinds of open pick-up i, in the order taken."""
    kinds = np.zeros(GRAB_PLACES, np.int64)
    return kinds[:write_pick_kinds(view, i, kinds)].tolist()


def missed_kinds(view: State, i: int) -> Any:
    """Return the kinds of a remembered wrong set."""
    kinds = np.zeros(GRAB_PLACES, np.int64)
    return kinds[:unpack_kinds(view.missed_kinds[i], kinds)].tolist()


def equation_text(kinds: list[int]) -> str:
    """Return a set as `42 = 6 × 7.`, or why cards are no set, without naming one that would be.

    The cards may go back to the table, so the explanation must not give a set away.
    """
    return explain_set(kinds, without_solution=True)


def cards_in_order_text(kinds: list[int]) -> str:
    """Return the cards in the order taken, `42, then 6 and 7`, without saying whether they are right."""
    first, *others = [SAY["card"]["wild"] if kind_name(kind) == "W" else kind_name(kind) for kind in kinds]
    return SAY["card"]["taken"].format(first=first, others=join_words(others)) if others else \
        SAY["card"]["alone"].format(first=first)


def offences_text(offences: Any, last: Any = "and") -> Any:
    """Return a set of offences in words."""
    return join_words([SAY["offence"][one.name.lower()] for one in Offence if offences >> one & 1], last)


def signed_text(points: int) -> str:
    """Return points with a proper minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def points_text(points: int) -> str:
    """Return points in words, singular or plural."""
    return SAY["ask"]["points"][min(abs(points), 2)].format(n=signed_text(points))


def you_or_name(seat: int, watcher: int, names: Sequence[str]) -> str:
    """Return "you" for the watcher's own seat, else the player's name."""
    return SAY["ask"]["you"] if seat == watcher else names[seat]


def scores_text(points: list[int], watcher: int, names: Sequence[str]) -> str:
    """Return the points of all seats: `you 12, Otter −1`."""
    return join_with_commas(SAY["event"]["points"].format(who=you_or_name(i, watcher, names),
                                                          points=signed_text(int(n)))
                            for i, n in enumerate(points))


def payment_text(giver: int, taker: int, points: int, watcher: int, names: Sequence[str]) -> str:
    """Return a payment in words, such as `3 points go from you to Otter`."""
    if watcher == WATCHER or watcher not in (giver, taker):
        key = "pays"
    else:
        key = "you_pay" if watcher == giver else "pays_you"
    return SAY["event"][key].format(giver=names[giver], taker=names[taker], points=points_text(points))
