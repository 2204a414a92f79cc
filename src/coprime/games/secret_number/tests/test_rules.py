"""rules.md, rule by rule.  A test is named after the rule it proves."""

import numpy as np
import pytest

import coprime
from coprime.core.errors import BadInput
from coprime.core.seats import CHANCE, CLOCK, UNKNOWN, WATCHER
from coprime.games.secret_number.display_card_results import BONUS_POINTS, PLACES, RECONSTRUCTED
from coprime.testing import golden, perft

GAME = coprime.game("secret_number")
RULES, WORDS = GAME.pure_rules, GAME.words
rules = RULES.module
Refusal, Stage, Verb = rules.Refusal, rules.Stage, rules.Verb
NAMES = ["Ada", "Heron", "Otter", "Badger", "Finch"]
THREE = "23", "12", "13"                # hands of three players; open and secret are the 0s


def table(*hands, open=0, **options):
    """A position written down, before anyone covers: table("12", "01", open=0).  The card left over is the secret."""
    s = GAME.new_state(len(hands), {"match_length": 1} | options, RULES)
    rules.clear_table(s)
    for seat, hand in enumerate(hands):
        s.low[seat], s.high[seat] = sorted(map(int, hand))
    left = [n for n in range(len(hands) + 1) for _ in range(2)]
    for card in [*"".join(hands), open]:
        left.remove(int(card))
    s.open_card, (s.secret,) = open, left
    rules.open_round(s)
    return s


def do(s, *lines):
    """Carry out `0: place 2`, a seat and a label; `clock: 500` too."""
    for line in lines:
        who, text = line.split(": ")
        seat, action = (CLOCK, int(text)) if who == "clock" else (int(who), WORDS.parse(text))
        reason = RULES.refusal(s, seat, action)
        assert not reason, f"{line}: {WORDS.explain_refusal(reason)}"
        RULES.apply(s, seat, action)
    return s


def all_do(s, *labels):
    """Every seat does something, seat 0 first."""
    return do(s, *(f"{seat}: {text}" for seat, text in enumerate(labels)))


def end_round(s):
    return all_do(s, *["agree"] * int(s.seats))


def why(s, line):
    """Why an action is refused, NONE when it is not."""
    seat, text = line.split(": ")
    return RULES.refusal(s, int(seat), WORDS.parse(text))


def listed(s, seat):
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    return [WORDS.label(int(a)) for a in out[:RULES.sound_actions(s, seat, out)]]


def acting(s):
    who = int(RULES.to_act(s))
    return [seat for seat in range(32) if who >> seat & 1]


def view(s, seat):
    seen = s.copy()
    RULES.redact(seen, seat)
    return seen


def opened(*covers, hands, **rest):
    """A table whose round 1 runs."""
    return all_do(table(*hands, **rest), *covers)


def points(s):
    out = np.zeros(s.seats)
    RULES.returns(s, out)
    return out.astype(int).tolist()


def test_what_lies_in_sight_twice_is_said_before_it_costs():
    """Of what has to be worked out nothing is said, and it may be placed all the same (SN-7)."""
    s = opened("cover 2 x", "cover 1 -", hands=("12", "01"), open=2)
    answers = WORDS.scene(view(s, 0), 0, ["Ada", "Bo"])["answers"]
    assert [bool(one["impossible"]) for one in answers] == [False, False, True] and all(one["may"] for one in answers)
    assert answers[2]["impossible"] == "Both 2s are in sight: yours and the open one. Choose another, or wait."
    assert not any(one["impossible"] for one in WORDS.scene(view(s, 1), 1, ["Ada", "Bo"])["answers"])
    do(s, "0: place 2", "0: agree")
    assert s.agreed == 1 and RULES.refusal(s, 1, WORDS.parse("place 0")) == 0


# The cards.

@pytest.mark.parametrize("seats, cards", [(2, 6), (3, 8), (4, 10), (5, 12)])
def test_SN_1_two_number_cards_of_each_number(seats, cards):
    s = GAME.new_state(seats, {}, RULES)
    RULES.apply(s, CHANCE, 99)
    lying = sorted([*s.low[:seats], *s.high[:seats], s.open_card, s.secret])
    assert lying == sorted([*range(seats + 1)] * 2) and len(lying) == cards


