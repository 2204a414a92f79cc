"""The master: what it works out about a hand, what it knows, and that it plays it."""

import random
import time

import numpy as np
import pytest

from coprime.arena.match import play_actions, play_one, victory_shares
from coprime.arena.players import make_player
from coprime.core.kernel import import_pure
from coprime.core.match import Match
from coprime.games.factor_rummy.tests.table import GAME, RULES, WORDS, counts, going, kinds, table, view_of
from coprime.games.factor_rummy.tests.table import moves as listed
from coprime.search.network_weights import HIDDEN_UNITS

MASTER = GAME.load_module("expert")
HAND, VALUE, TURN, PLAY, SELF_PLAY, TABLES = (import_pure(f"coprime.games.factor_rummy.{name}") for name in (
    "expert.discard_outcomes", "expert.value_network", "expert.turn", "expert.player", "expert.self_play", "deck_data"))
OTHERS = "3 3 5 5 7 7 2 2 10 10 11"                 # eleven cards of the other seat


@pytest.fixture
def plainly(monkeypatch):
    """The uncompiled player: nothing has to be compiled."""
    monkeypatch.setattr(MASTER, "load_learned_master", lambda: PLAY)
    monkeypatch.setattr(PLAY, "get_chooser", lambda: (TURN.choose, RULES))


def network(level=3, seats=2):
    """That of a table."""
    return PLAY.network_for_table(GAME.new_state(seats, {"level": level}, RULES))


def answer(s, seat=0):
    """What it does, as a label."""
    return WORDS.label(MASTER.choose(view_of(s, seat), seat, 1))


def looked_at(hand, level=3):
    """Everything that is worked out about a hand, where nothing else has been seen; and how many digits and needs."""
    h, unseen = PLAY.make_workspace(RULES, table("", ""), network()).h, TABLES.COPIES_AT[level] - hand
    n = HAND.solve_all_subhands(hand, h)
    return h, n, HAND.list_needs(hand, n, unseen, h)


# What becomes of a hand.

@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("wilds", [0, 2, 4])
def test_every_discard_and_every_card_after_it_come_to_the_least_deadwood(seed, wilds):
    """As the rules work it out, one hand at a time."""
    level = 2 + seed % 5
    deck = np.repeat(np.arange(TABLES.KINDS - 1), TABLES.COPIES_AT[level][:-1])
    hand = np.bincount(np.random.default_rng(seed).choice(deck, 12 - wilds, replace=False), minlength=TABLES.KINDS)
    hand[-1] = wilds
    h, n, needs = looked_at(hand, level)
    luck = random.Random(seed)
    for digit in luck.sample(range(n), 3):
        rest = hand.copy()
        rest[h.kinds[digit]] -= 1
        here, most = HAND.count_after_exchange(n, needs, digit, h), h.most.copy()
        assert 11 - here == going.count_deadwood(rest, 11)
        for kind in luck.sample([k for k in range(TABLES.KINDS) if TABLES.COPIES_AT[level, k] > hand[k]], 12):
            more = rest.copy()
            more[kind] += 1
            assert 12 - most[kind] == going.count_deadwood(more, 12)


def test_cards_that_are_all_seen_are_not_waited_for():
    hand = counts("42 6 2 3 5 11 16 32 64 25 50 80")
    h, n, needs = looked_at(hand)
    assert kinds("7")[0] in h.needs[:needs, HAND.LACKED_KIND]
    needs = HAND.list_needs(hand, n, np.zeros(TABLES.KINDS, np.int64), h)
    assert needs == 0


# What it knows.

@pytest.mark.parametrize("level, known", [(1, ()), (2, (2,)), (3, range(2, 7)), (4, range(2, 7)), (5, range(2, 7)),
                                          (6, range(3, 7))])
def test_it_has_a_network_for_two_and_one_for_more(level, known):
    """At levels 2 to 5, and 3 to 6."""
    options = {"level": level, "layoff": "manual", "referee": "strict", "rediscard": "off"}
    assert [n for n in range(2, 7 if level > 1 else 5)
            if PLAY.is_trained_for(GAME.new_state(n, options, RULES))] == list(known)
    if len(known) > 4:
        assert all(np.any(network(level, 2).inner != network(*other).inner) for other in ((level, 4), (2, 2)))
        assert np.all(network(level, 3).inner == network(level, 6).inner)


