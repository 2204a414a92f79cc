"""Hints: every sentence is true in its position, and what it tells a person to do is allowed."""

import re
from collections import Counter

import pytest

from coprime.core.seats import CHANCE
from coprime.testing import laws

from .test_rules import GAME, RULES, SKIPS, WORDS, Phase, cards, do, rules, table

SAY = WORDS.SAY["hint"]


def rungs(s, seat=None):
    seat = int(s.turn) if seat is None else seat
    return GAME.hint_steps(laws.view_of(RULES, s, seat), seat, ["Ann", "Bo", "Cy"])


def told(s):
    """What the last rung says to do."""
    return [WORDS.label(action) for action in rungs(s)[-1].actions]


def test_a_pass_under_draw_two_is_not_said_to_be_free():
    s = table("8", "1", last="10 1", owner=1, deck="2 4 6")
    assert "you draw two" in rungs(s)[0] and "costs nothing" not in rungs(s)[0]
    s.phase = Phase.PLAY
    assert rungs(s)[-1] == "Pass, and draw two." and told(s) == ["pass"]
    assert "costs nothing but the turn" in rungs(table("8", "1", last="7 1", owner=1, deck="2"))[0]
    full = table("4 4 6 6 6 8 8 2 2 10 10 12 12", "1", last="19 10", owner=1, deck="2", hand_limit=13)
    assert "costs nothing but the turn" in rungs(full)[0], "at the limit nobody draws"
    few = do(table("8", "1", last="10 1", owner=1, discards="2"), "draw")
    assert rungs(few)[-1] == "Pass.", "no card is left to be drawn"


def test_skip_spares_the_two_cards():
    s = table("SKIP 8", "1", "2", last="10 1", owner=1, deck="2 4 6", **SKIPS)
    s.phase = Phase.PLAY
    assert told(s) == ["skip"] and "spares you drawing two" in rungs(s)[-1]


def test_a_lone_skip_draws_and_an_empty_hand_passes():
    s = table("SKIP", "1", "2", deck="7", **SKIPS)
    assert told(s) == ["draw"] and "only card" in rungs(s)[0]
    assert told(table("SKIP", "1", "2", **SKIPS)) == ["pass"]
    s = do(table("D", "1"), "D", "discard D")
    assert s.cards[0] == 0 and told(s) == ["pass"] and rungs(s)[0] == "You hold no card. When your turn ends, you win."
    assert WORDS.scene(s, 0, ["Ann", "Bo"])["why"] == "You hold no card: when your turn ends, you win."
    s = do(table("D", "1", last="10 1", owner=1), "D", "discard D")
    assert "makes you draw one before" in rungs(s)[0]
    assert "when you pass, you draw one" in WORDS.scene(s, 0, ["Ann", "Bo"])["why"]


def test_d_comes_before_a_card():
    assert told(table("8 D", "1", last="7 1", owner=1, deck="2 4 6")) == ["D"]


def test_how_far_the_primes_in_hand_reach():
    s = table("7 1 8", "1", last="9 7", owner=1)
    assert rungs(s)[1] == "With two cards your largest prime is 71, and 97 lies there."
    assert rungs(table("8 4", "1", last="9 7", owner=1))[1] == "With two cards you can make no prime at all."
    assert rungs(table("8 4", "1"))[1] == "Your cards make no prime at all."


@pytest.mark.parametrize("number, sentence", [
    (2, "For 2 no divisor is worth trying: 2 × 2 is more already."),
    (3, "For 3 no divisor is worth trying: 2 × 2 is more already."),
    (5, "For 5 only 2 is worth trying, since 3 × 3 is more already; and 5 is odd."),
    (11, "Try to divide 11 by the primes up to 3, since 5 × 5 is more already. Its digits add up to 2, so 3 does not "
         "divide it."),
    (53, "Try to divide 53 by the primes up to 7, since 11 × 11 is more already. Its digits add up to 8, so 3 does not "
         "divide it. 53 = 7 × 7 + 4."),
])
def test_the_method(number, sentence):
    assert GAME.hints.method_text(number) == sentence


