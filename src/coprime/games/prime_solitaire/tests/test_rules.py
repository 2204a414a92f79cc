"""rules.md, rule by rule.  A test is named after the rule it proves."""

from itertools import combinations

import numpy as np
import pytest

import coprime
from coprime.core.errors import BadInput
from coprime.core.match import Match
from coprime.core.seats import CHANCE, UNKNOWN, WATCHER
from coprime.decks.primepak.cards import COPIES, KIND, LEVEL, NUMBERS, WILD, count_number_cards

GAME = coprime.game("prime_solitaire")
RULES, WORDS = GAME.pure_rules, GAME.words
rules = RULES.module
Refusal, Phase, Outcome = rules.Refusal, rules.Phase, rules.Outcome
phrases = __import__(WORDS.__package__ + ".phrases", fromlist=["members"])
tables = __import__(WORDS.__package__ + ".tables", fromlist=["place_at"])


def table(*rows, stack="", pile="", **options):
    """A position written down, the rows in the order of dealing: table("20 .", "4 3", stack="9 2", pile="7 5").

    A dot is a place whose card is gone.  The top of the stack and the next card of the pile are the last ones.
    """
    s = GAME.new_state(1, options, RULES)
    s.phase = Phase.PLAY
    for row, cards in enumerate(rows):
        for column, text in enumerate(cards.split()):
            if text != ".":
                place = tables.place_at(int(s.foundation), row, column)
                s.card[place] = KIND[int(text)]
                s.there |= 1 << place
    for name, count, text in (("stack", "height", stack), ("pile", "left", pile)):
        kinds = [KIND[int(number)] for number in text.split()]
        s[name][:len(kinds)] = kinds
        s[count] = len(kinds)
    for kind in s.pile[:s.left]:
        s.unseen[kind] += 1
    return s


def spot(s, row, column):
    """The name of a place."""
    return phrases.place_name(tables.place_at(int(s.foundation), row, column))


def taking(s, spots, run=0):
    """The label that takes cards by row and column."""
    return " ".join(["take", *(spot(s, *one) for one in spots), *[f"+{run}"] * (run > 0)])


def why(s, text):
    return Refusal(RULES.refusal(s, 0, WORDS.parse(text)))


def do(s, *labels):
    for text in labels:
        action = WORDS.parse(text)
        assert not RULES.refusal(s, 0,
                                 action), f"{text}: {WORDS.explain_refusal(RULES.refusal(s, 0, action), s, action)}"
        RULES.apply(s, 0, action)
    return s


def moves(s):
    out = np.zeros(RULES.MAX_ACTIONS, np.int64)
    return [int(action) for action in out[:RULES.sound_actions(s, 0, out)]]


def sets(s):
    """The sets that may be taken, as their numbers."""
    return sorted(sorted(NUMBERS[kind] for kind in phrases.cards_of(s, action)) for action in moves(s) if action)


def deal(number=7, **options):
    s = GAME.new_state(1, options, RULES)
    RULES.apply(s, CHANCE, number)
    return s


# The deck and the layout.

@pytest.mark.parametrize(("level", "left"), list(enumerate((21, 63, 113, 123, 130, 137), 1)))
def test_PS_1_the_whole_level_and_no_wild(level, left):
    s = deal(level=level)
    cards = [*s.card[s.card >= 0], *s.pile[:s.left]]
    assert s.left == left and len(cards) == count_number_cards(level)
    assert WILD not in cards
    assert all(cards.count(kind) == (COPIES[kind] if LEVEL[kind] <= level else 0) for kind in range(WILD))


@pytest.mark.parametrize(("level", "rows"), [(1, 5), (2, 5), (3, 3), (4, 3), (5, 3), (6, 3)])
def test_PS_2_rows_of_seven(level, rows):
    shown = WORDS.scene(deal(level=level), 0, ["Ada"])
    assert len(shown["foundation"]) == 7 * rows == shown["width"] * shown["rows"]
    assert {(card["row"], card["column"]) for card in shown["foundation"]} == {
        (row, column) for row in range(rows) for column in range(7)}


