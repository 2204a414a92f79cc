"""Plan a turn: the play after which the rest of the hand most likely goes out, or a draw, a pass, a miss on purpose.

A turn is looked at as follows.  All cards at once win, if they make a prime.  Otherwise a play is worth the chance that
nobody beats it, times the chance that the rest then makes a prime.
"""

import math
import random
from dataclasses import dataclass

from ....core.big_numbers import limbs_to_int
from ..card_signs import BARE_JOKER, EQUALS, JOKER
from ..play_reading import FIVE_SEVEN, TAXICAB
from ..play_verdicts import BOTH, CUT_ONLY, NOT_ALONE, REVOLUTION_ONLY, has_joker_on_top
from ..prime_orders import MAX_LISTED_CARDS
from ..state import Phase, State
from .card_orders import (
    ANY,
    RANK_IN_ORDER,
    STRENGTH,
    VALUE,
    Bounds,
    Hand,
    Signs,
    can_be_prime,
    counts_of_bag,
    is_bare,
    list_cards,
    number_of,
    remove_play,
)
from .composite_search import search_composites
from .opponent_sampling import Rivals, share_by_kind
from .prime_search import find_whole_hand_prime, is_prime, search_primes
from .short_primes import fill_with_jokers, list_prime_plays_of_hand

SURE = 0.97                 # a plan this good is played without a draw
IF_BEATEN = 0.2             # what a beaten play leaves
NO_WAY_OUT = 0.25           # what a rest is worth that cannot go out at once
PART_WORTH = 0.6            # of a rest that takes one play more
CUT, TURN = tuple(FIVE_SEVEN.tolist()), tuple(TAXICAB.tolist())
ALL_CARDS = 99


@dataclass(frozen=True)
class Effort:
    """How much a bot calculates in a turn.

    whole_tries      orders of all cards, or all remaining ones, that are tested
    answer_tries     numbers of part of the cards that are tested, for all counts of cards together
    composite_tries  numbers that are factored for composite plays
    judged           plays whose rest is looked at
    worlds           sampled hands of the others
    misses           whether it fails on purpose to get cards
    """
    whole_tries: int
    answer_tries: int
    composite_tries: int
    judged: int
    worlds: int
    misses: bool


@dataclass(frozen=True)
class Plan:
    """A play and how likely it seems to win; no signs for passing."""
    worth: float
    signs: Signs = ()


NOTHING = Plan(0.0)


