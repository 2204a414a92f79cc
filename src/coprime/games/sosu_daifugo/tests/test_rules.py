"""The rules of the original Prime Daifugo.  A test is named after the rule it proves."""

import pytest

from coprime.core.seats import CHANCE, UNKNOWN
from coprime.games.sosu_daifugo.tests.playing import (
    LIMBS,
    READING,
    RULES,
    Phase,
    Refusal,
    Verb,
    Violation,
    actions,
    area,
    deal,
    deck,
    do,
    fault,
    hand,
    number,
    put,
    why,
)

# Cards and turns.


@pytest.mark.parametrize(("jokers", "even_copies", "size"), [(2, 4, 54), (0, 4, 52), (1, 3, 47), (2, 2, 42)])
def test_SD_1_the_pack(jokers, even_copies, size):
    s = deal(jokers=jokers, even_copies=even_copies)
    cards = sorted(hand(s, 0) + hand(s, 1) + deck(s))
    assert len(cards) == size and cards.count("X") == jokers
    assert all(cards.count(letter) == even_copies for letter in "2468TQ")
    assert all(cards.count(letter) == 4 for letter in "A3579JK")


@pytest.mark.parametrize(("play", "value"), [("A", 1), ("J", 11), ("Q", 12), ("K", 13), ("T", 10)])
def test_SD_2_aces_and_pictures(play, value):
    assert value_of(play) == value


@pytest.mark.parametrize(("play", "value"), [("QA", 121), ("KT", 1310), ("6QA", 6121), ("J3", 113), ("AK", 113)])
def test_SD_8_cards_are_read_side_by_side(play, value):
    assert value_of(play) == value


def value_of(play):
    """Return the number that a play makes."""
    s = put("6QAJKT3", "2")
    signs, n = RULES.append_to_line(s, actions(play)[0])
    return LIMBS.limbs_to_int(READING.read_number(signs, 0, n))


@pytest.mark.parametrize("size", [3, 7, 11])
def test_SD_3_hands_and_the_deck(size):
    s = deal(hand=size)
    assert len(hand(s, 0)) == len(hand(s, 1)) == size and s.left == 54 - 2 * size


def test_SD_4_who_begins_the_first_game():
    assert {int(deal(seed=seed).turn) for seed in range(20)} == {0, 1}
    assert {int(deal(seed=seed, first_player=1).turn) for seed in range(20)} == {0}


def test_SD_6_one_card_before_playing_and_never_with_an_empty_deck():
    s = do(put("23", "57", deck="89"), "D")
    assert hand(s, 0) == "238" and why(s, "D") == Refusal.DRAWN_ALREADY and why(s, "%") == Refusal.NONE
    do(s, "3", "%")
    assert s.drawn == 0 and why(s, "D") == Refusal.NONE
    assert why(put("2", "3"), "D") == Refusal.NOTHING_TO_DRAW


def test_SD_7_as_many_cards_and_a_larger_number():
    s = do(put("7A3", "QAK2357"), "A3")
    assert number(s) == 13 and s.count == 2
    assert why(s, "K") == Refusal.WRONG_COUNT and why(s, "235") == Refusal.WRONG_COUNT
    assert why(s, "A2") == Refusal.NOT_LARGER and why(s, "23") == Refusal.NONE


def test_SD_7_the_same_number_never_follows_itself():
    s = do(put("AK2", "J34"), "AK")
    assert number(s) == 113 and why(s, "J3") == Refusal.NOT_LARGER


def test_SD_7_at_most_so_many_cards():
    s = put("2468A35", "2", max_play=3)
    assert why(s, "2463") == Refusal.TOO_MANY_CARDS and why(s, "243") == Refusal.NONE


def test_SD_9_a_joker_among_cards_has_a_value():
    s = put("X3A", "2")
    assert why(s, "X3") == Refusal.UNDECLARED and why(s, "X3|X=A") == Refusal.NONE
    assert why(put("X3A", "2", joker_zero=1), "AX3|X=0") == Refusal.JOKER_ZERO
    assert why(put("XX3", "2"), "XX3|X=2|X=K") == Refusal.NONE


@pytest.mark.parametrize("play", ["X3|X=0", "6=X2*3|X=0", "6=2^X*3|X=0"])
def test_SD_10_no_number_begins_with_0(play):
    assert why(put("X362", "2"), play) == Refusal.LEADING_ZERO


def test_SD_11_passing_is_always_allowed():
    s = do(put("23", "57"), "%", "%")
    assert s.turn == 0 and s.count == 0


@pytest.mark.parametrize("play", ["A", "4", "8Q"])
def test_SD_12_any_number_may_be_played(play):
    s = put("A48Q", "23", deck="99")
    assert why(s, play) == Refusal.NONE and fault(s, play) == Violation.NOT_PRIME


