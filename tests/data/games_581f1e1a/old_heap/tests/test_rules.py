"""The rules of Old Heap, each test named by its rule."""

import coprime
from coprime.core.match import Match

GAME = coprime.game("old_heap")


def play(*actions, seats=2, **options):
    match = Match(GAME, seats, options, GAME.plain_rules)
    for action in actions:
        match.act(match.to_act()[0], action)
    return match


def test_OH_1_a_heap_and_turns_in_order():
    assert [play(*[1] * n, seats=3).to_act() for n in range(4)] == [[0], [1], [2], [0]]
    assert play(heap=12).state.left == 12


def test_OH_2_one_to_most_and_no_more_than_there_are():
    why = GAME.plain_rules.module.Refusal
    match = play(3, 3, 3, heap=11)
    assert match.legal_actions(1) == [1, 2]
    assert [match.rules.refusal(match.state, 1, n) for n in (0, 4, 3, 2)] == [why.NUMBER, why.NUMBER, why.TOO_FEW, 0]


def test_OH_3_whoever_takes_the_last_stone_wins():
    match = play(3, 3, 3, 1, heap=10)
    assert match.over and match.returns() == [0, 1]