def test_PS_3_a_card_in_columns_lies_on_the_one_of_its_column():
    s = deal()
    shown = WORDS.scene(s, 0, ["Ada"])["foundation"]
    assert {(card["row"], card["column"]) for card in shown if card["open"]} == {(2, c) for c in range(7)}
    assert all(card["figure"] for card in shown)                            # all can be read
    s = table("20 7 11", "4 7 .", "5 . .")
    assert [card["figure"] for card in WORDS.scene(s, 0, ["Ada"])["foundation"] if card["open"]] == ["11", "7", "5"]


def test_PS_4_a_card_in_a_pyramid_lies_under_two():
    s = deal(foundation="pyramid")
    shown = WORDS.scene(s, 0, ["Ada"])
    assert len(shown["foundation"]) == 28 and shown["rows"] == shown["width"] == 7 and s.left == 134 - 28
    assert [card["column"] for card in shown["foundation"] if card["open"]] == list(range(7))
    s = table("20", "3 7", ". 5 .", foundation="pyramid")
    assert [card["figure"] for card in WORDS.scene(s, 0, ["Ada"])["foundation"] if card["open"]] == ["5"]
    s = table("20", ". 7", foundation="pyramid")
    assert [card["open"] for card in WORDS.scene(s, 0, ["Ada"])["foundation"]] == [False, True]


@pytest.mark.parametrize(("layout", "rows", "cards"), [
    ("columns", 3, 21), ("columns", 7, 49), ("pyramid", 5, 15), ("pyramid", 9, 45)])
@pytest.mark.parametrize("level", [1, 6])
def test_PS_5_more_rows(layout, rows, cards, level):
    s = deal(level=level, foundation=layout, rows=rows)
    assert len(phrases.list_places(s.there)) == cards and s.left == count_number_cards(level) - cards


@pytest.mark.parametrize(("layout", "rows"), [("columns", 8), ("columns", 9), ("pyramid", 3), ("pyramid", 4)])
def test_PS_5_rows_that_a_layout_does_not_have(layout, rows):
    with pytest.raises(BadInput, match=f"{rows} rows do not go with (a )?{layout}: .*PS-5"):
        GAME.check_options(1, {"foundation": layout, "rows": rows})


def test_PS_6_the_pile_is_gone_through_once():
    s = table("7", stack="3", pile="5 2")
    do(s, "turn")
    assert [NUMBERS[kind] for kind in s.stack[:s.height]] == [3, 2] and s.left == 1
    s = table("42", stack="3 7 2", pile="")
    assert why(s, "turn") == Refusal.PILE_EMPTY
    assert "turn" not in map(WORDS.label, moves(s))


def test_PS_7_cards_of_the_foundation_stay():
    s = deal()
    before = s.card.copy()
    do(s, "turn", "turn")
    assert (s.card == before).all()
    s = table("6 2 3 7 2", pile="5")
    do(s, taking(s, [(0, 0), (0, 1), (0, 2)]))
    assert why(s, taking(s, [(0, 0), (0, 3), (0, 4)])) == Refusal.NOT_THERE


def test_PS_17_no_card_is_turned_at_first_and_the_pile_is_counted():
    s = deal()
    assert s.height == 0
    assert WORDS.scene(s, 0, ["Ada"])["left"] == 113
    before, after = table("42 6 7 2", pile="2"), table(". . . 2", pile="2")
    line = WORDS.describe_event(before, 0, WORDS.parse("take 1 2 3"), after, ["Ada"], 0)
    assert line.text == "You take 42 = 6 × 7." and [one["figure"] for one in line.detail["set"]] == ["42", "6", "7"]


# Play.

def test_PS_8_turn_or_take():
    s = table("42 6 7 2", pile="5 3")
    assert [WORDS.label(action) for action in moves(s)] == ["turn", "take 1 2 3"]
    do(s, "take 1 2 3")
    assert WORDS.scene(s, 0, ["Ada"])["sets"] == 1 and [card["figure"] for card in WORDS.scene(
        s, 0, ["Ada"])["foundation"]] == ["2"]


