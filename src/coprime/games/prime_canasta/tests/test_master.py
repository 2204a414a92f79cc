"""The master keeps its cards while nobody can end the round, knows when somebody can, and learns what a round is worth.
"""

import random
import time

import numpy as np
import pytest

from coprime.arena.match import play_actions, play_one, victory_shares
from coprime.arena.players import make_player
from coprime.core.kernel import import_pure
from coprime.core.match import Match
from coprime.core.seats import UNKNOWN
from coprime.games.prime_canasta import tables
from coprime.games.prime_canasta.labels import set_name
from coprime.games.prime_canasta.tables import POINTS, SET_POINTS
from coprime.games.prime_canasta.tests.table import GAME, RULES, WORDS, actor, kinds, rounds, row, table
from coprime.search.network_weights import HIDDEN_UNITS, Provenance, ValueNetwork, save_weights

TURN, HAND, THREAT, LAYING, VALUE, NET, GAMES = (
    import_pure(f"coprime.games.prime_canasta.expert.{part}")
    for part in ("turn", "set_choice", "round_end_probability", "laying", "value_network", "network_files",
                 "self_play"))
MASTER = import_pure("coprime.games.prime_canasta.expert")
NETWORK = import_pure("coprime.search.value_network")


def network(array):
    return ValueNetwork(*NET.split_weights(array), np.zeros(HIDDEN_UNITS))


@pytest.fixture
def plainly(monkeypatch):
    """The uncompiled player: nothing has to be compiled."""
    monkeypatch.setattr(MASTER, "import_compiled", lambda: (TURN, RULES.module, NET.network_for_table))


def answer(s):
    """What it does, as a label, uncompiled."""
    seat = actor(s)
    view = s.copy()
    RULES.redact(view, seat)
    return WORDS.label(MASTER.choose(view, seat, 1))


def facing(held, canastas, hand="42 6 7 17 19 13 2", known=False):
    """Seat 0 on turn; the other has some cards, which may all have been seen, and so many canastas."""
    laid = "; ".join([*"81=3x3x3x3; 64=2x2x2x8".split("; ")[:canastas], "25=5x5"])
    s = table(hand, held, laid=["10=2x5", laid], pile="95",
              deck="2 3 5 7 11 13 17 19 2 3 5 2 3 5 2 3 5 2 3 5 2 3 5 2 2")
    if known:
        s.known[1] = s.hand[1]
    return s


# Knowing when the round ends.

def test_who_lacks_canastas_or_has_many_cards_is_no_threat():
    assert THREAT.going_out_risk(facing("3 5", 0), 0) == 0
    assert THREAT.going_out_risk(facing("3 3 5 5 2 2 7 7 11 11 13 17 19", 2), 0) == 0


def test_a_threat_is_what_can_be_laid_with_two_more_cards():
    """6 = 2 × 3 and two wilds, with which a composite goes, or what is laid grows."""
    assert THREAT.going_out_risk(facing("98 96 91 77", 2, known=True), 0) == 0
    assert 0.2 < THREAT.going_out_risk(facing("6 2 3 W W", 2, known=True), 0) < 0.8


# Keeping and laying.

def test_of_an_initial_laydown_no_more_sets_are_counted_than_reach_the_minimum(monkeypatch):
    """Whatever else can be laid is another choice."""
    counted = []
    monkeypatch.setattr(LAYING, "evaluate_hand", lambda s, seat, hand, laid, sets, *rest: counted.append(
        [set_name(int(one)) for one in laid[:sets]]) or 0.0)
    s, sets = table("42 6 7 30 5 6 10 2 5 3 11", "3 5"), ["10=2x5", "42=6x7", "30=5x6"]
    points = np.cumsum([SET_POINTS[row(one)] for one in sets])
    for n in range(3):
        for need in (int(points[n - 1]) + 1 if n else 1, int(points[n])):
            LAYING.laydown_worth(s, 0, row(sets[0]), need, 0.0, None)
            assert counted.pop() == sets[:n + 1], need


def test_small_sets_are_kept_while_nobody_can_end_the_round(plainly):
    assert answer(facing("6 2 3 W W", 0, known=True)).startswith("discard")


def test_what_counts_is_laid_in_the_last_turn(plainly):
    """Three cards are left: the other draws two, and then two cannot be drawn."""
    s = facing("6 2 3 W W", 0)
    s.left = 3
    assert answer(s).startswith("discard")
    s.left = 1
    assert answer(s) == "lay 42=6x7"


@pytest.mark.parametrize(("each", "laid"), [(0, "lay 42=6x7"), (0.01, "lay 42=6x7"), (5.0, "")])
def test_it_lays_what_leaves_the_most(each, laid):
    """50 points are a tenth of a unit; a network that says that a card in hand is worth more keeps the three."""
    s, net = facing("3 5 7 11", 0), network(np.zeros(NET.SHAPE))
    net.direct[VALUE.HAND + 1] = each                # of ten cards
    actions = np.zeros(GAME.rules.MAX_ACTIONS, np.int64)
    n = RULES.sound_actions(s, 0, actions)
    found = LAYING.choose_lay(s, 0, actions, n, net, LAYING.NO_PLAN, UNKNOWN)
    assert (WORDS.label(found) if found != UNKNOWN else "") == laid


