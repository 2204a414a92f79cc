"""rules.md, rule by rule.  A test is named after the rule it proves."""

from collections import Counter

import numpy as np
import pytest

from coprime.core.errors import BadInput
from coprime.core.seats import CHANCE, WATCHER
from coprime.decks.primepak.cards import COPIES, KIND, LEVEL, WILD
from coprime.games.prime_canasta import tables

from .table import (
    GAME,
    NAMES,
    RULES,
    WORDS,
    Column,
    Phase,
    Refusal,
    Violation,
    deal,
    do,
    fault,
    hand,
    kinds,
    labels,
    laid_by,
    moves,
    pile_of,
    rounds,
    row,
    said,
    table,
    why,
)

CANASTAS = "run 2 3 5 7 11 13; 81=3x3x3x3"          # two, natural, both beyond growing by what the tests hold


# The deal.

@pytest.mark.parametrize(("level", "size"), [(3, 141), (4, 155), (5, 162), (6, 171)])
def test_CA_1_thirteen_cards_and_a_first_discard(level, size):
    for seed in range(30):
        s = deal(3, seed, level=level)
        assert list(s.cards) == [13, 13, 13, 0] and s.hand.sum() == 39
        assert s.piled == (3 if s.pile[0] == WILD else 1)
        assert s.left + s.piled + 39 == size


def test_CA_1_two_cards_are_turned_on_a_wild():
    s = next(s for s in (deal(2, seed) for seed in range(200)) if s.pile[0] == WILD)
    assert s.piled == 3 and s.frozen >= 1


def test_CA_2_the_first_dealer_is_drawn_and_the_next_player_begins():
    dealers = Counter()
    for seed in range(120):
        s = deal(3, seed)
        dealers[int(s.dealer)] += 1
        assert s.turn == (s.dealer + 1) % 3 and s.phase == Phase.DRAW
    assert set(dealers) == {0, 1, 2} and min(dealers.values()) > 20


def test_CA_2_later_the_highest_total_deals_and_ties_are_drawn():
    s = table("2", "2", "2", score=[100, 300, 200])
    assert {rounds.next_dealer(s, seed)[0] for seed in range(20)} == {1}
    s.score[2] = 300
    assert {rounds.next_dealer(s, seed)[0] for seed in range(40)} == {1, 2}


def test_CA_22_in_partnerships_the_members_of_a_side_deal_in_turn():
    s = deal(4, 3, partnerships="on")
    first = int(s.dealer)
    s.phase, s.score[:2] = Phase.DEAL, [0, 0]
    s.score[first % 2] = 100
    RULES.apply(s, CHANCE, 5)
    assert s.dealer == (first + 2) % 4
    s.phase = Phase.DEAL
    RULES.apply(s, CHANCE, 6)
    assert s.dealer == first
    s.phase, s.score[1 - first % 2] = Phase.DEAL, 500
    found = set()
    for seed in range(30):
        other = s.copy()
        RULES.apply(other, CHANCE, seed)
        found.add(int(other.dealer))
    assert found == {(first + 1) % 4, (first + 3) % 4}


def test_CA_23_what_is_public():
    s = table("42 6 7 2", "10 5", deck="2 3 4", pile="3 5 55", laid=["20=4x5"], drawn=False)
    view = s.copy()
    RULES.redact(view, 1)
    assert (view.hand[0] == -1).all() and (view.deck == -1).all() and hand(view, 1) == "5 10"
    shown = WORDS.scene(view, 1, NAMES)
    assert [one["cards"] for one in shown["seats"]] == [4, 2] and shown["deck"] == 3
    assert shown["pile"]["count"] == 3 and shown["pile"]["top"]["id"] == "55" and shown["pile"]["all"] is None
    assert shown["sides"][0]["sets"][0]["label"] == "20=4x5" and shown["frozenForYou"]
    s.discard_view = 1
    assert [one["id"] for one in WORDS.scene(s, 1, NAMES)["pile"]["all"]] == ["3", "5", "55"]


def test_CA_23_chosen_cards_lie_open():
    s = do(table("5 11 9", "10", deck="2", pile="3 7 55", laid=["20=4x5"], drawn=False), "take 55=5x11", "choose 7@2")
    view = s.copy()
    RULES.redact(view, 1)
    assert [one["id"] for one in WORDS.scene(view, 1, NAMES)["chosen"]] == ["7"]


# A turn.

def test_CA_3_draw_two_lay_discard():
    s = table("42 6 7 2", "10 5", deck="9 8 3", pile="4", laid=["20=4x5"], drawn=False)
    do(s, "draw")
    assert hand(s, 0) == "2 6 7 8 9 42" and s.left == 1 and why(s, "draw") == Refusal.DRAWN_ALREADY
    do(s, "lay 42=6x7", "discard 9")
    assert laid_by(s, 0) == ["20=4x5", "42=6x7"] and pile_of(s) == "4 9" and s.turn == 1 and s.phase == Phase.DRAW


def test_CA_4_one_card_stays_after_the_discard():
    s = table("42 6 7 2", "10 5", laid=["20=4x5"])
    assert why(s, "lay 42=6x7") == Refusal.STRANDED
    assert said(s, "lay 42=6x7") == (
        "That would leave you 1 card, one card must stay after the discard, and you cannot go out: your side would "
        "have no canasta and needs 2.")
    s = table("42 6 7 2 9", "10 5", laid=["20=4x5"])
    do(s, "lay 42=6x7", "discard 9")
    assert hand(s, 0) == "2"


def test_CA_4_an_extension_that_strands_is_refused():
    s = table("16 9", "10 5", laid=["4=2x2"])
    assert why(s, "extend 4=2x2 with 16") == Refusal.STRANDED
    s = table("16 9", "10 5", laid=["4=2x2; 81=3x3x3x3"], score=[-10])
    do(s, "extend 4=2x2 with 16", "out", "discard 9")
    assert s.went_out == 0


def test_CA_4_the_last_card_may_make_the_canasta_that_is_missing():
    s = table("8 2 2 2 64", "10 5", laid=["81=3x3x3x3"])
    do(s, "lay 8=2x2x2")
    assert moves(s) == ["extend 8=2x2x2 with 64"]
    do(s, "extend 8=2x2x2 with 64")
    assert moves(s) == ["out"]


