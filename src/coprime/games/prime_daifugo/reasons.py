"""Say why a choice was better in Prime Daifugo Lv. 0: how the cards that are kept go out."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from ...core.bits import add_to_bag, bag_size
from ...core.reasons import MAX_REASONS, Reason, make_reason
from .actions import cards_of, encode_play, face_of, number_of, verb_of
from .bots import make_play_table
from .labels import SAY
from .rules import Verb
from .state import State
from .tables import KINDS, PRIME

MOST_CARDS = 6                  # two plays have no more


def choice_reasons(view: State, seat: int, played: Sequence[int], better: Sequence[int]) -> list[Reason]:
    """Return why a choice was better: it empties the hand, leaves cards that go out sooner, or fewer of them.

    Only plays and discards are explained, since after anything else cards may be drawn.
    """
    if not better or verb_of(better[0]) not in (Verb.PLAY, Verb.DISCARD):
        return []
    kept, other = (bag_kept(view, seat, actions[0] if actions else int(Verb.PASS)) for actions in (better, played))
    return list(compare_bags(view, kept, other, verb_of(better[0]), played))[:MAX_REASONS]


def leaves_known_hand(played: Sequence[int], verb: int) -> bool:
    """Tell whether a choice was a prime, or a discard, as the better one is: after all else cards may be drawn."""
    return bool(played) and verb_of(played[0]) == verb and (verb == Verb.DISCARD or PRIME[number_of(played[0])] == 1)


def bag_kept(view: State, seat: int, action: int) -> int:
    """Return the bag that a seat holds after an action, before it draws; a play that fails is taken back."""
    hand, verb = int(view.hand[seat]), verb_of(action)
    if verb == Verb.DISCARD:
        return int(add_to_bag(hand, face_of(action, 0), -1))
    if verb == Verb.PLAY and PRIME[number_of(action)]:
        return hand - int(cards_of(action))
    return hand


def compare_bags(view: State, kept: int, other: int, verb: int, played: Sequence[int]) -> Iterator[Reason]:
    """Yield what is better about the cards that are kept than about the others."""
    say, cards = SAY["reason"], int(bag_size(kept))
    if not cards:
        yield make_reason(say, "out")
        return
    ways, others = (leads_to_go_out(int(view.multi_in_three), bag) for bag in (kept, other))
    if ways and (not others or len(others) > len(ways)):
        yield make_reason(say, "leads", {"numbers": ways}, n=len(ways), first=ways[0], second=ways[-1])
    if not leaves_known_hand(played, verb):
        return
    if verb == Verb.DISCARD:
        primes, fewer = (len(list_primes(int(view.multi_in_three), bag)) for bag in (kept, other))
        if primes > fewer:
            yield make_reason(say, "primes", {"n": primes, "other": fewer})
    elif cards < bag_size(other):
        yield make_reason(say, "fewer", {"n": cards, "other": int(bag_size(other))})


@lru_cache(maxsize=4096)
def list_primes(multi_in_three: int, bag: int) -> tuple[int, ...]:
    """Return every prime that a hand can lead with, by number."""
    return tuple(sorted({number for number, _ in list_leads(multi_in_three, bag)}))


def list_leads(multi_in_three: int, bag: int) -> Iterator[tuple[int, int]]:
    """Yield every prime that a hand can lead with, and the bag of its cards."""
    held = np.array([bag >> 3 * kind & 7 for kind in range(KINDS)])
    for n in (1, 2, 3):
        table = make_play_table(n, multi_in_three)
        fits = PRIME[table.numbers] == 1
        for kinds, needs in table.cards:
            fits &= held[kinds] >= needs
        for row in np.flatnonzero(fits).tolist():
            yield int(table.numbers[row]), int(cards_of(encode_play(*[*table.faces[row], -1, -1][:3])))


@lru_cache(maxsize=4096)
def leads_to_go_out(multi_in_three: int, bag: int) -> tuple[int, ...]:
    """Return one or two primes that take all cards of a hand between them, one if that is enough; () if there are none.

    SKIP is left out: a hand that holds it needs more than leads.
    """
    if bag_size(bag) > MOST_CARDS:
        return ()
    leads = list(list_leads(multi_in_three, bag))
    ways: list[tuple[int, ...]] = [(number,) for number, cards in leads if cards == bag]
    if not ways:
        by_cards = {cards: number for number, cards in sorted(leads)}
        ways = [(number, by_cards[bag - cards]) for number, cards in leads if bag - cards in by_cards]
    return tuple(sorted(max(ways), reverse=True)) if ways else ()
