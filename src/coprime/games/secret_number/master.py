"""The strongest player of Secret Number: it counts what others' choices tell, and is no faster than the casual bot.

It answers in the game's own time, as the other bots do.  Nothing of it is compiled.
"""

import random
from functools import lru_cache
from typing import Any

from ...core.bits import has_member
from . import bots, master_beliefs, rules
from .phrases import facts, from_facts, read
from .rules import Stage, Verb

TIMED = True                # it says itself after how long it acts
PACE = "casual"             # the level whose time it takes
LEARNT = 4.0                # points that it costs if somebody becomes certain of the number


def is_ready() -> bool:
    """Can it be had without compiling?"""
    return True


def warm() -> None:
    """There is nothing to compile."""


def choose(view: Any, seat: int, seed: int, ms: float = 900,
           iterations: int | None = None) -> tuple[int | None, int]:
    """The action of a seat, None to wait, and after how many milliseconds of the game's time.

    A thought takes a millisecond at most, so `ms` and `iterations` change nothing; the same seed gives the same answer.
    """
    view, chance = read(view), random.Random(seed)
    if view.stage != Stage.RACE:
        return cover_or_show(view, seat, chance), int(bots.CHOOSES * (0.6 + 0.8 * chance.random()))
    beliefs = believed(facts(view, bots.STEADY), seat)
    value = bots.to_place(view, seat, "strong", beliefs)
    if value is not None:
        share = 0.6 if max(bots.believed(view, seat, PACE)) > 0.99 else 1.0
        return rules.answer_with(value), bots.thought(view, seat, PACE, share, chance)
    if not has_member(view.agreed, seat):
        return int(Verb.AGREE), bots.thought(view, seat, PACE, 1.4, chance)
    return None, 0


@lru_cache(maxsize=512)
def believed(kept: Any, seat: int) -> list[float]:
    """The chances of the numbers; a round is asked about many times."""
    return master_beliefs.chances(from_facts(kept), seat)


# Choices.

def cover_or_show(view: Any, seat: int, chance: random.Random) -> int:
    """What to choose in an opening: the points of the place, less what the others learn about the secret number."""
    out = [0] * rules.MAX_ACTIONS
    actions = out[:rules.choices(view, seat, out)]
    if len(actions) == 1:
        return int(actions[0])
    others = [other for other in range(view.seats) if other != seat]
    hands = {other: master_beliefs.hands(view, seat, other) for other in others}

    def worth(action: int) -> float:
        """In points; of equal choices any."""
        after = bots.shown(view, seat, action)
        sure = sum(share * sureness(after, seat, other, hand)
                   for other in others for hand, share in hands[other].items())
        return bots.bonus(action) - LEARNT * sure / len(others) + chance.random() / 1000
    return int(max(actions, key=worth))


def sureness(view: Any, seat: int, other: int, hand: tuple[int, int]) -> float:
    """The chance of the likeliest number, as another seat with this hand sees it by a seat's display."""
    view.low[other], view.high[other] = hand
    left = [max(n - held, 0.0) for n, held in zip(bots.cards_left(view, other), bots.expected(view, other, seat),
                                                  strict=True)]
    return max(left) / (sum(left) or 1)