class Planner:
    """Look for the best play of a seat in a view.  The same view gives the same play."""

    def __init__(self, view: State, seat: int, effort: Effort) -> None:
        self.view, self.seat, self.effort = view, seat, effort
        self.hand: Hand = counts_of_bag(int(view.held[seat]))
        key = (*self.hand, int(view.count), int(view.left), int(view.drawn), int(view.passes), effort.whole_tries)
        self.chance = random.Random(repr(key))
        # Both options have "on" as their first value, which is 0.
        self.allows_joker_zero, self.allows_composites = view.joker_zero == 0, view.composites == 0
        self.smallest = bool(view.revolution)
        self.bounds = bounds_of_view(view)
        self.is_last_number = view.phase == Phase.LAST      # SD-40
        self.limit = int(view.max_play) or ALL_CARDS
        self.rivals = Rivals(view, seat, effort.worlds, self.chance)
        self._ways_out: dict[Hand, float] = {}

    def find_best(self) -> Plan:
        """Return the best play that was found; NOTHING where none was."""
        if has_joker_on_top(self.view):
            return NOTHING
        if (whole := self.find_whole_hand()) is not None:
            return Plan(1.0, whole)
        if self.is_last_number:
            return NOTHING
        best = NOTHING
        for number, signs in self.choose_candidates():
            worth = self.play_win_probability(number, signs)
            if worth > best.worth:
                best = Plan(worth, signs)
        return best

    def find_whole_hand(self) -> Signs | None:
        """Return a prime of all cards that may be played now; None where none was found."""
        n = sum(self.hand)
        if self.is_last_number:
            return find_whole_hand_prime(self.hand, self.chance, self.effort.whole_tries, ANY, self.allows_joker_zero)
        if n > self.limit or (self.view.count and self.view.count != n) or self.is_joker_without_value(self.hand):
            return None
        return find_whole_hand_prime(self.hand, self.chance, self.effort.whole_tries, self.bounds,
                                     self.allows_joker_zero)

    def is_joker_without_value(self, hand: Hand) -> bool:
        """Tell whether a hand is one joker, which is played without a value (SD-44)."""
        return sum(hand) == hand[JOKER] == 1 and self.view.lone_joker != NOT_ALONE

    # Which plays are looked at.

    def choose_candidates(self) -> list[tuple[int, Signs]]:
        """Return the plays whose rest is worth a look, as (number, signs); 0 for jokers without a value."""
        if self.view.count:
            sizes = [int(self.view.count)]
        else:
            sizes = list(range(1, min(sum(self.hand), self.limit) + 1))
        found: list[tuple[int, Signs]] = []
        for n in sizes:
            if n <= sum(self.hand):
                share = max(1, self.effort.judged // len(sizes))
                found += self.select_hardest_plays(self.list_plays(n, len(sizes)), n, share)
        return found + self.list_special_plays()

    def list_plays(self, n: int, sizes: int) -> list[tuple[int, Signs]]:
        """Return primes and composites that show n cards, as (number, signs)."""
        found: list[tuple[int, Signs]] = []
        low, high = self.bounds
        if n == sum(self.hand):
            return []                                       # tried before
        if n <= MAX_LISTED_CARDS:
            found += [(number, signs) for number, signs in list_known_primes(self.view, self.hand, n)
                      if low < number < high]
        else:
            found += search_primes(self.hand, n, self.chance, max(4, self.effort.answer_tries // sizes), self.bounds,
                                   self.smallest, self.allows_joker_zero)
        if self.allows_composites:
            found += search_composites(self.hand, n, self.chance, self.effort.composite_tries // sizes, self.bounds,
                                       self.smallest, self.allows_joker_zero)
        return found

    def select_hardest_plays(self, plays: list[tuple[int, Signs]], n: int, most: int) -> list[tuple[int, Signs]]:
        """Return at most so many of some plays: those hardest to beat, and some others."""
        if len(plays) <= most:
            return plays
        plays.sort(reverse=not self.smallest)
        hardest = plays[:most - most // 3]
        return hardest + self.chance.sample(plays[len(hardest):], most // 3)

    def list_special_plays(self) -> list[tuple[int, Signs]]:
        """Return 57, 1729 and a lone joker, where they fit and have their effect."""
        view, found, n = self.view, [], int(self.view.count)
        finishes = view.special_finish == 0
        low, high = self.bounds
        for values, options in ((CUT, (BOTH, CUT_ONLY)), (TURN, (BOTH, REVOLUTION_ONLY))):
            number, cards = int("".join(map(str, values))), len(values)
            short = sum(max(0, values.count(value) - self.hand[value]) for value in set(values))
            if view.specials in options and short <= self.hand[JOKER] and n in (0, cards) and low < number < high \
                    and cards <= self.limit and (finishes or sum(self.hand) > cards):
                found.append((number, fill_with_jokers(self.hand, values)))
        for cards in (1, 2):
            alone = view.lone_joker != NOT_ALONE and (cards == 1 or view.two_jokers == 1)
            if alone and self.hand[JOKER] >= cards and n in (0, cards) and (finishes or sum(self.hand) > cards):
                found.append((0, (BARE_JOKER,) * cards))
        return found

    # What a play is worth.

    def play_win_probability(self, number: int, signs: Signs) -> float:
        """Return how likely a play wins: nobody beats it, and the rest goes out."""
        rest = remove_play(self.hand, signs)
        if not any(rest):
            return 1.0
        way_out = self.way_out(rest)
        beaten = self.chance_beaten(number, signs)
        return (1 - beaten) * way_out + beaten * min(IF_BEATEN, way_out)

    def chance_beaten(self, number: int, signs: Signs) -> float:
        """Return how likely somebody beats a play."""
        if is_bare(signs) or (signs_values(signs) == CUT and self.view.specials in (BOTH, CUT_ONLY)):
            return 0.0
        smallest = self.smallest
        if signs_values(signs) == TURN and self.view.specials in (BOTH, REVOLUTION_ONLY):
            smallest = not smallest
        shown = signs.index(EQUALS) if EQUALS in signs else len(signs)
        return self.rivals.chance_to_beat(shown, number, smallest)

    def way_out(self, rest: Hand) -> float:
        """Return how likely a seat that leads goes out with all its cards, with a draw where that helps."""
        if rest not in self._ways_out:
            self._ways_out[rest] = self.estimate_going_out(rest)
        return self._ways_out[rest]

    def estimate_going_out(self, rest: Hand) -> float:
        """Return what `way_out` keeps."""
        n = sum(rest)
        if self.is_joker_without_value(rest):
            return 1.0 if self.view.special_finish == 0 else NO_WAY_OUT
        if n > self.limit:
            parts = math.ceil(n / self.limit)
            ends = sum(rest[kind] for kind in (0, 1, 3, 7, 9, 11, 13))
            return float(PART_WORTH ** (parts - 1) if ends >= parts else NO_WAY_OUT * PART_WORTH ** (parts - 1))
        if find_whole_hand_prime(rest, self.chance, self.effort.whole_tries, ANY, self.allows_joker_zero) is not None:
            return 1.0
        if self.view.left == 0 or n + 1 > self.limit:
            return NO_WAY_OUT
        shares = share_by_kind(self.rivals.unseen)
        helps = sum(share for kind, share in enumerate(shares)
                    if share and can_be_prime([count + (one == kind) for one, count in enumerate(rest)]))
        found = 1 - (1 - 0.07) ** self.effort.whole_tries if n >= MAX_LISTED_CARDS else 0.5
        return max(NO_WAY_OUT, helps * found)

    # Cards from the deck.

    def is_draw_worth_it(self, best: Plan) -> bool:
        """Tell whether a card helps: there is no play, or one card more may let all of them out at once."""
        if self.is_last_number:
            return False
        return best == NOTHING or (best.worth < SURE and sum(self.hand) < self.limit)

    def find_miss(self) -> Signs:
        """Return a wrong play that is not refused and draws cards (SD-18); no signs where there is none."""
        view, n = self.view, sum(self.hand)
        if not self.effort.misses or view.left == 0 or self.is_last_number or has_joker_on_top(view) \
                or (view.max_misses and view.misses[self.seat] >= view.max_misses):
            return ()
        shown = int(view.count) or min(n, self.limit)
        cards = [kind for kind in list_cards(self.hand) if kind != JOKER]
        if len(cards) < shown or (view.burst and n + 2 * shown >= view.burst):
            return ()
        cards.sort(key=lambda kind: STRENGTH[kind], reverse=not self.smallest)
        for _ in range(20):
            signs = sorted(cards[:shown], key=RANK_IN_ORDER.__getitem__, reverse=not self.smallest)
            number = number_of(signs)
            if self.bounds[0] < number < self.bounds[1] and not is_prime(number) \
                    and tuple(signs) not in (CUT, TURN):
                return tuple(signs)
            self.chance.shuffle(cards)
        return ()


def signs_values(signs: Signs) -> tuple[int, ...]:
    """Return the values that signs show."""
    return tuple(VALUE[sign] for sign in signs)


def list_known_primes(view: State, hand: Hand, n: int) -> list[tuple[int, Signs]]:
    """Return the primes that a hand makes with n cards, 1 to 4, as (prime, signs); a lone joker has no value."""
    if n == 1 and view.lone_joker != NOT_ALONE and view.phase != Phase.LAST:                # SD-44
        hand = (0, *hand[1:])
    return list_prime_plays_of_hand(hand, n, view.joker_zero == 0)


def bounds_of_view(view: State) -> Bounds:
    """Return between which numbers a play has to lie, both left out (SD-7)."""
    if view.count == 0:
        return ANY
    number = limbs_to_int(view.number)
    return (0, number) if view.revolution else (number, math.inf)


def may_draw(view: State, seat: int) -> bool:
    """Tell whether a seat may draw without bursting."""
    would_burst = view.burst and view.cards[seat] + 1 >= view.burst
    return bool(view.phase == Phase.TURN and not view.drawn and view.left and not would_burst)
