"""The solver: its solutions win, and its proofs agree with a search of every way."""

import json
import random

import numpy as np
import pytest
from typer.testing import CliRunner

from coprime.cli import app
from coprime.core.kernel import plain
from coprime.decks.primepak.cards import NUMBERS

from .test_rules import RULES, moves, table

solver = plain("coprime.games.prime_solitaire.solver")
deals = plain("coprime.games.prime_solitaire.deals")
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
        verdict = deals.judge(s, ((64, 2, 3.0),))
        assert (verdict.word == "won") == can_be_won(s)
        met[verdict.word] += 1
        assert deals.wins(s.copy(), verdict.actions) == (verdict.word == "won")
    assert met["unknown"] == 0


def test_what_was_left_behind_proves_nothing():
    """One position of a sort may stay: then a loss is no proof, and is not called one."""
    chance = random.Random(4)
    words = {deals.judge(tiny(chance), ((1, 1, 3.0),)).word for _ in range(60)}
    assert "unknown" in words
    for _ in range(30):
        s = tiny(chance)
        verdict = deals.judge(s, ((1, 1, 3.0),))
        assert verdict.word == "unknown" or (verdict.word == "won") == can_be_won(s)


def test_windows_make_cards_cheaper():
    s = table("42 11", pile="7 6 5")
    priced = np.zeros((4, 49), np.int64)
    prospects = plain("coprime.games.prime_solitaire.prospects")
    prospects.prices(s.card, s.there, s.pile, 3, 3.0, priced)
    of = {NUMBERS[s.card[place]]: place for place in range(49) if s.there >> place & 1}
    assert priced[0, of[42]] < priced[3, of[42]]                            # 6 and then 7 are still to come
    assert priced[0, of[11]] == priced[3, of[11]]


@pytest.mark.slow
def test_the_command():
    asked = "solve prime_solitaire --level 2 --deals 4 --blind 20 --json"
    told = json.loads(CliRunner().invoke(app, asked.split()).stdout)
    assert told["won"]["count"] == 4 and told["decided"]["share"] == 1 and 0 <= told["blind"]["low"] <= 1
    s, words = deals.dealt(2, 0, 0, 1), plain("coprime.games.prime_solitaire.phrases")
    assert deals.wins(s, [words.parse(text) for text in told["lists"]["won"][0]["solution"]])
    assert CliRunner().invoke(app, ["solve", "prime_solitaire", "--first", "99999999", "--deals", "2"]).exit_code == 2
