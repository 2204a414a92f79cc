"""Refusals and hints over random games: what they say is so in the position where they are said."""

import random
import re
from math import prod

import numpy as np
import pytest

from coprime.core.language_selection import use_language
from coprime.core.seats import CHANCE
from coprime.decks.primepak.cards import KINDS, NUMBERS, PRIMES, WILD
from coprime.games.prime_canasta import tables
from coprime.games.prime_canasta.phrases import wilds_text
from coprime.games.prime_canasta.sides import cards_in_hand, laydown_minimum, side_of
from coprime.testing.laws import RandomWalk, random_options, view_of
from coprime.testing.log_laws import check_match_accounts

from .table import GAME, RULES, WORDS, Refusal, Violation, do, labels, laid_by, row, said, table
from .test_rules import CANASTAS, PAIRS, asking

RULE_TEXT = (GAME.folder / "rules.md").read_text()
EQUATION = re.compile(r"(\d+) = (\d+(?: × \d+)+)|(\d+(?: × \d+)+) = (\d+)")
WRONG_NUMBER = re.compile(r"\b1 (cards|canastas|places|wilds|points|primes)\b|\b(0|[2-9]|\d\d+) (card|canasta|place)\b")


def tried(view, seat, chance):
    """Actions that somebody could try who holds these cards, as people write them."""
    held = [kind for kind in range(KINDS) for _ in range(max(0, int(view.hand[seat, kind])))]
    yield from ("draw", "back", "down", "done", "ask", "yes", "no", "out", "choose 7@3", "choose W@1", "choose 2@99")
    yield from (f"discard {labels.notation.kind_name(chance.randrange(KINDS))}" for _ in range(3))
    for _ in range(12):
        some = chance.sample(held, min(len(held), chance.randint(1, 8)))
        yield labels.label(labels.SHOWS + labels.pack_kinds(some)) if some else "draw"
    counts = view.hand[seat].copy()
    near = np.flatnonzero(np.maximum(tables.COUNTS - counts, 0).sum(axis=1) <= 1)
    for verb in ("lay", "take"):
        yield from (f"{verb} {labels.set_name(int(chance.choice(near)))}" for _ in range(6 if len(near) else 0))
    for side in range(4):
        for one in view.laid[side, :view.laid_n[side]]:
            name = labels.set_name(int(one))
            yield f"extend {name} with {labels.notation.kind_name(chance.choice(held or [0]))}"
            yield from (labels.label(labels.encode_extend(pair))
                        for pair in list(labels.list_growth_pairs(int(one)))[:2])
            yield from (labels.label(labels.encode_take_onto_set(pair))
                        for pair in list(labels.list_growth_pairs(int(one)))[:2])


def positions(seeds, steps=160):
    for seed in seeds:
        chance = random.Random(seed)
        seats, options = random_options(GAME, chance)
        if seed % 3 == 0:
            seats, options["partnerships"] = 4, "on"
        walk = RandomWalk(GAME, GAME.rules, seats, options | {"target_score": 3000}, seed)
        for _ in range(steps):
            if not walk.acting_seats():
                break
            yield walk, chance
            event = walk.draw_event()
            if event.seat < seats and chance.random() < 0.7:
                chosen, _ = GAME.bots.choose(view_of(walk.rules, walk.state, event.seat), event.seat, "casual", seed)
                event = type(event)(event.seat, chosen)
            walk.rules.apply(walk.state, *event)
            walk.events.append(event)


def strangers(text, view, label):
    """The numbers of a sentence that are neither in the position nor in what was tried; its products must be right."""
    for answer, factors, product, result in EQUATION.findall(text):
        assert int(answer or result) == prod(map(int, (factors or product).split(" × "))), text
    side, numbers = side_of(view, view.turn), [int(n) for n in re.findall(r"\d+", label)]
    held = int(cards_in_hand(view, view.turn))
    known = {*numbers, *range(10), int(view.piled), int(view.picked), int(view.stage_points), held,
             int(laydown_minimum(view, view.score[side])), *PRIMES}
    known |= {NUMBERS[kind] for kind in view.pile[:view.piled] if 0 <= kind < WILD}
    return {int(n) for n in re.findall(r"\d+", EQUATION.sub("", text))} - known - {held - n for n in range(9)}


