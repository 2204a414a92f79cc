"""Without cards the master plays from a kept table, and searches where there is none.

With one pawn of each player at home the full game is that with one pawn each, whose table takes a second.
"""

import logging
import random

import numpy as np
import pytest

from coprime.core.match import Match
from coprime.core.seats import CHANCE
from coprime.games.prime_climb import tablebase
from coprime.games.prime_climb.board_and_card_data import HOME
from coprime.games.prime_climb.expert import learning
from coprime.games.prime_climb.game import GAME
from coprime.reviews.decision_cost import CostEstimator
from coprime.reviews.decisions import Decision

MASTER = GAME.load_module("expert")
PERFECT = GAME.load_module("tablebase_play")
OPTIONS = {"deck": "none"}


@pytest.fixture(scope="module")
def race():
    from coprime.games.prime_climb.exact_values import TwoPlayerIteration
    from coprime.games.prime_climb.placement_graph import build_graph
    found = TwoPlayerIteration(build_graph(GAME.new_state(2, OPTIONS), 1), 4, jobs=1)
    found.run_until(1e-9, lambda _: None)
    return found


def file_of(**options):
    return tablebase.tables_folder() / tablebase.table_file_name(tablebase.key_options(GAME.check_options(2, options)))


@pytest.fixture
def table(race, tmp_path, monkeypatch):
    """That table, kept as if it were of two pawns."""
    monkeypatch.setenv("COPRIME_TABLES", str(tmp_path))
    facts = {"about": tablebase.key_options(GAME.check_options(2, OPTIONS)), "version": GAME.version, "pawns": 2,
             "bound": 4e-8,
             "sweeps": 1,
             "seconds": 1.0, "chance": 0.5, "chance_bound": 0.5, "whole": True}
    tablebase.check_writable(file_of())
    tablebase.save_table(file_of(), facts, race.graph.placements[:race.graph.resting_count],
                         race.midpoint_values().astype("float32"))
    return tablebase.Tablebase(file_of(), GAME.version, facts["about"])


@pytest.fixture
def searched(monkeypatch):
    """Say what the search would be asked, instead of searching."""
    asked = []

    class Search:
        @staticmethod
        def choose(game, view, seat, seed, ms, iterations):
            asked.append((game.name, seat, seed, ms, iterations))
            return 7

    monkeypatch.setattr(MASTER, "strong_search", lambda: Search)
    return asked


def at(mine, theirs, dice, **options):
    """Seat 0 has rolled, each has one pawn left."""
    s = GAME.new_state(2, {**OPTIONS, **options}, GAME.pure_rules)
    s.pawn[:4] = mine, HOME, theirs, HOME
    s.turn, s.phase = 0, 1
    GAME.pure_rules.apply(s, CHANCE, dice)
    return s


def labels(view, seat=0):
    return GAME.words.label(MASTER.choose(view, seat, 1))


def worths_of(table, view):
    """Each action's chance of winning."""
    listed = np.zeros(64, np.int64)
    return {action: PERFECT.winning_chance(table, view, 0, [action])
            for action in listed[:GAME.pure_rules.sound_actions(view, 0, listed)].tolist()}


def test_it_wins_where_it_can(table):
    assert labels(at(99, 50, 205)) == "a+2" and labels(at(96, 50, 205)) == "a+5"


def test_its_turn_is_worth_what_the_table_says(table, race):
    """Over all dice, the best actions' chances make the chance before the roll."""
    from coprime.games.prime_climb.board_and_card_data import CHANCES, FACES
    for mine, theirs in ((0, 0), (57, 64), (33, 98)):
        worths = [worths_of(table, at(mine, theirs, face)) for face in FACES]
        before = at(mine, theirs, 101)
        before.phase = 1
        expected = sum(weight / 100 * max(found.values()) for weight, found in zip(CHANCES, worths, strict=True))
        assert np.isclose(expected, PERFECT.chance_at_turn_end(table, before, 0), rtol=0, atol=2e-7)
        for face, found in zip(FACES, worths, strict=True):
            assert found[MASTER.choose(at(mine, theirs, face), 0, 1)] == max(found.values())


@pytest.mark.parametrize("options", [{"deck": "number_keepers"}, {"deck": "full", "sprint": "on"},
                                     {"double_time": "on"}, {"turn_limit": 30}, {"sprint": "on"}])
def test_without_a_table_it_searches(table, searched, options):
    assert MASTER.choose(at(5, 8, 203, **options), 0, 3, 50, 9) == 7
    assert searched == [("prime_climb", 0, 3, 50, 9)]


def test_three_players_are_searched(table, searched):
    assert MASTER.choose(GAME.new_state(3, OPTIONS, GAME.pure_rules), 1, 3) == 7 and searched[0][3] == 900


