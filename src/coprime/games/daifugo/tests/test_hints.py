"""Hints are true in the position: what they say of the cards that are out is tried with the rules."""

import random

import coprime
from coprime.core.attr_view import to_object
from coprime.core.kernel import import_pure
from coprime.core.language_selection import use_language
from coprime.core.match import Match
from coprime.core.seats import CHANCE
from coprime.games.daifugo import hints
from coprime.games.daifugo.state import Phase
from coprime.testing import laws

from .test_rules import UECDA, bag, table

GAME = coprime.game("daifugo")
OTHERS = ("4h 5h", "4d 5d", "4c 5c")
rules, plays = (import_pure(f"coprime.games.daifugo.{name}") for name in ("rules", "actions"))


def beaten(s, seat, action):
    """What everything that is out could lay on a play, were it all in one hand and nothing locked."""
    after, out = s.copy(), [0] * rules.MAX_ACTIONS
    after.meld = after.lock = 0
    rules.put_on_table(after, seat, action, plays.bag_size(plays.cards_of(action)))
    after.lock = 0
    return out[:rules.list_follows(after, hints.unplaced_cards_bag(s, seat), out)]


def positions(games):
    for seed in range(games):
        chance = random.Random(seed)
        seats, options = (5, UECDA) if seed % 4 == 0 else laws.random_options(GAME, chance)
        # All cards that are out make more sequences of any suits than a hand can list.
        match = Match(GAME, seats, {**options, "match_length": 2, "seq_suit": "same"}, GAME.pure_rules)
        while not match.over and len(match.events) < 200:
            seat = match.to_act()[0]
            if seat < seats and match.state.phase == Phase.PLAY:
                yield match, seat
            match.act(seat, match.chance(chance.getrandbits) if seat == CHANCE else
                      GAME.bots.choose(match.view(seat), seat, "novice", chance.getrandbits(30))[0])


def test_what_is_said_to_be_safe_cannot_be_beaten():
    safe = unbeaten = 0
    say = hints.SAY["hint"]
    for match, seat in positions(12):
        view = to_object(match.view(seat))
        sure = int(hints.unbeatable_cards(view, seat))
        for card in [1 << i for i in range(52) if sure >> i & 1] + [plays.encode_group(0, 0, 1)] * (sure >> 52 > 0):
            assert not beaten(match.view(seat), seat, card), (card, sure)
            safe += 1
        legal = [action for action in match.sound_actions(seat) if action]
        for action in legal[:6]:
            clue = hints.still_out_text(view, seat, action)
            found = beaten(match.view(seat), seat, action)
            if clue == say["clue_out_none"]:
                assert not found, clue
                unbeaten += 1
            elif clue == say["clue_out_three"]:
                assert found == [plays.THREE_OF_SPADES]
    assert safe > 100 and unbeaten > 20


def test_of_many_ranks_that_are_out_only_their_cards_are_counted():
    def clue(hand):
        s = table(hand, "5s", *OTHERS[:2])
        return hints.still_out_text(s, 0, bag(hand.split()[0]))
    assert clue("4s 3s").endswith(" cards that beat yours may still be out.")
    assert clue("As 3s").startswith("Cards that beat yours and may still be out: four 2s")


def test_a_joker_is_safe_only_without_the_3_of_spades():
    s = table("2s Jo 4s", "3s 9h", *OTHERS[:2])
    assert hints.unbeatable_cards(s, 0) == 0, "a second joker is out, and so is the 3 of spades"
    s.jokers = 1
    assert hints.unbeatable_cards(s, 0) == bag("2s")
    assert "Only the 3 of spades" in hints.still_out_text(s, 0, plays.encode_group(0, 0, 1))
    s.three_of_spades = 0
    assert hints.unbeatable_cards(s, 0) == bag("2s Jo")
    assert hints.keep_cards_text(s,
                                 0).endswith("Nobody can beat your 2♠ and joker just now: they give you the lead back.")
    s.hand[0] = bag("2s 4s")
    assert "Keep something high" in hints.keep_cards_text(s, 0)


def test_what_is_kept_is_told_in_japanese():
    s = table("2s 4s 4h", "3s 9h", *OTHERS[:2], jokers=0)
    with use_language("ja"):
        assert hints.keep_cards_text(s, 0).endswith("残ります。今、♠2に勝てる人はいません。出せば、また親になれます。")
        assert hints.groups_text(s, 0) == "まとめて出せる同じ数字：♠4と♥4。"
        assert not hints.keep_cards_text(s, 0, keeps_groups=False).startswith("組")


def test_nothing_together_is_said_so():
    s = table("3s 5s 9h", *OTHERS)
    assert hints.groups_text(s, 0) == "You hold no two cards of one rank."
    s.hand[0] = bag("3s 3h 9h")
    assert hints.groups_text(s, 0) == "Together you hold: 3♠ and 3♥."
