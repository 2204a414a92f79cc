"""What is refused is said with the cards and numbers of the position, and with the right rule."""

import json
import random
import re

import pytest

import coprime
from coprime.core.errors import BadInput
from coprime.core.kernel import import_pure
from coprime.core.match import Match
from coprime.core.seats import CHANCE
from coprime.games.daifugo.actions import bag_size, cards_of, gift_of
from coprime.games.daifugo.labels import RANKS, SUITS, bag_card_labels
from coprime.games.daifugo.state import Phase, Refusal
from coprime.testing import laws

from .test_rules import RULES, UECDA, WORDS, before_exchange, do, table

GAME = coprime.game("daifugo")
flaw = import_pure("coprime.games.daifugo.play_validation").find_flaw
OTHERS = ("3c 4c", "3h 4h", "3d 4d", "9c Qc")


def told(s, text, seat=None):
    """The refusal of an action for a seat, as that seat may know it: (sentence, rule)."""
    seat = int(s.turn) if seat is None else seat
    action, view = WORDS.parse(text), s.copy()
    reason = RULES.refusal(s, seat, action) or (RULES.violation(s, seat, action) and flaw(s, action))
    RULES.redact(view, seat)
    return WORDS.explain_refusal(reason, view, action)


@pytest.mark.parametrize(("hand", "text", "options", "sentence", "rule"), [
    ("3s Jo", "play 5s", {}, "You do not hold 5♠.", "DF-2"),
    ("3s Jo", "play 5s 5h Jo=5d", {}, "You do not hold 5♠ or 5♥.", "DF-2"),
    ("3s Jo", "play Jo Jo", {}, "You do not hold a second joker.", "DF-2"),
    ("3s 4s", "play Jo Jo", {}, "You do not hold both jokers.", "DF-2"),
    ("3s 4s", "pass", {}, "Nothing lies there: you lead, and may not pass.", "DF-6"),
    ("3s 5s", "play 3s 5s", {}, "Two cards played together must be of one rank, and these are 3 and 5.", "DF-2"),
    ("3s 5s Qs", "play 3s 5s Qs", {}, "These 3 cards are neither of one rank nor in a row: 3, 5 and queen.", "DF-2"),
    ("5s 6s Jo", "play 5s 6s Jo=6d", {}, "These 3 cards are neither of one rank nor in a row: 5, 6 and 6.", "DF-2"),
    ("3s 4s 5h", "play 3s 4s 5h", {}, "A sequence must be of one suit, and these cards are spades and hearts.", "DF-3"),
    ("3s 4s 5s", "play 3s 4s 5s", {"seq_min": 0}, "This table plays without sequences.", "DF-2"),
    ("3s 4s 6s", "play 3s 4s 6s", {"seq_min": 0},
     "Cards played together must be of one rank, and these are 3, 4 and 6.", "DF-2"),
    ("3s 4s 5s 6s 7s", "play 3s 4s 5s 6s 7s", {}, "These are 5 cards in a row, and this table allows 4.", "DF-2"),
    ("5s 5h 5d 5c Jo", "play 5s 5h 5d 5c Jo=5", {}, "These are 5 cards of one rank, and this table allows 4.", "DF-2"),
    ("3s 4s Jo", "play Jo=low 3s 4s", {}, "A joker has no place below the 3 at this table.", "DF-19"),
    ("As 2s Jo", "play As 2s Jo=high", {}, "A joker has no place above the 2 at this table.", "DF-19"),
    ("5s Jo", "play 5s Jo", {}, "Say which card the joker stands for, as in “play 5s Jo=5h”.", "DF-20"),
    ("5s Jo Jo", "play 5s Jo Jo", {},
     "Say which cards the jokers stand for, as in “play 5s Jo=5h Jo=5d”.", "DF-20"),
    ("5s 9h Jo", "play 5s 9h Jo", {}, "Whatever the joker stands for, 5♠ and 9♥ make neither a group nor a sequence.",
     "DF-20"),
    ("5s 9h Jo Jo", "play 5s 9h Jo Jo", {},
     "Whatever the jokers stand for, 5♠ and 9♥ make neither a group nor a sequence.", "DF-20"),
    ("5s 9h Jo", "play 5s 9h Jo", {"seq_min": 0}, "Whatever the joker stands for, 5♠ and 9♥ are not of one rank.",
     "DF-20"),
    ("5s 6h Jo", "play 5s 6h Jo", {}, "A sequence must be of one suit, and these cards are spades and hearts.", "DF-3"),
    ("5s 6s 7s 8s Jo", "play 5s 6s 7s 8s Jo", {}, "These are 5 cards in a row, and this table allows 4.", "DF-2"),
    ("5s Jo", "play 5s Jo=5s", {}, "The joker cannot stand for the 5 of spades: that card is among these.", "DF-20"),
    ("5s 6h Jo Jo", "play 5s 6h Jo=7h Jo=7d", {}, "Two jokers cannot stand for one place of a sequence.", "DF-20"),
    ("5s 6s", "give 5s 6s", {}, "Nobody has a rank in this hand, so nothing is exchanged.", "DF-17"),
    ("5s 6s", "give ? ?", {}, "Nobody has a rank in this hand, so nothing is exchanged.", "DF-17"),
    ("5s 6s", "give 5s", {"exchange": "off"}, "This table plays without the exchange.", "DF-17"),
])
def test_leading(hand, text, options, sentence, rule):
    assert told(table(hand, *OTHERS[:3], **options), text) == (sentence, rule)