def test_CA_4_a_last_card_that_makes_no_canasta_does_not_help():
    """The 8 could grow to a canasta by a 64; a 9, or a card that makes no canasta, is left over."""
    for cards in ("8 2 2 2 9", "8 2 2 2 2"):
        s = table(cards, "10 5", laid=["81=3x3x3x3"])
        assert why(s, "lay 8=2x2x2") == Refusal.STRANDED
    s = table("4 2 2 16", "10 5", laid=["81=3x3x3x3"])
    assert why(s, "lay 4=2x2") == Refusal.STRANDED, "16 = 2 × 2 × 4 is no canasta"


def test_CA_8_equal_sets_are_listed_once():
    """Two sets alike grow in the same way: one action is listed once, from the hand and from the pile."""
    s = table("16 2 9 9", "10", laid=["4=2x2; 4=2x2"])
    assert moves(s).count("extend 4=2x2 with 16") == 1 == len(set(moves(s))) / len(moves(s))
    s = table("2 9 9", "10", deck="2 2", pile="3 7 16", laid=["4=2x2; 4=2x2; 20=4x5; 20=4x5"], drawn=False)
    assert moves(s).count("take 4=2x2 with 16") == 1 == len(set(moves(s))) / len(moves(s))


@pytest.mark.parametrize("text", ["take 55=5x11", "take 4=2x2 with 16"])
def test_CA_12_no_pile_at_all(text):
    s = table("5 11 9 55 16", "10", deck="2 2", pile="", laid=["4=2x2"], drawn=False)
    assert why(s, text) == Refusal.PILE_SMALL and said(s, text).endswith("and it has none.")


@pytest.mark.parametrize("pile", ["3", "3 7", "3 7 8"])
def test_CA_26_a_run_beyond_the_level_is_refused_as_such_whatever_lies_in_the_pile(pile):
    s = table("2 3 5 7 11 13 17 9", "10", deck="2 2", pile=pile, laid=["run 2 3 5 7 11 13"], level=4, drawn=False)
    assert why(s, "take run 2 3 5 7 11 13 17") == Refusal.NOT_AT_LEVEL
    assert why(s, "take run 2 3 5 7 11 13 with 17") == Refusal.NOT_AT_LEVEL


def test_CA_11_nothing_has_been_put_aside():
    for laid in ([], ["20=4x5"]):
        s = table("42 6 7 9", "10", laid=laid)
        assert why(s, "down") == why(s, "back") == Refusal.NOTHING_STAGED


def test_CA_24_first_draw_or_take():
    s = table("42 6 7 2 3", "10 5", deck="9 8", pile="4", laid=["20=4x5"], drawn=False)
    for text in ("lay 42=6x7", "discard 2", "extend 20=4x5 with 2", "out", "ask"):
        assert why(s, text) in (Refusal.DRAW_FIRST, Refusal.NO_GROWTH, Refusal.NO_PARTNER)
    assert moves(s) == ["draw"]


def test_CA_24_a_wild_may_be_discarded():
    s = do(table("W 6 7", "10 5", pile="4"), "discard W")
    assert s.frozen == 1 and pile_of(s) == "4 W"


def test_CA_5_the_discards_become_the_draw_pile():
    s = table("2 3", "10 5", deck="9", pile="4 W 6 7", drawn=False)
    do(s, "draw")
    assert s.remade and s.odd == 1 and s.frozen == 0 and pile_of(s) == "7" and s.left == 2 and s.cards[0] == 4
    assert Counter(s.pool.nonzero()[0].tolist()) == Counter(kinds("4 6 W"))


def test_CA_5_the_round_ends_when_no_two_cards_are_left():
    s = do(table("2 3", "10 5", deck="9", pile="4", drawn=False), "draw")
    assert s.phase == Phase.DEAL and s.went_out == -1 and list(s.score[:2]) == [-20, -20] and RULES.is_between_hands(s)


def test_CA_5_the_pile_may_be_taken_instead():
    s = table("5 11 2", "10 5", deck="", pile="3 7 55", laid=["20=4x5"], drawn=False)
    assert "take 55=5x11" in moves(s) and "draw" in moves(s)


# Sets.

@pytest.mark.parametrize(("text", "canasta"), [
    ("42=6x7", 0), ("20=4xW", 0), ("81=3x3x3x3", 1), ("64=2x2x2x2x2x2", 1), ("run 2 3 5 7 11 13", 1),
    ("run 2 3 5 7 11 13 17 19", 1), ("60=2x2xWx5", 1)])
def test_CA_6_sets_and_canastas(text, canasta):
    assert tables.CANASTA[row(text)] == canasta


@pytest.mark.parametrize("text", ["42 6 8", "2 3 5 7 11", "2 3 5 7 11 17", "2 2 3 5 7 11", "2 10 4 5", "42 7"])
def test_CA_6_what_is_no_set(text):
    s = table(f"{text} 9 9", "10", laid=["20=4x5"])
    assert why(s, f"lay {text}") == Refusal.NO_SET


def test_CA_6_the_refusal_has_the_arithmetic():
    s = table("42 6 8 2 9", "10", laid=["20=4x5"])
    assert said(s, "lay 42=6x8") == "6 × 8 = 48, not 42. 42 = 6 × 7."
    s = table("2 3 5 7 11 4", "10", laid=["20=4x5"])
    assert "a run of six or more, and these are 5 cards" in said(s, "lay run 2 3 5 7 11")


def test_CA_6_no_runs_at_level_3():
    assert tables.RUN_ENDS[3] == 0
    s = table("2 3 5 7 11 W W 9", "10", laid=["20=4x5"], level=3)
    assert why(s, "lay run 2 3 5 7 11 W13") == Refusal.NOT_AT_LEVEL
    assert not any("run" in text for text in moves(s))


def test_CA_7_wilds():
    s = table("64 4 W W W W 9", "10", laid=["20=4x5"])
    assert why(s, "lay 64=4xWxWxWxW") == Refusal.NO_SET
    s = table("20 W W W 9", "10", laid=["20=4x5"])
    assert why(s, "lay 20=WxWxW") == Refusal.NO_SET
    natural, mixed = row("20=4x5"), row("20=4xW")
    assert tables.WILD_CARDS[natural] == 0 and tables.WILD_CARDS[mixed] == 1
    assert tables.WILD_CARDS.max() == 3 and (tables.COUNT - tables.WILD_CARDS).min() == 2


