"""The solver: its solutions win, and its proofs agree with a search of every way."""

import hashlib
import json
import random

import numpy as np
import pytest
from typer.testing import CliRunner

from coprime.cli import app
from coprime.core.errors import BadInput
from coprime.core.kernel import import_pure
from coprime.core.match import Match
from coprime.core.seats import CHANCE
from coprime.decks.primepak.cards import NUMBERS
from coprime.games.prime_solitaire import game, winnable_deals

from .test_rules import GAME, RULES, moves, table

solver = import_pure("coprime.games.prime_solitaire.beam_search")
deals = import_pure("coprime.games.prime_solitaire.deal_solver")
SMALL = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 20, 21, 28, 42)


def can_be_won(s):
    """By trying everything."""
    if not RULES.to_act(s):
        return s.outcome == 1
    for action in moves(s):
        after = s.copy()
        RULES.apply(after, 0, action)
        if can_be_won(after):
            return True
    return False


def tiny(chance):
    """Six cards in columns or a pyramid, and four to turn."""
    cards = [str(chance.choice(SMALL)) for _ in range(10)]
    if chance.random() < 0.5:
        return table(" ".join(cards[:3]), " ".join(cards[3:6]), pile=" ".join(cards[6:]))
    return table(cards[0], " ".join(cards[1:3]), " ".join(cards[3:6]), pile=" ".join(cards[6:]), foundation="pyramid")


def test_verdicts_agree_with_trying_everything():
    chance, met = random.Random(3), {"won": 0, "lost": 0, "unknown": 0}
    while min(met["won"], met["lost"]) < 5:
        s = tiny(chance)
        verdict = deals.solve_deal(s, ((64, 2, 3.0),))
        assert (verdict.word == "won") == can_be_won(s)
        met[verdict.word] += 1
        assert deals.is_solution(s.copy(), verdict.actions) == (verdict.word == "won")
    assert met["unknown"] == 0


def test_what_was_left_behind_proves_nothing():
    """One position of a sort may stay: then a loss is no proof, and is not called one."""
    chance = random.Random(4)
    words = {deals.solve_deal(tiny(chance), ((1, 1, 3.0),)).word for _ in range(60)}
    assert "unknown" in words
    for _ in range(30):
        s = tiny(chance)
        verdict = deals.solve_deal(s, ((1, 1, 3.0),))
        assert verdict.word == "unknown" or (verdict.word == "won") == can_be_won(s)


def test_windows_make_cards_cheaper():
    s = table("42 11", pile="7 6 5")
    priced = np.zeros((4, 49), np.int64)
    prospects = import_pure("coprime.games.prime_solitaire.card_difficulty")
    prospects.compute_prices(s.card, s.there, s.pile, 3, 3.0, priced)
    of = {NUMBERS[s.card[place]]: place for place in range(49) if s.there >> place & 1}
    assert priced[0, of[42]] < priced[3, of[42]]                            # 6 and then 7 are still to come
    assert priced[0, of[11]] == priced[3, of[11]]


def test_a_lost_deal_is_looked_back_on(monkeypatch):
    """PS-16: the verdict, and the way through in steps, only when it is over."""
    study = import_pure("coprime.games.prime_solitaire.study")
    match = Match(GAME, 1, {"level": 1, "deal": 3}, RULES)
    match.settle(lambda k: 0)
    assert study.answer_question(match.view(0), 0, "winnable")["word"] == "hidden"
    verdict = deals.solve_deal(deals.deal_position(1, 0, 0, 3), ((1, 1, 3.0),))
    asked = []
    monkeypatch.setattr(study, "run_solver", lambda deal: asked.append(deal) or verdict._asdict())
    match.act(0, 2)
    found = study.answer_question(match.view(0), 0, "winnable")
    assert asked == [[1, 0, 0, 3]] and found["word"] == "won" and found["text"].startswith("This deal could be won")
    again = deals.deal_position(1, 0, 0, 3)
    for step in found["steps"]:
        for label in ["turn"] * step["turned"] + [step["label"]]:
            RULES.apply(again, 0, GAME.words.parse(label))
    assert again.outcome == 1