@pytest.mark.parametrize(("lead", "hand", "text", "options", "sentence", "rule"), [
    ("6s", "4s 5s Jo", "play 4s", {}, "The 4 of spades is not higher than the 6 of spades.", "DF-4"),
    ("6s 6h", "4s 4h Jo", "play 4s 4h", {}, "Two 4s are not higher than two 6s.", "DF-4"),
    ("6s 7s 8s", "5h 6h 7h", "play 5h 6h 7h", {"eight_cut": "off"},
     "5 to 7 of hearts are not higher than 6 to 8 of spades.", "DF-4"),
    ("5s 6s 7s", "7h 8h 9h", "play 7h 8h 9h", UECDA, "7 to 9 of hearts are not wholly above 5 to 7 of spades.", "DF-4"),
    ("6s", "4s 4h", "play 4s 4h", {}, "One card lies there, so play one card, not 2.", "DF-4"),
    ("6s 6h", "7s Jo", "play 7s", {}, "2 cards lie there, so play 2, not 1.", "DF-4"),
    ("6s", "4s 5s Jo", "play 4s Jo", {}, "One card lies there, so play one card, not 2.", "DF-4"),
    ("6s 6h 6d", "7s 8s 9s", "play 7s 8s 9s", {},
     "A group lies there, three 6s; a sequence does not beat it.", "DF-19"),
    ("5s 6s 7s", "9s 9h 9d", "play 9s 9h 9d", {},
     "A sequence lies there, 5 to 7 of spades; 3 cards of one rank do not beat it.", "DF-19"),
    ("Jo", "4s 2s", "play 2s", {}, "Only the 3 of spades beats a single joker.", "DF-11"),
    ("Jo", "3s 2s", "play 3s", {"three_of_spades": "off"}, "Nothing beats a single joker at this table.", "DF-9"),
    ("Jo Jo", "3s 2s", "play 3s", {}, "Nothing beats two jokers.", "DF-20"),
])
def test_following(lead, hand, text, options, sentence, rule):
    seats = 5 if options is UECDA else 4
    s = table(f"{lead} Kd", hand + " 10c", *OTHERS[:seats - 2], **(options | {"jokers": 1 if seats == 5 else 2}))
    do(s, "play " + " ".join(lead.split()))
    assert told(s, text) == (sentence, rule)


def test_in_a_revolution():
    s = table("6s Kd", "7s 7h 5h 6h", *OTHERS[2:])
    s.reversed = 1
    do(s, "play 6s")
    assert told(s, "play 7s") == (
        "In a revolution lower cards win, and the 7 of spades is not lower than the 6 of spades.", "DF-12")


def test_a_lock_names_what_may_not_follow():
    s = do(table("4s Kd", "6s 7d", "8h 9h 10h", "3c 4c", lock_after=2), "play 4s", "play 6s")
    assert told(s, "play 9h") == ("Locked to spades: the 9 of hearts may not follow.", "DF-15")
    s = do(table("4s 4h Kd", "6s 6h 7d", "9h 9c", "3c 4c", lock_after=2), "play 4s 4h", "play 6s 6h")
    assert told(s, "play 9h 9c") == ("Locked to spades and hearts: two 9s in hearts and clubs may not follow.", "DF-15")