def test_CA_26_runs():
    count = [len({tuple(tables.STRETCHES[i]) for i in range(tables.RUN_ENDS[level])}) for level in range(3, 7)]
    assert count == [0, 1, 3, 6]
    assert max(tables.COUNT[tables.FIRST_RUN:]) == 8
    assert tables.BONUS[row("run 2 3 5 7 11 13 17")] == 400 and tables.BONUS[row("run 2 3 5 7 11 13 17 19")] == 600
    s = table("3 5 7 11 13 W 9 9", "10", laid=["20=4x5"], level=4)
    assert why(s, "lay run 3 5 7 11 13 W17") == Refusal.NOT_AT_LEVEL
    assert do(s, "lay run W2 3 5 7 11 13") is s


def test_CA_26_the_player_declares_the_wilds():
    s = table("3 5 7 11 13 W 9 9", "10", laid=["20=4x5"])
    assert {"lay run W2 3 5 7 11 13", "lay run 3 5 7 11 13 W17"} <= set(moves(s))
    assert labels.set_name(row("W 3 5 7 11 13")) == "run W2 3 5 7 11 13"        # as they stand side by side
    assert labels.set_name(row("3 5 7 11 13 W")) == "run 3 5 7 11 13 W17"
    assert labels.set_name(row("13 3 W 5 11 7")) == "run 3 5 7 11 13 W17"


def test_CA_27_a_wild_added_later_makes_it_mixed():
    s = table("W 9 9", "10", laid=["run 2 3 5 7 11 13"])
    do(s, "extend run 2 3 5 7 11 13 with W17")
    assert laid_by(s, 0) == ["run 2 3 5 7 11 13 W17"] and s.canastas[0] == 1
    assert tables.BONUS[s.laid[0, 0]] == 200


def test_CA_27_a_set_becomes_a_canasta_with_five_cards():
    s = table("900 4 9 9", "10", laid=["15=3x5"])
    do(s, "extend 15=3x5 with 900 4")
    assert laid_by(s, 0) == ["900=3x4x5x15"] and s.canastas[0] == 1 and tables.BONUS[s.laid[0, 0]] == 400


# Extending.

def test_CA_8_a_side_extends_its_own_sets():
    s = table("16 9 9", "10 9", laid=["20=4x5", "4=2x2"])
    assert why(s, "extend 4=2x2 with 16") == Refusal.NOT_LAID
    s = table("16 9 9", "10 9", laid=["4=2x2"])
    do(s, "extend 4=2x2 with 16")
    assert laid_by(s, 0) == ["16=2x2x4"] and hand(s, 0) == "9 9"


def test_CA_8_a_wild_keeps_its_prime():
    """A wild declared as 17 at the end of a run leaves no place for a 17, and does not become a 2."""
    old = "run 3 5 7 11 13 W17"
    s = table("17 2 19 9 9", "10", laid=[old])
    assert why(s, f"extend {old} with 17") == Refusal.NO_GROWTH
    grown = {labels.set_name(int(tables.PAIRS[pair, 1])) for pair in labels.list_growth_pairs(row(old))}
    assert all("W17" in name for name in grown)
    for old_row, new in tables.PAIRS:                                   # and so for every pair
        was = Counter(int(n) for n in tables.WILD_MEANING[old_row] if n)
        assert was <= Counter(int(n) for n in tables.WILD_MEANING[new] if n)
        assert tables.COUNTS[old_row].sum() < tables.COUNTS[new].sum()
        assert (tables.COUNTS[old_row] <= tables.COUNTS[new]).all()


def test_CA_8_a_set_grows_into_every_larger_one_that_has_its_cards_and_what_its_wilds_stand_for():
    """All pairs of runs, and of factor sets that share the first's answer."""
    cards, meaning, with_kind, found = [], [], {}, {}
    for old, new in tables.PAIRS.tolist():
        found.setdefault(old, set()).add(new)
    for row_, kinds_ in enumerate(tables.CARDS.tolist()):
        cards.append(Counter(kind for kind in kinds_ if kind != tables.NO_CARD))
        meaning.append(Counter(prime for prime in tables.WILD_MEANING[row_].tolist() if prime))
        for kind in cards[row_] if row_ < tables.FIRST_RUN else ["run"]:
            with_kind.setdefault(kind, []).append(row_)
    for old in range(tables.ALL):
        alike = with_kind["run" if old >= tables.FIRST_RUN else int(tables.CARDS[old, 0])]
        grown = {new for new in alike if cards[old] < cards[new] and meaning[old] <= meaning[new]}
        assert grown == found.get(old, set())


@pytest.mark.parametrize(("old", "cards", "new"), [
    ("4=2x2", "16", "16=2x2x4"), ("6=2x3", "36", "36=2x3x6"), ("8=2x4", "64", "64=2x4x8"), ("9=3x3", "81", "81=3x3x9"),
    ("10=2x5", "100", "100=2x5x10"), ("15=3x5", "900 4", "900=3x4x5x15"),
    ("run 2 3 5 7 11 13", "17", "run 2 3 5 7 11 13 17"),
    ("run 2 3 5 7 11 13 17", "19", "run 2 3 5 7 11 13 17 19")])
def test_CA_25_what_grows(old, cards, new):
    s = table(f"{cards} 9 9", "2", laid=[old])
    do(s, f"extend {old} with {cards}")
    assert laid_by(s, 0) == [new]


def test_CA_25_what_does_not():
    assert not list(labels.list_growth_pairs(row("20=4x5")))
    s = table("2 2 9 9", "10", laid=["20=4x5"])
    assert why(s, "extend 20=4x5 with 2") == Refusal.NO_GROWTH
    assert said(s, "extend 20=4x5 with 2") == (
        "20 = 4 × 5 cannot grow: its answer would become a multiplier, and no card of level 6 can be the new answer, "
        "a multiple of 20 × 20 = 400.")
    s = table("15 9 9", "10", laid=["4=2x2"])
    assert "4 × 4 = 16" in said(s, "extend 4=2x2 with 15")


def test_CA_25_all_growths_by_multiplication():
    """Against the catalogue: a set grows into every set that has its answer among the multipliers, and its cards."""
    for old, new in tables.PAIRS[tables.PAIRS[:, 0] < tables.FIRST_RUN]:
        answer = tables.CARDS[old, 0]
        assert answer in tables.CARDS[new, 1:].tolist()
    firsts = [r for r in range(tables.FIRST_RUN) if tables.CARDS[r, 0] == KIND[4] and tables.WILD_CARDS[r] == 0]
    assert [labels.set_name(r) for r in firsts] == ["4=2x2"]