def test_SN_1_an_answer_card_of_each_number():
    s = opened("cover 1 +", "cover 3 +", hands=("01", "12"))
    assert listed(s, 0) == ["place 0", "place 1", "place 2", "agree"]
    assert why(s, "0: place 3") == Refusal.NO_SUCH_NUMBER


def test_SN_2_nobody_is_dealt_two_0s():
    seen = set()
    for seed in range(600):
        s = GAME.new_state(2, {}, RULES)
        RULES.apply(s, CHANCE, seed)
        hands = [(int(s.low[i]), int(s.high[i])) for i in range(2)]
        assert (0, 0) not in hands
        seen.add((*hands, int(s.open_card), int(s.secret)))
    assert {(0, 1), (0, 2), (1, 1), (1, 2), (2, 2)} == {hand for deal in seen for hand in deal[:2]}
    assert acting(s) == [0, 1] and s.rounds == 1


def test_SN_2_a_redeal_goes_on_from_the_same_seed():
    """Two 0s fall to one hand in 2 of 15 deals of two players; the seed alone settles it."""
    for seed in range(50):
        one, other = GAME.new_state(2, {}, RULES), GAME.new_state(2, {}, GAME.rules)
        RULES.apply(one, CHANCE, seed)
        GAME.rules.apply(other, CHANCE, seed)
        assert one.tobytes() == other.tobytes()


def test_SN_12_what_is_public_and_what_is_hidden():
    s = opened("cover 5 +", "cover 3 x", "cover 1 -", hands=("23", "13", "10"))
    do(s, "1: place 2", "2: place 0")
    seen = view(s, 0)
    assert (seen.open_card, seen.secret) == (0, UNKNOWN)
    assert (seen.low[0], seen.high[0], seen.op[0]) == (2, 3, 0)
    assert seen.high[1] == seen.low[2] == seen.op[1] == UNKNOWN
    assert [PLACES[i] for i in seen.place[:3]] == [5, 3, 1]
    assert seen.placer[:2].tolist() == [1, 2] and seen.answer[:2].tolist() == [UNKNOWN, UNKNOWN]
    assert seen.spent[:3].tolist() == [0, 1, 1] and seen.used[1] == UNKNOWN
    assert view(s, 1).answer[:2].tolist() == [2, UNKNOWN]
    assert view(s, WATCHER).high.tolist()[:3] == [UNKNOWN] * 3


def test_SN_12_after_the_game_everything_lies_open():
    s = opened("cover 1 +", "cover 3 +", hands=("01", "12"))
    do(s, "0: place 2")
    end_round(s)
    all_do(s, "show 1", "show 2")
    end_round(s)
    all_do(s, "show operation", "show operation")
    end_round(s)
    assert view(s, WATCHER).tobytes() == s.tobytes()


# Round 1's opening.

def test_SN_3_the_four_operations():
    s = table("24", "13", "13", "02", open=4)
    assert listed(s, 0) == ["cover 6 +", "cover 2 -", "cover 8 x", "cover 2 /"]
    assert listed(table(*THREE), 0) == ["cover 5 +", "cover 1 -", "cover 6 x"]
    assert listed(table("20", "12", open=1), 0) == ["cover 2 +", "cover 2 -", "cover 0 x", "cover 0 /"]
    assert why(s, "0: cover 7 +") == Refusal.OTHER_RESULT
    assert why(table(*THREE), "0: cover 1 /") == Refusal.NOT_EXACT


def test_SN_3_all_covers_are_revealed_together():
    s = do(table(*THREE), "0: cover 6 x", "2: cover 4 +")
    assert view(s, 1).place[:3].tolist() == [UNKNOWN] * 3 and s.stage == Stage.OPENING
    do(s, "1: cover 3 +")
    assert s.stage == Stage.RACE and [PLACES[i] for i in view(s, 1).place[:3]] == [6, 3, 4]


