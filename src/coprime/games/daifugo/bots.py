"""Play Daifugo by rules of thumb: the levels novice and casual."""

import random
from typing import Any, Protocol

from .actions import NATURAL, bag_size, cards_of, gift_of, jokers_of
from .effects import ends_on_forbidden, goes_out
from .heuristics import play_strength, splits_group
from .rules import MAX_ACTIONS, Phase, sound_actions
from .state import State

LEVELS = ("novice", "casual")
SLIP_RATE = 0.1                  # how often a novice passes without a reason
USUAL_COST = 9                    # what a casual bot spends on a trick while nobody is about to go out
JOKER_WORTH, SPLIT_WORTH, CARD_WORTH = 7, 4, 4
FORBIDDEN_COST = 50              # what last cards cost that are forbidden as the last: more than any trick is worth


class RandomSource(Protocol):
    """A source of random numbers from 0 up to 1."""

    def random(self) -> float:
        """Return a random number from 0 up to 1."""


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """Return an action of the seat whose view it is, and the milliseconds it takes (0)."""
    chance = random.Random(seed)
    out = [0] * MAX_ACTIONS
    listed = out[:sound_actions(view, seat, out)]
    if view.phase == Phase.EXCHANGE:
        return choose_gift(view, seat, level, listed, chance), 0
    plays = [action for action in listed if action]
    if not plays or (len(plays) < len(listed) and level == "novice" and chance.random() < SLIP_RATE):
        return 0, 0
    return (choose_as_novice if level == "novice" else choose_as_casual)(view, seat, plays, len(plays) < len(listed),
                                                                         chance), 0


def choose_gift(view: State, seat: int, level: str, listed: list[int], random_source: RandomSource) -> int:
    """Return the gift with the lowest cards; a casual bot takes such as stand alone."""
    def cost(action: int) -> Any:
        bag = int(gift_of(action))
        ranks = [i // 4 for i in range(52) if bag >> i & 1]
        torn = sum(int(view.hand[seat]) >> 4 * rank & 15 not in (1, 2, 4, 8) for rank in ranks)
        return sum(ranks) + 30 * (bag > NATURAL) + (2 * torn if level == "casual" else 0), random_source.random()
    return min(listed, key=cost)


def choose_as_novice(view: State, seat: int, plays: list[int], may_pass: bool, random_source: RandomSource) -> int:
    """Return the lowest play that fits; jokers last, and last of all what is forbidden as a last play."""
    return min(plays, key=lambda action: (bool(ends_on_forbidden(view, seat, action)), jokers_of(action),
                                          play_strength(view, action), random_source.random()))


def choose_as_casual(view: State, seat: int, plays: list[int], may_pass: bool, random_source: RandomSource) -> int:
    """Return a play that goes out, else the cheapest one; 0 (pass) if a trick costs more than it is worth."""
    last = [action for action in plays if goes_out(view, seat, action)]
    if last:
        return last[0]
    best = min(plays, key=lambda action: (play_cost(view, seat, action), random_source.random()))
    return 0 if may_pass and view.meld and play_cost(view, seat, best) > acceptable_cost(view, seat) else best


def play_cost(view: State, seat: int, action: int) -> float:
    """Return what a play takes out of a hand: height, jokers, torn groups; less a bonus for many cards."""
    n = int(bag_size(cards_of(action)))
    torn = SPLIT_WORTH if splits_group(view, seat, action) else 0
    height = float(play_strength(view, action))
    gain = CARD_WORTH * (n - 1) if view.meld == 0 else 0
    last = FORBIDDEN_COST if ends_on_forbidden(view, seat, action) else 0
    return height + JOKER_WORTH * int(jokers_of(action)) + torn + last - gain


def acceptable_cost(view: State, seat: int) -> int:
    """Return the highest cost at which a trick is worth a play; more when somebody is about to go out."""
    least = min((int(view.cards[i]) for i in range(view.seats) if i != seat and view.live >> i & 1), default=9)
    own = int(view.cards[seat])
    return 40 if least <= 3 or own <= 4 else USUAL_COST + (3 if own <= 7 else 0)
