"""Where every card was known, what a moment cost is worked out and told as that."""

from functools import cache

import coprime
from coprime.core.match import Match, copy_state
from coprime.reviews.decision_cost import CostEstimator
from coprime.reviews.decisions import Decision
from coprime.reviews.review import reason_texts
from coprime.search import exact_endings
from tests.search.test_exact_endings import GAME, small


@cache
def views():
    return small("uecda", 5, 3, 12, 40)


def costs():
    """What it costs to do each listed action instead of the best, and the two bounds that say so."""
    for view, seat in views():
        judged = exact_endings.bound_listed_actions(GAME, view, seat)
        top = max(judged, key=lambda one: one.least)
        for one in judged:
            decision = Decision(0, 0, copy_state(view), ((seat, one.action),), [], ((seat, top.action),), "")
            yield decision, CostEstimator(GAME, seat, 1).estimate_cost(decision, 8, 0), top, one


def test_what_is_worked_out_is_told_as_exact():
    dear = 0
    for decision, cost, top, one in costs():
        if not (top.is_exact and one.is_exact):
            continue
        assert cost.is_proved and cost.error == 0 and cost.mean == top.least - one.least
        assert cost.is_clear == (cost.mean > 0)
        assert reason_texts(decision, cost)[-1].startswith("By then every card was known")
        dear += cost.is_clear
    assert dear > 5


def test_where_cards_are_hidden_it_stays_an_estimate():
    match = Match(GAME, 4, {}, GAME.pure_rules)
    match.settle(lambda bits: 7)
    seat = match.to_act()[0]
    first, second = match.sound_actions(seat)[:2]
    decision = Decision(0, 0, match.view(seat), ((seat, first),), [], ((seat, second),), "")
    cost = CostEstimator(coprime.game("daifugo"), seat, 1).estimate_cost(decision, 8, 0)
    assert not cost.is_proved and cost.worlds == 8 and reason_texts(decision, cost) == ()