def test_a_table_of_no_use_is_said_once_and_searched(table, searched, caplog):
    file_of().write_bytes(file_of().read_bytes()[:-1])
    with caplog.at_level(logging.WARNING):
        assert [MASTER.choose(at(5, 8, 203), 0, 3) for _ in range(2)] == [7, 7]
    assert [record.getMessage() for record in caplog.records] == [
        f"{file_of()} was cut short or damaged. The master searches instead; make the table anew with: "
        "coprime solve prime_climb --keep"]


def test_what_is_not_finished_is_not_played_from(table, searched, race):
    facts = {**table.facts, "whole": False}
    tablebase.save_table(file_of(), facts, race.graph.placements[:race.graph.resting_count], race.values)
    assert MASTER.choose(at(5, 8, 203), 0, 3) == 7


# Hints and reviews.

def test_the_hint_is_the_best_turn_there_is(table):
    view = at(57, 64, 203)
    answer = GAME.hint_steps(view, 0, ["Ann", "Bo"])[-1].actions
    assert list(answer) == PERFECT.best_turn(table, view, 0) and answer[0] == MASTER.choose(view, 0, 1)
    assert np.isclose(PERFECT.winning_chance(table, view, 0, answer), max(worths_of(table, view).values()))


def test_a_review_reads_off_what_a_choice_cost(table):
    view = at(99, 50, 205)                              # 99 + 2 wins
    win, other = (GAME.words.parse(text) for text in ("a+2", "a-2"))
    decision = Decision(0, 0, view, ((0, other),), (), ((0, win),), "")
    cost = CostEstimator(GAME, 0, 1).estimate_cost(decision, 32, 0)
    assert cost.better == 1.0 and cost.is_clear and cost.error == 0 and cost.worlds == 0
    assert cost.won == PERFECT.winning_chance(table, view, 0, [other]) < 0.9 and np.isclose(cost.mean,
                                                                                            2 * (1 - cost.won))


def test_hints_and_reviews_go_on_without_a_table(monkeypatch, tmp_path):
    monkeypatch.setenv("COPRIME_TABLES", str(tmp_path))
    view = at(57, 64, 203)
    assert GAME.hints.win_probability(view, 0, []) is None and len(GAME.hint_steps(view, 0, ["Ann", "Bo"])) == 3


# Games played out.

def wins_of_the_first(players, games, seed):
    """How often seat 0, who begins, wins, each with one pawn."""
    luck, won = random.Random(seed), 0
    for _ in range(games):
        match = Match(GAME, 2, OPTIONS, GAME.pure_rules)
        match.state.turn, match.state.phase = 0, 1
        match.state.pawn[:4] = 0, HOME, 0, HOME
        while not match.over:
            if match.to_act() == [CHANCE]:
                match.settle(luck.getrandbits)
            else:
                seat = match.to_act()[0]
                match.act(seat, players[seat](match.view(seat), seat, 0))
        won += match.returns()[0] > 0
    return won


@pytest.mark.parametrize("exact", [(0, 1), (0,)])
def test_games_played_out_end_as_the_table_says(table, exact, sample_size):
    """Within four standard deviations; and a weaker second player loses more."""
    chance, games = 0.551923, sample_size(150, 600)

    def weak(view, seat, seed):
        return GAME.bots.choose(view, seat, "novice", seed)[0]

    won = wins_of_the_first([MASTER.choose if seat in exact else weak for seat in range(2)], games, 5)
    reach = 4 * (chance * (1 - chance) / games) ** 0.5
    assert won / games > chance - reach
    assert len(exact) < 2 or won / games < chance + reach


def test_how_likely_a_throw_brings_a_pawn_alone_somewhere():
    """Counted once more: both dice in either order, each used by one of the four signs, one of them or both."""
    def step(space, d):
        last = {space + d, space - d, space * d, *([space // d] if space % d == 0 else [])}
        return {to for to in last if 0 <= to <= 101}
    found = learning.reach_chances()
    assert found.shape == (HOME + 1, HOME + 1)
    for space in (1, 7, 60, 96, 100):
        counted = np.zeros(HOME + 1)
        for one in range(1, 11):
            for other in range(1, 11):
                ends = {space}
                for d in [one] * 4 if one == other else []:
                    ends |= {to for at in ends if at != 101 for to in step(at, d)}
                ends |= step(space, one) | step(space, other)
                if one != other:
                    for first, second in ((one, other), (other, one)):
                        ends |= {to for at in step(space, first) if at != 101 for to in step(at, second)}
                for to in ends - {space} - {0, 101}:
                    counted[to] += 0.01
        found[space, space] = 0
        np.testing.assert_allclose(found[space], counted, atol=1e-9)
