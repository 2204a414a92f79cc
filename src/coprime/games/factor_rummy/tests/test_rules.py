"""rules.md, rule by rule.  A test is named after the rule it proves."""

from collections import Counter

import pytest

from coprime.core.errors import BadInput
from coprime.core.seats import CHANCE, CLOCK, UNKNOWN, WATCHER
from coprime.decks.primepak.cards import WILD
from coprime.decks.primepak.factor_set_catalogue import ALL_PRIME

from .table import (
    GAME,
    NAMES,
    RULES,
    WORDS,
    Going,
    Phase,
    Refusal,
    Violation,
    counts,
    deal,
    do,
    hand,
    kinds,
    moves,
    pile_of,
    said,
    view_of,
    why,
)
from .table import table as laid_out
from .test_deadwood_solver import COPIES_AT, NEEDS, least, sets_in

# Setting up.


@pytest.mark.parametrize(("level", "hand_size", "cards"), [(1, 10, 56), (2, 10, 105), (3, 11, 141), (4, 11, 155),
                                                           (5, 11, 162), (6, 11, 169)])
def test_FR_1_the_deal(level, hand_size, cards):
    s = deal(4, level=level)
    assert list(s.cards) == [hand_size] * 4 + [0, 0] and s.hand.sum() == 4 * hand_size
    assert s.height == 1 and s.left == cards - 4 * hand_size - 1


def test_FR_1_one_card_at_a_time_from_the_dealers_left(monkeypatch):
    """A deck left in order, the largest cards on top."""
    monkeypatch.setattr(RULES.module, "shuffle", lambda *_: 0)
    s = deal(3, level=2)
    order = [kind for kind in reversed(range(len(s.pool))) for _ in range(COPIES_AT[2, kind])]
    for i in range(3):
        held = s.hand[(s.dealer + 1 + i) % 3]
        assert Counter(order[i:30:3]) == {kind: int(held[kind]) for kind in held.nonzero()[0]}
    assert (s.pile[0], s.deck[s.left - 1]) == (order[30], order[31])


def test_FR_2_the_first_dealer_is_drawn_and_then_the_deal_passes_to_the_left():
    first = Counter(int(deal(3, seed).dealer) for seed in range(120))
    assert set(first) == {0, 1, 2} and min(first.values()) > 20
    s = deal(3)
    for n in range(1, 5):
        s.phase, s.rounds, before = Phase.DEAL, n, int(s.dealer)
        RULES.apply(s, CHANCE, n)
        assert s.dealer == (before + 1) % 3


def test_FR_3_the_player_at_the_dealers_left_begins():
    for seed in range(10):
        s = deal(5, seed)
        assert s.turn == (s.dealer + 1) % 5 and s.phase == Phase.TURN


def test_FR_16_level_1_takes_four_players():
    assert GAME.new_state(4, {"level": 1}, RULES).level == 1
    with pytest.raises(Exception, match="FR-16"):
        GAME.new_state(5, {"level": 1}, RULES)


def test_FR_16_the_first_discard_may_be_a_wild():
    assert any(deal(2, seed).pile[0] == WILD for seed in range(100))
    assert (deal(2, 1, level=1).pool[WILD], deal(2, 1).pool[WILD], deal(2, 1, level=4).pool[WILD]) == (0, 7, 11)


def test_FR_17_what_is_public():
    s = laid_out("42 6 7 2", "10 5", deck="2 3 4", pile="3 5 55", drawn=False)
    view = view_of(s, 1)
    assert (view.hand[0] == UNKNOWN).all() and (view.deck == UNKNOWN).all() and hand(view, 1) == "5 10"
    shown = WORDS.scene(view, 1, NAMES)
    assert [one["cards"] for one in shown["seats"]] == [4, 2] and shown["deck"] == 3
    discards = shown["discards"]
    assert discards["count"] == 3 and discards["top"]["id"] == "55" and discards["all"] is None
    s.discard_view = 1
    assert [one["id"] for one in WORDS.scene(s, 1, NAMES)["discards"]["all"]] == ["55", "5", "3"]


def test_FR_17_which_pile_a_card_came_from_is_told_but_not_a_drawn_card():
    s = laid_out("42 6 7", "10 5", deck="9 8", pile="3 55", drawn=False)
    before, after = s.copy(), do(s.copy(), "draw")
    say = [WORDS.describe_event(view_of(before, seat), 0, WORDS.parse("draw"), view_of(after, seat), NAMES, seat).text
           for seat in (0, 1, WATCHER)]
    assert say == ["You draw 9.", "Ann draws a card.", "Ann draws a card."]
    after = do(before.copy(), "take")
    line = WORDS.describe_event(view_of(before, 1), 0, WORDS.parse("take"), view_of(after, 1), NAMES, 1)
    assert line.text == "Ann takes 55 from the discards."