@pytest.mark.parametrize(("seeds", "steps"), [(range(1), 70), pytest.param(range(9), 160, marks=pytest.mark.long)])
def test_refusals_over_random_games_are_true(seeds, steps):
    seen, odd = set(), []
    for walk, chance in positions(seeds, steps):
        for seat in range(walk.seats):
            view = view_of(walk.rules, walk.state, seat)
            for label in tried(view, seat, chance) if view.rounds else ():
                reason = walk.rules.refusal(view, seat, action := WORDS.parse(label))
                if not reason:
                    continue
                text, rule = WORDS.explain_refusal(reason, view, action)
                assert rule and f"- {rule} " in RULE_TEXT, (label, text, rule)
                assert text.endswith((".", "?")) and "{" not in text and "  " not in text, (label, text)
                assert not WRONG_NUMBER.search(text), (label, text)
                left = strangers(text, view, label) if text not in seen and seat == view.turn else set()
                if left and reason != Refusal.NO_SET:           # whose arithmetic the deck's own tests look at
                    odd.append((label, text, left))
                seen.add(text)
    assert len(seen) > 0.6 * steps * len(seeds) and not odd, odd[::9]


def test_hints_over_random_games_are_true():
    """The arithmetic is right, the sets can be made of the cards that one has, and numbers agree with their nouns."""
    seen = set()
    for walk, _ in positions(range(20, 26)):
        for seat in walk.acting_seats():
            if seat == CHANCE:
                continue
            view = view_of(walk.rules, walk.state, seat)
            for rung in GAME.hints.ladder(view, seat):
                text = str(rung)
                assert text.endswith((".", "?")) and "{" not in text and not WRONG_NUMBER.search(text), text
                for answer, factors, product, result in EQUATION.findall(text):
                    assert int(answer or result) == prod(map(int, (factors or product).split(" × "))), text
                seen.add(text)
    assert len(seen) > 200


# The log before the strict referee (CA-19).

def tried_actions(walk, seat):
    return [WORDS.parse(label) for label in tried(view_of(walk.rules, walk.state, seat), seat, walk.random)]


@pytest.mark.parametrize("seeds", [range(2), range(2, 8), pytest.param(range(8, 30), marks=pytest.mark.long)])
def test_violations_are_told_alike_to_everybody(seeds):
    """The hand of the player is hidden from the others: nothing of the log may hang on it."""
    for seed in seeds:
        partnerships = "on" if seed % 3 == 0 else "off"
        seats, options = (4 if partnerships == "on" else 2 + seed % 2), {"referee": "strict", "level": 3 + seed % 4}
        check_match_accounts(GAME, seats, options | {"partnerships": partnerships}, seed, 60, tried_actions)


def told_to(s, text, observer, seat=0):
    """What an observer reads of an action of a seat's."""
    before, action = s.copy(), WORDS.parse(text)
    do(s, text)
    views = [view_of(RULES, one, observer) for one in (before, s)]
    return WORDS.describe_event(views[0], seat, action, views[1], ["Ann", "Bob"], observer)


STRICT = {"referee": "strict"}


def test_a_set_that_is_none_is_told_to_the_others():
    s = table("2 2 3 9 W", "10", **STRICT)
    line = told_to(s, "lay 2 2 3", 1)
    assert line.mark == "failed" and line.text.startswith("Ann shows 2, 2 and 3, which make no set: a penalty of 100")


def test_a_forbidden_take_is_told_to_the_others():
    """Issue 26, A4: it was told as if the pile had been taken, and had an end of its own for the best set."""
    s = table("10 W 9", "10", deck="2 2", pile="3 7 2", drawn=False, **STRICT)
    before, action = s.copy(), WORDS.parse("take 10=2xW")
    line = told_to(s, "take 10=2xW", 1)
    assert line.text == "Ann tries to take the discard pile without being entitled: a penalty of 100 points."
    views = [view_of(RULES, one, 1) for one in (before, s)]
    assert GAME.ending.moment_value(views[0], 0, action, views[1], 0) is None


def test_one_card_that_does_not_go_with_a_set():
    line = told_to(table("2 9 9", "10", laid=["20=4x5"], **STRICT), "extend 20=4x5 with 2", 0)
    assert line.text == "You show 2, which does not go with 20 = 4 × 5: a penalty of 100 points."