@pytest.mark.parametrize(("cards", "good"), [
    ("20 4 5", True), ("50 2 5 5", True), ("40 8 5", True), ("42 6 7", True), ("42 2 3 7", True),
    ("81 3 3 3 3", True), ("64 2 2 2 2 2 2", True), ("2 3 5", False), ("2 10 4 5", False), ("42 6 8", False),
    ("4 4 2", False)])
def test_PS_9_factor_sets(cards, good):
    s = table(cards, pile="2")
    whole = "take " + " ".join(str(i + 1) for i in range(len(cards.split())))
    assert why(s, whole) == (Refusal.NONE if good else Refusal.NO_SET)
    assert (WORDS.parse(whole) in moves(s)) == good


def test_PS_9_too_few():
    assert why(table("4 2 2"), "take 1 2") == Refusal.TOO_FEW
    assert why(table("4 4 2"), "take 1") == Refusal.TOO_FEW


def test_PS_9_the_arithmetic_of_what_is_no_set():
    s = table("42 6 8", pile="2")
    sentence, rule = WORDS.explain_refusal(Refusal.NO_SET, s, WORDS.parse("take 1 2 3"))
    assert "6 × 8 = 48, not 42" in sentence and "42 = 6 × 7" in sentence and rule == "PS-9"


def test_PS_10_a_run_from_the_top_of_the_stack():
    s = table("20", stack="9 4 5", pile="2")                                # top first: 5, 4, 9
    assert why(s, "take 1 +2") == Refusal.NONE and sets(s) == [[4, 5, 20]]
    s = table("20", stack="4 9 5", pile="2")                                # top first: 5, 9, 4: 9 would be skipped
    assert sets(s) == []
    assert why(s, "take 1 +2") == why(s, "take 1 +3") == Refusal.NO_SET
    assert why(s, "take 1 +4") == Refusal.STACK_SHORT


def test_PS_11_covered_cards():
    s = table("20 5", "4 .", pile="2")                                      # the 4 lies on the 20
    assert why(s, taking(s, [(0, 0), (1, 0), (0, 1)])) == Refusal.NONE
    s = table("20 5 4", "3 . .", pile="2")
    assert why(s, "take 1 2 3") == Refusal.COVERED
    sentence, rule = WORDS.explain_refusal(Refusal.COVERED, s, WORDS.parse("take 1 2 3"))
    assert sentence.startswith("20 still lies under 3.") and rule == "PS-11"
    s = table("20", "5 4", foundation="pyramid", pile="2")
    assert sets(s) == [[4, 5, 20]]


def test_PS_12_one_card_of_the_foundation():
    s = table("7", stack="20 4 5", pile="2")
    assert why(s, "take +3") == Refusal.NO_FOUNDATION and sets(s) == []


def test_PS_13_the_order_of_picking_up():
    assert WORDS.parse("take 3 1 2 +1") == WORDS.parse("take 1 2 3 +1") == WORDS.parse("take 2 1 3 3 +1")


def test_PS_14_the_whole_stack_may_be_looked_at():
    s = table("7", stack="2 3 5 11", pile="2")
    assert [card["figure"] for card in WORDS.scene(s, WATCHER, ["Ada"])["stack"]] == ["2", "3", "5", "11"]
    with pytest.raises(BadInput):
        WORDS.parse("turn back")


def test_PS_18_the_answer_may_lie_on_the_stack_and_what_is_below_comes_up():
    s = table("4 7", stack="3 5 20", pile="2")
    assert sets(s) == [[4, 5, 20]]
    do(s, "take 1 +2")
    assert [NUMBERS[kind] for kind in s.stack[:s.height]] == [3]
    assert s.stack[1] == UNKNOWN


def brute(s):
    """Every set that is not refused, looked for among all groups of cards."""
    places = phrases.list_places(s.there)
    groups = [sum(1 << place for place in some) for n in range(1, 7) for some in combinations(places, n)]
    return {action for places in groups for run in range(7)
            if not RULES.refusal(s, 0, action := int(rules.encode_take(places, run)))}