def test_what_it_has_not_learnt_is_searched(monkeypatch):
    asked = []

    class Search:
        @staticmethod
        def choose(game, *rest):
            asked.append((game.name, *rest[1:]))
            return 7
    monkeypatch.setattr(MASTER, "strong_search", lambda: Search)
    assert MASTER.choose(table("2", "3", level=6), 1, 3, 50, 9) == 7 and asked == [("factor_rummy", 1, 3, 50, 9)]


def test_it_is_ready_when_both_are(monkeypatch):
    from coprime.search import search_bot
    done, own = [], MASTER.load_learned_master()
    monkeypatch.setattr(search_bot, "ready", lambda game: "strong" in done)
    monkeypatch.setattr(own, "ready", lambda: "own" in done)
    monkeypatch.setattr(search_bot, "warm", lambda game: done.append("strong"))
    monkeypatch.setattr(own, "warm", lambda: done.append("own"))
    assert not MASTER.is_ready()
    MASTER.warm()
    assert MASTER.is_ready() and done == ["strong", "own"]


@pytest.mark.parametrize("seats, after", [(2, 0), (3, 2), (3, 0), (6, 4)])
def test_it_tells_the_next_seat_from_those_after_it(seats, after):
    """Cards that a seat has been seen to take are inputs of the next seat, or of those later."""
    s = GAME.new_state(seats, None, RULES)
    seat, (one, other) = (after - 1) % seats, kinds("42 7")
    s.hand[seat] = counts("6 10 2 5 16")
    s.cards[seat] = 5
    s.known[after, one] = 2
    s.known[(after + 1) % seats, other] += seats > 2
    space = PLAY.make_workspace(RULES, s, network())
    TURN.analyse_hand(space.states[0], seat, s.hand[seat], space)
    m = VALUE.gather_inputs(space.states[0], seat, s.hand[seat], 5, 0, space.h.kinds[0], space)
    found = dict(zip(space.at[:m].tolist(), space.much[:m].tolist(), strict=True))
    known = {k: v for k, v in found.items()
             if VALUE.KNOWN_INPUTS <= k < VALUE.KNOWN_COUNT_INPUTS or k >= VALUE.SEATS_INPUTS}
    more = {VALUE.SEATS_INPUTS + seats - 3: 1.0, VALUE.LATER_KNOWN_INPUTS + other: 1.0} if seats > 2 else {}
    assert known == {VALUE.KNOWN_INPUTS + one: 2.0, **more} and found[VALUE.KNOWN_COUNT_INPUTS + 2] == 1.0
    unseen = TABLES.COPIES_AT[3].sum() - 5 - (2 + (seats > 2))
    assert VALUE.count_unseen(space.states[0], seat, space.unseen) == unseen and space.unseen[one] == \
        TABLES.COPIES_AT[3][one] - 2


def test_it_learns_with_as_many_as_may_play():
    learning = import_pure("coprime.games.factor_rummy.expert.learning")
    for level, seats in PLAY.TABLES:
        start = learning.RoundsAtTables(PLAY.name_network(level, seats), 1)._start
        assert start["seats"].tolist() == ([2] if seats == 2 else [3, 4, 5, 6]) and (start["level"] == level).all()


def test_it_learns_what_going_out_brings_against_each_other():
    """FR-9 to FR-11, by the worked examples: 33 less 25, 40 less 20, -14 and 10 points."""
    gains = [((4, 0), 0), ((5, 3, 2), 0), ((5, 2, 1), 2), ((4, 3), 1)]
    found = []
    for deadwood, own in gains:
        note = 0
        for cards in deadwood:
            note = note * SELF_PLAY.DEADWOOD_BASE + cards
        found.append(SELF_PLAY.gain_with_deadwood(own, note, len(deadwood)))
    assert found == [8, 20, -14, 10]


def test_its_arrays_have_the_room_that_compiled_code_takes():
    grouping = import_pure("coprime.games.factor_rummy.deadwood_solver")
    assert (PLAY.MAX_CARDS, PLAY.MAX_SETS, PLAY.MAX_PARTS) == (grouping.MAX_CARDS, grouping.MAX_SETS,
                                                               grouping.MAX_PARTS)
    assert (PLAY.MAX_NEEDS, PLAY.WALK_COLUMNS) == (HAND.MAX_NEEDS, HAND.WALK_COLUMNS) and PLAY.KINDS == TABLES.KINDS
    assert (PLAY.MAX_INPUTS, PLAY.INPUT_COUNT, PLAY.OUTPUT_COUNT) == (VALUE.MAX_INPUTS, VALUE.INPUT_COUNT,
                                                                      VALUE.OUTPUT_COUNT)
    assert VALUE.MAX_INPUTS >= 6 + 12 + 12 * 5 + VALUE.FIGURE_COUNT


