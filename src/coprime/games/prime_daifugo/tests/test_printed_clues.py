"""What is printed on the cards, against trial division over all cards that a box holds."""

from coprime.core.record import load_record, replay_record
from coprime.games.prime_daifugo import printed_clues

from .test_rules import GAME, RULES, WORDS, bag, cards, deal, do, table

NAMES = ["Ann", "Bo", "Cy"]
BOX = [number for number, copies in zip(cards.NUMBERS, cards.COPIES, strict=True) for _ in range(copies)]


def is_prime(number):
    return number > 1 and all(number % d for d in range(2, number))


def partners(number):
    """The other numbers of the box that make a prime with a card in some order."""
    return {other for other in BOX if other and other != number
            and (is_prime(int(f"{number}{other}")) or is_prime(int(f"{other}{number}")))}


def scene(s, seat=0):
    view = s.copy()
    RULES.redact(view, seat)
    return WORDS.scene(view, seat, NAMES[:s.seats])


def prints(s, seat=0):
    return [(int(card["id"]), card["print"]) for card in scene(s, seat)["hand"] if "print" in card]


def test_the_partners_of_every_number():
    assert set(printed_clues.PARTNERS) == set(BOX) - {0}
    for number, found in printed_clues.PARTNERS.items():
        assert set(found) == partners(number) and list(found) == sorted(found)


def test_every_copy_names_true_partners_and_the_copies_name_different_ones():
    for kind, number in enumerate(cards.NUMBERS):
        copies = printed_clues.CLUES[kind]
        if not number:
            assert copies == ()
            continue
        assert len(copies) == cards.COPIES[kind]
        for shown in copies:
            assert set(shown) <= partners(number) and len(set(shown)) == len(shown)
            assert len(shown) == 2 or (number in (17, 19) and set(shown) == partners(number))
        named = {one for shown in copies for one in shown}
        assert len(set(copies)) == len(copies)
        assert number in (17, 19) or len(named) == min(len(partners(number)), 2 * len(copies)), number


def test_the_three_of_the_rulebook():
    """One [3] names 5 and 10 and has nine dots."""
    assert (5, 10) in printed_clues.CLUES[3]
    assert all(print_["more"] == 9 and print_["copies"] == 5 for n, print_ in prints(table("3 3 3 3 3", "1")) if n == 3)
    assert len({tuple(print_["clues"]) for _, print_ in prints(table("3 3 3 3 3", "1"))}) == 5


def test_what_every_card_says():
    for kind, number in enumerate(cards.NUMBERS):
        for nth in range(7):
            said = WORDS.card_scene(kind, False, copy_number=nth)["print"]
            assert said["prime"] == is_prime(number) and said["copies"] == BOX.count(number)
            assert said["more"] + len(said["clues"]) == len(partners(number)) if number else said["more"] == 0
    assert all("print" not in WORDS.card_scene(kind, True) for kind in range(16, 20)), "only number cards have clues"


def test_the_print_is_there_without_any_help():
    """It is on the cards by the book, and no assistance: factors are."""
    s = table("3 4", "7", last="5 3", owner=1, discards="9")
    seen = scene(s)
    assert seen["assist"] == "none" and "primes" not in seen and seen["sheet"] is False
    for card in [*seen["hand"], *seen["area"]["cards"], seen["discards"]["top"]]:
        assert card["print"]["copies"] and card["factors"] == []


def test_a_number_has_other_clues_in_another_game():
    shown = set()
    for game in range(1, 6):
        s = table("3", "1")
        s.game = game
        shown.add(tuple(prints(s)[0][1]["clues"]))
    assert shown == set(printed_clues.CLUES[3])


def test_a_card_keeps_its_clue_when_it_is_played():
    s = table("3 5 9", "7")
    held = dict(prints(s))
    for text in ("play 5 3", "play 3 5"):
        action = WORDS.parse(text)
        after = do(s.copy(), text)
        judged = WORDS.describe_event(s, 0, action, after, NAMES[:2], 0).detail["judge"]["cards"]
        assert [card["print"] for card in judged] == [held[int(card["id"])] for card in judged]
    lying = scene(do(s, "play 5 3"))["area"]["cards"]
    assert [card["print"] for card in lying] == [held[5], held[3]]


def test_the_hint_cards():
    two = sorted(int(f"{a}{b}") for a in set(BOX) - {0} for b in set(BOX) - {0}
                 if is_prime(int(f"{a}{b}")) and (a != b or BOX.count(a) > 1))
    assert list(printed_clues.HINT_CARDS["ten"]) == [n for n in two if str(n).startswith("10")] == [101, 103, 107, 109,
                                                                                                 1013,
                                                                                                 1019]
    assert list(printed_clues.HINT_CARDS["twelve"]) == [n for n in two if str(n).startswith("12")] == [127, 1213, 1217]
    assert not any(n % 100 in (10, 12) for n in two), "a 10 or a 12 never stands second"
    assert printed_clues.HINT_CARDS["largest"] == max(two) == 1913
    assert not any(is_prime(10 * tens + last % 10) for last in printed_clues.HINT_CARDS["never_last"]
                   for tens in range(1, 200))
    assert printed_clues.HINT_CARDS["three"] == len(printed_clues.THREE_CARD_PRIMES) == 96
    played = {int(number) for number, action in zip(cards.PLAY_NUMBER, cards.PLAY_ACTION, strict=True)
              if len(WORDS.label(int(action)).split()) == 4 and "0" not in str(number)}
    assert set(printed_clues.THREE_CARD_PRIMES) == played


def test_the_table_of_primes_lies_face_down_while_one_is_to_judge():
    for assist, other in ("none", False), ("clues", False), ("show_primes", False), ("table", True):
        s = table("5 3", "7 1", assist=assist)
        assert scene(s, 0)["sheet"] is False and scene(s, 1)["sheet"] is other
    assert [name for name, preset in GAME.presets.items() if preset.get("assist") == "table"] == ["beginners"]
    assert "primes" not in scene(table("5 3", "7 1", assist="table"))


def test_a_record_of_the_first_version_is_read_to_its_end():
    """Version 2 adds a value of `assist` behind the others, so nothing in the state has moved."""
    assert GAME.version == 2
    for path in sorted((GAME.folder / "tests/golden").glob("*.txt")):
        record = load_record(path.read_text(encoding="utf-8").partition("\n")[2].replace('"version": 2,',
                                                                                         '"version": 1,', 1))
        assert record.version == 1
        assert len(replay_record(record, GAME.pure_rules).events) == len(record.events) and not record.note


def test_no_clue_depends_on_what_is_hidden():
    """Two worlds of one view show the same."""
    s = deal(3, 5)
    view = s.copy()
    RULES.redact(view, 0)
    world = view.copy()
    RULES.imagine(world, 0, 77)
    assert world.hand[0] == s.hand[0] != bag("") and scene(world, 0) == scene(s, 0)
