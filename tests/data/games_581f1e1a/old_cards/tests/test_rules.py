"""The rules of Old Cards, each test named by its rule."""

import coprime
from coprime.core.match import Match
from coprime.core.seats import CHANCE, UNKNOWN, WATCHER

GAME = coprime.game("old_cards")


def dealt(*hands):
    """A match whose players hold these cards."""
    match = Match(GAME, len(hands), {"hand": len(hands[0])}, GAME.plain_rules)
    match.act(CHANCE, 1)
    match.state.place[:] = 0
    for seat, hand in enumerate(hands):
        match.state.place[list(hand)] = 1 + seat
    return match


def test_OC_1_nobody_sees_the_others_cards():
    match = dealt((3, 9), (4, 8))
    assert match.state.cards[:2].tolist() == [2, 2] and match.rules.seen(match.state, CHANCE, 1, 0) == UNKNOWN
    assert match.view(0).place[[3, 9, 4, 8]].tolist() == [1, 1, 0, 0]
    assert not match.view(WATCHER).place.any()


def test_OC_2_the_highest_card_takes_the_trick_and_leads():
    match = dealt((3, 9), (4, 8))
    match.act(0, 3)
    match.act(1, 4)
    assert match.to_act() == [1] and match.state.taken[:2].tolist() == [0, 1]
    assert match.rules.refusal(match.state, 1, 9) == GAME.plain_rules.module.Refusal.NOT_HELD


def test_OC_3_most_tricks_win():
    match = dealt((3,), (4,))
    match.act(0, 3)
    match.act(1, 4)
    assert match.over and match.returns() == [0, 1]
