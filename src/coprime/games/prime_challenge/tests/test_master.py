"""The master sees in the casual bot's time and plans the whole turn."""

import random
from itertools import combinations

from coprime.arena.match import play_actions, play_one, victory_shares
from coprime.arena.players import make_player
from coprime.core.attr_view import to_object
from coprime.core.match import Match
from coprime.games.prime_challenge.tests.playing import GAME, RULES, WORDS, Violation, do, lying, names, table, view

MASTER, BOTS = GAME.load_module("expert"), GAME.bots
ALONE = {"match_length": 1}


def answer(s, seat):
    action, after = MASTER.choose(view(s, seat), seat, 1)
    return (None if action is None else WORDS.label(action)), after


def cards(text):
    held = [0] * len(lying.VALUE)
    for card in text.split():
        held[names.parse_kind(card)] += 1
    return tuple(held)


def rows_of(held):
    out = [0] * len(lying.SETS)
    return out[:lying.list_set_rows(held, out, len(out))]


def taken_together(held, rows):
    """What some sets are worth, nothing where the cards do not make all of them; a set may be taken twice."""
    for row in rows:
        held = MASTER.remove_set(held, row)
        if held is None:
            return 0
    return sum(BOTS.points_of_factor_set(row) for row in rows)


def test_a_plan_brings_the_most_that_any_sets_bring_together():
    luck = random.Random(5)
    deck = "2 2 2 2 2 5 5 5 4 4 8 10 10 20 20 25 40 50 W W 3 3 3 6 6 9 12 15 18 24 30".split()
    for _ in range(60):
        held = cards(" ".join(luck.sample(deck, 9)))
        rows = rows_of(held)
        found = MASTER.plan_sets(held, rows)
        # Nine cards are three sets at most.
        best = max((taken_together(held, some) for n in (1, 2, 3) for some in combinations(sorted(rows * 2), n)),
                   default=0)
        assert taken_together(held, found) == best
        points = [BOTS.points_of_factor_set(row) for row in found]
        assert points == sorted(points, reverse=True)


def test_it_leaves_the_large_set_that_spoils_two_others():
    """{20, 2, 2, 5} is the largest set here, but {20, 5, 4} and {10, 2, 5} together take two cards more."""
    held = cards("20 2 2 5 5 4 10 2")
    first = BOTS.points_of_factor_set(max(rows_of(held), key=BOTS.points_of_factor_set))
    found = MASTER.plan_sets(held, rows_of(held))
    assert taken_together(held, found) > first and len(found) == 2


def test_it_sees_as_fast_as_the_casual_bot_and_takes_nothing_unseen():
    assert BOTS.FIRST_FACT_MS["master"] == BOTS.FIRST_FACT_MS["casual"]
    assert BOTS.REACTION_MS["master"] == BOTS.REACTION_MS["casual"]
    for number in range(30):
        s = table("42 6 7 10 2 5 13 20 4 100 25 2", level=6)
        s.number = number
        text, after = answer(s, 0)
        seen = BOTS.visible_sets(to_object(view(s, 0)), 0, "casual")
        first = min(seen.values())
        assert after >= min(first, s.clock - BOTS.HURRY_MS) and after <= s.clock
        if text.startswith("take"):
            in_time = {BOTS.pick_action(to_object(s), 0, row, "master") for row in seen if seen[row] <= after + 1}
            assert WORDS.parse(text) in in_time


def test_who_sees_nothing_says_hit_or_done():
    assert answer(table("11 11 13 13 17 17 19 19 7 7 5 5", "3 22", level=6), 0)[0] == "hit"
    assert answer(table("13 17 19 11"), 0)[0] == "done"


def test_it_challenges_what_is_wrong_and_a_claim_that_overlooks_a_set():
    s = table("42 6 8 7 13 10 2 5", seats=2)
    number = int(s.number)
    assert answer(do(s, "0: take 1 2 3"), 1)[0] == f"challenge {number} product"
    s = table("10 2 5 13 17", seats=2)
    number = int(s.number)
    assert answer(do(s, "0: done"), 1)[0] == f"challenge {number}"
    assert answer(do(table("13 17 19", stalemate_n=9), "0: done"), 1)[0] == "wait"


def test_it_waits_where_nothing_is_asked():
    assert MASTER.choose(view(table("42 6 7", seats=2), 1), 1, 1) == (None, 0)


def test_it_never_picks_up_a_wrong_set_nor_challenges_falsely():
    match = Match(GAME, 2, ALONE)
    for _ in play_actions(match, [make_player(GAME, "master"), make_player(GAME, "novice")], random.Random(2)):
        pass
    s = GAME.new_state(2, ALONE, RULES)
    faults = set()
    for seat, action in match.events:
        if seat == 0:
            faults.add(RULES.violation(s, seat, action))
        RULES.apply(s, seat, action)
    assert faults <= {Violation.NONE, Violation.OVERLOOKED}         # a set that it has not seen can lie there


def test_it_beats_the_casual_bot_and_the_strong_one():
    for other, least in (("casual", 0.75), ("strong", 0.6)):
        won = 0.0
        for n in range(80):
            bots = [make_player(GAME, "master"), make_player(GAME, other)]
            seat = n % 2
            played = play_one(GAME, bots[::-1] if seat else bots, str(n // 2), ALONE)
            won += victory_shares(played.returns)[seat]
        assert won > least * 80