def test_whose_turn_it_is():
    s = do(table("4s Kd", "6s 7d", "9h 9c", "3c 4c"), "play 4s", "pass")
    assert told(s, "pass", 3) == ("It is not your turn.", "DF-6")
    assert told(s, "play 7d", 1) == ("You have passed, so you wait until the cards are cleared.", "DF-6")
    s = do(table("4s", "6s 7d", "9h 9c", "3c 4c"), "play 4s")
    assert told(s, "pass", 0) == ("You are out of this hand.", "DF-27")
    s = GAME.new_state(4, {}, RULES)
    assert told(s, "pass", 0) == ("The cards are about to be dealt.", "DF-22")
    s.phase = Phase.OVER
    assert told(s, "pass", 0) == ("The match is over.", "DF-18")
    s = table("3d 4s", *OTHERS[:3], opener="must_play_3d")
    s.opening = 1
    assert told(s, "pass") == ("You open the hand with the 3 of diamonds, and may not pass.", "DF-5")
    assert told(s, "play 4s") == ("The first play of this hand must hold the 3 of diamonds.", "DF-5")


def test_the_exchange():
    s = before_exchange("3s 4s 5s", "3h 4h 5h", "Ks 2c 2d", "Jo As 2h", "3d 4d 5d", ranks=(1, 2, 4, 5, 3), jokers=1)
    assert told(s, "give 3s", 0) == ("You were given 2 cards, so give 2 back, not 1.", "DF-17")
    assert told(s, "give 3h 4h", 1) == ("You were given 1 card, so give 1 back, not 2.", "DF-17")
    assert told(s, "give 9s 4s", 0) == ("You do not hold 9♠.", "DF-17")
    assert told(s, "give ? ?", 0) == ("Say which cards you give back.", "DF-17")
    assert told(s, "play 3s", 0) == ("The exchange comes first: choose 2 cards to give back.", "DF-17")
    assert told(s, "pass", 1) == ("The exchange comes first: choose a card to give back.", "DF-17")
    assert told(s, "pass", 2) == ("Daifugo and fugo are choosing what to give back.", "DF-17")
    RULES.apply(s, 0, WORDS.parse("give 3s 4s"))
    assert told(s, "give 3s 4s", 0) == ("You have chosen already what to give back.", "DF-17")
    RULES.apply(s, 1, WORDS.parse("give 3h"))
    assert told(s, "give 5s", int(s.turn))[0] == "The exchange is over: there is nothing to give now."


def test_every_reason_has_a_sentence_without_a_position_too():
    for reason in list(Refusal)[1:]:
        sentence, rule = WORDS.explain_refusal(reason)
        assert sentence.endswith(".") and "{" not in sentence
        assert re.fullmatch(r"DF-\d+", rule) or reason == Refusal.NO_SUCH_ACTION


def odd(chance, hand):
    """Something that somebody might try with a hand."""
    names = bag_card_labels(hand) or ["3s"]
    joker = chance.choice(["Jo", "Jo=low", "Jo=high", f"Jo={chance.choice(RANKS)}{chance.choice(SUITS)}"])
    suit, first = chance.choice(SUITS), chance.randrange(len(RANKS) - 2)
    row = [f"{rank}{suit}" for rank in RANKS[first:first + chance.randint(3, 6)]]
    kind = [name for name in names if name[:-1] == chance.choice(names)[:-1]] or names[:1]
    some = chance.sample(names, min(len(names), chance.randint(1, 4)))
    cards = chance.choice([row, kind, some, [chance.choice(names)], [f"{chance.choice(RANKS)}{suit}"]])
    cards = [joker if name == "Jo" or (name not in names and "Jo" in names) else name for name in cards]
    return chance.choice(["pass", "give " + " ".join(chance.sample(names, min(len(names), 2))),
                          *["play " + " ".join(cards)] * 8])


def refused(games):
    """(match, seat, action, reason, sentence, rule) of what random games refuse, under all sorts of options."""
    for seed in range(games):
        chance = random.Random(seed)
        seats, options = (5, UECDA) if seed % 4 == 0 else laws.random_options(GAME, chance)
        match = Match(GAME, seats, {**options, "match_length": 2}, GAME.pure_rules)
        for _ in range(150):
            if match.over:
                break
            s = match.state
            for seat in range(seats):
                try:
                    action = WORDS.parse(odd(chance, max(0, int(s.hand[seat]))))
                except BadInput:
                    continue
                reason = int(RULES.refusal(s, seat, action))
                if not reason and RULES.violation(s, seat, action):
                    reason = int(flaw(s, action)) if s.phase == Phase.PLAY else int(Refusal.GIFT_COUNT)
                if reason:
                    yield match, seat, action, reason, *WORDS.explain_refusal(reason, match.view(seat), action)
            seat = chance.choice(match.to_act())
            match.act(seat, match.chance(chance.getrandbits) if seat == CHANCE else
                      GAME.bots.choose(match.view(seat), seat, "novice", 1)[0])


