"""Challenges and penalties (PC-10 to PC-15, PC-23 to PC-29), rule by rule, on a clock of milliseconds."""

import pytest

import coprime
from coprime.core.errors import BadInput
from coprime.core.seats import CHANCE, CLOCK
from coprime.games.prime_challenge.tests.playing import (
    RULES,
    WORDS,
    Phase,
    Refusal,
    Violation,
    acting,
    do,
    fault,
    listed,
    open_cards,
    points,
    rules,
    table,
    why,
)

GAME = coprime.game("prime_challenge")
MORE = "42 6 7 8 10 2 5 13 17"                      # a set or two, and cards to get wrong
NONE = "13 17 19 13 17 11"                          # no set; the pile is empty


def at_level_6(cards, **options):
    return table(cards, level=6, **options)


# Who is heard.

def test_PC_10_anybody_else_may_challenge():
    s = do(table(MORE), "0: done")
    assert acting(s) == [1, 2, CLOCK]
    assert why(s, "0: challenge 0") == Refusal.YOUR_OWN
    do(s, "1: challenge 0")
    assert why(s, "1: challenge 0") == Refusal.CHALLENGED


@pytest.mark.parametrize("later, taker", [(49, 2), (51, 1)])
def test_PC_10_challenges_49_and_51_milliseconds_apart(later, taker):
    s = table(MORE)
    s.points[1] = 5                                 # so seat 2 has fewer points
    do(s, "0: done", "clock: 700", "1: challenge 0")
    passed = min(later, int(RULES.deadline(s)))
    do(s, f"clock: {passed}")
    if later < 50:
        do(s, "2: challenge 0")
    else:
        assert why(s, "2: challenge 0") == Refusal.TOO_LATE
    assert s.challenger == taker


def test_PC_10_without_ties_the_first_is_heard_at_once():
    s = do(table(MORE, tie_ms=0), "0: done", "2: challenge 0")
    assert s.challenger == 2
    s = do(table(MORE, seats=2), "0: done", "1: challenge 0")
    assert s.challenger == 1                        # nobody else could tie


def test_PC_10_nothing_else_happens_meanwhile():
    s = do(table(MORE), "0: take 1 2 4", "1: challenge 0 product")
    assert why(s, "0: take 5 6 7") == Refusal.HEARING and why(s, "2: challenge 1 product") == Refusal.HEARING
    assert RULES.deadline(s) == 50


def test_PC_24_fewer_points_with_the_current_round():
    s = table(MORE)
    s.points[:3], s.natural[:3] = [0, 4, 0], [0, 0, 5]
    do(s, "0: done", "1: challenge 0", "2: challenge 0")
    assert s.challenger == 1