def test_too_low_a_laydown_names_its_sets_to_everybody():
    said = [told_to(do(table("120 10 3 2 2 7 9", "10", **STRICT), "lay 120=10x3x2x2"), "down", observer).text
            for observer in (0, 1)]
    sets = "120 = 2 × 2 × 3 × 10 (natural canasta, 400)"
    assert said == [f"Your sets count 90, less than 100: a penalty of 100 points, and {sets} comes back.",
                    f"Ann’s sets count 90, less than 100: a penalty of 100 points, and {sets} goes back."]


def test_a_set_put_aside_says_what_is_needed():
    line = told_to(table("42 6 7 9 9 8", "10"), "lay 42=6x7", 0)
    assert line.text == "You put 42 = 6 × 7 aside: 50 points, 100 needed."


def test_a_run_is_named_as_one():
    s = table("2 3 5 7 11 13 17 9 9", "10", laid=["20=4x5"])
    assert told_to(s, "lay run 2 3 5 7 11 13", 1).text == "Ann lays the run 2–13 (natural prime canasta, 400)."
    assert told_to(s, "extend run 2 3 5 7 11 13 with 17", 1).text == \
        "Ann extends the run 2–13 to 2–17 (natural prime canasta, 400)."


# What hints say.

def test_hints_name_the_wild_they_mean():
    s = table("66 6 W 9", "10", laid=[CANASTAS])
    assert str(GAME.hints.ladder(s, 0)[-1]) == "Lay 66 = 6 × 11, a prime wild standing for the 11."
    assert wilds_text(row("66=6xW")) == "66 = 6 × 11, a prime wild standing for the 11"
    assert wilds_text(row("run 2 W3 5 7 W11 13")) == "the run 2–13, prime wilds standing for 3 and 11"
    assert wilds_text(row("66=6x11")) == "66 = 6 × 11"


def test_hints_say_what_the_first_laydown_still_lacks():
    s = table("120 10 3 2 2 50 25 2 7 9 9 8", "10")
    first = GAME.hints.ladder(s, 0)
    assert str(first[0]).startswith("Your first laydown must count 100.")
    text = str(first[-1])
    counts = int(re.search(r"then counts (\d+)", text)[1])
    assert counts == 90 and "10 of 100 are still missing" in text
    do(s, "lay 120=10x3x2x2")
    text = str(GAME.hints.ladder(s, 0)[-1])
    assert text.endswith("Your first laydown then counts 130, and 100 are enough: lay down.")


def test_a_hand_that_is_not_enough_says_by_how_much():
    s = table("42 6 7 19 17 13", "10")
    assert "count 50 together, so 50 are missing" in str(GAME.hints.ladder(s, 0)[0])


def test_hints_to_ask_say_whom():
    s = table("42 6 7 9", "10 8", "19 W 3", "2 2", laid=[CANASTAS], **PAIRS)
    assert str(GAME.hints.ladder(s, 0)[-1]) == "Ask your partner: may I go out?"


def test_hints_for_an_answer_claim_nothing_that_is_not_known():
    s = do(asking(), "ask")
    assert str(GAME.hints.ladder(s, 2)[-1]) == "Say yes: your hand costs your side 100 points."


# What refusals say.

def test_each_reason_is_a_number_of_its_own():
    for reasons in (Refusal, Violation):
        assert len(reasons.__members__) == len(set(reasons.__members__.values())) == len({int(one) for one in reasons})
    assert set(WORDS.SAY["refusal"]) == {one.name for one in Refusal} - {"NONE"}


@pytest.mark.parametrize(("cards", "text", "says"), [
    ("42 6 8", "lay 42=6x7", "You hold no 7."),
    ("81 3 3 9", "lay 81=3x3x3x3", "This takes 4 of the 3s, and you hold 2."),
    ("20 4 9", "lay 20=4xW", "You hold no wild."), ("20 W 9", "lay 100=20xW", "You hold no 100."),
    ("2 3 5 7 11 W 9", "lay run 2 3 5 7 W11 W13", "This takes 2 wilds, and you hold 1.")])
def test_what_is_lacking_is_named(cards, text, says):
    assert said(table(cards, "10", laid=["20=4x5"]), text) == says


def test_a_card_that_the_deck_has_not():
    s = table("2 3 9", "10", laid=["20=4x5"], level=3)
    assert said(s, "discard 38") == "The deck of level 3 has no 38: it comes with level 6."


