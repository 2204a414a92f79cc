"""rules.md, rule by rule.  A test is named after the rule it proves."""

from itertools import permutations, product

import numpy as np
import pytest

import coprime
from coprime.core.errors import BadInput
from coprime.core.match import Match
from coprime.core.numbers import prime_factors
from coprime.core.seats import CHANCE, WATCHER
from coprime.games.prime_daifugo import tables as cards

GAME = coprime.game("prime_daifugo")
RULES, WORDS = GAME.pure_rules, GAME.words
rules = RULES.module
Refusal, Phase = rules.Refusal, rules.Phase


def bag(text):
    return sum(1 << 3 * WORDS.NAMES.index(name) for name in text.split())


def table(*hands, turn=0, deck="", last="", owner=None, discards="", **options):
    """A position written down: table("3 7", "10", deck="1 2", last="5 3", owner=1).

    The deck is written in the order of drawing; the last play lies on the table.
    """
    s = GAME.new_state(len(hands), options, RULES)
    s.game, s.phase, s.turn = 1, Phase.DRAW, turn
    s.pool = rules.whole_deck(s)
    for seat, hand in enumerate(hands):
        s.hand[seat], s.cards[seat], s.skips[seat] = bag(hand), len(hand.split()), 2 * s.cards_skip
    kinds = [WORDS.NAMES.index(name) for name in reversed(deck.split())]
    s.left = len(kinds)
    s.deck[:s.left] = kinds
    for name in discards.split():
        rules.put_on_discards(s, WORDS.NAMES.index(name))
    if last:
        action = WORDS.parse(f"play {last}")
        s.area, s.count = rules.cards_of(action), rules.card_count_of(action)
        s.number, s.owner = rules.number_of(action), owner
        s.last[:] = [rules.face_of(action, i) for i in range(3)]
    return s


def do(s, *labels, seed=7):
    """Carry out actions of whoever is on turn; CHANCE reshuffles by itself."""
    for text in labels:
        action = WORDS.parse(text)
        reason = RULES.refusal(s, s.turn, action)
        assert not reason, f"{text}: {WORDS.explain_refusal(reason)}"
        RULES.apply(s, s.turn, action)
        while s.phase == Phase.RESHUFFLE:
            RULES.apply(s, CHANCE, seed)
    return s


def why(s, text):
    """Why an action of the player on turn is refused, NONE when it is not."""
    return Refusal(RULES.refusal(s, s.turn, WORDS.parse(text)))


def hand(s, seat):
    return " ".join(card["id"] for card in WORDS.card_scenes(s.hand[seat], False))


def moves(s):
    out = np.zeros(RULES.MAX_ACTIONS, np.int64)
    return [WORDS.label(int(a)) for a in out[:RULES.sound_actions(s, s.turn, out)]]


def deal(seats=2, seed=1, **options):
    s = GAME.new_state(seats, options, RULES)
    RULES.apply(s, CHANCE, seed)
    return s


def test_PD_1_the_cards():
    assert len(cards.NUMBERS) == 16 and sum(cards.COPIES) == 45
    assert dict(zip(cards.NUMBERS, cards.COPIES, strict=True))[3] == 5
    assert all(1 <= n <= 5 for n in cards.COPIES)
    assert cards.SPECIAL_COPIES == {cards.D: 3, cards.FIVE_NINE: 2, cards.FOUR_SIX_EIGHT: 2, cards.SKIP: 2}


@pytest.mark.parametrize(("seats", "options", "size"), [
    (2, {}, 46), (3, {}, 46), (2, {"cards_0": "on"}, 48), (3, {"cards_skip": "on"}, 48),
    (2, {"cards_5_9": "on", "cards_4_6_8": "on", "cards_0": "on"}, 52),
    (3, {"cards_5_9": "on", "cards_4_6_8": "on", "cards_0": "on", "cards_skip": "on"}, 54)])
def test_PD_2_the_deck_of_each_option(seats, options, size):
    s = deal(seats, **options)
    assert s.left + 10 * seats == size


