"""The rules of the preset `uecda`, by their numbers."""

import random

import coprime
from coprime.core.attr_view import to_object
from coprime.core.match import Match
from coprime.core.seats import CHANCE

from .test_rules import (
    HANDS,
    RULES,
    UECDA,
    WORDS,
    Phase,
    Refusal,
    Violation,
    bag,
    before_exchange,
    dealt,
    do,
    hand,
    moves,
    plays,
    rules,
    table,
    uecda,
    why,
)

GAME = coprime.game("daifugo")
OTHERS = ("3c 4c", "3h 4h", "3d 4d", "9c Qc")


def test_UE_1_deck_and_dealing():
    s = dealt(5, **UECDA)
    assert sum(s.cards) == 53 and sorted(s.cards[:5]) == [10, 10, 11, 11, 11]
    assert sum(int(h) for h in s.hand) == plays.NATURAL + plays.JOKER
    starts = {tuple(dealt(5, seed=seed, **(UECDA | {"seat_shuffle": 0})).cards) for seed in range(30)}
    assert len(starts) == 5
    s = dealt(5, ranks=(3, 4, 1, 2, 5), hands=1, **(UECDA | {"exchange": "off"}))
    assert list(s.cards[:5]) == [10, 10, 11, 11, 11]


def test_UE_2_order():
    s = uecda("3s As 2s 5d", "Ah 2h Jo 4d 9d")
    do(s, "play As")
    assert {"play 2h", "play Jo"} <= moves(s) and "play Ah" not in moves(s)
    s = uecda("4s 2s 5d", "3s 2h Jo 4d 9d")
    s.reversed = 1
    do(s, "play 4s")
    assert moves(s) == {"play 3s", "play Jo", "pass"}


def test_UE_3_first_lead():
    s = before_exchange(*HANDS, ranks=(1, 2, 4, 5, 3), **UECDA)
    RULES.apply(s, 0, WORDS.parse("give 3s 4s"))
    RULES.apply(s, 1, WORDS.parse("give 3h"))
    assert s.turn == 4 and "play 5d" in moves(s)


def test_UE_4_seats():
    """Drawn before games 1, 4, 7, ...: the first one included."""
    for hands, drawn in ((0, True), (1, False), (2, False), (3, True), (4, False), (99, True), (100, False)):
        orders = set()
        for seed in range(20):
            s = dealt(5, seed=seed, hands=hands, **(UECDA | {"match_length": 200}))
            orders.add(tuple(s.after[:5]))
            seat, seen = 0, []
            for _ in range(5):
                seen.append(seat)
                seat = int(s.after[seat])
            assert sorted(seen) == [0, 1, 2, 3, 4] and seat == 0
        assert len(orders) > 10 if drawn else orders == {(1, 2, 3, 4, 0)}
    assert list(dealt(5, **(UECDA | {"seat_shuffle": 0})).after[:5]) == [1, 2, 3, 4, 0]


def test_UE_5_groups():
    s = uecda("5s 5h 5d 5c Jo 9s")
    assert "play 5s 5h 5d 5c Jo=5" in moves(s) and "play 5s 5h 5d 5c" in moves(s)
    assert why(s, "play 5s 5h 5d 5c Jo=5") == Refusal.NONE


def test_UE_6_sequences():
    run = "3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks"
    s = uecda(f"{run} Jo")
    assert {f"play {run}", f"play {run} Jo=As", f"play Jo=low {run}"} <= moves(s)
    s = uecda("Ks As 2s Jo 3s")
    assert {"play Ks As 2s Jo=high", "play As 2s Jo=high", "play Jo=Qs Ks As"} <= moves(s)
    assert why(s, "play As 2s 3s") == Refusal.NO_COMBINATION
    assert why(uecda("3s 4s Jo 9s"), "play Jo=low 3s 4s") == Refusal.NONE
    assert why(uecda("3s 4h 5s 9s"), "play 3s 4h 5s") == Refusal.MIXED_SUITS


def test_UE_7_beating():
    s = do(uecda("5s 6s 7s 3s", "6h 7h 8h 9h 10h 4d"), "play 5s 6s 7s")
    assert moves(s) == {"play 8h 9h 10h", "pass"}
    s = do(uecda("5s 5h 3s", "4h 4s 6h 6s 6d 4d"), "play 5s 5h")
    assert why(s, "play 4s 4h") == Refusal.NOT_HIGHER
    assert why(s, "play 6s 6h 6d") == Refusal.WRONG_COUNT