# A turn.

def test_FR_4_out_before_drawing():
    s = laid_out("42 6 7", "10 5", drawn=False)
    assert moves(s) == ["draw", "take", "out"]
    do(s, "out")
    assert s.out == 0 and s.going == Going.FACTOR_RUMMY and s.phase == Phase.DEAL


def test_FR_5_draw_from_one_of_the_piles():
    s = laid_out("42 6", "10 5", deck="9 8", pile="3 55", drawn=False)
    do(s, "draw")
    assert hand(s, 0) == "6 9 42" and s.left == 1 and why(s, "draw") == Refusal.DRAWN_ALREADY == why(s, "take")
    s = laid_out("42 6", "10 5", deck="9 8", pile="3 55", drawn=False)
    do(s, "take")
    assert hand(s, 0) == "6 42 55" and pile_of(s) == "3" and s.left == 2
    s = laid_out("42 6", "10 5", pile="", drawn=False)
    assert why(s, "take") == Refusal.NOTHING_TO_TAKE and moves(s) == ["draw"]


def test_FR_6_a_discard_ends_the_turn():
    s = laid_out("42 6 3", "10 5", drawn=False)
    assert why(s, "discard 42") == Refusal.DRAW_FIRST
    do(s, "draw")
    assert why(s, "discard 9") == Refusal.NOT_IN_HAND
    do(s, "discard 42")
    assert pile_of(s) == "3 42" and s.turn == 1 and s.phase == Phase.TURN and why(s, "discard 42") == Refusal.DRAW_FIRST


def test_FR_6_a_card_just_taken_may_be_thrown_back_unless_the_option_says_no():
    for rediscard, expected in (("on", Refusal.NONE), ("off", Refusal.JUST_TAKEN)):
        s = do(laid_out("42 6", "10 5", pile="3 55", drawn=False, rediscard=rediscard), "take")
        assert why(s, "discard 55") == expected and ("discard 55" in moves(s)) == (rediscard == "on")
    s = do(laid_out("55 55", "10 5", pile="3 55", drawn=False, rediscard="off"), "take")
    assert why(s, "discard 55") == Refusal.NONE, "no other number is there to discard"


def test_FR_6_the_barred_card_may_not_be_thrown_away_in_going_out_either():
    s = do(laid_out("42 6 7", "10 5", pile="3 55", drawn=False, rediscard="off"), "take")
    assert why(s, "out 55") == Refusal.JUST_TAKEN and "out 55" not in moves(s) and "out 42" not in moves(s)


def test_FR_7_nothing_is_laid_before_somebody_goes_out():
    s = laid_out("42 6 7", "10 5")
    assert why(s, "lay 42=6x7") == Refusal.ROUND_GOES_ON == why(s, "done") and said(s, "done")[1] == "FR-7"


def test_FR_8_the_discards_become_a_draw_pile():
    s = do(laid_out("42 6", "10 5", deck="", pile="3 5 55 9", drawn=False), "draw")
    assert pile_of(s) == "9" and s.left == 2 and s.cards[0] == 3 and s.phase == Phase.DRAWN
    assert sorted(s.pool.nonzero()[0]) == sorted(kinds("3 5 55"))


def test_FR_8_without_discards_the_round_ends_without_score():
    s = do(laid_out("42 6", "10 5", deck="", pile="9", drawn=False), "draw")
    assert s.phase == Phase.DEAL and s.out == UNKNOWN and not s.score.any() and s.rounds == 1
    assert WORDS.scene(view_of(s, 0), 0, NAMES)["rest"]["title"] == "The round ended without points."


def test_FR_18_the_pile_is_made_anew_only_when_somebody_has_to_draw():
    s = do(laid_out("42 6 5", "10 5", deck="", pile="3 5"), "discard 6")
    assert s.left == 0 and s.phase == Phase.TURN
    assert do(s, "take").left == 0


def test_FR_18_a_round_may_take_too_long():
    s = laid_out("42 6 5", "10 5 7", turn_limit=20)
    s.turns = 39
    do(s, "discard 6")
    assert s.phase == Phase.DEAL and s.rounds == 1 and s.out == UNKNOWN
    s = laid_out("42 6 5", "10 5 7", turn_limit=0)
    s.turns = 100_000
    assert do(s, "discard 6").phase == Phase.TURN


