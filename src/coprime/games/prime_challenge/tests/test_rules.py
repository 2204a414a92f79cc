"""rules.md, rule by rule.  A test is named after the rule it proves."""

import pytest

import coprime
from coprime.core.errors import BadInput
from coprime.core.seats import CHANCE, CLOCK, UNKNOWN, WATCHER
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
    put,
    rules,
    table,
    turns,
    view,
    why,
)

GAME = coprime.game("prime_challenge")
DEALT_IN = {1: 56, 2: 98, 3: 141, 4: 155, 5: 162, 6: 171}


# Set-up.

@pytest.mark.parametrize("level", DEALT_IN)
def test_PC_1_the_foundation_and_the_pile(level):
    s = GAME.new_state(3, {"level": level}, RULES)
    RULES.apply(s, CHANCE, 7)
    size = 9 if level < 3 else 12
    assert (s.face_up != UNKNOWN).sum() == size and s.left == DEALT_IN[level] - size
    assert len(WORDS.scene(view(s, 0), 0, ["A", "B", "C"])["main"]) == size


@pytest.mark.parametrize("level, wilds", [(1, 0), (2, 0), (3, 7), (4, 11), (5, 11), (6, 13)])
def test_PC_1_prime_wilds_by_level(level, wilds):
    s = GAME.new_state(2, {"level": level}, RULES)
    RULES.apply(s, CHANCE, 7)
    assert sum(kind == 77 for kind in [*s.deck[:s.left], *s.face_up]) == wilds


def test_PC_2_the_program_deals_and_all_play():
    s = table("42 6 7")
    assert s.deals == UNKNOWN and rules.count_players(s) == 3


def begun(seats, seed=1, **options):
    s = GAME.new_state(seats, options, RULES)
    RULES.apply(s, CHANCE, seed)
    return s


def next_round(s, seed=5, winner=None):
    """End the round as it stands, with a lead for `winner`, and deal again."""
    if winner is not None:
        s.points[winner] += 50
    turns.end_round(s)
    RULES.apply(s, CHANCE, seed)
    return s


def test_PC_2_a_dropout_takes_no_turns_and_may_challenge():
    s = begun(3, dealer="dropout")
    out = int(s.deals)
    seats = set()
    for _ in range(4):
        seats.add(int(s.turn))
        turns.next_turn(s)
    assert seats == {0, 1, 2} - {out}
    put(s, "42 6 7 13 13 11 11 5 5 3 3 2")
    do(s, f"{s.turn}: hit", f"{out}: challenge 0", "clock: 50")
    assert s.challenger == out


def test_PC_2_everyone_drops_out_equally_often():
    s, dealers = begun(3, dealer="dropout"), []
    while s.phase != Phase.OVER:
        dealers.append(int(s.deals))
        turns.end_round(s)
        if s.phase == Phase.DEAL:
            RULES.apply(s, CHANCE, 3)
    first = dealers[0]
    assert dealers == [first, (first + 1) % 3, (first + 2) % 3]
    assert GAME.check_options(3, {"dealer": "dropout", "match_length": 6})
    with pytest.raises(BadInput, match="multiple of 3"):
        GAME.check_options(3, {"dealer": "dropout", "match_length": 4})


@pytest.mark.parametrize("plays, count", [("off", 2), ("on", 3)])
def test_PC_2_a_teacher_deals_always(plays, count):
    s = begun(3, dealer="teacher", teacher_plays=plays, match_length=3)
    for _ in range(2):
        assert s.deals == 0 and s.first == 1 and rules.count_players(s) == count
        next_round(s, winner=2)


def test_PC_2_a_playing_dealer_is_whoever_leads():
    s = begun(4, dealer="playing", match_length=4)
    next_round(s, winner=2)
    assert s.deals == 2 and s.first == 3
    s.points[:4] = [9, 1, 9, 0]
    drawn = {int(next_round(s.copy(), seed=seed).deals) for seed in range(20)}
    assert drawn == {0, 2}