def test_UE_8_single_joker():
    s = do(uecda("4s 3s", "9s 5d", "Jo 2h"), "play 4s", "play 9s")
    assert s.lock == 1 and "play Jo" in moves(s)
    do(s, "play Jo")
    assert s.lock == 0 and s.meld


def test_UE_9_three_of_spades():
    s = do(uecda("4h 3h", "9h 5d", "Jo 2h", "3s 6d"), "play 4h", "play 9h", "play Jo")
    assert moves(s) == {"play 3s", "pass"}
    do(s, "play 3s")
    assert s.meld == 0 and s.turn == 3
    s = uecda("Jo 2h", "3s 6d")
    s.reversed = 1
    assert "play 3s" in moves(do(s, "play Jo"))
    assert why(do(uecda("4h 3h", "3s 5d"), "play 4h"), "play 3s") == Refusal.NOT_HIGHER


def test_UE_10_eight_cut():
    for hand_, text in (("8s 3s", "8s"), ("8s 8h 3s", "8s 8h"), ("8s Jo 3s", "8s Jo=8h"), ("6s 7s 8s 3h", "6s 7s 8s"),
                        ("6s 7s Jo 3h", "6s 7s Jo=8s"), ("9s 10s Jo 3h", "Jo=8s 9s 10s")):
        s = do(uecda(hand_), f"play {text}")
        assert s.meld == 0 and s.turn == 0, text


def test_UE_11_revolution():
    for hand_, turns in (("5s 5h 5d 5c 9h", True), ("5s 5h 5d Jo 9h", True), ("5s 5h 5d 5c Jo 9h", True),
                         ("9s 10s Js Qs Ks 3h", True), ("9s 10s Js Jo Ks 3h", True), ("9s 10s Js Qs 3h", False)):
        s = uecda(hand_)
        long = max(moves(s), key=lambda label: (len(label.split()), label))
        assert do(s, long).reversed == turns, long
    s = uecda("5s 5h 5d 5c 9h", "4s 4h 4d 4c 10h")
    do(s, "play 5s 5h 5d 5c", "play 4s 4h 4d 4c")
    assert not s.reversed
    s = do(uecda("5s 5h 5d 5c 9h"), "play 5s 5h 5d 5c", *["pass"] * 5)
    assert s.meld == 0 and s.reversed                               # beyond the trick


def test_UE_12_suit_lock():
    s = do(uecda("4s 3s", "9s 5d", "10h Js"), "play 4s", "play 9s")
    assert moves(s) == {"play Js", "pass"} and why(s, "play 10h") == Refusal.LOCKED
    s = do(uecda("4s 5s 6s 3h", "7s 9s 10s Js", "Qh Kh Ah Qs Ks As"), "play 4s 5s 6s", "play 9s 10s Js")
    assert moves(s) == {"play Qs Ks As", "pass"}
    s = do(uecda("5s 5h 5d 5c Jo 2h", "4s 4h 4d 4c 3h"), "play 5s 5h 5d 5c Jo=5")
    assert s.suits == 15
    s = do(uecda("4s 3s", "Js 5d", *OTHERS[:2], "Ks Kh 3c"), "play 4s", "pass", "pass", "pass", "play Ks")
    assert s.lock == 1                                              # passes between them do not matter


def test_UE_13_passing_and_the_owner():
    s = do(uecda("4s 9d Kd", "9s 5d"), "play 4s", "play 9s", "pass", "pass", "pass", "pass")
    assert s.meld and s.turn == 1                                   # the owner is asked again
    do(s, "pass")
    assert s.meld == 0 and s.turn == 1
    s = do(uecda("4s 9d Kd", "5d 6d"), "play 4s", "pass", "pass", "pass", "pass")
    assert s.turn == 0
    do(s, "play 9d")
    assert s.turn == 0 and moves(s) == {"play Kd", "pass"}


def test_UE_14_passing_the_lead():
    s = uecda("4s 9d")
    assert "pass" in moves(s)
    do(s, "pass")
    assert s.turn == 1 and s.meld == 0 and "play 3c" in moves(s)
    do(s, *["pass"] * 4)
    assert s.turn == 0 and s.passed == 0                            # nobody has played: the leader leads


def test_UE_15_leader_after_a_clear():
    s = do(uecda("4s", "9s 5d"), "play 4s", "play 9s", *["pass"] * 4)
    assert s.turn == 1
    s = do(uecda("9s", "4s 5d"), "play 9s", *["pass"] * 4)
    assert s.turn == 1 and s.meld == 0