def test_PD_2_skip_is_refused_with_two_players():
    with pytest.raises(BadInput, match="PD-2"):
        GAME.check_options(2, {"cards_skip": "on"})


def test_PD_3_ten_cards_and_a_random_start():
    starts = set()
    for seed in range(40):
        s = deal(3, seed)
        assert list(s.cards) == [10, 10, 10]
        starts.add(int(s.turn))
    assert starts == {0, 1, 2}


def test_PD_3_at_the_limit_nobody_draws():
    thirteen = "1 1 1 2 3 3 3 4 5 6 7 8 9"
    s = table(thirteen, "1", deck="9 9 9", hand_limit=13)
    assert why(s, "draw") == Refusal.AT_LIMIT
    s = table(thirteen, "1", deck="9 9 9", last="10 1", owner=1, hand_limit=13)
    assert do(s, "pass").cards[0] == 13
    s = table("1 1 1 2 3 3 3 4 5 6 7 8", "1", deck="9 9 9", last="10 1", owner=1, hand_limit=13)
    assert do(s, "pass").cards[0] == 13 and s.left == 2
    s = table("1 1 1 2 3 3 3 4 5 6 7 8 D", "1", deck="9 9 9", hand_limit=13)
    do(s, "D")
    assert s.cards[0] == 13 and s.left == 2 and s.phase == Phase.DISCARD
    assert do(s, "discard 1").cards[0] == 12


def test_PD_4_draw_one_or_play_d_but_not_both():
    s = do(table("3 D", "1", deck="7 9 11 13"), "draw")
    assert hand(s, 0) == "3 7 D" and why(s, "D") == why(s, "draw") == Refusal.DRAWN_ALREADY
    s = do(table("3 D D", "1", deck="7 9 11 13"), "D")
    assert hand(s, 0) == "3 7 9 D" and why(s, "pass") == Refusal.MUST_DISCARD
    do(s, "discard 9")
    assert hand(s, 0) == "3 7 D" and s.top == WORDS.NAMES.index("9")
    assert why(s, "D") == why(s, "draw") == Refusal.DRAWN_ALREADY
    assert why(s, "discard 3") == Refusal.NOTHING_TO_DISCARD
    with pytest.raises(BadInput):
        WORDS.parse("play D")


def test_PD_5_as_many_cards_and_a_larger_number():
    s = table("1 3 5 7 9", "1", last="5 3", owner=1)
    assert why(s, "play 7") == Refusal.WRONG_COUNT
    assert why(s, "play 1 3 9") == Refusal.WRONG_COUNT
    assert why(s, "play 3 1") == Refusal.NOT_LARGER
    assert why(s, "play 5 3") == Refusal.NOT_LARGER
    assert why(s, "play 5 9") == Refusal.NONE
    s = table("1 3 5 7 9", "1")
    assert {why(s, text) for text in ("play 3", "play 3 1", "play 1 3 9")} == {Refusal.NONE}


def test_PD_6_side_by_side_in_the_order_chosen():
    assert rules.number_of(WORDS.parse("play 10 3")) == 103
    assert rules.number_of(WORDS.parse("play 3 10")) == 310
    assert rules.number_of(WORDS.parse("play 3 7 9")) == 379
    assert rules.number_of(WORDS.parse("play 3 9 7")) == 397
    s = table("3 5 7 9 10", "1")
    assert why(s, "play 3 9 10") == Refusal.LARGE_IN_THREE
    assert why(s, "play 3 5 7") == Refusal.NO_ICON
    for icon in "4689":
        assert why(table(f"1 3 {icon}", "1"), f"play 1 3 {icon}") == Refusal.NONE


def test_PD_7_zero_never_stands_first():
    s = table("0 0 3 9", "1", cards_0="on")
    assert why(s, "play 0") == why(s, "play 0 3") == why(s, "play 3 0") == why(s, "play 0 3 9") == Refusal.ZERO
    assert why(s, "play 9 0 3") == why(s, "play 3 9 0") == Refusal.NONE
    assert RULES.violation(table("1", "1"), 0, WORDS.parse("play 1")) == rules.Violation.NOT_PRIME


