"""The player that does not see the draw pile, and the hints that are its first thoughts."""

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from coprime.core.attr_view import to_object
from coprime.core.kernel import import_pure
from coprime.decks.primepak.cards import KIND, NUMBERS

from .test_rules import GAME, RULES, deal, moves, phrases, table

player = import_pure("coprime.games.prime_solitaire.sequential_halving_player")
chances = import_pure("coprime.games.prime_solitaire.clearing_chance")
PLACES = chances.PLACES


def said(action):
    return phrases.label(action)


def wanted(s):
    """The expected windows of a position."""
    alone, together = np.zeros(PLACES), np.zeros((PLACES, PLACES))
    chances.estimate_windows(s.card, s.there, s.unseen, s.left, alone, together)
    return alone, together


def position(moves_made, chance):
    """Somewhere in a game played at random, where there is a set."""
    s = deal(chance.randrange(1, 7))
    for _ in range(moves_made):
        RULES.apply(s, 0, chance.choice(moves(s)))
    while s.phase == 1 and len(moves(s)) == 1:
        RULES.apply(s, 0, moves(s)[0])
    return s


def other_world(s, seed):
    """The same view with another draw pile."""
    world = s.copy()
    RULES.redact(world, 0)
    RULES.imagine(world, 0, seed)
    return world


def test_every_natural_set_has_its_windows():
    rows = Counter((chances.FIRST_KIND[i], chances.SECOND_KIND[i], tuple(chances.WINDOW[i, :chances.LENGTH[i]]))
                   for i in range(len(chances.FIRST_KIND)))
    assert set(rows.values()) == {1}
    assert (KIND[42], chances.NONE, (KIND[6], KIND[7])) in rows and (KIND[6], KIND[42], (KIND[7],)) not in rows
    assert (KIND[42], KIND[6], (KIND[7],)) in rows and (KIND[20], KIND[2], (KIND[2], KIND[5])) in rows
    assert (KIND[4], KIND[2], (KIND[2],)) in rows and (KIND[4], chances.NONE, (KIND[2], KIND[2])) in rows


@pytest.mark.parametrize("pile", ["6 7 2 3", "2 2 3 7 2", "2 5 2 5 3"])
def test_windows_are_expected_as_often_as_they_come_on_average(pile):
    s = table("42 6 20 9", pile=pile)
    alone, together = wanted(s)
    of = {NUMBERS[s.card[place]]: place for place in range(PLACES) if s.there >> place & 1}
    orders = list(permutations([int(kind) for kind in s.pile[:s.left]]))
    for number, others in ((42, []), (20, []), (42, [6]), (9, [])):
        found = 0
        for order in orders:
            for size in range(1, chances.WIDEST + 1):
                for at in range(len(order) - size + 1):
                    cards = sorted([number, *others, *(NUMBERS[kind] for kind in order[at:at + size])])
                    found += len(cards) > 2 and np.prod(cards) == cards[-1]**2
        mean = together[of[number], of[others[0]]] / chances.SHARED if others else alone[of[number]]
        assert mean == pytest.approx(found / len(orders))


def test_what_cannot_go_has_no_chance_and_fewer_cards_have_more():
    s = table("51 20", pile="4 5 4 5")
    alone, together = wanted(s)
    first, second = sorted(place for place in range(PLACES) if s.there >> place & 1)
    assert s.card[second] == KIND[51] and alone[second] == 0 and not together[second].any()
    both = chances.clearing_chance(0, s.there, 1.0, alone, together)
    assert both < 1e-4 and chances.clearing_chance(0, 1 << first, 1.0, alone, together) > 0.3
    assert chances.clearing_chance(0, 0, 1.0, alone, together) == 1


def test_a_set_is_kept_for_what_needs_it():
    """The 3 goes with 17 and 51, which nothing else could take, and not with 6 and 2."""
    d, s = player.make_workspace(), table("51 17 3 6 2", pile="2 3 2 6 12 2 4", level=5)
    assert said(player.choose_action(s, 0, d, 1)[0]) == "take 1 2 3"


def test_what_clears_the_foundation_is_taken():
    d, s = player.make_workspace(), table("51 3 17", pile="2 3 5", level=5)
    assert said(player.choose_action(s, 20, d, 1)[0]) == "take 1 2 3"


def test_the_player_depends_on_the_view_alone():
    chance, d = random.Random(5), player.make_workspace()
    for made in (20, 60):
        s = position(made, chance)
        found = {int(player.choose_action(other_world(s, seed), 8, d, 7)[0]) for seed in range(4)}
        blank = s.copy()
        RULES.redact(blank, 0)
        assert found == {int(player.choose_action(blank, 8, d, 7)[0])} and found < set(moves(s))


def test_hints_depend_on_the_view_alone():
    chance, told = random.Random(6), set()
    for made in (40, 60, 90):
        s = position(made, chance)
        blank = s.copy()
        RULES.redact(blank, 0)
        rungs = GAME.hints.ladder(to_object(blank), 0)
        assert all(GAME.hints.ladder(to_object(other_world(s, seed)), 0) == rungs for seed in range(2))
        told.add(rungs[-1])
    assert len(told) > 1


def test_a_hint_to_turn_names_cards_that_would_make_a_set():
    """Each card named lies unseen in the draw pile, and a set can be taken with it and nothing else of the stack."""
    chance, named = random.Random(3), 0
    for made in range(30, 110, 8):
        s = position(made, chance)
        for kind in GAME.hints.list_awaited_kinds(to_object(s)):
            named += 1
            assert s.unseen[kind] and s.left
            other = s.copy()
            other.stack[other.height] = kind
            other.height += 1
            assert any(phrases.label(action).endswith(" +1") for action in moves(other))
    assert named > 10
    s = table("51 7", pile="2 17 3", level=5)
    said = str(GAME.hints.ladder(to_object(s), 0)[-1])
    assert said.startswith("Turn a card.") and "51" not in said
    s = table("51 3", pile="2 17 17", level=5)
    assert str(GAME.hints.ladder(to_object(s), 0)[-1]) == (
        "Turn cards until you see 17: with it you can take a set. 2 such cards are among the 3 of the draw pile, so "
        "that is about one turn.")


def test_it_wins_more_than_rules_of_thumb_do(sample_size):
    """Far below what it wins (docs/strength), far above the 24 % of choosing by what a set brings."""
    from coprime.games.prime_solitaire import deal_solver
    from coprime.games.prime_solitaire import sequential_halving_player as compiled

    d, numbers = compiled.make_workspace(), sample_size(range(61, 81), range(1, 101))
    wins = [sum(bool(compiled.play_game(deal_solver.deal_position(4, 0, 0, number), tries, d, 1)) for number in numbers)
            for tries in (0, 100)]
    assert min(wins) >= 0.45 * len(numbers) and wins[1] > wins[0]
