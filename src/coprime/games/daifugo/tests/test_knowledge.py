"""What a view knows, and that imagined worlds are exactly as likely as an enumeration of all arrangements says."""

from collections import Counter
from itertools import combinations, permutations

import pytest

import coprime
from coprime.core.kernel import import_pure
from coprime.core.seats import WATCHER

from .test_rules import HANDS, UECDA, WORDS, bag, before_exchange, do, labels, plays, table

GAME = coprime.game("daifugo")
RULES, PLAIN = GAME.rules, GAME.pure_rules
exchange = import_pure("coprime.games.daifugo.exchange")
WHOLE = plays.NATURAL


def test_DF_28_what_is_given_after_a_card_is_the_rest_of_the_order():
    left, order = WHOLE, []
    while left:
        order.append(exchange.strongest_card(left))
        left -= order[-1]
    names = [labels.bag_card_labels(int(card))[0] for card in order]
    assert names == [rank + suit for rank in "2 A K Q J 10 9 8 7 6 5 4 3".split() for suit in "shdc"]
    for i, card in enumerate(order):
        assert exchange.weaker_cards(card) == sum(order[i + 1:])
        assert exchange.weakest_card(card + sum(order[:i]) + plays.JOKER) == card
    assert exchange.weaker_cards(plays.JOKER) == WHOLE == exchange.weaker_cards(2 * plays.JOKER)
    assert exchange.weakest_card(plays.JOKER) == plays.JOKER


def small(s):
    """All cards that are in no hand count as played: a tiny deck."""
    s.played = WHOLE + s.jokers * plays.JOKER - sum(int(h) for h in s.hand)
    return s


def view_of(s, seat):
    view = s.copy()
    RULES.redact(view, seat)
    return view


def frequencies(s, seat, samples):
    """How often each world comes: the hands, and what was given."""
    found = Counter()
    for seed in range(samples):
        world = view_of(s, seat)
        RULES.imagine(world, seat, seed * 7919 + 1)
        found[world_of(world)] += 1
    return found


def world_of(world):
    return tuple(map(int, world.hand)), tuple(map(int, world.gave))


def physical(bag_):
    """The cards of a bag, jokers told apart."""
    names = labels.bag_card_labels(int(bag_))
    return [f"{name}{i}" if name == "Jo" else name for i, name in enumerate(names)]


def bag_of(cards):
    return labels.parse_bag([card[:2] if card.startswith("Jo") else card for card in cards])


def layings(cards, counts):
    """Every way of dealing cards into hands of these sizes."""
    if not counts:
        yield ()
        return
    for first in combinations(cards, counts[0]):
        rest = [card for card in cards if card not in first]
        for others in layings(rest, counts[1:]):
            yield (first, *others)