@pytest.mark.parametrize(("hands", "partnerships", "gain"), [
    (("2", "3 7"), "off", 30), (("2", "3 7", "19 W"), "off", (30 + 90) / 2),
    (("2", "3 7", "19 W", "13 13 5"), "off", (30 + 90 + 70) / 3),
    (("2", "3 7", "19 W", "13 13 5"), "on", 30 + 70 - 90)])
def test_going_out_gains_its_bonus_and_the_known_cards_of_others_less_the_partners(hands, partnerships, gain):
    s = table(*hands, partnerships=partnerships)
    s.known[:] = s.hand
    assert LAYING.going_out_gain(s, 0) == pytest.approx(100 + gain)


def test_an_unknown_card_counts_as_the_average_of_those_that_are_unseen():
    s = table("2 19", "3 5 7", laid=["20=4x5"])
    s.known[1, kinds("7")] = 1
    unseen = [int(POINTS[kind]) for kind in range(len(POINTS)) for _ in range(rounds.copies_in_deck(s, kind))]
    for kind in kinds("2 19 7 20 4 5"):
        unseen.remove(int(POINTS[kind]))
    assert LAYING.going_out_gain(s, 0) == pytest.approx(100 + 20 + 2 * sum(unseen) / len(unseen))


def test_a_canasta_is_laid_at_once(plainly):
    assert answer(facing("3 5 7 11 13 17 19", 0, hand="81 3 3 3 3 17 19 13")) == "lay 81=3x3x3x3"


def test_it_goes_out_where_it_can(plainly):
    """After 42 = 6 × 7 only the discard is left, and there are canastas enough."""
    s = table("42 6 7 17", "3 5 7 11", laid=["81=3x3x3x3; 16=2x2x2x2", ""], pile="95", deck="2 3 5 7")
    assert answer(s) == "lay 42=6x7"


def moves_of(s, move):
    return HAND.list_moves(s, s.hand[0], s.laid[0], s.laid_n[0], move)


def test_sets_that_are_laid_together_do_not_share_a_card():
    s = facing("3", 2, "42 6 7 12 2 6 30 5 18 3")
    move, values, chosen = np.empty((HAND.MOST_MOVES, 2), np.int64), np.empty(HAND.MOST_MOVES), np.empty(9, np.int64)
    n = moves_of(s, move)
    for i in range(n):
        values[i] = HAND.move_points(move[i])
    left = s.hand[0].copy()
    found = chosen[:HAND.choose_compatible_moves(s.hand[0], move, values, n, 2, chosen)]
    assert len(found) > 1 and all(HAND.spend_cards(left, move[i]) for i in found) and left.sum() >= 2
    each = [values[i] / HAND.cards_of(move[i]) for i in range(n)]
    assert each[found[0]] == max(each) > min(each), "what counts most for each of its cards comes first"


def test_a_set_and_an_extension_are_laid_from_the_hand():
    s = facing("3", 2, "42 6 7 10 2 5 100 5 18 3")
    move = np.empty((HAND.MOST_MOVES, 2), np.int64)
    moves = move[:moves_of(s, move)]
    seen = set()
    for one in moves:
        hand, laid = s.hand[0].copy(), np.concatenate([s.laid[0][:s.laid_n[0]], [-1]])
        before = laid.copy()
        sets, is_new = LAYING.apply_move(one, hand, laid, s.laid_n[0]), one[HAND.ON] == HAND.NO_CARD
        assert sets == s.laid_n[0] + is_new and s.hand[0].sum() - hand.sum() == HAND.cards_of(one)
        changed = np.flatnonzero(laid != before).tolist()
        assert changed == [s.laid_n[0] if is_new else one[HAND.ON]]
        assert SET_POINTS[laid[changed[0]]] - (0 if is_new else SET_POINTS[before[changed[0]]]) == HAND.move_points(one)
        seen.add(bool(is_new))
    assert seen == {True, False}


def test_a_move_whose_cards_are_not_there_takes_none():
    s = facing("3", 2)
    move = np.empty((HAND.MOST_MOVES, 2), np.int64)
    assert moves_of(s, move)
    counts = np.zeros_like(s.hand[0])
    assert not HAND.spend_cards(counts, move[0]) and not counts.any()


# Learning.

def test_what_is_taught_is_said():
    net, inputs = network(np.random.default_rng(3).normal(size=NET.SHAPE) / 9), np.zeros(VALUE.INPUTS)
    s = facing("3 5 7 11", 1)
    VALUE.gather_inputs(s, 0, s.hand[0], s.laid[0], s.laid_n[0], 1, 0.25, inputs)
    assert inputs[VALUE.HAND + 1] == s.cards[0] / 10
    squares, before = network(np.ones(NET.SHAPE)), VALUE.evaluate_net(inputs, net)
    indices, values = np.empty(VALUE.INPUTS, np.int64), np.empty(VALUE.INPUTS)
    n = VALUE.list_nonzero_inputs(inputs, indices, values)
    for _ in range(200):
        NETWORK.train_value(indices, values, n, before + 1.0, GAMES.FURTHEST, 0.05, net, squares)
    assert abs(VALUE.evaluate_net(inputs, net) - before - 1.0) < 0.01