def test_SN_4_the_places_are_exactly_the_possible_results():
    made = {rules.compute_result(low, high, op) for high in range(1, 6) for low in range(high + 1) for op in range(4)}
    assert sorted(made - {UNKNOWN}) == list(PLACES) and len(PLACES) == 16
    assert PLACES[:8] == tuple(range(8)) and PLACES[8:] == (8, 9, 10, 12, 15, 16, 20, 25)


def test_SN_4_bonus_points():
    bonus = dict(zip(PLACES, BONUS_POINTS, strict=True))
    assert {n for n in bonus if bonus[n] == 1} == set(range(7))
    assert {n for n in bonus if bonus[n] == 2} == {7, 8, 9, 10}
    assert {n for n in bonus if bonus[n] == 3} == {12, 15, 16, 20, 25}
    assert RECONSTRUCTED and "reconstruction" in WORDS.scene(table("12", "12"), 0, NAMES)["reconstruction"]


def test_SN_13_the_committed_operation_is_the_one_shown():
    for cover, operation in (("cover 4 +", 0), ("cover 4 x", 2)):
        s = opened(cover, "cover 1 x", hands=("22", "11"))
        end_round(s)
        all_do(s, "show operation", "show 1")
        assert view(s, 1).op[0] == operation


def test_SN_13_every_hand_has_two_results():
    for low in range(6):
        for high in range(max(low, 1), 6):
            assert len({rules.compute_result(low, high, op) for op in range(4)} - {UNKNOWN}) >= 2


def test_SN_13_a_choice_is_an_undo_not_a_further_action():
    s = table(*THREE)
    action = WORDS.parse("cover 6 x")
    assert RULES.is_undoable(s, 0, action)
    do(s, "0: cover 6 x")
    assert why(s, "0: cover 5 +") == Refusal.CHOSEN and acting(s) == [1, 2]
    assert RULES.is_undoable(s, 2, WORDS.parse("cover 3 x"))
    do(s, "2: cover 3 x")
    assert not RULES.is_undoable(s, 1, WORDS.parse("cover 2 x"))          # the last choice reveals


def test_SN_13_the_order_of_choosing_does_not_matter():
    lines = ["0: cover 6 x", "1: cover 2 x", "2: cover 3 x"]
    one, other = do(table(*THREE), *lines), do(table(*THREE), *reversed(lines))
    assert one.tobytes() == other.tobytes()


def test_SN_14_no_clock_by_default():
    assert acting(table("12", "12")) == [0, 1] and RULES.deadline(table("12", "12")) == 0


def test_SN_14_the_program_chooses_for_those_who_have_not():
    s = do(table(*THREE, opening_seconds=30), "0: cover 6 x")
    assert acting(s) == [1, 2, CLOCK] and RULES.deadline(s) == 30_000
    do(s, "clock: 29999")
    assert s.left == 1 and s.stage == Stage.OPENING
    do(s, "clock: 1")
    assert acting(s) == [CHANCE] and why(s, "1: cover 2 x") == Refusal.TIME_IS_UP
    chosen = set()
    for seed in range(60):
        late = s.copy()
        RULES.apply(late, CHANCE, seed)
        assert late.stage == Stage.RACE and late.op[0] == rules.Operation.MULTIPLY
        chosen.add((int(late.op[1]), int(late.op[2])))
    assert len(chosen) == 16                                        # 12 and 13 make something in four ways each


def test_SN_14_in_rounds_2_and_3_too():
    s = opened("cover 4 x", "cover 1 x", hands=("22", "11"), opening_seconds=10)
    end_round(s)
    assert RULES.deadline(s) == 10_000
    do(s, "clock: 10000")
    RULES.apply(s, CHANCE, 5)
    assert s.stage == Stage.RACE and s.rounds == 2
    assert all(s.number[i] or s.first_op >> i & 1 for i in range(2))


# The clues.