def test_PD_8_a_card_of_several_numbers_says_which():
    s = table("5/9 4/6/8 3", "1", cards_5_9="on", cards_4_6_8="on")
    assert rules.number_of(WORDS.parse("play 5/9=5 3")) == 53
    assert do(s, "play 5/9=5 3").number == 53
    s = table("5/9 4/6/8 3 1", "1", cards_5_9="on", cards_4_6_8="on")
    assert why(s, "play 5/9=9 4/6/8=4 1") == Refusal.NONE
    s = table("5/9 4/6/8 3 1 9", "1", cards_5_9="on", cards_4_6_8="on", multi_in_three="off")
    assert why(s, "play 5/9=9 4/6/8=4 1") == why(s, "play 5/9=5 9 3") == Refusal.MULTI_IN_THREE
    assert why(s, "play 5/9=5 3") == Refusal.NONE
    with pytest.raises(BadInput):
        WORDS.parse("play 5/9=7 3")


def test_PD_9_a_composite_is_judged_not_refused():
    s = table("5 11", "1", last="10 1", owner=1)
    assert why(s, "play 5 11") == Refusal.NONE
    assert RULES.violation(s, 0, WORDS.parse("play 5 11")) == rules.Violation.NOT_PRIME
    assert "play 5 11" not in moves(s)


def test_PD_10_a_composite_goes_back_and_counts_as_a_pass():
    s = do(table("3 5 8", "1", deck="7"), "play 3 5")
    assert hand(s, 0) == "3 5 8" and s.turn == 1 and s.count == 0
    assert s.known[0] == bag("3 5"), "the others have seen the cards"


def test_PD_10_after_a_failed_play_nothing_else_may_be_tried():
    s = do(table("3 5 8", "1", deck="7"), "play 3 5")
    assert RULES.refusal(s, 0, WORDS.parse("play 5 3")) == Refusal.NOT_YOUR_TURN


def test_PD_11_draw_two_on_passing_or_failing():
    assert do(table("5 11", "1", deck="2 3 4", last="10 1", owner=1), "pass").cards[0] == 4
    s = do(table("5 11", "1", deck="2 3 4", last="10 1", owner=1), "play 5 11")
    assert hand(s, 0) == "2 3 5 11"


def test_PD_11_draw_two_does_not_stack_and_works_on_everyone():
    s = table("10 3 13", "10 7 13", "8 8 8", deck="1 2 3 4 6 9")
    do(s, "play 10 3", "play 10 7", "pass", "pass")
    assert list(s.cards) == [3, 1, 5] and s.turn == 1 and s.count == 0


def test_PD_11_stop_ends_the_round():
    s = do(table("7 9 1", "7 12 1", "3 13"), "play 9 7", "play 12 7")
    assert s.turn == 1 and s.count == 0 and s.discarded == 4 and s.phase == Phase.DRAW


def test_PD_12_no_cards_left_wins():
    s = do(table("5 3", "1 7", games_to_win=2), "play 5 3")
    assert s.winner == 0 and s.wins[0] == 1 and RULES.is_between_hands(s) and RULES.to_act(s) == 1 << CHANCE
    s = do(table("5 3", "1 7", games_to_win=1), "play 5 3")
    assert RULES.to_act(s) == 0


def test_PD_13_the_round_ends_before_its_owner():
    s = do(table("5 3 1", "8 8"), "play 5 3", "pass")
    assert s.turn == 0 and s.count == 0 and s.discarded == 2


def test_PD_14_passing_is_always_allowed_and_keeps_nobody_out():
    s = do(table("1 3 8", "2 8", "8 8"), "pass")
    assert s.turn == 1 and s.count == 0 and why(s, "play 2") == Refusal.NONE
    s = table("1 7 8", "1 5 3 9", "8 8")
    do(s, "play 1 7", "pass", "pass")
    assert s.turn == 0 and s.count == 0