@pytest.mark.parametrize("seed", range(5))
def test_PC_3_the_dealers_left_begins(seed):
    s = begun(4, seed, dealer="playing")
    assert s.turn == s.first == (s.deals + 1) % 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_PC_2_a_playing_dealer_gets_the_rounds_that_it_takes(seats):
    """After the first round the highest total deals: so there is a second one."""
    s = begun(seats, dealer="playing")
    assert turns.match_rounds(s) == seats and f"of {seats}" in WORDS.describe_event(
        GAME.new_state(seats, {"dealer": "playing"}, RULES), CHANCE, 1, s, ["A", "B", "C", "D"], 0).text
    assert turns.match_rounds(begun(seats, dealer="playing", match_length=1)) == 1
    assert turns.match_rounds(begun(seats)) == 1


def test_PC_18_two_seats_are_too_few_for_a_dropout():
    with pytest.raises(BadInput, match="PC-18"):
        GAME.check_options(2, {"dealer": "dropout"})
    assert GAME.seats == (2, 4)


def test_PC_19_the_first_is_drawn():
    assert {int(begun(3, seed).first) for seed in range(30)} == {0, 1, 2}
    assert {int(begun(3, seed, dealer="dropout").deals) for seed in range(30)} == {0, 1, 2}


def test_PC_19_later_rounds_begin_further_left():
    s = begun(3, match_length=3)
    first = int(s.first)
    assert next_round(s).first == (first + 1) % 3
    assert next_round(s).first == (first + 2) % 3


def test_PC_19_a_teacher_without_turns_is_not_ranked():
    s = begun(3, dealer="teacher")
    s.points[:3] = [30, 10, 12]
    turns.end_round(s)
    assert WORDS.scene(view(s, 1), 1, ["T", "A", "B"])["over"]["winners"] == [2]
    assert points(s) == [30, 10, 12]


def test_PC_20_what_is_public():
    s = begun(3)
    for seat in (0, WATCHER):
        seen = view(s, seat)
        assert (seen.deck == UNKNOWN).all() and seen.left == s.left
        assert (seen.face_up == s.face_up).all()


def test_PC_20_a_stack_shows_its_size_alone():
    s = do(table("42 6 7 10 2 5 20"), "0: take 1 2 3", "clock: 2000")
    shown = WORDS.scene(view(s, 1), 1, ["A", "B", "C"])
    assert (shown["seats"][0]["cards"], shown["seats"][0]["points"]) == (3, 3)
    assert "stack" not in str(shown)


# A turn.

def test_PC_4_places_are_refilled_in_reading_order():
    s = table("42 6 7 10 2 5 20 4 50 25 3 11", "22 33 44 +99")
    do(s, "0: take 1 2 3", "0: done", "clock: 2000")
    assert open_cards(s, 12) == ["44", "33", "22", "10", "2", "5", "20", "4", "50", "25", "3", "11"]
    assert open_cards(s)[12:] == ["99"] and s.left == 0 and s.turn == 1


def test_PC_4_as_far_as_the_pile_goes():
    s = table("42 6 7 10 2 5 20 4 50 25 3 11", "22")
    do(s, "0: take 1 2 3", "0: done", "clock: 2000")
    assert open_cards(s, 4) == ["22", "", "", "10"]


def test_PC_5_one_set_after_the_other_answer_first():
    s = do(table("42 6 7 10 2 5 20"), "0: take 1 2 3", "0: take 4 5 6")
    assert s.open_n == 2 and s.sets == 2
    do(s, "clock: 2000")
    assert points(s)[0] == 6
    assert why(table("42 6 7"), "1: take 1 2 3") == Refusal.NOT_YOUR_TURN
    assert why(table("42 6 7 10 2 5 20", referee="program"), "0: take 1 2") == Refusal.TOO_FEW_CARDS
    assert why(table("42 6 7"), "0: take 1 2 9") == Refusal.NO_CARD_THERE


def test_PC_5_the_list_has_what_is_there():
    assert sorted(listed(table("42 6 7 2 3 W"), 0)) == sorted([
        "take 2 4 5", "take 2 4 6", "take 2 5 6", "take 1 2 3", "take 1 3 4 5", "take 1 2 6", "take 1 3 4 6",
        "take 1 3 5 6", "take 1 4 5 6"])


