"""What is refused says why, with the numbers of the position and the rule that it comes from."""

import random
import re

import pytest

from coprime.core.errors import BadInput
from coprime.testing import laws

from .test_rules import GAME, RULES, SKIPS, WORDS, Phase, Refusal, bag, do, rules, table


def said(s, text, seat=None):
    """The sentence and the rule for whoever is on turn."""
    seat = int(s.turn) if seat is None else seat
    action = WORDS.parse(text)
    reason = RULES.refusal(s, seat, action)
    assert reason, f"{text} is not refused"
    return WORDS.explain_refusal(reason, laws.view_of(RULES, s, seat), action)


def in_phase(s, phase):
    s.phase = phase
    return s


ON = {"cards_0": "on", "cards_5_9": "on"}
BARRED = {**SKIPS, "skip_last": "barred"}


@pytest.mark.parametrize("position, text, sentence, rule", [
    (lambda: table("3 7", "1"), "play 5", "You hold no 5.", "PD-5"),
    (lambda: table("3 7", "1"), "play 5 7 9", "You hold no 5 or 9.", "PD-5"),
    (lambda: table("3 7", "1"), "play 7 7", "You hold only one 7, not two.", "PD-5"),
    (lambda: table("3 7", "1"), "D", "You hold no D.", "PD-4"),
    (lambda: table("3 7", "1", "2", **SKIPS), "skip", "You hold no SKIP.", "PD-16"),
    (lambda: do(table("D 3", "1", deck="7 9"), "D"), "discard 5", "You hold no 5.", "PD-4"),
    (lambda: table("3 7 9", "1", last="5 3", owner=1), "play 7",
     "5 and 3 lie there, two cards: play two, not one.", "PD-5"),
    (lambda: table("3 7 9", "1", last="5", owner=1), "play 3 7 9",
     "5 lies there, one card: play one, not three.", "PD-5"),
    (lambda: table("3 1 9", "1", last="5 3", owner=1), "play 3 1",
     "31 is not larger than 53, the number that lies there.", "PD-5"),
    (lambda: table("3 5 9", "1", last="5 3", owner=1), "play 5 3",
     "53 lies there already: your number must be larger.", "PD-5"),
    (lambda: table("10 9 12", "1"), "play 10 9 12",
     "In a play of three cards each has one digit: 10 and 12 have two.", "PD-6"),
    (lambda: table("10 9 1", "1"), "play 10 9 1", "In a play of three cards each has one digit: 10 has two.", "PD-6"),
    (lambda: table("3 3 7", "1"), "play 3 3 7",
     "One of three cards must carry the sign for three, as 4, 6, 8 and 9 do: 3 and 7 do not.", "PD-6"),
    (lambda: table("3 3 3", "1"), "play 3 3 3",
     "One of three cards must carry the sign for three, as 4, 6, 8 and 9 do: 3 does not.", "PD-6"),
    (lambda: table("0 3 9", "1", **ON), "play 0 3 9", "A 0 may not stand first, as in 039.", "PD-7"),
    (lambda: table("0 3 9", "1", **ON), "play 3 0",
     "A 0 may be played only as one of three cards, not of two.", "PD-7"),
    (lambda: table("0 3 9", "1", **ON), "play 0",
     "A 0 cannot be played by itself: only as one of three cards.", "PD-7"),
    (lambda: table("5/9 9 1", "1", multi_in_three="off", **ON), "play 5/9=5 9 1",
     "At this table a card of several numbers, such as the 5/9, may not be one of three.", "PD-8"),
    (lambda: do(table("3 D", "1", deck="7 9"), "draw"), "D",
     "A card is drawn, or D is played, only at the start of a turn and only once.", "PD-4"),
    (lambda: do(table("3 D", "1", deck="7 9"), "D"), "pass", "You have played D: first discard one card.", "PD-4"),
    (lambda: table("3 D", "1"), "discard 3", "You discard a card only after playing D.", "PD-4"),
    (lambda: table("3", "1"), "discard 3",
     "You discard a card only after playing D, and you have not played one in this turn.", "PD-4"),
    (lambda: table("3", "1"), "draw", "Neither the deck nor the discards have a card left to draw.", "PD-20"),
    (lambda: table("1 1 1 1 2 2 3 3 3 3 3 7 7 7", "1", deck="9", hand_limit=13), "draw",
     "You hold 14 cards, and at this table nobody draws beyond 13.", "PD-3"),
    (lambda: table("SKIP", "1", "2", deck="7", **SKIPS), "pass", "SKIP is your only card: draw first.", "PD-17"),
    (lambda: table("SKIP", "1", "2", deck="7", **SKIPS), "skip",
     "SKIP is your only card and cannot be played alone: draw first.", "PD-17"),
    (lambda: table("SKIP", "1", "2", **SKIPS), "skip",
     "SKIP is your only card and cannot be played alone: you can only pass.", "PD-17"),
    (lambda: table("SKIP 7", "1", "2", **BARRED), "play 7",
     "SKIP would be left as your only card, which this table does not allow.", "PD-32"),
    (lambda: in_phase(table("SKIP 7", "1", "2", **BARRED), Phase.DISCARD), "discard 7",
     "SKIP would be left as your only card, which this table does not allow: discard SKIP instead.", "PD-32"),
])
def test_the_sentence_of_a_refusal(position, text, sentence, rule):
    assert said(position(), text) == (sentence, rule)


def test_whoever_is_not_asked_reads_why():
    assert said(table("3", "1"), "pass", 1) == ("It is not your turn.", "")
    assert said(do(table("3", "1", games_to_win=1), "play 3"), "pass", 0) == ("The match is over.", "")
    assert said(do(table("3", "1"), "play 3"), "pass", 0)[0].startswith("The cards are being shuffled")