def test_PD_15_draw_and_pass_or_play_other_cards():
    assert do(table("5 3 8", "1", deck="7 9"), "draw", "pass").turn == 1
    assert do(table("5 3 8", "1", deck="7 9"), "draw", "play 5 3").number == 53


SKIPS = {"cards_skip": "on"}


def test_PD_16_skip_ends_the_turn_and_leaves_the_next_out():
    s = do(table("SKIP 3", "1 1", "2 2", last="5 3", owner=2, **SKIPS), "skip")
    assert s.turn == 2 and s.discards == bag("SKIP") and s.number == 53


def test_PD_17_a_lone_skip_must_draw():
    s = table("SKIP", "1 1", "2 2", deck="7 9", **SKIPS)
    assert moves(s) == ["draw"]
    assert why(s, "pass") == Refusal.MUST_DRAW and why(s, "skip") == Refusal.SKIP_ALONE
    assert "skip" in moves(do(s, "draw"))
    assert moves(table("SKIP", "1 1", "2 2", **SKIPS)) == ["pass"]


def test_PD_18_after_skip_the_round_goes_on_and_draw_two_spares_two():
    s = table("10 1 8 8", "SKIP 8 4", "8 8", deck="2 3 4 5 6 7", **SKIPS)
    do(s, "play 10 1", "skip")
    assert s.turn == 0 and s.number == 101 and list(s.cards) == [2, 2, 2]
    do(s, "pass")
    assert s.cards[0] == 4


def test_PD_19_skip_on_an_empty_area():
    s = do(table("SKIP 3", "1 1", "2 3 9", **SKIPS), "skip")
    assert s.turn == 2 and {why(s, text) for text in ("play 2", "play 2 3", "play 2 3 9")} == {Refusal.NONE}


def test_PD_20_a_new_deck_as_soon_as_the_old_one_is_empty():
    s = do(table("5 3", "1", deck="7", discards="9 11 13"), "draw")
    assert s.left == 3 and s.discarded == 0 and s.pool == bag("9 11 13")
    s = table("5 D", "1", deck="7", discards="9")
    do(s, "D")
    assert s.cards[0] == 3 and s.left == 1, "the D just played is shuffled in"
    assert rules.whole_deck(s) >= s.pool and s.pool == bag("9 D")


def test_PD_20_nothing_left_to_draw():
    s = table("5 3", "1")
    assert why(s, "draw") == Refusal.NOTHING_TO_DRAW
    s = do(table("5 3 8", "1 1", deck="7"), "draw")
    assert s.left == 0 and s.phase == Phase.PLAY, "no discards: no new deck yet"
    s = do(table("5 3 8", "1 1", discards="7"), "draw")
    assert hand(s, 0) == "3 5 7 8", "made at the next draw for which there are discards"


def test_PD_21_only_the_top_of_the_discards():
    s = table("5 3", "1", discards="7 9")
    view = WORDS.scene(s, 0, ["A", "B"])["discards"]
    assert view["top"]["id"] == "9" and view["all"] is None and view["count"] == 2
    s = table("5 3", "1", discards="7 9", discard_view="all")
    assert [card["id"] for card in WORDS.scene(s, 0, ["A", "B"])["discards"]["all"]] == ["7", "9"]


def test_PD_22_the_match_goes_to_games_to_win():
    for n in (1, 7):
        match = Match(GAME, 2, {"games_to_win": n}, RULES)
        match.state.phase, match.state.game = Phase.DRAW, 1
        for won in range(n):
            assert not match.over
            s = match.state
            s.phase, s.turn, s.hand[0], s.cards[0], s.count, s.owner = Phase.DRAW, 0, bag("7"), 1, 0, -1
            match.act(0, WORDS.parse("play 7"))
            assert s.wins[0] == won + 1
        assert match.over
    with pytest.raises(BadInput, match="1 to 10000"):
        Match(GAME, 2, {"games_to_win": 10_001}, RULES)
    s = do(table("5 3", "1 7"), "play 5 3")
    RULES.apply(s, CHANCE, 99)
    assert list(s.cards[:2]) == [10, 10] and s.left == 26 and s.wins[0] == 1 and s.game == 2