def test_SN_5_a_number_that_is_not_0_or_the_operation():
    s = opened("cover 8 x", "cover 2 +", "cover 1 /", "cover 4 x", hands=("24", "20", "33", "14"), open=1)
    end_round(s)
    assert listed(s, 0) == ["show 2", "show 4", "show operation"]
    assert listed(s, 1) == ["show 2", "show operation"]             # hand (2, 0): only the 2 may be shown
    assert listed(s, 2) == ["show 3", "show operation"]
    assert why(s, "1: show 0") == Refusal.ZERO_STAYS_HIDDEN and why(s, "0: show 3") == Refusal.NOT_YOUR_NUMBER
    assert why(s, "0: cover 8 x") == Refusal.SHOW_NOW


def test_SN_5_all_together():
    s = opened("cover 2 x", "cover 3 +", hands=("12", "12"))
    end_round(s)
    do(s, "0: show 2")
    seen = view(s, 1)
    assert seen.number[0] == 0 and seen.clue[0] == UNKNOWN and seen.chosen == 1
    do(s, "1: show operation")
    assert view(s, 1).number[0] == 2 and view(s, 0).op[1] == rules.Operation.ADD and view(s, 1).op[0] == UNKNOWN


def test_SN_5_before_round_1_nothing_is_shown():
    assert why(table("12", "12"), "0: show 2") == why(table("12", "12"), "0: show operation") == Refusal.COVER_NOW


def test_SN_6_round_3_shows_the_other_clue():
    s = opened("cover 2 x", "cover 3 +", hands=("12", "12"))
    end_round(s)
    all_do(s, "show 2", "show operation")
    end_round(s)
    assert listed(s, 0) == ["show operation"] and listed(s, 1) == ["show 1", "show 2"]
    assert why(s, "0: show 1") == why(s, "1: show operation") == Refusal.SHOWN_ALREADY
    all_do(s, "show operation", "show 1")
    seen = view(s, WATCHER)
    assert seen.number[:2].tolist() == [2, 1] and seen.op[:2].tolist() == [2, 0]
    assert seen.low[:2].tolist() == [UNKNOWN, UNKNOWN]              # the second number is never shown


def test_SN_6_what_was_shown_in_round_2_stays_visible():
    s = opened("cover 2 x", "cover 3 +", hands=("12", "12"))
    end_round(s)
    all_do(s, "show 2", "show operation")
    end_round(s)
    do(s, "0: show operation")
    seen = view(s, WATCHER)
    assert seen.number[0] == 2 and seen.op[1] == rules.Operation.ADD and seen.op[0] == UNKNOWN


# A round.

def race(**options):
    """Round 1 of three; the secret number is 2."""
    return opened("cover 6 x", "cover 3 x", "cover 1 +", hands=("23", "13", "10"), **options)


def test_SN_7_cards_lie_in_the_order_of_placing():
    s = do(race(), "1: place 2", "0: place 2", "1: place 0")
    assert s.placer[:3].tolist() == [1, 0, 1] and s.answer[:3].tolist() == [2, 2, 0] and s.laid == 3


def test_SN_7_not_two_in_a_row_within_a_round():
    s = do(race(), "1: place 2")
    assert why(s, "1: place 0") == Refusal.TWICE_IN_A_ROW and listed(s, 1) == ["agree"]
    assert not why(do(s, "2: place 1"), "1: place 0")


def test_SN_7_last_in_a_round_and_first_in_the_next():
    s = end_round(do(race(), "1: place 2"))
    all_do(s, "show 3", "show 3", "show 1")
    do(s, "1: place 0")
    assert s.since.tolist() == [0, 1, 0] and rules.round_of(s, 0) == 1 and rules.round_of(s, 1) == 2


def test_SN_7_nobody_must_place_and_nobody_places_before_the_round():
    assert why(table("12", "12"), "0: place 2") == why(table("12", "12"), "0: agree") == Refusal.CHOOSE_FIRST
    assert end_round(race()).rounds == 2
    assert why(race(), "0: cover 6 x") == why(race(), "0: show 2") == Refusal.ROUND_RUNNING


def test_SN_8_three_minutes_or_the_option():
    assert RULES.deadline(race()) == 180_000 and CLOCK in acting(race())
    s = do(race(round_seconds=45), "clock: 44999")
    assert s.rounds == 1 and s.left == 1
    assert RULES.refusal(s, CLOCK, 2) == Refusal.NO_SUCH_TIME and RULES.refusal(s, CLOCK, -1)
    do(s, "clock: 1")
    assert s.rounds == 2 and s.stage == Stage.OPENING and s.left == 0