@pytest.mark.parametrize("text, sentence", [
    ("play 5/9 3", "Say which number the 5/9 is to be: 5/9=5 or 5/9=9."),
    ("play 4/6/8", "Say which number the 4/6/8 is to be: 4/6/8=4, 4/6/8=6 or 4/6/8=8."),
    ("play 1 2 3 4", "A play has at most three cards."),
    ("play 14", "There is no number card “14”."),
    ("play 5/9=4", "There is no number card “5/9=4”."),
    ("play 7 D", "D is not a number, so it cannot be part of a play."),
])
def test_what_is_no_label_says_why(text, sentence):
    with pytest.raises(BadInput) as wrong:
        WORDS.parse(text)
    assert str(wrong.value) == sentence


def attempts(random_, s, seat):
    """Labels that a person might send in a position, most of cards that they hold."""
    names = WORDS.NAMES
    mine = [name for kind, name in enumerate(names) if rules.count_kind(s.hand[seat], kind)] or names[:1]
    for n in (1, 1, 2, 2, 2, 3, 3, 3, 3):
        cards = [random_.choice(mine if random_.random() < 0.9 else names) for _ in range(n)]
        faces = [{"5/9": "5/9=9", "4/6/8": "4/6/8=6"}.get(card, card) for card in cards]
        if not {"D", "SKIP"} & set(faces):
            yield "play " + " ".join(faces)
    yield from ("draw", "D", "pass", "skip", "discard " + random_.choice(mine), "discard " + random_.choice(names))


def test_many_refusals_are_true(sample_size):
    """Over random games: what a sentence says of hand, table and number is so, counted from the label alone."""
    seen = set()
    for seed in range(sample_size(6, 20)):
        random_ = random.Random(seed)
        seats, options = laws.random_options(GAME, random_)
        walk = laws.RandomWalk(GAME, RULES, seats, options, seed)
        for s in walk.walk_positions(90):
            if not 0 <= s.turn < seats or s.phase not in (Phase.DRAW, Phase.PLAY, Phase.DISCARD):
                continue
            seat = int(s.turn)
            for text in attempts(random_, s, seat):
                if RULES.refusal(s, seat, WORDS.parse(text)):
                    sentence, rule = said(s, text)
                    seen.add(sentence)
                    is_so(s, seat, text, sentence, rule)
    assert len(seen) > sample_size(80, 200)


def is_so(s, seat, text, sentence, rule):
    """Whether a refusal is true, by the words of the label and the cards of the position."""
    cards = [word.split("=") for word in text.split()[1:]]
    numbers = [int(card[-1]) for card in cards if card[-1].isdigit()]
    mine = [name for kind, name in enumerate(WORDS.NAMES) for _ in range(rules.count_kind(s.hand[seat], kind))]
    assert rule.startswith("PD-") and sentence.endswith(".")
    if none := re.match(r"You hold no ([^.]*)\.$", sentence):
        assert not set(re.split(", | or ", none[1])) & set(mine)
        assert rule == {"D": "PD-4", "skip": "PD-16", "discard": "PD-4", "play": "PD-5"}[text.split()[0]]
    elif few := re.match(r"You hold only (\w+) (\S+), not (\w+)\.", sentence):
        words = {"one": 1, "two": 2, "three": 3}
        assert mine.count(few[2]) == words[few[1]] < words[few[3]] == [card[0] for card in cards].count(few[2])
    elif "lie there, " in sentence or "lies there, one" in sentence:
        assert s.count and s.count != len(cards) and rule == "PD-5"
        assert list(map(int, re.findall(r"\d+", sentence))) == [
            int(rules.FACE_NUMBER[face]) for face in s.last[:s.count]]
    elif "larger" in sentence:
        assert int("".join(map(str, numbers))) <= s.number and str(int(s.number)) in sentence
        assert len(cards) == s.count and rule == "PD-5"
    elif "each has one digit" in sentence:
        assert len(cards) == 3 and [n for n in numbers if n > 9] and rule == "PD-6"
    elif "carry the sign" in sentence:
        assert len(cards) == 3 and not set(numbers) & {4, 6, 8, 9} and rule == "PD-6"
    elif "A 0" in sentence:
        assert 0 in numbers and rule == "PD-7"
        assert ("first" in sentence) == (len(cards) == 3) and (len(cards) < 3 or numbers[0] == 0)
    elif "several numbers" in sentence:
        assert len(cards) == 3 and s.multi_in_three and any(len(card) == 2 for card in cards)
    elif "only at the start" in sentence:
        assert s.phase == Phase.PLAY and text in ("draw", "D") and (text == "draw" or "D" in mine)
    elif "beyond" in sentence:
        assert f"hold {len(mine)} cards" in sentence and len(mine) >= s.hand_limit > 0
    elif "Neither the deck" in sentence:
        assert s.left + s.discarded == 0
    elif "only card" in sentence:
        assert "SKIP" in mine and len(mine) - (len(cards) if "would be left" in sentence else 0) == 1
        assert ("draw first" in sentence) <= (s.phase == Phase.DRAW and s.left + s.discarded > 0)
    elif "only after playing D" in sentence:
        assert s.phase != Phase.DISCARD and text.startswith("discard")
    else:
        assert sentence == "You have played D: first discard one card." and s.phase == Phase.DISCARD


def test_every_refusal_has_a_general_sentence_too():
    assert all(WORDS.explain_refusal(reason)[0] for reason in list(Refusal)[1:])
    assert bag("3") and WORDS.explain_refusal(Refusal.ZERO)[1] == "PD-7"