def test_PD_23_the_largest_prime():
    assert max(cards.PLAY_NUMBER) == 1913


def test_PD_24_aids_are_never_in_the_deck():
    assert RULES.module.whole_deck(deal()) == bag(" ".join(
        ["1"] * 4 + ["2"] * 2 + ["3"] * 5 + ["4"] * 2 + ["5"] + ["6"] * 3 + ["7"] * 5 + ["8"] * 2 + ["9"] * 5
        + ["10"] * 3 + ["11"] * 3 + ["12"] * 2 + ["13"] * 4 + ["17", "19"] + ["D"] * 3))


def test_PD_25_what_is_public_and_what_is_hidden():
    s = do(table("5 3 8", "1 2", deck="7 9", discards="13"), "draw", "play 3 5")
    view = s.copy()
    RULES.redact(view, 1)
    assert view.hand[0] == -1 and set(view.deck) == {-1} and view.gained[0] == -1
    assert list(view.cards[:2]) == [4, 2] and view.left == 1 and view.known[0] == bag("3 5")
    scene = WORDS.scene(view, 1, ["A", "B"])
    assert scene["seats"][0]["seen"] == ["3", "5"] and scene["deck"] == 1


def test_PD_26_a_pass_leaves_out_only_play_and_judgement():
    s = do(table("8", "5 3 1", "8", deck="7 9 11", last="10 1", owner=1), "draw", "pass")
    assert s.cards[0] == 4, "phase 1 and phase 4 happen"
    s = do(table("12 7", "5"), "play 12 7")
    assert s.winner == 0, "the win comes before Stop"


def test_PD_27_only_a_play_that_stands_has_powers():
    s = do(table("12 1 8", "8", deck="2 3 4"), "play 12 1")
    assert s.turn == 1, "121 = 11 x 11 stops nothing"
    s = do(table("10 8 3", "8", deck="2 3 4"), "play 10 8", "pass")
    assert s.cards[1] == 1, "a 10 in a failed play draws nothing"
    s = do(table("10 1 8", "10 8", "8", deck="2 3 4", discards=""), "pass", "pass")
    assert list(s.cards) == [3, 2, 1], "a pass on an empty area costs nothing"
    s = do(table("12 D 8", "8 8", deck="10 3 4"), "D", "discard 12")
    assert s.turn == 0 and s.phase == Phase.PLAY
    s = do(table("10 1 8", "11 3 8", "8 8", deck="2 3 4 6"), "play 10 1", "play 11 3", "pass")
    assert s.cards[2] == 2, "a 10 under a later play no longer draws"


def test_PD_28_refused_costs_nothing():
    s = table("1 3 5 0 10", "1", last="5 3", owner=1, cards_0="on")
    before = s.tobytes()
    for text in ("play 3", "play 1 3", "play 3 10 5", "play 1 3 5", "play 0 5", "play 7 1"):
        assert why(s, text) != Refusal.NONE and s.tobytes() == before


def test_PD_29_d_may_be_the_only_card():
    s = do(table("D", "1 1", deck="7 9"), "D")
    assert hand(s, 0) == "7 9"
    s = do(table("D", "1 1"), "D")
    assert hand(s, 0) == "D", "only the D itself could be drawn"
    do(s, "discard D", "pass")
    assert s.winner == 0, "PD-12 holds however the hand became empty"
    s = do(table("D D SKIP", "1", "1", deck="7 9", **SKIPS), "D")
    assert moves(s) == ["discard 7", "discard 9", "discard D", "discard SKIP"]


