"""Bots of the original Prime Daifugo, told apart by the primes that they know and by how much they calculate.

`novice` and `casual` know primes of few cards by heart.  `strong` plans its turn (planning/), and tries a few orders
of many cards, as people do in their heads.  The master (expert/) plans in the same way, and calculates.
"""

import random
from typing import Any

from . import rules
from .actions import SIGNS_PER_ACTION, encode_signs
from .card_signs import BARE_JOKER, JOKER
from .planning.card_orders import Hand, Signs, counts_of_bag, list_cards, remove_play
from .planning.composite_search import search_composites
from .planning.turn_planner import NOTHING, Effort, Planner, bounds_of_view, list_known_primes, may_draw
from .play_verdicts import NOT_ALONE, has_joker_on_top
from .state import Phase, Refusal, State, Verb

LEVELS = ("novice", "casual", "strong")

STRONG = Effort(whole_tries=2, answer_tries=150, composite_tries=30, judged=36, worlds=16, misses=False)
SMALL_PRIMES = 200              # a novice knows those below
HEART_COMPOSITES = 200          # a casual player has the factors of the numbers below by heart
NOVICE_CARELESS, NOVICE_DRAWS = 0.1, 0.5      # how often a novice overlooks a play, and draws where it has none
ODD_COST = 0.4                  # what a player gives for keeping an odd card, in cards


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """Return an action of the seat whose view it is, and milliseconds (0); it is never refused.

    `strong` answers the same to a view whatever the seed, so that a long play goes on as it began.
    """
    if level == "strong":
        return choose_by_plan(view, seat, STRONG), 0
    if view.length:
        return int(Verb.CLEAR), 0
    chance = random.Random(seed)
    plays = list_known_plays(view, seat, level)
    novice = level == "novice"
    if plays and not (novice and chance.random() < NOVICE_CARELESS):
        return next_action_for_play(view, seat, choose_known_play(view, seat, plays, chance)), 0
    # Whoever draws for every card that goes keeps their even cards for ever.
    draws = may_draw(view, seat) and not (novice and chance.random() >= NOVICE_DRAWS)
    return int(Verb.DRAW if draws else Verb.PASS), 0


def choose_by_plan(view: Any, seat: int, effort: Effort) -> int:
    """Return the action of a seat that plans with an effort: a draw first, where it may help."""
    planner = Planner(view, seat, effort)
    best = planner.find_best()
    if not view.length and may_draw(view, seat) and planner.is_draw_worth_it(best):
        return int(Verb.DRAW)
    signs = planner.find_miss() if best == NOTHING else best.signs
    return next_action_for_play(view, seat, signs)


def next_action_for_play(view: Any, seat: int, signs: Signs) -> int:
    """Return the next action towards a play of these signs: parts of a long one lie on the line first."""
    done = int(view.length)
    if done and tuple(view.line[:done]) != signs[:done]:
        return int(Verb.CLEAR)
    rest = signs[done:done + SIGNS_PER_ACTION]
    if not rest:
        return int(Verb.PASS)
    verb = Verb.PLAY if done + len(rest) == len(signs) else Verb.ADD
    action = int(encode_signs(verb, rest, 0, len(rest)))
    return int(Verb.PASS) if rules.refusal(view, seat, action) != Refusal.NONE else action


# What is known by heart.

def list_known_plays(view: State, seat: int, level: str) -> list[Signs]:
    """Return the plays that fit and that a player of a level knows."""
    hand, (low, high) = counts_of_bag(int(view.held[seat])), bounds_of_view(view)
    if has_joker_on_top(view):
        return []
    most = min(3 if level == "casual" else 2, int(view.max_play) or 3)
    sizes = [int(view.count)] if view.count else list(range(1, most + 1))
    if view.phase == Phase.LAST:
        sizes = [sum(hand)]                                 # SD-40
    found = []
    for n in sizes:
        if n <= most:
            found += [signs for number, signs in list_known_primes(view, hand, n)
                      if low < number < high and (level == "casual" or number < SMALL_PRIMES)]
            if level == "casual" and n < 3 and view.composites == 0 and view.phase == Phase.TURN:
                found += [signs for number, signs
                          in search_composites(hand, n, random.Random(n), 30, (low, min(high, HEART_COMPOSITES)),
                                               allows_joker_zero=view.joker_zero == 0)]
    plays_joker = view.phase == Phase.TURN and view.count < 2 and view.lone_joker != NOT_ALONE
    if not found and plays_joker and hand[JOKER] and (sum(hand) > 1 or view.special_finish == 0):
        found.append((BARE_JOKER,))
    return found


def choose_known_play(view: State, seat: int, plays: list[Signs], chance: random.Random) -> Signs:
    """Return the play to make: many cards, and such as are hard to use elsewhere."""
    hand = counts_of_bag(int(view.held[seat]))

    def worth(signs: Signs) -> tuple[float, float, float]:
        rest = remove_play(hand, signs)
        cards = sum(hand) - sum(rest)
        return cards - ODD_COST * count_prime_enders_used(hand, rest), -len(signs), chance.random()
    bare = [signs for signs in plays if signs[0] == BARE_JOKER]
    return bare[0] if bare else max(plays, key=worth)


def count_prime_enders_used(hand: Hand, rest: Hand) -> int:
    """Return how many cards that may end a prime were taken from a hand."""
    odd = (1, 3, 7, 9, 11, 13)
    return sum(kind in odd for kind in list_cards(hand)) - sum(kind in odd for kind in list_cards(rest))