def test_SN_8_without_a_clock_only_agreement_ends_a_round():
    s = race(round_seconds=0)
    assert acting(s) == [0, 1, 2] and RULES.deadline(s) == 0
    assert RULES.refusal(s, CLOCK, 0) == Refusal.NOT_PLAYING
    do(s, "0: agree", "1: agree")
    assert s.stage == Stage.RACE
    assert do(s, "2: agree").rounds == 2


def test_SN_8_all_agree_and_the_game_ends_with_round_3():
    s = end_round(race())
    all_do(s, "show 3", "show 3", "show 1")
    end_round(s)
    all_do(s, "show operation", "show operation", "show operation")
    assert s.rounds == 3
    end_round(s)
    assert s.stage == Stage.OVER and acting(s) == [] and why(s, "0: agree") == Refusal.NOT_PLAYING


def test_SN_9_the_order_of_receipt_decides():
    """Two right cards that arrive together: the one received first is the fastest."""
    for first, second in ((0, 1), (1, 0)):
        s = do(race(), f"{first}: place 2", f"{second}: place 2")
        assert rules.find_fastest_answer(s) == 0 and s.placer[0] == first
        bonus = BONUS_POINTS[s.place[first]] - BONUS_POINTS[s.place[second]]
        assert rules.answer_points(s, 0) - rules.answer_points(s, 1) - bonus == 2


def test_SN_15_a_second_in_a_row_is_refused_without_penalty():
    s = do(race(), "1: place 2")
    before = s.tobytes()
    assert why(s, "1: place 0") == Refusal.TWICE_IN_A_ROW and s.tobytes() == before


def test_SN_15_a_placed_card_takes_back_everyones_agreement():
    s = do(race(), "0: agree", "1: agree")
    assert why(s, "0: agree") == Refusal.AGREED and 0 in acting(s)
    do(s, "0: place 1")
    assert s.agreed == 0 and not why(s, "1: agree")


def test_SN_15_who_agreed_and_cannot_place_has_nothing_to_do():
    s = do(race(), "0: place 1", "0: agree")
    assert acting(s) == [1, 2, CLOCK] and why(s, "0: agree") == Refusal.AGREED
    do(s, "1: place 1")
    assert acting(s) == [0, 1, 2, CLOCK]


def test_SN_15_an_answer_is_used_up_for_the_whole_game():
    s = end_round(do(race(), "1: place 2"))
    all_do(s, "show 3", "show 3", "show 1")
    assert why(s, "1: place 2") == Refusal.ANSWER_USED
    assert "place 2" not in listed(s, 1) and "place 2" in listed(s, 0)


def test_SN_15_with_every_answer_used_up_only_agreement_is_left():
    s = opened("cover 3 +", "cover 3 +", hands=("12", "12"), round_seconds=0)
    for value in range(3):
        do(s, f"0: place {value}", f"1: place {value}")
    assert listed(s, 0) == listed(s, 1) == ["agree"] and acting(s) == [0, 1]


# Points.

def played(*rounds, hands=("12", "13", "23"), covers=("cover 3 +", "cover 4 +", "cover 5 +"), open=0):
    """A match of one game with the given answer cards, by round; by default the secret number is 0."""
    s = opened(*covers, hands=hands, open=open)
    for at, lines in enumerate(rounds, 1):
        do(s, *lines)
        end_round(s)
        if at == 1:
            all_do(s, *["show operation"] * len(hands))
        elif at == 2:
            all_do(s, *[f"show {hand[0]}" for hand in hands])
    return s


def test_SN_10_the_most_possible_in_a_game():
    s = played(["0: place 5"], [], [], hands=("43", "12", "12", "30", "40"), open=5,
               covers=("cover 12 x", "cover 3 +", "cover 3 +", "cover 3 +", "cover 4 +"))
    assert points(s) == [8, 0, 0, 0, 0] and RULES.SWING == 8        # 1 + 2 + 2 + 3