@pytest.mark.parametrize(("play", "reason"), [
    ("55", Refusal.NOT_IN_HAND), ("=23", Refusal.UNREADABLE), ("6=", Refusal.UNREADABLE),
    ("6=2*", Refusal.UNREADABLE), ("6=*2", Refusal.UNREADABLE), ("2*3", Refusal.UNREADABLE),
    ("6=2=3", Refusal.UNREADABLE), ("6=2^^3", Refusal.UNREADABLE)])
def test_SD_13_what_is_refused_costs_nothing(play, reason):
    s = put("236X5", "2")
    before = s.copy()
    assert why(s, play) == reason and s == before


# The judge.

def test_SD_14_a_prime_stays():
    s = do(put("6QA2", "23"), "6QA")
    assert number(s) == 6121 and area(s) == "6QA" and s.turn == 1 and hand(s, 0) == "2"


@pytest.mark.parametrize(("penalty", "drawn"), [(0, "89"), (1, "89"), (2, "8")])
def test_SD_15_a_wrong_number_comes_back_with_as_many_cards(penalty, drawn):
    s = do(put("KK2", "23", deck="89T", penalty=penalty), "KK")
    assert sorted(hand(s, 0)) == sorted("2KK" + drawn) and s.turn == 1 and s.count == 0
    assert s.known[0] == 2 << 3 * 13                        # SD-5: everybody has seen the two kings


@pytest.mark.parametrize(("penalty", "drawn"), [(0, 5), (1, 2), (2, 1)])
def test_SD_16_a_wrong_composite_costs_its_factors_too(penalty, drawn):
    s = do(put("KKA32", "23", deck="456789", penalty=penalty), "KK=A3*2")
    assert s.cards[0] == 5 + drawn and s.turn == 1


def test_SD_17_the_penalty_comes_before_the_flow_and_is_cut_short():
    s = do(put("23", "49", deck="8"), "3")
    do(s, "4")
    assert hand(s, 1) == "489" and deck(s) == "3" and s.turn == 0       # the 3 flowed after the penalty
    s = do(put("TA33899", "2", deck="655A57"), "TA33899")
    assert sorted(hand(s, 0)) == sorted("TA33899655A57") and s.left == 0
    assert sorted(hand(do(put("TTT89", "2"), "TTT89"), 0)) == sorted("TTT89")


def test_SD_18_after_so_many_failed_plays_no_more_cards_come():
    s = do(put("A4", "68", deck="TTTT", max_misses=1), "A", "%", "4")
    assert hand(s, 0) == "A4T" and s.misses[0] == 2


# Composite plays.

def check_factors(play, wrong):
    """Check what the judge finds wrong with a composite play."""
    s = put("".join(letter for letter in play.partition("|")[0] if letter not in "=*^") + "2", "2", deck="22")
    assert fault(s, play) == wrong


@pytest.mark.parametrize(("play", "wrong"), [
    ("4782969=3^A4", Violation.NONE), ("A6=2*2^3", Violation.NONE), ("A6=4*4", Violation.BASE_NOT_PRIME),
    ("K6=2^3*A7", Violation.NONE), ("5A=3^A7", Violation.WRONG_PRODUCT), ("233=J*J", Violation.WRONG_PRODUCT)])
def test_SD_19_prime_factors_make_the_number(play, wrong):
    check_factors(play, wrong)


@pytest.mark.parametrize("play", ["T48576=2^4*2^8*2^2^3", "67A8464=3^2^3*2^T"])
def test_SD_21_exponents_and_towers(play):
    check_factors(play, Violation.NONE)


@pytest.mark.parametrize(("play", "wrong"), [
    ("8=A*2^3", Violation.BASE_NOT_PRIME), ("8=2^A*2^2", Violation.SMALL_EXPONENT),
    ("A6=2^4^A", Violation.SMALL_EXPONENT)])
def test_SD_22_1_is_no_factor_and_no_exponent(play, wrong):
    check_factors(play, wrong)


def test_SD_23_the_number_is_composite():
    check_factors("7=7", Violation.PRIME_AS_PRODUCT)


@pytest.mark.parametrize("play", ["KK=A3*TX|X=A", "X69=K^X|X=A|X=2"])
def test_SD_24_jokers_in_every_part(play):
    check_factors(play, Violation.NONE)


@pytest.mark.parametrize("play", ["4QQK=3^5^6^6^8^8^2A", "9=3^2^9^9^9^9^9^9"])
def test_SD_26_powers_beyond_the_number_are_not_computed(play):
    check_factors(play, Violation.WRONG_PRODUCT)


def test_SD_19_composites_may_be_off():
    assert why(put("KKA3TA", "2", composites=1), "KK=A3*TA") == Refusal.NO_COMPOSITES