# Going out.

def gain(*hands, out, **options):
    s = do(laid_out(*hands, **options), out)
    return int(s.gain), WORDS.going_out_sum_text(s)


def test_FR_9_prime_factor():
    s = do(laid_out("42 2 3 7", "2 3 5 7", "20 4 5"), "out")
    assert s.going == Going.PRIME_FACTOR and list(s.deadwood[:3]) == [0, 4, 0]
    assert s.gain == s.score[0] == 33 and WORDS.going_out_sum_text(s) == "25 + 2 × 4 = 33"


def test_FR_9_a_discard_may_go_with_it():
    s = do(laid_out("42 2 3 7 55", "2 3 5 7", "20 4 5"), "out 55")
    assert s.going == Going.PRIME_FACTOR and s.gain == 33 and pile_of(s) == "3 55"


def test_FR_9_wilds_count_as_primes():
    s = do(laid_out("42 W 3 7", "2 3"), "out")
    assert s.going == Going.PRIME_FACTOR and s.gain == 29


def test_FR_10_factor_rummy():
    s = do(laid_out("42 6 7", "2 3 5 7 11", "2 3 5", "2 3"), "out")
    assert s.going == Going.FACTOR_RUMMY and s.gain == 40 and WORDS.going_out_sum_text(s) == "20 + 2 × 10 = 40"


def test_FR_10_one_multiplier_that_is_not_prime_is_enough():
    s = do(laid_out("42 2 3 7 20 4 5", "2 3"), "out")
    assert s.going == Going.FACTOR_RUMMY


def test_FR_11_factor_with_deadwood():
    hands = ("42 6 7 11 5 2", "2 3 5 7 11", "2 3", "2")
    assert gain(*hands, out="out 2") == (-14, "2 × 3 − 10 − 10 = −14")
    assert gain("42 6 7 11 5", "2 3 5 7", "2 3 5", out="out 5") == (10, "2 × 3 + 2 × 2 = 10")


def test_FR_11_three_cards_left_over_are_too_many():
    s = laid_out("42 6 7 11 5 2 2", "2 3")
    assert why(s, "out 2") == Refusal.LEFT_OVER and said(s, "out 2") == (
        "3 cards would be left over. After a discard, two at most may be; without one, none.", "FR-11")
    assert not [text for text in moves(s) if text.startswith("out")]


def test_FR_12_before_drawing_there_is_no_discard_and_nothing_is_left_over():
    s = laid_out("42 6 7 11", "2 3", drawn=False)
    assert why(s, "out 11") == Refusal.DRAW_FIRST and why(s, "out") == Refusal.LEFT_OVER_EARLY
    assert said(s, "out") == (
        "One card would be left over. Before you draw, you may go out only if your whole hand stands in sets.", "FR-12")
    s.phase = Phase.DRAWN
    assert why(s, "out") == Refusal.LEFT_OVER and why(s, "out 11") == Refusal.NONE


def test_FR_13_the_program_finds_the_least_deadwood():
    s = do(laid_out("42 6 7", "42 6 7 2 3 9"), "out")
    assert s.deadwood[1] == 2, "42 = 2 × 3 × 7 leaves two cards, 42 = 6 × 7 three"


def manual():
    s = laid_out("42 6 7", "20 4 5 7", "2 3", layoff="manual", layoff_seconds=30)
    return do(s, "out")


def test_FR_13_by_the_players_within_a_time():
    s = manual()
    assert WORDS.scene(view_of(s, 1), 1, NAMES)["result"]["sum"] == "", "there is nothing to count yet"
    assert s.phase == Phase.LAYOFF and RULES.to_act(s) == 0b110 | 1 << CLOCK and RULES.deadline(s) == 30_000
    assert moves(s, 1) == ["done", "lay 20=4x5"] and why(s, "lay 20=2x10", 1) == Refusal.NOT_IN_HAND
    assert why(s, "draw", 1) == Refusal.LAY_NOW
    asked = [WORDS.scene(view_of(s, seat), seat, NAMES)["ask"] for seat in (0, 1)]
    assert asked == ["The others lay off.", "Lay the sets that you have."]
    do(s, "lay 20=4x5", "done", seat=1)
    assert s.deadwood[1] == 1 and s.phase == Phase.LAYOFF
    assert WORDS.scene(view_of(s, 1), 1, NAMES)["ask"] == "The others lay off."
    do(s, "done", seat=2)
    assert s.phase == Phase.DEAL and s.gain == 20 + 2 * 3


