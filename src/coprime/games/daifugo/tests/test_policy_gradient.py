"""What a seat does while the weights of style are fitted, uncompiled."""

import numpy as np
import pytest

import coprime
from coprime.core import kernel
from coprime.games.daifugo.state import Phase

GAME = coprime.game("daifugo")
RULES, WORDS = GAME.pure_rules, GAME.words
PRACTICE = kernel.import_pure("coprime.games.daifugo.policy_gradient")
OPTIONS = {**GAME.presets["uecda"], "match_length": 1}
SEED = 5


def lead(*cards):
    """Seat 0 leads with these cards, each a rank and a suit; the others have played some of theirs."""
    s = GAME.new_state(5, OPTIONS, RULES)
    s.phase, s.live, s.top, s.turn, s.owner = Phase.PLAY, 0b11111, 1, 0, 0
    s.hand[0], s.cards[:5] = sum(1 << 4 * rank + suit for rank, suit in cards), (len(cards), 9, 9, 9, 9)
    s.played = 0
    return s


def chosen(s):
    """The action that is drawn, what has been noted, and the generator's next state."""
    actions, slope = np.zeros(RULES.MAX_ACTIONS, np.int64), np.zeros(PRACTICE.QUESTIONS * PRACTICE.ANSWERS)
    n = int(RULES.sound_actions(s, 0, actions))
    assert n > 1
    work = np.zeros(n), np.zeros(n, np.int64)
    i, x = PRACTICE.sample_action(s, 0, n, np.zeros_like(slope), slope, actions, *work, SEED)
    return int(actions[i]), slope, x


@pytest.mark.parametrize("rank", [0, 7])
def test_all_cards_that_are_left_are_played_without_a_draw(rank):
    """A pair can be played as one card or as both: both end the hand, and teach nothing."""
    s = lead((rank, 0), (rank, 1))
    action, slope, x = chosen(s)
    RULES.apply(s, 0, action)
    assert s.cards[0] == 0 and not slope.any() and x == SEED


def test_what_does_not_end_the_hand_is_drawn_and_noted():
    action, slope, x = chosen(lead((0, 0), (4, 1), (7, 2)))
    assert action and slope.any() and x != SEED