def test_SN_10_not_the_first_in_round_2_with_a_wrong_card_before():
    s = played(["0: place 1", "1: place 0"], ["0: place 0"], [])
    assert points(s)[0] == 2                                        # 1 + 1 + 1 - 1


def test_SN_10_first_right_in_round_3_on_a_place_of_2():
    s = played([], [], ["0: place 4"], hands=("42", "13", "13", "20"),
               covers=("cover 8 x", "cover 4 +", "cover 4 +", "cover 2 +"))
    assert points(s) == [5, 0, 0, 0]                                # 1 + 2 + 2


def test_SN_10_two_wrong_cards_only():
    assert points(played(["0: place 1", "1: place 1", "0: place 2"], [], [])) == [-2, -1, 0]


def test_SN_10_cards_are_turned_over_in_the_order_placed():
    s = played(["1: place 0", "0: place 1", "2: place 0"], ["0: place 0"], [])
    review = WORDS.scene(s, 0, NAMES)["review"]
    assert [(step["seat"], step["value"], step["right"], step["points"]) for step in review["steps"]] == [
        (1, 0, True, 6), (0, 1, False, -1), (2, 0, True, 4), (0, 0, True, 3)]
    assert review["steps"][-1]["running"] == points(s) == [2, 6, 4]
    assert all(sum(part["points"] for part in step["parts"]) == step["points"] for step in review["steps"])


def test_SN_16_nobody_right_means_no_fastest_and_no_bonus():
    s = played(["0: place 1"], ["1: place 1"], [])
    assert rules.find_fastest_answer(s) == UNKNOWN and points(s) == [-1, -1, 0]
    assert WORDS.scene(s, 0, NAMES)["review"]["nobody"]


def test_SN_11_most_points_of_all_games_win():
    """Seat 0 knows it every time; three games are one match, with a rest after each but the last."""
    s = GAME.new_state(2, {"round_seconds": 0}, RULES)
    for game in range(3):
        assert s.game == game and acting(s) == [CHANCE] and RULES.is_between_hands(s) == (game > 0)
        RULES.apply(s, CHANCE, 77 + game)
        for at in range(3):
            all_do(s, listed(s, 0)[0], listed(s, 1)[0])
            do(s, *[f"0: place {s.secret}"] * (at == 0))
            end_round(s)
    assert s.stage == Stage.OVER and acting(s) == [] and points(s) == [18, 0]
    assert s.points[:4, 0].tolist() == [6, 6, 6, 0]
    end = WORDS.scene(s, 1, NAMES)["over"]
    assert end["winners"] == [0] and end["title"] == "Ada wins with 18 points."


def test_SN_11_a_tie_is_a_shared_victory():
    s = played([], [], [])
    end = WORDS.scene(s, 1, NAMES)["over"]
    assert end["winners"] == [0, 1, 2] and end["title"] == "A shared victory: Ada, you and Otter, with no points."


def test_SN_11_between_games_the_last_one_lies_open_and_the_next_deal_clears_it():
    s = table("12", "12", match_length=2)
    all_do(s, "cover 3 +", "cover 2 x")
    do(s, "1: place 0")
    end_round(s)
    all_do(s, "show 1", "show operation")
    end_round(s)
    all_do(s, "show operation", "show 2")
    end_round(s)
    assert RULES.is_between_hands(s) and acting(s) == [CHANCE] and s.secret == 0 and points(s) == [0, 6]
    RULES.apply(s, CHANCE, 4)
    assert not RULES.is_between_hands(s) and s.rounds == 1 and s.laid == 0 and not s.answer.any() and not s.number.any()
    fresh = GAME.new_state(2, {"match_length": 2}, RULES)
    RULES.apply(fresh, CHANCE, 4)
    fresh.game, fresh.points[0, 1] = 1, 6
    assert fresh.tobytes() == s.tobytes()                           # equal positions, equal bytes


# Words.