def test_FR_13_what_is_laid_when_the_time_is_up_counts():
    s = manual()
    RULES.apply(s, CLOCK, 12_000)
    assert s.clock == 18_000 and s.phase == Phase.LAYOFF
    RULES.apply(s, CLOCK, 18_000)
    assert s.phase == Phase.DEAL and list(s.deadwood[:3]) == [0, 4, 2] and s.gain == 20 + 2 * 6


def test_FR_13_who_has_no_cards_left_is_done():
    s = do(laid_out("42 6 7", "20 4 5", layoff="manual"), "out")
    do(s, "lay 20=4x5", seat=1)
    assert s.phase == Phase.DEAL and s.gain == 20


def test_FR_14_only_the_score_of_who_went_out_changes():
    s = do(laid_out("42 6 7", "2 3", "5 7", score=(10, 20, 30)), "out")
    assert list(s.score[:3]) == [38, 20, 30] and s.phase == Phase.DEAL


def test_FR_14_first_to_the_target_wins_and_scores_fall_below_nothing():
    s = do(laid_out("42 6 7", "2 3", score=(180, 190)), "out")
    assert s.score[0] == 204 and s.phase == Phase.OVER and RULES.to_act(s) == 0
    s = do(laid_out("42 6 7 11 5", "2"), "out 5")
    assert s.score[0] == -10 and s.phase == Phase.DEAL


def test_FR_15_a_wrong_announcement_is_refused_with_the_reason():
    s = laid_out("42 8 6 5 9", "2 3")
    assert why(s, "out 5") == Refusal.LEFT_OVER and "4 cards would be left over" in said(s, "out 5")[0]


def test_FR_15_with_a_strict_referee_it_fails_before_everybody():
    s = laid_out("42 8 6 5 9", "2 3", referee="strict")
    assert why(s, "out 5") == Refusal.NONE and "out 5" not in moves(s)
    assert RULES.violation(s, 0, WORDS.parse("out 5")) == Violation.NOT_OUT
    do(s, "out 5")
    assert s.turn == 0 and s.phase == Phase.DRAWN and s.failed == 1 and hand(s, 0) == "5 6 8 9 42" and not s.score.any()
    assert (s.known[0] == s.hand[0]).all(), "everybody has seen the hand"
    assert do(s, "discard 5").turn == 1


def test_FR_15_an_announcement_that_fails_before_drawing_leaves_the_draw():
    s = do(laid_out("42 6 8", "10 5", drawn=False, referee="strict"), "out")
    assert s.turn == 0 and s.phase == Phase.TURN and s.failed == 1
    assert do(s, "draw").phase == Phase.DRAWN


def test_FR_19_out_only_in_ones_own_turn_and_before_the_discard():
    s = laid_out("42 6 7 2", "20 4 5")
    assert why(s, "out", 1) == Refusal.NOT_YOUR_TURN
    do(s, "discard 2")
    assert why(s, "out", 0) == Refusal.NOT_YOUR_TURN


def test_FR_20_the_grouping_decides_and_the_discard_may_decide_the_grouping():
    both = "64 4 4 2 2 2 2"
    assert {"out 64", "out 4"} <= set(moves(laid_out(both, "2")))
    assert do(laid_out(both, "2"), "out 64").going == Going.PRIME_FACTOR, "4 = 2 × 2, twice"
    assert do(laid_out(both, "2"), "out 4").going == Going.FACTOR_RUMMY, "64 = 4 × 2 × 2 × 2 × 2"


@pytest.mark.parametrize("text", ["42 2 3 7", "4 2 2 6 2 3", "42 2 3 7 6 2 3", "42 W 3 7 6 2 W"])
def test_FR_20_cards_that_all_stand_in_prime_sets_have_no_other_grouping(text):
    """Prime sets hold as many primes as their answers have prime factors.

    With a composite multiplier there would be an answer less, and primes would be left over.
    """
    cards = counts(text)
    rows = sets_in(cards)
    assert least(cards, [row for row in rows if ALL_PRIME[row]]) == 0
    for other in (row for row in rows if not ALL_PRIME[row]):
        assert least(cards - NEEDS[other], sets_in(cards - NEEDS[other])) > 0


def test_FR_21_each_card_is_in_one_set_or_left_over_and_a_wild_is_a_card():
    s = do(laid_out("42 6 7", "42 6 7 7 6", "W W 9 3", "20 W W W"), "out")
    assert list(s.deadwood[1:4]) == [2, 1, 4]