def test_every_method_is_true():
    for number in sorted(set(map(int, cards.PLAY_NUMBER))):
        said = GAME.hints.method_text(number)
        beyond = int(re.search(r"(\d+) × \1 is more", said)[1])
        assert beyond * beyond > number
        assert all(number % d for d in range(2, beyond)) or beyond > number
        for q, r in re.findall(r"7 × (\d+) \+ (\d+)\.", said):
            assert 7 * int(q) + int(r) == number and 0 < int(r) < 7
        for total in re.findall(r"add up to (\d+)", said):
            assert int(total) % 3


def test_the_clue_of_a_pair_is_true_and_a_triple_is_no_pair():
    """Over every prime that can be played."""
    for action in map(int, cards.PLAY_ACTION):
        faces = [rules.face_of(action, i) for i in range(rules.card_count_of(action))]
        number, numbers = int(rules.number_of(action)), [int(cards.FACE_NUMBER[face]) for face in faces]
        said = GAME.hints.clue_text([(number, faces)])
        if len(faces) == 2:
            one, other = map(int, re.fullmatch(r"The (\d+) makes a prime with the (\d+), in one order or the other\.",
                                               said).groups())
            assert Counter((one, other)) == Counter(numbers)
        if len(faces) == 3:
            found = re.search(r"your (\d+) bears the sign of three cards\. The last digit is a (\d+)", said)
            icon, last = map(int, found.groups())
            assert icon in numbers and icon in cards.ICONS and last == numbers[-1] == number % 10


def test_single_primes_are_counted_in_the_right_number():
    s = table("7 8", "1", last="5", owner=1)
    assert rungs(s)[1].startswith("Your cards make one prime of a single card that may be played here.")
    assert rungs(s)[0].endswith("Which of yours above 5 are?")
    s = table("7 8 11", "1", last="5", owner=1)
    assert rungs(s)[1].startswith("Your cards make 2 primes of a single card that may be played here.")
    assert rungs(s)[0].cards == ("7", "8", "11"), "all that may be played, whether prime or not"
    assert rungs(table("3", "1"))[0].endswith("Which of yours are?"), "nothing lies there to be above"


def test_the_discard_is_the_hardest_to_place():
    s = do(table("D 5 3 8", "1", deck="7 9"), "D")
    assert told(s) == ["discard 5"]
    assert rungs(s)[1] == "The 5 makes a prime with 3 and 9, in one order or the other."
    s = do(table("D 0 3", "1", deck="7 9", cards_0="on"), "D")
    assert told(s) == ["discard 0"] and len(rungs(s)) == 2


def test_whoever_is_not_on_turn_waits():
    s = table("3 7", "1 9")
    assert rungs(s, 1) == [SAY["none"]]


def test_hints_of_many_positions_are_true(sample_size):
    """What hints say of primes is held against trial division; what they name is allowed and no fault."""
    looked = 0
    for seed in range(count := sample_size(8, 30)):
        random_ = laws.random.Random(seed)
        seats, options = laws.random_options(GAME, random_)
        walk = laws.RandomWalk(GAME, RULES, seats, options, seed)
        for s in walk.walk_positions(120):
            if walk.acting_seats() and walk.acting_seats() != [CHANCE] and random_.random() < 0.3:
                looked += laws.hints_hold(walk, ["Ann", "Bo", "Cy"])
                holds(s)
    assert looked > 10 * count


def holds(s):
    ladder, seat = rungs(s), int(s.turn)
    for said in ladder:
        assert "above 0" not in said and "{" not in said
        for number in map(int, re.findall(r"(\d+) is a prime", said)):
            assert number > 1 and all(number % d for d in range(2, number))
    after = s.copy()
    RULES.apply(after, seat, WORDS.parse("pass")) if not RULES.refusal(s, seat, WORDS.parse("pass")) else None
    drawn = after.cards[seat] - s.cards[seat]
    if "costs nothing but the turn" in ladder[0]:
        assert drawn == 0 and after.phase != Phase.RESHUFFLE
    if ladder[-1] == "Pass.":
        assert drawn == 0
