"""What an action exercises: the factors of a set, the primes of a run, and of one that grows only what is new."""

import pytest

from coprime.games.prime_canasta.practice_items import practice_items

from .table import WORDS, table


@pytest.mark.parametrize(("text", "found"), [
    ("lay 42=6x7", [("factors", 42, "42 = 6 × 7")]),
    ("take 55=5x11", [("factors", 55, "55 = 5 × 11")]),
    ("lay 20=4xW", [("factors", 20, "20 = 4 × 5, the wild being 5")]),
    ("extend 4=2x2 with 16", [("factors", 16, "16 = 2 × 2 × 4")]),
    ("lay run 2 3 5 7 11 W13", [("prime", prime, str(prime)) for prime in (2, 3, 5, 7, 11)]),
    ("extend run 2 3 5 7 11 13 with 17", [("prime", 17, "17")]),
    ("extend run 2 3 5 7 11 13 with W17", []),
    ("draw", []), ("discard 2", [])])
def test_an_action_exercises_what_is_new_in_it(text, found):
    s = table("42 6 7", "10")
    told = [tuple(one) for one in practice_items(s, 0, WORDS.parse(text), s)]
    assert told == [(*one, True) for one in found]
