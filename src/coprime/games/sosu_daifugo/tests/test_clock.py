"""The clocks of Sosu Daifugo (SD-38 to SD-40), and what is said of them."""

import pytest

from coprime.core.kernel import import_pure
from coprime.core.registry import find_game
from coprime.core.seats import CHANCE, CLOCK
from coprime.games.sosu_daifugo.tests.playing import RULES, Phase, Refusal, do, hand, put

GAME = find_game("sosu_daifugo")
CLOCK_RULES = import_pure("coprime.games.sosu_daifugo.clock")
NAMES = ["Ada", "Ben", "Cleo"]
BANK = {"clock": 1, "bank_seconds": 100, "move_seconds": 10}


def timed(*hands, deck="89", **options):
    """Return a position with clocks that begin now."""
    s = put(*hands, deck=deck, **{"clock": 0, "move_seconds": 60, **options})
    CLOCK_RULES.start_clocks(s)
    return s


def wait(s, milliseconds):
    """Let time pass, and return what seat 0 reads of it."""
    before = s.copy()
    assert RULES.refusal(s, CLOCK, milliseconds) == Refusal.NONE
    RULES.apply(s, CLOCK, milliseconds)
    return GAME.words.describe_event(before, CLOCK, milliseconds, s, NAMES, 0).text


def test_SD_38_a_turn_has_so_many_seconds():
    s = timed("23", "57")
    assert RULES.deadline(s) == 60_000 and RULES.to_act(s) == 1 << 0 | 1 << CLOCK
    assert wait(s, 20_000) == "" and RULES.deadline(s) == 40_000
    do(s, "D")
    assert RULES.deadline(s) == 40_000, "drawing gives no time"
    do(s, "2")
    assert RULES.deadline(s) == 60_000


def test_SD_38_the_time_of_a_turn_starts_anew_after_a_cut():
    s = timed("572", "3")
    wait(s, 30_000)
    do(s, "57")
    assert s.turn == 0 and RULES.deadline(s) == 60_000


def test_SD_38_the_bank_is_used_first_and_then_each_turn_has_its_seconds():
    s = timed("23", "57", **BANK)
    assert RULES.deadline(s) == 110_000
    wait(s, 104_000)
    assert s.bank[0] == 0 and RULES.deadline(s) == 6_000
    do(s, "2")
    assert RULES.deadline(s) == 110_000
    do(s, "%")
    assert RULES.deadline(s) == 10_000


def test_SD_38_time_to_think_before_the_first_play():
    s = timed("23", "57", think=60)
    assert s.phase == Phase.THINK and RULES.to_act(s) == 1 << CLOCK and RULES.deadline(s) == 60_000
    assert RULES.refusal(s, 0, RULES.Verb.DRAW) == Refusal.NOT_YOUR_TURN
    assert wait(s, 60_000) == "Time to think is over. You start."
    assert s.phase == Phase.TURN and RULES.deadline(s) == 60_000


def test_SD_39_out_of_time_is_a_pass_and_a_drawn_card_stays():
    s = do(timed("23", "57", deck="89"), "D")
    assert wait(s, 60_000) == "Passed: out of time."
    assert s.turn == 1 and s.passes == 1 and hand(s, 0) == "238" and RULES.refusal(s, CLOCK, 1) == Refusal.NONE
    assert RULES.refusal(s, CLOCK, 60_001) == Refusal.NO_SUCH_TIME


def test_no_clock_and_no_window_between_games():
    s = timed("2", "57", clock=2)
    assert RULES.deadline(s) == 0 and RULES.to_act(s) == 1
    do(s, "2")
    assert RULES.to_act(s) == 1 << CHANCE and RULES.deadline(s) == 0


def position_at_time_up(*hands, **options):
    """Return a position in which the time of the game has just run out."""
    s = timed(*hands, game_limit=1, clock=2, **options)
    assert RULES.deadline(s) == 60_000
    assert wait(s, 60_000) == "The time of the game is over: everybody makes one number of the whole hand."
    assert s.phase == Phase.LAST and s.turn == 0
    return s


@pytest.mark.parametrize(("hands", "plays", "winner"), [
    (("23", "57A"), ("23", "5A7"), 0),                      # 517 = 11 × 47: a prime beats none
    (("A3", "7A"), ("A3", "7A"), 1),                        # 71 is the larger prime
    (("22", "444"), ("22", "444"), 0),                      # no primes: the smaller hand
    (("22", "44"), ("%", "44"), -1),                        # neither primes nor a smaller hand
    (("A3", "A3"), ("A3", "A3"), -1),                       # the same prime
    (("A3", "A3", "A7"), ("A3", "A3", "A7"), 2),
])
def test_SD_40_the_last_numbers(hands, plays, winner):
    s = position_at_time_up(*hands)
    for play in plays:
        do(s, play)
    assert s.phase == Phase.DEAL and s.winner == winner and sum(s.wins) == (winner >= 0)


def test_SD_40_the_whole_hand_and_nothing_else():
    s = position_at_time_up("57", "A72", deck="8")
    refused = [RULES.refusal(s, 0, GAME.words.parse(label)) for label in ("play 5", "play 57", "draw", "play 7=5")]
    assert refused == [Refusal.WHOLE_HAND, Refusal.NONE, Refusal.NO_DRAW_NOW, Refusal.WHOLE_HAND]
    do(s, "57", "A72")
    assert s.winner == 0, "57 is no cut here and no prime, nor is 172: the smaller hand wins"


def test_SD_40_a_joker_has_a_value_in_a_last_number():
    s = position_at_time_up("X", "2")
    assert RULES.refusal(s, 0, GAME.words.parse("play X")) == Refusal.UNDECLARED
    do(s, "X|X=3", "2")
    assert s.winner == 0


def test_SD_44_a_joker_alone_has_no_value():
    s = put("X5", "2")
    assert RULES.refusal(s, 0, GAME.words.parse("play X|X=3")) == Refusal.VALUE_ALONE
    listed = [0] * GAME.rules.MAX_ACTIONS
    n = RULES.sound_actions(s, 0, listed)
    assert {GAME.words.label(int(one)) for one in listed[:n] if one > 7} & {"play X", "play X|X=3"} == {"play X"}
