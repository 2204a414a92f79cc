"""The master of Secret Number: it counts what others' choices tell, at the casual bot's speed.

It answers in the game's own time, as the other bots do.  Nothing of it is compiled.
"""

import random
from functools import lru_cache
from typing import Any

from ....core.bits import has_member
from .. import bots, rules
from ..phrases import freeze_view, to_namespace, unfreeze_view
from ..rules import Stage, Verb
from . import beliefs

TIMED = True                # it says itself after how long it acts
PACE_LEVEL = "casual"             # the level whose time it takes
CERTAINTY_COST = 4.0                # points that it costs if somebody becomes certain of the number


def is_ready() -> bool:
    """Return True: nothing has to be compiled."""
    return True


def warm() -> None:
    """Do nothing: there is nothing to compile."""


def choose(view: Any, seat: int, seed: int, ms: float = 900,
           iterations: int | None = None) -> tuple[int | None, int]:
    """Return the action of a seat, None to wait, and after how many milliseconds of the game's time.

    A thought takes a millisecond at most, so `ms` and `iterations` change nothing; the same seed gives the same answer.
    """
    view, chance = to_namespace(view), random.Random(seed)
    if view.stage != Stage.RACE:
        return choose_in_opening(view, seat, chance), int(bots.CHOICE_MS * (0.6 + 0.8 * chance.random()))
    chances = cached_chances(freeze_view(view, bots.STEADY_FIELDS), seat)
    value = bots.choose_number(view, seat, "strong", chances)
    if value is not None:
        share = 0.6 if max(bots.number_chances(view, seat, PACE_LEVEL)) > 0.99 else 1.0
        return rules.encode_answer(value), bots.thinking_ms(view, seat, PACE_LEVEL, share, chance)
    if not has_member(view.agreed, seat):
        return int(Verb.AGREE), bots.thinking_ms(view, seat, PACE_LEVEL, 1.4, chance)
    return None, 0


@lru_cache(maxsize=512)
def cached_chances(frozen_view: Any, seat: int) -> list[float]:
    """Return the chances of the numbers, cached: a round is asked about many times."""
    return beliefs.secret_chances(unfreeze_view(frozen_view), seat)


# Choices.

def choose_in_opening(view: Any, seat: int, random_source: random.Random) -> int:
    """Return what to choose in an opening: points of the place, less what others learn from it."""
    out = [0] * rules.MAX_ACTIONS
    actions = out[:rules.list_choices(view, seat, out)]
    if len(actions) == 1:
        return int(actions[0])
    others = [other for other in range(view.seats) if other != seat]
    hands = {other: beliefs.hand_chances(view, seat, other) for other in others}

    def worth(action: int) -> float:
        """In points; of equal choices any."""
        after = bots.stranger_view(view, seat, action)
        sure = sum(share * best_guess_chance(after, seat, other, hand)
                   for other in others for hand, share in hands[other].items())
        return bots.bonus_points(action) - CERTAINTY_COST * sure / len(others) + random_source.random() / 1000
    return int(max(actions, key=worth))


def best_guess_chance(view: Any, seat: int, other: int, hand: tuple[int, int]) -> float:
    """Return the chance of the likeliest number for another seat with this hand, by a seat's display."""
    view.low[other], view.high[other] = hand
    left = [max(n - held, 0.0) for n,
            held in zip(bots.count_unseen_cards(view, other), bots.expected_cards(view, other, seat),
                        strict=True)]
    return max(left) / (sum(left) or 1)
