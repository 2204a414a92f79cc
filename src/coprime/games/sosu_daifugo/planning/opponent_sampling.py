"""What others may hold: sampled hands, and how often one of them can beat a play."""

import random

from ..card_signs import JOKER, KINDS
from ..observation import unseen_cards
from ..play_verdicts import NOT_ALONE
from ..prime_orders import MAX_LISTED_CARDS
from ..state import State
from .card_orders import Hand, counts_of_bag, list_cards, make_extreme_number
from .short_primes import find_extreme_prime

FOUND_BY_SIZE = 0.7         # how often a rival finds a prime of many cards, where its cards are large enough


class Rivals:
    """Hands of the other seats in sampled worlds, each with a card that it may draw first."""

    def __init__(self, view: State, seat: int, worlds: int, chance: random.Random) -> None:
        self.lone_joker = view.lone_joker != NOT_ALONE
        self.allows_joker_zero = view.joker_zero == 0
        self.unseen = list_unseen_cards(view, seat)
        self.worlds = [self._sample_hands(view, seat, chance) for _ in range(worlds)]
        self._best: dict[tuple[int, bool], list[int]] = {}

    def _sample_hands(self, view: State, seat: int, chance: random.Random) -> list[Hand]:
        """Return one hand for each other seat that still plays, and holds cards."""
        cards = self.unseen.copy()
        chance.shuffle(cards)
        hands = []
        for other in range(view.seats):
            if other != seat and view.place[other] == 0:
                hand = list(counts_of_bag(int(view.known[other])))
                drawn = int(view.cards[other]) - sum(hand) + (view.left > 0)
                for kind in cards[:drawn]:
                    hand[kind] += 1
                del cards[:drawn]
                hands.append(tuple(hand))
        return hands

    def chance_to_beat(self, n: int, number: int, smallest: bool) -> float:
        """Return how often some rival can beat n cards that make a number; above four cards, how often by size alone.

        smallest  whether the smaller number wins
        """
        best = self._best.get((n, smallest))
        if best is None:
            best = self._best[n, smallest] = [self._best_in_world(hands, n, smallest) for hands in self.worlds]
        if smallest:
            beaten = sum(0 < one < number for one in best)
        else:
            beaten = sum(one > number for one in best)
        share = beaten / len(best) * (1 if n <= MAX_LISTED_CARDS else FOUND_BY_SIZE)
        if n == 1 and self.lone_joker:
            share = max(share, sum(any(hand[JOKER] for hand in hands) for hands in self.worlds) / len(best))
        return share

    def _best_in_world(self, hands: list[Hand], n: int, smallest: bool) -> int:
        """Return the strongest number of n cards that a rival has; 0 for none."""
        found = [find_extreme_prime(hand, n, smallest, self.allows_joker_zero) if n <= MAX_LISTED_CARDS
                 else make_extreme_number(hand, n, smallest) for hand in hands if sum(hand) >= n]
        found = [number for number in found if number]
        return 0 if not found else min(found) if smallest else max(found)


def list_unseen_cards(view: State, seat: int) -> list[int]:
    """Return the kinds of the cards that a seat cannot place: what flowed is remembered only with `deck_memory`."""
    unseen = counts_of_bag(int(unseen_cards(view, seat)))
    cards = list_cards(unseen)
    if not view.deck_memory:
        cards += [int(view.deck[place]) for place in range(int(view.seen))]
    return cards


def share_by_kind(cards: list[int]) -> list[float]:
    """Return how likely the next of some cards is of each kind."""
    return [cards.count(kind) / len(cards) for kind in range(KINDS)] if cards else [0.0] * KINDS