def test_UE_16_an_illegal_play_counts_as_a_pass():
    s = do(uecda("6s 9d", "4d 10h 2c"), "play 6s")
    for text in ("play 4d", "play 4d 10h"):
        action = WORDS.parse(text)
        assert RULES.refusal(s, 1, action) == 0 and RULES.violation(s, 1, action) == Violation.NO_PLAY
    assert RULES.refusal(s, 1, WORDS.parse("play Ks")) == Refusal.NOT_IN_HAND
    assert RULES.observe_action(s, 1, WORDS.parse("play 4d 10h"), 2) == 0     # others see a pass
    do(s, "play 4d 10h")
    assert s.passed == 0b10 and s.cards[1] == 3 and s.dry == 1 and s.turn == 2


def test_UE_17_any_card_may_be_the_last():
    for last in ("Jo", "8s", "2s", "3s"):
        assert do(uecda(last), f"play {last}").place[0] == 1


def test_UE_18_stalemate():
    s = do(uecda("4s 9d", *OTHERS), "play 4s", *["pass"] * 5, *["pass"] * 14)
    assert s.phase == Phase.PLAY and s.dry == 19
    do(s, "pass")
    assert s.phase == Phase.STALEMATE and RULES.to_act(s) == 1 << CHANCE
    found = set()
    for seed in range(40):
        world = s.copy()
        RULES.apply(world, CHANCE, seed)
        assert world.phase == Phase.DEAL and sorted(world.rank[:5]) == [1, 2, 3, 4, 5]
        found.add(tuple(world.rank))
    assert len(found) > 20
    s = do(uecda("4s", *OTHERS), "play 4s", *["pass"] * 20)
    RULES.apply(s, CHANCE, 1)
    assert s.rank[0] == 1                                           # who is out keeps the place


def test_UE_19_exchange():
    s = before_exchange("3s 4s 5s", "3h 4h 5h", "Ks 2c 2d", "Jo As 2h", "3d 4d 5d", ranks=(1, 2, 4, 5, 3), **UECDA)
    assert hand(s, 0) == "3s 4s 5s 2h Jo" and hand(s, 1) == "3h 4h 5h 2d"
    assert RULES.violation(s, 0, WORDS.parse("give 3s")) == Violation.NO_GIFT
    RULES.apply(s, 0, WORDS.parse("give 3s"))
    RULES.apply(s, 1, WORDS.parse("give 3h"))
    assert hand(s, 3) == "As 2h Jo" and hand(s, 0) == "3s 4s 5s"    # the strongest instead
    assert dealt(5, **UECDA).phase == Phase.PLAY


def test_UE_20_points_and_ranks():
    s = GAME.new_state(5, UECDA, RULES)
    for _ in range(100):
        s.place[:5] = [2, 1, 3, 5, 4]
        rules.end_hand(s)
    assert list(s.points[:5]) == [400, 500, 300, 100, 200] and s.phase == Phase.OVER
    s = GAME.new_state(5, UECDA | {"match_length": 200}, RULES)
    s.hands, s.phase = 100, Phase.DEAL
    s.rank[:5] = [1, 2, 3, 4, 5]
    RULES.apply(s, CHANCE, 3)
    assert list(s.rank[:5]) == [0] * 5 and s.phase == Phase.PLAY


def test_UE_21_no_exile():
    s = table("5s 6s", "9s", "4s 7s", "3s 8d", "3h 4h", turn=1, ranks=(1, 2, 3, 4, 5), **UECDA)
    do(s, "play 9s")
    assert s.live & 1 and s.place[0] == 0


def test_UE_22_a_clear_forgets_passes_and_lock():
    s = do(uecda("4s 3s", "9s 5d"), "play 4s", "play 9s", *["pass"] * 5)
    assert s.lock == s.passed == s.alike == 0 and s.turn == 1
    s.reversed = 1
    do(s, "play 5d", *["pass"] * 5)
    assert s.reversed


def test_UE_23_what_may_follow_a_joker():
    s = do(uecda("4s 3d", "Jo 5d", "2s 6d", "3s 2d", "9c Qc"), "play 4s", "play Jo")
    assert moves(s) == {"pass"}
    do(s, "pass")
    assert moves(s) == {"play 3s", "pass"}
    s = uecda("4s 3d Ad", "5s 5d", "3s 6d", "3h Jo", "9c Qc")
    do(s, "play 4s", "play 5s", "pass", "play Jo", "pass", "pass")
    assert s.turn == 1                                              # seat 2 has passed: its 3 of spades must wait
    do(s, "pass", "pass")
    assert s.meld == 0


