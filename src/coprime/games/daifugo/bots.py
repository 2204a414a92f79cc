"""Bots that play Daifugo by rules of thumb."""

import random
from typing import Any, Protocol

from .effects import ends_badly, goes_out
from .features import splits, strength
from .plays import NATURAL, bag_size, cards_of, gift_of, jokers_of
from .rules import MAX_ACTIONS, Phase, sound_actions
from .state import State

LEVELS = ("novice", "casual")
SLIP = 0.1                  # how often a novice passes without a reason
RISK = 9                    # what a casual bot spends on a trick while nobody is about to go out
JOKER_WORTH, SPLIT_WORTH, CARD_WORTH = 7, 4, 4
FORBIDDEN = 50              # what last cards cost that are forbidden as the last: more than any trick is worth


class Chance(Protocol):
    """Where numbers from 0 up to 1 are drawn from."""

    def random(self) -> float: ...


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """An action for the seat whose view it is."""
    chance = random.Random(seed)
    out = [0] * MAX_ACTIONS
    listed = out[:sound_actions(view, seat, out)]
    if view.phase == Phase.EXCHANGE:
        return gift(view, seat, level, listed, chance), 0
    plays = [action for action in listed if action]
    if not plays or (len(plays) < len(listed) and level == "novice" and chance.random() < SLIP):
        return 0, 0
    return (novice if level == "novice" else casual)(view, seat, plays, len(plays) < len(listed), chance), 0


def gift(view: State, seat: int, level: str, listed: list[int], chance: Chance) -> int:
    """What to give back: the lowest, by a casual bot such as stand alone."""
    def cost(action: int) -> Any:
        bag = int(gift_of(action))
        ranks = [i // 4 for i in range(52) if bag >> i & 1]
        torn = sum(int(view.hand[seat]) >> 4 * rank & 15 not in (1, 2, 4, 8) for rank in ranks)
        return sum(ranks) + 30 * (bag > NATURAL) + (2 * torn if level == "casual" else 0), chance.random()
    return min(listed, key=cost)


def novice(view: State, seat: int, plays: list[int], may_pass: bool, chance: Chance) -> int:
    """The lowest that fits, jokers last, and last of all what is forbidden as a last play."""
    return min(plays, key=lambda action: (bool(ends_badly(view, seat, action)), jokers_of(action),
                                          strength(view, action), chance.random()))


def casual(view: State, seat: int, plays: list[int], may_pass: bool, chance: Chance) -> int:
    """Out if it can, else what costs least; pass when a trick costs more than it is worth."""
    last = [action for action in plays if goes_out(view, seat, action)]
    if last:
        return last[0]
    best = min(plays, key=lambda action: (cost_of(view, seat, action), chance.random()))
    return 0 if may_pass and view.meld and cost_of(view, seat, best) > risk(view, seat) else best


def cost_of(view: State, seat: int, action: int) -> float:
    """What a play takes out of a hand: height, jokers, torn groups; less what many cards at once are worth."""
    n = int(bag_size(cards_of(action)))
    torn = SPLIT_WORTH if splits(view, seat, action) else 0
    height = float(strength(view, action))
    gain = CARD_WORTH * (n - 1) if view.meld == 0 else 0
    last = FORBIDDEN if ends_badly(view, seat, action) else 0
    return height + JOKER_WORTH * int(jokers_of(action)) + torn + last - gain


def risk(view: State, seat: int) -> int:
    """How much a trick is worth: everything when somebody is about to go out, or when this hand nearly is."""
    least = min((int(view.cards[i]) for i in range(view.seats) if i != seat and view.live >> i & 1), default=9)
    own = int(view.cards[seat])
    return 40 if least <= 3 or own <= 4 else RISK + (3 if own <= 7 else 0)
