"""What a seat knows: everything but the order of the pile; and what the screen keeps to itself."""

import json
from collections import Counter

from coprime.core.attr_view import to_object
from coprime.core.chance import random_below
from coprime.core.seats import CHANCE, UNKNOWN, WATCHER
from coprime.games.prime_challenge.tests.playing import GAME, RULES, WORDS, do, names, table, view

NAMES = ["Ada", "Heron", "Otter"]


def imagined(seen, seat, seed):
    world = seen.copy()
    RULES.imagine(world, seat, seed)
    return tuple(names.kind_name(int(kind)) for kind in world.deck[:world.left])


def almost_over():
    """Level 1 with all cards seen but four: 2, 2, 5 and 4 lie in the pile in some order."""
    s = GAME.new_state(3, {"level": 1}, RULES)
    RULES.apply(s, CHANCE, 3)
    left = ["2", "2", "5", "4"]
    cards = [*s.deck[:s.left], *s.face_up[:9]]
    for name in left:
        cards.remove(names.parse_kind(name))
    s.deck[:], s.left = UNKNOWN, 4
    s.deck[:4] = [names.parse_kind(name) for name in left]
    s.face_up[:9] = cards[:9]
    for i, kind in enumerate(cards[9:]):
        s.stack_kind[i], s.stack_seat[i] = kind, i % 3
    s.stack_n = len(cards) - 9
    return s


def test_every_order_of_the_pile_is_equally_likely():
    seen, n, x = view(almost_over(), 1), 6000, 17
    found = Counter()
    for _ in range(n):
        at, x = random_below(x, 2**31 - 1)
        found[imagined(seen, 1, at)] += 1
    assert len(found) == 12                         # 4! / 2!
    assert all(abs(count - n / 12) < 5 * (n / 12) ** 0.5 for count in found.values())


def test_the_pile_holds_what_has_not_been_seen():
    s = GAME.new_state(2, {"level": 3}, RULES)
    RULES.apply(s, CHANCE, 11)
    assert sorted(imagined(view(s, 0), 0, 5)) == sorted(names.kind_name(int(kind)) for kind in s.deck[:s.left])


def test_the_screen_does_not_tell_whether_a_set_is_there():
    """Nothing but the cards differs between a foundation with a set and one without."""
    scenes = []
    for cards in ("42 6 7 13", "42 6 11 13"):
        shown = WORDS.scene(to_object(view(table(cards), 0)), 0, NAMES)
        shown.pop("main")
        scenes.append(json.dumps(shown))
    assert scenes[0] == scenes[1]


def test_the_screen_does_not_tell_whether_a_set_taken_is_right():
    scenes = []
    for cards in ("42 6 7 10 2 5", "42 6 8 10 2 5"):
        s = do(table(cards), "0: take 1 2 3")
        shown = WORDS.scene(to_object(view(s, 1)), 1, NAMES)
        shown["open"][0].pop("cards")
        shown.pop("main")
        scenes.append(json.dumps(shown))
    assert scenes[0] == scenes[1]


def test_the_log_does_not_tell_either():
    lines = []
    for cards in ("42 6 7 10 2 5", "42 6 8 10 2 5"):
        before = table(cards)
        action = WORDS.parse("take 1 2 3")
        after = do(before.copy(), "0: take 1 2 3")
        lines.append(WORDS.describe_event(to_object(before), 0, action, to_object(after), NAMES, WATCHER))
    assert lines[0].text == "Ada takes 42, then 6 and 7." and lines[0].mark == lines[1].mark
    assert lines[1].text == "Ada takes 42, then 6 and 8."


def test_hints_go_from_where_to_look_to_the_answer():
    s = table("420 35 3 4 13")
    ladder = GAME.hints.ladder(to_object(view(s, 0)), 0)
    assert len(ladder) == 3 and ladder[-1] == "420 = 3 × 4 × 35." and "35" not in ladder[0]
    s = table("13 17 19 42 5")
    assert GAME.hints.ladder(to_object(view(s, 0)), 0)[-1] == "No set lies there: say done."
    assert GAME.hints.ladder(to_object(view(s, 1)), 1) == []


def test_hints_on_what_may_be_challenged():
    s = do(table("42 6 8 7 13 17"), "0: take 1 2 3")
    assert "6 × 8 = 48, not 42" in GAME.hints.ladder(to_object(view(s, 1)), 1)[-1]
    s = do(table("42 6 7 13"), "0: done")
    assert GAME.hints.ladder(to_object(view(s, 2)), 2)[-1] == "42 = 6 × 7."