def agrees(found, expected, samples):
    """Do frequencies fit weights, by the chi-square sum?"""
    assert set(found) == set(expected), set(found) ^ set(expected)
    total = sum(expected.values())
    chi = sum((found[key] - samples * n / total) ** 2 / (samples * n / total) for key, n in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5, (chi, freedom)


def test_worlds_of_a_hand_without_exchange():
    s = small(table("3s 4s", "5s Jo", "Jo", "7s 8s"))
    for seat in (0, WATCHER):
        mine = seat < 4
        cards = [card for i in range(4) if i != seat for card in physical(s.hand[i])]
        cards = [f"Jo{i}" if card.startswith("Jo") else card for i, card in enumerate(cards)]
        expected = Counter()
        for hands in layings(cards, [2, 1, 2] if mine else [2, 2, 1, 2]):
            given = ([int(s.hand[0])] if mine else []) + [bag_of(hand) for hand in hands]
            expected[(*map(int, given), 0, 0), (0,) * 6] += 1
        samples = 20 * len(expected)
        agrees(frequencies(s, seat, samples), expected, samples)


def after_exchange(hands, gifts, ranks=(1, 2, 3, 4), **options):
    s = small(before_exchange(*hands, ranks=ranks, **options))
    for seat, gift in gifts.items():
        PLAIN.apply(s, seat, WORDS.parse(f"give {gift}"))
    return s


FOUR = ("3d 4s 9h", "3h 4h 5h", "6s 2c 7d", "Jo As 2h")


def test_who_received_the_strongest_knows_that_none_stronger_is_held():
    """The giver holds nothing above what was given, beside what came back; no imagined world says otherwise."""
    s = after_exchange(FOUR, {0: "9h 3d", 1: "2c"})
    assert labels.bag_card_labels(int(s.gave[3])) == ["2h", "Jo"]
    below = exchange.weaker_cards(bag("2h"))
    worlds = frequencies(s, 0, 300)
    for hands, _ in worlds:
        rest = hands[3] & ~bag("9h 3d")
        assert bag("9h 3d") & hands[3] == bag("9h 3d") and rest & ~below == 0
    assert len({hands[3] for hands, _ in worlds}) > 1


def test_worlds_after_an_exchange():
    """Every way of laying the unseen cards that leaves the giver with none stronger than what was given."""
    s = after_exchange(FOUR, {0: "9h 3d", 1: "2c"})
    view = view_of(s, 0)
    assert view.gave[1] == view.gave[2] == view.sure[1] == -1
    unseen = [card for i in (1, 2, 3) for card in physical(int(s.hand[i]) & ~bag("9h 3d"))]
    below, expected = exchange.weaker_cards(bag("2h")), Counter()
    for one, two, three in layings(unseen, [3, 3, 1]):
        if bag_of(three) & ~below == 0:
            hands = (int(s.hand[0]), bag_of(one), bag_of(two), bag_of(three) | bag("9h 3d"), 0, 0)
            expected[hands, (bag("9h 3d"), 0, 0, bag("2h Jo"), 0, 0)] += 1
    samples = 20 * len(expected)
    agrees(frequencies(s, 0, samples), expected, samples)


def test_the_giver_knows_where_the_strongest_are():
    """What was given and did not come back is with the taker until it is played."""
    s = after_exchange(FOUR, {0: "9h Jo", 1: "3h"})
    for hands, _ in frequencies(s, 3, 60):
        assert hands[0] & bag("2h")
    assert s.sure[0] == bag("2h") and s.sure[3] == bag("9h Jo")
    s.turn = s.owner = 0
    do(s, "play 2h")
    assert s.sure[0] == 0 and s.hand[0] & bag("2h") == 0


def test_gifts_that_are_played_are_forgotten():
    s = after_exchange(FOUR, {0: "9h 3d", 1: "2c"})
    assert s.turn == 3
    do(s, "play 3d")
    assert s.sure[3] == bag("9h")
    assert all(hands[3] & bag("9h") for hands, _ in frequencies(s, 0, 40))


def test_a_single_joker_given_bounds_nothing():
    """Of two jokers the hinmin gave one: the other may still be there."""
    s = after_exchange(("3d 4s 5s", "3h 4h 5h", "Jo Jo 6s", "7s 8s 9s"), {0: "3d 4s", 1: "3h"})
    assert labels.bag_card_labels(int(s.gave[2])) == ["Jo"]
    with_joker = [hands[2] >= plays.JOKER for hands, _ in frequencies(s, 1, 200)]
    assert any(with_joker) and not all(with_joker)


def deals(s, seat, ranks):
    """Every deal and every unseen choice that gives a view in the exchange, by trying all."""
    before = [int(h) for h in s.hand]
    seats, expected, view = int(s.seats), Counter(), view_of(s, seat).tobytes()
    counts = [int(s.cards[i]) + int(exchange.cards_owed(s, i)) * (-1 if exchange.is_rich(s, i) else 1)
              for i in range(seats)]
    everything = [card for hand in before for card in physical(hand)]
    everything = [f"Jo{i}" if card.startswith("Jo") else card for i, card in enumerate(everything)]
    for hands in layings(everything, counts):
        world = s.copy()
        for i in range(seats):
            world.hand[i], world.cards[i] = bag_of(hands[i]), len(hands[i])
        world.gave[:], world.sure[:] = 0, 0
        exchange.collect_gifts(world)
        for choice in choices(world, [i for i in range(seats) if s.chosen >> i & 1]):
            made = world.copy()
            for i, gift in choice.items():
                made.gave[i] = gift
            if view_of(made, seat).tobytes() == view:
                expected[world_of(made)] += 1
    return expected


def choices(world, seats):
    """Everything that seats can have chosen to give back, cards told apart."""
    if not seats:
        yield {}
        return
    for rest in choices(world, seats[1:]):
        for some in combinations(physical(world.hand[seats[0]]), int(exchange.cards_owed(world, seats[0]))):
            yield rest | {seats[0]: bag_of(some)}


@pytest.mark.parametrize("seat", [0, 1, 2, 3, WATCHER])
def test_worlds_in_the_exchange(seat):
    """Every deal that gives the view, with every choice made unseen, is equally likely."""
    ranks = (1, 2, 3, 4)
    s = small(before_exchange("3d", "5h", "6s 2c", "Jo As 7d", ranks=ranks))
    if seat != 1:
        PLAIN.apply(s, 1, WORDS.parse("give 5h"))
    else:
        PLAIN.apply(s, 0, WORDS.parse("give 3d As"))
    expected = deals(s, seat, ranks)
    samples = 12 * len(expected)
    agrees(frequencies(s, seat, samples), expected, samples)


def test_a_view_tells_no_seed_and_no_gift_of_others():
    s = before_exchange(*HANDS, ranks=(1, 2, 4, 5, 3), **UECDA)
    PLAIN.apply(s, 0, WORDS.parse("give 3s 4s"))
    PLAIN.apply(s, 1, WORDS.parse("give 3h"))
    view = view_of(s, 4)
    assert list(view.gave[:5]) == [-1, -1, -1, -1, 0] and list(view.sure[:5]) == [-1, -1, -1, -1, 0]
    assert PLAIN.observe_action(s, 30, 12345, 0) == -1
    assert view_of(s, 3).gave[0] == bag("3s 4s") and view_of(s, 0).gave[3] == bag("2h Jo")


def test_laid_aside_cards_stay_hidden():
    s = do(table("5s 6s", "9s", "4s 7s", "3s 8d", turn=1, ranks=(1, 2, 3, 4)), "play 9s")
    assert view_of(s, 2).hand[0] == -1 and view_of(s, 2).cards[0] == 2


def test_orders_of_choosing_give_one_state():
    states = set()
    for order in permutations([(0, "give 3s Jo"), (1, "give 4h")]):
        s = before_exchange(*HANDS, ranks=(1, 2, 4, 5, 3))
        for seat, text in order:
            PLAIN.apply(s, seat, WORDS.parse(text))
        states.add(s.tobytes())
    assert len(states) == 1
