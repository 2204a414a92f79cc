"""The master of Secret Number: it reads what others show, hides what it holds, and is as slow as the casual bot.

It answers in the game's own time, as the other bots do.  Nothing of it is compiled.
"""

import random
from functools import lru_cache
from typing import Any

from ....core.bits import has_member
from .. import bots, rules
from ..phrases import freeze_view, to_namespace, unfreeze_view
from ..rules import ROUNDS, Stage, Verb
from . import beliefs, display_policy

TIMED = True                # it says itself after how long it acts
PACE_LEVEL = "casual"             # the level whose time it takes
SURE_CHANCE = 1 - 1e-9      # of being right


def is_ready() -> bool:
    """Return True: nothing has to be compiled."""
    return True


def warm() -> None:
    """Do nothing: there is nothing to compile."""


def choose(view: Any, seat: int, seed: int, ms: float = 900,
           iterations: int | None = None) -> tuple[int | None, int]:
    """Return the action of a seat, None to wait, and after how many milliseconds of the game's time.

    `ms` and `iterations` change nothing: a thought takes a millisecond, and the first opening with an open card a
    moment more.  The same seed gives the same answer.
    """
    view, chance = to_namespace(view), random.Random(seed)
    if view.stage != Stage.RACE:
        return choose_in_opening(view, seat, chance), int(bots.CHOICE_MS * (0.6 + 0.8 * chance.random()))
    # Who hides until the last round may count on being taken for a simple player, so there only the count is believed.
    estimate = bots.exact_chances if view.rounds == ROUNDS else cached_chances
    chances = estimate(freeze_view(view, bots.STEADY_FIELDS), seat)
    value = bots.choose_number(view, seat, "strong", chances)
    if value is not None and (chances[value] >= SURE_CHANCE or not waits_to_win(view, seat)):
        share = 0.6 if max(bots.number_chances(view, seat, PACE_LEVEL)) > 0.99 else 1.0
        return rules.encode_answer(value), bots.thinking_ms(view, seat, PACE_LEVEL, share, chance)
    if not has_member(view.agreed, seat):
        return int(Verb.AGREE), bots.thinking_ms(view, seat, PACE_LEVEL, 1.4, chance)
    return None, 0


def waits_to_win(view: Any, seat: int) -> bool:
    """Return whether a seat lays only what it is sure of, whatever a card brings in points.

    That is of two who were level before this game, in the last round of the match, once the other one has laid a card.
    Then who has more counts, and not how much (SN-11).  If their card is wrong, whoever waits wins; and a further card
    would let them lay another one (SN-7).
    """
    return bool(view.seats == 2 and view.rounds == ROUNDS and view.game == view.match_length - 1
                and view.spent[1 - seat] and sum(one[0] - one[1] for one in view.points[:view.game]) == 0)


@lru_cache(maxsize=512)
def cached_chances(frozen_view: Any, seat: int) -> list[float]:
    """Return the chances of the numbers, cached: a round is asked about many times."""
    return beliefs.secret_chances(unfreeze_view(frozen_view), seat)


# Choices.

def choose_in_opening(view: Any, seat: int, random_source: random.Random) -> int:
    """Return what to choose in an opening, at random as often as the plans of the hand that fit what it has chosen."""
    shares: dict[int, float] = {}
    plans = display_policy.plan_chances(view.seats, view.open_card)[view.low[seat], view.high[seat]]
    for plan, share in plans.items():
        action = planned_action(view, seat, plan)
        if action is not None:
            shares[action] = shares.get(action, 0.0) + share
    return random_source.choices(list(shares), [share + 1e-9 for share in shares.values()])[0]


def planned_action(view: Any, seat: int, plan: display_policy.Plan) -> int | None:
    """Return what a plan chooses in this opening; None if the seat has not followed it."""
    if view.rounds == 1:
        value = rules.compute_result(view.low[seat], view.high[seat], plan.op)
        return int(rules.encode_cover(rules.PLACE_OF_RESULT[value], plan.op))
    if plan.op != view.op[seat]:
        return None
    if view.rounds == 2:
        return int(Verb.OPERATION) if plan.op_first else int(rules.encode_show_number(plan.number))
    if not has_member(view.first_op, seat):
        return int(Verb.OPERATION)
    return int(rules.encode_show_number(plan.number)) if plan.op_first else None