@pytest.mark.parametrize(("layout", "level", "rows"), [("columns", 1, 5), ("columns", 3, 3), ("pyramid", 2, 5)])
def test_PS_8_every_set_is_listed_once(layout, level, rows):
    s = deal(4, foundation=layout, level=level, rows=rows)
    looked = 0
    while s.phase == Phase.PLAY and looked < 4:
        listed = moves(s)
        if len(phrases.list_places(s.there)) <= 11:
            assert set(listed) - {0} == brute(s) and len(set(listed)) == len(listed)
            looked += 1
        RULES.apply(s, 0, listed[-1])
    assert looked


def test_PS_8_equal_cards_in_different_places_are_different_choices():
    s = table("4 2 2 2", pile="5")
    assert sets(s) == [[2, 2, 4]] * 3


@pytest.mark.parametrize("rows", [("25 25",), ("25", "25")])
def test_PS_9_a_number_and_its_equal_are_no_set(rows):
    assert sets(table(*rows, stack="2", pile="3")) == sets(table(rows[0][:2], stack="2 25", pile="3")) == []


def test_PS_8_the_longest_list_has_room():
    """The bound that MAX_ACTIONS states, for columns by counting, for a pyramid by walking through all of them."""
    ways = [1]
    for _ in range(7):                                                      # columns
        ways = [sum(ways[:n + 1]) if n < len(ways) else sum(ways) for n in range(8)]
    assert sum(ways[n] * len([run for run in range(7) if 3 <= n + run <= 7]) for n in range(1, 8)) == 6385
    level, counts = {0}, [1]
    full = sum(1 << place for place in range(49) if tables.GRID_CELL[1, place, 0] >= 0)
    for _ in range(7):
        level = {taken | 1 << place for taken in level for place in phrases.list_places(full & ~taken)
                 if not int(tables.COVERS[1, place]) & ~taken}
        counts.append(len(level))
    assert sum(counts[n] * len([run for run in range(7) if 3 <= n + run <= 7]) for n in range(1, 8)) < 6385


# The program's service.

@pytest.mark.parametrize(("undo", "turn", "take"), [("free", 0, 0), ("no_peek", 1, 0), ("off", 1, 1)])
def test_PS_19_what_stays(undo, turn, take):
    s = table("42 6 7", pile="2", undo=undo)
    assert bool(RULES.is_irrevocable(s, 0, WORDS.parse("turn"))) == turn
    assert bool(RULES.is_irrevocable(s, 0, WORDS.parse("take 1 2 3"))) == take


def test_PS_20_the_same_number_is_the_same_deal():
    assert deal(20316).tobytes() == deal(20316).tobytes() != deal(20317).tobytes()
    figures = [card["figure"] for card in WORDS.scene(deal(20316), 0, ["Ada"])["foundation"]]
    assert " ".join(figures) == FIRST_ROWS
    match = Match(GAME, 1, {"deal": 20316}, RULES)
    match.settle(lambda k: 5)
    assert match.events[0].action == 20316 and WORDS.scene(match.view(0), 0, ["Ada"])["deal"] == "20316"
    assert RULES.refusal(GAME.new_state(1, {"deal": 20316}, RULES), CHANCE, 5) == Refusal.OTHER_DEAL


def test_PS_20_the_number_of_a_deal_at_random_is_not_told_before_the_end():
    match = Match(GAME, 1, {}, RULES)
    match.settle(lambda k: 977)
    assert WORDS.scene(match.view(0), 0, ["Ada"])["deal"] == ""
    match.act(0, WORDS.parse("give up"))
    assert WORDS.scene(match.view(0), 0, ["Ada"])["deal"] == "977"


@pytest.mark.parametrize("number", [-1, 100_000_000])
def test_PS_20_a_number_out_of_range(number):
    with pytest.raises(BadInput, match=r"allowed is 0 to 99999999 \(PS-20\)"):
        GAME.check_options(1, {"deal": number})


# The end.