def test_PC_6_a_hit_lies_outside():
    s = do(table("11 11 13 13 17 17 19 19 7 7 5 5", "3 22", level=6), "0: hit")
    assert s.phase == Phase.CLAIM and s.left == 2
    do(s, "clock: 2000")
    assert open_cards(s)[12:] == ["22"] and s.turn == 0 and s.phase == Phase.TURN


def test_PC_6_sets_from_outside_alone_keep_the_right_to_hit():
    s = table("42 11 13 13 17 17 19 19 7 7 5 5", "3 3 +6 +2 +3", level=6)
    do(s, "0: take +1 +2 +3")
    assert why(s, "0: hit") == Refusal.NONE and why(s, "0: done") == Refusal.SET_FIRST
    do(s, "0: hit", "clock: 2000")
    assert s.left == 1 and s.turn == 0


def test_PC_6_equal_cards_outside_are_another_choice():
    s = table("42 6 7 13 17 17 19 19 11 11 13 5", "3 +6 +7", level=6)
    assert {"take 1 2 3", "take 1 +1 +2"} <= set(listed(s, 0))


def test_PC_7_no_hit_after_a_set_from_the_foundation():
    s = do(table("42 6 7 10 2 5 20 4 50 25 3 11", "22"), "0: take 1 2 3")
    assert why(s, "0: hit") == Refusal.NO_MORE_HITS


def test_PC_8_done_after_such_a_set():
    s = table("42 6 7 13 17 17 19 19 11 11 13 5", "3", level=6)
    assert why(s, "0: done") == Refusal.SET_FIRST
    do(s, "0: take 1 2 3", "0: done", "clock: 2000")
    assert s.turn == 1


def test_PC_8_done_without_one_from_an_empty_pile():
    s = do(table("42 6 7 13 17 17"), "0: done", "clock: 2000")
    assert s.turn == 1


def test_PC_9_the_clocks():
    s = table("42 6 7 13 17 17 10 2 5")
    assert RULES.deadline(s) == 30_000
    do(s, "0: take 1 2 3")
    assert (s.clock, RULES.deadline(s)) == (15_000, 2000)
    do(s, "clock: 2000")
    assert (s.clock, RULES.deadline(s)) == (13_000, 13_000)


def test_PC_9_time_runs_out_before_any_set():
    full = "11 11 13 13 17 17 19 19 7 7 5 5"
    s = do(table(full, "22", level=6), "clock: 30000")
    assert s.phase == Phase.CLAIM and s.claim == rules.Claim.HIT
    s = do(table("42 6 7 13 17 17"), "clock: 30000")
    assert s.phase == Phase.CLAIM and s.claim == rules.Claim.DONE


def test_PC_9_time_runs_out_after_a_set():
    s = do(table("42 6 7 13 17 17 19 19 11 11 13 5", "3 +5 +2 +10", level=6), "0: take +3 +1 +2")
    do(s, "clock: 2000", "clock: 13000")
    assert s.claim == rules.Claim.DONE


def test_PC_9_no_clock():
    s = table("42 6 7 13 17 17", first_seconds=0, next_seconds=0)
    assert CLOCK not in acting(s) and RULES.deadline(s) == 0
    do(s, "0: take 1 2 3")
    assert RULES.deadline(s) == 2000


@pytest.mark.parametrize("after, heard", [(1999, True), (2001, False), (2000, False)])
@pytest.mark.parametrize("act, challenge", [("take 1 2 4", "challenge 0 product"), ("done", "challenge 0")])
def test_PC_9_a_challenge_within_two_seconds(act, challenge, after, heard):
    s = do(table("42 6 8 7 13 17 10 2 5"), f"0: {act}")
    left = after
    while left:
        step = min(left, int(RULES.deadline(s)))
        do(s, f"clock: {step}")
        left -= step
    assert (why(s, f"1: {challenge}") == Refusal.NONE) == heard


def test_PC_21_all_open_cards_count():
    s = table("42 13 13 17 17 19 19 11 11 5 5 6", "3 +7", level=6)
    assert s.set_there and fault(s, "0: hit") == Violation.OVERLOOKED
    assert "take 1 12 +1" in listed(s, 0)


