"""What a view knows, and that imagined worlds are exactly as likely as an enumeration of all arrangements says."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from coprime.core.seats import CHANCE, UNKNOWN, WATCHER
from coprime.decks.primepak.cards import KIND, KINDS, WILD
from coprime.games.factor_rummy.deck_data import COPIES_AT

from .table import GAME, NAMES, RULES, WORDS, do, hand, kinds, moves, table, view_of

FAST = GAME.rules


def small(*hands, deck="", **more):
    """A position in which every card that is not named lies in the discard pile."""
    s = table(*hands, deck=deck, pile="", **more)
    for kind in range(KINDS):
        gone = int(s.hand[:, kind].sum() + (s.deck[:s.left] == kind).sum())
        for _ in range(int(COPIES_AT[s.level, kind]) - gone):
            s.pile[s.height], s.height = kind, s.height + 1
    s.pool[:] = COPIES_AT[s.level]
    return s


def cards_in(counts):
    return tuple(np.repeat(np.arange(KINDS), counts).tolist())


def worlds(s, seat):
    """Every arrangement of the unseen cards that gives the view, with the number of ways of laying it."""
    others = [i for i in range(s.seats) if i != seat]
    unseen = [int(kind) for kind in s.deck[:s.left]]
    for i in others:
        unseen += cards_in(s.hand[i] - s.known[i])
    room = s.pool - (s.gained[seat] if seat < s.seats else 0)
    found = Counter()
    for order, ways in Counter(permutations(unseen)).items():
        deck, rest, hands = order[:s.left], list(order[s.left:]), []
        for i in others:
            hidden = int(s.cards[i] - s.known[i].sum())
            hands.append(tuple(sorted([*rest[:hidden], *cards_in(s.known[i])])))
            rest = rest[hidden:]
        if all(n <= room[kind] for kind, n in Counter(deck).items()):
            found[deck, tuple(hands)] += ways
    return found


def frequencies(s, seat, samples):
    view, found = view_of(s, seat), Counter()
    others = [i for i in range(s.seats) if i != seat]
    for seed in range(samples):
        world = view.copy()
        FAST.imagine(world, seat, seed * 7919 + 1)
        found[tuple(world.deck[:world.left].tolist()), tuple(cards_in(world.hand[i]) for i in others)] += 1
    return found


def remade():
    """A draw pile made of discards, of which seat 0 has drawn a 3."""
    s = small("3 7", "3 9", deck="3 9 13", level=4)
    s.pool[:] = 0
    for kind in kinds("3 3 9 13"):
        s.pool[kind] += 1
    s.gained[0, KIND[3]] = 1
    return s


def taken_openly():
    s = small("3 7", "9 7 W", deck="3 11")
    s.known[1, KIND[7]] = s.known[1, WILD] = 1
    return s


POSITIONS = {
    "first draw pile": lambda: small("3 7", "9 2", deck="3 2 11"),
    "three seats": lambda: small("3", "9 2", "9 3", deck="2 11"),
    "taken openly": taken_openly,
    "a draw pile of discards": remade,
}


@pytest.mark.parametrize("seat", [0, 1, WATCHER])
@pytest.mark.parametrize("name", POSITIONS)
def test_imagine_is_unbiased(name, seat):
    s = POSITIONS[name]()
    expected, samples = worlds(s, seat), 3000
    found = frequencies(s, seat, samples)
    assert set(found) <= set(expected), "a world that the view does not allow"
    total = sum(expected.values())
    common = {world: ways * samples / total for world, ways in expected.items()}
    if min(common.values()) < 5:            # too many worlds for a test of each: the places of one card instead
        common, found = marginal(common), marginal(found)
    chi = sum((found[world] - n) ** 2 / n for world, n in common.items())
    degrees = max(1, len(common) - 1)
    assert chi < degrees + 4.5 * (2 * degrees) ** 0.5 + 10, f"chi-square {chi:.0f} with {degrees} degrees"


def marginal(counts):
    """How often each kind is the next card, and how often the first other hand is what it is."""
    found = Counter()
    for (deck, hands), n in counts.items():
        found["deck", deck[-1]] += n
        found["hand", hands[0]] += n
    return found


def test_a_card_taken_openly_is_known_while_it_is_certainly_held():
    s = do(table("5 11 9", "10 3", deck="2 4 6 8", pile="3 7", drawn=False), "take")
    shown = WORDS.scene(view_of(s, 1), 1, NAMES)["seats"][0]
    assert [one["id"] for one in shown["known"]] == ["7"]
    for seat in (0, 1, WATCHER):
        assert view_of(s, seat).known[0, KIND[7]] == 1
    do(s, "discard 9", "draw", "discard 3", "draw")
    assert s.known[0, KIND[7]] == 1
    do(s, "discard 7")
    assert s.known[0, KIND[7]] == 0


def test_of_two_equal_cards_one_may_be_the_known_one():
    s = do(table("7 11 9", "10 3", deck="2", pile="3 7", drawn=False), "take", "discard 7")
    assert hand(s, 0) == "7 9 11" and s.known[0].sum() == 0


def test_after_a_failed_announcement_the_hand_is_known():
    s = do(table("5 8 9 6", "10 3", referee="strict"), "out")
    for seed in range(10):
        world = view_of(s, 1)
        RULES.imagine(world, 1, seed)
        assert hand(world, 0) == "5 6 8 9"


def test_what_was_drawn_stays_a_secret():
    s = do(table("5 11", "10 3", deck="2 4", drawn=False), "draw")
    assert (view_of(s, 1).gained[0] == UNKNOWN).all() and (view_of(s, 1).hand[0] == UNKNOWN).all()
    assert view_of(s, 0).gained[0, KIND[2]] == 1


def test_hands_lie_open_once_somebody_is_out():
    s = do(table("42 6 7", "10 5"), "out")
    assert hand(view_of(s, 0), 1) == hand(view_of(s, WATCHER), 1) == "5 10"
    shown = WORDS.scene(view_of(s, WATCHER), WATCHER, NAMES)["result"]
    assert shown["out"] == 0 and shown["seats"][0]["sets"][0]["text"].startswith("42 = 6 × 7")


def test_no_seed_is_seen():
    assert RULES.observe_action(table("2", "3"), CHANCE, 12345, 0) == UNKNOWN


def test_a_screen_is_told_no_way_out():
    """Whether one can go out is to be found out: two hands alike but for that look alike in all but the cards."""
    can, cannot = table("42 6 7 2", "10 5"), table("42 6 8 2", "10 5")
    assert "out 2" in moves(can) and "out 2" not in moves(cannot)
    shown = [WORDS.scene(view_of(s, 0), 0, NAMES) for s in (can, cannot)]
    assert {k: v for k, v in shown[0].items() if k != "hand"} == {k: v for k, v in shown[1].items() if k != "hand"}