@pytest.mark.parametrize("challenged, nearer", [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_PC_24_then_the_seat_nearer_to_the_left(challenged, nearer):
    s = table(MORE, seats=4)
    s.turn = challenged
    do(s, f"{challenged}: done", *(f"{seat}: challenge 0" for seat in (3, 2, 1, 0) if seat != challenged))
    assert s.challenger == nearer


# Hit and done.

def test_PC_11_the_challenger_takes_the_sets():
    s = do(table(MORE, seats=2), "0: done", "1: challenge 0", "1: take 1 2 3", "1: take 5 6 7", "1: done")
    assert s.phase == Phase.WRAP
    do(s, "clock: 2000")
    assert points(s) == [0, 6]


def test_PC_11_the_turn_passes_to_the_left_of_the_challenged():
    s = do(table(MORE), "0: done", "2: challenge 0", "clock: 50", "2: take 1 2 3", "2: done", "clock: 2000")
    assert s.turn == 1 and points(s) == [0, 0, 3]


def test_PC_11_a_hit_challenged_is_not_dealt():
    s = table("42 6 7 13 17 17 19 19 11 11 13 5", "3", level=6, seats=2)
    do(s, "0: hit", "1: challenge 0", "1: take 1 2 3", "1: done", "clock: 2000")
    assert open_cards(s, 3) == ["3", "", ""] and s.extent <= 12


def test_PC_25_no_set_was_there():
    s = do(at_level_6(NONE, stalemate_n=10), "0: done")
    assert fault(s, "1: challenge 0") == Violation.FALSE_CHALLENGE
    do(s, "1: challenge 0", "clock: 50")
    assert points(s) == [3, -3, 0]


def test_PC_25_a_false_challenge_to_a_hit_deals_it():
    s = at_level_6("13 17 19 13 17 11 11 7 7 5 5 3", seats=2)
    s.deck[0], s.left = 0, 1
    s.deck[1], s.left = 0, 2
    do(s, "0: hit", "1: challenge 0")
    assert points(s) == [3, -3] and open_cards(s)[12:] == ["2"] and s.turn == 0 and s.clock == 15_000


@pytest.mark.parametrize("ending", ["1: done", "clock: 30000"])
def test_PC_25_the_challenger_takes_nothing(ending):
    s = do(table(MORE, seats=2), "0: done", "1: challenge 0", ending)
    assert points(s) == [3, -3] and s.turn == 1 and s.phase == Phase.TURN


def test_PC_25_wrong_cards_go_back():
    s = do(table(MORE, seats=2), "0: done", "1: challenge 0", "1: take 1 2 4", "clock: 2000")
    assert open_cards(s, 4) == ["", "", "7", ""] and s.open_n == 1
    do(s, "1: done")
    assert open_cards(s, 4) == ["42", "6", "7", "8"] and points(s) == [3, -3]


def test_PC_25_with_a_valid_set_a_wrong_one_unchallenged_is_kept():
    s = do(table(MORE, seats=2), "0: done", "1: challenge 0", "1: take 1 2 4", "clock: 2000")
    do(s, "1: take 5 6 7", "1: done", "clock: 2000")
    assert points(s) == [0, 6]


# Pick-ups.

def test_PC_12_an_invalid_set_ends_the_turn():
    s = do(table(MORE), "0: take 5 6 7", "clock: 2000", "0: take 1 2 4")
    assert fault(s, "1: challenge 1 order") == Violation.FALSE_CHALLENGE
    do(s, "1: challenge 1 product", "clock: 50")
    assert points(s) == [0, 3, 0]                   # 3 for the set taken earlier, less the penalty
    assert s.turn == 1 and open_cards(s, 4) == ["42", "6", "7", "8"]


def test_PC_12_what_was_taken_meanwhile_may_still_be_challenged():
    s = do(table(MORE), "0: take 1 2 4", "clock: 500", "0: take 5 6 7", "1: challenge 0 product", "clock: 50")
    assert s.phase == Phase.SETTLE and open_cards(s, 4) == ["42", "6", "7", "8"]
    do(s, "clock: 2000")
    assert s.turn == 1 and points(s) == [0, 3, 0]


@pytest.mark.parametrize("cards, places, named, cost, goes_back", [
    ("42 6 7", "2 1 3", "order", 1, False),
    ("64 4 W W W W", "1 2 3 4 5 6", "wilds", 1, True),
    ("20 W W W", "1 2 3 4", "naturals", 1, True),
    ("6 42 8", "1 2 3", "product order", 4, True),
    ("6 42 8", "1 2 3", "product", 3, True),
    ("6 42 8", "1 2 3", "order", 1, False),
])
def test_PC_13_what_each_offence_costs(cards, places, named, cost, goes_back):
    s = do(table(cards + " 10 2 5 100 50 2", level=6, seats=2), f"0: take {places}", f"1: challenge 0 {named}")
    kept = 0 if goes_back else 3
    assert points(s) == [kept - cost, cost]
    assert (open_cards(s, 3) == cards.split()[:3]) == goes_back


def test_PC_13_lesser_offences_do_not_end_the_turn():
    s = do(table("20 W W W 10 2 5 42 6 7", seats=2), "0: take 1 2 3 4", "1: challenge 0 naturals")
    assert s.turn == 0 and s.phase == Phase.TURN
    do(s, "0: take 5 6 7", "0: done", "clock: 2000")
    assert s.turn == 1


def test_PC_14_offences_named_add_up():
    s = do(table("6 42 8 10 2 5", seats=2), "0: take 1 2 3", "1: challenge 0 product order")
    assert points(s) == [-4, 4]


def test_PC_14_a_false_challenge_to_a_set():
    s = do(table("42 6 7 10 2 5", seats=2), "0: take 1 2 3", "1: challenge 0 product")
    assert points(s) == [6, -3] and s.turn == 0


def test_PC_15_a_wrong_set_is_kept_unless_challenged():
    s = table(MORE)
    assert fault(s, "0: take 1 2 4") == Violation.WRONG_SET
    do(s, "0: take 1 2 4", "clock: 2000")
    assert points(s)[0] == 3


@pytest.mark.parametrize("places, reason, says", [
    ("1 2 4", Refusal.WRONG_PRODUCT, "6 × 8 = 48, not 42."),
    ("2 1 3", Refusal.WRONG_ORDER, "The answer is picked up first, and that is the 42."),
    ("2 1 4", Refusal.WRONG_PRODUCT, "The largest card is the answer, here the 42. 6 × 8 = 48, not 42."),
    ("9 5 6", Refusal.WRONG_PRODUCT, "The largest card is the answer, here the 20. 2 times one prime is never 20."),
    ("5 9 10 11", Refusal.FEW_NATURALS, "two cards that are not wilds, and here there is one."),
    ("5 9 10", Refusal.FEW_NATURALS, "two cards that are not wilds, and here there is one."),
    ("5 6 9", Refusal.WRONG_PRODUCT, "2 times one prime is never 20."),
    ("1 2", Refusal.TOO_FEW_CARDS, "it has at least three cards, and these are 2."),
    ("1 2 3 4 5 6 7 8", Refusal.WRONG_PRODUCT, "6 × 7 × 8 × 20 × 2 × 5 × 13 = 873600, not 42."),
])
def test_PC_15_a_program_as_referee_says_why(places, reason, says):
    s = table("42 6 7 8 20 2 5 13 W W W", referee="program")
    assert why(s, f"0: take {places}") == reason
    sentence, rule = WORDS.explain_refusal(reason, s, WORDS.parse(f"take {places}"))
    assert sentence.endswith(says) and rule.startswith("PC-1")
    assert ("The largest card" in sentence) == ("The largest card" in says)
    assert points(s) == [0, 0, 0]


def test_PC_15_a_program_as_referee_tells_nothing_that_one_should_find_out():
    """120 with 2 and a wild: that 60 would do is not said, nor any other set of the answer."""
    s = table("120 2 W 60 10 12", referee="program")
    action = WORDS.parse("take 1 2 3")
    sentence, _ = WORDS.explain_refusal(RULES.refusal(s, 0, action), s, action)
    assert sentence == "2 times one prime is never 120." and "60" not in sentence


def test_PC_12_a_challenge_upheld_tells_no_other_set():
    s = do(table("42 6 8 7 10 2 5", seats=2), "0: take 1 2 3")
    before, action = s.copy(), WORDS.parse("challenge 0 product")
    do(s, "1: challenge 0 product")
    told = WORDS.describe_event(before, 1, action, s, ["A", "B"], 1).text
    assert "True. 6 × 8 = 48, not 42." in told and "6 × 7" not in told


@pytest.mark.parametrize("places, offences", [
    ("1", ["product", "naturals"]), ("1 2", ["product"]), ("11 12", ["product", "naturals"]),
    ("2 1", ["product", "order"]),
    ("1 2 3 4 5 6 7 8", ["product"]), ("2 1 3 4 5 6 7 8 9 10 11 12", ["product", "order"]),
])
def test_PC_15_any_number_of_cards_may_be_picked_up(places, offences):
    """The players are the referees: it is taken, it may be challenged, and without a challenge it is kept."""
    s = table("42 6 7 8 20 2 5 13 10 50 W W", seats=2)
    n = len(places.split())
    assert fault(s, f"0: take {places}") == Violation.WRONG_SET and WORDS.label(WORDS.parse(f"take {places}")) == \
        f"take {places}"
    do(s, f"0: take {places}")
    named = [text for text in listed(s, 1) if text.startswith("challenge")]
    assert f"challenge 0 {' '.join(offences)}" in named and len(named) == 2 ** len(offences) - 1
    kept = s.copy()
    do(kept, "clock: 2000")
    assert points(kept)[0] == n + 2 * (n == 12 or places == "11 12")
    before = open_cards(table("42 6 7 8 20 2 5 13 10 50 W W", seats=2))
    do(s, f"1: challenge 0 {' '.join(offences)}")
    assert open_cards(s) == before and points(s) == [-2 - len(offences), 2 + len(offences)]


def test_PC_15_many_wilds_among_many_cards():
    s = table("600 2 2 2 3 5 W W W W", level=6, seats=2)
    do(s, "0: take 1 2 3 4 5 6 7 8 9 10")
    assert "challenge 0 product wilds" in listed(s, 1) and "challenge 0 order" not in listed(s, 1)


def test_PC_13_the_largest_card_with_a_wild_for_each_of_its_primes():
    """900 = 2 × 2 × 3 × 3 × 5 × 5: the product is right, the wilds are too many, the naturals too few."""
    s = do(table("900 W W W W W W 2 3", level=6, seats=2), "0: take 1 2 3 4 5 6 7")
    assert [text for text in listed(s, 1) if text != "wait"] == \
        ["challenge 0 wilds naturals", "challenge 0 naturals", "challenge 0 wilds"]


def test_PC_15_one_number_for_one_pick_up():
    """More than seven cards are a set of places and the first; seven or fewer are not written so."""
    s = table("42 6 7 8 20 2 5 13 10 50 W W", seats=2)
    for number in (5 + 8 * (0 | 1 << 6), 5 + 8 * (0 | 0b1111111 << 6), 5 + 8 * (9 | 0b11111111 << 6), 5, 0,
                   5 + 8 * (60 | 0b111111111 << 6), WORDS.parse("take 1 2 3") | 1 << 59):
        assert RULES.refusal(s, 0, number) == Refusal.NO_SUCH_ACTION, number
    good = 5 + 8 * (3 | 0b11111111 << 6)
    assert WORDS.label(good) == "take 4 1 2 3 5 6 7 8" and RULES.refusal(s, 0, good) == Refusal.NONE
    assert WORDS.parse("take 4 8 7 6 5 3 2 1") == good
    with pytest.raises(BadInput):
        WORDS.parse("take 1 2 3 4 5 6 7 +50")


def test_PC_15_what_many_cards_were_is_remembered_when_they_are_kept():
    s = do(table("42 6 7 8 20 2 5 13 10 50 W W", "3 3 3", seats=2), "0: take 1 2 3 4 5 6 7 8 9", "clock: 2000")
    line = WORDS.scene(s, 0, ["A", "B"])["review"][0]
    assert line["kind"] == "slipped" and len(line["cards"]) == 9 and "= 8736000, not 42" in line["text"]


def test_the_review_keeps_the_newest_eight():
    """Each with its own cards, when the oldest makes room."""
    s = table("42 6 7 8 20 2 5 13 10 50 35 25", seats=2)
    for place in range(4, 13):
        do(s, f"0: take {place}", "clock: 2000")
    kept = [line["cards"] for line in WORDS.scene(s, 0, ["A", "B"])["review"] if line["kind"] == "slipped"]
    assert [[card["figure"] for card in cards] for cards in kept] == [[n] for n in "20 2 5 13 10 50 35 25".split()]


def test_PC_14_cards_go_back_to_places_that_were_kept_free_for_them():
    """A hit is dealt while a wrong set may still go back: not to a place that the set has left."""
    s = table("13 17 19 13 17 19 11 11 7 7 5 5", "3 2 2 +13 +17 +5", level=6, seats=2)
    do(s, "0: take +1 +2 +3", "0: hit", "1: challenge 1")
    assert open_cards(s)[12:] == ["", "", "", "2"]
    do(s, "1: challenge 0 product", "clock: 2000")
    assert sorted(open_cards(s)[12:16]) == ["13", "17", "2", "5"]


def test_PC_9_time_that_passes_is_no_fault():
    """A fault is asked of any action: of CLOCK's milliseconds, too, whatever they would mean as an action."""
    s = do(table(MORE), "0: take 1 2 3")
    for passed in range(int(RULES.deadline(s)) + 1):
        assert RULES.violation(s, CLOCK, passed) == Violation.NONE
    assert RULES.violation(s, CHANCE, 8 * 77 + 3) == Violation.NONE


def test_PC_15_a_program_as_referee_keeps_what_is_right_at_once():
    s = do(table(MORE, referee="program"), "0: take 1 2 3")
    assert points(s)[0] == 3 and s.open_n == 0 and acting(s) == [0, CLOCK]


# Penalties.

def test_PC_23_what_one_loses_the_other_gains():
    s = do(table("6 42 8 10 2 5", seats=2), "0: take 1 2 3", "1: challenge 0 product")
    assert points(s) == [-3, 3]


def test_PC_23_cards_change_hands():
    s = table("42 2 3 W 6 8 7 10 2 5 25", penalty="cards", seats=2)
    do(s, "0: take 1 2 3 4", "clock: 2000", "0: take 8 9 5", "1: challenge 1 product")
    assert (s.natural[:2].tolist(), s.wild[:2].tolist()) == ([0, 3], [1, 0])
    assert points(s) == [2, 3]


def test_PC_23_natural_cards_first_then_wilds_then_points():
    s = table("6 2 W 42 8 10 5 25 4 2 2", penalty="cards", seats=2)
    do(s, "0: take 1 2 3", "clock: 2000", "0: take 6 7 4 8", "1: challenge 1 product order")
    assert (s.natural[:2].tolist(), s.wild[:2].tolist()) == ([0, 2], [0, 1])
    assert s.points[:2].tolist() == [-1, 1] and points(s) == [-1, 5]


def test_PC_26_a_challenge_names_what_is_wrong():
    s = do(table(MORE), "0: take 2 1 3")
    assert why(s, "1: challenge 0") == Refusal.NAME_AN_OFFENCE
    assert [text for text in listed(s, 1) if text != "wait"] == ["challenge 0 order"]
    assert fault(s, "1: challenge 0 order") == Violation.NONE
    do(s, "1: challenge 0 order", "clock: 50")
    assert points(s) == [2, 1, 0]


@pytest.mark.parametrize("cards, places, named, says", [
    ("42 6 7", "2 1 3", "product order wilds", "Nothing is wrong with the product or the wilds, so"),
    ("6 42 8", "1 2 3", "product order naturals", "Nothing is wrong with the natural cards, so"),
    ("42 6 8", "1 2 3", "product order", "Nothing is wrong with the order, so"),
])
def test_PC_26_naming_one_that_is_not_there_makes_it_false(cards, places, named, says):
    """So that naming everything is no free shot; the cards are kept, as when nobody challenges."""
    s = do(table(cards + " 10 2 5 100 50 2", seats=2), f"0: take {places}")
    assert fault(s, f"1: challenge 0 {named}") == Violation.FALSE_CHALLENGE
    before, action = s.copy(), WORDS.parse(f"challenge 0 {named}")
    do(s, f"1: challenge 0 {named}")
    assert points(s) == [6, -3] and s.turn == 0 and open_cards(s, 3) == ["", "", ""]
    told = WORDS.describe_event(before, 1, action, s, ["A", "B"], 0).text
    assert says in told and "3 points from B to you" in told


def test_PC_26_hit_and_done_need_no_name():
    s = do(table(MORE), "0: done")
    assert why(s, "1: challenge 0 order") == Refusal.NOTHING_TO_NAME


def test_PC_27_wrong_order_alone_stands():
    s = do(table(MORE, seats=2), "0: take 2 1 3", "0: done", "1: challenge 0 order")
    assert points(s) == [2, 1] and s.phase == Phase.CLAIM


def test_PC_27_mended_the_clock_starts_anew():
    s = do(table("64 4 W W W W 10 2 5", seats=2), "0: take 1 2 3 4 5 6", "clock: 1500", "1: challenge 0 wilds")
    assert s.clock == 15_000 and open_cards(s, 2) == ["64", "4"] and s.sets == 0


def test_PC_27_a_done_said_too_early_is_withdrawn():
    s = do(table("20 W W W 10 2 5", seats=2), "0: take 1 2 3 4", "0: done", "1: challenge 0 naturals")
    assert s.phase == Phase.TURN and s.turn == 0 and s.window == 0


def test_PC_27_after_the_turn_is_over_there_is_nothing_to_mend():
    """An invalid set has ended the turn; another of its sets is ruled on afterwards, and the next player is on turn."""
    s = do(table("20 W W W 42 6 8 10 2 5", seats=2), "0: take 1 2 3 4", "0: take 5 6 7", "1: challenge 1 product")
    assert s.phase == Phase.SETTLE
    do(s, "1: challenge 0 naturals")
    assert s.phase == Phase.TURN and s.turn == 1 and points(s) == [-4, 4] and open_cards(s, 2) == ["20", "W"]


def test_PC_27_who_was_challenged_mends_nothing_while_a_challenger_has_the_table():
    s = do(table("20 W W W 42 6 7 10 2 5", seats=2), "0: take 1 2 3 4", "0: done", "1: challenge 1", "1: take 5 6 7",
           "1: done")
    assert s.phase == Phase.WRAP
    do(s, "1: challenge 0 naturals")
    assert s.phase == Phase.WRAP and s.challenger == 1 and s.clock == 0 and points(s)[0] == -1


def test_PC_28_who_has_been_stopped_mends_nothing():
    s = do(table("20 W W W 42 6 8 10 2 5", seats=2), "0: done", "1: challenge 0", "1: take 8 9 10", "1: take 1 2 3 4",
           "1: take 5 6 7", "0: challenge 3 product")
    assert s.phase == Phase.WRAP and s.stopped
    do(s, "0: challenge 2 naturals")
    assert s.phase == Phase.WRAP and s.stopped and s.clock == 0


@pytest.mark.parametrize("places, named", [("1 2 3", "product"), ("2 1 3", "order"), ("1 2 4", "order product")])
def test_PC_27_what_was_ruled_on_is_not_challenged_again(places, named):
    """Whether the challenge was false, upheld with the set left standing, or false for a wrong set: it is kept at once,
    with its window closed, and nobody is asked any more."""
    s = do(table(MORE), f"0: take {places}", f"1: challenge 0 {named}", "clock: 50")
    for text in ("2: challenge 0 product", "2: challenge 0 order", "1: challenge 0 product"):
        assert why(s, text) == Refusal.TOO_LATE
    assert s.open_n == 0 and s.natural[0] == 3 and acting(s) == [0, CLOCK] and s.phase == Phase.TURN


def test_PC_27_ruled_on_while_another_is_still_open():
    """Only the set that was ruled on is settled; the other keeps its window and may be challenged."""
    s = do(table("42 6 7 10 2 5 13 17 8", seats=2), "0: take 2 1 3", "clock: 700", "0: take 4 5 9",
           "1: challenge 0 order")
    assert s.open_n == 1 and s.open_left[0] == 2000 and s.natural[0] == 3 and points(s) == [2, 1]
    assert why(s, "1: challenge 0 order") == Refusal.TOO_LATE and why(s, "1: challenge 1 product") == Refusal.NONE
    do(s, "1: challenge 1 product")
    assert points(s) == [-1, 4] and s.turn == 1


def test_PC_27_a_challengers_set_in_the_wrong_order_stands():
    s = do(table(MORE, seats=2), "0: done", "1: challenge 0", "1: take 2 1 3", "0: challenge 1 order")
    assert s.phase == Phase.TAKING and s.challenger == 1 and points(s) == [1, 2] and s.open_n == 0


def test_PC_28_a_challenger_may_be_challenged():
    s = do(table(MORE), "0: done", "1: challenge 0", "clock: 50", "1: take 5 6 7", "1: take 1 2 4")
    do(s, "0: challenge 2 product", "clock: 50")
    assert s.phase == Phase.WRAP                    # an invalid set ends the picking
    do(s, "clock: 2000")
    assert points(s) == [3, 0, 0] and s.turn == 1


def test_PC_28_stopped_before_a_valid_set_the_challenge_was_false():
    s = do(table(MORE, seats=2), "0: done", "1: challenge 0", "1: take 1 2 4", "0: challenge 1 product")
    assert points(s) == [6, -6] and s.turn == 1


def test_PC_28_their_done_is_not_challenged_and_there_is_no_hit():
    s = do(table(MORE), "0: done", "1: challenge 0", "clock: 50")
    assert why(s, "1: hit") == Refusal.NO_HIT_FOR_YOU
    do(s, "1: take 5 6 7", "clock: 2000")
    assert fault(s, "1: done") == Violation.NONE
    do(s, "1: done")
    assert s.turn == 1 and s.phase == Phase.TURN


def test_PC_28_a_challengers_mended_offence():
    s = do(table("20 W W W 10 2 5 13", seats=2), "0: done", "1: challenge 0", "1: take 1 2 3 4", "1: done")
    assert s.phase == Phase.WRAP
    do(s, "0: challenge 1 naturals")
    assert s.phase == Phase.TAKING and s.clock == 15_000 and points(s) == [1, -1]


@pytest.mark.parametrize("overlook, heard", [("on", True), ("off", False)])
def test_PC_29_overlooking_with_the_program_as_referee(overlook, heard):
    s = do(table("42 6 7 13 17 17", referee="program", overlook=overlook), "0: done")
    assert (s.phase == Phase.CLAIM) == heard
    assert s.turn == (0 if heard else 1)


def test_PC_29_only_with_the_program():
    with pytest.raises(BadInput, match="PC-29"):
        GAME.check_options(2, {"overlook": "off"})


# What runs out at the same time, and all phases.

def test_PC_22_two_windows_of_their_own():
    s = do(table(MORE), "0: take 1 2 4", "clock: 1500", "0: take 5 6 7")
    assert s.open_left[:2].tolist() == [500, 2000]
    do(s, "clock: 500")
    assert why(s, "1: challenge 0 product") == Refusal.TOO_LATE
    assert why(s, "1: challenge 1 product") == Refusal.NONE


def test_PC_22_who_lets_it_pass_waits_no_longer():
    s = do(table(MORE), "0: take 1 2 3", "0: done", "1: wait")
    assert why(s, "1: challenge 1") == Refusal.WAIVED and acting(s) == [2, CLOCK]
    do(s, "2: wait")
    assert s.turn == 1 and points(s) == [3, 0, 0]


def test_PC_22_what_comes_later_may_be_challenged_again():
    s = do(table(MORE), "0: take 1 2 3", "1: wait", "0: take 5 6 7")
    assert why(s, "1: challenge 0 order") == why(s, "1: challenge 1 order") == Refusal.NONE


def test_PC_22_letting_pass_does_not_wait_for_a_tie():
    s = do(table(MORE, seats=3), "0: done", "1: challenge 0", "2: wait")
    assert s.phase == Phase.TAKING and s.challenger == 1


def test_PC_22_letting_pass_ends_what_waits_for_it():
    s = do(table(MORE, seats=2), "0: done", "1: challenge 0", "1: take 1 2 3", "1: done")
    assert s.phase == Phase.WRAP
    do(s, "0: wait")
    assert s.turn == 1 and points(s) == [0, 3]


def test_PC_9_time_runs_out_while_a_challenger_takes():
    s = do(table(MORE, seats=2), "0: done", "1: challenge 0", "1: take 1 2 3", "clock: 2000", "clock: 13000")
    assert s.turn == 1 and points(s) == [0, 3]


def test_PC_9_time_runs_out_while_a_window_is_open():
    s = do(table(MORE, first_seconds=10, next_seconds=5, challenge_seconds=10), "0: take 1 2 3", "clock: 5000")
    assert s.claim == rules.Claim.DONE and s.phase == Phase.CLAIM and s.open_left[0] == 5000


def test_PC_5_other_copies_of_equal_cards_are_the_same_choice():
    s = table("42 6 6 7 13")
    assert fault(s, "0: take 1 2 4") == Violation.NONE
    assert fault(s, "0: take 1 3 4") == Violation.OTHER_COPIES
    do(s, "0: take 1 3 4", "clock: 2000")
    assert points(s)[0] == 3


def test_review_tells_only_what_can_no_longer_be_used():
    s = do(table("42 6 7 10 2 5 13", seats=2), "0: done", "clock: 2000")
    told = [line["text"] for line in WORDS.scene(s, 1, ["A", "B"])["review"]]
    assert told == []
    do(s, "1: take 1 2 3")
    told = [line["text"] for line in WORDS.scene(s, 1, ["A", "B"])["review"]]
    assert told == ["A overlooked 42 = 6 × 7."]