def test_SD_20_only_shown_cards_count():
    s = do(put("72", "KKA3TA5"), "7")
    assert why(s, "KK=A3*TA") == Refusal.WRONG_COUNT
    assert why(put("KKA3TA5", "2", max_play=2), "KK=A3*TA") == Refusal.NONE


def test_SD_25_factor_cards_go_under_the_deck_and_shown_cards_stay():
    s = do(put("KKA3TA5", "234", deck="89"), "KK=A3*TA")
    assert deck(s) == "89A3TA" and area(s) == "KK" and hand(s, 0) == "5" and number(s) == 1313


def test_SD_27_a_composite_play_may_finish():
    s = do(put("5X3A9", "2"), "5X=3*A9|X=7")
    assert s.wins[0] == 1 and s.winner == 0                 # SD-31: no cut


# Special numbers and the lone joker.

@pytest.mark.parametrize("play", ["57", "X7|X=5", "5X|X=7", "XX|X=5|X=7"])
def test_SD_28_57_cuts(play):
    s = do(put("232", "57XX9", deck="89"), "23", play)
    assert s.turn == 1 and s.count == 0 and s.drawn == 0 and s.laid == 0
    assert deck(s).startswith("8923")                       # 57 flows last


def test_SD_28_57_must_fit():
    s = do(put("89A", "572"), "89")
    assert why(s, "57") == Refusal.NOT_LARGER
    assert fault(put("57A", "2", specials=2), "57") == Violation.NOT_PRIME


@pytest.mark.parametrize("play", ["A729", "X729|X=A", "A7X9|X=2"])
def test_SD_29_1729_turns_the_order(play):
    s = do(put("A7X29A23", "AK23993", deck="8"), play)
    assert s.revolution == 1 and s.turn == 1 and area(s) and number(s) == 1729
    assert why(s, "2399") == Refusal.NOT_SMALLER
    do(s, "%")
    assert s.revolution == 1 and s.count == 0               # over rounds, too
    s = do(put("A7293A7292", "A29923", deck="8"), "A729", "%", "A729")
    assert s.revolution == 0


def test_SD_29_below_it_under_revolution():
    s = do(put("A72944", "AXA3T"), "A729")
    assert why(s, "AT3X|X=9") == Refusal.NOT_SMALLER and why(s, "AXA3|X=0") == Refusal.NONE
    assert fault(s, "AXA3|X=0") == Violation.NONE
    do(s, "AXA3|X=0", "%")
    assert s.turn == 1 and s.revolution == 1


def test_SD_30_57_under_revolution():
    s = put("572", "2")
    s.revolution = 1
    do(s, "57")
    assert s.turn == 0 and s.count == 0 and s.revolution == 1


def test_SD_31_as_composites_they_have_no_effect():
    s = do(put("573A9K", "2"), "57=3*A9")
    assert s.turn == 1 and s.count == 2
    s = do(put("A7297KA9K", "2"), "A729=7*K*A9")
    assert s.revolution == 0 and s.count == 4


@pytest.mark.parametrize("revolution", [0, 1])
def test_SD_44_the_lone_joker_beats_everything(revolution):
    s = put("K2", "X5", deck="89")
    s.revolution = revolution
    do(s, "K", "X")
    assert s.turn == 1 and s.count == 0 and deck(s) == "89KX"
    assert why(do(put("A92", "X57"), "A9"), "X") == Refusal.LONE_JOKER
    assert why(put("X5", "2", lone_joker=2), "X") == Refusal.UNDECLARED


def test_SD_44_a_joker_that_does_not_flow():
    s = do(put("X2", "X5K", lone_joker=1), "X")
    assert s.turn == 1 and s.count == 1 and why(s, "K") == why(s, "X") == Refusal.NOT_LARGER
    s = do(put("XX2", "57", lone_joker=1, two_jokers=1), "XX")
    assert s.count == 2 and why(s, "57") == Refusal.NOT_LARGER and why(s, "5") == Refusal.WRONG_COUNT


def test_SD_45_two_jokers():
    assert why(put("XX3", "2"), "XX") == Refusal.UNDECLARED
    s = do(put("A92", "XX5", two_jokers=1), "A9", "XX")
    assert s.turn == 1 and s.count == 0


@pytest.mark.parametrize(("cards", "play"), [("57", "57"), ("A729", "A729"), ("X", "X")])
def test_SD_46_a_special_finish(cards, play):
    assert do(put(cards, "2"), play).wins[0] == 1
    s = put(cards, "2", deck="8999", special_finish=1)
    assert fault(s, play) == Violation.SPECIAL_FINISH
    do(s, play)
    assert s.cards[0] == 2 * len(cards) and s.turn == 1


# Rounds, the deck, the end.

