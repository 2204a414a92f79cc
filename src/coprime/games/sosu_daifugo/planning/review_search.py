"""Search what a seat could have played, for the review: certain wins, plans, and plays of many cards.

The budget `work` counts tests for primes, not time, so that the same view, seed and work give the same plays.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import perm
from typing import Any

from ....core.bits import add_to_bag
from .. import rules
from ..card_signs import BARE_JOKER, EQUALS, JOKER, SIGN_KIND
from ..play_reading import count_cards
from ..play_verdicts import effect_of, has_joker_on_top
from ..prime_orders import MAX_LISTED_CARDS
from ..record_notation import play_actions
from ..state import Effect, Phase, State
from .card_orders import (
    ANY,
    IS_ODD_END,
    Bounds,
    Hand,
    Signs,
    can_be_prime,
    counts_of_bag,
    list_cards,
    number_of,
    remove_play,
)
from .composite_search import MAX_DIGITS, find_factor_cards, search_composites
from .prime_search import find_whole_hand_prime, is_prime, search_primes
from .short_primes import fill_with_jokers
from .turn_planner import CUT, TURN, Effort, Planner, bounds_of_view, list_known_primes

FACTOR_WORK = 3             # factoring a number costs as much as so many tests for primes
MOST_CUTS = 2               # cuts in a row, before all other cards go out at once
MOST_JUDGED, MOST_WORLDS = 36, 16       # plays that are judged for a plan, and sampled hands of the others
MIN_PROBABILITY = 0.5       # of winning, for a plan to be shown
LEAST_TRIES = 8
MOST_FIRST_PLAYS = 3        # plays after which a plan for the next lead is looked for
FIRST_PLAY_PARTS = 8        # each of them gets one of so many equal parts of the work


@dataclass(frozen=True)
class TurnPlan:
    """Plays one after another, the first of them now; `beatable`: those that somebody may beat."""
    plays: tuple[Signs, ...]
    beatable: tuple[Signs, ...] = ()

    @property
    def is_certain(self) -> bool:
        """Whether nobody can come between."""
        return not self.beatable


class TurnSearch:
    """The search in one view of a seat.

    work         tests for primes that may be spent; each search of its own gets a part
    is_complete  becomes False where a search ended before everything was looked at
    """

    def __init__(self, view: State, seat: int, seed: int, work: int) -> None:
        self.view, self.seat, self.work = view, seat, work
        self.hand = counts_of_bag(int(view.held[seat]))
        self.chance = random.Random(seed)
        # Both options have "on" as their first value, which is 0.
        self.allows_joker_zero, self.allows_composites = view.joker_zero == 0, view.composites == 0
        self.limit = int(view.max_play) or sum(self.hand)
        self.is_complete = True

    def test_budget(self, parts: int) -> int:
        """Return how many numbers may be tested in one of `parts` equal parts of the work."""
        return max(LEAST_TRIES, self.work // parts)

    # Certain wins.

    def find_whole_hand(self, view: State | None = None, parts: int = 4) -> Signs | None:
        """Return a play of all cards that may be made now and does not fail; None where none was found."""
        view = view or self.view
        hand, bounds = counts_of_bag(int(view.held[self.seat])), bounds_of_view(view)
        n = sum(hand)
        if n == 0 or has_joker_on_top(view):
            return None
        specials = [signs for signs in self.list_specials(view, hand) if len(signs) == n]
        if specials:
            return specials[0]
        if view.phase != Phase.LAST and (n > self.limit or view.count not in (0, n)):
            return None
        signs = self.find_prime(hand, ANY if view.phase == Phase.LAST else bounds, parts)
        return signs if signs and self.is_sound(view, signs) else None

    def find_prime(self, hand: Hand, bounds: Bounds, parts: int) -> Signs | None:
        """Return an order of all cards of a hand that makes a prime within bounds."""
        found = find_whole_hand_prime(hand, self.chance, self.test_budget(parts), bounds,
                                      self.allows_joker_zero)
        if found is None and sum(hand) > MAX_LISTED_CARDS and can_be_prime(hand) \
                and not self.has_no_prime_order(hand, bounds):
            self.is_complete = False
        return found

    def has_no_prime_order(self, hand: Hand, bounds: Bounds) -> bool:
        """Tell whether all orders of a few cards without jokers were tested, and none is a prime within bounds."""
        cards = list_cards(hand)
        if hand[JOKER] or len(cards) > MAX_LISTED_CARDS + 3:
            return False
        orders = {order for order in permutations(cards) if IS_ODD_END[order[-1]]}
        return not any(bounds[0] < (number := number_of(order)) < bounds[1] and is_prime(number) for order in orders)

    def find_cut_plan(self) -> TurnPlan | None:
        """Return plays that clear the area one after another, and then all other cards; None where none was found."""
        if self.view.phase == Phase.LAST or has_joker_on_top(self.view):
            return None
        plays = self._find_after_cuts(self.view, MOST_CUTS)
        return TurnPlan(plays) if plays else None

    def _find_after_cuts(self, view: State, cuts: int) -> tuple[Signs, ...]:
        hand = counts_of_bag(int(view.held[self.seat]))
        found = [(signs, self.lead_after(view, signs)) for signs in self.list_specials(view, hand)
                 if len(signs) < sum(hand) and self.leads_again(view, signs)]
        for signs, next_view in found:
            whole = self.find_whole_hand(next_view, 8)
            if whole:
                return signs, whole
        for signs, next_view in found:
            following = self._find_after_cuts(next_view, cuts - 1) if cuts > 1 else ()
            if following:
                return signs, *following
        return ()

    def list_specials(self, view: State, hand: Hand) -> list[Signs]:
        """Return which of 57, 1729 and jokers without a value the hand has.

        Those are left out that would have no effect, that the table would refuse, or that would fail.
        """
        found = []
        for values in (CUT, TURN):
            short = sum(max(0, values.count(value) - hand[value]) for value in set(values))
            if short <= hand[JOKER]:
                found.append(fill_with_jokers(hand, values))
        found += [(BARE_JOKER,) * n for n in (1, 2) if hand[JOKER] >= n]
        return [signs for signs in found
                if effect_of(view, signs, len(signs)) != Effect.NONE and self.is_sound(view, signs)]

    def leads_again(self, view: State, signs: Signs) -> bool:
        """Tell whether a play cuts the round or is a joker that nobody can beat, so that its player leads again."""
        return effect_of(view, signs, len(signs)) in (Effect.CUT, Effect.JOKER)

    def lead_after(self, view: Any, signs: Signs) -> State:
        """Return the view with which the seat leads when nobody has beaten a play."""
        after: State = view.copy()
        for sign in signs:
            if SIGN_KIND[sign] >= 0:
                after.held[self.seat] = add_to_bag(int(after.held[self.seat]), int(SIGN_KIND[sign]), -1)
                after.cards[self.seat] -= 1
        if effect_of(view, signs, len(signs)) == Effect.TURN:
            after.revolution = 1 - int(after.revolution)
        after.count = after.drawn = after.laid = after.passes = after.resting = 0
        after.number[:] = 0
        return after

    def is_sound(self, view: Any, signs: Signs) -> bool:
        """Tell whether the table takes a play now and it does not fail."""
        state = view.copy()
        *before, last = play_actions(signs)
        for action in before:
            if rules.refusal(state, self.seat, action):
                return False
            rules.apply(state, self.seat, action)
        return not rules.refusal(state, self.seat, last) and not rules.violation(state, self.seat, last)

    # Plans that somebody may stop.

    def find_plan(self, min_probability: float = MIN_PROBABILITY) -> TurnPlan | None:
        """Return a play after which all other cards go out at once, where it wins with at least this probability."""
        judged = sorted(((self.planner.play_win_probability(number, signs), signs)
                         for number, signs in self.candidates), key=lambda one: -one[0])
        for probability, signs in judged:
            if probability < min_probability:
                break
            if self.planner.way_out(remove_play(self.hand, signs)) == 1.0 and self.is_sound(self.view, signs):
                whole = self.find_whole_hand(self.lead_after(self.view, signs), 8)
                if whole:
                    return TurnPlan((signs, whole), self.beatable_part(signs))
        return None

    def find_two_lead_plan(self) -> TurnPlan | None:
        """Return a play that is likely to stand and a plan for the lead after it: a cut, or another play that stands.

        Both together seem at least as likely as a plan of one such play.
        """
        judged = sorted(((1 - self.planner.chance_beaten(number, signs), signs) for number, signs in self.candidates
                         if sum(remove_play(self.hand, signs)) > 1), key=lambda one: -one[0])
        for probability, signs in judged[:MOST_FIRST_PLAYS]:
            if probability < MIN_PROBABILITY:
                break
            if not self.is_sound(self.view, signs):
                continue
            after = TurnSearch(self.lead_after(self.view, signs), self.seat, self.chance.getrandbits(32),
                               self.test_budget(FIRST_PLAY_PARTS))
            plan = after.find_cut_plan() or after.find_plan(MIN_PROBABILITY / probability)
            self.is_complete = self.is_complete and after.is_complete
            if plan:
                return TurnPlan((signs, *plan.plays), (*self.beatable_part(signs), *plan.beatable))
        return None

    def beatable_part(self, signs: Signs) -> tuple[Signs, ...]:
        """Return a play as what somebody may beat; nothing for one after which its player leads again for certain."""
        return () if self.leads_again(self.view, signs) else (signs,)

    @cached_property
    def planner(self) -> Planner:
        """The planner of the view, which judges how likely a play is to stand."""
        tries = self.test_budget(4)
        return Planner(self.view, self.seat, Effort(max(LEAST_TRIES, tries // 40), tries, tries // FACTOR_WORK // 2,
                                                    MOST_JUDGED, MOST_WORLDS, False))

    @cached_property
    def candidates(self) -> Sequence[tuple[int, Signs]]:
        """Plays of some of the cards that may be made now, with their numbers."""
        view, n = self.view, sum(self.hand)
        if view.phase == Phase.LAST or has_joker_on_top(view) or n < 2:
            return ()
        if n <= MAX_LISTED_CARDS:
            sizes = [int(view.count)] if view.count else range(1, n)
            return [play for size in sizes if size < n for play in self.iterate_plays(size, len(sizes))]
        self.is_complete = False
        return self.planner.choose_candidates()

    # Many cards.

    def find_longest_play(self, most: int, with_primes: bool) -> Signs | None:
        """Return the longest play of more than `most` cards.

        Of several, a lead is the one that is hardest to beat, and an answer the one that keeps the strongest cards.
        Primes are looked for with `with_primes`, and never of the whole hand (`find_whole_hand` does that).
        """
        view, n = self.view, sum(self.hand)
        if view.phase == Phase.LAST or has_joker_on_top(view):
            return None
        sizes = [int(view.count)] if view.count else range(min(n, self.limit), 0, -1)
        lowest_first = bool(view.count) != bool(view.revolution)        # low numbers are strong in a revolution
        found = [(-count_cards(signs, 0, len(signs)), number if lowest_first else -number, signs)
                 for size in sizes if size <= n for number, signs in self.iterate_plays(size, len(sizes))]
        for cards, _, signs in sorted(found):
            if -cards <= most:
                return None
            if (EQUALS in signs or with_primes and -cards < n) and self.is_sound(view, signs):
                return signs
        return None

    def iterate_plays(self, size: int, parts: int) -> Iterator[tuple[int, Signs]]:
        """Yield primes and composites that show so many cards and lie within the bounds, as (number, signs).

        parts  how many calls share the work that there is for plays
        """
        view, bounds, smallest = self.view, bounds_of_view(self.view), bool(self.view.revolution)
        if size <= MAX_LISTED_CARDS:
            yield from ((number, signs) for number, signs in list_known_primes(view, self.hand, size)
                        if bounds[0] < number < bounds[1])
        else:
            self.is_complete = False
            yield from search_primes(self.hand, size, self.chance, self.test_budget(8 * parts), bounds, smallest,
                                     self.allows_joker_zero)
        if self.allows_composites and size < sum(self.hand):
            tries = self.test_budget(2 * FACTOR_WORK * parts)
            orders = self.list_few_orders(size, tries)
            if orders is None:
                self.is_complete = False
                yield from search_composites(self.hand, size, self.chance, tries, bounds, smallest,
                                             self.allows_joker_zero)
                return
            for shown in orders:
                number = number_of(shown)
                if max(3, bounds[0]) < number < min(10**MAX_DIGITS, bounds[1]):
                    factors = find_factor_cards(number, remove_play(self.hand, shown), self.allows_joker_zero)
                    if factors:
                        yield number, (*shown, EQUALS, *factors)

    def list_few_orders(self, size: int, most: int) -> list[Signs] | None:
        """Return all orders of so many cards of the hand; None where these are more than `most` or have jokers."""
        # Equal cards make equal orders, so that a few more are generated than are left.
        if self.hand[JOKER] or perm(sum(self.hand), size) > 4 * most:
            return None
        orders = sorted(set(permutations(list_cards(self.hand), size)))
        return orders if len(orders) <= most else None