# Points.

@pytest.mark.parametrize(("card", "points"), [
    ("W", 50), ("100", 50), ("900", 50), ("17", 40), ("19", 40), ("80", 40), ("99", 40), ("13", 30), ("60", 30),
    ("78", 30), ("7", 20), ("11", 20), ("40", 20), ("57", 20), ("2", 10), ("3", 10), ("5", 10), ("4", 10), ("39", 10),
    ("120", 50), ("72", 30)])
def test_CA_9_card_values(card, points):
    assert tables.POINTS[kinds(card)[0]] == points


@pytest.mark.parametrize(("level", "total"), [(3, 2610), (4, 3070), (5, 3290), (6, 3610)])
def test_CA_9_value_of_the_whole_deck(level, total):
    cards = sum(int(tables.POINTS[k] * COPIES[k]) for k in range(WILD) if LEVEL[k] <= level)
    assert cards + 50 * int(tables.WILDS_IN_DECK[level]) == total


@pytest.mark.parametrize(("text", "bonus", "points"), [
    ("81=3x3x3x3", 400, 80), ("60=2x2xWx5", 200, 110), ("64=2x2x2x2x2x2", 600, 90), ("64=2x2x2x2x2xW", 400, 130),
    ("run 2 3 5 7 11 13", 400, 100), ("run 2 3 5 7 11 W13", 200, 120), ("run 2 3 5 7 11 13 17 19", 600, 180),
    ("run 2 3 5 7 11 13 17 W19", 400, 190), ("42=6x7", 0, 50)])
def test_CA_10_bonuses(text, bonus, points):
    assert tables.BONUS[row(text)] == bonus and tables.SET_POINTS[row(text)] == points


def test_CA_28_steps_of_ten():
    assert all(points % 10 == 0 for points in tables.POINTS) and all(bonus % 10 == 0 for bonus in tables.BONUS)
    s = GAME.new_state(3, {}, RULES)
    assert list(s.score) == [0, 0, 0, 0]
    for least, need, canastas in ((-10, 50, 1), (0, 100, 2), (990, 100, 2), (1000, 150, 2), (1990, 150, 2),
                                  (2000, 200, 2), (2990, 200, 2), (3000, 250, 3), (9000, 250, 3)):
        assert rules_minimum(least) == need and rules_needed(least) == canastas


def rules_minimum(score):
    return RULES.module.laydown_minimum(GAME.new_state(2, {}, RULES), score)


def rules_needed(score):
    return RULES.module.canastas_needed(GAME.new_state(2, {}, RULES), score)


def test_CA_37_a_short_match_opens_at_50_and_goes_out_with_one_canasta():
    for target, least, canastas in ((300, 50, 1), (490, 50, 1), (500, 100, 2)):
        s = GAME.new_state(2, {"target_score": target}, RULES)
        for total in (0, 290):
            assert RULES.module.laydown_minimum(s, total) == least
            assert RULES.module.canastas_needed(s, total) == canastas


# The initial laydown.

def test_CA_11_the_worked_example():
    """{120, 10, 3, 2, 2} counts 90: too little; with {50, 25, 2} it is 130."""
    s = table("120 10 3 2 2 50 25 2 7 9", "10")
    do(s, "lay 120=10x3x2x2")
    assert s.stage_points == 90 and why(s, "down") == Refusal.BELOW_MINIMUM
    assert said(s, "down") == "Your sets count 90, and the initial laydown must count 100."
    do(s, "lay 50=25x2", "down")
    assert s.made[0] and laid_by(s, 0) == ["120=2x2x3x10", "50=2x25"] and s.cards[0] == 2


def test_CA_11_staged_sets_are_seen_by_nobody_else():
    s = do(table("120 10 3 2 2 7 9", "10"), "lay 120=10x3x2x2")
    before, after = table("120 10 3 2 2 7 9", "10"), s.copy()
    RULES.redact(before, 1)
    RULES.redact(after, 1)
    assert before.tobytes() == after.tobytes()
    assert RULES.observe_action(table("120 10 3 2 2 7 9", "10"), 0, WORDS.parse("lay 120=10x3x2x2"), 1) == -1
    assert RULES.is_undoable(s, 0, WORDS.parse("lay 120=10x3x2x2"))


def test_CA_11_taken_back_and_laid_again():
    """No rulebook says that one may not; only a list that random play follows leaves it out, so that it ends."""
    s = do(table("120 10 3 2 2 50 25 2 7 9", "10", deck="2 2 2 2"), "lay 120=10x3x2x2")
    assert why(s, "discard 7") == Refusal.STAGED and "back" in moves(s)
    do(s, "back")
    assert s.cards[0] == 10 and s.hand[0].sum() == 10 and why(s, "back") == Refusal.NOTHING_STAGED
    assert fault(s, "lay 120=10x3x2x2") == Violation.AGAIN and not any(text.startswith("lay") for text in moves(s))
    assert all(fault(s, text) == Violation.NONE for text in moves(s)) and "discard 7" in moves(s)
    do(s, "lay 120=10x3x2x2")
    assert moves(s) == ["back"] and fault(s, "lay 50=25x2") == Violation.AGAIN
    do(s, "back", "lay 120=10x3x2x2", "lay 50=25x2")
    assert moves(s) == ["back", "down"]
    do(s, "down")
    assert s.made[0] and laid_by(s, 0) == ["120=2x2x3x10", "50=2x25"] and s.cards[0] == 2


def test_CA_11_in_the_next_turn_it_is_listed_again():
    s = do(table("120 10 3 2 2 7 9", "10", deck="2 2 2 2"), "lay 120=10x3x2x2", "back")
    do(s, "discard 7", "draw", "discard 10", "draw")
    assert why(s, "lay 120=10x3x2x2") == Refusal.NONE and fault(s, "lay 120=10x3x2x2") == Violation.NONE