def test_PC_22_hit_and_done_wait_for_their_window():
    s = do(table("11 11 13 13 17 17 19 19 7 7 5 5", "22 33", level=6), "0: hit")
    assert s.clock == 0 and why(s, "0: done") == Refusal.CLAIMED
    do(s, "clock: 1999")
    assert s.left == 2
    do(s, "clock: 1")
    assert s.left == 1 and s.clock == 15_000


def test_PC_22_no_hit_from_an_empty_pile_or_with_a_gap():
    assert why(table("42 6 7 13 17 17 5 5 2 2 3 3"), "0: hit") == Refusal.PILE_EMPTY
    assert why(put(table("42 6 7", "2"), "42 6 7"), "0: hit") == Refusal.NOT_FULL


def test_PC_22_a_players_clock_stands_still_while_a_challenger_takes():
    s = do(table("42 6 7 13 17 10 2 5", seats=2), "0: done", "1: challenge 0")
    assert s.phase == Phase.TAKING and s.challenger == 1 and s.clock == 30_000
    do(s, "1: take 1 2 3", "clock: 2000", "1: done")
    assert s.turn == 1 and s.phase == Phase.TURN and points(s) == [0, 3]


# Facts.

@pytest.mark.parametrize("cards, worth", [("42 6 7", 3), ("42 2 3 W", 5)])
def test_PC_17_what_a_set_is_worth(cards, worth):
    s = table(cards + " 13 13 17 10 2 5")
    n = len(cards.split())
    do(s, "0: take " + " ".join(map(str, range(1, n + 1))), "clock: 2000")
    assert points(s)[0] == worth


@pytest.mark.parametrize("level, share", [(1, 97), (2, 91), (3, 97), (4, 97), (5, 96), (6, 95)])
def test_PC_21_how_often_a_full_foundation_holds_a_set(level, share):
    s, found, n = GAME.new_state(2, {"level": level}), 0, 2000
    start = s.copy()
    for seed in range(n):
        s = start.copy()
        GAME.rules.apply(s, CHANCE, seed)
        found += int(s.set_there)
    assert abs(100 * found / n - share) < 1.7


def test_PC_16_over_at_once():
    s = do(table("42 6 7 13 17"), "0: take 1 2 3")
    assert s.phase == Phase.TURN                # a challenge might still bring the cards back
    do(s, "clock: 2000")
    assert s.phase == Phase.OVER and points(s) == [3, 0, 0]
    s = do(table("42 6 7 13 17", referee="program"), "0: take 1 2 3")
    assert s.phase == Phase.OVER


def test_PC_16_hit_cards_count():
    s = do(table("42 13 13 17 17 19 19 11 11 5 5 6", "+7 +2 +5 +10", level=6), "0: take +4 +2 +3", "clock: 2000")
    assert s.phase == Phase.TURN
    do(s, "0: take 1 12 +1", "clock: 2000")
    assert s.phase == Phase.OVER


def test_PC_17_the_highest_total_after_all_rounds():
    s = begun(2, match_length=2)
    next_round(s, winner=0)
    assert not RULES.is_between_hands(s) and s.phase == Phase.TURN
    s.points[1] += 70
    turns.end_round(s)
    assert WORDS.scene(view(s, 0), 0, ["A", "B"])["over"]["winners"] == [1]


def test_PC_30_nothing_for_two_times_round():
    s = table("42 6 7 13 17 17", seats=2)
    do(s, "0: done", "clock: 2000")
    assert s.dry == 0 or s.progress == 0
    for seat in (1, 0, 1, 0):
        if s.phase == Phase.TURN:
            do(s, f"{seat}: done", "clock: 2000")
    assert s.phase == Phase.OVER and points(s) == [0, 0]
    assert WORDS.scene(view(s, 0), 0, ["A", "B"])["over"]["winners"] == [0, 1]


def test_every_refusal_has_a_sentence():
    assert all(WORDS.explain_refusal(reason)[0].endswith(".") for reason in list(Refusal)[1:])