@pytest.mark.parametrize(("text", "says", "rule"), [
    ("lay 2 3 5 7 7 11", "A run has each prime once, and the 7 is there twice.", "CA-26"),
    ("lay 2 3 7 11 13 17",
     "A run has no gaps: 5 is missing between 2 and 17, and there is no wild to stand for it.", "CA-6"),
    ("lay 2 3 11 13 17 W",
     "A run has no gaps: 5 and 7 are missing between 2 and 17, and one wild stands for one prime only.", "CA-6"),
    ("lay 2 3 W W W W", "A set takes three wilds at most, and these are 4.", "CA-7"),
    ("lay 20=WxWxW", "A set needs at least two cards that are not wilds, and here there is one.", "CA-7"),
    ("lay 42=6",
     "A set is an answer and two or more multipliers, so it has at least three cards, and these are 2.", "CA-6")])
def test_what_is_wrong_with_a_run_or_a_set(text, says, rule):
    s = table("2 3 5 7 7 11 13 17 W W W W 20 42 6 9 9", "10", laid=["20=4x5"])
    action = WORDS.parse(text)
    assert WORDS.explain_refusal(RULES.refusal(s, 0, action), s, action) == (says, rule)


def test_the_top_card_must_be_among_the_cards_taken():
    s = table("20 4 5 9 8", "10", deck="2 2", pile="3 7 55", laid=["20=4x5"], drawn=False)
    assert said(s, "take 20 9 8") == "The top card of the pile is 55, and it must be one of the cards that you take."
    s = table("20 4 5 9", "10", deck="2 2", pile="3 7 W", laid=["20=4x5"], drawn=False)
    assert said(s, "take 20=4x5").startswith("A wild on top cannot be taken")
    s = table("20 4 5 9", "10", deck="2 2", pile="", laid=["20=4x5"], drawn=False)
    assert said(s, "take 20 9").endswith("and it has none.")


def test_who_is_asked_and_who_is_not():
    s = asking()
    assert said(s, "yes") == "Nobody has asked you whether they may go out."
    do(s, "ask")
    assert said(s, "draw") == "Your partner asks whether to go out: answer yes or no first."
    do(s, "no")
    assert said(s, "ask") == "You ask at most once a turn, and your partner has said no."
    assert said(s, "out") == "Your partner said no, so you do not go out in this turn."


def test_a_side_that_laid_other_wilds_is_told_which_set_was_meant():
    s = table("17 9 9", "10", laid=["run 2 3 5 7 W11 13"])
    assert said(s, "extend run 2 3 5 7 11 13 with 17") == "Your side has not laid the run 2–13."
    assert said(s, "extend run 2 3 5 W7 11 13 with 17") == \
        "Your side has not laid the run 2–13, a prime wild standing for the 7."


def test_places_of_the_pile():
    s = table("5 11 9", "10", deck="2 2", pile="3 7 6 8 55", laid=["20=4x5"], drawn=False)
    do(s, "take 55=5x11", "choose 7@2")
    assert said(s, "choose 7@2") == "The card at place 2 of the pile has been chosen already."
    assert said(s, "choose 6@1") == "At place 1 of the pile lies 3, not 6."
    assert said(s, "choose 6@9") == "The pile has 4 places."
    assert said(s, "done") == "Choose two or more besides the top card: 1 is chosen so far."
    assert laid_by(s, 0) == ["20=4x5", "55=5x11"]


@pytest.mark.parametrize("locale, new, known", [
    ("en", "To go out: 2 canastas, sets of 5 or more cards.", "To go out you need two canastas."),
    ("ja", "5枚以上の組「カナスタ」2個で上がれます。", "上がるには、カナスタが2個必要です。")])
def test_what_a_canasta_is_stands_there_until_one_lies(locale, new, known):
    """CA-27: a set of factors has five cards, a run six, before it is a canasta."""
    assert tables.COUNT[tables.CANASTA == 1].min() == 5 and tables.COUNT[tables.CANASTA == 0].max() == 4
    with use_language(locale):
        for laid, said_why in (([""], new), (["20=4x5"], new), (["81=3x3x3x3"], known)):
            assert WORDS.scene(table("2 3 5 7", "10", deck="2 2", laid=laid), 0, ["A", "B"])["why"] == said_why
