"""What a view knows, and that imagined worlds are exactly as likely as an enumeration of all arrangements says."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from coprime.core.seats import CHANCE, WATCHER
from coprime.decks.primepak.cards import KIND, KINDS, WILD
from coprime.games.prime_canasta.tables import COUNTS

from .table import GAME, RULES, WORDS, do, hand, kinds, rounds, table

FAST = GAME.rules


def small(*hands, deck="", **more):
    """A position in which every card that is not named lies in the discard pile."""
    s = table(*hands, deck=deck, **more)
    top = s.pile[:s.piled].copy()
    s.pile[:s.piled], s.piled, s.frozen = -1, 0, 0
    for kind in range(KINDS):
        gone = int(s.hand[:, kind].sum() + (s.deck[:s.left] == kind).sum() + (top == kind).sum())
        gone += sum(int(COUNTS[one, kind]) for side in range(s.seats) for one in s.laid[side, :s.laid_n[side]])
        for _ in range(int(rounds.copies_in_deck(s, kind)) - gone):
            rounds.put_on_pile(s, kind)
    for kind in top:
        rounds.put_on_pile(s, int(kind))
    return s


def worlds(s, seat):
    """Every arrangement of the unseen cards that gives the view, with the number of ways of laying it."""
    others = [i for i in range(s.seats) if i != seat]
    unseen = [int(kind) for kind in s.deck[:s.left]]
    for i in others:
        unseen += [kind for kind in range(KINDS) for _ in range(int(s.hand[i, kind] - s.known[i, kind]))]
    gained = Counter({k: int(n) for k, n in enumerate(s.gained[seat]) if n}) if seat < s.seats else Counter()
    pool, found = Counter({k: int(n) for k, n in enumerate(s.pool) if n}), Counter()
    known = {i: cards_in(s.known[i]) for i in others}
    hidden = {i: int(s.cards[i]) - len(known[i]) - int(s.stage_cards if i == s.turn else 0) for i in others}
    for order, ways in Counter(permutations(unseen)).items():
        deck, rest, hands = order[:s.left], list(order[s.left:]), []
        for i in others:
            hands.append(tuple(sorted([*rest[:hidden[i]], *known[i]])))
            rest = rest[hidden[i]:]
        if not s.remade or ((Counter(deck) + gained) - pool).total() <= s.odd:
            found[deck, tuple(hands)] += ways
    return found


def cards_in(counts):
    return tuple(np.repeat(np.arange(KINDS), counts).tolist())


def frequencies(s, seat, samples):
    view, found = s.copy(), Counter()
    FAST.redact(view, seat)
    others = [i for i in range(s.seats) if i != seat]
    for seed in range(samples):
        world = view.copy()
        FAST.imagine(world, seat, seed * 7919 + 1)
        found[tuple(world.deck[:world.left].tolist()), tuple(cards_in(world.hand[i]) for i in others)] += 1
    return found


def remade(odd):
    """A draw pile made of discards, of which seat 0 has drawn a 3; perhaps a card was left over from before."""
    s = small("3 7", "3 9", deck="3 9 13")
    s.remade, s.odd = 1, odd
    for kind in kinds("3 3 9" if odd else "3 3 9 13"):
        s.pool[kind] += 1
    s.gained[0, KIND[3]] = 1
    return s


def from_pile():
    """Seat 1 has taken a 7 and a wild from the pile before everybody's eyes, and holds them still."""
    s = small("3 7", "9 7 W", deck="3 13")
    s.known[1, KIND[7]] = s.known[1, WILD] = 1
    return s


def staged_openly():
    """With the strict referee staged cards are seen."""
    return do(small("120 10 3 2 2 7 9", "9 8", deck="3 13", referee="strict"), "lay 120=10x3x2x2")


POSITIONS = {
    "first draw pile": lambda: small("3 7", "9 2", deck="3 2 13"),
    "three seats": lambda: small("3", "9 2", "9 3", deck="2 13"),
    "taken openly": from_pile,
    "a remade draw pile": lambda: remade(0),
    "a remade draw pile with a card from before": lambda: remade(1),
    "staged openly": staged_openly,
}


@pytest.mark.parametrize("seat", [0, 1, WATCHER])
@pytest.mark.parametrize("name", POSITIONS)
def test_imagine_is_unbiased(name, seat):
    s = POSITIONS[name]()
    expected, samples = worlds(s, seat), 4000
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


def test_what_was_taken_from_the_pile_is_known_until_it_is_played():
    s = table("5 11 9", "10", deck="2 2 2 2", pile="3 7 8 55", laid=["20=4x5"], drawn=False)
    do(s, "take 55=5x11", "choose 7@2", "choose 8@3", "done")
    assert s.known[0, KIND[7]] == s.known[0, KIND[8]] == 1
    view = s.copy()
    RULES.redact(view, 1)
    assert [one["id"] for one in WORDS.scene(view, 1, ["A", "B"])["seats"][0]["known"]] == ["7", "8"]
    do(s, "discard 7")
    assert s.known[0, KIND[7]] == 0 and s.known[0, KIND[8]] == 1


def test_a_remade_draw_pile_of_two_players_shows_the_other_hand():
    """CA-5: when nothing was left over, all that is not seen was in the other hand."""
    s = small("3 7", "9 2 5", deck="", drawn=False)
    do(s, "draw")
    view = s.copy()
    RULES.redact(view, 0)
    for seed in range(20):
        world = view.copy()
        FAST.imagine(world, 0, seed)
        assert hand(world, 1) == "2 5 9"


def test_hands_are_open_at_the_end_of_a_round():
    s = do(table("2 3", "10 5", deck="9", pile="4", drawn=False), "draw")
    view = s.copy()
    RULES.redact(view, 0)
    assert [one["id"] for one in WORDS.scene(view, 0, ["A", "B"])["seats"][1]["open"]] == ["5", "10"]


def test_a_view_tells_no_seed():
    """The seed of a shuffle is in no view and in no event that a watcher sees."""
    s = GAME.new_state(2, {}, RULES)
    assert RULES.observe_action(s, CHANCE, 12345, 0) == -1
