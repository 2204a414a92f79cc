"""What a view knows, and that imagined worlds are exactly as likely as an enumeration of all arrangements says."""

from collections import Counter
from itertools import permutations

import pytest

import coprime
from coprime.core.seats import CHANCE, WATCHER

from .test_rules import SKIPS, bag, do, rules, table

GAME = coprime.game("prime_daifugo")
RULES, PLAIN, WORDS = GAME.rules, GAME.pure_rules, GAME.words
NAMES = WORDS.NAMES


def small(*hands, deck, **more):
    """A position in which every card that is not named lies in the discards."""
    s = table(*hands, deck=deck, **more)
    named = Counter(" ".join([*hands, deck, more.get("last", "").replace("=", " ")]).split())
    for kind, name in enumerate(NAMES):
        for _ in range(int(rules.count_kind(rules.whole_deck(s), kind)) - named[name]):
            rules.put_on_discards(s, kind)
    return s


def worlds(s, seat):
    """Every arrangement of the unseen cards that gives the view, with the number of ways of laying it."""
    others = [i for i in range(s.seats) if i != seat]
    unseen = list(s.deck[:s.left])
    for i in others:
        unseen += [kind for kind in range(len(NAMES)) for _ in range(rules.count_kind(s.hand[i] - s.known[i], kind))]
    room = s.pool - (s.gained[seat] if seat < s.seats else 0)
    found = Counter()
    for order in permutations(unseen):
        deck, rest, hands = order[:s.left], list(order[s.left:]), []
        for i in others:
            n = int(s.cards[i]) - sum(rules.count_kind(s.known[i], kind) for kind in range(len(NAMES)))
            hands.append(sum(1 << 3 * int(kind) for kind in rest[:n]) + int(s.known[i]))
            rest = rest[n:]
        if all(deck.count(kind) <= rules.count_kind(room, int(kind)) for kind in deck) and all(
                rules.count_kind(hand, NAMES.index("SKIP")) <= s.skips[i] for hand,
                i in zip(hands, others, strict=True)):
            found[tuple(map(int, deck)), tuple(hands)] += 1
    return found


def frequencies(s, seat, samples):
    view = s.copy()
    RULES.redact(view, seat)
    found = Counter()
    for seed in range(samples):
        world = view.copy()
        RULES.imagine(world, seat, seed * 7919 + 1)
        hands = tuple(int(world.hand[i]) for i in range(s.seats) if i != seat)
        found[tuple(int(kind) for kind in world.deck[:world.left]), hands] += 1
    return found


def remade():
    """A deck made of discards, of which the watcher has drawn a 3; other 3s may be in the old hand."""
    s = small("3 7", "3 9", deck="3 9 13")
    s.pool, s.gained[0] = bag("3 3 9 13"), bag("3")
    return s


def lone():
    """Seat 1 holds one card, which the rules prove to be no SKIP."""
    s = small("3", "9", "SKIP 1", deck="SKIP 9", **SKIPS)
    s.skips[1] = 0
    return s


POSITIONS = {
    "first deck": lambda: small("3 7", "9 1", deck="3 1 13"),
    "three seats": lambda: small("3", "9 1", "9 3", deck="1 13"),
    "shown in a failed play": lambda: do(small("9 1 3", "7 8", deck="3 1"), "play 9 1"),
    "a remade deck": remade,
    "no lone SKIP": lone,
}


@pytest.mark.parametrize("seat", [0, 1, WATCHER])
@pytest.mark.parametrize("name", POSITIONS)
def test_imagine_is_unbiased(name, seat):
    s = POSITIONS[name]()
    expected, samples = worlds(s, seat), 12_000
    found = frequencies(s, seat, samples)
    assert set(found) <= set(expected), "a world that the view does not allow"
    total = sum(expected.values())
    common = {world: ways * samples / total for world, ways in expected.items()}
    if min(common.values()) < 5:            # too many worlds for a test of each: the places of one card instead
        common, found = marginal(common), marginal(found)
    chi = sum((found[world] - n) ** 2 / n for world, n in common.items())
    degrees = len(common) - 1
    assert chi < degrees + 4.5 * (2 * degrees) ** 0.5 + 10, f"chi-square {chi:.0f} with {degrees} degrees"


def marginal(counts):
    """How often each kind is the next card, and how often the first other hand holds it."""
    found = Counter()
    for (deck, hands), n in counts.items():
        found["deck", deck[-1]] += n
        found["hand", hands[0]] += n
    return found


def test_a_remade_deck_of_two_players_shows_the_other_hand():
    """PD-20: when the deck was empty, all that is not seen was in the other hand."""
    s = small("3 7", "9 1 5", deck="11")
    do(s, "draw")
    view = s.copy()
    RULES.redact(view, 0)
    for seed in range(50):
        world = view.copy()
        RULES.imagine(world, 0, seed)
        assert world.hand[1] == bag("9 1 5")


def test_passing_without_drawing_shows_that_the_card_is_no_skip():
    s = do(table("9", "1 1", "2 2", deck="3 3", **SKIPS), "pass")
    assert s.skips[0] == 0
    s = do(table("9", "1 1", "2 2", **SKIPS), "pass")
    assert s.skips[0] == 2, "nothing could be drawn, so it tells nothing"
    s = do(table("9 7", "1 1", "2 2", deck="3 3", **SKIPS), "pass")
    assert s.skips[0] == 2


def test_barred_shows_that_the_card_left_is_no_skip():
    s = do(table("9 7", "1 1", "2 2", deck="3 3", skip_last="barred", **SKIPS), "play 7")
    assert s.skips[0] == 0
    do(s, "pass", "pass", "draw")
    assert s.skips[0] == 1


def test_what_was_shown_is_forgotten_when_it_is_played():
    s = do(table("9 1 3 7", "8 8", deck="2 2"), "play 9 1", "pass")
    assert s.known[0] == bag("9 1")
    do(s, "play 1 9")
    assert s.known[0] == 0


def test_a_view_tells_no_seed():
    """The seed of a shuffle is in no view and in no event that a watcher sees."""
    s = GAME.new_state(2, {}, PLAIN)
    assert PLAIN.observe_action(s, CHANCE, 12345, 0) == -1