def test_UE_24_an_unbeaten_play_of_one_who_is_out_stays():
    s = do(uecda("2s", *OTHERS), "play 2s", *["pass"] * 3)
    assert s.meld and s.turn == 4
    do(s, "pass")
    assert s.meld == 0 and s.turn == 1


def test_UE_25_a_joker_counts_as_what_it_stands_for():
    s = do(uecda("4s Jo 3d", "9s 9h 5d", "Ks Kd 2c"), "play 4s Jo=4h", "play 9s 9h")
    assert s.lock == 3 and moves(s) == {"pass"}
    assert do(uecda("7s Jo 9s 3d"), "play 7s Jo=8s 9s").meld == 0
    assert do(uecda("7s 7h 7d Jo 3d"), "play 7s 7h 7d Jo=7c").reversed


def test_UE_26_worked_facts():
    s = do(uecda("5s 6s 7s 3d", "6h 7h 8h 9h 10h 4d"), "play 5s 6s 7s")
    assert why(s, "play 6h 7h 8h") == Refusal.NOT_HIGHER
    assert do(s, "play 8h 9h 10h").turn == 1 and s.meld == 0
    s = uecda("9s 10s Js 8s 3d", "5h 6h 7h 8h 9h 4d")
    s.reversed, s.eight_cut = 1, 0
    do(s, "play 8s 9s 10s")
    assert why(s, "play 7h 8h 9h") == Refusal.NOT_HIGHER and why(s, "play 5h 6h 7h") == Refusal.NONE
    s = do(uecda("4d 5d 6d 7d 8d 3s"), "play 4d 5d 6d 7d 8d")
    assert s.reversed and s.meld == 0 and s.turn == 0
    assert do(uecda("4s 3s", "9s 5d"), "play 4s", "play 9s").lock == 1
    s = do(uecda("6s 6h 3s", "9s 9h 5d", "Js Jc Jh 3d"), "play 6s 6h", "play 9s 9h")
    assert s.lock == 3
    action = WORDS.parse("play Js Jc")
    assert RULES.refusal(s, 2, action) == 0 and RULES.violation(s, 2, action) == Violation.NO_PLAY
    assert bag("3s") == 1


def test_the_chart_of_points_is_whole_when_the_match_is_over():
    match, chance = Match(GAME, 5, UECDA | {"match_length": 25}), random.Random(1)
    seen = {}
    while not match.over:
        seat = match.to_act()[0]
        act = match.chance(chance.getrandbits) if seat == CHANCE else chance.choice(match.sound_actions(seat))
        match.act(seat, act)
        seen[int(match.state.hands)] = match.view(0)
    for hands, length in ((10, 11), (24, 21), (25, 26)):
        lines = WORDS.scene(to_object(seen[hands]), 0, list("ABCDE"))["chart"]["lines"]
        assert [len(line) for line in lines] == [length] * 5
        assert [line[-1] for line in lines] == [int(n) for n in seen[hands].points[:5]]
    assert [line[0] for line in lines] == [0] * 5


def test_the_chart_of_a_match_of_more_than_a_hundred_hands_has_the_last_hundred():
    match, chance = Match(GAME, 3, {"match_length": 103}), random.Random(1)
    points = {}
    while not match.over:
        seat = match.to_act()[0]
        act = match.chance(chance.getrandbits) if seat == CHANCE else chance.choice(match.sound_actions(seat))
        match.act(seat, act)
        points[int(match.state.hands)] = [int(n) for n in match.state.points[:3]]
    chart = WORDS.scene(to_object(match.view(0)), 0, list("ABC"))["chart"]
    assert chart == {"from": 3, "lines": [[points[n][seat] for n in range(3, 104)] for seat in range(3)]}


def test_UE_32_traps():
    s = do(uecda("4s 9c Jo 5h", "6s Kh 3s", turn=0), "play 4s", "play 6s")
    assert s.lock == 1, "spades are locked"
    while s.turn != 0:
        do(s, "pass")
    do(s, "play Jo")
    assert s.lock == 0 and hand(s, 1) == "3s Kh"
    s = do(uecda("Ks", "4s 5h", turn=1), "play 4s", "pass", "pass", "pass", "play Ks")
    assert s.live == 0b11110 and s.meld, "who went out keeps the trick open until all live players have passed"
    s = do(s, "pass")
    assert s.meld == 0