@pytest.mark.parametrize("answer", ["no", "yes"])
def test_CA_35_asking_after_taking_back(answer):
    """Who must go out has the way out listed, and taking back once more not: random play ends, and is not stuck."""
    s = table("81 3 3 3 3 64 2 2 2 2 2 2 9", "10", "19 W 3", "2 2", **PAIRS)
    do(s, "lay 81=3x3x3x3", "back", "ask", answer)
    assert moves(s) and fault(s, "lay 81=3x3x3x3") == (Violation.NONE if answer == "yes" else Violation.AGAIN)
    if answer == "no":
        assert all(text.startswith("discard") for text in moves(s))
        return
    assert all(text.startswith("lay") for text in moves(s)) and why(s, "discard 9") == Refusal.MUST_GO_OUT
    do(s, "lay 81=3x3x3x3")
    assert "back" not in moves(s) and fault(s, "back") == Violation.AGAIN
    do(s, "lay 64=2x2x2x2x2x2", "down", "out", "discard 9")
    assert s.went_out == 0


@pytest.mark.parametrize(("score", "enough"), [(-10, True), (0, False), (990, False), (1000, False)])
def test_CA_11_the_minimum_follows_the_total(score, enough):
    s = do(table("120 10 3 2 2 7 9", "10", score=[score]), "lay 120=10x3x2x2")
    assert (why(s, "down") == Refusal.NONE) == enough


def test_CA_11_no_extending_before_it():
    s = table("16 9 9", "10")
    assert why(s, "extend 4=2x2 with 16") == Refusal.NOT_DOWN_YET


# The discard pile.

def test_CA_12_top_card_into_a_set_and_two_more_at_least():
    s = table("5 11 9", "10", deck="2 2", pile="3 7 W 8 55", laid=["20=4x5"], drawn=False)
    s.pile[2], s.frozen = KIND[6], 0
    do(s, "take 55=5x11")
    assert s.phase == Phase.CHOOSE and laid_by(s, 0) == ["20=4x5", "55=5x11"] and pile_of(s) == "3 7 6 8"
    assert why(s, "done") == Refusal.CHOOSE_MORE and why(s, "discard 9") == Refusal.CHOOSE_FIRST
    do(s, "choose 7@2")
    assert why(s, "done") == Refusal.CHOOSE_MORE and why(s, "choose 7@2") == Refusal.NOT_THERE
    assert why(s, "choose 6@1") == Refusal.NOT_THERE
    do(s, "choose 8@4", "done")
    assert hand(s, 0) == "7 8 9" and pile_of(s) == "3 6" and s.phase == Phase.LAY
    assert s.known[0, KIND[7]] == 1 and s.known[0, KIND[8]] == 1


def test_CA_12_the_whole_pile_may_be_taken():
    s = table("5 11 9", "10", deck="2 2", pile="3 7 55", laid=["20=4x5"], drawn=False)
    do(s, "take 55=5x11", "choose 3@1", "choose 7@2")
    assert moves(s) == ["done"]
    do(s, "done")
    assert s.piled == 0 and s.cards[0] == 3


def test_CA_12_a_pile_of_two_cards_is_too_small():
    s = table("5 11 9", "10", deck="2 2", pile="7 55", laid=["20=4x5"], drawn=False)
    assert why(s, "take 55=5x11") == Refusal.PILE_SMALL and "it has 2" in said(s, "take 55=5x11")


def test_CA_12_the_top_card_must_be_used():
    s = table("5 11 9 42 6 7", "10", deck="2 2", pile="3 7 55", laid=["20=4x5"], drawn=False)
    assert why(s, "take 42=6x7") == Refusal.TOP_UNUSED and "55" in said(s, "take 42=6x7")
    s = table("5 9", "10", deck="2 2", pile="3 7 55", laid=["20=4x5"], drawn=False)
    assert why(s, "take 55=5x11") == Refusal.NOT_IN_HAND
    assert why(s, "choose 3@1") == Refusal.NOT_CHOOSING


def test_CA_13_frozen_for_all_while_a_wild_lies_in_it():
    s = table("5 11 W 9 2 6", "10", deck="2 2", pile="3 W 55", laid=["20=4x5"], drawn=False)
    assert why(s, "take 55=5xW") == Refusal.FROZEN_WILDS and why(s, "take 55=5x11") == Refusal.NONE
    s = table("9 9 9", "10", deck="2 2", pile="3 W 16", laid=["4=2x2"], drawn=False)
    assert why(s, "take 4=2x2 with 16") == Refusal.FROZEN_GROWTH


def test_CA_13_frozen_for_who_has_not_laid_down():
    s = table("5 11 W 9 2 6", "10 4", deck="2 2", pile="3 7 55", laid=["", "20=4x5"], drawn=False)
    assert why(s, "take 55=5xW") == Refusal.FROZEN_WILDS and "Before your initial laydown" in said(s, "take 55=5xW")


def test_CA_13_a_canasta_may_be_the_set():
    s = table("2 3 5 7 11 9 9", "10", deck="2 2", pile="3 W 13", laid=["20=4x5"], drawn=False)
    assert why(s, "take run 2 3 5 7 11 13") == Refusal.NONE


def test_CA_14_the_card_from_the_pile_does_not_count():
    s = table("9 11 84 2 6 7 3 3", "10", deck="2 2", pile="3 7 99", drawn=False)
    do(s, "take 99=9x11")
    assert s.stage_points == 30 and why(s, "down") == Refusal.BELOW_MINIMUM and s.phase == Phase.DRAW
    do(s, "lay 84=2x6x7")
    assert s.stage_points == 30 + 80
    do(s, "down")
    assert s.phase == Phase.CHOOSE and pile_of(s) == "3 7" and s.cards[0] == 2


def test_CA_29_the_minimum_is_reached_before_choosing_and_wilds_count():
    s = table("9 11 84 2 W 6 3 3", "10", deck="2 2", pile="3 7 99", drawn=False)
    do(s, "take 99=9x11")
    assert why(s, "choose 7@2") == Refusal.NOT_CHOOSING and why(s, "draw") == Refusal.STAGED
    do(s, "lay 84=2x6xW")
    assert s.stage_points == 30 + 110
    do(s, "down", "choose 3@1", "choose 7@2", "done")
    assert hand(s, 0) == "3 3 3 7"


def test_CA_29_taken_back_it_costs_nothing_and_two_are_drawn():
    s = table("9 11 84 2 6 7 3", "10", deck="2 2", pile="3 7 99", drawn=False)
    do(s, "take 99=9x11", "back")
    assert pile_of(s) == "3 7 99" and moves(s) == ["draw"] and fault(s, "take 99=9x11") == Violation.AGAIN
    do(s, "take 99=9x11", "lay 84=2x6x7", "down", "choose 3@1", "choose 7@2", "done")
    assert laid_by(s, 0) == ["99=9x11", "84=2x6x7"]