def test_SD_32_a_pass_or_a_failed_play_of_two_flows_the_area():
    s = do(put("32", "456", deck="89"), "3", "%")
    assert s.count == 0 and s.turn == 0 and deck(s) == "893"
    s = do(put("32", "456", deck="89"), "3", "4")
    assert s.count == 0 and s.turn == 0 and deck(s) == "93"


def test_SD_32_of_three_the_area_flows_when_the_turn_comes_back():
    s = do(put("322", "578", "JK4"), "3", "%", "J", "%")
    assert s.turn == 1 and s.count == 1
    do(s, "%")
    assert s.turn == 2 and s.count == 0 and s.owner == UNKNOWN


def test_SD_11_who_has_passed_may_be_out_of_the_round():
    s = do(put("3K2", "578", "J4", pass_out=1), "3", "%", "J", "K")
    assert s.turn == 2
    do(s, "%")
    assert s.turn == 0 and s.count == 0 and s.resting == 0


def test_SD_33_cards_flow_oldest_first():
    s = do(put("232", "A7K4", deck="8"), "23", "AK", "%")
    assert deck(s) == "823AK" and s.seen == 4
    s = do(put("572", "2", deck="8"), "57")
    assert deck(s) == "857"


@pytest.mark.parametrize(("flow", "seen"), [(1, "8"), (2, "")])
def test_SD_33_flowing_cards_may_be_shuffled(flow, seen):
    s = do(put("A9235", "2K", deck="8", flow=flow), "23", "%")
    assert s.phase == Phase.FLOW and RULES.to_act(s) == 1 << CHANCE
    RULES.apply(s, CHANCE, 5)
    assert s.phase == Phase.TURN and s.turn == 0 and sorted(deck(s)) == ["2", "3", "8"] and deck(s).startswith(seen)
    assert s.seen == 0


def test_SD_34_an_empty_hand_wins_at_once():
    s = do(put("3", "57"), "3")
    assert s.winner == 0 and s.phase == Phase.DEAL and RULES.is_between_hands(s)


def test_SD_35_the_others_may_play_on():
    s = do(put("3", "578", "J4", places=1), "3", "5", "J")
    assert list(s.place[:3]) == [1, 0, 0] and s.turn == 1
    do(s, "%")
    assert s.turn == 2 and s.count == 0


def test_SD_35_the_area_of_the_one_who_left_flows():
    s = do(put("K", "578", "J4", places=1), "K", "%", "%")
    assert s.turn == 1 and s.count == 0 and s.phase == Phase.TURN


def test_SD_36_too_many_cards_lose():
    s = do(put("4", "57", deck="89", burst=2), "D")
    assert s.winner == 1 and s.place[0] == -1
    s = do(put("24", "57", deck="89", burst=4), "4")
    assert s.cards[0] == 3 and s.place[0] == 0 and s.turn == 1          # after a penalty, too, but not below


def test_SD_36_of_three_who_bursts_leaves():
    s = do(put("4A2", "57", "2", deck="89", burst=4), "D")
    assert s.place[0] == -1 and s.turn == 1 and s.cards[0] == 0 and s.left == 5 and s.phase == Phase.TURN


def test_SD_37_passes_in_a_row_void_the_game():
    s = do(put("4", "8", stalemate_n=6), *"%%%%%")
    assert s.phase == Phase.TURN
    do(s, "%")
    assert s.phase == Phase.DEAL and s.winner == UNKNOWN and s.wins.sum() == 0


@pytest.mark.parametrize(("next_first", "first"), [(0, {1}), (1, {1}), (2, {0}), (3, {0, 1})])
def test_SD_43_who_begins_the_next_game(next_first, first):
    seen = set()
    for seed in range(12):
        s = do(put("3", "57", next_first=next_first), "3")
        RULES.apply(s, CHANCE, seed)
        seen.add(int(s.turn))
    assert seen == first


def test_SD_43_a_match_to_so_many_games():
    s = do(put("3", "57", games_to_win=1), "3")
    assert s.phase == Phase.OVER and RULES.to_act(s) == 0
    s = do(put("3", "57", games=2), "3")
    assert s.phase == Phase.DEAL


def test_a_line_longer_than_one_action_is_laid_in_parts():
    play = "99887766554432KQJ2TJ3J2TJ3"
    s = put(play + "2", "2")
    *parts, last = actions(play)
    assert parts
    for action in parts:
        RULES.apply(s, 0, action)
    assert s.length == 12 * len(parts) and RULES.violation(s, 0, last) == Violation.NONE
    RULES.apply(s, 0, Verb.CLEAR)
    assert s.length == 0 and not s.line.any() and RULES.refusal(s, 0, Verb.CLEAR) == Refusal.NOTHING_ON_LINE