def test_refusals_over_random_games_are_true():
    found = set()
    for match, seat, action, reason, sentence, rule in refused(16):
        s, hand = match.state, set(bag_card_labels(max(0, int(match.state.hand[seat]))))
        found.add(sentence)
        assert re.fullmatch(r"DF-\d+", rule) and "{" not in sentence and sentence.endswith("."), sentence
        numbers = [int(n) for n in re.findall(r"(?<![=“\w])\d+(?= |\.|,)", sentence)]
        if reason == Refusal.WRONG_COUNT:
            assert numbers[-1] == bag_size(cards_of(action)) and (s.count == 1 or numbers[0] == s.count), sentence
        elif reason == Refusal.NOT_IN_HAND:
            signs = dict(zip("♠♥♦♣", SUITS, strict=True))
            lacking = {rank + signs[sign] for rank, sign in re.findall(r"(\d+|[JQKA])([♠♥♦♣])", sentence)}
            bag = gift_of(action) if action >> 61 else cards_of(action)
            assert lacking == set(bag_card_labels(int(bag))) - hand - {"Jo"}, sentence
        elif "as in" in sentence:
            label = re.search("“(.*)”", sentence)[1]
            said = WORDS.parse(label)
            assert not RULES.refusal(s, seat, said) and not RULES.violation(s, seat, said), sentence
        elif "not higher" in sentence or "not lower" in sentence:
            assert bool(s.reversed) == ("lower" in sentence) and not RULES.refusal(s, seat, 0)
        elif sentence.startswith("Locked"):
            assert s.lock and s.meld
        elif sentence.startswith("It is not your turn"):
            assert s.turn != seat and s.live >> seat & 1
    assert len(found) >= 200, len(found)


def test_what_is_raised_on_the_screen_is_told_why_with_the_numbers():
    s = do(table("6s Kd", "4s 4d 9h Jo", *OTHERS[2:]), "play 6s")
    raised = WORDS.preview(s, 1, ["4s", "4d"], list("ABCD"))["raised"]
    assert raised["sentence"] == "One card lies there, so play one card, not 2." and raised["rule"] == "DF-4"
    raised = WORDS.preview(s, 1, ["4s", "Jo"], list("ABCD"))["raised"]
    assert raised["sentence"] == "One card lies there, so play one card, not 2."
    raised = WORDS.preview(s, 1, ["4s", "9h", "Jo"], list("ABCD"))["raised"]
    assert raised["sentence"] == "Whatever the joker stands for, 4♠ and 9♥ make neither a group nor a sequence."


def test_who_tries_what_is_no_play_reads_why_with_the_numbers():
    s = do(table("6s Kd", "4s 5h", *OTHERS[:3], **UECDA), "play 6s")
    after, action = s.copy(), WORDS.parse("play 4s 5h")
    RULES.apply(after, 1, action)
    line = WORDS.describe_event(s, 1, action, after, list("ABCDE"), 1).text
    assert line == ("You try 4♠ and 5♥. Two cards played together must be of one rank, and these are 4 and 5. "
                    "At this table that counts as a pass.")


def test_all_that_may_be_played_can_be_raised_on_the_screen():
    """As a server asks it, whose rules are compiled: their lists hold numbers of an array's own kind."""
    shown = set()
    for seed in range(12):
        chance = random.Random(seed)
        match = Match(GAME, *((5, UECDA) if seed % 4 == 0 else laws.random_options(GAME, chance)))
        for _ in range(60):
            if match.over:
                break
            seat = chance.choice(match.to_act())
            if seat == CHANCE:
                match.act(seat, match.chance(chance.getrandbits))
                continue
            view, actions = match.view(seat), [a for a in match.sound_actions(seat) if WORDS.label(a) != "pass"]
            for action in chance.sample(actions, min(3, len(actions))):
                cards = gift_of(action) if action >> 61 else cards_of(action)
                raised = WORDS.preview(view, seat, bag_card_labels(cards), list("ABCDE")[:match.seats])["raised"]
                assert raised["plays"] and not raised["sentence"] and not raised["rule"]
                shown.add(json.dumps(raised["plays"]))
            match.act(seat, chance.choice(match.sound_actions(seat)))
    assert len(shown) > 100