def test_PD_30_stalemate_voids_the_game():
    s = table("8", "8", stalemate_n=6)
    do(s, *["pass"] * 5)
    assert s.phase == Phase.DRAW and s.dry == 5
    do(s, "pass")
    assert s.phase == Phase.DEAL and RULES.is_between_hands(s) and not s.wins.any()
    s = table("8", "8", deck="1 1 1 1", stalemate_n=6)
    do(s, *["pass"] * 5, "draw", "pass")
    assert s.dry == 0
    assert do(table("8", "8", stalemate_n=0), *["pass"] * 40).phase == Phase.DRAW


def test_PD_31_the_judge_shows_a_factorisation():
    before = table("5 11", "1", last="10 1", owner=1, deck="1 2")
    action = WORDS.parse("play 5 11")
    after = do(before.copy(), "play 5 11")
    line = WORDS.describe_event(before, 0, action, after, ["Ann", "Bob"], 1)
    assert "511 = 7 × 73" in line.text and line.detail["judge"]["factors"] == [7, 73] and line.mark == "failed"


def test_PD_32_leaving_skip_alone():
    s = table("SKIP 7", "1", "1", **SKIPS)
    assert why(s, "play 7") == Refusal.NONE
    s = table("SKIP 7 D", "1", "1", deck="3", skip_last="barred", **SKIPS)
    assert why(s, "play 7") == Refusal.NONE, "D is left too"
    s = table("SKIP 7", "1", "1", deck="3", skip_last="barred", **SKIPS)
    assert why(s, "play 7") == Refusal.SKIP_LEFT and "play 7" not in moves(s)
    s = do(table("SKIP D", "1", "1", discards="", skip_last="barred", **SKIPS), "D")
    assert hand(s, 0) == "D SKIP" and why(s, "discard D") == Refusal.SKIP_LEFT and moves(s) == ["discard SKIP"]
    s = table("SKIP SKIP", "1", "1", skip_last="barred", **SKIPS)
    s.phase = Phase.DISCARD
    assert moves(s) == ["discard SKIP"], "barred never leaves a player without a discard"
    s = table("SKIP SKIP", "1", "1", **SKIPS)
    assert why(s, "skip") == Refusal.NONE


def test_PD_33_the_next_ordinary_turn_looks_again():
    s = table("10 1 8 8", "SKIP 8 4", "8 8", deck="2 3 4 5 6 7 8 9", **SKIPS)
    do(s, "play 10 1", "skip", "pass", "pass", "pass")
    assert s.turn == 0 and s.count == 0


def test_PD_34_the_play_area_is_not_in_the_discards():
    s = do(table("5 3 8", "7 1 9 8", deck="2"), "play 5 3", "play 7 1")
    assert s.discarded == 0 and s.area == bag("5 3 7 1")
    do(s, "pass")
    assert s.discards == bag("5 3 7 1") and s.top == WORDS.NAMES.index("1") and s.area == 0


# Worked examples of the rulebook.

def test_example_two_players():
    s = do(table("5 3 8", "1 7 8", deck="8 4"), "play 5 3", "play 7 1", "draw", "pass")
    assert s.turn == 1 and s.count == 0
    assert prime_factors(35) == [5, 7]


def test_example_draw_two_with_three_players():
    s = table("10 1 8 8", "5 11 8", "8", deck="4 6 2 6 2 6")
    do(s, "play 10 1", "play 5 11", "draw", "pass")
    assert list(s.cards) == [2, 5, 4] and s.turn == 0 and s.count == 0


def test_example_stop_with_three_players():
    s = do(table("9 7 8", "7 12 8", "13 3 8"), "play 9 7", "play 12 7")
    assert s.turn == 1 and s.discarded == 4


def test_example_three_cards():
    s = do(table("3 9 7 8", "8 6 3 1", "1 8"), "play 3 9 7", "play 8 6 3", "pass", "pass")
    assert s.turn == 1 and s.count == 0


def test_example_who_passed_may_play_again():
    s = table("5 9 8", "9 8 8", "3 13 8", deck="4 11 2 2")
    do(s, "play 5 9", "draw", "pass", "play 3 13", "pass", "draw", "play 9 11", "pass", "pass")
    assert s.turn == 1 and s.count == 0