def test_CA_30_a_wild_on_top_cannot_be_taken():
    s = table("20 4 5 9", "10", deck="2 2", pile="3 7 W", laid=["20=4x5"], drawn=False)
    assert why(s, "take 20=4xW") == Refusal.TOP_WILD and moves(s) == ["draw"]


def test_CA_31_thawed_when_the_wild_is_out():
    s = table("5 11 9 9", "10 6", deck="2 2 2 2", pile="3 W 8 55", laid=["20=4x5"], drawn=False)
    do(s, "take 55=5x11", "choose W@2", "choose 8@3", "done")
    assert s.frozen == 0 and s.known[0, WILD] == 1


def test_CA_31_an_unfrozen_pile_with_wilds_or_onto_a_set():
    s = table("5 W 9 9", "10", deck="2 2", pile="3 8 55", laid=["20=4x5"], drawn=False)
    assert why(s, "take 55=5xW") == Refusal.NONE
    s = table("9 9 9", "10", deck="2 2", pile="3 8 16", laid=["4=2x2"], drawn=False)
    do(s, "take 4=2x2 with 16", "choose 3@1", "choose 8@2", "done")
    assert laid_by(s, 0) == ["16=2x2x4"]
    s = table("4 9 9", "10", deck="2 2", pile="3 8 900", laid=["15=3x5"], drawn=False)
    do(s, "take 15=3x5 with 4 900")
    assert s.canastas[0] == 1 and s.cards[0] == 2


# Going out.

def test_CA_15_out_with_a_discard_and_without():
    s = table("42 6 7 9", "10", laid=[CANASTAS])
    do(s, "lay 42=6x7")
    assert set(moves(s)) == {"out"}
    do(s, "out", "discard 9")
    assert s.went_out == 0 and s.phase == Phase.DEAL
    s = do(table("42 6 7", "10", laid=[CANASTAS]), "lay 42=6x7", "out")
    assert s.went_out == 0


def test_CA_15_enough_canastas():
    s = table("42 6 7 9", "10", laid=["81=3x3x3x3"])
    assert why(s, "lay 42=6x7") == Refusal.STRANDED
    s = table("42 6 7 9", "10", laid=["81=3x3x3x3"], score=[-10])
    assert why(s, "lay 42=6x7") == Refusal.NONE
    s = table("42 6 7 9", "10", laid=[CANASTAS], score=[3000])
    assert why(s, "lay 42=6x7") == Refusal.STRANDED
    s = table("42 6 7 9", "10", laid=[CANASTAS])
    assert why(s, "out") == Refusal.DEADWOOD
    s = table("42 6 7 9", "10", laid=["20=4x5"])
    s.hand[0], s.cards[0] = 0, 0
    assert said(s, "out") == "Your side has no canasta, and needs 2 to go out."


def test_CA_16_a_hundred_for_going_out():
    s = do(table("42 6 7", "10", laid=[CANASTAS]), "lay 42=6x7", "out")
    assert s.sheet[0, Column.OUT] == 100 and s.sheet[1, Column.OUT] == 0


def test_CA_32_announced_before_the_discard():
    s = do(table("42 6 7 9", "10", laid=[CANASTAS]), "lay 42=6x7")
    assert why(s, "discard 9") == Refusal.ANNOUNCE_FIRST
    do(s, "out")
    assert s.announced and why(s, "out") == Refusal.ONLY_DISCARD and moves(s) == ["discard 9"]


def test_CA_32_canastas_of_the_same_turn_count_and_so_does_the_minimum():
    s = table("81 3 3 3 3 64 2 2 2 2 2 2 9", "10")
    do(s, "lay 81=3x3x3x3", "lay 64=2x2x2x2x2x2")
    assert s.stage_points == 80 + 90
    do(s, "down", "out", "discard 9")
    assert s.went_out == 0 and s.sheet[0, Column.CANASTAS] == 1000
    s = table("81 3 3 3 3 64 2 2 2 2 2 2 9", "10", score=[1000])
    do(s, "lay 64=2x2x2x2x2x2")
    assert why(s, "down") == Refusal.BELOW_MINIMUM


# Scores.

def test_CA_17_the_worked_example():
    """Canasta bonuses of 800 and laid cards worth 300: +1200.  A 19 and a wild in hand and nothing laid: -90."""
    s = do(table("42 6 7 9", "19 W", laid=[CANASTAS + "; 98=7x14"]), "lay 42=6x7", "out", "discard 9")
    assert list(s.sheet[0]) == [800, 300, 0, 100, 0] and s.score[0] == 1200
    assert s.sheet[1, Column.HAND] == -90 and s.score[1] == -90


def test_CA_17_everybody_scores_what_is_laid():
    s = do(table("42 6 7", "10 64", laid=[CANASTAS, "81=3x3x3x3"]), "lay 42=6x7", "out")
    assert s.score[1] == 400 + 80 - 10 - 30


def test_CA_18_the_highest_total_wins_and_a_tie_goes_on():
    s = table("42 6 7", "10", laid=[CANASTAS], score=[2000, 5400])
    do(s, "lay 42=6x7", "out")
    assert s.score[0] == 2000 + 800 + 230 + 100 and s.score[1] == 5390 and s.phase == Phase.OVER
    out = np.zeros(2)
    RULES.returns(s, out)
    assert out[1] > 0 > out[0]
    s = table("42 6 7", "10", laid=[CANASTAS], score=[2000, 3140], target_score=2500)
    do(s, "lay 42=6x7", "out")
    assert s.score[0] == s.score[1] == 3130 and s.phase == Phase.DEAL
    s = do(table("42 6 7", "10", laid=[CANASTAS], score=[3000], target_score=500), "discard 42")
    assert s.phase == Phase.DRAW, "only the end of a round decides"


@pytest.mark.parametrize(("scores", "ahead"), [
    ([2000, 500, 1500], [0.2, -0.25, 0.05]), ([9000, 0, 0], [1.0, -0.9, -0.9]), ([1000, 1000, 1000], [0, 0, 0])])
def test_CA_18_returns_are_how_far_one_is_ahead_of_the_others_mean(scores, ahead):
    """As a part of the target, and 1 at most."""
    s, out = table("2", "2", "2", score=scores), np.zeros(3)
    RULES.returns(s, out)
    assert out.tolist() == pytest.approx(ahead)


