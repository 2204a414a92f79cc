"""The rules of Old Dice, each test named by its rule."""

import coprime
from coprime.core.match import Match
from coprime.core.seats import CHANCE, WATCHER

GAME = coprime.game("old_dice")


def play(*labels, seats=2, **options):
    """A match so far: what players do by its label, what the die shows by its number."""
    match = Match(GAME, seats, options, GAME.plain_rules)
    for one in labels:
        match.act(match.to_act()[0], one if isinstance(one, int) else GAME.words.parse(one))
    return match


def test_OD_1_whoever_has_the_points_wins():
    match = play(*["roll", 6] * 4, "stop", goal=24)
    assert match.over and match.returns() == [1, 0]


def test_OD_2_rolls_are_added_and_everybody_sees_them():
    match = play("roll", 3, "roll")
    assert match.state.aside == 3 and match.to_act() == [CHANCE]
    assert match.rules.seen(match.state, CHANCE, 5, WATCHER) == 5


def test_OD_3_a_1_takes_all_and_ends_the_turn():
    match = play("roll", 6, "roll", 1)
    assert match.state.aside == 0 and match.to_act() == [1] and match.state.points[0] == 0


def test_OD_4_stopping_keeps_the_points():
    match = play("roll", 6, "stop")
    assert match.state.points[0] == 6 and match.to_act() == [1]
    assert match.rules.refusal(match.state, 1, 0) == GAME.plain_rules.module.Refusal.ROLL_FIRST