def test_PS_15_an_empty_foundation_wins():
    s = do(table("42 6 7", pile="2 2"), "take 1 2 3")
    assert s.outcome == Outcome.WON and RULES.to_act(s) == 0 and s.left == 2
    s = table("42 6 7 20", stack="4", pile="5")
    do(s, "turn", "take 1 2 3")
    assert s.left == 0 and s.phase == Phase.PLAY
    do(s, "take 4 +2")
    assert s.outcome == Outcome.WON
    out = np.zeros(1)
    RULES.returns(s, out)
    assert out[0] == 1


def test_PS_16_nothing_goes_any_more():
    s = do(table("42 6", stack="2", pile="5"), "turn")
    assert s.outcome == Outcome.LOST and RULES.to_act(s) == 0
    s = do(table("42 6 7 11", pile="5"), "turn", "take 1 2 3")
    assert s.outcome == Outcome.LOST
    s = do(table("42 6", pile="5 2"), "give up")
    assert s.outcome == Outcome.GAVE_UP and RULES.violation(s, 0, WORDS.parse("give up"))
    assert "give up" not in map(WORDS.label, moves(table("42 6", pile="5")))


# Words.

@pytest.mark.parametrize(("cards", "run", "shown"), [
    ("42", 0, "42"), ("6 7", 0, "6 × 7 = 42"), ("42 6", 0, "6 × ? = 42"), ("42 6 7", 0, "6 × 7 = 42"),
    ("28 2 10", 0, "2 × 10 = 20 does not divide 28"), ("28 3", 0, "3 × 28 = 84"), ("45 6", 0, "6 does not divide 45"),
    ("42 6 8", 0, "6 × 8 = 48"), ("2 3 7", 0, "2 × 3 × 7 = 42"), ("42 6", 1, "6 × 7 = 42")])
def test_the_arithmetic_of_what_is_put_together(cards, run, shown):
    s = table(cards, stack="7", pile="2")
    label = " ".join(["take", *(str(i + 1) for i in range(len(cards.split()))), *[f"+{run}"] * (run > 0)])
    built = WORDS.preview(s, 0, [label], ["Ada"])["built"]
    assert built["sum"] == shown and built["ok"] == (shown == "6 × 7 = 42" and "42" in cards)


@pytest.mark.parametrize("text", [
    "", "take 0", "take 50", "take 1 +7", "take x", "take +", "turn 1", "take 1 -1", "9" * 500])
def test_what_is_no_action(text):
    with pytest.raises(BadInput):
        WORDS.parse(text)


@pytest.mark.parametrize("level", ["novice", "casual"])
def test_bots_play_to_the_end(level):
    match = Match(GAME, 1, {"level": 1, "deal": 5}, RULES)
    match.settle(lambda k: 5)
    while not match.over:
        match.act(0, GAME.bots.choose(match.view(0), 0, level, len(match.events))[0])


def test_hints_climb_from_the_number_to_the_set():
    s = table("51 3 17", pile="2", level=5)
    rungs = GAME.hints.ladder(s, 0)
    assert len(rungs) == 3 and "51" in rungs[0] and "5 + 1 = 6" in rungs[1] and rungs[-1] == "Take 51 = 3 × 17."
    assert len(GAME.hints.ladder(do(table("51 7", pile="2", level=5), "give up"), 0)) == 1
    why = GAME.hints.ladder(table("25 5 5", pile="2", level=5), 0)[1]
    assert str(why).count("25 = 5 × 5") == 1, "what a quick test has shown is not said again"


def test_finishing_without_another_card():
    study = GAME.study
    found = study.answer_question(table("42 6 7 20 5", stack="4", pile="3 2"), 0, "finish")["labels"]
    assert sorted(found) == ["take 1 2 3", "take 4 5 +1"]
    assert study.answer_question(table("42 6 7 20", stack="4", pile="3 2"), 0, "finish")["labels"] == []
    assert study.answer_question(deal(), 0, "finish")["labels"] == []


FIRST_ROWS = "54 3 49 25 2 18 25 5 55 14 3 5 20 600 3 3 30 33 9 120 5"