def test_CA_33_the_partner_counts_and_the_bonus_is_given_once():
    s = do(table("42 6 7", "10", "19 W", "2", laid=[CANASTAS], partnerships="on"), "lay 42=6x7", "out")
    assert s.sheet[0, Column.HAND] == -90 and s.sheet[0, Column.OUT] == 100
    assert s.sheet[1, Column.HAND] == -20 and s.sheet[1, Column.OUT] == 0


# Penalties.

STRICT = {"referee": "strict"}


@pytest.mark.parametrize(("text", "wrong"), [
    ("lay 42=6x8", Violation.NO_SET), ("extend 20=4x5 with 2", Violation.NO_SET), ("out", Violation.CHANGED_MIND)])
def test_CA_19_mistakes_cost_a_hundred(text, wrong):
    s = table("42 6 8 2 9", "10", laid=["20=4x5"], **STRICT)
    assert fault(s, text) == wrong and why(s, text) == Refusal.NONE
    before = s.copy()
    do(s, text)
    assert s.penalty[0] == 100 and hand(s, 0) == hand(before, 0) and s.turn == 0
    assert fault(table("42 6 8 2 9", "10", laid=["20=4x5"]), text) == Violation.NONE


def test_CA_19_the_cards_of_an_attempt_are_known():
    s = do(table("42 6 8 2 9", "10", laid=["20=4x5"], **STRICT), "lay 42=6x8")
    assert [k for k in range(WILD) if s.known[0, k]] == sorted(kinds("42 6 8"))


@pytest.mark.parametrize(("top", "text"), [
    ("3 7 W", "take 20=4xW"), ("7 55", "take 55=5x11"), ("3 W 55", "take 55=5xW"), ("3 W 16", "take 4=2x2 with 16")])
def test_CA_19_the_pile_without_being_entitled(top, text):
    s = table("20 4 5 11 W 9", "10", deck="2 2", pile=top, laid=["4=2x2"], drawn=False, **STRICT)
    assert fault(s, text) == Violation.NOT_ENTITLED
    do(s, text)
    assert s.penalty[0] == 100 and s.phase == Phase.DRAW and pile_of(s) == top


def test_CA_19_too_low_an_initial_laydown():
    s = do(table("120 10 3 2 2 7 9", "10", **STRICT), "lay 120=10x3x2x2")
    assert fault(s, "down") == Violation.BELOW_MINIMUM
    do(s, "down")
    assert s.penalty[0] == 100 and s.cards[0] == 7 and s.hand[0].sum() == 7 and s.known[0].sum() == 5
    assert not s.staged and s.back


def test_CA_19_showing_and_taking_back():
    s = do(table("120 10 3 2 2 7 9", "10", **STRICT), "lay 120=10x3x2x2", "back")
    assert s.penalty[0] == 100 and s.known[0].sum() == 5
    s = do(table("120 10 3 2 2 7 9", "10"), "lay 120=10x3x2x2", "back")
    assert s.penalty[0] == 0 and s.known[0].sum() == 0


def test_CA_34_after_a_penalty_the_turn_goes_on_as_before():
    """Too low a laydown goes back; laying again, with more, is allowed in the same turn."""
    s = do(table("120 10 3 2 2 50 25 2 7 9", "10", **STRICT), "lay 120=10x3x2x2", "down")
    assert s.penalty[0] == 100 and why(s, "lay 120=10x3x2x2") == Refusal.NONE
    do(s, "lay 120=10x3x2x2", "lay 50=25x2", "down", "discard 9")
    assert s.made[0] and s.penalty[0] == 100 and s.turn == 1


def test_CA_34_penalties_count_at_the_end_of_the_round():
    s = table("42 6 7 9 8", "10", laid=[CANASTAS], score=[0], **STRICT)
    do(s, "lay 42=6x8")
    assert s.score[0] == 0 and rules_minimum(s.score[0]) == 100
    do(s, "lay 42=6x7", "discard 8")
    s.turn, s.phase = 0, Phase.LAY
    s.hand[0], s.cards[0] = 0, 0
    do(s, "out")
    assert s.sheet[0, Column.PENALTY] == -100
    assert s.score[0] == s.sheet[0].sum()


# Partnerships.

PAIRS = {"partnerships": "on"}


def test_CA_20_four_players_two_sides():
    with pytest.raises(BadInput, match="CA-20"):
        GAME.check_options(3, PAIRS)
    s = table("42 6 7 9 9", "10", "2", "2", laid=["20=4x5"], turn=0, **PAIRS)
    do(s, "lay 42=6x7")
    assert laid_by(s, 0) == ["20=4x5", "42=6x7"] and RULES.refusal(s, 2, WORDS.parse("discard 2"))


def test_CA_36_thawed_and_extended_by_either():
    s = table("9", "9 9", "5 W 9 16", "2", deck="2 2", pile="3 8 55", laid=["4=2x2"], turn=2, drawn=False, **PAIRS)
    assert why(s, "take 55=5xW") == Refusal.NONE
    do(s, "draw", "extend 4=2x2 with 16")
    assert laid_by(s, 0) == ["16=2x2x4"]
    s = table("9", "5 W 9", "9", "2", deck="2 2", pile="3 8 55", laid=["4=2x2"], turn=1, drawn=False, **PAIRS)
    assert why(s, "take 55=5xW") == Refusal.FROZEN_WILDS


def asking(**more):
    return table("42 6 7 9", "10 8", "19 W 3", "2 2", deck="2 2 2 2", pile="3", laid=[CANASTAS], **PAIRS, **more)


def test_CA_21_may_i_go_out():
    s = do(asking(), "ask")
    assert RULES.to_act(s) == 1 << 2 and moves(s) == ["yes", "no"]
    assert why(s, "discard 3") == Refusal.NOT_ASKED
    do(s, "yes")
    assert s.phase == Phase.LAY and s.turn == 0
    s = do(asking(), "lay 42=6x7", "out", "discard 9")
    assert s.went_out == 0, "without asking"
    assert why(table("42 6 7 9", "10", laid=[CANASTAS]), "ask") == Refusal.NO_PARTNER


def test_CA_21_partners_say_nothing_else_during_a_round():
    assert WORDS.is_silent(asking()) and not WORDS.is_silent(table("42 6 7 9", "10"))
    assert not WORDS.is_silent(GAME.new_state(4, PAIRS, RULES))