def test_FR_21_the_discard_laid_in_going_out_is_no_deadwood():
    s = do(laid_out("42 6 7 55", "2 3"), "out 55")
    assert s.deadwood[0] == 0 and s.cards[0] == 3


# Words.

@pytest.mark.parametrize("text", ["draw", "take", "done", "discard 42", "discard W", "out", "out 2", "out W",
                                  "lay 42=6x7", "lay 20=4xW"])
def test_labels_and_actions_are_inverse(text):
    assert WORDS.label(WORDS.parse(text)) == text


@pytest.mark.parametrize(("text", "told"), [
    ("lay 42=6x8", "6 × 8 = 48"), ("lay 2=1x2", "not a card of the deck"), ("discard 43", "not a card of the deck"),
    ("out 2 3", "not an action"), ("", "not an action"), ("draw 2", "not an action"),
])
def test_what_is_no_action_is_a_sentence(text, told):
    with pytest.raises(BadInput, match=told):
        WORDS.parse(text)


def test_the_deadwood_is_counted_only_as_assistance():
    s = laid_out("42 6 7 11", "2 3")
    assert WORDS.scene(s, 0, NAMES)["deadwood"] is None
    s.assist = 1
    assert WORDS.scene(view_of(s, 0), 0, NAMES)["deadwood"] == 1


def test_FR_13_found_sets_are_shown_to_their_owner_where_the_table_helps_so():
    s = laid_out("42 6 7 11", "2 3 5", pile="3")
    assert WORDS.scene(view_of(s, 0), 0, NAMES)["found"] == []
    s.assist = 1
    assert WORDS.scene(view_of(s, 0), 0, NAMES)["found"] == []
    s.assist = 2
    scene = WORDS.scene(view_of(s, 0), 0, NAMES)
    assert scene["found"] == [["42", "6", "7"]] and scene["deadwood"] == 1
    assert "42" not in str(WORDS.scene(view_of(s, 1), 1, NAMES)["found"])


def test_hints_lead_from_where_to_look_to_the_answer():
    s = laid_out("42 6 7 11", "2 3 5", pile="3")
    rungs = GAME.hints.ladder(view_of(s, 0), 0)
    assert len(rungs) == 3 and "42 = 6 × 7" in rungs[2] and "Go out" in rungs[2] and "11" not in rungs[0]


def test_a_wild_on_the_discards_has_no_factors_to_ask_for():
    s = laid_out("42 6 7 30", "2 3 5", pile="W", drawn=False)
    nudge, clue, *_, answer = GAME.hints.ladder(view_of(s, 0), 0)
    assert nudge == "A wild lies on the discards. Which of your numbers lacks just one prime?"
    assert "the W" not in nudge + clue + answer


@pytest.mark.parametrize(("pile", "asked"), [("W", "take the wild"), ("11", "take the 11")])
def test_the_card_on_the_discards_is_called_by_its_name(pile, asked):
    view = view_of(laid_out("42 6 7 30", "2 3 5", pile=pile, drawn=False), 0)
    assert GAME.words.scene(view, 0, ["Ann", "Bo"])["ask"] == f"Your turn. Draw a card, or {asked}."


def test_a_refusal_names_what_is_not_held():
    s = laid_out("42 6 2 5", "2 3", pile="7")
    assert said(s, "discard 7") == ("You do not hold the 7.", "FR-6")
    assert said(s, "discard W") == ("You do not hold a wild.", "FR-6")
    assert said(s, "out 7") == ("You do not hold the 7.", "FR-6")


def test_several_sets_are_told_apart():
    s = laid_out("42 6 7 W 5 10", "2 3")
    assert GAME.hints.ladder(view_of(s, 0), 0)[-1] == "Go out: 42 = 6 × 7; 10 = 5 × 2, the wild being 2."


@pytest.mark.parametrize("level", GAME.bots.LEVELS)
def test_bots_play_on_what_they_see(level):
    """Rules of thumb go out when the whole hand stands in sets, and take what completes a set."""
    s = laid_out("42 6 7", "2 3", drawn=False)
    s.turns = GAME.bots.NOVICE_LAPS * s.seats                  # a novice does not think of it before
    assert WORDS.label(GAME.bots.choose(view_of(s, 0), 0, level, 1)[0]) == "out"
    s = laid_out("42 6 2 5", "2 3", pile="7", drawn=False)
    assert "take" in {WORDS.label(GAME.bots.choose(view_of(s, 0), 0, level, seed)[0]) for seed in range(4)}