def test_a_round_is_worth_what_it_brings_beyond_what_lies():
    s = facing("3 5 7 11", 2)
    assert GAMES.points_ahead(s, 0) == -GAMES.points_ahead(s, 1)
    assert GAMES.points_ahead(s, 1) > 400                          # a canasta more


def test_weights_of_another_network_are_refused(tmp_path):
    """`warm` fails, and the server plays the next weaker level; else compiled code would read past an array's end."""
    about = Provenance("prime_canasta", 1, "", "", 1, 1, 1)
    for file, shape in (("fit.npz", NET.SHAPE), ("other.npz", (3, 3))):
        save_weights(tmp_path / file, {name: np.zeros(shape) for name in NET.TABLES.values()}, about)
    assert NET.network_for_table(facing("3", 0), tmp_path / "fit.npz").inner.shape == (VALUE.INPUTS, HIDDEN_UNITS)
    with pytest.raises(ValueError, match="learnt anew"):
        NET.network_for_table(facing("3", 0), tmp_path / "other.npz")


def test_weights_of_a_file_are_played_by(plainly, tmp_path):
    """With a network that says that cards in hand are worth more, nothing is laid that another lays."""
    s, arrays = facing("3 5 7 11", 0), {name: np.zeros(NET.SHAPE) for name in NET.TABLES.values()}
    save_weights(tmp_path / "zero.npz", arrays, Provenance("prime_canasta", 1, "", "", 1, 1, 1))
    arrays["two"][VALUE.HAND + 1, HIDDEN_UNITS] = 5.0
    save_weights(tmp_path / "keep.npz", arrays, Provenance("prime_canasta", 1, "", "", 1, 1, 1))
    assert WORDS.label(MASTER.choose(s, 0, 1, weights=tmp_path / "zero.npz")) == "lay 42=6x7"
    assert WORDS.label(MASTER.choose(s, 0, 1, weights=tmp_path / "keep.npz")).startswith("discard")


# As a player.

def test_it_answers_alike_whatever_it_cannot_see(plainly):
    s, other = (facing(held, 2) for held in ("3 5 7 11", "17 19 2 2"))
    assert MASTER.choose(s, 0, 1) == MASTER.choose(other, 0, 2) == WORDS.parse(answer(s))


def test_it_plays_listed_actions_and_leaves_the_view_alone():
    """With all options that change what is asked; every answer is tried by the rules."""
    master = GAME.load_module("expert")
    master.warm()
    assert master.is_ready()
    for seats, options in ((2, {}), (3, {"level": 3}), (4, {}), (4, {"partnerships": "on"}), (4, {"partnerships": "on",
                           "referee": "strict", "level": 4}), (2, {"discard_view": "all", "referee": "strict"})):
        slowest = 0.0

        def ask(view, seat, seed):
            nonlocal slowest
            before, start = view.copy(), time.perf_counter()
            action = master.choose(view, seat, seed, iterations=1)
            slowest = max(slowest, time.perf_counter() - start)
            assert view == before and action == master.choose(view, seat, seed + 1)
            out = np.zeros(GAME.rules.MAX_ACTIONS, np.int64)
            assert action in out[:GAME.rules.sound_actions(view, seat, out)]
            return action, 0
        match = Match(GAME, seats, {**options, "target_score": 500})
        for _ in play_actions(match, [ask] * seats, random.Random(seats)):
            pass
        assert match.over and slowest < 1.0


@pytest.mark.long                           # twenty whole games
def test_it_beats_the_casual_bot(sample_size):
    won, games = 0.0, sample_size(20, 60)
    for n in range(games):
        bots = [make_player(GAME, "master"), make_player(GAME, "casual")]
        seat = n % 2
        won += victory_shares(play_one(GAME, bots[::-1] if seat else bots, str(n // 2), {}).returns)[seat]
    assert won > 0.65 * games


# Choosing sets and growths.

def test_a_set_or_a_growth_is_worth_what_its_own_cards_and_its_canasta_bring():
    """Every growth, and every tenth set: points and bonuses counted from the cards that it adds."""
    growths = [(pair, 0, old, new) for pair, (old, new) in enumerate(tables.PAIRS.tolist())]
    for what, on, old, new in [*growths, *((row_, HAND.NO_CARD, None, row_) for row_ in range(0, tables.ALL, 10))]:
        added, bonus = tables.COUNTS[new], tables.BONUS[new]
        if old is not None:
            added, bonus = added - tables.COUNTS[old], bonus - tables.BONUS[old]
        points, wilds, move = int(added @ POINTS), int(added[-1]), np.array([what, on])
        assert HAND.move_value(move, 0.25) == pytest.approx((bonus + 2 * points) / 4 - 12 * added.sum())
        assert HAND.move_value(move, 0.0) == (bonus + points - 100 * wilds if bonus else 0)
        assert HAND.cards_of(move) == added.sum() and HAND.wilds_of(move) == wilds