def test_its_network_has_the_shape_that_compiled_code_takes():
    net = network()
    assert net.inner.shape == (VALUE.INPUT_COUNT, HIDDEN_UNITS) and net.outer.shape == (VALUE.OUTPUT_COUNT,
                                                                                        HIDDEN_UNITS)
    assert net.direct.shape == (VALUE.OUTPUT_COUNT, VALUE.INPUT_COUNT)
    assert all(np.isfinite(weights).all() for weights in net)


def test_it_knows_a_view_only(plainly):
    """Other hands of the other seat, other draw piles, and nothing that it drew: the same answer."""
    s = table("42 6 9 2 16 32 5 11 25 49 99", OTHERS, deck="2 2 3", pile="7", drawn=False)
    other = table("42 6 9 2 16 32 5 11 25 49 99", "64 50 50 4 4 8 8 20 20 W W", deck="W 99 5", pile="7", drawn=False)
    assert MASTER.choose(s, 0, 1) == MASTER.choose(other, 0, 2) == WORDS.parse(answer(s))


# Turns.

def test_it_goes_out_before_drawing(plainly):
    assert answer(table("42 6 7 10 2 5 16 2 2 2 2", OTHERS, drawn=False)) == "out"


def test_it_takes_the_card_that_lets_it_out_and_goes_out(plainly):
    s = table("42 6 10 2 5 16 2 2 2 2 99", OTHERS, pile="3 7", drawn=False)
    assert answer(s) == "take"
    drawn = table("42 6 7 10 2 5 16 2 2 2 2 99", OTHERS, pile="3")
    assert answer(drawn) == "out 99"


def test_it_leaves_a_card_of_no_use(plainly):
    assert answer(table("42 6 10 2 5 16 2 2 2 2 99", OTHERS, pile="3 98", drawn=False)) == "draw"


def test_it_discards_what_fits_nothing(plainly):
    assert answer(table("42 6 7 10 2 5 3 3 5 2 8 98", OTHERS)).endswith("98")


def test_a_barred_card_is_not_discarded(plainly):
    s = table("42 6 7 10 2 5 3 3 5 2 8 98", OTHERS, rediscard="off")
    s.taken = kinds("98")[0]
    assert not answer(s).endswith("98") and answer(s) in listed(s)


def test_it_lays_off_its_best_grouping(plainly):
    s = table("42 6 7", "10 2 5 3 3 5 2 8 98 99 7", layoff="manual")
    s.phase, s.out, s.laying, s.clock = 4, 0, 2, 60_000
    assert answer(s, 1).startswith("lay ")


# As a player.

@pytest.mark.parametrize("seats, options", [(2, {}), (2, {"referee": "strict", "rediscard": "off", "level": 5}),
                                            (2, {"layoff": "manual"}), (4, {"level": 5}), (6, {"level": 6})])
def test_it_plays_listed_actions_quickly_and_leaves_the_view_alone(seats, options):
    MASTER.warm()
    assert MASTER.is_ready()
    slowest = 0.0

    def ask(view, seat, seed):
        nonlocal slowest
        before, start = view.copy(), time.perf_counter()
        action = MASTER.choose(view, seat, seed, iterations=1)
        slowest = max(slowest, time.perf_counter() - start)
        assert view == before and action == MASTER.choose(view, seat, seed + 1)
        out = np.zeros(RULES.MAX_ACTIONS, np.int64)
        assert action in out[:RULES.sound_actions(view, seat, out)]
        return action, 0
    match = Match(GAME, seats, {**options, "target_score": 100}, RULES)
    for _ in play_actions(match, [ask] * seats, random.Random(2)):
        pass
    assert match.over and slowest < 1.0


@pytest.mark.long                           # forty whole games
def test_it_beats_the_casual_bot():
    """0.8 and more were measured; 0.6 is below that by three standard errors of so few games."""
    won = 0.0
    for n in range(40):
        bots = [make_player(GAME, "master"), make_player(GAME, "casual")]
        seat = n % 2
        won += victory_shares(play_one(GAME, bots[::-1] if seat else bots, str(n // 2), {}).returns)[seat]
    assert won > 0.6 * 40