def test_the_command():
    asked = "solve prime_solitaire --level 2 --deals 2 --blind 2 --json"
    told = json.loads(CliRunner().invoke(app, asked.split()).stdout)
    assert told["won"]["count"] == 2 and told["decided"]["share"] == 1 and 0 <= told["blind"]["low"] <= 1
    s, words = deals.deal_position(2, 0, 0, 1), import_pure("coprime.games.prime_solitaire.phrases")
    assert deals.is_solution(s, [words.parse(text) for text in told["lists"]["won"][0]["solution"]])
    assert CliRunner().invoke(app, ["solve", "prime_solitaire", "--first", "99999999", "--deals", "2"]).exit_code == 2


SORTS = [(level, foundation, rows) for level in range(1, 7) for foundation, layout in enumerate(("columns", "pyramid"))
         for rows in range(game.ROWS[layout][0], game.ROWS[layout][1] + 1)]


def test_PS_21_the_source_names_the_data_that_are_compiled_into_the_rules():
    assert hashlib.blake2b(winnable_deals.FILE.read_bytes(), digest_size=8).hexdigest() == winnable_deals.FILE_DIGEST


def test_PS_21_every_sort_has_winnable_deals_but_those_named():
    none = [(level, ("columns", "pyramid")[foundation], rows) for level, foundation, rows in SORTS
            if not winnable_deals.DEAL_COUNT[winnable_deals.sort_index(level, foundation, rows)]]
    assert sorted(none) == sorted(game.NONE_KNOWN)
    assert len({winnable_deals.sort_index(*sort) for sort in SORTS}) == len(SORTS) == winnable_deals.SORTS


@pytest.mark.parametrize(("options", "sort"), [
    ({"level": 1}, (1, 0, 5)), ({"level": 3, "foundation": "pyramid"}, (3, 1, 7)),
    ({"level": 6, "rows": 4}, (6, 0, 4))])
def test_PS_21_only_winnable_deals_are_laid_out(options, sort):
    index = winnable_deals.sort_index(*sort)
    known = winnable_deals.DEAL_NUMBERS[index][:winnable_deals.DEAL_COUNT[index]]
    for seed in (0, 7, 2**61):
        s = GAME.new_state(1, options | {"winnable_only": "on"}, RULES)
        RULES.apply(s, CHANCE, seed)
        assert s.seed in known and (s.pile == deals.deal_position(*sort, int(s.seed)).pile).all()


def test_PS_21_a_numbered_deal_is_what_it_is():
    with pytest.raises(BadInput, match="goes only with deal 0"):
        GAME.check_options(1, {"winnable_only": "on", "deal": 5})


def test_PS_21_what_is_kept_as_winnable_is(sample_size):
    """Some of each sort, by the solver as it is now."""
    from coprime.games.prime_solitaire import deal_solver as compiled

    for level, foundation, rows in SORTS:
        sort = winnable_deals.sort_index(level, foundation, rows)
        for number in winnable_deals.DEAL_NUMBERS[sort, :min(sample_size(1, 3), winnable_deals.DEAL_COUNT[sort])]:
            assert compiled.solve_deal(compiled.deal_position(level, foundation, rows, int(number))).word == "won"


@pytest.mark.parametrize(("cards", "product", "run", "found"), [
    ("4", 4, 2, {4: 1.0}),                              # by itself
    ("4", 4, 1, {}),                                    # one card alone makes no window of an answer
    ("12 3", 4, 2, {12: 0.2, 3: 0.2}),                  # 12 = 3 × 4, with another card
    ("12 3", 4, 1, {12: 0.2, 3: 0.2}),
    ("11 2", 4, 2, {}),                                 # 4 does not divide 11
    ("2 3", 12, 2, {}),                                 # parts of the window are no answers
    ("12 3 4", 4, 2, {12: 0.2, 3: 0.2, 4: 1.0})])
def test_a_window_counts_for_an_answer_and_for_two_cards_that_make_one(cards, product, run, found):
    prospects = import_pure("coprime.games.prime_solitaire.card_difficulty")
    s, seen = table(cards, pile="2"), np.zeros(49)
    places = [place for place in range(49) if s.there >> place & 1]
    prospects.count_answers(s.card, places, product, run, seen)
    assert {NUMBERS[s.card[place]]: seen[place] for place in places if seen[place]} == found


def test_a_position_is_inserted_once():
    met, luck = np.zeros((64, 3), np.int64), random.Random(1)
    positions = [(luck.randrange(4), luck.randrange(4)) for _ in range(60)]
    inserted = [solver.insert_position(there, stack, 1, met) for there, stack in positions]
    assert inserted == [positions.index(one) == at for at, one in enumerate(positions)]
    assert solver.insert_position(*positions[0], 2, met), "of another turn, the layer is empty"