def test_CA_35_yes_binds():
    s = do(asking(), "ask", "yes")
    assert why(s, "discard 9") == Refusal.MUST_GO_OUT and moves(s) == ["lay 42=6x7"]
    do(s, "lay 42=6x7", "out", "discard 9")
    assert s.went_out == 0


def test_CA_35_no_bars():
    s = do(asking(), "ask", "no")
    assert why(s, "lay 42=6x7") == Refusal.BARRED and why(s, "ask") == Refusal.ASKED_ALREADY
    assert said(s, "lay 42=6x7") == "Your partner said no, so you do not go out in this turn; this would leave you " \
                                    "1 card, and you need two, one to discard and one to keep."
    assert why(s, "out") == Refusal.BARRED
    do(s, "discard 9")
    assert s.turn == 1 and s.answer == 0


def test_CA_35_only_who_could_go_out_asks():
    s = table("42 6 7 9 8", "10 8", "19 W 3", "2 2", laid=[CANASTAS], **PAIRS)
    assert why(s, "ask") == Refusal.CANNOT_GO_OUT
    s = do(asking(), "lay 42=6x7")
    assert why(s, "ask") == Refusal.ASK_EARLIER
    s = table("42 6 7 9", "10 8", "19 W 3", "2 2", deck="2 2", pile="3", laid=[CANASTAS], drawn=False, **PAIRS)
    assert why(s, "ask") == Refusal.DRAW_FIRST


def test_CA_35_strict_asks_with_two_cards_or_more():
    """A no must leave something to keep, with the strict referee too."""
    s = do(asking(**STRICT), "lay 42=6x7")
    assert s.cards[0] == 1 and why(s, "ask") == Refusal.ASK_EARLIER
    assert why(table("42 9", "10 8", "19 W 3", "2 2", **PAIRS, **STRICT), "ask") == Refusal.NONE


def test_CA_35_a_no_does_not_forbid_what_leaves_two_cards():
    s = do(table("42 6 7 9 8", "10 8", "19 W 3", "2 2", laid=[CANASTAS + "; 4=2x2"], **PAIRS))
    s.answer = 2
    assert why(s, "lay 42=6x7") == Refusal.NONE
    assert why(table("16 9", "10 8", "19 W 3", "2 2", laid=[CANASTAS + "; 4=2x2"], **PAIRS),
               "extend 4=2x2 with 16") == Refusal.NONE
    s = table("16 9", "10 8", "19 W 3", "2 2", laid=[CANASTAS + "; 4=2x2"], **PAIRS)
    s.answer = 2
    assert why(s, "extend 4=2x2 with 16") == Refusal.BARRED


def test_CA_35_strict_disobedience_costs_a_hundred():
    s = do(asking(**STRICT), "ask", "no", "lay 42=6x7", "out", "discard 9")
    assert s.went_out == 0 and s.sheet[0, Column.PENALTY] == -100
    s = do(asking(**STRICT), "ask", "yes", "discard 9")
    assert s.penalty[0] == 100 and s.turn == 1


# Words.

def test_every_refusal_has_words_and_every_rule_named_exists():
    text = (GAME.folder / "rules.md").read_text()
    for reason in list(Refusal)[1:]:
        sentence, rule = WORDS.explain_refusal(reason)
        assert sentence.endswith(".") and (not rule or f"- {rule} " in text)


def test_labels_of_all_sets_and_pairs():
    for one in range(tables.ALL):
        for action in (RULES.module.encode_lay(one), RULES.module.encode_take(one)):
            assert WORDS.parse(WORDS.label(action)) == action
    for pair in range(len(tables.PAIRS)):
        for action in (RULES.module.encode_extend(pair), RULES.module.encode_take_onto_set(pair)):
            assert WORDS.parse(WORDS.label(action)) == action, WORDS.label(action)


@pytest.mark.parametrize("text", ["lay 42=6x8", "lay 2 3 5 7 11", "extend 4=2x2 with 15", "take 55=5x5",
                                  "take 4=2x2 with 15 3", "lay 42"])
def test_labels_of_what_is_shown_in_vain(text):
    action = WORDS.parse(text)
    assert WORDS.parse(WORDS.label(action)) == action
    assert RULES.module.is_well_formed(action)


@pytest.mark.parametrize(("one", "other"), [
    ("lay 42=6x8", "lay 42=8x6"), ("lay 42=6x8", "lay 6 8 42"), ("lay 2 3 5 7 11", "lay run 11 7 5 3 2"),
    ("extend 4=2x2 with 15 3", "extend 4=2x2 with 3 15"), ("take 55=5x5", "take 5 55 5")])
def test_one_action_is_one_number(one, other):
    assert WORDS.parse(one) == WORDS.parse(other)


def test_numbers_that_name_an_action_twice_are_not_well_formed():
    """Every order of the cards shown, and every mark beside those used, is another number for the same thing."""
    s = table("42 6 8 15 3 2 9 9", "10", laid=["4=2x2"])
    for text in ("lay 42=6x8", "extend 4=2x2 with 15 3"):
        action = WORDS.parse(text)
        assert RULES.module.is_well_formed(action) and why(s, text) in (Refusal.NO_SET, Refusal.NO_GROWTH)
        for i in range(len(labels.shown_kinds(action)) - 1):
            a, b = (action >> 7 * at & 127 for at in (i, i + 1))
            swapped = action + (b - a << 7 * i) + (a - b << 7 * (i + 1))
            assert a and b and (a == b or not RULES.module.is_well_formed(swapped))
        for bit in (57, 58, 59, 60, 61):
            other = action ^ 1 << bit
            assert not RULES.module.is_well_formed(other) or WORDS.label(other) != WORDS.label(action)
    assert not RULES.module.is_well_formed(1 << 59 | 43 << 7 | 7)


@pytest.mark.parametrize("text", ["", "lay", "lay 14=2x7x", "lay 41 2", "choose 7", "choose 7@0", "choose 7@999",
                                  "discard 43", "extend 20=4x6 with 2", "lay run 2 3 5 7 11 W23", "drawx",
                                  "lay 2 2 2 2 2 2 2 2 2"])
def test_what_is_no_action(text):
    with pytest.raises(BadInput):
        WORDS.parse(text)


def test_scenes_of_watchers_show_no_hand():
    view = deal(3, 5)
    RULES.redact(view, WATCHER)
    assert WORDS.scene(view, WATCHER, NAMES)["hand"] == []