def test_every_refusal_has_words_and_every_label_parses():
    for reason in list(Refusal)[1:]:
        sentence, _ = WORDS.explain_refusal(reason)
        assert sentence.endswith(".")
    actions = [a for a in range(rules.ACTIONS) if rules.verb_of(a) == Verb.COVER or a < 7
               or (rules.verb_of(a) in (Verb.NUMBER, Verb.ANSWER) and a < 8 * 6)]
    assert len({WORDS.label(a) for a in actions}) == len(actions) == 64 + 6 + 6 + 4
    assert [WORDS.parse(WORDS.label(a)) for a in actions] == actions
    assert WORDS.parse("cover 8 ×") == WORDS.parse(" cover  8 * ") == WORDS.parse("cover 8 x")


@pytest.mark.parametrize("text", ["", "place", "place 6", "place -1", "cover 11 +", "cover 8 %", "show x", "agree 1",
                                  "x" * 500, "place ٣", "cover 8 x x"])
def test_what_is_no_action_gets_a_sentence(text):
    with pytest.raises(BadInput, match="is not an action"):
        WORDS.parse(text)


def test_the_ask_tells_what_to_do():
    s = table(*THREE)
    assert WORDS.scene(view(s, 0), 0, NAMES)["ask"] == "Cover a result you can make."
    do(s, "0: cover 6 x")
    assert WORDS.scene(view(s, 0), 0, NAMES)["ask"] == "Waiting for Heron and Otter."
    s = do(race(), "2: place 1")
    shown = WORDS.scene(view(s, 0), 0, NAMES)
    assert shown["why"] == "Otter said a number. Wrong costs 1 point; early counts more."
    assert shown["piles"][0]["cards"] == [{"seat": 2, "value": None, "right": None}]
    assert shown["answers"][3]["label"] == "place 3" and shown["answers"][3]["may"]


def test_what_each_could_have():
    """Heron displays 3 to a player with a 2 and a 4 who sees a 3 open; then shows that he took away."""
    s = table("24", "30", "01", "12", open=3)
    all_do(s, "cover 8 x", "cover 3 -", "cover 1 +", "cover 3 +")
    ways = {way["text"]: way["out"] for way in WORDS.scene(view(s, 0), 0, NAMES)["could"][0]["ways"]}
    assert ways == {"0 + 3": False, "3 − 0": False, "1 + 2": False, "1 × 3": False, "3 ÷ 1": False, "4 − 1": False}
    end_round(s)
    all_do(s, "show 4", "show operation", "show 1", "show 2")
    ways = {way["text"] for way in WORDS.scene(view(s, 0), 0, NAMES)["could"][0]["ways"] if not way["out"]}
    assert ways == {"3 − 0", "4 − 1"}


# Kept.

FOLDER = GAME.folder / "tests"


@pytest.mark.parametrize("path", sorted((FOLDER / "golden").glob("*.txt")), ids=lambda path: path.stem)
def test_golden_games_replay(path):
    assert golden.check_golden(path, GAME).over


def test_there_is_a_golden_game_for_every_ending():
    heads = {path.read_text(encoding="utf-8").partition("\n")[0] for path in (FOLDER / "golden").glob("*.txt")}
    assert {f"# ending: {ending}" for ending in GAME.endings} <= heads


@pytest.mark.parametrize("row", perft.read_counts(FOLDER / "counts.txt", GAME), ids=str)
def test_counts(row):
    seats, options, seed, depth, count = row
    assert perft.perft(GAME.rules, GAME.new_state(seats, options), seed, depth) == count


def test_SN_3_two_zeros_cover_zero_with_the_first_action_there_is():
    s = table("00", "12", "13", open=3)
    assert WORDS.parse("cover 0 +") == 0 and why(s, "0: cover 0 +") == Refusal.NONE
    assert "cover 0 +" in listed(s, 0)


def test_who_is_not_asked_has_nothing_listed():
    s = GAME.new_state(3, {}, RULES)
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    assert [RULES.sound_actions(s, seat, out) for seat in (0, 1, 2, CHANCE)] == [0, 0, 0, 0]


def test_the_operations_are_numbered_as_their_signs_stand_in_labels():
    assert [WORDS.parse(f"cover 1 {sign}") >> 3 & 3 for sign in "+-x/"] == list(rules.Operation)