def test_example_skip_over_draw_two():
    s = table("10 1 8 8", "SKIP 8 8", "8 8", deck="2 4 6 2 4 6 2 4", **SKIPS)
    do(s, "play 10 1", "skip")
    assert s.turn == 0
    do(s, "pass")
    assert s.cards[0] == 4
    do(s, "pass", "pass")
    assert list(s.cards) == [4, 4, 4] and s.turn == 0 and s.count == 0


def partners(number):
    return [other for other in cards.NUMBERS if other
            and any(len(prime_factors(int(f"{a}{b}"))) == 1 for a, b in permutations((number, other)))]


def test_example_partners():
    assert partners(3) == [1, 2, 4, 5, 7, 8, 10, 11, 13, 17, 19]
    assert len(partners(7)) == 9
    assert partners(17) == [3, 6, 9, 11, 12] and partners(19) == [1, 3, 4, 6, 7, 9, 10, 13]


def test_example_primes_with_ten_and_twelve():
    def primes(card):
        return sorted({int(f"{a}{b}") for n in cards.NUMBERS if n for a, b in permutations((card, n))
                       if int(f"{a}{b}") <= cards.LARGEST and cards.PRIME[int(f"{a}{b}")] and a == card})
    assert primes(10) == [101, 103, 107, 109, 1013, 1019] and primes(12) == [127, 1213, 1217]
    assert all(cards.PRIME[n] for n in (53, 71, 101, 97, 127, 397, 863, 59, 313, 911, 1213, 73, 379))


def test_reconstruction_copies_follow_from_partners():
    for number, copies in zip(cards.NUMBERS, cards.COPIES, strict=True):
        if number not in (0, 17, 19):
            others = set(partners(number)) - {number}
            assert copies == min(5, (len(others) + 1) // 2), number


def test_reconstruction_three_card_primes():
    names = [WORDS.label(int(a)) for a in cards.PLAY_ACTION]
    three = {n for n, text in zip(cards.PLAY_NUMBER, names, strict=True)
             if len(text.split()) == 4 and "=" not in text and " 0" not in text}
    assert len(three) == 96


def test_every_refusal_has_words_and_every_rule_named_exists():
    text = (GAME.folder / "rules.md").read_text()
    for reason in list(Refusal)[1:]:
        sentence, rule = WORDS.explain_refusal(reason)
        assert sentence.endswith(".") and (not rule or f"- {rule} " in text)


def test_labels_of_all_faces():
    for faces in product(range(21), repeat=2):
        action = rules.encode_play(*faces, -1)
        assert WORDS.parse(WORDS.label(action)) == action
    for bad in ("", "play", "play 7 7 7 7", "discard", "discard 5 5", "drawx", "play 14", "play 5/9", "pass now"):
        with pytest.raises(BadInput):
            WORDS.parse(bad)


def test_scenes_of_watchers_show_no_hand():
    s = deal(3, 5)
    view = s.copy()
    RULES.redact(view, WATCHER)
    assert WORDS.scene(view, WATCHER, ["A", "B", "C"])["hand"] == []


def test_the_review_lists_primes_that_were_passed_over():
    names = ["Ada", "Bo"]
    parse, passed = WORDS.parse, WORDS.parse("pass")
    assert WORDS.missed_play_text(table("2 3 8", "1"), 0, passed,
                           names) == "Ada passed with 2, 3, 23, 83, 283 and 823 in hand."
    assert WORDS.missed_play_text(table("4 6 8", "1"), 0, passed, names) == ""
    assert WORDS.missed_play_text(table("2 3 8", "1"), 0, parse("play 2 3"), names) == ""
    long = WORDS.missed_play_text(table("1 2 3 7 9", "1"), 0, passed, names)
    assert long.startswith("Ada passed with 2, 3, 7, 13, 17, 19 and ") and long.endswith(" more in hand.")
